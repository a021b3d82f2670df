//! The web app's own files, compiled into the binary. Their names carry a hash of their contents, so that browsers
//! may keep them for ever. Compressed forms are made when the web app is built.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use axum::http::{HeaderMap, HeaderValue, header};
use bytes::Bytes;
use include_dir::{Dir, File, include_dir};
use serde_json::{Value, json};

use crate::config::Settings;
use crate::kept::{Encoding, Prepared};
use crate::request::headers::add_security_headers;

static CLIENT: Dir = include_dir!("$CARGO_MANIFEST_DIR/../web/dist/client");

/// Where the build puts files whose names carry a hash.
pub const FOLDER: &str = "/assets";

/// What a page has to load.
pub struct Entry {
    pub script: String,
    /// What the script imports.
    pub parts: Vec<String>,
    pub styles: Vec<String>,
    pub fonts: Vec<String>,
}

static PUBLIC_ENTRY: LazyLock<Entry> = LazyLock::new(|| entry("src/entry-client.tsx"));
static START: LazyLock<Entry> = LazyLock::new(|| entry("src/start.ts"));
pub static ADMIN_ENTRY: LazyLock<Entry> = LazyLock::new(|| entry("src/entry-admin.tsx"));

/// What every public page has to know, in the words of the render script.
pub fn context(origin: &str, year: i16) -> Value {
    let Entry { script, parts, styles, fonts } = &*PUBLIC_ENTRY;
    let app: Vec<&String> = parts.iter().chain([script]).collect();
    json!({
        "origin": origin, "year": year,
        "start": START.script, "app": app, "styles": styles, "fonts": fonts,
    })
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
        script: format!("/{}", chunk["file"].as_str().expect("an entry is a file")),
        styles: paths(&chunk["css"]),
        parts: imported.filter_map(|name| manifest[name]["file"].as_str()).map(|file| format!("/{file}")).collect(),
        fonts: paths(&chunk["assets"]).into_iter().filter(|file| file.ends_with(".woff2")).collect(),
    }
}

/// Every file, ready to be sent, by its path.
pub struct Files(HashMap<String, Arc<Prepared>>);

impl Files {
    pub fn new(settings: &Settings) -> Files {
        let mut files = HashMap::new();
        gather(&CLIENT, settings, &mut files);
        Files(files)
    }

    pub fn get(&self, path: &str) -> Option<&Arc<Prepared>> {
        self.0.get(path)
    }
}

fn gather(folder: &'static Dir, settings: &Settings, files: &mut HashMap<String, Arc<Prepared>>) {
    for file in folder.files() {
        let Some(name) = file.path().to_str().filter(|name| !is_form(name)) else { continue };
        files.insert(format!("/{name}"), Arc::new(finish(name, file, settings)));
    }
    // What begins with a dot are the build's own notes.
    for folder in folder.dirs().filter(|folder| !folder.path().starts_with(".vite")) {
        gather(folder, settings, files);
    }
}

/// A compressed form of another file.
fn is_form(name: &str) -> bool {
    [Encoding::Brotli, Encoding::Gzip].iter().any(|encoding| name.ends_with(encoding.suffix()))
}

fn finish(name: &str, plain: &'static File, settings: &Settings) -> Prepared {
    let hashed = name.strip_prefix(&FOLDER[1..]).is_some_and(|rest| rest.starts_with('/'));
    let keep = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(name)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    add_security_headers(&mut headers, settings);
    Prepared::file(&headers, |encoding| match encoding {
        Encoding::Identity => Some(Bytes::from_static(plain.contents())),
        _ => CLIENT.get_file(format!("{name}{}", encoding.suffix())).map(|file| Bytes::from_static(file.contents())),
    })
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
