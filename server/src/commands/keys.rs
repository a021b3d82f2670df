//! `umeed keys`: prints the public key; makes folder and secret when there are none yet.

use std::io::Write;

use crate::app::{load_secret, prepare_folder};
use crate::auth;
use crate::config::Folder;
use crate::db::Db;
use crate::secret::Secret;

pub async fn keys(folder: &Folder) -> anyhow::Result<()> {
    prepare_folder(&folder.path)?;
    let secret = match folder.database {
        None => Secret::load_or_make(&folder.path)?,
        Some(_) if Db::exists(folder).await? => load_secret(folder, &Db::open_existing(folder).await?).await?,
        Some(_) => load_secret(folder, &Db::open(folder).await?).await?,
    };
    let key = auth::anon_key(&secret);
    Ok(writeln!(std::io::stdout(), "{}", serde_json::json!({ "anon": key }))?)
}
