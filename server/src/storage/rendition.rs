//! Pictures in the sizes that pages use, made when first asked for and kept on disk. What is made comes from a fixed set
//! (see `transform`), so that a stranger can ask for no more work than so many renditions of each file; what is kept may
//! be deleted at any time. Who may see a picture has been decided before.

use std::collections::HashMap;
use std::io::Write;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::Storage;
use super::call::Target;
use super::error::{FileError, Result};
use super::kind;
use super::object::Object;
use super::range::State;
use super::resize::{Resized, resize};
use super::send::{self, Asked, INERT_POLICY, make_inert, set};
use super::store::Store;
use super::transform::{Plan, Transform};
use super::version::Version;
use crate::error::{Error, cut_off};
use crate::memory;
use crate::request::connection_limit::ConnectionLimit;
use crate::schema::bucket::FileKind;
use crate::schema::{Bucket, Caller};

/// Changes when renditions come out differently, so that caches let the old ones go.
pub const EDITION: u32 = 1;
/// How many renditions may wait to be made.
const MAX_WAITING: usize = 256;
/// Of those who wait, one address gets a few places. A browser asks for six things at a time.
const MAX_WAITING_EACH: usize = 8;
/// Who waits longer is asked to come back: the file store does not answer, or too many pictures are being made.
const MAX_WAIT: Duration = Duration::from_secs(30);
/// Kept instead of a rendition where the original serves better.
const USE_ORIGINAL: &[u8] = b"original";
/// A picture of more pixels is decoded alone: it takes hundreds of megabytes.
const MANY_PIXELS: i64 = 24_000_000;

pub struct Renditions {
    folder: PathBuf,
    /// Half the cores at most, so that serving goes on while pictures are made.
    permits: Arc<Semaphore>,
    max_permits: u32,
    by_address: Arc<ConnectionLimit>,
    /// Renditions being made or waited for. Who wants one holds its lock while making it, so it is made once.
    wanted: Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>,
}

impl Renditions {
    pub fn open(data: &Path) -> anyhow::Result<Renditions> {
        let folder = data.join("renditions");
        std::fs::create_dir_all(&folder)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let max_permits = (cores / 2).clamp(1, 4);
        Ok(Renditions {
            folder,
            permits: Arc::new(Semaphore::new(max_permits)),
            max_permits: max_permits as u32,
            by_address: ConnectionLimit::new(MAX_WAITING_EACH),
            wanted: Mutex::default(),
        })
    }

    fn lock(&self, key: &str) -> Result<Arc<tokio::sync::Mutex<()>>> {
        let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = wanted.get(key).and_then(Weak::upgrade) {
            return Ok(lock);
        }
        wanted.retain(|_, lock| lock.strong_count() > 0);
        if wanted.len() >= MAX_WAITING {
            return Err(unavailable("too many renditions are waiting to be made"));
        }
        let lock = Arc::default();
        wanted.insert(key.to_owned(), Arc::downgrade(&lock));
        Ok(lock)
    }

    /// What was kept under this key, unless it is damaged.
    async fn kept(&self, key: &str) -> Option<Bytes> {
        let bytes = tokio::fs::read(self.folder.join(key)).await.ok()?;
        (bytes == USE_ORIGINAL || kind::detect(&bytes).is_some()).then(|| bytes.into())
    }

    /// Removes what was made of these bytes in the sizes of this bucket.
    pub async fn forget(&self, bucket: &Bucket, version: Version) {
        let (folder, version) = (self.folder.clone(), version.to_string());
        let keys: Vec<String> = Plan::all(bucket).map(|plan| key(&version, &plan)).collect();
        let forget = move || keys.iter().for_each(|key| drop(std::fs::remove_file(folder.join(key))));
        let _ = tokio::task::spawn_blocking(forget).await;
    }

    /// Removes what belongs to no version that `is_known`.
    pub async fn sweep(&self, is_known: impl Fn(Version) -> bool) -> anyhow::Result<()> {
        let mut entries = tokio::fs::read_dir(&self.folder).await?;
        while let Some(entry) = entries.next_entry().await? {
            let name = entry.file_name().to_string_lossy().into_owned();
            let version = name.split('-').next().and_then(Version::read);
            // Half-written ones, which end in .part, may be under way: they go when their version does.
            if !version.is_some_and(&is_known) {
                let _ = tokio::fs::remove_file(entry.path()).await;
            }
        }
        Ok(())
    }
}

fn key(version: &str, plan: &Plan) -> String {
    format!("{version}-{}.{}", plan.name(), plan.form.name())
}

fn unavailable(why: &str) -> FileError {
    FileError::Failed(Error::Unavailable(why.into()))
}

