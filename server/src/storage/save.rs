//! The one road by which a file gets in. It is judged, its bytes are stored, and only then does a row make it
//! visible; what happens in between is never seen.

use bytes::Bytes;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::kind::{self, Kind, Size};
use super::name::{BUCKET, Name};
use super::object::{COLUMNS, Object, already_exists};
use super::room::MAX_BYTES;
use super::version::Version;
use super::{metadata, removed, resize, svg};
use crate::app::App;
use crate::clock;
use crate::db::{Sql, Tx};
use crate::error::{Error, Result};

/// Keeps `bytes` as the file `name`. `cache_control` is a number of seconds or a whole header value.
pub async fn save(
    app: &App,
    name: &str,
    bytes: Bytes,
    cache_control: &str,
    upsert: bool,
    owner: Option<&str>,
    user_metadata: Option<String>,
) -> Result<Object> {
    let name = Name::parse(name)?;
    let cache_control = cache_value(cache_control)?;
    if !upsert && exists(app, &name).await? {
        return Err(already_exists());
    }
    let judged = judge_aside(bytes).await?;

    let now = clock::now();
    let version = Version::fresh();
    let object = Object {
        id: Uuid::now_v7().to_string(),
        name: name.as_str().to_owned(),
        version: version.to_string(),
        mimetype: judged.kind.mimetype().to_owned(),
        size: judged.bytes.len() as u64,
        etag: judged.etag,
        cache_control,
        width: judged.size.map(|size| size.width.into()),
        height: judged.size.map(|size| size.height.into()),
        user_metadata,
        owner: owner.map(str::to_owned),
        created_at: now.clone(),
        updated_at: now,
    };
    app.store.put(version, judged.bytes).await?;
    record(app, version, object, upsert).await
}

/// Writes the row of bytes that are stored, and notes that those it replaces are to go.
pub(super) async fn record(app: &App, version: Version, object: Object, upsert: bool) -> Result<Object> {
    let recorded = app.db.write(move |tx| Box::pin(put_row(tx, version, object, upsert))).await;
    match recorded {
        Ok((object, replaced)) => {
            if let Some(replaced) = replaced {
                app.store.renditions.forget(replaced).await;
            }
            Ok(object)
        }
        Err(cause) => {
            // Only a clear no means that there is no row; in doubt the sweep decides.
            if matches!(cause, Error::Refused(_) | Error::Duplicate { .. }) {
                let _ = app.store.remove(version).await;
            }
            Err(cause)
        }
    }
}

async fn put_row(tx: &mut Tx, version: Version, object: Object, upsert: bool) -> Result<(Object, Option<Version>)> {
    if !version.may_still_get_its_row() {
        return Err(Error::Unavailable("the bytes of a file waited too long for their row".into()));
    }
    let before = Sql::new("SELECT version FROM objects WHERE bucket = ? AND name = ?").with(BUCKET).with(&object.name);
    let before = tx.first(before).await?.map(|row| row.text(0).to_owned());
    if before.is_some() && !upsert {
        return Err(already_exists());
    }
    let sql = Sql::new(format!(
        "INSERT INTO objects ({COLUMNS}, bucket) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
         ON CONFLICT (bucket, name) DO UPDATE SET version = excluded.version, mimetype = excluded.mimetype, \
         size = excluded.size, etag = excluded.etag, cache_control = excluded.cache_control, width = excluded.width, \
         height = excluded.height, user_metadata = excluded.user_metadata, owner = excluded.owner, \
         updated_at = excluded.updated_at RETURNING {COLUMNS}"
    ))
    .with(object.id)
    .with(object.name)
    .with(object.version)
    .with(object.mimetype)
    .with(object.size as i64)
    .with(object.etag)
    .with(object.cache_control)
    .with(object.width)
    .with(object.height)
    .with(object.user_metadata)
    .with(object.owner)
    .with(object.created_at)
    .with(object.updated_at)
    .with(BUCKET);
    let row = tx.first(sql).await?.ok_or_else(|| anyhow::anyhow!("a written row did not come back"))?;
    let replaced = before.as_deref().and_then(Version::read);
    removed::note(tx, replaced.as_slice()).await?;
    Ok((Object::read(&row), replaced))
}

