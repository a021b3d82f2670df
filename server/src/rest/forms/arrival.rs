//! What happens to an entry in the transaction that stores it: whether the foundation wants it, and who is told. So no
//! entry is stored after its form was switched off, and a mail about it is lost no more than the entry itself.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use crate::db::{Sql, Tx, Value};
use crate::error::{Error, Result};
use crate::mail::{Letter, Mail};
use crate::schema::{Table, email};

/// More than this many people need not be told of every message.
const MAX_RECIPIENTS: usize = 10;

/// Refuses what visitors may send only while a switch is on.
pub async fn require_wanted(tx: &mut Tx, table: &Table, given: &[&str]) -> Result<()> {
    let Some(switch) = table.switch.filter(|switch| given.iter().any(|name| switch.columns.allow(name))) else {
        return Ok(());
    };
    match features(tx).await?[switch.name] == Json::Bool(true) {
        true => Ok(()),
        false => {
            let message = "This form is not open at the moment. Please reach us by phone or email.";
            Err(Error::refused(403, "form_off", message))
        }
    }
}

/// Puts a mail about a new message into the outbox for each of those who want to know.
pub async fn tell_staff(tx: &mut Tx, mail: &Mail, table: &'static Table, row: &[Value]) -> Result<()> {
    if table.name != "messages" || !mail.is_set_up() {
        return Ok(());
    }
    let features = features(tx).await?;
    let listed = features["message_recipients"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let recipients: BTreeSet<String> = listed.filter_map(email::normal).take(MAX_RECIPIENTS).collect();
    let letter = new_message(table, row);
    for recipient in recipients {
        match mail.send(tx, &recipient, &letter).await {
            // It is in the inbox all the same; nobody is served by more mails than they can read.
            Err(Error::TooMany { .. }) => tracing::warn!("no mail about a new message: there were too many lately"),
            other => other?,
        }
    }
    Ok(())
}

fn new_message(table: &Table, row: &[Value]) -> Letter {
    let text = |name: &str| {
        let at = table.columns.iter().position(|column| column.name == name);
        match at.map(|at| &row[at]) {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        }
    };
    let required = |name: &str| text(name).unwrap_or_default();
    Letter::NewMessage {
        name: one_line(&required("name")),
        email: required("email"),
        phone: text("phone").as_deref().map(one_line),
        subject: one_line(&required("subject")),
        message: quoted(&required("message")),
    }
}

/// A stranger's name must not look like further lines of ours.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// So that it shows where their words end.
fn quoted(text: &str) -> String {
    text.lines().map(|line| format!("> {line}\n")).collect()
}

async fn features(tx: &mut Tx) -> Result<Json> {
    let row = tx.first(Sql::new("SELECT content FROM website_content WHERE page_key = 'features'")).await?;
    Ok(row.and_then(|row| serde_json::from_str(row.text(0)).ok()).unwrap_or_default())
}
