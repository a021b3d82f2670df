//! Requests to the authority, with a deadline; what it says about waiting is kept, since it is told in a header.

use std::path::Path;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context;
use bytes::Bytes;
use http_body_util::BodyExt;
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use reqwest::StatusCode;
use reqwest::header::RETRY_AFTER;

const TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    wait: Arc<Mutex<Option<Duration>>>,
}

impl Client {
    pub fn new(root: Option<&Path>) -> anyhow::Result<Client> {
        let mut http = reqwest::Client::builder().timeout(TIMEOUT).https_only(true);
        if let Some(path) = root {
            let pem = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            let roots = reqwest::Certificate::from_pem_bundle(&pem)
                .with_context(|| format!("{} holds no certificate (PEM)", path.display()))?;
            http = http.tls_certs_only(roots);
        }
        let http = http.build().context("cannot make a client for the authority")?;
        Ok(Client { http, wait: Arc::default() })
    }

    /// How long the authority wants us to wait, if it has said so since this was last asked.
    pub fn take_wait(&self) -> Option<Duration> {
        self.wait.lock().expect("never poisoned").take()
    }
}

impl HttpClient for Client {
    fn request(
        &self,
        request: axum::http::Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let Client { http, wait } = self.clone();
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            let Ok(body) = body.collect().await;
            let request = axum::http::Request::from_parts(parts, body.to_bytes());
            let request = reqwest::Request::try_from(request).map_err(other)?;
            let response = http.execute(request).await.map_err(other)?;
            if matches!(response.status(), StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
                *wait.lock().expect("never poisoned") = response.headers().get(RETRY_AFTER).and_then(seconds);
            }
            Ok(BytesResponse::from(axum::http::Response::<reqwest::Body>::from(response)))
        })
    }
}

fn other(cause: reqwest::Error) -> Error {
    Error::Other(Box::new(cause))
}

/// In seconds, or as the time of its end.
fn seconds(value: &reqwest::header::HeaderValue) -> Option<Duration> {
    let text = value.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = jiff::fmt::rfc2822::parse(text).ok()?.timestamp();
    Duration::try_from(until - jiff::Timestamp::now()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_told_in_seconds_or_as_a_time() {
        let read = |text: &str| seconds(&reqwest::header::HeaderValue::from_str(text).unwrap());
        assert_eq!(read("120"), Some(Duration::from_secs(120)));
        assert!(read("Fri, 31 Dec 2100 23:59:59 GMT").unwrap() > Duration::from_secs(3600));
        assert_eq!((read("Fri, 31 Dec 1999 23:59:59 GMT"), read("soon")), (None, None));
    }
}
