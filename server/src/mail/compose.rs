//! Turns a letter into a mail: plain text and simple HTML with the name and logo of the site. Every value is escaped, and
//! what goes into a header is on one line.

use anyhow::Context;
use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use serde_json::Value as Json;

use super::Letter;
use super::texts::{Catalogue, EN, filled};
use crate::config::Sender;
use crate::db::{Db, Sql};
use crate::error::Result;

/// What a mail says of the site.
#[derive(Debug, Clone, Default)]
pub struct Site {
    pub name: String,
    /// An address that a mail program can load.
    pub logo: Option<String>,
    /// Where the site is reached.
    pub origin: Option<String>,
}

impl Site {
    pub async fn read(db: &Db, origin: Option<&str>) -> Result<Site> {
        let sql = "SELECT content FROM website_content WHERE page_key = 'general_settings'";
        let row = db.first(Sql::new(sql)).await?;
        let content: Json = row.and_then(|row| serde_json::from_str(row.text(0)).ok()).unwrap_or_default();
        let name = content["site_name"].as_str().map(one_line).filter(|name| !name.is_empty());
        // Only one of this site: who loads another would tell a stranger that they have read the mail.
        let logo = content["logo_url"].as_str().zip(origin).and_then(|(logo, origin)| {
            let path = logo.strip_prefix(origin).unwrap_or(logo);
            (path.starts_with('/') && !path.starts_with("//")).then(|| format!("{origin}{path}"))
        });
        let origin = origin.map(str::to_owned);
        Ok(Site { name: name.unwrap_or_else(|| "Our Foundation".to_owned()), logo, origin })
    }
}

/// A letter to one address, under an id that stays the same when it is sent again: a mail program can tell.
pub struct Envelope<'a> {
    pub id: &'a str,
    pub to: &'a str,
    pub letter: &'a Letter,
}

pub fn compose(from: &Sender, site: &Site, envelope: &Envelope) -> anyhow::Result<Message> {
    let Envelope { id, to, letter } = envelope;
    let catalogue = &EN;
    let text = catalogue.text(letter);
    let host = from.address.rsplit('@').next().unwrap_or_default();
    let name = from.name.clone().unwrap_or_else(|| site.name.clone());
    let automatic = HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".into());
    let mut message = Message::builder()
        .from(Mailbox::new(Some(one_line(&name)), from.address.parse().context("the sender is no address")?))
        .to(Mailbox::new(None, to.parse().context("the recipient is no address")?))
        .subject(one_line(&filled(text.subject, &[("site", &site.name)])))
        .message_id(Some(format!("<{id}@{host}>")))
        .raw_header(automatic)
        .date_now();
    // A reply goes nowhere rather than to an address that is none.
    if let Some(address) = letter.reply_to().and_then(|address| address.parse().ok()) {
        message = message.reply_to(Mailbox::new(None, address));
    }
    let link = site.origin.as_ref().zip(letter.path()).map(|(origin, path)| format!("{origin}{path}"));
    let plain = plain(catalogue, site, letter, link.as_deref());
    let html = html(catalogue, site, letter, link.as_deref());
    Ok(message.multipart(MultiPart::alternative_plain_html(plain, html))?)
}

/// Refused at the start: every mail would fail.
pub fn check_sender(from: &Sender) -> anyhow::Result<()> {
    from.address.parse::<lettre::Address>().context("UMEED_MAIL_FROM is no address that mail can come from").map(drop)
}

fn places<'a>(site: &'a Site, letter: &'a Letter) -> Vec<(&'static str, &'a str)> {
    letter.values().into_iter().chain([("site", site.name.as_str())]).collect()
}

fn plain(catalogue: &Catalogue, site: &Site, letter: &Letter, link: Option<&str>) -> String {
    let text = catalogue.text(letter);
    let values = places(site, letter);
    let mut parts: Vec<String> = text.paragraphs.iter().map(|part| filled(part, &values)).collect();
    parts.extend(link.map(|link| format!("{}: {link}", text.link)));
    parts.push(format!("-- \n{}", filled(catalogue.signature, &values)));
    parts.join("\n\n").replace("\r\n", "\n").replace(['\r', '\0'], "\n") + "\n"
}

