use super::*;
use crate::harness::EMAIL;
use crate::s3::S3;

#[tokio::test]
async fn everything_comes_back_as_it_was() {
    let app = filled().await;
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&app, &folder).await;
    let before = contents(&app.app.db).await;
    assert_eq!(made.rows, before.iter().map(|(_, rows)| rows.len() as u64).sum::<u64>());
    assert!(
        before.iter().all(|(table, rows)| !rows.is_empty() || ["gallery_images", "success_stories"].contains(table))
    );
    assert_eq!(made.files, before.last().unwrap().1.len());
    assert_eq!(made.bytes, std::fs::metadata(&made.place).unwrap().len());

    let place = Place::empty().await;
    let restored = place.restore(made.place.as_ref()).await.unwrap();
    assert_eq!((restored.rows, restored.files, restored.safety_copy), (made.rows, made.files, None));
    assert_eq!(contents(&place.db).await, before);

    // Served as before: pages, files and accounts. Sessions are not in an archive.
    let token = app.staff_token().await;
    let copy = place.serve().await;
    let path = public_path("deep/er/ % + .svg");
    assert_eq!(copy.get(&path, None).await.body, app.get(&path, None).await.body);
    assert_eq!(copy.get("/projects", None).await.status, 200);
    assert!(copy.get("/projects", None).await.text().contains(URDU));
    assert_eq!(copy.sign_in().await["user"]["email"], EMAIL);
    assert_eq!(copy.get("/rest/v1/volunteers", Some(&token)).await.status, 401);
}

/// Who may do what, and what people are called.
#[tokio::test]
async fn accounts_come_back_with_their_roles_and_names() {
    use umeed::auth::accounts;
    use umeed::schema::Role;
    let app = filled().await;
    let name = serde_json::json!({ "full_name": URDU }).as_object().unwrap().clone();
    accounts::add_with_role(&app.app.db, "editor@umeed.local", "a password", name, Role::Editor).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&app, &folder).await;
    let place = Place::empty().await;
    place.restore(made.place.as_ref()).await.unwrap();
    let people = accounts::list(&place.db).await.unwrap();
    let shown: Vec<_> =
        people.iter().map(|one| (one.email.as_str(), one.role, one.user_metadata.get("full_name").cloned())).collect();
    assert_eq!(shown, [(EMAIL, Role::Owner, None), ("editor@umeed.local", Role::Editor, Some(URDU.into()))]);
}

/// A document comes back as one, though a restore looks at every file as an upload would.
#[tokio::test]
async fn documents_come_back_too() {
    use umeed::schema::bucket::DOCUMENTS;
    use umeed::storage::{NewFile, save};
    let app = filled().await;
    let csv = NewFile::new(&DOCUMENTS, "b.csv", "a,b\n1,2\n".into());
    let pdf = "%PDF-1.7\ntrailer <<>>\nstartxref\n9\n%%EOF\n";
    for file in [csv, NewFile::new(&DOCUMENTS, "a.pdf", pdf.into())] {
        save(&app.app.db, &app.app.store, file).await.unwrap();
    }
    let before = contents(&app.app.db).await;
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&app, &folder).await;
    let place = Place::empty().await;
    place.restore(made.place.as_ref()).await.unwrap();
    assert_eq!(contents(&place.db).await, before);
    let report = umeed::backup::check(&place.db, &place.store).await;
    assert!(report.faults.is_empty() && report.notes.is_empty(), "{report:?}");
    let copy = place.serve().await;
    for (name, bytes, kind) in [("a.pdf", pdf, "application/pdf"), ("b.csv", "a,b\n1,2\n", "text/csv; charset=utf-8")] {
        let served = copy.get(&format!("/storage/v1/object/public/documents/{name}"), None).await;
        assert_eq!((served.text().as_str(), served.header("content-type")), (bytes, kind));
    }
}

