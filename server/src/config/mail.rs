//! The settings for mail: which server takes it, and whom it comes from. A refusal never repeats what was given: it may
//! hold the password.

use std::net::IpAddr;

use percent_encoding::percent_decode_str;
use url::Url;

use super::Hidden;

#[derive(Clone, Debug)]
pub struct MailSettings {
    pub smtp: Smtp,
    pub from: Sender,
}

/// A server that takes mail for us.
#[derive(Clone, Debug)]
pub struct Smtp {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub credentials: Option<(Hidden, Hidden)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Encryption {
    FromTheStart,
    /// Begun by STARTTLS; a server that does not offer it gets no mail.
    Demanded,
    /// To this machine itself.
    None,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Sender {
    /// Without one, mail bears the name of the site.
    pub name: Option<String>,
    pub address: String,
}

/// What UMEED_SMTP and UMEED_MAIL_FROM say together; neither means that no mail is sent.
pub fn settings(smtp_text: &str, from_text: &str) -> Result<Option<MailSettings>, String> {
    if smtp_text.is_empty() {
        return Ok(None);
    }
    let smtp = smtp(smtp_text).map_err(|wrong| format!("UMEED_SMTP: {wrong}"))?;
    if from_text.is_empty() {
        return Err("UMEED_MAIL_FROM is missing: the address that mail comes from, such as office@example.org".into());
    }
    let from = sender(from_text).ok_or("UMEED_MAIL_FROM: give an address such as office@example.org, or with a name: Our Foundation <office@example.org>")?;
    Ok(Some(MailSettings { smtp, from }))
}

fn smtp(text: &str) -> Result<Smtp, &'static str> {
    let shape = "give an address such as smtp://user:password@mail.example.org:587, or smtps://… for encryption from the start; \
                 special characters in user and password are written as %40 for @, %3A for : and %2F for /";
    let url = Url::parse(text).map_err(|_| shape)?;
    let host = url.host_str().filter(|host| !host.is_empty()).ok_or(shape)?;
    let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
        return Err(shape);
    }
    let (encryption, port) = match url.scheme() {
        "smtps" => (Encryption::FromTheStart, 465),
        "smtp" if is_this_machine(&host) => (Encryption::None, 25),
        "smtp" => (Encryption::Demanded, 587),
        _ => return Err(shape),
    };
    let decoded = |text: &str| percent_decode_str(text).decode_utf8().ok().map(|text| Hidden::new(text.into_owned()));
    let credentials = match (url.username(), url.password()) {
        ("", None) => None,
        ("", Some(_)) => return Err("there is a password without a user"),
        (_, None | Some("")) => return Err("there is a user without a password"),
        (user, Some(password)) => Some((decoded(user).ok_or(shape)?, decoded(password).ok_or(shape)?)),
    };
    Ok(Smtp { host, port: url.port().unwrap_or(port), encryption, credentials })
}

fn is_this_machine(host: &str) -> bool {
    let name = host.to_ascii_lowercase();
    name == "localhost"
        || name.ends_with(".localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback())
}

/// `office@example.org`, or `Our Foundation <office@example.org>`.
fn sender(text: &str) -> Option<Sender> {
    let text = text.trim();
    let (name, address) = match text.strip_suffix('>').map(|text| text.rsplit_once('<')) {
        None => ("", text),
        Some(parts) => parts?,
    };
    let name = name.trim().trim_matches('"').trim();
    let (user, host) = address.split_once('@')?;
    let strange = |letter: char| letter.is_whitespace() || letter.is_control() || "<>@,;\"".contains(letter);
    let is_good = !user.is_empty() && !host.is_empty() && !user.contains(strange) && !host.contains(strange);
    (is_good && !name.contains(char::is_control))
        .then(|| Sender { name: Some(name.to_owned()).filter(|name| !name.is_empty()), address: address.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Smtp {
        smtp(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"))
    }

    #[test]
    fn encryption_is_left_out_only_towards_this_machine() {
        for (text, host, port, encryption) in [
            ("smtp://mail.example", "mail.example", 587, Encryption::Demanded),
            ("smtp://mail.example:25", "mail.example", 25, Encryption::Demanded),
            ("smtps://mail.example", "mail.example", 465, Encryption::FromTheStart),
            ("smtp://localhost", "localhost", 25, Encryption::None),
            ("smtp://127.0.0.1:2525", "127.0.0.1", 2525, Encryption::None),
            ("smtp://[::1]:2525/", "::1", 2525, Encryption::None),
            ("smtp://localhost.example", "localhost.example", 587, Encryption::Demanded),
            ("smtp://127.0.0.1.example", "127.0.0.1.example", 587, Encryption::Demanded),
            ("smtps://localhost:2525", "localhost", 2525, Encryption::FromTheStart),
        ] {
            let read = read(text);
            assert_eq!((read.host.as_str(), read.port, read.encryption), (host, port, encryption), "{text}");
        }
    }

    #[test]
    fn user_and_password_may_hold_any_letter() {
        let (user, password) = read("smtp://office%40example.org:p%2Fw%3A%25@mail.example").credentials.unwrap();
        assert_eq!((user.reveal(), password.reveal()), ("office@example.org", "p/w:%"));
    }

    #[test]
    fn what_is_wrong_is_said_without_the_password() {
        for text in [
            "mail.example",
            "http://me:hush@mail.example",
            "smtp://",
            "smtp://me:hush@",
            "smtp://me@mail.example",
            "smtp://:hush@mail.example",
            "smtp://me:hush@mail.example/folder",
            "smtp://me:hush@mail.example?tls=no",
            "smtp://me:hush@mail.example:port",
        ] {
            let wrong = settings(text, "a@umeed.example").unwrap_err();
            assert!(wrong.starts_with("UMEED_SMTP: ") && !wrong.contains("hush"), "{text}: {wrong}");
        }
        assert!(settings("smtp://mail.example", "").unwrap_err().starts_with("UMEED_MAIL_FROM is missing"));
        assert!(settings("", "nonsense").unwrap().is_none(), "without a server no mail is sent");
        let printed = format!("{:?}", read("smtp://secret-user:hush@mail.example"));
        assert!(!printed.contains("hush") && !printed.contains("secret-user"), "{printed}");
    }

    #[test]
    fn a_sender_may_have_a_name() {
        let known =
            |name: Option<&str>| Sender { name: name.map(str::to_owned), address: "office@umeed.example".into() };
        assert_eq!(sender(" office@umeed.example "), Some(known(None)));
        assert_eq!(sender("<office@umeed.example>"), Some(known(None)));
        assert_eq!(sender("اُمید <office@umeed.example>"), Some(known(Some("اُمید"))));
        assert_eq!(sender("\"Umeed, the\" <office@umeed.example>"), Some(known(Some("Umeed, the"))));
        for wrong in
            ["", "office", "@b", "a@", "a b@c", "a@b@c", "a@b, c@d", "x <a@b", "x\r\ny <a@b>", "<>", "a@b\r\nBcc: c@d"]
        {
            assert_eq!(sender(wrong), None, "{wrong:?}");
        }
    }
}