pub async fn render(
    storage: &Storage,
    caller: &Caller,
    target: &Target,
    asked: &Asked<'_>,
    transform: Transform,
) -> Result<Response> {
    // Twice, since the file may have been replaced between the look at the row and the look at the disk.
    for _ in 0..2 {
        let object = storage.look_up(caller, target).await?.ok_or(FileError::NoSuchFile)?;
        let can_be_made = matches!(object.mimetype.as_str(), "image/jpeg" | "image/png" | "image/webp");
        if !can_be_made || target.bucket.widths.is_empty() {
            break;
        }
        if let Some(answer) = render_object(&storage.store, target.bucket, &object, asked, transform).await? {
            return Ok(answer);
        }
    }
    send::send(storage, caller, target, asked).await
}

/// `None` when the bytes are not there.
async fn render_object(
    store: &Store,
    bucket: &Bucket,
    object: &Object,
    asked: &Asked<'_>,
    transform: Transform,
) -> Result<Option<Response>> {
    let accept = asked.headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let webp = accept.into_iter().any(takes_webp);
    let plan = transform.plan(bucket, (object.width, object.height), &object.mimetype, webp);

    // Known without making it, so that a caller who has it costs nothing.
    let (name, form) = (plan.name(), plan.form.name());
    let etag = format!("\"{}-{name}-{form}-{EDITION}\"", object.etag.trim_matches('"'));
    let state = State { etag, ..object.state() };
    if state.is_known_to(asked.headers) {
        let mut answer = Response::new(Body::empty());
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
        describe(&mut answer, bucket, object, &state, asked);
        return Ok(Some(answer));
    }
    let made = tokio::time::timeout(MAX_WAIT, obtain(store, object, plan, asked.address)).await;
    let bytes = match made.map_err(|_| unavailable("a rendition takes too long"))?? {
        Obtained::Nothing => return Ok(None),
        Obtained::Rendition(bytes) if bytes != USE_ORIGINAL => bytes,
        original => {
            let mut answer = send::object_answer(store, bucket, object, asked).await?;
            if let Some(answer) = &mut answer {
                set(answer, header::VARY, "accept");
            }
            if let (Some(answer), Obtained::TooMany) = (&mut answer, original) {
                set(answer, header::CACHE_CONTROL, &object.cache_control); // the rendition, once there is room to make it
            }
            return Ok(answer);
        }
    };
    let kind = kind::detect(&bytes).unwrap_or(FileKind::Jpeg);
    let mut answer = Response::new(Body::empty());
    describe(&mut answer, bucket, object, &state, asked);
    set(&mut answer, header::CONTENT_TYPE, kind.mime_type());
    set(&mut answer, header::CONTENT_LENGTH, &bytes.len().to_string());
    if asked.method != Method::HEAD {
        *answer.body_mut() = bytes.into();
    }
    Ok(Some(answer))
}

fn describe(answer: &mut Response, bucket: &Bucket, object: &Object, state: &State, asked: &Asked) {
    set(answer, header::CACHE_CONTROL, send::cache_control(bucket, object, asked));
    set(answer, header::ETAG, &state.etag);
    set(answer, header::LAST_MODIFIED, &state.last_modified());
    set(answer, header::VARY, "accept");
    make_inert(answer, INERT_POLICY);
}

enum Obtained {
    /// Or the word that the original serves better.
    Rendition(Bytes),
    /// Who asks for very many at a time gets the original, so that others need not wait for all of them.
    TooMany,
    /// There is nothing to make it of.
    Nothing,
}

/// The rendition from disk, or made now. Of many who want the same one, the first makes it and the others wait.
async fn obtain(store: &Store, object: &Object, plan: Plan, address: IpAddr) -> Result<Obtained> {
    let renditions = &store.renditions;
    let key = key(&object.version, &plan);
    if let Some(bytes) = renditions.kept(&key).await {
        return Ok(Obtained::Rendition(bytes));
    }
    let lock = renditions.lock(&key)?.lock_owned().await;
    if let Some(bytes) = renditions.kept(&key).await {
        return Ok(Obtained::Rendition(bytes));
    }
    let Some(slot) = renditions.by_address.acquire(address) else { return Ok(Obtained::TooMany) };
    let pixels = object.width.unwrap_or(0) * object.height.unwrap_or(0);
    let permits = if pixels > MANY_PIXELS { renditions.max_permits } else { 1 };
    let permit = renditions.permits.clone().acquire_many_owned(permits).await.expect("never closed");
    let Some(original) = store.read_all(object.version()?, object.size).await? else { return Ok(Obtained::Nothing) };
    let path = renditions.folder.join(&key);
    // All that holds others back goes along: when the caller leaves, the work is still done once, and counted.
    let work = move || {
        let _held = (lock, permit, slot);
        // A picture that trips its decoder would do so each time.
        let resized = std::panic::catch_unwind(|| resize(&original, &plan)).unwrap_or(Resized::Original);
        drop(original);
        let bytes: Bytes = match resized {
            Resized::Picture(picture) => picture.into(),
            Resized::Original => Bytes::from_static(USE_ORIGINAL),
        };
        if let Err(cause) = keep(&path, &bytes) {
            tracing::warn!("cannot keep a rendition: {cause}");
        }
        memory::give_back(); // before the next one may begin
        bytes
    };
    Ok(Obtained::Rendition(tokio::task::spawn_blocking(work).await.map_err(cut_off)?))
}

