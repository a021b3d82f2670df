//! Rules of the repository itself, held by a test so that nobody has to remember them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Every file of the repository, with its text; binary files are left out.
fn files() -> Vec<(String, String)> {
    let listed = Command::new("git")
        .args(["ls-files", "-co", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git is there");
    let names = String::from_utf8(listed.stdout).unwrap();
    let read = |name: &str| Some((name.to_owned(), std::fs::read_to_string(root().join(name)).ok()?));
    let files: Vec<_> = names.lines().filter_map(read).collect();
    assert!(files.len() > 50, "git lists too few files to be right");
    files
}

fn is_source(name: &str) -> bool {
    [".rs", ".ts", ".tsx", ".css", ".mjs"].iter().any(|end| name.ends_with(end))
}

fn ids(text: &str, open: &str, close: &str) -> BTreeSet<String> {
    let is_id = |word: &&str| {
        word.split_once('-').is_some_and(|(area, number)| {
            (3..=4).contains(&area.len())
                && area.bytes().all(|byte| byte.is_ascii_uppercase())
                && !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    text.split(open).skip(1).filter_map(|rest| rest.split(close).next()).filter(is_id).map(str::to_owned).collect()
}

#[test]
fn every_acceptance_line_has_a_test() {
    let wanted = ids(&std::fs::read_to_string(root().join("docs/acceptance.md")).unwrap(), "\n- ", " ");
    assert!(wanted.len() > 50, "the list is incomplete: {wanted:?}");
    let is_test = |name: &str| {
        name.ends_with(".spec.ts") || name.ends_with(".test.ts") || name.ends_with(".test.tsx") || name.ends_with(".rs")
    };
    let tested: BTreeSet<String> =
        files().iter().filter(|(name, _)| is_test(name)).flat_map(|(_, text)| ids(text, "[", "]")).collect();
    let missing: Vec<_> = wanted.difference(&tested).collect();
    assert!(missing.is_empty(), "no test names {missing:?}");
}

#[test]
fn files_stay_short_and_names_say_something() {
    for (name, text) in files().iter().filter(|(name, _)| is_source(name) && !name.ends_with(".gen.ts")) {
        let lines = text.lines().count();
        assert!(lines <= 500, "{name} has {lines} lines: split it by what it does");
        let part =
            |part: &str| ["utils", "util", "helpers", "helper", "common", "services", "managers"].contains(&part);
        let stem = |part: &str| part.split('.').next().unwrap_or_default().to_owned();
        assert!(!name.split('/').any(|piece| part(&stem(piece))), "{name}: name it after what it does");
    }
}

#[test]
fn each_library_stays_in_its_room() {
    let rooms = [
        ("sqlx::", "server/src/db/"),
        ("object_store::", "server/src/storage/store/"),
        (" age::", "server/src/backup/seal"),
        ("rquickjs::", "server/src/pages/renderer"),
        ("std::env", "server/src/config"),
        ("argon2::", "server/src/auth/password.rs"),
        ("ammonia::", "server/src/schema/html.rs"),
        ("lettre::", "server/src/mail/"),
        ("instant_acme::", "server/src/tls/"),
    ];
    for (name, text) in files().iter().filter(|(name, _)| name.starts_with("server/src/")) {
        for (library, room) in rooms {
            assert!(
                name.starts_with(room) || !text.contains(library),
                "{name} uses {library}, which belongs in {room}"
            );
        }
    }
}

/// The rooms of the server from the top down. Each may use only what lies below it, and the ones beside it in the same
/// line; so no circle of imports can arise across folders.
const ROOMS: &[&[&str]] = &[
    &["main"],
    &["commands"],
    &["doctor"],
    &["http"],
    &["app"],
    &["pages", "backup", "history", "import", "seed", "set_up"],
    &["kept", "realtime", "rest", "statistics", "storage"],
    &["auth"],
    &["mail", "tls"],
    &["request"],
    &["schema"],
    &["db"],
    &["clock", "config", "disk", "error", "log", "memory", "metrics", "safety_copies", "seal", "secret", "turns"],
];

fn floor(room: &str) -> usize {
    ROOMS.iter().position(|rooms| rooms.contains(&room)).unwrap_or_else(|| panic!("{room} is not in the list of rooms"))
}

/// The rooms that a source names by `crate::room` or `crate::{room, …}`; what is only for tests does not count.
fn used_rooms(text: &str) -> BTreeSet<String> {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut rooms = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let word = |text: &str| -> String {
            text.trim_start().chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect()
        };
        match rest.strip_prefix('{') {
            Some(group) => rooms.extend(group.split('}').next().unwrap_or_default().split(',').map(word)),
            None => drop(rooms.insert(word(rest))),
        }
    }
    rooms.remove("");
    rooms
}

#[test]
fn each_room_uses_only_what_lies_below_it() {
    let mut seen = 0;
    for (name, text) in files() {
        let Some(path) = name.strip_prefix("server/src/").filter(|path| path.ends_with(".rs") && *path != "lib.rs")
        else {
            continue;
        };
        let room = path.split(['/', '.']).next().unwrap_or_default();
        for used in used_rooms(&text).into_iter().filter(|used| used != room) {
            seen += 1;
            assert!(floor(&used) >= floor(room), "{name} uses {used}, which lies above it");
            let beside = floor(&used) == floor(room);
            let back = || {
                files().iter().any(|(other, text)| {
                    other.strip_prefix("server/src/").is_some_and(|path| path.split(['/', '.']).next() == Some(&used))
                        && used_rooms(text).contains(room)
                })
            };
            assert!(!beside || !back(), "{room} and {used} use each other");
        }
    }
    assert!(seen > 100, "too few uses were found to be right: {seen}");
}

#[test]
fn public_pages_and_the_admin_do_not_know_each_other() {
    for (name, text) in files().iter().filter(|(name, _)| name.starts_with("web/src/")) {
        let imports: Vec<&str> =
            text.lines().filter(|line| line.contains(" from '") || line.contains("import(")).collect();
        let admin = name.starts_with("web/src/admin/");
        for line in imports {
            assert!(admin || !line.contains("@supabase"), "{name}: public pages never load the client library");
            assert!(admin || !name.starts_with("web/src/pages/") || !line.contains("/admin/"), "{name}: {line}");
            assert!(!admin || !line.contains("/pages/"), "{name}: {line}");
        }
    }
}

#[test]
fn every_test_runs_and_nothing_names_a_machine() {
    // Written in two pieces, so that this file does not find itself.
    let skips = [
        concat!("test.", "skip("),
        concat!("test.", "only("),
        concat!("it.", "skip("),
        concat!("describe.", "skip("),
        concat!("test.", "fixme("),
        concat!("#[", "ignore"),
    ];
    for (name, text) in files() {
        for skip in skips {
            assert!(!is_source(&name) || !text.contains(skip), "{name} has a test that does not run: {skip}");
        }
        if name.ends_with("package-lock.json") {
            assert!(!text.contains(concat!("\"resolved\": \"", "http")), "{name} carries a registry's address");
        }
    }
}

/// Documents name files and tests as proof; a name that leads nowhere proves nothing.
#[test]
fn every_source_that_a_document_names_is_there() {
    let all = files();
    // A file, with or without its ending, or a folder.
    let is_there = |path: &str| {
        let path = path.trim_end_matches('/');
        all.iter().any(|(name, _)| {
            name.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest == ".rs" || rest.starts_with('/'))
        })
    };
    let mut named = 0;
    for (document, text) in all.iter().filter(|(name, _)| name.ends_with(".md")) {
        for quoted in text.split('`').skip(1).step_by(2) {
            let path = quoted.split(" › ").next().unwrap_or_default();
            let path = match path.split_once('/') {
                Some(("src", rest)) => format!("server/src/{rest}"),
                Some(("suite", rest)) if rest.ends_with(".rs") => format!("server/tests/suite/{rest}"),
                Some(("server" | "web" | "migrations", _)) => path.to_owned(),
                _ => continue,
            };
            // Patterns, and the examples that explain how a document names things.
            if path.contains(['*', '{', '<', ' ', '…']) || path.contains("/x") {
                continue;
            }
            named += 1;
            assert!(is_there(&path), "{document} names {path}, which is not there");
        }
    }
    assert!(named > 50, "too few names were found to be right: {named}");
}

/// A page that is moved or renamed takes its readers along: every link between documents leads to a file and to a heading in it.
#[test]
fn every_link_of_a_document_leads_somewhere() {
    let documents: Vec<(String, String)> = files().into_iter().filter(|(name, _)| name.ends_with(".md")).collect();
    let mut followed = 0;
    for (name, text) in &documents {
        let folder = Path::new(name).parent().unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let pictures = text.split("<img src=\"").skip(1).filter_map(|rest| rest.split('"').next());
        for link in links.chain(pictures).filter(|link| !link.contains([':', ' '])) {
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { name.into() } else { flat(&folder.join(path)) };
            assert!(root().join(&target).exists(), "{name} links to {link}, which is not there");
            if heading.is_empty() {
                continue;
            }
            let (_, there) = documents.iter().find(|(name, _)| Path::new(name) == target).expect("a document");
            let mut headings = there.lines().filter(|line| line.starts_with('#')).map(anchor);
            assert!(headings.any(|found| found == heading), "{name} links to {link}: no such heading");
            followed += 1;
        }
    }
    assert!(followed > 20, "too few links were found to be right: {followed}");
}

/// Without `..`.
fn flat(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut flat, part| {
        match part {
            std::path::Component::ParentDir => {
                flat.pop();
            }
            other => flat.push(other),
        }
        flat
    })
}

/// A heading as links name it: small letters, digits and hyphens.
fn anchor(line: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter);
    line.trim_start_matches('#').trim().to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
}

/// Who runs a server looks for a setting there.
#[test]
fn every_setting_is_in_the_operators_page() {
    let page = std::fs::read_to_string(root().join("docs/operations.md")).unwrap();
    let mut found = 0;
    for (name, text) in files().iter().filter(|(name, _)| name.starts_with("server/src/config")) {
        let set_by = text.split("env = \"").skip(1).filter_map(|rest| rest.split('"').next());
        for setting in set_by.filter(|setting| setting.starts_with("UMEED_")) {
            found += 1;
            assert!(page.contains(setting), "{setting} ({name}) is not in docs/operations.md");
        }
    }
    assert!(found > 25, "too few settings were found to be right: {found}");
}
