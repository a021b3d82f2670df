//! /storage/v1: files in buckets, in Storage's dialect. What a bucket takes, and who may read, list and write it, is in
//! its declaration (see `schema::bucket`); nothing here knows a bucket by its name.

mod answer;
mod buckets;
mod call;
mod change;
mod document;
mod error;
mod kind;
mod list;
mod list_v2;
mod mark;
mod metadata;
mod name;
mod number;
mod object;
mod office;
mod range;
mod reduce;
mod removed;
mod rendition;
mod resize;
mod save;
mod send;
mod sign;
mod store;
mod svg;
mod svg_names;
mod svg_repeats;
mod svg_rules;
mod svg_style;
mod svg_values;
mod sweep;
mod token;
mod transform;
mod upload;
mod upload_memory;
mod upload_signed;
mod version;

use std::sync::Arc;

use axum::Router;
use axum::extract::{OriginalUri, Request, State};
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use axum::routing::any;
use serde_json::json;

pub use error::FileError;
pub use mark::{TABLE, is_picture, marked};
pub use name::{Name, public_path};
pub use object::{Object, find, is_named};
pub use removed::{note as note_removed, remove_unneeded};
pub use save::{NewFile, Staged, cleaned, etag, examine, save, stage};
pub use store::{ByteStream, S3Folder, S3Upload, Store, try_bucket};
pub use sweep::{sweep, sweep_as_of};
pub use version::Version;

use crate::auth;
use crate::db::{Db, Reserve};
use crate::request::admission::{Admission, Work};
use crate::request::client::ClientAddress;
use crate::schema::{Bucket, Caller};
use crate::secret::Secret;
use call::{Call, Target};
use error::Result;
use transform::Transform;

pub struct Storage {
    pub db: Arc<Db>,
    pub store: Arc<Store>,
    pub secret: Arc<Secret>,
    pub admission: Arc<Admission>,
    /// `schema::BUCKETS`, unless a test has others.
    pub buckets: &'static [&'static Bucket],
}

/// One handler for every address: names are cut out of the raw path (see `call`), which routes would decode first.
pub fn router<S: Clone + Send + Sync + 'static>(storage: Arc<Storage>) -> Router<S> {
    Router::new().route("/", any(handle)).route("/{*path}", any(handle)).with_state(storage)
}

async fn handle(State(storage): State<Arc<Storage>>, OriginalUri(uri): OriginalUri, request: Request) -> Response {
    let path = uri.path().strip_prefix("/storage/v1").unwrap_or_default();
    let answer = match storage.understand(request.method(), path, request.headers()).await {
        Ok((call, caller)) => storage.carry_out(call, &caller, request).await,
        Err(cause) => Err(cause),
    };
    answer.unwrap_or_else(|cause| answer::refusal(&cause))
}

impl Storage {
    /// What is asked, and by whom. A public file is for everyone, so nobody is asked who they are: a stale token must
    /// not break a picture.
    async fn understand(&self, method: &Method, path: &str, headers: &HeaderMap) -> Result<(Call, Caller)> {
        let reading = matches!(*method, Method::GET | Method::HEAD) && !path.starts_with("/bucket");
        // Their token says who they act for, so a stale session does not stand in the way.
        let by_token = *method == Method::PUT && path.starts_with("/object/upload/sign/");
        let mut caller = Caller::visitor();
        if !reading && !by_token {
            caller = auth::identify(&self.db, &self.secret, headers).await?;
        }
        let call = call::read(self.buckets, method, path)?;
        let signed = matches!(call, Call::ReadSigned(_) | Call::RenderSigned(_) | Call::UploadSigned(_));
        if let Some(bucket) = call.bucket().filter(|_| !signed) {
            if reading && !bucket.public {
                caller = auth::identify(&self.db, &self.secret, headers).await?;
            }
            if !bucket.is_visible_to(&caller) {
                return Err(FileError::NoSuchBucket);
            }
        }
        Ok((call, caller))
    }

    async fn carry_out(&self, call: Call, caller: &Caller, request: Request) -> Result<Response> {
        let (parts, body) = request.into_parts();
        let headers = &parts.headers;
        let ClientAddress(address) = ClientAddress::noted(&parts.extensions)?;
        let query = parts.uri.query().unwrap_or_default();
        let asked = send::Asked { method: &parts.method, headers, query, address };
        let value = match call {
            Call::Read(target) => {
                require_reading(&target, caller)?;
                return send::send(self, caller, &target, &asked).await;
            }
            Call::ReadSigned(target) => {
                sign::check(&self.secret, &target, asked.value("token").as_deref())?;
                return send::send(self, caller, &target, &asked).await;
            }
            Call::Render(target) => {
                require_reading(&target, caller)?;
                let transform = Transform::read(|name| asked.value(name))?;
                return rendition::render(self, caller, &target, &asked, transform).await;
            }
            Call::RenderSigned(target) => {
                let transform = sign::check_transform(&self.secret, &target, asked.value("token").as_deref())?;
                return rendition::render(self, caller, &target, &asked, transform).await;
            }
            Call::Info(target) => {
                require_reading(&target, caller)?;
                self.look_up(caller, &target).await?.ok_or(FileError::NoSuchFile)?.info()
            }
            Call::Upload { target, replace } => {
                let replace = replace || upload::asks_to_replace(headers);
                upload::upload(self, caller, &target, replace, headers, body).await?
            }
            Call::SignUpload(target) => upload_signed::sign(self, caller, &target, headers).await?,
            Call::UploadSigned(target) => {
                let token = asked.value("token");
                upload_signed::upload(self, &target, token.as_deref(), headers, body).await?
            }
            Call::List(bucket) => match answer::read_json(body).await? {
                asked if bucket.may_list(caller) => list::list(&self.db, bucket, asked).await?,
                _ => json!([]),
            },
            Call::ListV2(bucket) => match answer::read_json(body).await? {
                asked if bucket.may_list(caller) => list_v2::list(&self.db, bucket, asked).await?,
                _ => list_v2::nothing(),
            },
            Call::Remove(bucket) => change::remove(self, caller, bucket, answer::read_json(body).await?).await?,
            Call::RemoveOne(target) => change::remove_one(self, caller, target).await?,
            Call::Move => change::rename(self, caller, answer::read_json(body).await?).await?,
            Call::Copy => change::copy(self, caller, answer::read_json(body).await?, headers).await?,
            Call::Sign(target) => sign::sign(self, caller, &target, answer::read_json(body).await?).await?,
            Call::SignMany(bucket) => sign::sign_many(self, caller, bucket, answer::read_json(body).await?).await?,
            Call::Buckets => buckets::list(self.buckets, caller, &asked)?,
            Call::Bucket(bucket) if bucket.may_list(caller) => buckets::describe(bucket),
            Call::Bucket(_) => return Err(FileError::NoSuchBucket),
            Call::ChangeBuckets => return Err(FileError::Denied),
        };
        Ok(answer::json(&value))
    }

    /// As `find`, for those who only read; a crowd of them is held back here, before the database.
    async fn look_up(&self, caller: &Caller, target: &Target) -> Result<Option<Object>> {
        let reserve = if caller.role.is_staff() { Reserve::Staff } else { Reserve::Pages };
        let _permit = self.admission.acquire(reserve, Work::Read).await?;
        Ok(find(&self.db, reserve, target.bucket, &target.name).await?)
    }
}

/// For those who may only write, no file is there.
fn require_reading(target: &Target, caller: &Caller) -> Result<()> {
    if target.bucket.may_read(caller) { Ok(()) } else { Err(FileError::NoSuchFile) }
}
