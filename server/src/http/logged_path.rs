//! What of a request's path may be logged: the words that are ours. All else was written by somebody, and may be a name
//! or an address. Asked on every request, so an ordinary path is neither copied nor taken apart more than once.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use super::{rpc, surfaces};
use crate::pages::{self, Pages};
use crate::schema::{BUCKETS, TABLES, bucket};

static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let places = surfaces::ALL.iter().chain(pages::PLACES).flat_map(|place| place.split('/').skip(1));
    let words =
        [surfaces::AUTH_WORDS, surfaces::STORAGE_WORDS, surfaces::REALTIME_WORDS].into_iter().flatten().copied();
    let functions = rpc::FUNCTIONS.iter().flat_map(|path| path.split('/').skip(1));
    let tables = TABLES.iter().map(|table| table.name);
    let buckets = BUCKETS.iter().map(|bucket| bucket.name);
    places.chain(words).chain(functions).chain(tables).chain(buckets).collect()
});

pub fn logged<'a>(pages: &'a Pages, path: &'a str) -> Cow<'a, str> {
    pages.logged(path).unwrap_or_else(|| known_part(path))
}

/// The path as far as it consists of words of the API. Of a file only the bucket is told.
fn known_part(path: &str) -> Cow<'_, str> {
    let mut known = 0;
    for segment in path.split('/').skip(1) {
        if !WORDS.contains(segment) {
            return Cow::Owned(format!("{}/…", &path[..known]));
        }
        known += 1 + segment.len();
        if bucket::find(segment).is_some() {
            break;
        }
    }
    Cow::Borrowed(&path[..known])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_ours_are_told_and_copied_nowhere() {
        for path in [
            "/rest/v1/volunteers",
            "/rest/v1/rpc/last_backup",
            "/auth/v1/token",
            "/storage/v1/object/list/website_images",
            "/storage/v1/object/move",
            "/realtime/v1/websocket",
            "/healthz",
            "/admin",
            "/admin/preview",
        ] {
            assert!(matches!(known_part(path), Cow::Borrowed(known) if known == path), "{path}");
        }
        let file = "/storage/v1/render/image/public/website_images/Zulekha/a.png";
        let bucket = "/storage/v1/render/image/public/website_images";
        assert!(matches!(known_part(file), Cow::Borrowed(known) if known == bucket));
    }

    #[test]
    fn what_somebody_wrote_is_not_told() {
        for (path, known) in [
            ("/unsubscribe/a@b", "/…"),
            ("/Zulekha", "/…"),
            ("/rest/v1/Zulekha", "/rest/v1/…"),
            ("/rest/v1/volunteers/Zulekha", "/rest/v1/volunteers/…"),
            ("/rest/v1/", "/rest/v1/…"),
            ("/auth/v1/a@b", "/auth/v1/…"),
            ("/realtime/v1/api/broadcast/Zulekha/events/hello", "/realtime/v1/api/broadcast/…"),
            ("//storage/v1/object/public/website_images/Zulekha.png", "/…"),
            ("/storage/v1/object/Zulekha.png", "/storage/v1/object/…"),
            ("/storage/v1/object/public/Zulekha/a.png", "/storage/v1/object/public/…"),
            ("/storage/v1/object/website_images%2FZulekha.png", "/storage/v1/object/…"),
            ("/admin/Zulekha", "/admin/…"),
            ("/assets/Zulekha.js", "/assets/…"),
            ("/page-data/Zulekha", "/page-data/…"),
            ("/زلیخا", "/…"),
            ("*", ""),
            ("", ""),
        ] {
            assert_eq!(known_part(path), known, "{path}");
        }
    }
}
