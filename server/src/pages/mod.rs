//! Pages for people.
use axum::http::StatusCode;
use axum::response::Response;
pub async fn serve() -> Response {
    crate::edge::empty(StatusCode::NOT_FOUND)
}
