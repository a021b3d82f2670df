//! Archives that are sealed as they should be, yet hold what they should not. Also the second description of the format:
//! what is built here is built from the documentation, not by the code that makes archives.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use super::*;

/// An archive taken apart.
#[derive(Clone)]
pub struct Parts {
    pub manifest: Json,
    pub members: Vec<(String, Vec<u8>)>,
}

impl Parts {
    pub fn read(path: &Path) -> Parts {
        let mut tar = tar::Archive::new(std::fs::File::open(path).unwrap());
        let mut members = Vec::new();
        for entry in tar.entries().unwrap() {
            let mut entry = entry.unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            members.push((entry.path().unwrap().to_str().unwrap().to_owned(), bytes));
        }
        assert_eq!(members.pop().unwrap().0, "sha256");
        let (name, manifest) = members.pop().unwrap();
        assert_eq!(name, "manifest.json");
        Parts { manifest: serde_json::from_slice(&manifest).unwrap(), members }
    }

    pub fn member(&mut self, name: &str) -> &mut Vec<u8> {
        &mut self.members.iter_mut().find(|(member, _)| member == name).unwrap().1
    }

    /// Changes the rows of a table as text, a JSON object a line.
    pub fn edit_rows(&mut self, table: &str, edit: impl FnOnce(String) -> String) {
        let member = self.member(&format!("rows/{table}.jsonl.gz"));
        let mut text = String::new();
        GzDecoder::new(member.as_slice()).read_to_string(&mut text).unwrap();
        let edited = edit(text.clone());
        assert_ne!(edited, text, "nothing was changed");
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(edited.as_bytes()).unwrap();
        *member = packed.finish().unwrap();
    }

    pub fn table(&mut self, name: &str) -> &mut Json {
        self.manifest["tables"].as_array_mut().unwrap().iter_mut().find(|table| table["name"] == name).unwrap()
    }

    /// The manifest says what is there.
    pub fn list_members(&mut self) {
        let member = |(name, bytes): &(String, Vec<u8>)| json!({ "name": name, "size": bytes.len(), "sha256": hex(&Sha256::digest(bytes)) });
        self.manifest["members"] = self.members.iter().map(member).collect();
    }

    /// Puts it together and seals it, with the manifest as it is.
    pub fn seal(&self) -> Vec<u8> {
        let mut tar = tar::Builder::new(Vec::new());
        for (name, bytes) in &self.members {
            append(&mut tar, name, bytes);
        }
        append(&mut tar, "manifest.json", self.manifest.to_string().as_bytes());
        sealed(tar)
    }
}

/// Also names that the library would not write.
fn append(tar: &mut tar::Builder<Vec<u8>>, name: &str, bytes: &[u8]) {
    tar.append(&header(name, bytes.len() as u64), bytes).unwrap();
}

fn header(name: &str, size: u64) -> tar::Header {
    let mut header = tar::Header::new_ustar();
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_entry_type(tar::EntryType::Regular);
    header.set_mode(0o600);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header.set_size(size);
    header.set_cksum();
    header
}

fn sealed(tar: tar::Builder<Vec<u8>>) -> Vec<u8> {
    let mut bytes = tar.into_inner().unwrap();
    bytes.truncate(bytes.len() - 1024);
    let digest = format!("{}\n", hex(&Sha256::digest(&bytes)));
    let mut end = tar::Builder::new(Vec::new());
    append(&mut end, "sha256", digest.as_bytes());
    bytes.extend(end.into_inner().unwrap());
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[track_caller]
fn refused(folder: &TempDir, bytes: Vec<u8>, why: &str) {
    let path = folder.path().join("forged.tar");
    std::fs::write(&path, bytes).unwrap();
    match Archive::open(&path) {
        Ok(_) => panic!("it was taken for good: {why}"),
        Err(cause) => assert!(format!("{cause:#}").contains(why), "{cause:#}, not {why}"),
    }
}

async fn good(folder: &TempDir) -> Parts {
    let app = filled().await;
    Parts::read(archive_of(&app, folder).await.place.as_ref())
}

#[tokio::test]
async fn what_is_built_by_the_book_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let mut parts = good(&folder).await;
    let listed = parts.manifest["members"].clone();
    parts.list_members();
    assert_eq!(parts.manifest["members"], listed);
    let path = folder.path().join("built.tar");
    std::fs::write(&path, parts.seal()).unwrap();
    Place::empty().await.restore(&path).await.unwrap();
}