/// Written beside and renamed, so that no reader meets half of it.
fn keep(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    if crate::disk::require_room(folder, bytes.len() as u64).is_err() {
        return Err(std::io::ErrorKind::StorageFull.into()); // it is made again when it is asked for
    }
    let mut half = path.as_os_str().to_owned();
    half.push(format!("-{}.part", Uuid::new_v4().simple()));
    let mut file = std::fs::File::create(&half)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| std::fs::rename(&half, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&half);
    }
    written
}

fn takes_webp(accept: &str) -> bool {
    accept.split(',').any(|part| {
        let mut words = part.split(';').map(str::trim);
        words.next().is_some_and(|kind| kind.eq_ignore_ascii_case("image/webp"))
            && !words.any(|word| matches!(word.replace(' ', "").as_str(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};
    use futures_util::StreamExt;
    use futures_util::stream::FuturesUnordered;

    use super::super::mark;
    use super::*;
    use crate::config::Folder;
    use crate::schema::bucket::WEBSITE_IMAGES;

    #[test]
    fn webp_goes_to_those_who_take_it() {
        assert!(takes_webp("image/avif,image/webp,image/apng,*/*;q=0.8"));
        assert!(takes_webp("image/WebP; q=0.5"));
        for accept in ["*/*", "", "image/png", "image/webp;q=0", "image/webpx"] {
            assert!(!takes_webp(accept), "{accept}");
        }
    }

    #[test]
    fn only_so_many_renditions_wait() {
        let data = tempfile::tempdir().unwrap();
        let renditions = Renditions::open(data.path()).unwrap();
        let mut held: Vec<_> = (0..MAX_WAITING).map(|number| renditions.lock(&number.to_string()).unwrap()).collect();
        assert!(renditions.lock("one more").is_err());
        assert!(Arc::ptr_eq(&renditions.lock("7").unwrap(), &held[7]), "those who want the same may always wait");
        held.pop();
        assert!(renditions.lock("one more").is_ok());
    }

    /// Others must not wait for all that one address can think of: what is too much at a time comes as it is. The maker
    /// is held back until all have asked, so that how many get the original depends on no moment.
    #[tokio::test]
    async fn one_address_has_few_renditions_made_at_a_time() {
        let data = tempfile::tempdir().unwrap();
        let store = Store::at(&Folder::at(data.path()), true).unwrap();
        let mut photo = std::io::Cursor::new(Vec::new());
        let pixels = image::RgbImage::from_fn(1000, 500, |x, y| image::Rgb([x as u8, y as u8, (x ^ y) as u8]));
        pixels.write_to(&mut photo, image::ImageFormat::Jpeg).unwrap();
        let photo = photo.into_inner();
        let version = Version::fresh();
        store.put(version, photo.clone().into()).await.unwrap();
        let object = Object {
            version: version.to_string(),
            mimetype: "image/jpeg".into(),
            size: photo.len() as u64,
            etag: "\"0123456789abcdef\"".into(),
            cache_control: "max-age=3600".into(),
            width: Some(1000),
            height: Some(500),
            ..Object::default()
        };
        // As pages name it (see `storage::mark`): what stands in for a rendition must not be kept in its place.
        let query = format!("v=0123456789ab-{EDITION}");
        let headers = HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static("image/webp"))]);
        let (store, object, query, headers) = (&store, &object, query.as_str(), &headers);
        let ask = |address: [u8; 4], width: u32, quality: u32| async move {
            let asked = Asked { method: &Method::GET, headers, query, address: address.into() };
            let transform = Transform::read(|name| match name {
                "width" => Some(width.to_string()),
                "quality" => Some(quality.to_string()),
                _ => None,
            });
            let answer = render_object(store, &WEBSITE_IMAGES, object, &asked, transform.unwrap()).await;
            let answer = answer.unwrap().expect("the bytes are there");
            let for_ever = answer.headers()[header::CACHE_CONTROL] == mark::FOR_EVER;
            (axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap(), for_ever)
        };

        let held = store.renditions.permits.acquire_many(store.renditions.max_permits).await.unwrap();
        let sizes = [160, 320, 480, 640, 768, 960]
            .into_iter()
            .flat_map(|width| [40, 60, 80, 90].map(|quality| (width, quality)));
        let other = ask([192, 0, 2, 2], 360, 80); // another address has places of its own
        let many = sizes.map(|(width, quality)| ask([192, 0, 2, 1], width, quality));
        let mut asked: FuturesUnordered<_> = std::iter::once(other).chain(many).collect();
        for _ in MAX_WAITING_EACH..24 {
            let (bytes, for_ever) = asked.next().await.unwrap();
            assert!(bytes == photo && !for_ever, "beyond the few, the original");
        }
        drop(held);
        while let Some((bytes, for_ever)) = asked.next().await {
            assert!(bytes.len() < photo.len() && for_ever);
        }
        assert!(ask([192, 0, 2, 1], 960, 90).await.1, "alone, it is made");
    }
}
