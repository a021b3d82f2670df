//! What SQLite says, in our terms.

use crate::error::Error;

pub fn translate(cause: sqlx::Error) -> Error {
    match &cause {
        sqlx::Error::Database(database) if database.is_unique_violation() => duplicate(database.message()),
        sqlx::Error::Database(database) if is_passing(database.code().as_deref()) => {
            Error::Unavailable(cause.to_string())
        }
        sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed | sqlx::Error::Io(_) => {
            Error::Unavailable(cause.to_string())
        }
        _ => Error::Internal(cause.into()),
    }
}

/// Conditions that go away by themselves or with an operator's help: busy, locked, read-only, I/O, full, cannot open.
fn is_passing(code: Option<&str>) -> bool {
    let primary = code.and_then(|code| code.parse::<u32>().ok()).map(|code| code & 0xff);
    matches!(primary, Some(5 | 6 | 8 | 10 | 13 | 14))
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
    }
}
