//! The one way a file gets in. It is judged, its bytes are stored, and only then does a row make it visible; a crash in
//! between is never seen.

use bytes::Bytes;
use sha2::{Digest, Sha256};

use super::error::{FileError, Result};
use super::kind::{self, Size};
use super::name::Name;
use super::object::{COLUMNS, Object};
use super::store::Store;
use super::version::Version;
use super::{metadata, removed, resize, svg};
use crate::clock;
use crate::db::{Db, Sql, Tx};
use crate::error::{Error, Result as DbResult};
use crate::memory;
use crate::schema::Bucket;
use crate::schema::bucket::FileKind;

/// A file that is to be kept.
pub struct NewFile<'a> {
    pub bucket: &'static Bucket,
    pub name: &'a str,
    pub bytes: Bytes,
    /// A number of seconds or a whole header value.
    pub cache_control: &'a str,
    /// Whether it may take the place of a file of the same name.
    pub upsert: bool,
    pub owner: Option<&'a str>,
    pub user_metadata: Option<String>,
}

impl<'a> NewFile<'a> {
    /// A new file without an owner, to be cached for an hour.
    pub fn new(bucket: &'static Bucket, name: &'a str, bytes: Bytes) -> NewFile<'a> {
        NewFile { bucket, name, bytes, cache_control: "3600", upsert: false, owner: None, user_metadata: None }
    }
}

pub async fn save(db: &Db, store: &Store, file: NewFile<'_>) -> Result<Object> {
    let (bucket, upsert) = (file.bucket, file.upsert);
    if !upsert && exists(db, bucket, &Name::parse(file.name)?).await? {
        return Err(FileError::AlreadyExists);
    }
    let Staged { version, object } = stage(store, file).await?;
    record(db, store, bucket, version, object, upsert).await
}

/// A file whose bytes are stored and which nobody sees yet. Without a row they are swept away.
pub struct Staged {
    version: Version,
    object: Object,
}

/// Judges a file and stores its bytes, for one whose row is part of a larger transaction.
pub async fn stage(store: &Store, file: NewFile<'_>) -> Result<Staged> {
    let name = Name::parse(file.name)?;
    let cache_control = cache_value(file.cache_control)?;
    let is_csv = kind::is_named(FileKind::Csv, name.as_str());
    let judged = judge_off_thread(file.bucket, file.bytes, is_csv).await?;
    kind::require_name(judged.kind, name.as_str())?;

    let now = clock::now();
    let version = Version::fresh();
    let object = Object {
        id: clock::new_id().to_string(),
        name: name.as_str().to_owned(),
        version: version.to_string(),
        mimetype: judged.kind.mime_type().to_owned(),
        size: judged.bytes.len() as u64,
        etag: judged.etag,
        cache_control,
        width: judged.size.map(|size| size.width.into()),
        height: judged.size.map(|size| size.height.into()),
        user_metadata: file.user_metadata,
        owner: file.owner.map(str::to_owned),
        created_at: now.clone(),
        updated_at: now,
        bucket: file.bucket.name.to_owned(),
    };
    store.put(version, judged.bytes).await?;
    Ok(Staged { version, object })
}

impl Staged {
    /// Writes its row, with which it is there; false when there is a file of that name already.
    pub async fn publish(self, tx: &mut Tx) -> DbResult<bool> {
        Ok(put_row(tx, self.version, self.object, false).await?.is_some())
    }
}

/// Writes the row of bytes that are stored, and notes that those it replaces are to go.
pub(super) async fn record(
    db: &Db,
    store: &Store,
    bucket: &Bucket,
    version: Version,
    object: Object,
    upsert: bool,
) -> Result<Object> {
    let recorded = db.write(move |tx| Box::pin(put_row(tx, version, object, upsert))).await;
    match recorded {
        Ok(Some((object, replaced))) => {
            if let Some(replaced) = replaced {
                store.renditions.forget(bucket, replaced).await;
            }
            Ok(object)
        }
        // Only a clear no means that there is no row; in doubt the sweep decides.
        Ok(None) | Err(Error::Duplicate { .. }) => {
            let _ = store.remove(version).await;
            Err(FileError::AlreadyExists)
        }
        Err(cause) => Err(cause.into()),
    }
}

