//! Who asks for a page, as far as they say so: a person's browser, an app that draws the preview of a link, or a program.
//! Asked for every kept page, so it looks at three headers and copies nothing.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use axum::http::{HeaderMap, HeaderName, header};

/// What a browser that fetches a page before anybody wants to see it says so with; the second is of older ones.
const PREFETCH: [HeaderName; 2] = [HeaderName::from_static("sec-purpose"), HeaderName::from_static("purpose")];

/// How browsers begin; Opera Mini, on cheap phones, is the one that is not a Mozilla.
const BROWSERS: [&[u8]; 2] = [b"Mozilla/", b"Opera/"];

/// What programs that begin like a browser call themselves. As they write it: a phone's maker is called CUBOT.
static PROGRAMS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let words = ["bot", "Bot", "crawl", "Crawl", "spider", "Spider", "http", "Headless", "Lighthouse", "Preview"];
    AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(words).expect("a few short words")
});

/// Apps that fetch a page to draw a preview of its link, which they do when somebody shares it.
const LINK_PREVIEWS: [&str; 9] = [
    "WhatsApp/",
    "facebookexternalhit/",
    "Facebot",
    "Twitterbot/",
    "TelegramBot",
    "Slackbot-LinkExpanding",
    "LinkedInBot/",
    "Discordbot/",
    "SkypeUriPreview",
];

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Asker {
    Person,
    LinkPreview,
    Program,
}

impl Asker {
    pub fn of(headers: &HeaderMap) -> Asker {
        let Some(agent) = headers.get(header::USER_AGENT).map(|value| value.as_bytes()) else { return Asker::Program };
        if BROWSERS.iter().any(|beginning| agent.starts_with(beginning)) && !PROGRAMS.is_match(agent) {
            let ahead = PREFETCH.iter().any(|name| headers.contains_key(name));
            return if ahead { Asker::Program } else { Asker::Person };
        }
        let agent = String::from_utf8_lossy(agent);
        match LINK_PREVIEWS.iter().any(|app| agent.contains(app)) {
            true => Asker::LinkPreview,
            false => Asker::Program,
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn asker(agent: &'static str) -> Asker {
        Asker::of(&HeaderMap::from_iter([(header::USER_AGENT, HeaderValue::from_static(agent))]))
    }

    #[test]
    fn browsers_are_people() {
        for agent in [
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
            "Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) AppleWebKit/537.36 Chrome/96.0 Mobile Safari/537.36",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1",
            "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
            "Opera/9.80 (Android; Opera Mini/36.2/191.273; U; en) Presto/2.12.423 Version/12.16",
            "Mozilla/5.0 (Linux; Android 9; SM-J260F) AppleWebKit/537.36 Chrome/80.0 Mobile Safari/537.36 [FBAN/EMA;FBLC/ur_PK]",
        ] {
            assert_eq!(asker(agent), Asker::Person, "{agent}");
        }
    }

    #[test]
    fn programs_that_say_so_are_not() {
        for agent in [
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/116.0 Safari/537.36",
            "Mozilla/5.0 (compatible; Baiduspider/2.0)",
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/130.0.0.0 Safari/537.36",
            "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Safari/605.1.15 (Applebot/0.1)",
            "curl/8.5.0",
            "Go-http-client/1.1",
            "node",
            "",
        ] {
            assert_eq!(asker(agent), Asker::Program, "{agent}");
        }
        assert_eq!(Asker::of(&HeaderMap::new()), Asker::Program);
    }

    #[test]
    fn apps_that_draw_a_shared_link_are_known() {
        for agent in [
            "WhatsApp/2.23.20.0 A",
            "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
            "Twitterbot/1.0",
            "TelegramBot (like TwitterBot)",
            "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
            "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
        ] {
            assert_eq!(asker(agent), Asker::LinkPreview, "{agent}");
        }
    }

    #[test]
    fn a_page_that_is_fetched_ahead_is_not_seen() {
        let agent = HeaderValue::from_static("Mozilla/5.0 (Linux; Android 10; K) Chrome/130.0.0.0");
        for name in PREFETCH {
            let ahead = (name, HeaderValue::from_static("prefetch;prerender"));
            let headers = HeaderMap::from_iter([(header::USER_AGENT, agent.clone()), ahead]);
            assert_eq!(Asker::of(&headers), Asker::Program);
        }
    }
}
