//! The mark of a file in the addresses that pages show (`?v=…`). It follows from the file's contents, so what lies at a
//! marked address never changes and browsers may keep it. An address without a mark, or with that of an earlier file, is
//! answered as the uploader asked.

use std::collections::{BTreeMap, BTreeSet};

use super::name::Name;
use super::object::Object;
use super::rendition::EDITION;
use super::send::Asked;
use crate::db::{Db, Reserve, Sql};
use crate::error::Result;
use crate::schema::bucket::WEBSITE_IMAGES;

/// Where the marks come from: what shows a marked address was true as long as this table has not changed.
pub const TABLE: &str = "objects";

pub const FOR_EVER: &str = "public, max-age=31536000, immutable";
const PARAMETER: &str = "v";
const ROAD: &str = "/storage/v1/object/public/";
/// Hexadecimal digits of the contents' hash.
const LENGTH: usize = 12;
/// How many names are looked up at a time.
const MAX_NAMES: usize = 500;

/// Whether the address has the mark of this file as it is now.
pub fn is_in(asked: &Asked, object: &Object) -> bool {
    asked.value(PARAMETER).is_some_and(|given| given == of(&object.etag))
}

fn of(etag: &str) -> String {
    let digits: String = etag.chars().filter(char::is_ascii_hexdigit).take(LENGTH).collect();
    format!("{digits}-{EDITION}")
}

/// Whether this is the public address of a picture, on this server or by an earlier name of it.
pub fn is_picture(address: &str) -> bool {
    name_in(address).is_some()
}

fn name_in(address: &str) -> Option<Name> {
    let (host, rest) = address.split_at(address.find(ROAD)?);
    let is_host = |host: &str| !host.is_empty() && !host.contains('/');
    let ours =
        host.is_empty() || ["http://", "https://"].iter().any(|scheme| host.strip_prefix(scheme).is_some_and(is_host));
    let name = rest[ROAD.len()..].strip_prefix(WEBSITE_IMAGES.name)?.strip_prefix('/')?;
    if !ours || name.contains(['?', '#']) { None } else { Name::from_path(name).ok() }
}

/// The addresses among these whose files are there, each with its mark.
pub async fn marked(db: &Db, reserve: Reserve, addresses: BTreeSet<String>) -> Result<BTreeMap<String, String>> {
    let named: Vec<_> = addresses.into_iter().filter_map(|address| Some((name_in(&address)?, address))).collect();
    let mut marked = BTreeMap::new();
    for named in named.chunks(MAX_NAMES) {
        let names = named.iter().flat_map(|(name, _)| [name.clone(), name.as_uploaded()]);
        let mut sql = Sql::new("SELECT name, etag FROM objects WHERE bucket = ");
        sql.bind(WEBSITE_IMAGES.name)
            .push(" AND name IN (")
            .bind_all(names.map(|name| name.as_str().to_owned()))
            .push(")");
        let rows = db.rows_for(reserve, sql).await?;
        let tags: BTreeMap<&str, &str> = rows.iter().map(|row| (row.text(0), row.text(1))).collect();
        for (name, address) in named {
            if let Some(tag) = tags.get(name.as_str()).or_else(|| tags.get(name.as_uploaded().as_str())) {
                marked.insert(address.clone(), format!("{address}?{PARAMETER}={}", of(tag)));
            }
        }
    }
    Ok(marked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_pictures_are_marked() {
        let name = |address: &str| name_in(address).map(|name| name.as_str().to_owned());
        let road = "/storage/v1/object/public/website_images";
        assert_eq!(name(&format!("{road}/a/b%20c.webp")), Some("a/b c.webp".into()));
        assert_eq!(name(&format!("https://umeed.example:8443{road}/a.svg")), Some("a.svg".into()));
        for other in [
            format!("{road}/a.webp?v=1"),
            format!("{road}/a.webp#x"),
            format!("{road}/"),
            format!("/x{road}/a.webp"),
            format!("https://umeed.example/x{road}/a.webp"),
            format!("javascript:{road}/a.webp"),
            format!("see {road}/a.webp"),
            "/storage/v1/object/public/documents/a.pdf".into(),
            "/storage/v1/object/public/website_images2/a.webp".into(),
            "a text".into(),
        ] {
            assert_eq!(name(&other), None, "{other}");
        }
    }

    #[test]
    fn a_mark_follows_from_the_contents() {
        assert_eq!(of("\"0123456789abcdef0123456789abcdef\""), format!("0123456789ab-{EDITION}"));
    }
}
