//! The files of the old project's bucket: from a folder they were copied to, or by a list of their addresses.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use bytes::{Bytes, BytesMut};

use super::links;
use crate::schema::bucket::WEBSITE_IMAGES;
use crate::storage::Name;

const BUCKET: &str = WEBSITE_IMAGES.name;
const MAX_BYTES: usize = WEBSITE_IMAGES.max_bytes;

/// Supabase puts this into a folder that would otherwise be empty.
const PLACEHOLDER: &str = ".emptyFolderPlaceholder";

#[derive(Debug, Clone)]
pub enum Origin {
    File(PathBuf),
    Web(String),
}

/// Where each file is to be had, by its name in the bucket.
#[derive(Default)]
pub struct Pictures {
    pub found: BTreeMap<String, Origin>,
    pub refused: Vec<String>,
}

impl Pictures {
    pub fn gather(folder: Option<&Path>, list: Option<&Path>) -> anyhow::Result<Pictures> {
        let mut pictures = Pictures::default();
        if let Some(list) = list {
            pictures.read_list(list)?;
        }
        if let Some(folder) = folder {
            // `supabase storage cp -r` makes a folder of the bucket's name in the one it is given.
            let inner = folder.join(BUCKET);
            let folder = if inner.is_dir() { inner } else { folder.to_owned() };
            pictures.read_folder(&folder, "").with_context(|| format!("cannot read {}", folder.display()))?;
        }
        Ok(pictures)
    }

    fn read_folder(&mut self, folder: &Path, prefix: &str) -> anyhow::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else {
                self.refused.push(format!("{}: its name is not UTF-8", entry.path().display()));
                continue;
            };
            let name = format!("{prefix}{name}");
            let kind = entry.file_type()?;
            if kind.is_dir() {
                self.read_folder(&entry.path(), &format!("{name}/"))?;
            } else if !kind.is_file() {
                // A link may lead anywhere.
                self.refused.push(format!("{name}: it is neither a file nor a folder; copy what it stands for"));
            } else if !name.ends_with(PLACEHOLDER) {
                match Name::parse(&name) {
                    Ok(name) => drop(self.found.insert(name.as_str().to_owned(), Origin::File(entry.path()))),
                    Err(cause) => self.refused.push(format!("{name}: {cause}")),
                }
            }
        }
        Ok(())
    }

    pub fn add_downloads(&mut self, addresses: &BTreeSet<String>) {
        let named = addresses.iter().filter_map(|address| Some((links::name_of(address)?, address)));
        self.found.extend(named.map(|(name, address)| (name, Origin::Web(address.clone()))));
    }

    fn read_list(&mut self, list: &Path) -> anyhow::Result<()> {
        let text = std::fs::read_to_string(list).with_context(|| format!("cannot read {}", list.display()))?;
        for address in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match links::name_of(address) {
                Some(name) => drop(self.found.insert(name, Origin::Web(address.to_owned()))),
                None => self.refused.push(format!("{address}: not the address of a file in the bucket {BUCKET}")),
            }
        }
        Ok(())
    }
}

/// For downloads: patient with a slow line, not with one that has fallen silent.
pub fn client() -> anyhow::Result<reqwest::Client> {
    Ok(reqwest::Client::builder()
        .connect_timeout(Duration::from_secs(10))
        .read_timeout(Duration::from_secs(30))
        .timeout(Duration::from_secs(300))
        .redirect(reqwest::redirect::Policy::limited(3))
        .build()?)
}

impl Origin {
    pub async fn bytes(&self, client: &reqwest::Client) -> anyhow::Result<Bytes> {
        match self {
            Origin::File(path) => {
                let size = tokio::fs::metadata(path).await?.len();
                ensure!(size <= MAX_BYTES as u64, "it is larger than {} MiB", MAX_BYTES >> 20);
                Ok(tokio::fs::read(path).await?.into())
            }
            Origin::Web(address) => download(client, address).await,
        }
    }
}

async fn download(client: &reqwest::Client, address: &str) -> anyhow::Result<Bytes> {
    let mut answer = client.get(address).send().await.context("it cannot be fetched")?;
    ensure!(answer.status().is_success(), "the server answered {}", answer.status());
    let mut bytes = BytesMut::new();
    while let Some(chunk) = answer.chunk().await.context("it could not be fetched to its end")? {
        ensure!(bytes.len() + chunk.len() <= MAX_BYTES, "it is larger than {} MiB", MAX_BYTES >> 20);
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}
