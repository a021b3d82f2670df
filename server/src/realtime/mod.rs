//! /realtime/v1: changes as they happen, broadcasts and presence, in Realtime's dialect over WebSockets. Who may hear of a
//! row is said by the rules of its table and nothing else. Stores nothing, and never makes the writer wait.

mod calls;
mod change_frames;
mod changes;
mod channel;
mod client;
mod fan_out;
mod filter;
mod frames;
mod hub;
mod inbox;
mod join;
mod limits;
mod outbox;
mod post;
mod presence;
mod presences;
mod protocol;
mod shares;
mod socket;
mod subscription;
mod told;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{any, get, post};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use crate::auth::{self, AuthError, Bearer};
use crate::clock;
use crate::db::{Db, Engine, Heard};
use crate::error::{Error, Result};
use crate::request::client::ClientAddress;
use crate::request::connection_limit::ConnectionLimit;
use crate::request::descriptors;
use crate::request::headers;
use crate::request::network::Network;
use crate::request::rate_limit::Limiter;
use crate::schema::{Caller, Role};
use crate::secret::Secret;
use client::Client;
use frames::Close;
use hub::Hub;
use inbox::Inbox;
pub use limits::MAX_SOCKETS;
use limits::{MAX_KEY, Meter, VISITOR_POSTS, VISITORS_TOGETHER};
use protocol::Version;
use socket::Handshake;
use told::Told;

/// How often tokens and sessions are looked for that have ended unheard: commands on a machine write to the database
/// without a word to the server.
const TICK: Duration = Duration::from_secs(1);

/// How long the clients may take to leave when the server stops.
const MAX_STOP: Duration = Duration::from_secs(3);

pub struct Realtime {
    db: Arc<Db>,
    secret: Arc<Secret>,
    hub: Hub,
    places: Arc<Semaphore>,
    by_address: Arc<ConnectionLimit>,
    posts: Limiter<Network>,
    /// What the broadcasts of all visitors have cost.
    visitors: Mutex<Meter>,
    stopping: AtomicBool,
}

/// What works for the service, until this is dropped.
pub struct Tasks([JoinHandle<()>; 2]);

impl Drop for Tasks {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}

impl Realtime {
    pub fn start(db: Arc<Db>, secret: Arc<Secret>) -> (Arc<Realtime>, Tasks) {
        let max = descriptors::for_sockets(MAX_SOCKETS);
        let realtime = Arc::new(Realtime {
            secret,
            hub: Hub::default(),
            places: Arc::new(Semaphore::new(max)),
            by_address: ConnectionLimit::new(max),
            posts: Limiter::new(VISITOR_POSTS.burst, VISITOR_POSTS.every),
            visitors: Mutex::default(),
            stopping: AtomicBool::new(false),
            db,
        });
        let (inbox, queue, waiting) = Inbox::new();
        let inbox = Arc::new(inbox);
        realtime.listen(&inbox);
        let (worker, sweeper) = (realtime.clone(), realtime.clone());
        let work = tokio::spawn(async move { worker.work(queue, waiting).await });
        let sweep = tokio::spawn(async move { sweeper.sweep().await });
        (realtime, Tasks([work, sweep]))
    }

    /// The database holds these for as long as it lives, so they hold nothing of it.
    fn listen(self: &Arc<Realtime>, inbox: &Arc<Inbox>) {
        let (weak, to) = (Arc::downgrade(self), inbox.clone());
        self.db.on_commit(Box::new(move |record| {
            if let Some(realtime) = weak.upgrade() {
                to.commit(record, realtime.hub.hears_changes());
            }
        }));
        self.db.describe_commits(Box::new(inbox::described));
        let to = inbox.clone();
        self.db.on_notice(Box::new(move |heard| match heard {
            Heard::Text(server, text) => {
                if let Some(told) = Told::read(text) {
                    to.heard(server, told, text.len());
                }
            }
            Heard::Gap => to.gap(),
        }));
        if self.db.engine() == Engine::Postgres {
            let db = Arc::downgrade(&self.db);
            let tell = move |told: &Told| db.upgrade().is_none_or(|db| db.tell(&told.text()));
            let _ = self.hub.tell.set(Box::new(tell));
        }
    }

    async fn sweep(&self) {
        let mut beat = Instant::now();
        loop {
            tokio::time::sleep(TICK).await;
            let now = clock::unix_seconds();
            self.hub.end("The access token has expired", |_, channel| !channel.is_current(now));
            if beat.elapsed() >= presences::BEAT {
                beat = Instant::now();
                self.hub.beat();
            }
            self.identify_all().await;
        }
    }

