//! `umeed import`: takes over the rows and files of a hosted project and prints what became of them.

use std::io::Write;

use crate::config::{Folder, Import};

pub async fn import(asked: &Import, folder: &Folder) -> anyhow::Result<()> {
    let report = crate::import::import(asked, folder).await?;
    Ok(std::io::stdout().write_all(report.as_bytes())?)
}
