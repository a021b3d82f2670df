//! Who asks for a page, as far as they say so: a person's browser, an app that draws the preview of a link, or a program.
//! Asked for every kept page, so each thread remembers what it found of the browsers that came last: most are of a few kinds.

use std::cell::RefCell;
use std::hash::BuildHasher;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use foldhash::fast::FixedState;

use crate::request::head::Head;

/// How many agents a thread remembers, each in the place that its hash says.
const REMEMBERED: usize = 64;
/// Those of browsers have some hundred bytes; what is longer is looked at each time.
const MAX_REMEMBERED_BYTES: usize = 512;

type Remembered = Option<(Box<[u8]>, Asker)>;

thread_local! {
    static LAST: RefCell<[Remembered; REMEMBERED]> = const { RefCell::new([const { None }; REMEMBERED]) };
}

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
    pub fn of(head: &Head) -> Asker {
        let Some(agent) = head.agent else { return Asker::Program };
        match remembered(agent) {
            Asker::Person if head.is_aside => Asker::Program,
            asker => asker,
        }
    }

    fn of_agent(agent: &[u8]) -> Asker {
        if BROWSERS.iter().any(|beginning| agent.starts_with(beginning)) && !PROGRAMS.is_match(agent) {
            return Asker::Person;
        }
        let agent = String::from_utf8_lossy(agent);
        match LINK_PREVIEWS.iter().any(|app| agent.contains(app)) {
            true => Asker::LinkPreview,
            false => Asker::Program,
        }
    }
}

fn remembered(agent: &[u8]) -> Asker {
    if agent.len() > MAX_REMEMBERED_BYTES {
        return Asker::of_agent(agent);
    }
    let place = FixedState::default().hash_one(agent) as usize % REMEMBERED;
    LAST.with_borrow_mut(|last| match &last[place] {
        Some((known, asker)) if **known == *agent => *asker,
        _ => {
            let asker = Asker::of_agent(agent);
            last[place] = Some((agent.into(), asker));
            asker
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(agent: &str) -> Head<'_> {
        Head { agent: Some(agent.as_bytes()), ..Head::default() }
    }

    /// Twice: looked at, and remembered.
    fn asker(agent: &str) -> Asker {
        let first = Asker::of(&head(agent));
        assert_eq!(Asker::of(&head(agent)), first, "{agent}");
        first
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
        assert_eq!(Asker::of(&Head::default()), Asker::Program);
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
        let seen = head("Mozilla/5.0 (Linux; Android 10; K) Chrome/130.0.0.0");
        assert_eq!(Asker::of(&seen), Asker::Person);
        assert_eq!(Asker::of(&Head { is_aside: true, ..seen }), Asker::Program);
        assert_eq!(Asker::of(&Head { is_aside: true, ..head("WhatsApp/2") }), Asker::LinkPreview);
    }

    #[test]
    fn agents_that_share_a_place_or_are_long_are_told_apart() {
        for round in 0..2 {
            for number in 0..10 * REMEMBERED {
                let (person, program) = (format!("Mozilla/5.0 ({number})"), format!("curl/{number}"));
                assert_eq!(Asker::of(&head(&person)), Asker::Person, "{round}");
                assert_eq!(Asker::of(&head(&program)), Asker::Program, "{round}");
            }
        }
        let long = "x".repeat(MAX_REMEMBERED_BYTES);
        assert_eq!(asker(&format!("Mozilla/5.0 {long}")), Asker::Person);
        assert_eq!(asker(&format!("Mozilla/5.0 {long} bot")), Asker::Program);
    }
}
