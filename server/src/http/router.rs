//! The surfaces and the layers around them. What lies below a surface's prefix is in its own router; everything else
//! is a page.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::handler::Handler;
use axum::http::{HeaderName, Method, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::{any, get};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowHeaders, Any, CorsLayer};

use super::health::{self, Health};
use super::middleware::{self, Edge};
use super::{metrics, rpc, rpc_set_up, surfaces};
use crate::app::App;
use crate::auth::{self, Auth, PasswordQueue};
use crate::pages::Previews;
use crate::request::{body, headers};
use crate::rest::{self, Rest};
use crate::{pages, realtime, storage};

/// Tables and accounts answer fast or not at all; files may take as long as a slow phone needs.
const API_TIME: Duration = Duration::from_secs(30);
const FILE_TIME: Duration = Duration::from_secs(600);

pub fn router(app: Arc<App>) -> Router {
    let rest = Rest {
        db: app.db.clone(),
        secret: app.secret.clone(),
        admission: app.admission.clone(),
        forms: app.forms.clone(),
        mail: app.mail.clone(),
        frequent: app.frequent.clone(),
        origin: app.settings.origin(),
    };
    let auth = Auth {
        db: app.db.clone(),
        secret: app.secret.clone(),
        limits: app.limits.clone(),
        passwords: PasswordQueue::default(),
        mail: app.mail.clone(),
        origin: app.settings.origin(),
        access_token_secs: app.settings.access_token_secs,
        allow_sign_up: app.settings.allow_sign_up,
        folder: app.settings.folder.path.clone(),
    };
    let api = Router::new()
        .merge(rpc::router())
        .nest_service(surfaces::REST, rest::router(Arc::new(rest)))
        .nest_service(surfaces::AUTH, auth::router(Arc::new(auth)))
        .nest_service(surfaces::REALTIME, realtime::router(app.realtime.clone()))
        .layer(from_fn_with_state(API_TIME, middleware::time_limit));
    let storage = Router::new()
        .nest(surfaces::STORAGE, storage::router(app.storage.clone()))
        .merge(rpc_set_up::router()) // it may bring a logo along
        .layer(from_fn_with_state(FILE_TIME, middleware::time_limit));
    let previews = Arc::new(Previews::new(app.pages.clone(), app.secret.clone()));
    let preview =
        any(pages::serve_preview).layer(from_fn_with_state(API_TIME, middleware::time_limit)).with_state(previews);

    let health = Arc::new(Health::new(app.db.clone(), app.stopping.clone()));
    let edge = Arc::new(Edge {
        settings: app.settings.clone(),
        pages: app.pages.clone(),
        frequent: app.frequent.clone(),
        proxies: app.proxies.clone(),
        sending: Arc::default(),
    });

    Router::new()
        .merge(api)
        .merge(storage)
        .route(&format!("{}/{{*path}}", surfaces::FUNCTIONS), any(no_such_service))
        .route(surfaces::GRAPHQL, any(no_such_service))
        .route("/{service}/v1/", any(no_such_service))
        .layer(cors())
        .route(surfaces::LIFE, get(health::show_life))
        .route_service(surfaces::READINESS, get(health::show_readiness).with_state(health))
        .route(surfaces::METRICS, get(metrics::show))
        .route_service(pages::PREVIEW, preview)
        .fallback_service(pages::serve.with_state(app.pages.clone()))
        .layer(CatchPanicLayer::custom(middleware::after_panic))
        .layer(from_fn(body::drain_unread))
        .layer(from_fn_with_state(edge, middleware::number_and_log))
        .with_state(app)
}

/// Functions and others, which this server does not have: said in JSON, so that clients can read it.
async fn no_such_service() -> Response {
    headers::plain_refusal(StatusCode::NOT_FOUND, "This server does not offer that service.")
}

/// Any origin may call the API: a caller brings its own token, which no browser adds by itself. The one cookie (see
/// `auth::device`) opens nothing, and credentials are not allowed here, so other sites neither send nor get it.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD, Method::POST, Method::PATCH, Method::PUT, Method::DELETE])
        // A caller's own headers (tracing, for one) mean nothing here and must not stop its calls.
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers([
            header::CONTENT_RANGE,
            header::CONTENT_LENGTH,
            header::ETAG,
            header::LINK,
            header::RETRY_AFTER,
            HeaderName::from_static("preference-applied"),
            HeaderName::from_static("x-request-id"),
            HeaderName::from_static("x-total-count"),
            HeaderName::from_static("x-supabase-api-version"),
        ])
        .max_age(Duration::from_secs(3600))
}
