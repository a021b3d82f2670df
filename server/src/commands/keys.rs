//! `umeed keys`: prints the keys of API clients; makes folder and secret when there are none yet. `rotate` makes another
//! service key.

use std::io::Write;

use crate::app::{load_secret, prepare_folder};
use crate::auth::{self, service_key};
use crate::config::{Folder, KeysAction};
use crate::db::Db;
use crate::secret::Secret;

pub async fn keys(action: Option<KeysAction>, folder: &Folder) -> anyhow::Result<()> {
    prepare_folder(&folder.path)?;
    let (secret, service) = match action {
        Some(KeysAction::Rotate { grace }) => {
            let db = Db::open(folder).await?;
            let secret = load_secret(folder, &db).await?;
            let service = service_key::rotate(&db, &secret, grace.unwrap_or_default()).await?;
            (secret, service)
        }
        None if Db::exists(folder).await? => with_database(folder, &Db::open_existing(folder).await?).await?,
        None if folder.database.is_some() => with_database(folder, &Db::open(folder).await?).await?,
        None => {
            let secret = Secret::load_or_make(&folder.path)?;
            let service = service_key::first(&secret);
            (secret, service)
        }
    };
    let keys = serde_json::json!({ "anon": auth::anon_key(&secret), "service_role": service });
    Ok(writeln!(std::io::stdout(), "{keys}")?)
}

async fn with_database(folder: &Folder, db: &Db) -> anyhow::Result<(Secret, String)> {
    let secret = load_secret(folder, db).await?;
    let service = service_key::current(db, &secret).await?;
    Ok((secret, service))
}
