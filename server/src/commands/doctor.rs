//! `umeed doctor`: prints what was found. Ends with 1 if something is broken; a warning is no failure.

use std::io::Write;

use anyhow::ensure;

use crate::app::provide_cryptography;
use crate::config::{Doctor, Settings};
use crate::doctor::{State, examine};

pub async fn doctor(settings: &Settings, asked: &Doctor) -> anyhow::Result<()> {
    provide_cryptography();
    let report = examine(settings, asked).await;
    let text = if asked.json { report.json() } else { report.text() };
    std::io::stdout().write_all(text.as_bytes())?;
    ensure!(report.state() != State::Broken, "something is broken; what to do is said above");
    Ok(())
}
