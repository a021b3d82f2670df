//! Broadcasts over HTTP, for those who have no channel open: several at once, or one whose topic and event are in the
//! address. All are sent or none; answered when they have been handed on. Whether anyone heard them is not known.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::Realtime;
use super::calls::check_broadcast;
use super::channel::Topic;
use super::join::PREFIX;
use super::limits::{Bounds, MAX_BATCH, MAX_TOPIC_BYTES};
use super::protocol;
use crate::auth::{self, AuthError};
use crate::error::{Error, Result};
use crate::request::body;
use crate::request::client::ClientAddress;
use crate::request::headers::plain_refusal;
use crate::request::network::Network;
use crate::schema::Caller;

#[derive(Deserialize)]
struct Batch {
    messages: Vec<Sent>,
}

#[derive(Deserialize)]
struct Sent {
    topic: String,
    event: String,
    payload: Box<RawValue>,
    #[serde(default)]
    private: Option<bool>,
}

pub async fn batch(State(realtime): State<Arc<Realtime>>, request: Request) -> Response {
    answer(send_batch(&realtime, request).await)
}

pub async fn single(
    State(realtime): State<Arc<Realtime>>,
    Path((topic, event)): Path<(String, String)>,
    request: Request,
) -> Response {
    answer(send_single(&realtime, &topic, &event, request).await)
}

async fn send_batch(realtime: &Realtime, request: Request) -> Result<()> {
    let (parts, body) = request.into_parts();
    let (caller, address) = (realtime.caller(&parts.headers).await?, ClientAddress::noted(&parts.extensions)?);
    let bytes = realtime.body_of(&caller, body).await?;
    let sent: Batch = serde_json::from_slice(&bytes).map_err(|cause| unclear(&cause.to_string()))?;
    if sent.messages.is_empty() || sent.messages.len() > MAX_BATCH {
        return Err(unclear(&format!("there must be one to {MAX_BATCH} messages")));
    }
    let post = |message: Sent| {
        let said = protocol::Body::Json(message.payload.get().into());
        Post::checked(&caller, &message.topic, message.private == Some(true), message.event, said)
    };
    let posts: Vec<Post> = sent.messages.into_iter().map(post).collect::<Result<_>>()?;
    realtime.post(&caller, address, &posts)
}

async fn send_single(realtime: &Realtime, topic: &str, event: &str, request: Request) -> Result<()> {
    let (parts, body) = request.into_parts();
    let (caller, address) = (realtime.caller(&parts.headers).await?, ClientAddress::noted(&parts.extensions)?);
    let query = parts.uri.query().unwrap_or_default();
    let asked: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    if asked.iter().any(|(name, _)| name.starts_with("persist")) {
        return Err(unclear("broadcasts are not stored here"));
    }
    let mut is_private = false;
    for (_, value) in asked.iter().filter(|(name, _)| name == "private") {
        match value.as_str() {
            "true" => is_private = true,
            "false" => {}
            // What was meant for few must not go to all by a slip.
            _ => return Err(Error::refused(400, "400", "private is either true or false")),
        }
    }
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let bytes = realtime.body_of(&caller, body).await?;
    let said = match kind.starts_with("application/octet-stream") {
        true => protocol::Body::Binary(bytes),
        false => protocol::Body::of_json(&bytes).ok_or_else(|| unclear("the payload is not JSON"))?,
    };
    realtime.post(&caller, address, &[Post::checked(&caller, topic, is_private, event.to_owned(), said)?])
}

/// A broadcast that its caller may send.
struct Post {
    topic: Topic,
    event: String,
    said: protocol::Body,
}

impl Post {
    fn checked(caller: &Caller, short: &str, is_private: bool, event: String, said: protocol::Body) -> Result<Post> {
        let name = format!("{PREFIX}{short}");
        if short.is_empty() || event.is_empty() || name.len() > MAX_TOPIC_BYTES {
            return Err(unclear(&format!("a topic and an event are needed, of at most {MAX_TOPIC_BYTES} bytes")));
        }
        if is_private && !caller.role.is_staff() {
            return Err(Error::Denied { subject: "this channel".into(), signed_in: true });
        }
        check_broadcast(&event, &said, caller.role).map_err(|reason| unclear(&reason))?;
        Ok(Post { topic: Topic { name: name.into(), is_private }, event, said })
    }
}

impl Realtime {
    async fn caller(&self, headers: &axum::http::HeaderMap) -> Result<Caller> {
        auth::identify(&self.db, &self.secret, headers).await.map_err(|cause| match cause {
            AuthError::Failed(cause) => cause,
            AuthError::Unconfirmed | AuthError::NotEnrolled => Error::refused(403, "403", auth::caller_words(&cause)),
            cause => Error::refused(401, "401", auth::caller_words(&cause)),
        })
    }

    async fn body_of(&self, caller: &Caller, body: Body) -> Result<bytes::Bytes> {
        body::read(body, Bounds::of(caller.role).message_bytes).await
    }

    /// Counts all of them before the first is sent.
    fn post(&self, caller: &Caller, ClientAddress(address): ClientAddress, posts: &[Post]) -> Result<()> {
        if !caller.role.is_staff() {
            posts.iter().try_for_each(|_| self.posts.charge(&Network::of(address)))?;
        }
        self.charge(caller.role, posts.iter().map(|post| self.hub.audience(&post.topic).max(1)).sum())?;
        for Post { topic, event, said } in posts {
            self.pass_on(topic, event, said, None).map_err(|_| Error::TooMany { retry_after: 1 })?;
        }
        Ok(())
    }
}

fn unclear(why: &str) -> Error {
    Error::refused(422, "422", why)
}

fn answer(done: Result<()>) -> Response {
    let cause = match done {
        Ok(()) => return StatusCode::ACCEPTED.into_response(),
        Err(cause) => cause,
    };
    cause.log();
    let refused = |status: StatusCode, message: &str| plain_refusal(status, message);
    match cause {
        Error::Refused(refusal) => refused(refusal.status, &refusal.message),
        Error::Denied { .. } => refused(StatusCode::FORBIDDEN, "Unauthorized"),
        Error::TooLarge { limit } => {
            refused(StatusCode::PAYLOAD_TOO_LARGE, &format!("The request body is larger than {limit} bytes"))
        }
        Error::TooMany { retry_after } => {
            let mut answer = refused(StatusCode::TOO_MANY_REQUESTS, "You have exceeded your rate limit");
            answer.headers_mut().insert(header::RETRY_AFTER, retry_after.into());
            answer
        }
        Error::Internal(_) | Error::Duplicate { .. } => {
            refused(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong on our side")
        }
        Error::Busy | Error::TooSlow | Error::TooLong | Error::Unavailable(_) => {
            refused(StatusCode::SERVICE_UNAVAILABLE, "The service is busy, please try again in a moment")
        }
    }
}
