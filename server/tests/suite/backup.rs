//! Backup, restore and check. What is here makes a place with content and compares places; the tests are beside.

mod away;
mod check;
mod damage;
mod declared;
mod encrypted;
mod forged;
mod older;
mod replace;
mod round_trip;
mod scheduled;
mod writers;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use serde_json::json;
use tempfile::TempDir;
use umeed::backup::{Archive, Made, Restored, Schedule, make, restore};
use umeed::config::{BackupKeys, BackupPlace, Folder, OpeningKeys};
use umeed::db::{Db, Sql, Value};
use umeed::storage::Store;

use crate::harness::{TestApp, keep, own_schema, public_path};

/// All that an archive holds: what is declared, the accounts and the files.
fn tables() -> impl Iterator<Item = &'static str> {
    let kept = umeed::schema::TABLES.iter().map(|table| table.name).filter(|name| *name != "outbox");
    kept.chain(["staff", "factors", "recovery_codes", "objects"])
}

const URDU: &str = "اُمید ویلفیئر، فیصل آباد";

/// A server with a few rows of every kind and three files with odd names.
async fn filled() -> TestApp {
    let app = TestApp::start().await;
    app.fill().await;
    let staff = app.staff_token().await;
    let rows = [
        ("projects", json!({ "title": URDU, "description": "<p>a \"quoted\" \u{2028} line</p>\n<p>😀</p>" })),
        ("testimonials", json!({ "quote": "q", "name": "n", "is_visible": false })),
        ("testimonials", json!({ "quote": "\\", "name": "'", "is_visible": true })),
        ("volunteers", json!({ "name": URDU, "city": "x", "phone": "1", "skills": null })),
        ("subscribers", json!({ "email": "a@b.example" })),
        (
            "messages",
            json!({ "name": URDU, "email": "a@b.example", "subject": "s", "message": URDU, "status": "read" }),
        ),
        ("team_members", json!({ "name": "n", "image_url": "https://b.example/x.png" })),
    ];
    for (table, row) in rows {
        let answer = app.post_json(&format!("/rest/v1/{table}"), row, Some(&staff)).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
    }
    for name in ["a.svg", "deep/er/ % + .svg", "تصویر.svg"] {
        save_drawing(&app, name, name.len()).await;
    }
    // A device that nobody has confirmed asks for nothing.
    for sql in [
        "INSERT INTO factors (id, staff_id, kind, status, friendly_name, seed, created_at, updated_at) \
         SELECT '6f1c3b7e-0000-4000-8000-000000000001', id, 'totp', 'unverified', 'x|y', 's', created_at, created_at FROM staff",
        "INSERT INTO recovery_codes (digest, staff_id) SELECT 'd', id FROM staff",
        "INSERT INTO page_views (id, day, path, views, link_previews) \
         VALUES ('6f1c3b7e-0000-4000-8000-000000000002', '2026-11-16', '/about', 7, 2)",
    ] {
        change(&app.app.db, sql).await;
    }
    app
}

async fn save_drawing(app: &TestApp, name: &str, width: usize) {
    let drawing = format!("<svg width='{width}' height='3'></svg>");
    keep(&app.app, name, drawing).await.unwrap();
}

async fn archive_of(app: &TestApp, folder: &TempDir) -> Made {
    make(app.app.db.clone(), app.app.store.clone(), &folder.path().join("backup.tar")).await.unwrap()
}

/// An empty place to restore into.
struct Place {
    folder: TempDir,
    settings: Folder,
    db: Arc<Db>,
    store: Arc<Store>,
}

impl Place {
    /// With the database that the tests run on.
    async fn empty() -> Place {
        let database = own_schema().await;
        Place::with(|place| place.database = database).await
    }

    async fn with(adjust: impl FnOnce(&mut Folder)) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = place(folder.path());
        adjust(&mut settings);
        umeed::app::provide_cryptography();
        let db = Arc::new(Db::open(&settings).await.unwrap());
        let store = Arc::new(Store::open(&settings, &db).await.unwrap());
        Place { folder, settings, db, store }
    }

    async fn restore(&self, archive: &Path) -> anyhow::Result<Restored> {
        restore(Archive::open(archive)?, self.db.clone(), self.store.clone(), None).await
    }

    /// A server on what has been restored.
    async fn serve(self) -> TestApp {
        self.db.close().await;
        TestApp::start_in(self.folder, |settings| settings.folder = self.settings).await
    }
}

/// Every value of every row that an archive should hold.
async fn contents(db: &Db) -> Vec<(&'static str, Vec<Vec<Value>>)> {
    let mut contents = Vec::new();
    for table in tables() {
        let rows = db.rows(Sql::new(format!("SELECT * FROM {table} ORDER BY 1"))).await.unwrap();
        contents.push((table, rows.iter().map(|row| row.values().to_vec()).collect()));
    }
    contents
}

async fn change(db: &Db, statement: &str) {
    let sql = Sql::new(statement);
    db.write(|tx| Box::pin(tx.rows(sql))).await.unwrap();
}

/// The stored file that has these bytes.
fn stored_file(folder: &Path, bytes: &[u8]) -> PathBuf {
    let shards = std::fs::read_dir(folder.join("files")).unwrap().flatten();
    let mut files = shards.flat_map(|shard| std::fs::read_dir(shard.path()).unwrap().flatten());
    files.find(|file| std::fs::read(file.path()).unwrap() == bytes).unwrap().path()
}

/// The bytes that `save_drawing` leaves.
fn drawing(width: usize) -> Vec<u8> {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"3\"></svg>").into_bytes()
}

fn asked(file: &Path, replace: bool) -> umeed::config::Restore {
    let keys = OpeningKeys::default();
    umeed::config::Restore { file: BackupPlace::Path(file.to_owned()), keys, replace, skip_refused: false }
}

const STATUS: &str = "/rest/v1/rpc/last_backup";

/// As the server would make them there, two of them to be kept.
fn schedule(app: &TestApp, place: &BackupPlace, keys: &BackupKeys) -> Schedule {
    let data = app.app.settings.folder.path.clone();
    Schedule {
        place: Arc::new(umeed::backup::Place::open(place, &data).unwrap()),
        seal: Arc::new(umeed::backup::Seal::new(keys).unwrap()),
        data,
        every: app.app.settings.backup.every,
        keep: 2,
        mail: app.app.mail.clone(),
    }
}

fn day(number: u32) -> Timestamp {
    format!("2026-01-0{number}T03:00:00Z").parse().unwrap()
}

/// The command, without any encryption.
async fn back_up(file: &Path, folder: &Folder) -> anyhow::Result<()> {
    umeed::commands::backup(&BackupPlace::Path(file.to_owned()), &BackupKeys::default(), folder).await
}

fn place(path: &Path) -> Folder {
    Folder::at(path)
}