/// From one kind of database and file store to the other, and back.
#[tokio::test]
async fn an_archive_moves_between_databases_and_stores() {
    let app = filled().await;
    let (s3, folder) = (S3::start().await, tempfile::tempdir().unwrap());
    let before = contents(&app.app.db).await;
    let database = own_schema().await;
    let places = [
        Place::with(|place| place.files = s3.place("one")).await,
        Place::with(|place| (place.files, place.database) = (s3.place("two"), database)).await,
        Place::with(|_| {}).await,
    ];
    let mut path = PathBuf::from(archive_of(&app, &folder).await.place);
    for (number, place) in places.iter().enumerate() {
        place.restore(&path).await.unwrap();
        assert_eq!(contents(&place.db).await, before);
        let report = umeed::backup::check(&place.db, &place.store).await;
        assert!(report.faults.is_empty() && report.notes.is_empty(), "{report:?}");
        path = folder.path().join(format!("{number}.tar"));
        make(place.db.clone(), place.store.clone(), &path).await.unwrap();
    }
}

/// Nothing the schema has is forgotten: a new table or column either goes into the archive or is named here.
#[tokio::test]
async fn every_table_and_column_is_kept_or_left_out_on_purpose() {
    // The files of the history's lines are found in the lines again, and rows are counted when they are written.
    // Mail that waits would be sent a second time. Keys of certificates are sealed by a secret that is in no archive, and a
    // server gets new ones in a minute.
    const LEFT_OUT: [&str; 12] = [
        "_sqlx_migrations",
        "row_counts",
        "sessions",
        "replaced_generations",
        "one_time_tokens",
        "removed_files",
        "site_state",
        "history_files",
        "outbox",
        "certificates",
        "acme_accounts",
        "acme_challenges",
    ];
    let place = Place::with(|_| {}).await;
    let path = place.folder.path().join("x.tar");
    make(place.db.clone(), place.store.clone(), &path).await.unwrap();
    let archive = Archive::open(&path).unwrap();
    let tables = place.db.rows(Sql::new("SELECT name FROM sqlite_master WHERE type = 'table'")).await.unwrap();
    let mut tables: Vec<&str> = tables.iter().map(|row| row.text(0)).collect();
    // What rows are found by is made anew from them.
    tables.retain(|name| !LEFT_OUT.contains(name) && !name.starts_with("search_"));
    let mut kept: Vec<&str> = archive.manifest.tables.iter().map(|contents| contents.name.as_str()).collect();
    tables.sort_unstable();
    kept.sort_unstable();
    assert_eq!(kept, tables);
    for contents in &archive.manifest.tables {
        let sql = format!("SELECT name FROM pragma_table_info('{}')", contents.name);
        let mut columns: Vec<String> =
            place.db.rows(Sql::new(sql)).await.unwrap().iter().map(|row| row.text(0).to_owned()).collect();
        let mut kept = contents.columns.clone();
        columns.sort();
        kept.sort();
        assert_eq!(kept, columns, "{}", contents.name);
    }
}

#[tokio::test]
async fn an_archive_is_its_owners_alone_and_is_never_overwritten() {
    let app = filled().await;
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&app, &folder).await;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&made.place).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let before = std::fs::read(&made.place).unwrap();
    let again = make(app.app.db.clone(), app.app.store.clone(), Path::new(&made.place)).await.unwrap_err();
    assert!(format!("{again:#}").contains("already there"), "{again:#}");
    assert_eq!(std::fs::read(&made.place).unwrap(), before);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing half is left");
}

/// Neither the secret nor anything that a session could be made from.
#[tokio::test]
async fn an_archive_holds_no_secret() {
    let app = filled().await;
    app.staff_token().await;
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&app, &folder).await;
    let archive = std::fs::read(&made.place).unwrap();
    let holds = |needle: &[u8]| archive.windows(needle.len()).any(|window| window == needle);
    assert!(!holds(b"secret") && !holds(b"rows/sessions"));
    assert!(holds(b"rows/staff"));
}

