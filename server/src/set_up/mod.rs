//! The set-up in a browser after the first start: the one who holds its link (see `auth::set_up_link`) names the foundation,
//! takes the first account over, and says what the site begins with. All of it is one transaction: a failure changes nothing
//! and leaves the link good. Everything else that it writes can be changed in the admin later.

mod documents;
mod sample;
mod wanted;

use std::path::Path;

use serde_json::{Value, json};

use crate::auth::first_password;
use crate::auth::set_up_link::{self, SetUpLink};
use crate::db::{Author, Db};
use crate::error::{Error, Result};
use crate::storage::{self, FileError, NewFile, Store};
use wanted::{Logo, refusal};
pub use wanted::{MAX_BYTES, Wanted};

/// Where the site is.
pub struct Site<'a> {
    pub db: &'a Db,
    pub store: &'a Store,
    /// The data folder, which may hold the first password and the link.
    pub folder: &'a Path,
}

/// What the page needs to know before it asks.
pub async fn status(db: &Db) -> Result<Value> {
    let samples = sample::state(db.rows(sample::question()).await?);
    Ok(json!({ "sample": samples.name() }))
}

pub async fn carry_out(site: &Site<'_>, link: SetUpLink, by: Author, wanted: Wanted) -> Result<Value> {
    let Wanted { site_name, time_zone, blank, logo, .. } = &wanted;
    let mut content =
        documents::Content { site_name: site_name.clone(), time_zone: time_zone.clone(), logo: None, blank: *blank };
    documents::check(&content)?;
    let credentials = wanted.credentials().await?;
    let file = match logo {
        Some(logo) => Some(stage(site.store, logo).await?),
        None => None,
    };
    content.logo = logo.as_ref().map(Logo::address);
    let account = by.account().unwrap_or_default().to_owned();
    let blank = *blank;
    let written = site.db.write_as(by, move |tx| {
        Box::pin(async move {
            let first = link.use_up(tx).await?;
            if blank {
                sample::remove(tx).await?;
            }
            if let Some(file) = file
                && !file.publish(tx).await?
            {
                return Err(refusal(
                    "logo",
                    "logo_refused",
                    "There is a file of this name already. Please choose it again.",
                ));
            }
            documents::write(tx, &content).await?;
            // Last, so that the history ends with the line that tells of the set-up.
            set_up_link::hand_over(tx, &first, credentials).await?;
            Ok(first.email)
        })
    });
    let old_address = written.await.map_err(|cause| match cause {
        // The address is the one thing here that must be unique.
        Error::Duplicate { .. } => {
            refusal("email", "email_taken", "Another account has this address. Please use another one.")
        }
        other => other,
    })?;
    tracing::info!(target: "umeed::security", staff = account, "the site was set up by the link of the first start");
    first_password::remove(site.folder, &old_address);
    Ok(json!({ "done": true }))
}

async fn stage(store: &Store, logo: &Logo) -> Result<storage::Staged> {
    let file = NewFile::new(wanted::logo_bucket(), &logo.name, logo.bytes.clone());
    storage::stage(store, file).await.map_err(|cause| match cause {
        FileError::Failed(cause) => cause,
        about_the_file => refusal("logo", "logo_refused", about_the_file.to_string()),
    })
}
