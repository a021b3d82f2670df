//! What an archive holds besides rows and bytes: the manifest, and the checksum at the end.

use std::io::{self, Read};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Bumped when an older umeed could no longer read what a newer one writes.
pub const FORMAT: u32 = 1;
pub const MANIFEST: &str = "manifest.json";
const CHECKSUM: &str = "sha256";
/// What tar puts after the last member.
pub const TAR_END: u64 = 1024;

#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    pub format: u32,
    /// The version of umeed that made it, for people.
    pub version: String,
    /// Which tables and columns its maker knew (see `shape`).
    pub schema: u32,
    pub made_at: String,
    pub tables: Vec<Contents>,
    pub members: Vec<Member>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Contents {
    pub name: String,
    pub columns: Vec<String>,
    pub rows: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Member {
    pub name: String,
    pub size: u64,
    pub sha256: String,
}

pub fn rows_member(table: &str) -> String {
    format!("rows/{table}.jsonl.gz")
}

pub fn file_member(version: &str) -> String {
    format!("files/{version}")
}

/// A header that says nothing of the machine or the moment, so that it depends on name and size alone.
pub fn header(size: u64) -> tar::Header {
    let mut header = tar::Header::new_ustar();
    header.set_entry_type(tar::EntryType::Regular);
    header.set_mode(0o600);
    header.set_mtime(0);
    header.set_uid(0);
    header.set_gid(0);
    header.set_size(size);
    header
}

/// The end of an archive whose bytes up to here have this digest: always the same for the same digest, so it can
/// be compared byte by byte, and no byte of an archive can change unseen.
pub fn checksum(digest: &[u8]) -> io::Result<Vec<u8>> {
    let text = format!("{}\n", hex(digest));
    let mut tar = tar::Builder::new(Vec::new());
    tar.append_data(&mut header(text.len() as u64), CHECKSUM, text.as_bytes())?;
    tar.into_inner()
}

/// The digest of all that can be read, and how much that was.
pub fn digest(mut from: impl Read) -> io::Result<(Vec<u8>, u64)> {
    let (mut digest, mut size) = (Sha256::new(), 0);
    let mut chunk = vec![0; 256 * 1024];
    loop {
        match from.read(&mut chunk) {
            Ok(0) => return Ok((digest.finalize().to_vec(), size)),
            Ok(count) => {
                digest.update(&chunk[..count]);
                size += count as u64;
            }
            Err(cause) if cause.kind() == io::ErrorKind::Interrupted => {}
            Err(cause) => return Err(cause),
        }
    }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
