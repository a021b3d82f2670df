//! Addresses of files in the old project's bucket, wherever they stand in a text, become this site's paths. Whoever the
//! host, an address is recognised by the path that Supabase's storage gives to every file. Pure.

use std::collections::{BTreeSet, HashSet};

use crate::schema::bucket::WEBSITE_IMAGES;
use crate::storage::{Name, public_path};

/// What stands between the host and the name of the bucket.
const ROADS: [&str; 6] = [
    "/storage/v1/object/public/",
    "/storage/v1/object/sign/",
    "/storage/v1/object/authenticated/",
    "/storage/v1/render/image/public/",
    "/storage/v1/render/image/sign/",
    "/storage/v1/render/image/authenticated/",
];

pub struct Links<'a> {
    /// The files that are, or will be, here.
    pub known: &'a HashSet<String>,
    pub rewritten: usize,
    /// Addresses of files that nobody brought along. They are left as they were.
    pub missing: BTreeSet<String>,
}

impl<'a> Links<'a> {
    pub fn new(known: &'a HashSet<String>) -> Links<'a> {
        Links { known, rewritten: 0, missing: BTreeSet::new() }
    }

    pub fn rewrite(&mut self, text: &str) -> String {
        let (mut done, mut rest) = (String::with_capacity(text.len()), text);
        while let Some((start, end)) = find(rest) {
            let (before, address) = (&rest[..start], &rest[start..end]);
            done.push_str(before);
            match self.known_name(address) {
                Some((name, used)) => {
                    self.rewritten += 1;
                    done.push_str(&public_path(&WEBSITE_IMAGES, &name));
                    rest = &rest[start + used..];
                }
                None => {
                    self.missing.insert(address.to_owned());
                    done.push_str(address);
                    rest = &rest[end..];
                }
            }
        }
        done.push_str(rest);
        done
    }

    pub fn rewrite_json(&mut self, value: &mut serde_json::Value) {
        match value {
            serde_json::Value::String(text) => *text = self.rewrite(text),
            serde_json::Value::Array(items) => items.iter_mut().for_each(|item| self.rewrite_json(item)),
            serde_json::Value::Object(object) => object.values_mut().for_each(|item| self.rewrite_json(item)),
            _ => {}
        }
    }

    /// The name of a file that is here, and how much of the address it takes. In running text a bracket or a full stop
    /// may follow the address, which may as well be part of the name: the longest name that is here is meant.
    fn known_name(&self, address: &str) -> Option<(String, usize)> {
        let mut end = address.len();
        loop {
            if let Some(name) = name_of(&address[..end]).filter(|name| self.known.contains(name)) {
                return Some((name, end));
            }
            let last = address[..end].chars().next_back()?;
            if !".,;:!?)]}'".contains(last) {
                return None;
            }
            end -= last.len_utf8();
        }
    }
}

/// The name of the file that an address of the old project's bucket stands for.
pub fn name_of(address: &str) -> Option<String> {
    let (road, rest) = ROADS.iter().find_map(|road| address.split_once(&format!("{road}{}/", WEBSITE_IMAGES.name)))?;
    let is_origin = road.split_once("://").is_some_and(|(scheme, host)| {
        matches!(scheme, "http" | "https") && !host.is_empty() && !host.contains(['/', '?', '#', '@', ' '])
    });
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    if !is_origin || path.is_empty() {
        return None;
    }
    Name::from_path(path).ok().map(|name| name.as_str().to_owned())
}

/// Where the next address of the bucket begins and ends.
fn find(text: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(found) = text[from..].find("/storage/v1/") {
        let road = from + found;
        let ends = |letter: char| letter.is_whitespace() || "<>\"".contains(letter) || letter == '\u{0}';
        let end = text[road..].find(ends).map_or(text.len(), |end| road + end);
        if let Some(start) = text[..road].rfind("://").and_then(|colon| scheme_start(text, colon)) {
            // An attribute may be in single quotes, which are no part of an address then.
            let quoted = text[..start].ends_with('\'');
            let end = text[road..end].find('\'').filter(|_| quoted).map_or(end, |quote| road + quote);
            if name_of(&text[start..end]).is_some() {
                return Some((start, end));
            }
        }
        from = road + 1;
    }
    None
}

fn scheme_start(text: &str, colon: usize) -> Option<usize> {
    ["https", "http"].iter().find(|scheme| text[..colon].ends_with(*scheme)).map(|scheme| colon - scheme.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "https://abc.supabase.co/storage/v1";
    const NEW: &str = "/storage/v1/object/public/website_images";

    fn rewritten(text: &str) -> (String, usize, usize) {
        let names = ["team/1 a.png", "hero/عید.jpg", "gallery/2-b (1).jpg", "logo/x.svg"];
        let known: HashSet<String> = names.map(str::to_owned).into();
        let mut links = Links::new(&known);
        let text = links.rewrite(text);
        (text, links.rewritten, links.missing.len())
    }

    #[test]
    fn every_form_of_an_address_becomes_a_path() {
        for address in [
            format!("{OLD}/object/public/website_images/team/1%20a.png"),
            format!("{OLD}/object/sign/website_images/team/1%20a.png?token=ey.J.x"),
            format!("{OLD}/render/image/public/website_images/team/1%20a.png?width=300&height=200"),
            "http://127.0.0.1:54321/storage/v1/object/public/website_images/team/1%20a.png".into(),
        ] {
            assert_eq!(rewritten(&address), (format!("{NEW}/team/1%20a.png"), 1, 0), "{address}");
        }
    }

    #[test]
    fn addresses_are_found_inside_other_text() {
        let html = format!(
            "<p>See <a href=\"{OLD}/object/public/website_images/hero/%D8%B9%DB%8C%D8%AF.jpg?a=1&amp;b=2\">عید</a>, \
             <a href='{OLD}/object/public/website_images/logo/x.svg'>logo</a> (and \
             {OLD}/object/public/website_images/gallery/2-b%20(1).jpg).</p>"
        );
        let expected = format!(
            "<p>See <a href=\"{NEW}/hero/%D8%B9%DB%8C%D8%AF.jpg\">عید</a>, <a href='{NEW}/logo/x.svg'>logo</a> (and \
             {NEW}/gallery/2-b%20(1).jpg).</p>"
        );
        assert_eq!(rewritten(&html), (expected, 3, 0));
    }

    #[test]
    fn what_is_not_ours_or_not_here_stays() {
        for text in [
            "https://abc.supabase.co/storage/v1/object/public/other_bucket/a.png",
            "https://abc.supabase.co/rest/v1/projects",
            "/storage/v1/object/public/website_images/logo/x.svg",
            "plain words about /storage/v1/ and https://example.org",
        ] {
            assert_eq!(rewritten(text), (text.to_owned(), 0, 0), "{text}");
        }
        let missing = format!("{OLD}/object/public/website_images/no.png");
        assert_eq!(rewritten(&missing), (missing.clone(), 0, 1));
    }
}
