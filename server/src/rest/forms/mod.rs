//! What visitors may send by the forms: how often from one network, how much in all, and only while there is room. An
//! entry that comes with a proof of work goes by a lane of its own, so that those who send without one never close the form
//! for people. Knows nothing of what the entries say.

pub mod arrival;
mod caps;
mod counts;
mod proof;
pub mod retention;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use serde_json::{Value, json};

use crate::db::{Db, Engine, Sql};
use crate::disk::Disk;
use crate::error::{Error, Result};
use crate::request::network::Network;
use crate::request::rate_limit::Limits;
use crate::schema::{Role, TABLES, Table};
use crate::secret::Secret;
use caps::{Caps, Charged};
use counts::{Counted, Counts};
use proof::Proofs;

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);
/// By so much the lane of entries with a proof is wider than the other.
const PROVEN: u64 = 10;
/// When the disk is short, somebody has to make room; a form may be tried again in this many seconds.
const CLOSED_RETRY: u64 = 300;

pub struct Forms {
    db: Arc<Db>,
    disk: Arc<Disk>,
    limits: Arc<Limits>,
    per_day: u64,
    forms: Vec<Form>,
    proofs: Proofs,
}

/// A table that visitors write to.
struct Form {
    table: &'static Table,
    counts: Counts,
    plain: Caps,
    proven: Caps,
}

/// An entry on its way in. What it was counted for is given back when it is dropped without being kept.
pub struct Entry<'a> {
    form: &'a Form,
    proven: bool,
    charged: Charged<'a>,
    counted: Option<Counted<'a>>,
}

impl Forms {
    pub fn new(db: Arc<Db>, disk: Arc<Disk>, limits: Arc<Limits>, secret: Arc<Secret>, per_day: u32) -> Forms {
        let form = |table: &&'static Table| Form {
            table,
            counts: Counts::new(table),
            plain: Caps::plain(per_day),
            proven: Caps::proven(per_day),
        };
        let is_form = |table: &&&Table| !table.rights.of(Role::Visitor).insert.is_none();
        let forms = TABLES.iter().filter(is_form).map(form).collect();
        Forms { db, disk, limits, per_day: per_day.into(), forms, proofs: Proofs::new(secret) }
    }

    fn form(&self, name: &str) -> Option<&Form> {
        self.forms.iter().find(|form| form.table.name == name)
    }

    /// A challenge for this form, or `None` where there is no such form.
    pub async fn challenge(&self, name: &str) -> Result<Option<Value>> {
        let Some(form) = self.form(name) else { return Ok(None) };
        let bits = self.bits(form).await?;
        Ok(Some(self.proofs.challenge(form.table.name, bits)?))
    }

    /// Counts an entry from this address, before anything of it is looked at. `None` for a table that is no form.
    pub async fn enter(&self, table: &Table, address: IpAddr, headers: &HeaderMap) -> Result<Option<Entry<'_>>> {
        let Some(form) = self.form(table.name) else { return Ok(None) };
        let proven = match headers.get(proof::HEADER).and_then(|value| value.to_str().ok()) {
            Some(text) => self.proofs.spend(form.table.name, text, self.bits(form).await?),
            None => false,
        };
        let charged = match proven {
            true => form.proven.charge(address),
            false => self.limits.visitor_writes.charge(&Network::of(address)).and_then(|()| form.plain.charge(address)),
        };
        let charged = charged.map_err(|cause| too_many(form.table, cause, " from your network"))?;
        Ok(Some(Entry { form, proven, charged, counted: None }))
    }

    /// Whether there is room for an entry, on the disk and among those of the day.
    pub async fn require_room(&self, entry: &mut Entry<'_>) -> Result<()> {
        if self.db.engine() == Engine::Sqlite && !self.disk.takes_rows(async || self.free_inside().await).await {
            let message =
                "The site cannot take new entries right now. Please try again later, or contact us by phone or email.";
            return Err(Error::refused(503, "form_closed", message).with_retry_after(CLOSED_RETRY));
        }
        let bounds = match entry.proven {
            true => [(HOUR, self.per_day * PROVEN), (DAY, self.per_day * PROVEN)],
            false => [(HOUR, (self.per_day / 2).max(1)), (DAY, self.per_day)],
        };
        let counted = entry.form.counts.count(&self.db, bounds).await;
        entry.counted = Some(counted.map_err(|cause| too_many(entry.form.table, cause, ""))?);
        Ok(())
    }

    /// For staff: how full each form is.
    pub async fn status(&self) -> Result<Value> {
        let mut forms = Vec::new();
        for form in &self.forms {
            let today = form.counts.read(&self.db).await?.day;
            forms.push(json!({ "table": form.table.name, "today": today, "limit": self.per_day }));
        }
        let room = self.disk.room().await;
        let open = self.db.engine() != Engine::Sqlite || self.disk.takes_rows(async || self.free_inside().await).await;
        let disk = room.map(|room| json!({ "free": room.free, "total": room.total, "low": room.is_low() }));
        Ok(json!({ "forms": forms, "forms_open": open, "disk": disk }))
    }

    /// How hard the proofs of this form are now: the more came in lately, the harder.
    async fn bits(&self, form: &Form) -> Result<u32> {
        let lately = form.counts.read(&self.db).await?.lately;
        Ok(proof::bits_for(lately, self.per_day))
    }

    /// What was deleted is room inside the database's file, which it fills again before it grows.
    async fn free_inside(&self) -> u64 {
        let sql = "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size";
        let row = self.db.first(Sql::new(sql)).await.ok().flatten();
        row.map_or(0, |row| row.int(0) as u64)
    }
}

impl Entry<'_> {
    /// It is stored: what it was counted for stands.
    pub fn keep(self) {
        self.charged.keep();
        if let Some(counted) = self.counted {
            counted.keep();
        }
    }
}

fn too_many(table: &Table, cause: Error, whence: &str) -> Error {
    let Error::TooMany { retry_after } = cause else { return cause };
    let entries = match table.name {
        "volunteers" => "applications",
        "subscribers" => "subscriptions",
        "messages" => "messages",
        _ => "entries",
    };
    let message = format!("Too many {entries} were sent{whence}. Please try again in {}.", words(retry_after));
    Error::refused(429, "form_limit", message).with_retry_after(retry_after)
}

/// "12 minutes", rounded up to what a person would say.
fn words(seconds: u64) -> String {
    let (number, unit) = match seconds {
        0..=90 => (seconds.max(1), "second"),
        91..=5400 => (seconds.div_ceil(60), "minute"),
        _ => (seconds.div_ceil(3600), "hour"),
    };
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_said_as_people_do() {
        for (seconds, said) in [(1, "1 second"), (45, "45 seconds"), (700, "12 minutes"), (20_000, "6 hours")] {
            assert_eq!(words(seconds), said);
        }
    }
}
