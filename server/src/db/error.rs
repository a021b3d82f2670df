//! What the database says, in our terms.

use sqlx::error::DatabaseError;
use sqlx::postgres::PgDatabaseError;

use crate::error::Error;

pub fn translate(cause: sqlx::Error) -> Error {
    match &cause {
        sqlx::Error::Database(database) => match database.try_downcast_ref::<PgDatabaseError>() {
            Some(postgres) => {
                from_postgres(postgres).unwrap_or_else(|| Error::Internal(anyhow::anyhow!(describe(postgres))))
            }
            None => from_sqlite(database.as_ref()).unwrap_or_else(|| Error::Internal(cause.into())),
        },
        sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::Io(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::Tls(_) => Error::Unavailable(cause.to_string()),
        _ => Error::Internal(cause.into()),
    }
}

fn from_sqlite(database: &dyn DatabaseError) -> Option<Error> {
    if database.is_unique_violation() {
        return Some(duplicate(database.message()));
    }
    // Conditions that go away by themselves or with an operator's help: busy, locked, read-only, I/O, full, cannot open.
    let primary = database.code().and_then(|code| code.parse::<u32>().ok()).map(|code| code & 0xff);
    if primary == Some(13) {
        crate::disk::note_full();
    }
    match primary? {
        5 | 6 | 8 | 10 | 13 | 14 => Some(Error::Unavailable(database.to_string())),
        9 => Some(Error::TooSlow), // interrupted
        18 => Some(Error::TooLong),
        _ => None,
    }
}

/// "UNIQUE constraint failed: objects.bucket, objects.name"
fn duplicate(message: &str) -> Error {
    let named = message.rsplit(": ").next().unwrap_or_default();
    let mut table = String::new();
    let mut columns = Vec::new();
    for name in named.split(", ") {
        if let Some((of, column)) = name.split_once('.') {
            table = of.to_owned();
            columns.push(column.to_owned());
        }
    }
    Error::Duplicate { table, columns }
}

fn from_postgres(cause: &PgDatabaseError) -> Option<Error> {
    Some(match cause.code() {
        "23505" => Error::Duplicate {
            table: cause.table().unwrap_or_default().to_owned(),
            columns: key_columns(cause.detail().unwrap_or_default()),
        },
        "57014" => Error::TooSlow,
        // Starting, stopping, out of connections, disk full, a lock or an answer that took too long, read-only.
        code if ["08", "53", "57", "58"].iter().any(|class| code.starts_with(class))
            || matches!(code, "55P03" | "40001" | "40P01" | "25006" | "25P03") =>
        {
            Error::Unavailable(describe(cause))
        }
        // The database does not exist, or does not let us in: an operator can help.
        code if code.starts_with("28") || code == "3D000" => Error::Unavailable(describe(cause)),
        // A value that PostgreSQL cannot take where SQLite finds nothing: the caller's mistake.
        code if code.starts_with("22") => Error::refused(400, "22000", cause.message()),
        _ => return None,
    })
}

/// Without the details: those may hold what somebody wrote.
fn describe(cause: &PgDatabaseError) -> String {
    format!("PostgreSQL {}: {}", cause.code(), cause.message())
}

/// "Key (bucket, name)=(a, b) already exists."
fn key_columns(detail: &str) -> Vec<String> {
    let named = detail.strip_prefix("Key (").and_then(|rest| rest.split_once(")=")).map_or("", |(names, _)| names);
    named.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unique_violations_name_their_columns() {
        let Error::Duplicate { table, columns } = duplicate("UNIQUE constraint failed: objects.bucket, objects.name")
        else {
            panic!("not a duplicate")
        };
        assert_eq!((table.as_str(), columns), ("objects", vec!["bucket".to_owned(), "name".to_owned()]));
        assert_eq!(key_columns("Key (bucket, name)=(a)=b, c) already exists."), ["bucket", "name"]);
        assert_eq!(key_columns("nonsense"), Vec::<String>::new());
    }
}