    async fn identify(&self, token: Option<&str>) -> Result<Bearer, AuthError> {
        match token {
            Some(token) => auth::identify_token(&self.db, &self.secret, token).await,
            None => Ok(Bearer { caller: Caller::visitor(), expires: None }),
        }
    }

    /// Counts a broadcast that so many will get. Staff are bounded by their number.
    fn charge(&self, role: Role, audience: usize) -> Result<()> {
        if role.is_staff() {
            return Ok(());
        }
        let count = u32::try_from(audience.max(1)).unwrap_or(u32::MAX).min(VISITORS_TOGETHER.burst);
        let mut meter = self.visitors.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = |wait: Duration| Error::TooMany { retry_after: wait.as_secs() + 1 };
        meter.charge(VISITORS_TOGETHER, count, Instant::now()).map_err(wait)
    }

    /// How many clients are connected, and how many channels they have joined.
    pub fn open(&self) -> (usize, usize) {
        (self.hub.connections(), self.hub.channels())
    }

    /// Tells every client that the server stops, and waits until they have gone, but not for long.
    pub async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        self.hub.end_all(Close::GoingAway);
        let gone = async {
            while self.hub.connections() > 0 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let _ = tokio::time::timeout(MAX_STOP, gone).await;
    }
}

pub fn router(realtime: Arc<Realtime>) -> Router {
    Router::new()
        .route("/websocket", get(open))
        .route("/api/broadcast", post(post::batch))
        .route("/api/broadcast/{topic}/events/{event}", post(post::single))
        .route("/", any(nothing_here))
        .route("/{*path}", any(nothing_here))
        .method_not_allowed_fallback(wrong_method)
        .with_state(realtime)
}

async fn open(State(realtime): State<Arc<Realtime>>, mut request: Request) -> Response {
    let Some(handshake) = Handshake::of(&mut request) else {
        return headers::plain_refusal(StatusCode::UPGRADE_REQUIRED, "This address is for WebSockets.");
    };
    let full =
        || headers::plain_refusal(StatusCode::SERVICE_UNAVAILABLE, "Too many connections of this kind are open.");
    if realtime.stopping.load(Ordering::Relaxed) {
        return headers::plain_refusal(StatusCode::SERVICE_UNAVAILABLE, "The server is stopping.");
    }
    let Ok(ClientAddress(address)) = ClientAddress::noted(request.extensions()) else { return full() };
    // A place among its kind, of which there are many, in exchange for the one of a request that it was.
    let Ok(place) = realtime.places.clone().try_acquire_owned() else { return full() };
    let Some(slot) = realtime.by_address.acquire(address) else { return full() };
    let asked: Vec<(String, String)> =
        form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes()).into_owned().collect();
    let value = |name: &str| asked.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str());
    let version = Version::named(value("vsn"));
    // Nearly all send the public key, which is as good as none. What is too long is no key, and not kept.
    let key = value("apikey").filter(|key| !key.is_empty() && *key != auth::anon_key(&realtime.secret));
    let key = key.map(|key| if key.len() > MAX_KEY { Box::from("") } else { Box::from(key) });
    let answer = handshake.answer();
    tokio::spawn(async move {
        let _held = (place, slot);
        if let Some(socket) = handshake.done().await {
            Client::new(realtime, version, key, address).run(socket).await;
        }
    });
    answer.map(Body::new)
}

async fn nothing_here() -> Response {
    headers::plain_refusal(StatusCode::NOT_FOUND, "There is nothing at this address.")
}

async fn wrong_method() -> Response {
    headers::plain_refusal(StatusCode::METHOD_NOT_ALLOWED, "This address does not take that method.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn visitors_share_one_budget_of_broadcasts_and_staff_have_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let db = Arc::new(Db::open(&crate::config::Folder::at(folder.path())).await.unwrap());
        let (realtime, _tasks) = Realtime::start(db, Arc::new(Secret::random().unwrap()));
        let half = VISITORS_TOGETHER.burst as usize / 2;
        for _ in 0..2 {
            realtime.charge(Role::Visitor, half).unwrap();
        }
        let refused = realtime.charge(Role::Visitor, half);
        assert!(matches!(refused, Err(Error::TooMany { retry_after: 1.. })), "{refused:?}");
        realtime.charge(Role::Editor, half).unwrap();
    }
}