/// `None` when there is a row of that name already, which may not be replaced.
async fn put_row(
    tx: &mut Tx,
    version: Version,
    object: Object,
    upsert: bool,
) -> DbResult<Option<(Object, Option<Version>)>> {
    if !version.may_still_get_its_row() {
        return Err(Error::Unavailable("the bytes of a file waited too long for their row".into()));
    }
    let before = Sql::new("SELECT version FROM objects WHERE bucket = ? AND name = ?");
    let before = tx.first(before.with(&object.bucket).with(&object.name)).await?.map(|row| row.text(0).to_owned());
    if before.is_some() && !upsert {
        return Ok(None);
    }
    let sql = Sql::new(format!(
        "INSERT INTO objects ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
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
    .with(object.bucket);
    let row = tx.first(sql).await?.ok_or_else(|| anyhow::anyhow!("a written row did not come back"))?;
    let replaced = before.as_deref().and_then(Version::read);
    removed::note(tx, replaced.as_slice()).await?;
    Ok(Some((Object::read(&row), replaced)))
}

pub(super) async fn exists(db: &Db, bucket: &Bucket, name: &Name) -> Result<bool> {
    let sql = Sql::new("SELECT 1 FROM objects WHERE bucket = ? AND name = ?").with(bucket.name).with(name.as_str());
    Ok(db.first(sql).await?.is_some())
}

/// Refuses what `save` would refuse for its bytes, and keeps nothing.
pub async fn examine(bucket: &'static Bucket, name: &str, bytes: Bytes) -> Result<()> {
    judge_off_thread(bucket, bytes, kind::is_named(FileKind::Csv, name)).await.map(drop)
}

/// What `save` would keep of a file of this type; `None` where it would refuse it, or take it for another. Slow.
pub fn cleaned(bucket: &Bucket, mime_type: &str, bytes: Bytes) -> Option<Bytes> {
    let judged = judge(bucket, bytes, mime_type == FileKind::Csv.mime_type()).ok()?;
    (judged.kind.mime_type() == mime_type).then_some(judged.bytes)
}

async fn judge_off_thread(bucket: &'static Bucket, bytes: Bytes, is_csv: bool) -> Result<Judged> {
    let judging = move || {
        let judged = judge(bucket, bytes, is_csv);
        memory::give_back();
        judged
    };
    tokio::task::spawn_blocking(judging).await.map_err(|_| {
        // A file that trips the code that reads it is a bad file, and a fault of ours worth knowing about.
        tracing::error!("judging a file failed");
        FileError::Unreadable
    })?
}

struct Judged {
    bytes: Bytes,
    kind: FileKind,
    size: Option<Size>,
    etag: String,
}

/// What the file is, whether it is taken, and what is kept of it. Slow for large files: off the async threads.
fn judge(bucket: &Bucket, bytes: Bytes, is_csv: bool) -> Result<Judged> {
    if bytes.is_empty() {
        return Err(FileError::Empty);
    }
    if bytes.len() > bucket.max_bytes {
        return Err(FileError::TooLarge);
    }
    let kind = kind::accept(bucket, &bytes, is_csv)?;
    let (bytes, size) = match kind {
        FileKind::Svg => {
            let clean = svg::clean(&bytes).map_err(FileError::Drawing)?;
            if clean.text.is_empty() {
                return Err(FileError::Unreadable);
            }
            (clean.text.into(), clean.size)
        }
        kind if !kind.is_picture() => (bytes, None),
        kind => {
            let Size { width, height } = kind::measure(&bytes)?;
            let orientation = resize::orientation(&bytes);
            let turned = resize::swaps_sides(orientation);
            let size = if turned { Size { width: height, height: width } } else { Size { width, height } };
            let clean = metadata::strip(&bytes, kind, orientation).ok_or(FileError::Unreadable)?;
            (clean.into(), Some(size))
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
        return Err(FileError::invalid("The cache control of the upload cannot be read."));
    }
    Ok(given.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::bucket::WEBSITE_IMAGES;

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
        let judge = |bytes| judge(&WEBSITE_IMAGES, bytes, false);
        let judged = judge(Bytes::from_static(b"<svg width='4' height='3'><script/></svg>")).unwrap();
        assert_eq!(judged.bytes, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"3\"></svg>");
        assert_eq!(judged.size, Some(Size { width: 4, height: 3 }));
        assert!(judge(Bytes::from_static(b"<svg xmlns='of-something-else'/>")).is_err(), "nothing is left of it");
        assert!(judge(Bytes::new()).is_err());
        assert!(judge(vec![0; WEBSITE_IMAGES.max_bytes + 1].into()).is_err());
    }
}
