//! Web addresses that staff enter: what may stand in a link or a picture. Anything that a browser would run, or that
//! leads into the visitor's own machine, is refused.

/// A link: a path on this site, an anchor, http(s), mail or telephone; also a bare host, which people do type.
pub fn is_safe_link(address: &str) -> bool {
    match scheme(address) {
        Some(scheme) => matches!(scheme.as_str(), "http" | "https" | "mailto" | "tel") || scheme.contains('.'),
        None => true,
    }
}

/// A page elsewhere: http(s) only.
pub fn is_web(address: &str) -> bool {
    scheme(address).is_some_and(|scheme| matches!(scheme.as_str(), "http" | "https"))
}

/// A picture: a path on this site, or http(s).
pub fn is_picture(address: &str) -> bool {
    match scheme(address) {
        Some(_) => is_web(address),
        None => address.starts_with('/') && !address.starts_with("//") && !address.starts_with("/\\"),
    }
}

/// The scheme as a browser reads it, or ever has: neither white space nor anything else that is not to be seen hides it.
fn scheme(address: &str) -> Option<String> {
    let visible: String = address.chars().filter(char::is_ascii_graphic).collect();
    let (scheme, _) = visible.split_once(':')?;
    let is_scheme = scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    (is_scheme && !scheme.is_empty()).then(|| scheme.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_somewhere_harmless() {
        for good in
            ["/", "/donate", "#top", "https://a.example", "www.a.example", "a.example:8080/x", "mailto:a@b.c", ""]
        {
            assert!(is_safe_link(good), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            " JavaScript:x",
            "java\nscript:x",
            "\u{1}data:text/html,x",
            "vbscript:x",
            "\u{200b}javascript:x",
            "\u{180e}java\u{feff}script:x",
            "file:///etc/passwd",
        ] {
            assert!(!is_safe_link(bad), "{bad}");
        }
    }

    #[test]
    fn pictures_are_here_or_on_the_web() {
        assert!(is_picture("/storage/v1/object/public/website_images/a.png"));
        assert!(is_picture("https://a.example/b.jpg"));
        for bad in ["//a.example/b.jpg", "data:image/png;base64,x", "javascript:x", "b.jpg", "/\\a.example"] {
            assert!(!is_picture(bad), "{bad}");
        }
    }
}
