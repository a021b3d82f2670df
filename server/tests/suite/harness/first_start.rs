//! What a server makes when it starts for the first time, its tables and the first account, is made once for all tests and
//! copied for each: on SQLite a file, on PostgreSQL a database. Tests that are about a first start begin with nothing.

use std::sync::mpsc::{Sender, channel};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;

use argon2::password_hash::PasswordHasher;
use argon2::{Algorithm, Argon2, Params, Version};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use tokio::runtime::Runtime;
use umeed::app::App;
use umeed::config::{Database, Hidden, Settings};
use umeed::db::Sql;

use super::{EMAIL, PASSWORD};

enum Made {
    File(Vec<u8>),
    Database(String),
}

/// Puts a copy where a server with these settings will look for it, unless something is there, or the account is to be
/// another.
pub async fn put(settings: &mut Settings) -> Option<Own> {
    static MADE: LazyLock<Made> =
        LazyLock::new(|| thread::spawn(|| Runtime::new().unwrap().block_on(make())).join().unwrap());
    let file = settings.folder.path.join("umeed.db");
    let usual = settings.admin_email == EMAIL && settings.admin_password.as_ref().map(Hidden::reveal) == Some(PASSWORD);
    if !usual || settings.folder.database.is_some() || file.exists() {
        return None;
    }
    match tokio::task::spawn_blocking(|| &*MADE).await.unwrap() {
        Made::File(bytes) => {
            std::fs::write(file, bytes).unwrap();
            None
        }
        Made::Database(first) => {
            let (name, address) = create_database(Some(first)).await?;
            settings.folder.database = address;
            Some(Own(name))
        }
    }
}

async fn make() -> Made {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = super::settings_in(folder.path());
    let created = create_database(None).await;
    let name = created.map(|(name, address)| {
        settings.folder.database = address;
        name
    });
    let app = App::open(settings).await.unwrap();
    umeed::auth::ensure_first_account(&app.db, &app.settings).await.unwrap();
    app.indexing.up_to_date().await;
    // Most tests sign in. What a password is really hashed with is the matter of others, with other accounts.
    write(&app, Sql::new("UPDATE staff SET password_hash = ?").with(hashed_cheaply())).await;
    write(&app, Sql::new("DELETE FROM history WHERE verb = 'update'")).await;
    if name.is_some() {
        write(&app, Sql::new("DELETE FROM shared_secrets")).await; // every server makes up its own
    }
    app.db.close().await;
    name.map_or_else(|| Made::File(std::fs::read(folder.path().join("umeed.db")).unwrap()), Made::Database)
}

async fn write(app: &App, sql: Sql) {
    app.db.write(|tx| Box::pin(async move { tx.run(sql).await.map(drop) })).await.unwrap();
}

fn hashed_cheaply() -> String {
    let params = Params::new(Params::MIN_M_COST, 1, 1, None).unwrap();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params).hash_password(PASSWORD.as_bytes()).unwrap().to_string()
}

/// The PostgreSQL that the tests are to run on, if any.
pub async fn server() -> Option<(String, PgConnection)> {
    // In a debug build a TLS handshake takes longer than most tests.
    let address = format!("{}?sslmode=disable", std::env::var("UMEED_TEST_POSTGRES").ok()?);
    let connection = PgConnection::connect(&address).await.expect("the PostgreSQL of the tests answers");
    Some((address, connection))
}

/// Its name, and its address for a server.
async fn create_database(template: Option<&str>) -> Option<(String, Database)> {
    let (address, mut server) = server().await?;
    let name = format!("test_{}", uuid::Uuid::new_v4().simple());
    let mut create = format!("CREATE DATABASE {name}");
    if let Some(template) = template {
        create.push_str(&format!(" TEMPLATE {template}"));
        let version: String = sqlx::query_scalar("SHOW server_version_num").fetch_one(&mut server).await.unwrap();
        // From 15 on it would go page by page through the log, four times as slow; before, it only knew this.
        if version.parse::<u32>().unwrap() >= 150_000 {
            create.push_str(" STRATEGY file_copy");
        }
    }
    server.execute(AssertSqlSafe(create)).await.expect("a database of one's own");
    let mut address = url::Url::parse(&address).unwrap();
    address.set_path(&name);
    Some((name, Some(Hidden::new(address))))
}

/// A database that is dropped with this: ten megabytes, of which hundreds would add up.
pub struct Own(String);

impl Drop for Own {
    fn drop(&mut self) {
        let _ = dropped().send(std::mem::take(&mut self.0));
    }
}

/// Takes the names of databases that nobody needs any more.
fn dropped() -> MutexGuard<'static, Sender<String>> {
    static DROPPED: LazyLock<Mutex<Sender<String>>> = LazyLock::new(|| {
        let (sender, names) = channel::<String>();
        thread::spawn(move || {
            Runtime::new().unwrap().block_on(async {
                let (_, mut server) = server().await.expect("it was there when the test began");
                for name in names {
                    // A server's connections may still be closing.
                    let drop = format!("DROP DATABASE {name} WITH (FORCE)");
                    server.execute(AssertSqlSafe(drop)).await.expect("it is there, and ours");
                }
            });
        });
        Mutex::new(sender)
    });
    DROPPED.lock().unwrap_or_else(PoisonError::into_inner)
}
