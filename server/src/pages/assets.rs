//! The web app's own files, compiled into the binary. Their names carry a hash of their contents, so that browsers
//! may keep them for ever. Compressed forms are made when the web app is built.

use std::sync::LazyLock;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};
use serde_json::{Value, json};

use super::encoding::Encoding;

static CLIENT: Dir = include_dir!("$CARGO_MANIFEST_DIR/../web/dist/client");

/// What a page has to load, in the words of the render script.
pub struct Entry {
    pub scripts: Vec<String>,
    pub styles: Vec<String>,
    pub preloads: Vec<String>,
    pub fonts: Vec<String>,
}

pub static PUBLIC_ENTRY: LazyLock<Entry> = LazyLock::new(|| entry("src/entry-client.tsx"));
pub static ADMIN_ENTRY: LazyLock<Entry> = LazyLock::new(|| entry("src/entry-admin.tsx"));

impl Entry {
    pub fn context(&self, origin: &str, year: i16) -> Value {
        json!({
            "origin": origin, "year": year,
            "scripts": self.scripts, "styles": self.styles, "preloads": self.preloads, "fonts": self.fonts,
        })
    }
}

fn entry(source: &str) -> Entry {
    let manifest = CLIENT.get_file(".vite/manifest.json").expect("the build makes a manifest").contents();
    let manifest: Value = serde_json::from_slice(manifest).expect("the manifest is JSON");
    let chunk = &manifest[source];
    let paths = |list: &Value| -> Vec<String> {
        list.as_array().into_iter().flatten().filter_map(Value::as_str).map(|file| format!("/{file}")).collect()
    };
    let imported = chunk["imports"].as_array().into_iter().flatten().filter_map(Value::as_str);
    Entry {
        scripts: chunk["file"].as_str().map(|file| format!("/{file}")).into_iter().collect(),
        styles: paths(&chunk["css"]),
        preloads: imported.filter_map(|name| manifest[name]["file"].as_str()).map(|file| format!("/{file}")).collect(),
        fonts: paths(&chunk["assets"]).into_iter().filter(|file| file.ends_with(".woff2")).collect(),
    }
}

/// The file at this path, in the smallest form the browser takes; `None` when there is none.
pub fn find(path: &str, headers: &HeaderMap) -> Option<Response> {
    let name = path.trim_start_matches('/');
    if name.starts_with('.') {
        return None; // the build's own notes
    }
    let plain = CLIENT.get_file(name)?;
    let wanted = Encoding::of(headers);
    let compressed = wanted.suffix().and_then(|suffix| CLIENT.get_file(format!("{name}{suffix}")));
    let (file, encoding) = match compressed {
        Some(file) => (file, wanted),
        None => (plain, Encoding::Identity),
    };
    let mut response = (StatusCode::OK, file.contents()).into_response();
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, header::HeaderValue::from_static(media_type(name)));
    answer.insert(header::VARY, header::HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding.name() {
        answer.insert(header::CONTENT_ENCODING, header::HeaderValue::from_static(encoding));
    }
    let keep = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    answer.insert(header::CACHE_CONTROL, header::HeaderValue::from_static(keep));
    Some(response)
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "webp" => "image/webp",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
