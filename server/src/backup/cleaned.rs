//! Files of an archive that are restored without what they do not show, as an upload would leave them. Such a file is
//! another one than before, so it gets a version of its own: where the archive was made, the old one may still be.

use std::collections::HashMap;

use super::archive::Rows;
use super::format;
use super::read::Bytes;
use super::shape;
use crate::db::Value;
use crate::schema::Bucket;
use crate::schema::bucket::{self, WEBSITE_IMAGES};
use crate::storage::{self, Version};

#[derive(Default)]
pub struct Cleaned {
    /// By the version that the archive has.
    pub files: HashMap<Version, CleanFile>,
    originals: HashMap<Version, Version>,
}

pub struct CleanFile {
    pub version: Version,
    pub bytes: Bytes,
    bucket: &'static Bucket,
    mime_type: String,
}

impl CleanFile {
    pub fn clean(&self, bytes: Vec<u8>) -> Option<Vec<u8>> {
        storage::cleaned(self.bucket, &self.mime_type, bytes.into()).map(Into::into)
    }
}

impl Cleaned {
    /// Looks at a file that this row names; what an upload would refuse or leave alone is not among them.
    pub fn add(&mut self, original: Version, rows: &Rows, row: &[Value], bytes: Vec<u8>) -> anyhow::Result<()> {
        // The oldest archives know one bucket and do not say so.
        let bucket = rows.text(row, "bucket").map_or(Some(&WEBSITE_IMAGES), bucket::find);
        let mime_type = rows.text(row, "mimetype").unwrap_or_default().to_owned();
        let Some(bucket) = bucket else { return Ok(()) };
        let mut file = CleanFile { version: Version::fresh(), bytes: Bytes::default(), bucket, mime_type };
        let Some(clean) = file.clean(bytes.clone()).filter(|clean| *clean != bytes) else { return Ok(()) };
        file.bytes = Bytes { size: clean.len() as u64, etag: storage::etag(&format::digest(&clean[..])?.0) };
        self.originals.insert(file.version, original);
        self.files.insert(original, file);
        Ok(())
    }

    /// The file of this new version, and the version that it has in the archive.
    pub fn find(&self, version: Version) -> Option<(Version, &CleanFile)> {
        let original = self.originals.get(&version)?;
        Some((*original, self.files.get(original)?))
    }

    /// A row as it is restored.
    pub fn row(&self, rows: &Rows, mut row: Vec<Value>) -> Vec<Value> {
        let version = rows.text(&row, "version").filter(|_| rows.kept.name == shape::objects().name);
        let Some(file) = version.and_then(Version::read).and_then(|version| self.files.get(&version)) else {
            return row;
        };
        let size = Value::Int(file.bytes.size as i64);
        let changes = [
            ("version", Value::Text(file.version.to_string())),
            ("size", size),
            ("etag", Value::Text(file.bytes.etag.clone())),
        ];
        for (name, value) in changes {
            if let Some(place) = rows.position(name) {
                row[place] = value;
            }
        }
        row
    }
}
