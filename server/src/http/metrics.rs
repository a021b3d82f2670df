//! GET /metrics, for an operator. Not public: without a token set, the path does not exist. What is counted stands in memory;
//! the rest is looked up when somebody asks, and left out where the database does not answer: the other figures are needed
//! most then.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::app::App;
use crate::backup::{self, Status};
use crate::db::{Engine, Size, Sql, row_counts};
use crate::error::Result;
use crate::mail::Unsent;
use crate::metrics::{self, Kind, Text};

/// A scrape waits ten seconds by default.
const MAX_WAIT: Duration = Duration::from_secs(3);

/// What only the database knows.
struct Stored {
    size: Size,
    mail: Unsent,
    sessions: i64,
    /// Rows that searching looks at one by one, of each table.
    to_index: Vec<(&'static str, i64)>,
    /// Not known where only this cannot be read.
    backups: Option<Status>,
}

pub async fn show(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    if !is_allowed(&app, &headers) {
        return StatusCode::NOT_FOUND.into_response();
    }
    // Over a connection of its own, so that a crowd of readers does not look like a database that is away.
    let healthy = tokio::time::timeout(MAX_WAIT, app.db.healthy());
    let (healthy, stored) = tokio::join!(healthy, tokio::time::timeout(MAX_WAIT, read(&app)));
    let stored = stored.ok().and_then(Result::ok);
    let mut text = Text::default();
    metrics::figures(&mut text);
    metrics::of_process(&mut text);
    of_this_server(&app, &mut text).await;
    let up = healthy.is_ok_and(|answer| answer.is_ok());
    text.gauge("umeed_database_up", "Whether the database answers and keeps writes.", u8::from(up));
    of_the_database(stored.as_ref(), &mut text);
    backup::figures(&mut text, stored.as_ref().and_then(|stored| stored.backups.as_ref()));
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text.finish()).into_response()
}

async fn read(app: &App) -> Result<Stored> {
    let mut sessions = Sql::new("SELECT ");
    row_counts::of(&mut sessions, "sessions");
    Ok(Stored {
        size: app.db.size().await?,
        mail: app.mail.unsent().await?,
        sessions: app.db.first(sessions).await?.map_or(0, |row| row.int(0)),
        to_index: app.db.rows_to_index().await?,
        backups: Status::read(&app.db).await.ok(),
    })
}

async fn of_this_server(app: &App, text: &mut Text) {
    let engine = match app.db.engine() {
        Engine::Sqlite => "sqlite",
        Engine::Postgres => "postgres",
    };
    let mut build = text.family("umeed_build_info", Kind::Gauge, "The version that runs, and its kind of database.");
    build.sample(&[("version", env!("CARGO_PKG_VERSION")), ("database", engine)], 1);

    let (pages, bytes) = app.pages.kept_pages();
    text.gauge("umeed_page_cache_pages", "Pages that are kept in memory.", pages);
    text.gauge("umeed_page_cache_bytes", "Memory that kept pages take.", bytes);
    let (answers, bytes) = app.frequent.kept();
    text.gauge("umeed_table_cache_answers", "Answers to visitors' reads of tables that are kept in memory.", answers);
    text.gauge("umeed_table_cache_bytes", "Memory that kept answers take.", bytes);
    text.gauge("umeed_writer_queue_length", "Writes that wait for their turn.", app.db.waiting_writes());
    let (clients, channels) = app.realtime.open();
    text.gauge("umeed_realtime_connections", "Clients that listen to live changes.", clients);
    text.gauge("umeed_realtime_channels", "Channels that live clients have joined.", channels);
    let room = app.disk.room().await;
    let free = "Room on the disk of the data folder.";
    text.gauge_if_known("umeed_disk_free_bytes", free, room.map(|room| room.free));
    let size = "Size of the disk of the data folder.";
    text.gauge_if_known("umeed_disk_size_bytes", size, room.map(|room| room.total));
    let help = "When the certificate of a name ends, in Unix time; 0 while there is none.";
    let mut ends = text.family("umeed_certificate_expiry_timestamp_seconds", Kind::Gauge, help);
    for (name, end) in app.tls.iter().flat_map(|tls| tls.ends()) {
        ends.sample(&[("name", &name)], end.map_or(0, |end| end.as_second()));
    }
}

fn of_the_database(stored: Option<&Stored>, text: &mut Text) {
    let size = stored.map(|stored| stored.size);
    text.gauge_if_known("umeed_database_bytes", "What the database takes on its disk.", size.map(|size| size.bytes));
    let log = "What of that is the write-ahead log; with SQLite only.";
    text.gauge_if_known("umeed_database_wal_bytes", log, size.and_then(|size| size.log_bytes));
    let help = "Mail that waits to be sent, and mail that was given up.";
    let mut mail = text.family("umeed_mail_outbox", Kind::Gauge, help);
    if let Some(Unsent { waiting, failed }) = stored.map(|stored| &stored.mail) {
        mail.sample(&[("status", "waiting")], waiting);
        mail.sample(&[("status", "failed")], failed);
    }
    let help =
        "Rows that are not in the index for searching yet; some hundred of the newest never are. With SQLite only.";
    let mut to_index = text.family("umeed_search_unindexed_rows", Kind::Gauge, help);
    for (table, rows) in stored.iter().flat_map(|stored| &stored.to_index) {
        to_index.sample(&[("table", table)], rows);
    }
    let help = "Sessions of staff that have not been ended.";
    text.gauge_if_known("umeed_sessions", help, stored.map(|stored| stored.sessions));
}

fn is_allowed(app: &App, headers: &HeaderMap) -> bool {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    match (&app.settings.metrics_token, bearer) {
        (Some(token), Some(given)) => bool::from(given.as_bytes().ct_eq(token.reveal().as_bytes())),
        _ => false,
    }
}