async fn exists(app: &App, name: &Name) -> Result<bool> {
    let sql = Sql::new("SELECT 1 FROM objects WHERE bucket = ? AND name = ?").with(BUCKET).with(name.as_str());
    Ok(app.db.first(sql).await?.is_some())
}

/// Refuses what `save` would refuse for its bytes, and keeps nothing.
pub async fn examine(bytes: Bytes) -> Result<()> {
    judge_aside(bytes).await.map(drop)
}

async fn judge_aside(bytes: Bytes) -> Result<Judged> {
    tokio::task::spawn_blocking(move || judge(bytes)).await.map_err(|_| {
        // A file that trips the code that reads it is a bad file, and a fault of ours worth knowing about.
        tracing::error!("judging a file failed");
        kind::unreadable()
    })?
}

struct Judged {
    bytes: Bytes,
    kind: Kind,
    size: Option<Size>,
    etag: String,
}

/// What the file is, whether it is taken, and what is kept of it. Slow for large files: off the async threads.
fn judge(bytes: Bytes) -> Result<Judged> {
    if bytes.is_empty() {
        return Err(Error::refused(400, "InvalidRequest", "The file is empty. Please choose another one."));
    }
    if bytes.len() > MAX_BYTES {
        return Err(Error::TooLarge { limit: MAX_BYTES });
    }
    let kind = kind::accept(&bytes)?;
    let (bytes, size) = match kind {
        Kind::Svg => {
            let clean = svg::clean(&bytes).map_err(|fault| Error::refused(400, "InvalidRequest", fault))?;
            if clean.text.is_empty() {
                return Err(kind::unreadable());
            }
            (clean.text.into(), clean.size)
        }
        Kind::Jpeg | Kind::Png | Kind::Webp => {
            let Size { width, height } = kind::measure(&bytes)?;
            let orientation_of = resize::orientation_of(&bytes);
            let turned = resize::swaps_sides(orientation_of);
            let size = if turned { Size { width: height, height: width } } else { Size { width, height } };
            (metadata::strip(bytes, kind, orientation_of), Some(size))
        }
        _ => {
            let size = kind::measure(&bytes)?;
            (bytes, Some(size))
        }
    };
    let etag = etag(&Sha256::digest(&bytes));
    Ok(Judged { bytes, kind, size, etag })
}

/// The ETag of bytes with this SHA-256 digest: half of it, which is plenty.
pub fn etag(digest: &[u8]) -> String {
    let half: String = digest[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("\"{half}\"")
}

/// The value of the Cache-Control header that the file is served with.
fn cache_value(given: &str) -> Result<String> {
    let given = given.trim();
    if given.is_empty() {
        return Ok("no-cache".into());
    }
    if given.bytes().all(|byte| byte.is_ascii_digit()) && given.len() <= 10 {
        return Ok(format!("max-age={given}"));
    }
    if given.len() > 200 || !given.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') {
        return Err(Error::refused(400, "InvalidRequest", "The cache control of the upload cannot be read."));
    }
    Ok(given.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_control_is_seconds_or_a_header_value() {
        for (given, kept) in [("3600", "max-age=3600"), ("max-age=60", "max-age=60"), ("", "no-cache")] {
            assert_eq!(cache_value(given).unwrap(), kept);
        }
        assert!(cache_value("a\r\nSet-Cookie: x").is_err());
        assert!(cache_value(&"x".repeat(300)).is_err());
    }

    #[test]
    fn drawings_are_kept_clean_and_measured() {
        let judged = judge(Bytes::from_static(b"<svg width='4' height='3'><script/></svg>")).unwrap();
        assert_eq!(judged.bytes, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"3\"></svg>");
        assert_eq!(judged.size, Some(Size { width: 4, height: 3 }));
        assert!(judge(Bytes::from_static(b"<svg xmlns='of-something-else'/>")).is_err(), "nothing is left of it");
        assert!(judge(Bytes::new()).is_err());
        assert!(judge(vec![0; MAX_BYTES + 1].into()).is_err());
    }
}
