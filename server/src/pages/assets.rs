//! The web app's own files, compiled into the binary. Their names carry a hash of their contents, so that browsers
//! may keep them for ever. What compresses well is there in its compressed forms only, made when the web app is built.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use axum::http::{HeaderMap, HeaderValue, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use include_dir::{Dir, File, include_dir};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::config::Settings;
use crate::kept::{self, Body, Encoding, Prepared};
use crate::request::headers::add_security_headers;

static CLIENT: Dir = include_dir!("$CARGO_MANIFEST_DIR/../web/dist/shipped");

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
pub static STYLE: LazyLock<Style> = LazyLock::new(|| Style::of(&PUBLIC_ENTRY));

/// The style of public pages. It stands in the document itself, so that nothing has to be fetched before the first paint.
pub struct Style {
    text: String,
    /// How a Content-Security-Policy names it: by its hash, so that no other style in a document counts.
    pub source: String,
}

impl Style {
    fn of(entry: &Entry) -> Style {
        let sheet = |path: &String| String::from_utf8(plain(&path[1..]).into_owned()).expect("a sheet is text");
        let text: String = entry.styles.iter().map(sheet).collect();
        let source = format!("'sha256-{}'", STANDARD.encode(Sha256::digest(&text)));
        Style { text, source }
    }

    /// Puts it into a document that was rendered with an empty one. What people have written comes after that.
    pub fn put_into(&self, html: &str) -> String {
        match html.split_once("<style></style>") {
            Some((before, after)) => [before, "<style>", &self.text, "</style>", after].concat(),
            None => html.to_owned(),
        }
    }
}

/// What every public page has to know, in the words of the render script.
pub fn context(origin: &str, year: i16) -> Value {
    let Entry { script, parts, fonts, .. } = &*PUBLIC_ENTRY;
    let app: Vec<&String> = parts.iter().chain([script]).collect();
    json!({
        "origin": origin, "year": year,
        "start": START.script, "app": app, "fonts": fonts,
    })
}

/// A file of the build as it was before it was compressed.
fn plain(name: &str) -> Cow<'static, [u8]> {
    let contents = |name: &str| CLIENT.get_file(name).map(File::contents);
    match contents(&format!("{name}{}", Encoding::Gzip.suffix())) {
        Some(gzipped) => kept::gunzip(gzipped).into(),
        None => contents(name).expect("the build makes every file that it names").into(),
    }
}

fn entry(source: &str) -> Entry {
    let manifest: Value = serde_json::from_slice(&plain(".vite/manifest.json")).expect("the manifest is JSON");
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
        let Some(name) = file.path().to_str().filter(|name| !name.ends_with(Encoding::Brotli.suffix())) else {
            continue;
        };
        let (name, form) = match name.strip_suffix(Encoding::Gzip.suffix()) {
            Some(name) => (name, Encoding::Gzip),
            None => (name, Encoding::Identity),
        };
        files.insert(format!("/{name}"), Arc::new(finish(name, form, file, settings)));
    }
    // What begins with a dot are the build's own notes.
    for folder in folder.dirs().filter(|folder| !folder.path().starts_with(".vite")) {
        gather(folder, settings, files);
    }
}

/// `file` is the file in one of its forms.
fn finish(name: &str, form: Encoding, file: &'static File, settings: &Settings) -> Prepared {
    let hashed = name.strip_prefix(&FOLDER[1..]).is_some_and(|rest| rest.starts_with('/'));
    let keep = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(name)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    add_security_headers(&mut headers, settings);
    let bytes = |file: &'static File| Bytes::from_static(file.contents());
    Prepared::file(&headers, |wanted| match wanted {
        _ if wanted == form => Some(bytes(file).into()),
        Encoding::Identity => Some(Body::gzipped(bytes(file))),
        _ => CLIENT.get_file(format!("{name}{}", wanted.suffix())).map(|file| bytes(file).into()),
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
