//! The server that runs with these settings, if any: found by the lock on the data folder and by asking it. It knows what only a
//! running server can know, such as whether requests come through a proxy.

use std::fs::Metadata;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use serde_json::Value as Json;

use super::{Check, Checks, ports};
use crate::auth::{anon_key, service_key};
use crate::config::{Folder, Settings};
use crate::db::{Db, Engine, Sql};
use crate::secret::Secret;

const SUBJECT: &str = "server";
const MAX_WAIT: Duration = Duration::from_secs(5);

pub struct Running {
    /// Some process serves the data folder.
    pub is_locked: bool,
    listen: SocketAddr,
    /// What /healthz says where we listen.
    health: Option<u16>,
    /// It says over http that it has no certificate yet, and so cannot answer over https.
    pub lacks_certificate: bool,
    /// What the server says of itself to its owner. A server that can check the key is one of this site.
    status: Option<Json>,
    /// By which the site is known, also through a proxy.
    pub public_key: Option<String>,
}

impl Running {
    pub async fn find(settings: &Settings, db: Option<&Db>) -> Running {
        let listen = ports::listens(settings)[0];
        let lock = std::fs::metadata(settings.folder.path.join("umeed.lock"));
        let locks = std::fs::read_to_string("/proc/locks").unwrap_or_default();
        let mut running = Running {
            is_locked: lock.is_ok_and(|file| is_locked(&locks, &file)),
            listen,
            health: None,
            lacks_certificate: false,
            status: None,
            public_key: None,
        };
        let Ok((client, origin)) = at_home(settings, reachable(listen)) else { return running };
        running.health =
            client.get(format!("{origin}/healthz")).send().await.ok().map(|answer| answer.status().as_u16());
        running.lacks_certificate = running.is_locked && running.health.is_none() && lacks_certificate(settings).await;
        let Some(db) = db else { return running };
        let Some(secret) = secret(&settings.folder, db).await else { return running };
        running.public_key = Some(anon_key(&secret).to_owned());
        if running.health.is_some()
            && is_held_by_owner(settings, listen.port())
            && let Ok(key) = service_key::current(db, &secret).await
        {
            running.status = status(&client, &origin, &key).await;
        }
        running
    }

    /// Whether a server of this site answers where the settings say.
    pub fn answers(&self) -> bool {
        self.status.is_some() || (self.is_locked && self.health.is_some())
    }

    /// Whether requests come with X-Forwarded-For from an address that is no proxy of ours.
    pub fn saw_undeclared_proxy(&self) -> bool {
        self.status.as_ref().is_some_and(|status| status["undeclared_proxy"] == true)
    }

    pub fn checks(&self) -> Checks {
        let log = "sudo journalctl -u umeed -n 50 (or its log) says why";
        if self.lacks_certificate {
            let text = "it runs, and answers nobody before it has its certificate";
            return vec![Check::warning(SUBJECT, text, "see below why it has none (address, certificate)")];
        }
        if !self.answers() {
            return vec![match self.is_locked {
                true => {
                    let text = format!("one runs on the data folder, and does not answer at {}", self.listen);
                    Check::warning(SUBJECT, text, "give doctor the settings that the server has (UMEED_LISTEN)").or(log)
                }
                false => Check::warning(SUBJECT, "it does not run", "sudo systemctl start umeed").or(log),
            }];
        }
        if self.health != Some(200) {
            let text = format!("it runs, and says that its database does not answer ({}/healthz)", self.listen);
            return vec![Check::broken(SUBJECT, text, log)];
        }
        let ours = env!("CARGO_PKG_VERSION");
        vec![match self.status.as_ref().and_then(|status| status["version"].as_str()) {
            Some(version) if version != ours => {
                let text = format!("version {version} runs, and this is {ours}");
                Check::warning(SUBJECT, text, "sudo systemctl restart umeed")
            }
            _ => Check::good(SUBJECT, format!("it runs and answers at {}", self.listen)),
        }]
    }
}

pub fn client() -> reqwest::Result<reqwest::Client> {
    builder().build()
}

fn builder() -> reqwest::ClientBuilder {
    reqwest::Client::builder()
        .timeout(MAX_WAIT)
        .redirect(reqwest::redirect::Policy::limited(3))
        .no_proxy()
        .user_agent(concat!("umeed-doctor/", env!("CARGO_PKG_VERSION")))
}

