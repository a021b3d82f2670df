//! What an operator watches: /metrics in Prometheus' form, what the dashboard and the alerts ask of it, and the two questions
//! of supervisors and balancers.

mod exposition;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::Ordering;

use exposition::Family;
use rcgen::{CertificateParams, KeyPair, date_time_ymd};

use crate::harness::TestApp;

async fn watched() -> TestApp {
    let app = TestApp::start_with(|settings| {
        settings.metrics_token = Some("s3cret".into());
        settings.sample_content = true;
    })
    .await;
    app.fill().await;
    app
}

async fn figures(app: &TestApp) -> BTreeMap<String, Family> {
    let answer = app.get("/metrics", Some("s3cret")).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    exposition::read(&answer.text()).unwrap_or_else(|wrong| panic!("{wrong}\n{}", answer.text()))
}

fn value(figures: &BTreeMap<String, Family>, series: &str) -> f64 {
    let name = series.split('{').next().unwrap();
    let family = figures.get(name).unwrap_or_else(|| panic!("no {name}"));
    let sample = family.samples.iter().find(|(given, _)| given == series);
    sample.unwrap_or_else(|| panic!("no {series} in {:?}", family.samples)).1
}

#[tokio::test]
async fn the_figures_are_valid_and_say_what_is_the_case() {
    let app = watched().await;
    let staff = app.staff_token().await;
    let before = figures(&app).await;
    for _ in 0..3 {
        assert_eq!(app.get("/about", None).await.status, 200);
    }
    assert_eq!(app.get("/rest/v1/projects?select=id", Some(&staff)).await.status, 200);
    let after = figures(&app).await;
    // Counters are of the process, and other tests count as well.
    let grew = |series: &str| value(&after, series) - value(&before, series);
    assert!(grew("umeed_page_cache_hits_total") >= 2.0);
    assert!(grew("umeed_page_cache_misses_total") >= 1.0);
    assert!(grew("umeed_requests_total{surface=\"page\",status=\"2xx\"}") >= 3.0);
    assert!(grew("umeed_requests_total{surface=\"rest\",status=\"2xx\"}") >= 1.0);
    for (series, least) in [
        ("umeed_database_up", 1.0),
        ("umeed_database_bytes", 4096.0),
        ("umeed_page_cache_pages", 1.0),
        ("umeed_page_cache_bytes", 1000.0),
        ("umeed_sessions", 1.0),
        ("umeed_disk_free_bytes", 1.0),
        ("umeed_disk_size_bytes", 1.0),
        ("process_resident_memory_bytes", 1_000_000.0),
        ("process_open_fds", 3.0),
        ("process_start_time_seconds", 1_700_000_000.0),
    ] {
        assert!(value(&after, series) >= least, "{series}");
    }
    for series in ["umeed_mail_outbox{status=\"waiting\"}", "umeed_mail_outbox{status=\"failed\"}"] {
        assert_eq!(value(&after, series), 0.0, "{series}");
    }
    let build = &after["umeed_build_info"].samples[0];
    assert!(build.0.contains(concat!("version=\"", env!("CARGO_PKG_VERSION"), "\"")) && build.1 == 1.0, "{build:?}");
    assert!(after.values().all(|family| family.help.ends_with('.')), "a sentence for each");
}

/// The figures are needed most when something is wrong.
#[tokio::test]
async fn without_a_database_the_rest_is_still_told() {
    let app = watched().await;
    assert_eq!(app.get("/about", None).await.status, 200);
    app.app.db.close().await;
    let figures = figures(&app).await;
    assert_eq!(value(&figures, "umeed_database_up"), 0.0);
    assert!(figures["umeed_sessions"].samples.is_empty(), "what is not known is not said");
    assert!(value(&figures, "umeed_page_cache_pages") >= 1.0);
}

/// A renewal that fails is to be seen before visitors see it.
#[tokio::test]
async fn the_end_of_each_certificate_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = (folder.path().join("a.pem"), folder.path().join("a.key"));
    let mut params = CertificateParams::new(["umeed.example".to_owned(), "www.umeed.example".to_owned()]).unwrap();
    params.not_after = date_time_ymd(2100, 1, 2);
    let pair = KeyPair::generate().unwrap();
    std::fs::write(&certificate, params.self_signed(&pair).unwrap().pem()).unwrap();
    std::fs::write(&key, pair.serialize_pem()).unwrap();
    let app = TestApp::start_with(|settings| {
        settings.metrics_token = Some("s3cret".into());
        settings.tls.certificate = Some(certificate);
        settings.tls.key = Some(key);
    })
    .await;
    let told = figures(&app).await;
    for name in ["umeed.example", "www.umeed.example"] {
        let series = format!("umeed_certificate_expiry_timestamp_seconds{{name=\"{name}\"}}");
        assert_eq!(value(&told, &series), 4_102_531_200.0, "{series}");
    }

    let app = TestApp::start_with(|settings| {
        settings.metrics_token = Some("s3cret".into());
        settings.tls.domains = vec!["umeed.example".into()];
    })
    .await;
    let none = value(&figures(&app).await, "umeed_certificate_expiry_timestamp_seconds{name=\"umeed.example\"}");
    assert_eq!(none, 0.0, "of an authority, and not got yet");
}

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/watching").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|cause| panic!("{}: {cause}", path.display()))
}

