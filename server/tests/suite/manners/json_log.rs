//! The log for programs: every line that the binary writes is one JSON object whose fields have the same names and kinds.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

/// An object in which no name stands twice; a reader would take either.
struct Line(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Line, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Line;

            fn expecting(&self, text: &mut fmt::Formatter) -> fmt::Result {
                text.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Line(fields))
            }
        }
        from.deserialize_map(Fields)
    }
}

impl Line {
    fn get(&self, name: &str) -> &Value {
        self.0.iter().find(|(given, _)| given == name).map_or(&Value::Null, |(_, value)| value)
    }
}

fn lines(log: &str) -> Vec<Line> {
    let lines: Vec<Line> =
        log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|wrong| panic!("{wrong}: {line}"))).collect();
    for line in &lines {
        let names: BTreeSet<&str> = line.0.iter().map(|(name, _)| name.as_str()).collect();
        let shown = || line.0.iter().map(|(name, value)| format!("{name}={value} ")).collect::<String>();
        assert_eq!(names.len(), line.0.len(), "a name twice: {}", shown());
        let time = line.get("timestamp").as_str().unwrap_or_default();
        assert!(time.ends_with('Z') && time.parse::<jiff::Timestamp>().is_ok(), "{}", shown());
        assert!(["ERROR", "WARN", "INFO", "DEBUG", "TRACE"].contains(&line.get("level").as_str().unwrap_or_default()));
        assert!(line.get("message").is_string() && line.get("target").is_string(), "{}", shown());
    }
    lines
}

fn umeed(folder: &std::path::Path, listen: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umeed"));
    command.env_clear().env("UMEED_ADMIN_PASSWORD", "a password for tests").arg("serve").args(["--listen", listen]);
    command
        .args(["--sample-content", "off", "--log-format", "json", "--log", "info,umeed=debug", "--data"])
        .arg(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn every_line_is_one_object_with_fields_that_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = umeed(folder.path(), "127.0.0.1:0").spawn().unwrap();
    let mut welcome = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut welcome).unwrap();
    let address = welcome.trim().rsplit('/').next().unwrap().to_owned();
    let mut stderr = child.stderr.take().unwrap();
    let log = std::thread::spawn(move || {
        let mut log = String::new();
        stderr.read_to_string(&mut log).unwrap();
        log
    });
    let mut ids = Vec::new();
    for request in [
        "GET /about HTTP/1.1\r\n",
        "GET /nowhere?q=\"\u{202e} HTTP/1.1\r\n",
        "GET /rest/v1/projects HTTP/1.1\r\n",
        "POST /auth/v1/token?grant_type=password HTTP/1.1\r\nContent-Length: 2\r\n",
    ] {
        let mut connection = TcpStream::connect(&address).unwrap();
        write!(connection, "{request}Host: x\r\nConnection: close\r\n\r\n{{}}").unwrap();
        let mut answer = Vec::new();
        let _ = connection.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        ids.extend(answer.lines().find_map(|line| line.strip_prefix("x-request-id: ")).map(str::to_owned));
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert!(child.wait().unwrap().success());
    let lines = lines(&log.join().unwrap());
    let answered: Vec<&Line> = lines.iter().filter(|line| line.get("message") == "answered").collect();
    assert!(ids.len() >= 3, "{ids:?}");
    for id in &ids {
        let line = answered.iter().find(|line| line.get("id") == id.as_str()).expect("a line for each answer");
        assert!(line.get("method").is_string() && line.get("path").is_string());
        assert!(line.get("status").is_u64() && line.get("ms").is_u64());
    }
    // A line from inside a request names it as well.
    let inside = lines.iter().filter(|line| line.get("span").get("id").is_some());
    assert!(inside.clone().all(|line| ids.iter().any(|id| line.get("span")["id"] == id.as_str())));
    assert!(lines.iter().any(|line| line.get("message") == "stopped"));
}

#[test]
fn also_the_reason_why_it_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let output = umeed(folder.path(), &taken.local_addr().unwrap().to_string()).output().unwrap();
    assert!(!output.status.success());
    let lines = lines(&String::from_utf8(output.stderr).unwrap());
    let last = lines.last().expect("a line");
    assert_eq!(last.get("level"), "ERROR");
    assert!(last.get("message").as_str().unwrap().contains("is the port taken?"), "{}", last.get("message"));
}
