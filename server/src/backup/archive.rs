//! Reads an archive. Opening one means having read all of it: the checksum over every byte, then each member against the
//! manifest, then each row. What is wrong is said there, before anything has been touched.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Take};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use flate2::read::GzDecoder;

use super::cleaned::Cleaned;
use super::format::{self, Contents, FORMAT, MANIFEST, Manifest, Member, TAR_END};
use super::line::{self, Line};
use super::read::Bytes;
use super::shape::{self, Column, Kept, SCHEMA};
use crate::db::Value;
use crate::storage::{self, Version};

/// The longest document is half a megabyte; its line is longer, but not by this much.
const MAX_LINE: u64 = 32 * 1024 * 1024;
const MAX_MANIFEST: u64 = 64 * 1024 * 1024;
/// As many as a manifest of that size has room for: each takes up to 180 bytes in it.
pub const MAX_FILES: usize = (MAX_MANIFEST / 180) as usize;

pub struct Archive {
    path: PathBuf,
    pub manifest: Manifest,
    members: HashMap<String, Found>,
    /// How much text the rows are.
    row_bytes: u64,
    /// The rows that a write would refuse, and why.
    pub refused: Vec<String>,
    /// Whether to restore it without them; otherwise it is not restored.
    pub skip_refused: bool,
    /// Files that are restored without what they do not show, and what they are then (see `clean_files`).
    cleaned: Arc<Cleaned>,
}

/// A member, where its bytes begin, and the ETag they would have as a file.
struct Found {
    member: Member,
    begin: u64,
    etag: String,
}

/// The rows of one table; each is read and checked as it is asked for.
pub struct Rows {
    lines: BufReader<Take<GzDecoder<Take<File>>>>,
    pub kept: &'static Kept,
    pub columns: Vec<Column>,
    left: u64,
    bytes: u64,
    refused: Vec<String>,
    cleaned: Arc<Cleaned>,
}

impl Archive {
    pub fn open(path: impl AsRef<Path>) -> anyhow::Result<Archive> {
        let path = path.as_ref();
        let reading = || format!("{} cannot be used as a backup; nothing was changed", path.display());
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        check_checksum(&file).with_context(reading)?;
        let mut archive = Archive::read(path, &file).with_context(reading)?;
        (archive.refused, archive.row_bytes) = archive.check().with_context(reading)?;
        Ok(archive)
    }

    fn read(path: &Path, mut file: &File) -> anyhow::Result<Archive> {
        file.rewind()?;
        let mut members = HashMap::new();
        let mut manifest = None;
        let mut tar = tar::Archive::new(file);
        // Raw: no member of ours has a name that takes an extension, so an extension is not of ours.
        for entry in tar.entries()?.raw(true) {
            let mut entry = entry?;
            ensure!(entry.header().entry_type().is_file(), "it holds something that is not a file");
            let name = String::from_utf8(entry.path_bytes().into_owned())?;
            let (begin, size) = (entry.raw_file_position(), entry.size());
            if name == MANIFEST {
                ensure!(size <= MAX_MANIFEST, "its manifest is too large");
                manifest = Some(Manifest::read(&mut entry)?);
                // After it comes the checksum, which has been verified already.
                break;
            }
            let (digest, read) = format::digest(&mut entry)?;
            ensure!(read == size, "{name} ends too early");
            let member = Member { name: name.clone(), size, sha256: format::hex(&digest) };
            let found = Found { member, begin, etag: storage::etag(&digest) };
            ensure!(members.insert(name.clone(), found).is_none(), "it holds {name} twice");
        }
        let manifest = manifest.context("its manifest is missing")?;
        ensure!(manifest.members.len() == members.len(), "it does not hold what its manifest says");
        for member in &manifest.members {
            let found = members.get(&member.name).with_context(|| format!("{} is missing", member.name))?;
            ensure!(found.member == *member, "{} is damaged", member.name);
        }
        Ok(Archive {
            path: path.to_owned(),
            manifest,
            members,
            row_bytes: 0,
            refused: Vec::new(),
            skip_refused: false,
            cleaned: Arc::default(),
        })
    }

