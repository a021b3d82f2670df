//! Mail: that the server lets us in with the encryption and the password that are set. Sends one only when asked to.

use super::{Check, Checks};
use crate::config::{Encryption, Settings};
use crate::db::Db;
use crate::mail;

const SUBJECT: &str = "mail";

pub async fn examine(settings: &Settings) -> Checks {
    let Some(set_up) = &settings.mail else {
        return vec![Check::good(SUBJECT, "not set up, so none is sent (UMEED_SMTP and UMEED_MAIL_FROM set it up)")];
    };
    let place = format!("{}:{}", set_up.smtp.host, set_up.smtp.port);
    let mut checks = vec![match mail::try_out(set_up).await {
        Ok(()) => {
            let how = match set_up.smtp.encryption {
                Encryption::FromTheStart => "encrypted from the start",
                Encryption::Demanded => "encrypted by STARTTLS",
                Encryption::None => "on this machine",
            };
            let who =
                if set_up.smtp.credentials.is_some() { ", and takes our password" } else { ", without a password" };
            Check::good(SUBJECT, format!("{place} answers, {how}{who}; no mail was sent"))
        }
        Err(words) => {
            let words = words.trim_end_matches('.').to_owned();
            Check::broken(
                SUBJECT,
                words,
                format!(
                    "look at UMEED_SMTP; nc -vz {} {} tells whether the port is open from here (many providers of servers close 25 and 465)",
                    set_up.smtp.host, set_up.smtp.port
                ),
            )
        }
    }];
    if settings.public_url.is_none() {
        let text = "mails carry no links, and nobody can have a new password sent";
        checks.push(Check::warning(SUBJECT, text, "UMEED_PUBLIC_URL=https://your.example"));
    }
    checks
}

pub async fn send_test(settings: &Settings, db: Option<&Db>, to: &str) -> Check {
    let subject = "test mail";
    let Some(set_up) = &settings.mail else {
        return Check::broken(subject, "mail is not set up", "set UMEED_SMTP and UMEED_MAIL_FROM");
    };
    let Some(db) = db else {
        return Check::broken(
            subject,
            "not sent: the database, which holds the site's name, cannot be read",
            "see above",
        );
    };
    let origin = settings.public_url.as_ref().map(|_| settings.origin());
    match mail::send_test(set_up, db, origin.as_deref(), to).await {
        Ok(words) => Check::good(subject, format!("the server took it: {words}")),
        Err(words) => Check::broken(subject, words.trim_end_matches('.'), "look at UMEED_SMTP and UMEED_MAIL_FROM"),
    }
}
