//! The certificates that the server shows itself: of files, or those that it gets from an authority and keeps in the database.

use jiff::Timestamp;

use super::certificate::{self, EARLY, SUBJECT};
use super::{Check, Checks};
use crate::clock;
use crate::config::{CertificateSource, Settings};
use crate::db::{Db, Sql};

pub async fn examine(settings: &Settings, db: Option<&Db>) -> Checks {
    match settings.tls.source() {
        Ok(None) => Vec::new(),
        Err(cause) => vec![Check::broken(SUBJECT, format!("{cause:#}"), "set both, UMEED_TLS_CERT and UMEED_TLS_KEY")],
        Ok(Some(CertificateSource::Files { certificate, key })) => {
            certificate::files(&certificate, &key, &names(settings))
        }
        Ok(Some(CertificateSource::Acme)) => {
            let Some(db) = db else { return Vec::new() };
            let mut checks = Vec::new();
            for name in &settings.tls.domains {
                checks.push(kept(db, name).await);
            }
            checks
        }
    }
}

fn names(settings: &Settings) -> Vec<&str> {
    let public = settings.public_url.as_ref().and_then(|url| url.host_str());
    match settings.tls.domains.is_empty() {
        true => public.into_iter().collect(),
        false => settings.tls.domains.iter().map(String::as_str).collect(),
    }
}

async fn kept(db: &Db, name: &str) -> Check {
    let sql = Sql::new("SELECT not_after, problem FROM certificates WHERE name = ?").with(name);
    match db.first(sql).await {
        Ok(row) => {
            let end = row.as_ref().and_then(|row| clock::parse(row.text_or_none(0)?));
            judge(name, end, row.as_ref().and_then(|row| row.text_or_none(1)), Timestamp::now())
        }
        Err(cause) => Check::broken(SUBJECT, format!("that of {name} cannot be read: {cause}"), "umeed check"),
    }
}

fn judge(name: &str, end: Option<Timestamp>, problem: Option<&str>, now: Timestamp) -> Check {
    let fix = "do the names lead here, and are ports 80 and 443 open to everyone? Then: sudo systemctl restart umeed";
    let day = |end: Timestamp| end.strftime("%Y-%m-%d").to_string();
    let why = problem.map(|problem| format!(": {problem}")).unwrap_or_default();
    match end {
        None if problem.is_some() => Check::broken(SUBJECT, format!("there is none for {name} yet{why}"), fix),
        None => Check::warning(SUBJECT, format!("there is none for {name} yet; the server gets one when it runs"), fix),
        Some(end) if end < now => Check::broken(SUBJECT, format!("that of {name} ended on {}{why}", day(end)), fix),
        Some(end) if end < now + EARLY => {
            Check::warning(SUBJECT, format!("that of {name} ends on {}{why}", day(end)), fix)
        }
        Some(end) => Check::good(SUBJECT, format!("that of {name} is good until {}, and is renewed before", day(end))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::State;

    #[test]
    fn a_certificate_that_was_not_got_or_is_not_renewed_is_told() {
        let now = clock::parse("2026-11-16T12:00:00Z").unwrap();
        let told = |end: Option<&str>, problem| judge("umeed.example", end.and_then(clock::parse), problem, now);
        assert_eq!(told(Some("2027-01-01"), None).state, State::Good);
        assert_eq!(told(Some("2026-11-20"), None).state, State::Warning);
        assert_eq!(told(None, None).state, State::Warning);
        let refused = told(None, Some("the authority cannot reach it"));
        assert!(refused.state == State::Broken && refused.text.contains("cannot reach it"), "{refused:?}");
        assert_eq!(told(Some("2026-11-01"), None).state, State::Broken);
    }
}
