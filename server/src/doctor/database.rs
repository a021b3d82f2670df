//! The database: that it answers, that this version knows its tables, and what a PostgreSQL must be able to do.

use jiff::Timestamp;

use super::{Check, Checks, span};
use crate::config::Folder;
use crate::db::{Db, Look, Server, Standing, look};

const SUBJECT: &str = "database";
/// Those that one server keeps, with some for the commands and for the person who looks after it.
const CONNECTIONS: i64 = 20;
const OLDEST: i64 = 130_000;
const MAX_APART_MILLISECONDS: u64 = 5_000;

/// What there is to say, and the database itself where it can be read.
pub async fn examine(folder: &Folder) -> (Checks, Option<Db>) {
    let found = match look(folder).await {
        Ok(found) => found,
        Err(cause) => return (vec![unusable(folder, &cause)], None),
    };
    let mut checks = found.server.as_ref().map(|server| judge(server, Timestamp::now())).unwrap_or_default();
    checks.push(tables(folder, &found));
    if found.tables != Standing::UpToDate {
        return (checks, None);
    }
    match Db::open_existing(folder).await {
        Ok(db) => (checks, Some(db)),
        Err(cause) => {
            checks.push(unusable(folder, &cause));
            (checks, None)
        }
    }
}

fn unusable(folder: &Folder, cause: &anyhow::Error) -> Check {
    match folder.database {
        Some(_) => {
            Check::broken(SUBJECT, format!("{cause:#}"), "is UMEED_DATABASE right, and does the PostgreSQL run?")
                .or("try the same address with psql")
        }
        None => Check::broken(SUBJECT, format!("{cause:#}"), format!("umeed check --data {}", folder.path.display()))
            .or("if it is damaged, restore a backup: see \"If the data is damaged\" in docs/operations.md"),
    }
}

fn tables(folder: &Folder, found: &Look) -> Check {
    match found.tables {
        Standing::UpToDate => Check::good(SUBJECT, "it answers, and its tables are those of this version"),
        Standing::Empty => Check::good(SUBJECT, "it has no tables yet; the server makes them when it starts"),
        Standing::Older => Check::warning(
            SUBJECT,
            "it is of an older version; the server brings it up to date when it starts",
            "sudo systemctl restart umeed (or start the new version in your own way)",
        ),
        Standing::Newer => {
            let text = format!(
                "it was made by a newer version of umeed than this one ({}), which does not touch it",
                env!("CARGO_PKG_VERSION")
            );
            let check = Check::broken(SUBJECT, text, "install the newer version again");
            match copies(folder) {
                Some(copy) => check.or(format!(
                    "or, to stay with this one and lose what was written since the upgrade: stop the server, and put {copy} in the place of umeed.db"
                )),
                None => check.or("or, to stay with this one: restore a backup that it made into an empty folder"),
            }
        }
    }
}

/// The copy of the database that the last upgrade left, by its name.
fn copies(folder: &Folder) -> Option<String> {
    let names =
        std::fs::read_dir(&folder.path).ok()?.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let found = names.filter(|name| name.starts_with("umeed-before-migration-") && name.ends_with(".db"));
    found.max().filter(|_| folder.database.is_none())
}

fn judge(server: &Server, now: Timestamp) -> Checks {
    let subject = "PostgreSQL";
    let version = format!("{}.{}", server.version / 10_000, server.version % 10_000);
    let mut checks = Vec::new();
    if server.version < OLDEST {
        checks.push(Check::broken(subject, format!("version {version} is too old"), "use PostgreSQL 13 or newer"));
    }
    if server.is_replica {
        checks.push(Check::broken(
            subject,
            "it is a replica, which cannot be written",
            "name the primary in UMEED_DATABASE",
        ));
    }
    if !server.may_create {
        let fix = "as its administrator, in psql: GRANT CREATE, USAGE ON SCHEMA public TO the user of UMEED_DATABASE";
        checks.push(Check::broken(subject, "our user may not make tables, as an upgrade must", fix));
    }
    if !server.is_durable {
        let text = "fsync or synchronous_commit is off: a power cut loses what was saved";
        checks.push(Check::warning(
            subject,
            text,
            "in psql: ALTER SYSTEM RESET fsync; ALTER SYSTEM RESET synchronous_commit; SELECT pg_reload_conf()",
        ));
    }
    if server.max_connections < CONNECTIONS || server.max_connections - server.connections < CONNECTIONS / 2 {
        let text = format!("{} of {} connections are taken", server.connections, server.max_connections);
        checks.push(Check::warning(
            subject,
            text,
            "in psql: ALTER SYSTEM SET max_connections = 100; then restart PostgreSQL",
        ));
    }
    let apart = now.as_millisecond().abs_diff(server.milliseconds);
    if apart > MAX_APART_MILLISECONDS {
        let text =
            format!("its clock and that of this machine are {} apart", span(std::time::Duration::from_millis(apart)));
        checks.push(Check::warning(subject, text, "sudo timedatectl set-ntp true, on both machines"));
    }
    if checks.is_empty() {
        checks.push(Check::good(
            subject,
            format!("version {version}, {} of {} connections taken", server.connections, server.max_connections),
        ));
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::State;

    #[test]
    fn a_postgres_that_will_not_do_is_told() {
        let now = Timestamp::now();
        let good = Server {
            version: 150_004,
            milliseconds: now.as_millisecond(),
            max_connections: 100,
            connections: 3,
            may_create: true,
            is_replica: false,
            is_durable: true,
        };
        let state = |server: &Server| judge(server, now).iter().map(|check| check.state).max().unwrap();
        assert_eq!(judge(&good, now)[0].text, "version 15.4, 3 of 100 connections taken");
        for (server, expected) in [
            (good.clone(), State::Good),
            (Server { version: 120_001, ..good.clone() }, State::Broken),
            (Server { may_create: false, ..good.clone() }, State::Broken),
            (Server { is_replica: true, ..good.clone() }, State::Broken),
            (Server { is_durable: false, ..good.clone() }, State::Warning),
            (Server { connections: 95, ..good.clone() }, State::Warning),
            (Server { milliseconds: good.milliseconds - 60_000, ..good.clone() }, State::Warning),
        ] {
            assert_eq!(state(&server), expected, "{server:?}");
        }
    }
}
