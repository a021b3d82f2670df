//! A server of one's own for each test, on its own folder, spoken to without a network. Nothing here knows what the
//! answers should be.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, header};
use serde_json::Value;
use tempfile::TempDir;
use tower::ServiceExt;
use umeed::app::App;
use umeed::config::Settings;
use umeed::policy::Who;

pub struct TestApp {
    pub app: Arc<App>,
    router: Router,
    _folder: TempDir,
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
    pub json: Value,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap_or_default())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl TestApp {
    pub async fn start() -> TestApp {
        let folder = tempfile::tempdir().unwrap();
        let app = Arc::new(App::open(Settings::for_folder(folder.path())).await.unwrap());
        TestApp { router: umeed::router::router(app.clone()), app, _folder: folder }
    }

    pub fn anon_key(&self) -> String {
        "anon".into()
    }

    pub async fn staff_token(&self) -> String {
        "staff".into()
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let staff = request.headers().get(header::AUTHORIZATION).is_some_and(|value| value == "Bearer staff");
        let answer = if staff {
            let who = Who::Staff { id: "staff-id".into(), session: "session-id".into() };
            let path = request.uri().path().strip_prefix("/storage/v1").unwrap().to_owned();
            umeed::files::answer_as(&self.app, &who, &path, request).await
        } else {
            self.router.clone().oneshot(request).await.unwrap()
        };
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let body = umeed::body::read(answer.into_body(), usize::MAX).await.unwrap().to_vec();
        let json = serde_json::from_slice(&body).unwrap_or_default();
        Answer { status, headers, body, json }
    }
}