/// The server where it listens. Who it is is found out otherwise than by its certificate, which may not be there yet.
fn at_home(settings: &Settings, listen: SocketAddr) -> reqwest::Result<(reqwest::Client, String)> {
    if !matches!(settings.tls.source(), Ok(Some(_))) {
        return Ok((client()?, format!("http://{listen}")));
    }
    let name = settings.tls.domains.first().map_or("localhost", String::as_str);
    let client = builder().resolve(name, listen).tls_danger_accept_invalid_certs(true).build()?;
    Ok((client, format!("https://{name}:{}", listen.port())))
}

/// Beside https, the port of http answers all but the authority with this until there is a certificate (`http/redirect.rs`).
async fn lacks_certificate(settings: &Settings) -> bool {
    let [_, http] = ports::listens(settings)[..] else { return false };
    let Ok(client) = builder().redirect(reqwest::redirect::Policy::none()).build() else { return false };
    client.get(format!("http://{}/", reachable(http))).send().await.is_ok_and(|answer| answer.status() == 503)
}

/// Whether the port is held by the user whose data this is. Only such a process is shown the key: it can read the secret anyway.
fn is_held_by_owner(settings: &Settings, port: u16) -> bool {
    let Ok(folder) = std::fs::metadata(&settings.folder.path) else { return false };
    let table = |name: &str| std::fs::read_to_string(format!("/proc/net/{name}")).unwrap_or_default();
    is_held_by(&(table("tcp") + &table("tcp6")), port, folder.uid())
}

/// In the system's table of sockets: everyone who listens on this port is this user, and somebody does.
fn is_held_by(table: &str, port: u16, user: u32) -> bool {
    let end = format!(":{port:04X}");
    let mut users = table.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let listens = fields.get(3) == Some(&"0A") && fields.get(1).is_some_and(|address| address.ends_with(&end));
        listens.then(|| fields.get(7).and_then(|user| user.parse::<u32>().ok()))
    });
    let first = users.next();
    first == Some(Some(user)) && users.all(|other| other == Some(user))
}

async fn status(client: &reqwest::Client, origin: &str, key: &str) -> Option<Json> {
    let asking = client.post(format!("{origin}/rest/v1/rpc/site_status")).header("apikey", key).bearer_auth(key);
    let answer = asking.send().await.ok().filter(|answer| answer.status().is_success())?;
    serde_json::from_str(&answer.text().await.ok()?).ok()
}

/// As it is, never made: looking changes nothing.
async fn secret(folder: &Folder, db: &Db) -> Option<Secret> {
    match db.engine() {
        Engine::Sqlite if !folder.path.join("secret").is_file() => None,
        Engine::Sqlite => Secret::load_or_make(&folder.path).ok(),
        Engine::Postgres => {
            let row = db.first(Sql::new("SELECT value FROM shared_secrets WHERE name = 'tokens'")).await.ok()??;
            Secret::decode(row.text(0)).ok()
        }
    }
}

/// A server that listens on every address listens on this machine's own too.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let address = match listen.ip() {
        IpAddr::V4(address) if address.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(address) if address.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        address => address,
    };
    SocketAddr::new(address, listen.port())
}

/// Looked up in the system's list of locks: to try the lock would keep out a server that starts at this moment.
fn is_locked(locks: &str, file: &Metadata) -> bool {
    let (major, minor) = (rustix::fs::major(file.dev()), rustix::fs::minor(file.dev()));
    let place = format!("{major:02x}:{minor:02x}:{}", file.ino());
    locks.lines().any(|line| line.contains(" FLOCK ") && line.split_whitespace().any(|word| word == place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_seen_without_being_tried() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("umeed.lock");
        let file = std::fs::File::create(&path).unwrap();
        let seen = || is_locked(&std::fs::read_to_string("/proc/locks").unwrap(), &path.metadata().unwrap());
        assert!(!seen());
        file.lock().unwrap();
        assert!(seen());
        file.unlock().unwrap();
        assert!(!seen());
    }

    #[test]
    fn a_port_is_known_by_who_holds_it() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (table, us) = (std::fs::read_to_string("/proc/net/tcp").unwrap(), rustix::process::geteuid().as_raw());
        assert!(is_held_by(&table, port, us) && !is_held_by(&table, port, us + 7));
        let both = format!("{table}0: 00000000:{port:04X} 00000000:0000 0A 0:0 0:0 0 {} 0\n", us + 7);
        assert!(!is_held_by(&both, port, us), "somebody else listens there too");
    }

    #[test]
    fn a_server_on_every_address_is_asked_on_this_machine() {
        for (listen, asked) in
            [("0.0.0.0:80", "127.0.0.1:80"), ("[::]:80", "[::1]:80"), ("192.0.2.1:80", "192.0.2.1:80")]
        {
            assert_eq!(reachable(listen.parse().unwrap()).to_string(), asked);
        }
    }
}
