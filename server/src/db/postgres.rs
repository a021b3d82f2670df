//! PostgreSQL: how it is opened, asked and read. The same statements as for SQLite, in its notation.

use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;
use futures_util::TryStreamExt;
use futures_util::stream::BoxStream;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgConnection, PgQueryResult, PgRow};
use sqlx::{Arguments, AssertSqlSafe, Column, ConnectOptions, Either, Executor, Row as _, TypeInfo, ValueRef};

use super::error::translate;
use super::migrate::{self, Tables};
use super::sql::{Outcome, Row, Sql, Value};
use crate::error::{Error, Result};

/// A server that does not answer for so long is away.
const MAX_ANSWER: Duration = Duration::from_secs(15);
const MAX_CONNECT: Duration = Duration::from_secs(3);

#[derive(Clone)]
pub struct Postgres {
    options: PgConnectOptions,
}

impl Postgres {
    pub fn at(url: &str) -> anyhow::Result<Postgres> {
        let options = PgConnectOptions::from_str(url)
            .context("the address of the database cannot be read; it looks like postgres://user@host/database")?
            .application_name("umeed")
            // The server ends by itself what we no longer wait for, so that nothing of ours holds a lock.
            .options([
                ("statement_timeout", "15s"),
                ("lock_timeout", "10s"),
                ("idle_in_transaction_session_timeout", "20s"),
            ])
            .disable_statement_logging();
        Ok(Postgres { options })
    }

    /// Brings the schema up to date, unless it is to stay as it is. Several servers may start at once: one migrates, the
    /// others wait.
    pub async fn prepare(&self, tables: Tables) -> anyhow::Result<()> {
        let mut connection = self.connect().await.context("the database does not answer")?;
        migrate::postgres(&mut connection, tables).await.context("cannot use the database")
    }

    pub async fn has_tables(&self) -> anyhow::Result<bool> {
        let mut connection = self.connect().await.context("the database does not answer")?;
        migrate::postgres_has_tables(&mut connection).await.context("cannot use the database")
    }

    pub async fn connect(&self) -> Result<PgConnection> {
        connect(&self.options).await
    }

    /// For readers: PostgreSQL itself ends each statement that takes longer than this.
    pub async fn connect_reader(&self, deadline: Duration) -> Result<PgConnection> {
        let timeout = format!("{}ms", deadline.min(MAX_ANSWER).as_millis());
        connect(&self.options.clone().options([("statement_timeout", timeout)])).await
    }

    pub fn options(&self) -> PgConnectOptions {
        self.options.clone()
    }
}

async fn connect(options: &PgConnectOptions) -> Result<PgConnection> {
    match tokio::time::timeout(MAX_CONNECT, options.connect()).await {
        Ok(connected) => connected.map_err(translate),
        Err(_) => Err(Error::Unavailable("the database took too long to answer".into())),
    }
}

pub async fn fetch(connection: &mut PgConnection, sql: Sql) -> Result<Vec<Row>> {
    Ok(run(connection, sql).await?.rows)
}

pub async fn run(connection: &mut PgConnection, sql: Sql) -> Result<Outcome> {
    let (text, values) = numbered(sql);
    let query = sqlx::query_with(AssertSqlSafe(text), arguments(values)?);
    match tokio::time::timeout(MAX_ANSWER, gather(connection.fetch_many(query))).await {
        Ok(outcome) => outcome,
        Err(_) => Err(Error::Unavailable("the database took too long to answer".into())),
    }
}

async fn gather(mut answers: BoxStream<'_, sqlx::Result<Either<PgQueryResult, PgRow>>>) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    while let Some(answer) = answers.try_next().await.map_err(translate)? {
        match answer {
            Either::Left(done) => outcome.changed = done.rows_affected() as usize,
            Either::Right(row) => outcome.rows.push(read(&row)?),
        }
    }
    Ok(outcome)
}

pub async fn control(connection: &mut PgConnection, statement: &'static str) -> Result<()> {
    match tokio::time::timeout(MAX_ANSWER, connection.execute(statement)).await {
        Ok(done) => done.map(drop).map_err(translate),
        Err(_) => Err(Error::Unavailable("the database took too long to answer".into())),
    }
}

/// `?` becomes `$1`, `$2` …; a NULL is written out, since a bound one would need the column's type.
fn numbered(sql: Sql) -> (String, Vec<Value>) {
    let mut text = String::with_capacity(sql.text.len() + sql.values.len() * 2);
    let mut values = Vec::with_capacity(sql.values.len());
    let mut given = sql.values.into_iter();
    for (position, part) in sql.text.split('?').enumerate() {
        if position > 0 {
            match given.next() {
                Some(Value::Null) | None => text.push_str("NULL"),
                Some(value) => {
                    values.push(value);
                    text.push('$');
                    text.push_str(&values.len().to_string());
                }
            }
        }
        text.push_str(part);
    }
    (text, values)
}

fn arguments(values: Vec<Value>) -> Result<PgArguments> {
    let mut arguments = PgArguments::default();
    for value in values {
        match value {
            Value::Null => Ok(()), // written out, see `numbered`
            Value::Int(number) => arguments.add(number),
            Value::Real(number) => arguments.add(number),
            Value::Text(text) => arguments.add(text),
        }
        .map_err(|cause| anyhow::anyhow!(cause))?;
    }
    Ok(arguments)
}

fn read(row: &PgRow) -> Result<Row> {
    let mut values = Vec::with_capacity(row.columns().len());
    for column in row.columns() {
        let position = column.ordinal();
        if row.try_get_raw(position).map_err(translate)?.is_null() {
            values.push(Value::Null);
            continue;
        }
        values.push(match column.type_info().name() {
            "INT8" => Value::Int(row.try_get(position).map_err(translate)?),
            "INT4" => Value::Int(row.try_get::<i32, _>(position).map_err(translate)?.into()),
            "BOOL" => Value::from(row.try_get::<bool, _>(position).map_err(translate)?),
            "FLOAT8" => Value::Real(row.try_get(position).map_err(translate)?),
            _ => Value::Text(row.try_get_unchecked(position).map_err(translate)?),
        });
    }
    Ok(Row(values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_numbered_and_nulls_written_out() {
        let sql = Sql::new("INSERT INTO t (a, b, c) VALUES (?, ?, ?)").with("x").with(None::<i64>).with(7);
        let (text, values) = numbered(sql);
        assert_eq!(text, "INSERT INTO t (a, b, c) VALUES ($1, NULL, $2)");
        assert_eq!(values, [Value::from("x"), Value::Int(7)]);
    }
}