    /// Looks at every row, and that rows and files belong together. Gives back the rows that are refused, and how much text
    /// all of them are.
    fn check(&self) -> anyhow::Result<(Vec<String>, u64)> {
        for (position, contents) in self.manifest.tables.iter().enumerate() {
            let before = &self.manifest.tables[..position];
            ensure!(before.iter().all(|other| other.name != contents.name), "it holds {} twice", contents.name);
        }
        let (mut files, mut tables, mut refused, mut bytes) = (0, 0, Vec::new(), 0);
        for rows in self.tables() {
            let mut rows = rows?;
            tables += 1;
            while let Some(row) = rows.next_row()? {
                if rows.kept.name == shape::objects().name {
                    self.check_file(&rows, &row)?;
                    files += 1;
                }
            }
            refused.append(&mut rows.refused);
            bytes += rows.bytes;
        }
        ensure!(files + tables == self.members.len(), "it holds something that belongs to no row");
        Ok((refused, bytes))
    }

    fn check_file(&self, rows: &Rows, row: &[Value]) -> anyhow::Result<()> {
        let version = rows.text(row, "version").unwrap_or_default();
        let version = Version::read(version).context("a file has no version")?;
        let size = match rows.value(row, "size") {
            Some(Value::Int(size)) => u64::try_from(*size)?,
            _ => bail!("a file has no size"),
        };
        let by_row = Bytes { size, etag: rows.text(row, "etag").unwrap_or_default().to_owned() };
        ensure!(by_row == self.stated(version)?, "the file {version} is not what its row says");
        Ok(())
    }

    /// From now on files are as an upload would leave them, and so are their rows: an older version left more in them. One
    /// that would be refused stays as it is, for a backup must not lose it.
    pub fn clean_files(&mut self) -> anyhow::Result<usize> {
        let mut cleaned = Cleaned::default();
        for rows in self.tables() {
            let mut rows = rows?;
            if rows.kept.name != shape::objects().name {
                continue;
            }
            while let Some(row) = rows.next_row()? {
                let version = rows.text(&row, "version").and_then(Version::read).context("a file has no version")?;
                cleaned.add(version, &rows, &row, self.bytes(version)?)?;
            }
        }
        self.cleaned = Arc::new(cleaned);
        Ok(self.cleaned.files.len())
    }

    fn find(&self, name: &str) -> anyhow::Result<&Found> {
        self.members.get(name).with_context(|| format!("{name} is missing"))
    }

    fn open_member(&self, name: &str) -> anyhow::Result<Take<File>> {
        let found = self.find(name)?;
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(found.begin))?;
        Ok(file.take(found.member.size))
    }

    /// Each table with its rows.
    pub fn tables(&self) -> impl Iterator<Item = anyhow::Result<Rows>> {
        self.manifest.tables.iter().map(|contents| self.rows(contents))
    }

    fn rows(&self, contents: &Contents) -> anyhow::Result<Rows> {
        // Should a newer version have made it, that version is the one to use.
        let maker = &self.manifest.version;
        let kept = shape::find(&contents.name)
            .with_context(|| format!("there is no table {}; it was made by umeed {maker}", contents.name))?;
        let unknown = |name: &String| format!("{} has no column {name}; it was made by umeed {maker}", kept.name);
        let columns: Vec<Column> = contents
            .columns
            .iter()
            .map(|name| kept.column(name).copied().with_context(|| unknown(name)))
            .collect::<anyhow::Result<_>>()?;
        ensure!(columns.iter().any(|column| column.name == kept.key), "{} has no key", kept.name);
        let member = self.open_member(&format::rows_member(kept.name))?;
        let lines = BufReader::new(GzDecoder::new(member).take(0));
        let (left, cleaned) = (contents.rows, self.cleaned.clone());
        Ok(Rows { lines, kept, columns, left, bytes: 0, refused: Vec::new(), cleaned })
    }

    /// The versions of all files.
    pub fn versions(&self) -> impl Iterator<Item = Version> {
        let versions = self.members.keys().filter_map(|name| name.strip_prefix("files/")).filter_map(Version::read);
        versions.map(|version| self.cleaned.files.get(&version).map_or(version, |file| file.version))
    }

    /// What the bytes of a file are, without reading them once more.
    pub fn stated(&self, version: Version) -> anyhow::Result<Bytes> {
        if let Some((_, file)) = self.cleaned.find(version) {
            return Ok(file.bytes.clone());
        }
        let Found { member, etag, .. } = self.find(&format::file_member(&version.to_string()))?;
        Ok(Bytes { size: member.size, etag: etag.clone() })
    }

    pub fn bytes(&self, version: Version) -> anyhow::Result<Vec<u8>> {
        if let Some((original, file)) = self.cleaned.find(version) {
            return file.clean(self.bytes(original)?).context("a file has changed meanwhile");
        }
        let name = format::file_member(&version.to_string());
        let found = self.find(&name)?;
        let mut bytes = Vec::with_capacity(found.member.size.try_into()?);
        self.open_member(&name)?.read_to_end(&mut bytes)?;
        ensure!(format::hex(&format::digest(&bytes[..])?.0) == found.member.sha256, "{name} has changed meanwhile");
        Ok(bytes)
    }

    /// The rows that it holds, also those that are refused.
    pub fn row_count(&self) -> u64 {
        self.manifest.tables.iter().map(|contents| contents.rows).sum()
    }

    /// The rows that are restored.
    pub fn good_row_count(&self) -> u64 {
        self.row_count() - self.refused.len() as u64
    }

    /// How much disk it takes to restore it: the files as they are, and the rows with their indexes, once in the database
    /// and once in its log.
    pub fn restored_bytes(&self) -> u64 {
        let files = self.members.values().filter(|found| found.member.name.starts_with("files/"));
        files.map(|found| found.member.size).sum::<u64>() + 4 * self.row_bytes
    }

    pub fn file_count(&self) -> usize {
        self.versions().count()
    }
}

