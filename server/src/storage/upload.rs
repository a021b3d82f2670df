//! Receives a file: as a form, as browsers send it, or as the bare body. What arrives goes through `save`.

use axum::body::Body;
use axum::http::{HeaderMap, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt, stream};
use multer::{Constraints, Field, Multipart, SizeLimit};
use serde_json::{Value, json};

use super::Storage;
use super::call::Target;
use super::error::{FileError, Result};
use super::save::{NewFile, save};
use super::upload_memory::Receiving;
use crate::schema::{Bucket, Caller};

/// What a form needs around the file: field names, boundaries, the uploader's own metadata.
const MULTIPART_OVERHEAD: usize = 2 * 1024 * 1024;
const MAX_FIELD: usize = 1024 * 1024;
const MAX_FIELDS: usize = 10;

type Chunk = std::result::Result<Bytes, axum::Error>;

struct Received {
    file: Receiving,
    cache_control: String,
    metadata: Option<String>,
}

pub async fn upload(
    storage: &Storage,
    caller: &Caller,
    target: &Target,
    upsert: bool,
    headers: &HeaderMap,
    body: Body,
) -> Result<Value> {
    let bucket = target.bucket;
    if !bucket.may_write(caller) {
        return Err(FileError::Denied);
    }
    let expected = text(headers, header::CONTENT_LENGTH.as_str()).and_then(|length| length.parse::<u64>().ok());
    if expected.is_some_and(|length| length > (bucket.max_bytes + MULTIPART_OVERHEAD) as u64) {
        return Err(FileError::TooLarge);
    }
    let file = storage.store.upload_memory.reserve(expected, bucket.max_bytes).await?;
    let content_type = text(headers, header::CONTENT_TYPE.as_str()).unwrap_or_default();
    let received = match multer::parse_boundary(content_type) {
        Ok(boundary) if boundary.is_empty() => return Err(unreadable()),
        Ok(boundary) => from_form(bucket, file, boundary, body).await?,
        Err(_) if content_type.starts_with("multipart/") => return Err(unreadable()),
        Err(_) => from_body(file, headers, body).await?,
    };
    let metadata = received.metadata.filter(|text| !text.is_empty()).map(checked_metadata).transpose()?;
    let (bytes, _reserved) = received.file.finish();
    let file = NewFile {
        bucket,
        name: target.name.as_str(),
        bytes,
        cache_control: &received.cache_control,
        upsert,
        owner: caller.staff_id(),
        user_metadata: metadata,
    };
    let saved = save(&storage.db, &storage.store, file).await?;
    Ok(json!({ "Key": format!("{}/{}", bucket.name, saved.name), "Id": saved.id }))
}

pub fn asks_to_replace(headers: &HeaderMap) -> bool {
    text(headers, "x-upsert").is_some_and(|value| value.eq_ignore_ascii_case("true"))
}

/// The file is the part without a name, or any part that is a file; fields may stand before or after it.
async fn from_form(bucket: &Bucket, mut file: Receiving, boundary: String, body: Body) -> Result<Received> {
    let limit = SizeLimit::new().whole_stream((bucket.max_bytes + MULTIPART_OVERHEAD) as u64);
    let chunks = form_chunks(body, &boundary).await?;
    let mut form = Multipart::with_constraints(chunks, boundary, Constraints::new().size_limit(limit));
    let (mut cache_control, mut metadata, mut has_file) = (String::new(), None, false);
    let mut fields = 0;
    while let Some(mut field) = form.next_field().await.map_err(broken)? {
        fields += 1;
        if fields > MAX_FIELDS {
            return Err(FileError::invalid("The form has too many fields."));
        }
        match field.name() {
            Some("cacheControl") => cache_control = small_text(field).await?,
            Some("metadata") => metadata = Some(small_text(field).await?),
            name if name.is_none_or(str::is_empty) || field.file_name().is_some() => {
                if has_file {
                    return Err(FileError::invalid("Please send one file at a time."));
                }
                has_file = true;
                while let Some(chunk) = field.chunk().await.map_err(broken)? {
                    file.push(&chunk)?;
                }
            }
            _ => drop(small_text(field).await?),
        }
    }
    if !has_file {
        return Err(FileError::invalid("The form contains no file."));
    }
    Ok(Received { file, cache_control, metadata })
}

async fn from_body(mut file: Receiving, headers: &HeaderMap, body: Body) -> Result<Received> {
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        file.push(&chunk.map_err(|_| incomplete())?)?;
    }
    let metadata = match text(headers, "x-metadata") {
        None => None,
        Some(encoded) => {
            let bytes = STANDARD.decode(encoded.trim()).map_err(|_| bad_metadata())?;
            Some(String::from_utf8(bytes).map_err(|_| bad_metadata())?)
        }
    };
    let cache_control = text(headers, header::CACHE_CONTROL.as_str()).unwrap_or_default().to_owned();
    Ok(Received { file, cache_control, metadata })
}

/// The chunks of a form, made easy for its reader: the first one holds the first boundary, since the reader may take
/// the form for cut off when it comes late; and each is followed by a pause, since the reader takes all that is there
/// at once and would hold the file twice.
async fn form_chunks(body: Body, boundary: &str) -> Result<impl Stream<Item = Chunk> + use<>> {
    let mut chunks = body.into_data_stream();
    let mut first = BytesMut::new();
    while !contains(&first, boundary.as_bytes()) {
        match chunks.next().await {
            Some(chunk) if first.len() < MAX_FIELD => first.extend_from_slice(&chunk.map_err(|_| incomplete())?),
            Some(_) => return Err(unreadable()),
            None => return Err(incomplete()),
        }
    }
    let rest = chunks.then(async |chunk| {
        tokio::task::yield_now().await;
        chunk
    });
    Ok(stream::once(async { Ok(first.freeze()) }).chain(rest))
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

async fn small_text(mut field: Field<'_>) -> Result<String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(broken)? {
        if bytes.len() + chunk.len() > MAX_FIELD {
            return Err(FileError::invalid("A field of the form is too long."));
        }
        bytes.extend_from_slice(&chunk);
    }
    String::from_utf8(bytes).map_err(|_| unreadable())
}

fn checked_metadata(text: String) -> Result<String> {
    match serde_json::from_str(&text) {
        Ok(Value::Object(_)) => Ok(text),
        _ => Err(bad_metadata()),
    }
}

fn broken(cause: multer::Error) -> FileError {
    match cause {
        multer::Error::StreamSizeExceeded { .. } => FileError::TooLarge,
        multer::Error::StreamReadFailed(_)
        | multer::Error::IncompleteStream
        | multer::Error::IncompleteFieldData { .. }
        | multer::Error::IncompleteHeaders => incomplete(),
        _ => unreadable(),
    }
}

fn incomplete() -> FileError {
    FileError::invalid("The upload ended before it was complete. Please try again.")
}

fn unreadable() -> FileError {
    FileError::invalid("The form cannot be read.")
}

fn bad_metadata() -> FileError {
    FileError::invalid("The metadata must be a JSON object.")
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}
