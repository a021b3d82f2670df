//! Sanitises rich text at the time of writing, so that what is stored is safe to show. Exactly the formats of the
//! editor's toolbar pass: headings 1 to 3, bold, italic, underline, strike, both lists and links. Idempotent.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

use crate::schema::address;

/// The formats of the editor's toolbar.
pub const TAGS: [&str; 15] = ["p", "br", "h1", "h2", "h3", "strong", "b", "em", "i", "u", "s", "ol", "ul", "li", "a"];
pub const LINK_ATTRIBUTES: [&str; 3] = ["href", "target", "rel"];
pub const LINK_SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

static SANITISER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(HashSet::from(TAGS))
        // Their text is program, not prose: it goes with them.
        .clean_content_tags(HashSet::from([
            "script", "style", "template", "noscript", "iframe", "object", "svg", "math",
        ]))
        .generic_attributes(HashSet::new())
        .tag_attributes(HashMap::from([("a", HashSet::from(LINK_ATTRIBUTES))]))
        .url_schemes(HashSet::from(LINK_SCHEMES))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None) // kept as written: a link without a target has no opener to protect
        .attribute_filter(|_, attribute, value| match attribute {
            "target" => (value == "_blank").then_some(Cow::Borrowed("_blank")),
            "rel" => kept_rel(value),
            // Ammonia knows schemes as browsers read them today; this also minds those that older ones read.
            "href" if !address::is_safe_link(value) => None,
            _ => Some(Cow::Borrowed(value)),
        });
    builder
});

fn kept_rel(value: &str) -> Option<Cow<'_, str>> {
    let known = |word: &&str| matches!(*word, "noopener" | "noreferrer" | "nofollow");
    let words: Vec<&str> = value.split_ascii_whitespace().filter(known).collect();
    (!words.is_empty()).then(|| Cow::Owned(words.join(" ")))
}

pub fn sanitise(html: &str) -> String {
    // Ammonia warns of templates that clean up further after two passes; our output is never parsed as anything else.
    SANITISER.clean(html).to_string()
}

/// As `sanitise`; `None` when the result has more characters than `most`. Counted afterwards, since cleaning may
/// lengthen a text (`&` becomes `&amp;`) and what was saved once must be fit to be saved again.
pub fn sanitise_within(html: &str, most: usize) -> Option<String> {
    if html.len() > most.saturating_mul(8) {
        return None; // not worth the work
    }
    Some(sanitise(html)).filter(|clean| clean.chars().count() <= most)
}

#[cfg(test)]
mod tests {
    use super::{sanitise, sanitise_within};
    use proptest::prelude::*;

    #[test]
    fn the_toolbar_formats_survive_unchanged() {
        for html in [
            "<h1>One</h1><h2>Two</h2><h3>Three</h3><p>Normal</p>",
            "<p><strong>bold</strong> <em>italic</em> <u>underline</u> <s>strike</s></p>",
            "<ol><li>first</li><li>second</li></ol><ul><li>point</li></ul>",
            "<p><a href=\"https://example.org/a?b=1&amp;c=2\">link</a> <a href=\"/donate\">give</a></p>",
            "<p><a href=\"https://example.org\" rel=\"noopener noreferrer\" target=\"_blank\">new tab</a></p>",
            "<p><a href=\"mailto:a@example.org\">mail</a><br><a href=\"tel:+92410000000\">call</a></p>",
            "<p>اُمید &amp; hope</p>",
        ] {
            assert_eq!(sanitise(html), html);
        }
    }

    #[test]
    fn what_could_run_is_gone() {
        for html in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "<p onclick=\"alert(1)\" style=\"x\" class=\"y\" id=\"z\">a</p>",
            "<a href=\"javascript:alert(1)\">a</a>",
            "<a href=\" java\nscript:alert(1)\">a</a>",
            "<a href=\"data:text/html,<script>alert(1)</script>\">a</a>",
            "<a href=\"\u{a0}javascript:alert(1)\">a</a>",
            "<a href=\"\u{3000}javascript:alert(1)\">a</a>",
            "<svg><script>alert(1)</script></svg>",
            "<math><mi xlink:href=\"javascript:alert(1)\">x</mi></math>",
            "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
            "<form action=\"/x\"><input name=a></form>",
            "<a href=\"/x\" target=\"_top\" rel=\"opener\">a</a>",
            "<p title=\"<img src=x onerror=alert(1)>\" lang=\"script\">a</p>",
        ] {
            let clean = sanitise(html).to_lowercase();
            for trace in
                ["script", "onerror", "onclick", "alert", "style", "class", "<img", "<form", "_top", "opener\""]
            {
                assert!(!clean.contains(trace), "{html} left {clean}");
            }
        }
    }

    #[test]
    fn what_was_saved_can_be_saved_again() {
        let clean = sanitise_within(&"&".repeat(20), 100).unwrap();
        assert_eq!(sanitise_within(&clean, 100).as_deref(), Some(clean.as_str()));
        assert_eq!(sanitise_within(&"&".repeat(21), 100), None);
    }

    proptest! {
        #[test]
        fn sanitising_twice_changes_nothing(html in "(<[a-z]{1,6}( (href|onclick|rel)=\"?[a-z:/ ]{0,9}\"?)?>|</[a-z]{1,6}>|[a-zا-ی&;<>\" ]{0,8}){0,12}") {
            let once = sanitise(&html);
            prop_assert_eq!(sanitise(&once), once);
        }
    }
}
