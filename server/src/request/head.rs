//! What is looked for in the head of every request, found in one pass over its headers, since even a page from memory pays for it.

use axum::http::{HeaderMap, Uri, Version, uri::Authority};

/// The host that a request is for must be told once: a proxy in front that takes the other one of two would decide by a name, or
/// keep an answer under it, that this server does not see (RFC 9112, 3.2; RFC 9113, 8.3.1).
pub const UNCLEAR_HOST: &str = "The request must name one host, in one Host header.";

#[derive(Default)]
pub struct Head<'a> {
    /// What the address and the headers take, in bytes.
    pub size: usize,
    /// How many Host headers there are, and the last of them.
    pub hosts: usize,
    pub host: &'a [u8],
    pub agent: Option<&'a [u8]>,
    /// A browser fetches it before anybody wants to see it, or as a part of something else, such as a picture.
    pub is_aside: bool,
}

impl<'a> Head<'a> {
    pub fn of(uri: &Uri, headers: &'a HeaderMap) -> Head<'a> {
        let mut head = Head { size: uri.path_and_query().map_or(0, |path| path.as_str().len()), ..Head::default() };
        for (name, value) in headers {
            let name = name.as_str();
            head.size += name.len() + value.len() + 4;
            match name {
                "host" => {
                    head.hosts += 1;
                    head.host = value.as_bytes();
                }
                "user-agent" if head.agent.is_none() => head.agent = Some(value.as_bytes()),
                // The second is of older browsers.
                "sec-purpose" | "purpose" => head.is_aside = true,
                "sec-fetch-dest" => head.is_aside |= !matches!(value.as_bytes(), b"document" | b"empty"),
                _ => {}
            }
        }
        head
    }

    /// Whether it says for which host it is, once and in a form that a host can have.
    pub fn names_one_host(&self, version: Version, authority: Option<&Authority>) -> bool {
        match (self.hosts, authority) {
            (0, Some(authority)) => version == Version::HTTP_2 && is_host(authority.as_str().as_bytes()),
            (0, None) => version < Version::HTTP_11,
            (1, None) => is_host(self.host),
            (1, Some(authority)) => is_host(self.host) && authority.as_str().as_bytes().eq_ignore_ascii_case(self.host),
            _ => false,
        }
    }
}

/// A name or an address, with a port or without. Nothing that ends a host in an address, and no sign in for it.
fn is_host(host: &[u8]) -> bool {
    !host.is_empty() && host.iter().all(|byte| HOST_BYTES[usize::from(*byte)])
}

/// What RFC 3986 lets stand in a host and a port.
static HOST_BYTES: [bool; 256] = {
    let mut bytes = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        bytes[byte] = (byte as u8).is_ascii_alphanumeric()
            || matches!(
                byte as u8,
                b'-' | b'.'
                    | b'_'
                    | b'~'
                    | b'%'
                    | b'['
                    | b']'
                    | b':'
                    | b'!'
                    | b'$'
                    | b'&'
                    | b'\''
                    | b'('
                    | b')'
                    | b'*'
                    | b'+'
                    | b','
                    | b';'
                    | b'='
            );
        byte += 1;
    }
    bytes
};

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn headers(given: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn what_is_looked_for_is_found_in_one_pass() {
        let headers = headers(&[("host", "x"), ("user-agent", "A"), ("user-agent", "B"), ("sec-purpose", "prefetch")]);
        let head = Head::of(&Uri::from_static("/a?b"), &headers);
        assert_eq!(head.size, 4 + (4 + 1 + 4) + 2 * (10 + 1 + 4) + (11 + 8 + 4));
        assert_eq!(head.agent, Some(&b"A"[..]));
        assert!(head.is_aside);
        for (what, is_aside) in [("document", false), ("empty", false), ("image", true), ("iframe", true)] {
            let headers = self::headers(&[("host", "x"), ("sec-fetch-dest", what)]);
            assert_eq!(Head::of(&Uri::from_static("/"), &headers).is_aside, is_aside, "{what}");
        }
    }

    #[test]
    fn a_request_names_one_host() {
        let one = |version, hosts: &[&'static str], uri: &'static str| {
            let hosts: Vec<_> = hosts.iter().map(|host| ("host", *host)).collect();
            let (headers, uri) = (headers(&hosts), Uri::from_static(uri));
            Head::of(&uri, &headers).names_one_host(version, uri.authority())
        };
        for host in ["umeed.example", "umeed.example:8080", "[::1]:8080", "127.0.0.1"] {
            assert!(one(Version::HTTP_11, &[host], "/"), "{host}");
        }
        assert!(one(Version::HTTP_10, &[], "/") && one(Version::HTTP_2, &[], "https://a.example/"));
        assert!(one(Version::HTTP_2, &["A.example"], "https://a.example/"), "told twice, and the same");
        let refused: [(Version, &[&'static str], &'static str); 13] = [
            (Version::HTTP_11, &[], "/"),
            (Version::HTTP_11, &[], "http://a.example/"),
            (Version::HTTP_11, &["a.example", "a.example"], "/"),
            (Version::HTTP_10, &["a.example", "b.example"], "/"),
            (Version::HTTP_11, &["b.example"], "http://a.example/"),
            (Version::HTTP_11, &[""], "/"),
            (Version::HTTP_11, &["a.example/b"], "/"),
            (Version::HTTP_11, &["a@b.example"], "/"),
            (Version::HTTP_11, &["a.example b.example"], "/"),
            (Version::HTTP_2, &["b.example"], "https://a.example/"),
            (Version::HTTP_2, &["a.example", "a.example"], "https://a.example/"),
            (Version::HTTP_2, &[], "https://b@a.example/"),
            (Version::HTTP_2, &[], "/"),
        ];
        for (version, hosts, uri) in refused {
            assert!(!one(version, hosts, uri), "{version:?} {hosts:?} {uri}");
        }
    }
}