impl Manifest {
    fn read(from: impl Read) -> anyhow::Result<Manifest> {
        let json: serde_json::Value = serde_json::from_reader(from).context("its manifest is not JSON")?;
        let format = json["format"].as_u64().context("its manifest names no format")?;
        let schema = json["schema"].as_u64().context("its manifest names no schema")?;
        let newer = format > FORMAT.into() || schema > SCHEMA.into();
        ensure!(!newer, "it was made by a newer version of umeed ({}); use that version", json["version"]);
        serde_json::from_value(json).context("its manifest cannot be read")
    }
}

impl Rows {
    /// The next row that is not refused, its values in the order of `columns`.
    pub fn next_row(&mut self) -> anyhow::Result<Option<Vec<Value>>> {
        loop {
            let Some(line) = self.next_line()? else { return Ok(None) };
            let number = || format!("{}, {} rows before the end", self.kept.name, self.left);
            match line::read(self.kept, &self.columns, &line).with_context(number)? {
                Line::Row(row) => return Ok(Some(self.cleaned.row(self, row))),
                Line::Refused(reason) => self.refused.push(reason),
            }
        }
    }

    fn next_line(&mut self) -> anyhow::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        self.lines.get_mut().set_limit(MAX_LINE);
        self.lines.read_until(b'\n', &mut line).with_context(|| format!("the rows of {}", self.kept.name))?;
        if line.is_empty() {
            ensure!(self.left == 0, "{} has fewer rows than the manifest says", self.kept.name);
            return Ok(None);
        }
        ensure!(line.ends_with(b"\n"), "a line of {} has no end", self.kept.name);
        self.bytes += line.len() as u64;
        self.left = self.left.checked_sub(1).with_context(|| format!("{} has too many rows", self.kept.name))?;
        Ok(Some(line))
    }

    /// The next rows, at most `max` of them; `None` at the end.
    pub fn next_page(&mut self, max: usize) -> anyhow::Result<Option<Vec<Vec<Value>>>> {
        let mut page = Vec::new();
        while page.len() < max {
            match self.next_row()? {
                Some(row) => page.push(row),
                None => break,
            }
        }
        Ok((!page.is_empty()).then_some(page))
    }

    pub fn position(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    fn value<'a>(&self, row: &'a [Value], name: &str) -> Option<&'a Value> {
        row.get(self.position(name)?)
    }

    pub fn text<'a>(&self, row: &'a [Value], name: &str) -> Option<&'a str> {
        match self.value(row, name)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Nothing of a file is believed before all of it has been found to be as it was written.
fn check_checksum(mut file: &File) -> anyhow::Result<()> {
    let checksum = format::checksum(&[0; 32])?.len() as u64;
    let size = file.metadata()?.len();
    ensure!(size > checksum + TAR_END, "it is too short");
    let (digest, _) = format::digest(file.take(size - checksum))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    ensure!(end == format::checksum(&digest)?, "it is damaged, cut short, or not a backup at all");
    Ok(())
}
