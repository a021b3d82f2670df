//! A server whose log goes into a pipe that nobody reads.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

struct Server {
    child: Child,
    address: String,
    _folder: tempfile::TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_umeed"))
            .env_clear()
            .env("UMEED_ADMIN_PASSWORD", "a password for tests")
            .env("UMEED_METRICS_TOKEN", "s3cret")
            .args(["serve", "--listen", "127.0.0.1:0", "--sample-content", "off", "--data"])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit('/').next().unwrap().to_owned();
        Server { child, address, _folder: folder }
    }

    fn connect(&self) -> TcpStream {
        let connection = TcpStream::connect(&self.address).unwrap();
        connection.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        connection
    }

    fn get(&self, path: &str) -> String {
        let mut connection = self.connect();
        let head = "Host: x\r\nAuthorization: Bearer s3cret\r\nConnection: close";
        write!(connection, "GET {path} HTTP/1.1\r\n{head}\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        connection.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Asks for the page so many times over one connection; the answers are short, since it is known already.
    fn ask_many_times(&self, times: usize) {
        let page = self.get("/about");
        let tag = page.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag").trim();
        let request = format!("GET /about HTTP/1.1\r\nHost: x\r\nIf-None-Match: {tag}\r\n\r\n");
        let mut connection = self.connect();
        let mut answers = BufReader::new(connection.try_clone().unwrap());
        for _ in 0..times / 100 {
            connection.write_all(request.repeat(100).as_bytes()).unwrap();
            let mut answered = 0;
            while answered < 100 {
                let mut line = String::new();
                assert!(answers.read_line(&mut line).expect("an answer") > 0, "the connection ended");
                answered += usize::from(line.starts_with("HTTP/1.1 304"));
            }
        }
    }

    fn dropped_lines(&self) -> u64 {
        let metrics = self.get("/metrics");
        let line = metrics.lines().find_map(|line| line.strip_prefix("umeed_log_lines_dropped_total "));
        line.expect("a count").trim().parse().unwrap()
    }
}

#[test]
fn a_log_that_nobody_reads_is_lost_and_the_server_is_not() {
    let mut server = Server::start();
    server.ask_many_times(10_000);
    assert!(server.get("/healthz").ends_with("ok\n"));
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
    assert!(server.dropped_lines() > 0);

    // Somebody reads at last, and is told what is missing.
    let mut log = BufReader::new(server.child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("log lines were dropped") {
        line.clear();
        assert!(log.read_line(&mut line).unwrap() > 0, "the log ended");
    }
    assert!(line.contains("lines="), "{line}");

    // Nobody reads any more: it stops when it is told to.
    server.ask_many_times(10_000);
    let pid = rustix::process::Pid::from_raw(server.child.id() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    let began = Instant::now();
    let ended = loop {
        if let Some(status) = server.child.try_wait().unwrap() {
            break status;
        }
        assert!(began.elapsed() < Duration::from_secs(10), "it does not stop");
        std::thread::sleep(Duration::from_millis(50));
    };
    assert!(ended.success(), "{ended}");
}
