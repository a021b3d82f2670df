//! The surfaces of the server, each with its place in the address. The router, the log and the counters read them here.

use crate::metrics::Surface;

pub const REST: &str = "/rest/v1";
pub const AUTH: &str = "/auth/v1";
pub const STORAGE: &str = "/storage/v1";
pub const REALTIME: &str = "/realtime/v1";
/// Services that clients may look for and this server does not have.
pub const FUNCTIONS: &str = "/functions/v1";
pub const GRAPHQL: &str = "/graphql/v1";
pub const LIFE: &str = "/healthz";
pub const READINESS: &str = "/readyz";
pub const METRICS: &str = "/metrics";

pub const ALL: [&str; 9] = [REST, AUTH, STORAGE, REALTIME, FUNCTIONS, GRAPHQL, LIFE, READINESS, METRICS];

/// What the router of /auth/v1 and the calls of /storage/v1 are made of (a test holds these up to date).
pub const AUTH_WORDS: &[&str] = &[
    "token",
    "signup",
    "recover",
    "otp",
    "magiclink",
    "resend",
    "user",
    "factors",
    "logout",
    "health",
    "settings",
    "verify",
    "invite",
    "admin",
];
pub const STORAGE_WORDS: &[&str] = &[
    "object",
    "public",
    "authenticated",
    "sign",
    "upload",
    "info",
    "list",
    "list-v2",
    "move",
    "copy",
    "render",
    "image",
    "bucket",
];
/// What the addresses of /realtime/v1 are made of, but for the names that clients give.
pub const REALTIME_WORDS: &[&str] = &["websocket", "api", "broadcast"];

/// As what a request for this path is counted.
pub fn surface(path: &str) -> Surface {
    let is_below = |place: &str| path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    match path {
        _ if is_below(REST) => Surface::Rest,
        _ if is_below(AUTH) => Surface::Auth,
        _ if is_below(STORAGE) => Surface::Storage,
        _ if is_below(REALTIME) => Surface::Realtime,
        LIFE | READINESS | METRICS => Surface::Operator,
        _ => Surface::Page,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_their_place_in_the_address() {
        for (path, counted) in [
            ("/rest/v1", Surface::Rest),
            ("/rest/v1/projects", Surface::Rest),
            ("/auth/v1/token", Surface::Auth),
            ("/storage/v1/object/public/website_images/a.png", Surface::Storage),
            ("/realtime/v1/websocket", Surface::Realtime),
            ("/healthz", Surface::Operator),
            ("/readyz", Surface::Operator),
            ("/metrics", Surface::Operator),
            ("/", Surface::Page),
            ("/rest", Surface::Page),
            ("/rest/v10", Surface::Page),
            ("/healthz/", Surface::Page),
        ] {
            assert!(surface(path) == counted, "{path}");
        }
    }

    /// The words between quotes that follow one of these beginnings.
    fn quoted<'a>(source: &'a str, beginnings: &[&str]) -> Vec<&'a str> {
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        let mut words: Vec<&str> = beginnings
            .iter()
            .flat_map(|beginning| code.split(beginning).skip(1))
            .flat_map(|rest| rest.split(['"', '/']).next())
            .filter(|word| word.starts_with(|letter: char| letter.is_ascii_lowercase()))
            .filter(|word| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'))
            .collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    fn sorted(words: &'static [&str]) -> Vec<&'static str> {
        let mut words = words.to_vec();
        words.sort_unstable();
        words
    }

    /// A route that is added there and not here would be logged as somebody's own words.
    #[test]
    fn every_word_of_the_accounts_files_and_channels_is_listed() {
        assert_eq!(quoted(include_str!("../auth/mod.rs"), &[".route(\"/"]), sorted(AUTH_WORDS));
        let calls = quoted(include_str!("../storage/call.rs"), &["[\"", ", \"", "(\"", "| \""]);
        assert_eq!(calls, sorted(STORAGE_WORDS));
        let routes = include_str!("../realtime/mod.rs").split(".route(\"/").skip(1);
        let paths = routes.filter_map(|rest| rest.split('"').next());
        // What follows a name that a client gives is not logged either.
        let words = paths.flat_map(|path| path.split('/').take_while(|word| !word.starts_with('{')));
        let mut words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words, sorted(REALTIME_WORDS));
    }
}