#[tokio::test]
async fn members_that_are_wrong_missing_or_too_many_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let parts = good(&folder).await;
    let file = parts.members.iter().map(|(name, _)| name).find(|name| name.starts_with("files/")).unwrap().clone();
    let change = |edit: &dyn Fn(&mut Parts), list: bool, why: &str| {
        let mut forged = parts.clone();
        edit(&mut forged);
        if list {
            forged.list_members();
        }
        refused(&folder, forged.seal(), why);
    };
    change(&|parts| parts.member(&file)[3] ^= 1, false, "is damaged");
    change(&|parts| parts.member(&file)[3] ^= 1, true, "is not what its row says");
    change(&|parts| parts.member(&file).truncate(9), true, "is not what its row says");
    change(&|parts| parts.members.retain(|(name, _)| *name != file), false, "does not hold what its manifest says");
    change(&|parts| parts.members.retain(|(name, _)| *name != file), true, "is missing");
    change(&|parts| parts.members.retain(|(name, _)| name != "rows/staff.jsonl.gz"), true, "is missing");
    for name in ["../../x", "/etc/x", "files/../../x", "rows/../x.jsonl.gz", "rows/sessions.jsonl.gz", "files/", "x"] {
        change(&|parts| parts.members.push((name.into(), b"x".to_vec())), true, "belongs to no row");
    }
    change(&|parts| parts.members.push((file.clone(), b"x".to_vec())), true, "twice");
    let twice = |parts: &mut Parts| {
        let again = parts.table("staff").clone();
        parts.manifest["tables"].as_array_mut().unwrap().push(again);
    };
    change(&twice, true, "twice");
    change(&|parts| parts.table("staff")["name"] = "sessions".into(), true, "there is no table sessions");
    change(&|parts| parts.table("staff")["columns"][1] = "nothing".into(), true, "staff has no column nothing");
    change(&|parts| parts.table("volunteers")["columns"][0] = "name".into(), true, "volunteers has no key");
}

#[tokio::test]
async fn a_newer_archive_is_left_to_a_newer_version() {
    let folder = tempfile::tempdir().unwrap();
    for key in ["format", "schema"] {
        let mut parts = good(&tempfile::tempdir().unwrap()).await;
        parts.manifest[key] = 1000.into();
        refused(&folder, parts.seal(), "it was made by a newer version of umeed");
    }
}

#[tokio::test]
async fn headers_that_lie_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let parts = good(&folder).await;
    for (size, kind) in [
        (1 << 40, tar::EntryType::Regular),
        (u64::MAX >> 1, tar::EntryType::Regular),
        (0, tar::EntryType::Symlink),
        (0, tar::EntryType::Directory),
        (4, tar::EntryType::XHeader),
        (4, tar::EntryType::GNULongName),
    ] {
        let mut tar = tar::Builder::new(Vec::new());
        let mut lying = header("files/x", 0);
        lying.set_size(size);
        lying.set_entry_type(kind);
        lying.set_cksum();
        tar.append(&lying, &b"four"[..]).unwrap();
        append(&mut tar, "manifest.json", parts.manifest.to_string().as_bytes());
        refused(&folder, sealed(tar), "cannot be used as a backup");
    }
    let mut bare = tar::Builder::new(Vec::new());
    append(&mut bare, "files/x", &[0; 4096]);
    refused(&folder, sealed(bare), "its manifest is missing");
}

#[tokio::test]
async fn rows_that_hold_what_they_must_not_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let parts = good(&folder).await;
    let version = r#""version":""#;
    type Edit<'a> = (&'a str, &'a dyn Fn(String) -> String, &'a str);
    let edits: [Edit; 14] = [
        ("subscribers", &|text| text + "{}\n", "too many rows"),
        ("subscribers", &|_| String::new(), "fewer rows"),
        ("subscribers", &|text| text.trim_end().to_owned(), "has no end"),
        ("subscribers", &|_| "[1]\n".into(), "not a JSON object"),
        ("subscribers", &|text| text.replace("\"email\"", "\"mail\""), "email is missing"),
        ("subscribers", &|text| text.replacen('{', "{\"more\":1,", 1), "a column too many"),
        ("subscribers", &|text| text.replace("\"a@b.example\"", "null"), "email does not hold"),
        ("subscribers", &|text| text.replace("\"a@b.example\"", "[1]"), "email does not hold"),
        ("testimonials", &|text| text.replace("false", "3"), "is_visible does not hold"),
        ("projects", &|text| text.replace("+00:00\"", "x\""), "created_at does not hold"),
        ("website_content", &|text| text.replacen("\"content\":\"{", "\"content\":\"", 1), "content does not hold"),
        ("objects", &|text| text.replacen("image/svg+xml", "text/html", 1), "mimetype does not hold"),
        ("objects", &|text| text.replacen("website_images", "elsewhere", 1), "bucket does not hold"),
        ("objects", &|text| text.replacen(version, &format!("{version}../../"), 1), "version does not hold"),
    ];
    for (table, edit, why) in edits {
        let mut forged = parts.clone();
        forged.edit_rows(table, edit);
        forged.list_members();
        refused(&folder, forged.seal(), why);
    }
    let mut cut = parts.clone();
    let rows = cut.member("rows/website_content.jsonl.gz");
    rows.truncate(rows.len() / 2);
    cut.list_members();
    refused(&folder, cut.seal(), "the rows of website_content");
}

/// A line without an end that unpacks to far more than it is packed.
#[tokio::test]
async fn a_line_that_never_ends_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut parts = good(&folder).await;
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..40 {
        packed.write_all(&[b' '; 1024 * 1024]).unwrap();
    }
    *parts.member("rows/subscribers.jsonl.gz") = packed.finish().unwrap();
    parts.list_members();
    refused(&folder, parts.seal(), "a line of subscribers has no end");
}