fn html(catalogue: &Catalogue, site: &Site, letter: &Letter, link: Option<&str>) -> String {
    let text = catalogue.text(letter);
    let escaped: Vec<(&str, String)> =
        places(site, letter).into_iter().map(|(name, value)| (name, escape(value))).collect();
    let values: Vec<(&str, &str)> = escaped.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let name = escape(&site.name);
    let heading = match &site.logo {
        Some(logo) => {
            format!("<img src=\"{}\" alt=\"{name}\" height=\"48\" style=\"height:48px;border:0\">", escape(logo))
        }
        None => format!("<strong style=\"font-size:18px\">{name}</strong>"),
    };
    let paragraphs: String = text
        .paragraphs
        .iter()
        .map(|part| format!("<p dir=\"auto\">{}</p>\n", filled(part, &values).replace('\n', "<br>\n")))
        .collect();
    let link = link.map_or(String::new(), |link| {
        format!("<p><a href=\"{}\" style=\"color:#0b5d4a\">{}</a></p>\n", escape(link), escape(text.link))
    });
    format!(
        "<!doctype html>\n<html lang=\"{}\" dir=\"{}\"><head><meta charset=\"utf-8\"></head>\n\
         <body style=\"font-family:sans-serif;font-size:16px;line-height:1.5;color:#1d2b26;max-width:36em\">\n\
         <p>{heading}</p>\n{paragraphs}{link}<p style=\"font-size:13px;color:#54635d\">{}</p>\n</body></html>\n",
        catalogue.language,
        catalogue.direction,
        filled(catalogue.signature, &values),
    )
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\r' | '\0' => {}
            _ => out.push(letter),
        }
    }
    out
}

/// Without what would begin a new line of the header, and not longer than a person reads.
pub fn one_line(text: &str) -> String {
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(site: Site, name: Option<&str>, letter: &Letter) -> String {
        let from = Sender { name: name.map(str::to_owned), address: "office@umeed.example".into() };
        let envelope = Envelope { id: "01890000", to: "amina@example.org", letter };
        String::from_utf8(compose(&from, &site, &envelope).unwrap().formatted()).unwrap()
    }

    fn headers(mail: &str) -> Vec<&str> {
        let head = mail.split_once("\r\n\r\n").unwrap().0;
        let starts = |line: &&str| !line.starts_with([' ', '\t']);
        head.split("\r\n").filter(starts).filter_map(|line| line.split(':').next()).collect()
    }

    /// Whatever breaks lines, in every value that a mail has: no header is added, and none ends early.
    #[test]
    fn no_value_begins_a_header() {
        let plain = written(Site { name: "Umeed".into(), ..Site::default() }, None, &letter("x"));
        let known = headers(&plain);
        for evil in ["x\r\nBcc: spy@example.org", "x\nBcc: spy@example.org", "x\rBcc: spy@example.org", "x\r\n\r\nbody"]
        {
            let site = Site { name: evil.into(), logo: Some(evil.into()), origin: Some(evil.into()) };
            let mail = written(site, Some(evil), &letter(evil));
            let found = headers(&mail);
            assert!(found.iter().all(|name| known.contains(name)), "{evil:?}: {mail}");
            assert_eq!(found.iter().filter(|name| **name == "Subject").count(), 1);
        }
    }

    fn letter(text: &str) -> Letter {
        Letter::NewMessage {
            name: text.into(),
            email: format!("{text}@example.org"),
            phone: Some(text.into()),
            subject: text.into(),
            message: text.into(),
        }
    }

    #[test]
    fn a_stranger_writes_no_html_and_no_subject() {
        let evil = "<img src=x onerror=alert(1)> \"'&";
        let html = html(&EN, &Site { name: evil.into(), ..Site::default() }, &letter(evil), None);
        assert!(!html.contains("<img src=x") && html.contains("&lt;img src=x onerror=alert(1)&gt; &quot;&#39;&amp;"));
        let mail = written(Site { name: "Umeed".into(), ..Site::default() }, None, &letter("Win a prize"));
        assert!(mail.contains("Subject: New message on the website of Umeed\r\n"), "{mail}");
    }

    #[test]
    fn a_mail_bears_the_name_and_the_logo_of_the_site() {
        let site = Site {
            name: "اُمید".into(),
            logo: Some("https://umeed.example/logo.png".into()),
            origin: Some("https://umeed.example".into()),
        };
        let mail = written(site.clone(), None, &Letter::Test);
        assert!(
            mail.contains("<office@umeed.example>") && mail.contains("Message-ID: <01890000@umeed.example>"),
            "{mail}"
        );
        assert!(mail.contains("Auto-Submitted: auto-generated") && mail.contains("multipart/alternative"));
        let html = html(&EN, &site, &Letter::Test, Some("https://umeed.example/admin/mail"));
        assert!(html.contains("<img src=\"https://umeed.example/logo.png\" alt=\"اُمید\""), "{html}");
        assert!(html.contains("href=\"https://umeed.example/admin/mail\""), "{html}");
        let plain = plain(&EN, &site, &Letter::Test, None);
        assert!(
            plain.starts_with("Mail from the website of اُمید works") && plain.ends_with("website of اُمید.\n"),
            "{plain}"
        );
    }

    #[test]
    fn a_reply_goes_to_the_one_who_wrote() {
        let letter = Letter::NewMessage {
            name: "Zulekha".into(),
            email: "zulekha@example.org".into(),
            phone: None,
            subject: "s".into(),
            message: "m".into(),
        };
        let mail = written(Site { name: "Umeed".into(), ..Site::default() }, None, &letter);
        assert!(mail.contains("Reply-To: zulekha@example.org\r\n"), "{mail}");
    }
}
