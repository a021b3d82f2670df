//! /storage/v1: the bucket website_images in Storage's dialect. Everyone reads a file whose name they know; listing
//! and changing is for those whom `policy::may_write_files` allows.

mod answer;
mod call;
mod change;
mod kind;
mod list;
mod metadata;
mod name;
mod object;
mod range;
mod removed;
mod rendition;
mod resize;
mod room;
mod save;
mod send;
mod sign;
mod store;
mod svg;
mod svg_rules;
mod sweep;
mod upload;
mod version;

use std::sync::Arc;

use axum::Router;
use axum::extract::{OriginalUri, Request, State};
use axum::http::Method;
use axum::response::Response;
use axum::routing::any;
use serde_json::{Value, json};

pub use name::{BUCKET, Name, public_path};
pub use object::{Object, find, is_named};
pub use removed::note as note_removed;
pub use room::MAX_BYTES;
pub use save::{etag, examine, save};
pub use store::Store;
pub use sweep::{sweep, sweep_as_of};
pub use version::Version;

use crate::app::App;
use crate::auth;
use crate::error::{Error, Result};
use crate::schema::Caller;
use crate::schema::bucket::WEBSITE_IMAGES;
use call::Call;

/// One handler for every address: names are cut out of the raw path (see `call`), which routes would decode first.
pub fn router() -> Router<Arc<App>> {
    Router::new().route("/", any(handle)).route("/{*path}", any(handle))
}

async fn handle(State(app): State<Arc<App>>, OriginalUri(uri): OriginalUri, request: Request) -> Response {
    let path = uri.path().strip_prefix("/storage/v1").unwrap_or_default();
    // A picture is for everyone, so who asks does not matter: a stale token must not break it.
    let reading = matches!(*request.method(), Method::GET | Method::HEAD) && !path.starts_with("/bucket");
    let caller = match reading {
        true => Ok(Caller::visitor()),
        false => auth::identify(&app.db, &app.secret, request.headers()).await,
    };
    let answer = match caller {
        Ok(caller) => carry_out(&app, &caller, path, request).await,
        Err(auth::AuthError::Failed(cause)) => Err(cause),
        Err(auth::AuthError::Token(auth::TokenError::Expired)) => {
            Err(Error::refused(403, "AccessDenied", "JWT expired"))
        }
        Err(cause) => Err(Error::refused(403, "AccessDenied", cause.to_string())),
    };
    answer.unwrap_or_else(|cause| answer::refusal(&cause))
}

/// What stands behind /storage/v1 in the address, done as this caller may.
async fn carry_out(app: &App, caller: &Caller, path: &str, request: Request) -> Result<Response> {
    let call = call::read(request.method(), path)?;
    let (parts, body) = request.into_parts();
    let asked =
        send::Asked { method: &parts.method, headers: &parts.headers, query: parts.uri.query().unwrap_or_default() };
    let value = match call {
        Call::Read(name) => return send::send(app, &name, &asked).await,
        Call::ReadSigned(name) => {
            sign::check(app, &name, asked.value("token").as_deref())?;
            return send::send(app, &name, &asked).await;
        }
        Call::Render(name) => return rendition::render(app, &name, &asked).await,
        Call::Info(name) => object::look_up(app, &name).await?.ok_or_else(object::no_such_key)?.info(),
        Call::Upload { name, replace } => upload::upload(app, caller, &name, replace, &parts.headers, body).await?,
        Call::List => match answer::read_json(body).await? {
            asked if WEBSITE_IMAGES.writers.contains(&caller.role) => list::list(app, asked).await?,
            _ => json!([]),
        },
        Call::Remove => change::remove(app, caller, answer::read_json(body).await?).await?,
        Call::RemoveOne(name) => change::remove_one(app, caller, name).await?,
        Call::Move => change::rename(app, caller, answer::read_json(body).await?).await?,
        Call::Copy => change::copy(app, caller, answer::read_json(body).await?, &parts.headers).await?,
        Call::Sign(name) => sign::sign(app, caller, &name, answer::read_json(body).await?).await?,
        Call::SignMany => sign::sign_many(app, caller, answer::read_json(body).await?).await?,
        Call::Buckets if WEBSITE_IMAGES.writers.contains(&caller.role) => json!([bucket()]),
        Call::Buckets => json!([]),
        Call::Bucket if WEBSITE_IMAGES.writers.contains(&caller.role) => bucket(),
        Call::Bucket => return Err(Error::refused(404, "NoSuchBucket", "Bucket not found")),
        Call::ChangeBuckets => return Err(upload::denied()),
    };
    Ok(answer::json(&value))
}

/// The kinds of files that are taken.
pub fn mime_types() -> Vec<&'static str> {
    kind::ALL.iter().map(|kind| kind.mimetype()).collect()
}

/// Whether files of this kind are taken.
pub fn is_taken(mimetype: &str) -> bool {
    mime_types().contains(&mimetype)
}

/// The one bucket. It is part of the product, so it has no date of its own.
fn bucket() -> Value {
    json!({
        "id": BUCKET, "name": BUCKET, "owner": "", "public": true, "type": "STANDARD",
        "file_size_limit": MAX_BYTES, "allowed_mime_types": mime_types(),
        "created_at": "2026-01-01T00:00:00.000Z", "updated_at": "2026-01-01T00:00:00.000Z",
    })
}
