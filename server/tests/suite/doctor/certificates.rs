//! Certificates in files: of the wrong pair, for another name, at their end or near it. And the one that a visitor is shown.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection};
use umeed::doctor::State;
use umeed::doctor::certificate::{files, served};

const NAME: &str = "umeed.example";

struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    /// A certificate for the name, issued by an authority of the test's own, good until the end of a day.
    fn until(year: i32, month: u8, day: u8) -> Files {
        let folder = tempfile::tempdir().unwrap();
        let mut authority = CertificateParams::default();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        authority.not_after = date_time_ymd(2090, 1, 1);
        let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
        let mut asked = CertificateParams::new(vec![NAME.to_owned()]).unwrap();
        asked.not_before = date_time_ymd(2020, 1, 1);
        asked.not_after = date_time_ymd(year, month, day);
        let key = KeyPair::generate().unwrap();
        let certificate = asked.signed_by(&key, &authority).unwrap();
        std::fs::write(folder.path().join("chain.pem"), certificate.pem() + &authority.as_ref().pem()).unwrap();
        std::fs::write(folder.path().join("key.pem"), key.serialize_pem()).unwrap();
        Files { folder }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn told(&self, key: &Path, name: &str) -> (State, String) {
        let checks = files(&self.at("chain.pem"), key, &[name]);
        (checks[0].state, checks[0].text.clone())
    }
}

#[test]
fn a_certificate_is_judged_by_its_end_and_its_names() {
    let good = Files::until(2080, 1, 1);
    let key = good.at("key.pem");
    assert_eq!(good.told(&key, NAME).0, State::Good);
    let (state, text) = good.told(&key, "other.example");
    assert!(state == State::Broken && text.contains("not for other.example") && text.contains(NAME), "{text}");
    let trust = files(&good.at("chain.pem"), &key, &[NAME]);
    assert!(trust[1].state == State::Warning && trust[1].text.contains("browsers do not know"), "{trust:?}");

    let ended = Files::until(2021, 6, 1);
    let (state, text) = ended.told(&ended.at("key.pem"), NAME);
    assert!(state == State::Broken && text.contains("ended on 2021-06-01"), "{text}");
}

#[test]
fn one_that_ends_within_two_weeks_is_a_warning() {
    let soon =
        jiff::Zoned::now().with_time_zone(jiff::tz::TimeZone::UTC).date().saturating_add(jiff::Span::new().days(5));
    let ending = Files::until(soon.year().into(), soon.month() as u8, soon.day() as u8);
    let (state, text) = ending.told(&ending.at("key.pem"), NAME);
    assert!(state == State::Warning && text.contains(&format!("ends on {soon}")), "{text}");
}

#[test]
fn files_that_are_no_pair_or_cannot_be_read_are_told() {
    let (one, other) = (Files::until(2080, 1, 1), Files::until(2080, 1, 1));
    let (state, text) = one.told(&other.at("key.pem"), NAME);
    assert!(state == State::Broken && text.contains("is not the key of"), "{text}");
    let (state, text) = one.told(&one.at("nothing.pem"), NAME);
    assert!(state == State::Broken && text.contains("cannot be read"), "{text}");
    let (state, _) = one.told(&one.at("chain.pem"), NAME);
    assert_eq!(state, State::Broken, "a certificate where the key should be");
}

#[tokio::test]
async fn what_a_visitor_is_shown_is_judged() {
    let unknown = Files::until(2080, 1, 1);
    let chain = CertificateDer::pem_file_iter(unknown.at("chain.pem")).unwrap().collect::<Result<Vec<_>, _>>().unwrap();
    let key = PrivateKeyDer::from_pem_file(unknown.at("key.pem")).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(config.with_no_client_auth().with_single_cert(chain, key).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut connection = ServerConnection::new(config.clone()).unwrap();
            let _ = connection.complete_io(&mut stream.unwrap());
        }
    });
    let told = served("127.0.0.1", port).await;
    assert!(told.state == State::Broken && told.text.contains("is not trusted"), "{told:?}");
    let none = served("127.0.0.1", 1).await;
    assert!(none.state == State::Broken && none.text.contains("shows none"), "{none:?}");
}