#[tokio::test]
async fn a_file_whose_bytes_are_missing_or_damaged_fails_the_backup_and_leaves_nothing() {
    let app = filled().await;
    let folder = tempfile::tempdir().unwrap();
    let file = stored_file(&app.app.settings.folder.path, &drawing("a.svg".len()));
    let bytes = std::fs::read(&file).unwrap();
    let attempt = async || {
        let result = make(app.app.db.clone(), app.app.store.clone(), &folder.path().join("x.tar")).await;
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        format!("{:#}", result.unwrap_err())
    };
    let version = umeed::storage::find(
        &app.app.db,
        umeed::db::Reserve::Staff,
        &umeed::schema::bucket::WEBSITE_IMAGES,
        &umeed::storage::Name::parse("a.svg").unwrap(),
    )
    .await
    .unwrap()
    .unwrap()
    .version;
    let advice = format!("version {version}; `umeed check` says its name; upload it again, or delete it");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(attempt().await, format!("the bytes of a file are missing: {advice}"));
    std::fs::write(&file, &bytes[1..]).unwrap();
    assert_eq!(attempt().await, format!("the bytes of a file are damaged: {advice}"));
    std::fs::write(&file, &bytes).unwrap();
    archive_of(&app, &folder).await;
}

/// Nobody can upload one, but an older or a foreign database may hold one.
#[tokio::test]
async fn an_empty_file_is_a_file() {
    let app = filled().await;
    std::fs::write(stored_file(&app.app.settings.folder.path, &drawing("a.svg".len())), "").unwrap();
    let row = "UPDATE objects SET size = 0, etag = '\"e3b0c44298fc1c149afbf4c8996fb924\"' WHERE name = 'a.svg'";
    change(&app.app.db, row).await;
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&app, &folder).await;
    let place = Place::empty().await;
    place.restore(made.place.as_ref()).await.unwrap();
    assert!(umeed::backup::check(&place.db, &place.store).await.faults.is_empty());
    assert_eq!(stored_file(place.folder.path(), b"").metadata().unwrap().len(), 0);
}

/// An older version left more in pictures, and an archive may have been made by anyone.
#[tokio::test]
async fn files_come_back_without_what_they_do_not_show() {
    let app = filled().await;
    let noted = [&drawing(5)[..drawing(5).len() - 6], b"<!-- Zulekha --><script>alert(1)</script></svg>"].concat();
    let etag = umeed::storage::etag(&<sha2::Sha256 as sha2::Digest>::digest(&noted));
    std::fs::write(stored_file(&app.app.settings.folder.path, &drawing("a.svg".len())), &noted).unwrap();
    let row = format!("UPDATE objects SET size = {}, etag = '{etag}' WHERE name = 'a.svg'", noted.len());
    change(&app.app.db, &row).await;
    let folder = tempfile::tempdir().unwrap();
    let made = archive_of(&app, &folder).await;

    // Also where the archive was made, and where it was restored before.
    let place = Place::empty().await;
    let restored = place.restore(made.place.as_ref()).await.unwrap();
    assert_eq!((restored.files, restored.cleaned), (3, 1));
    for (db, store) in [(&app.app.db, &app.app.store), (&place.db, &place.store)] {
        let aside = tempfile::tempdir().unwrap();
        let archive = Archive::open(&made.place).unwrap();
        restore(archive, db.clone(), store.clone(), Some(&aside.path().join("aside.tar"))).await.unwrap();
        assert!(umeed::backup::check(db, store).await.faults.is_empty());
    }
    assert_eq!(app.get(&public_path("a.svg"), None).await.body, drawing(5));
    assert_eq!(place.serve().await.get(&public_path("a.svg"), None).await.body, drawing(5));
}

#[tokio::test]
async fn a_mistyped_folder_is_said_and_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = place(&folder.path().join("nowhere"));
    let refused = back_up(&folder.path().join("x.tar"), &nowhere).await.unwrap_err();
    assert!(format!("{refused:#}").contains("there is no database in"), "{refused:#}");
    assert!(umeed::commands::check(&nowhere).await.is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
