//! What reads may cost: each reserve has connections of its own, a statement has a deadline and ends when nobody waits for
//! it, and a visitor asks only so much at once.

use std::sync::Arc;
use std::time::Duration;

use umeed::config::Folder;
use umeed::db::{Db, Reserve, Sql};
use umeed::error::Error;

use crate::harness::TestApp;

/// Takes minutes.
fn endless() -> Sql {
    let rows = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1000000000)";
    Sql::new(format!("{rows} SELECT count(*) FROM c"))
}

async fn open() -> (Arc<Db>, tempfile::TempDir) {
    let data = tempfile::tempdir().unwrap();
    let folder = Folder { database: crate::harness::own_schema().await, ..Folder::at(data.path()) };
    (Arc::new(Db::open(&folder).await.unwrap()), data)
}

/// Much shorter than the deadline of any reserve.
async fn at_once(db: &Db, reserve: Reserve) -> bool {
    let asked = db.rows_for(reserve, Sql::new("SELECT 1"));
    matches!(tokio::time::timeout(Duration::from_millis(1500), asked).await, Ok(Ok(_)))
}

#[tokio::test]
async fn a_statement_that_takes_too_long_is_interrupted() {
    let (db, _data) = open().await;
    let refused = db.rows_for(Reserve::Visitors, endless()).await;
    assert!(matches!(refused, Err(Error::TooSlow)), "{refused:?}");
    assert!(at_once(&db, Reserve::Visitors).await);
}

#[tokio::test]
async fn visitors_who_ask_much_hold_up_neither_staff_nor_pages() {
    let (db, _data) = open().await;
    let asking: Vec<_> = (0..Reserve::Visitors.connections())
        .map(|_| {
            let db = db.clone();
            tokio::spawn(async move { db.rows_for(Reserve::Visitors, endless()).await })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(at_once(&db, Reserve::Staff).await);
    assert!(at_once(&db, Reserve::Pages).await);
    for asked in asking {
        assert!(matches!(asked.await.unwrap(), Err(Error::TooSlow)));
    }
}

#[tokio::test]
async fn what_nobody_waits_for_any_more_ends() {
    let (db, _data) = open().await;
    for _ in 0..3 {
        let asking: Vec<_> = (0..Reserve::Staff.connections())
            .map(|_| {
                let db = db.clone();
                tokio::spawn(async move { db.rows(endless()).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(100)).await;
        asking.iter().for_each(tokio::task::JoinHandle::abort);
        // Staff have far longer than this, so the statements were interrupted.
        assert!(at_once(&db, Reserve::Staff).await);
    }
}

#[tokio::test]
async fn a_visitor_asks_only_so_much_at_once() {
    let app = TestApp::start().await;
    let staff = app.staff_token().await;
    let filters = |count: usize| vec!["title=neq.x"; count].join("&");
    let patterns = |count: usize| vec!["title=ilike.*x*"; count].join("&");
    let dear = [
        filters(25),
        patterns(5),
        "title=ilike.*a*b*c*d*".to_owned(),
        "or=(title.like.a*b*c*,and(title.like.*a*b*c*d*e*,id.is.null))".to_owned(),
        "select=title,a:title,b:title".to_owned(),
        "select=*,title,b:title".to_owned(),
    ];
    for query in dear {
        let path = format!("/rest/v1/projects?{query}");
        let refused = app.get(&path, None).await;
        assert_eq!((refused.status, &refused.json["code"]), (400, &"54000".into()), "{query}: {}", refused.text());
        assert_eq!(app.get(&path, Some(&staff)).await.status, 200, "staff may: {query}");
    }
    for query in [filters(24), patterns(4), "select=id,title&title=ilike.*a*b*c*".to_owned()] {
        let answer = app.get(&format!("/rest/v1/projects?{query}"), None).await;
        assert_eq!(answer.status, 200, "{query}: {}", answer.text());
    }
    let places =
        "/rest/v1/website_content?select=content,title:content-%3Ehero-%3Etitle,sub:content-%3Ehero-%3Esubtitle";
    assert_eq!(app.get(places, None).await.status, 200);
}
