//! What a request is sent from, in a few plain words for the history: "Chrome on Android", "supabase-py". Only words from the
//! lists here, never what a header says, which could tell more of a person than anybody needs, or hold anything at all.

use axum::http::{HeaderMap, header};

/// The first whose mark is in the header: most browsers also name those that they descend from.
const BROWSERS: [(&str, &str); 14] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("OPT/", "Opera"),
    ("Opera", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("UCBrowser", "UC Browser"),
    ("MiuiBrowser", "Mi Browser"),
    ("YaBrowser", "Yandex Browser"),
    ("Vivaldi", "Vivaldi"),
    ("FxiOS", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Android also says Linux, and an iPhone "like Mac OS X".
const SYSTEMS: [(&str, &str); 8] = [
    ("Android", "Android"),
    ("KAIOS", "KaiOS"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
];

/// Client libraries, by what they say of themselves in a header of their own.
const CLIENTS: [&str; 7] = [
    "supabase-py",
    "supabase-js",
    "supabase-dart",
    "supabase-flutter",
    "supabase-swift",
    "supabase-kt",
    "supabase-csharp",
];

const PROGRAM: &str = "a program";

pub fn of(headers: &HeaderMap) -> &'static str {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let agent = text(header::USER_AGENT.as_str());
    // What is no browser but says Mozilla, as some robots do, has neither mark.
    let known = agent.starts_with("Mozilla/5.0 (").then(|| in_browser(agent)).flatten();
    known.unwrap_or_else(|| {
        let client = text("x-client-info");
        CLIENTS.iter().find(|name| client.starts_with(*name)).copied().unwrap_or(PROGRAM)
    })
}

fn in_browser(agent: &str) -> Option<&'static str> {
    let found = |marks: &[(&str, &'static str)]| marks.iter().position(|(mark, _)| agent.contains(mark));
    let browser = found(&BROWSERS)?;
    Some(WORDS[browser][found(&SYSTEMS).unwrap_or(SYSTEMS.len())].as_str())
}

/// Every browser on every system, and on one that is not known.
static WORDS: std::sync::LazyLock<Vec<Vec<String>>> = std::sync::LazyLock::new(|| {
    let on = |browser: &str, system: &str| format!("{browser} on {system}");
    let all = |browser: &str| {
        let systems = SYSTEMS.iter().map(|(_, system)| on(browser, system));
        systems.chain([browser.to_owned()]).collect()
    };
    BROWSERS.iter().map(|(_, browser)| all(browser)).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    fn words(agent: &str, client: &str) -> &'static str {
        let mut headers = HeaderMap::new();
        headers.insert(header::USER_AGENT, agent.parse().unwrap());
        headers.insert("x-client-info", client.parse().unwrap());
        of(&headers)
    }

    #[test]
    fn browsers_are_named_with_what_they_run_on() {
        const WEBKIT: &str = "AppleWebKit/537.36 (KHTML, like Gecko)";
        for (agent, expected) in [
            (
                format!("Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36"),
                "Chrome on Android",
            ),
            (
                format!(
                    "Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36"
                ),
                "Samsung Internet on Android",
            ),
            (
                format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0"),
                "Edge on Windows",
            ),
            (
                format!("Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36 OPR/85.0"),
                "Opera on Android",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0".into(),
                "Firefox on Windows",
            ),
            ("Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0".into(), "Firefox on Android"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1".into(),
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1".into(),
                "Chrome on iPad",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15".into(),
                "Safari on Mac",
            ),
            (format!("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {WEBKIT} Chrome/142.0.0.0 Safari/537.36"), "Chrome on ChromeOS"),
            (format!("Mozilla/5.0 (X11; Linux x86_64) {WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36"), "Chrome on Linux"),
            ("Mozilla/5.0 (PlayStation 5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15".into(), "Safari"),
        ] {
            assert_eq!(words(&agent, "supabase-js-web/2.80.0"), expected, "{agent}");
        }
    }

    #[test]
    fn programs_are_known_by_their_client_library() {
        for (agent, client, expected) in [
            ("python-httpx/0.28.1", "supabase-py/2.24.0", "supabase-py"),
            ("node", "supabase-js-node/2.80.0", "supabase-js"),
            ("Dart/3.9 (dart:io)", "supabase-flutter/2.10.0", "supabase-flutter"),
            ("curl/8.5.0", "", PROGRAM),
            ("", "", PROGRAM),
            ("Mozilla/5.0 (compatible; robot)", "", PROGRAM),
            ("someone@example.org", "<script>supabase-py", PROGRAM),
            ("Firefox/1 Android 0300-1234567", "", PROGRAM),
        ] {
            assert_eq!(words(agent, client), expected, "{agent} {client}");
        }
        assert_eq!(of(&HeaderMap::new()), PROGRAM);
    }
}
