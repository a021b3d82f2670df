//! Opens the database together with what the declarations say of its history and of searching. There is no other way to open one, so that no
//! command can write without leaving its lines.

use super::{SEARCHED, history};
use crate::config::Folder;
use crate::db::{Db, Tables};

impl Db {
    /// Opens the database that the settings name, makes it when it is missing, and brings its schema up to date.
    pub async fn open(folder: &Folder) -> anyhow::Result<Db> {
        Db::open_with(folder, Tables::UpToDate).await
    }

    /// For commands that only read: a database that is missing or of an older version is refused and left as it is.
    pub async fn open_existing(folder: &Folder) -> anyhow::Result<Db> {
        Db::open_with(folder, Tables::Unchanged).await
    }

    pub async fn open_with(folder: &Folder, tables: Tables) -> anyhow::Result<Db> {
        Db::open_keeping(folder, tables, history::lines, &SEARCHED).await
    }
}