/// Every name of ours in a text, without what Prometheus adds to the name of a histogram.
fn names(text: &str, kinds: &BTreeMap<String, Family>) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_lowercase() && letter != '_');
    let ours = words.filter(|word| word.starts_with("umeed_") || word.starts_with("process_"));
    let bare = |word: &str| {
        let mut bases = ["_bucket", "_sum", "_count"].iter().filter_map(|suffix| word.strip_suffix(suffix));
        let histogram = bases.find(|base| kinds.get(*base).is_some_and(|kind| kind.kind == "histogram"));
        histogram.unwrap_or(word).to_owned()
    };
    ours.map(bare).collect()
}

#[tokio::test]
async fn everything_that_the_dashboard_and_the_alerts_ask_for_is_exported() {
    let exported = figures(&watched().await).await;
    for (file, least) in [("grafana.json", 20), ("alerts.yml", 8)] {
        let asked = names(&document(file), &exported);
        assert!(asked.len() >= least, "{file} asks for too little to be right: {asked:?}");
        let missing: Vec<_> = asked.iter().filter(|name| !exported.contains_key(*name)).collect();
        assert!(missing.is_empty(), "{file} asks for {missing:?}, which nobody exports");
    }
}

/// So that it can be imported anywhere: every panel asks the data source that is chosen there.
#[test]
fn the_dashboard_is_of_nobodys_grafana() {
    let dashboard: serde_json::Value = serde_json::from_str(&document("grafana.json")).unwrap();
    let variable = &dashboard["templating"]["list"][0];
    assert_eq!((variable["name"].as_str(), variable["type"].as_str()), (Some("datasource"), Some("datasource")));
    let panels = dashboard["panels"].as_array().unwrap();
    let drawn: Vec<_> = panels.iter().filter(|panel| panel["type"] != "row").collect();
    assert!(drawn.len() >= 15);
    for panel in drawn {
        assert_eq!(panel["datasource"]["uid"], "${datasource}", "{}", panel["title"]);
        for target in panel["targets"].as_array().unwrap() {
            assert!(!target["expr"].as_str().unwrap().is_empty(), "{}", panel["title"]);
        }
    }
    assert!(dashboard["id"].is_null());
}

/// Every alert says how bad it is, what it means and what to do.
#[test]
fn every_alert_says_what_to_do() {
    let rules = document("alerts.yml");
    let alerts: Vec<&str> = rules.split("- alert: ").skip(1).collect();
    assert!(alerts.len() >= 8, "{}", alerts.len());
    for alert in alerts {
        let name = alert.lines().next().unwrap();
        for part in ["expr:", "severity:", "summary:", "description:"] {
            assert!(alert.contains(part), "{name} has no {part}");
        }
    }
}

#[tokio::test]
async fn a_server_that_stops_is_alive_and_not_ready() {
    let app = watched().await;
    for path in ["/healthz", "/readyz"] {
        let answer = app.get(path, None).await;
        assert_eq!((answer.status, answer.text().as_str(), answer.header("cache-control")), (200, "ok\n", "no-store"));
    }
    app.app.stopping.store(true, Ordering::Relaxed);
    assert_eq!(app.get("/healthz", None).await.status, 200);
    let answer = app.get("/readyz", None).await;
    assert_eq!((answer.status, answer.text().as_str()), (503, "the server is stopping\n"));
    assert_eq!(app.get("/about", None).await.status, 200, "it still answers");
}

/// A restart does not bring a database back, and would end the pages that visitors still get.
#[tokio::test]
async fn a_server_without_its_database_is_alive_and_not_ready() {
    let app = watched().await;
    app.app.db.close().await;
    assert_eq!(app.get("/healthz", None).await.status, 200);
    let answer = app.get("/readyz", None).await;
    assert_eq!((answer.status, answer.text().as_str()), (503, "the database does not answer\n"));
}
