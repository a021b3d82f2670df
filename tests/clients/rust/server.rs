//! Starts the server's binary on a free port with a folder of its own, and ends both when dropped. Asks it nothing but to
//! sign in.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const EMAIL: &str = "staff@umeed.test";
const PASSWORD: &str = "correct horse battery";

pub struct Server {
    pub url: String,
    pub anon: String,
    process: Child,
    folder: PathBuf,
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");
    let binary = std::env::var("UMEED_BINARY").unwrap_or_else(|_| "target/release/umeed".into());
    let mut command = Command::new(Path::new(root).join(binary));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("UMEED_")) {
        command.env_remove(name);
    }
    let settings = [("UMEED_SAMPLE_CONTENT", "off"), ("UMEED_ADMIN_EMAIL", EMAIL), ("UMEED_ADMIN_PASSWORD", PASSWORD)];
    command.args(arguments).arg("--data").arg(folder.join("data")).envs(settings).stdin(Stdio::null());
    command
}

impl Server {
    pub fn start() -> Server {
        let folder = std::env::temp_dir().join(format!("umeed-test-rust-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let printed = folder.join("out");
        let process = command(&folder, &["serve", "--listen", "127.0.0.1:0"])
            .stdout(File::create(&printed).unwrap())
            .stderr(File::create(folder.join("err")).unwrap())
            .spawn()
            .expect("There is no server to test. Build it first, or set UMEED_BINARY");
        let mut server = Server { url: String::new(), anon: String::new(), process, folder };
        let begun = Instant::now();
        while server.url.is_empty() {
            let said = fs::read_to_string(&printed).unwrap();
            if let Some(url) = said.lines().find_map(|line| line.strip_prefix("Umeed serves ")) {
                server.url = url.trim().to_owned();
            }
            let log = || fs::read_to_string(server.folder.join("err")).unwrap();
            assert!(begun.elapsed() < Duration::from_secs(20), "The server did not start. It printed:\n{}", log());
            sleep(Duration::from_millis(20));
        }
        let keys = command(&server.folder, &["keys"]).output().unwrap();
        let keys: Value = serde_json::from_slice(&keys.stdout).expect("umeed keys prints JSON");
        server.anon = keys["anon"].as_str().unwrap().to_owned();
        server
    }

    /// The access token of a member of staff.
    pub async fn sign_in(&self) -> String {
        let request = reqwest::Client::new()
            .post(format!("{}/auth/v1/token?grant_type=password", self.url))
            .header("content-type", "application/json")
            .body(json!({ "email": EMAIL, "password": PASSWORD }).to_string());
        let answer = request.send().await.unwrap().text().await.unwrap();
        let session: Value = serde_json::from_str(&answer).unwrap();
        session["access_token"].as_str().unwrap_or_else(|| panic!("not signed in: {answer}")).to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
