//! The letters that the site sends, each with what its text is made of. A letter to somebody whom the site does not know
//! holds nothing that a stranger or they themselves have written.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Stored in the outbox as JSON until it is sent, so what is added here needs a name of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Letter {
    /// An owner tries whether mail is sent.
    Test,
    /// For staff: somebody wrote by the contact form. Never sent to the one who wrote.
    NewMessage {
        name: String,
        email: String,
        phone: Option<String>,
        subject: String,
        message: String,
    },
    /// For somebody who has forgotten their password.
    Recovery {
        link: Link,
    },
    /// For somebody who signs in without a password.
    SignIn {
        link: Link,
    },
    /// For somebody who gets an account, from the address of the owner who made it.
    Invitation {
        link: Link,
        by: Option<String>,
    },
    /// To an address that is to be that of an account.
    NewAddress {
        link: Link,
    },
    /// What became of an account, for the person whose it is.
    PasswordChanged,
    AddressChanged {
        to: String,
    },
    /// A device, one of perhaps several.
    SecondFactorAdded,
    SecondFactorRemoved,
    /// For owners: the first backup that failed, and the first that succeeded after that.
    BackupFailed {
        why: String,
    },
    BackupWorks,
}

/// A link that is good once, and the code that does the same.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// What follows the address of the site.
    pub path: String,
    pub code: String,
}

impl std::fmt::Debug for Link {
    /// Who reads it can use it.
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        out.write_str("…")
    }
}

const HOUR: Duration = Duration::from_secs(3600);

impl Letter {
    /// As the outbox names it.
    pub fn kind(&self) -> &'static str {
        match self {
            Letter::Test => "test",
            Letter::NewMessage { .. } => "new_message",
            Letter::Recovery { .. } => "recovery",
            Letter::SignIn { .. } => "sign_in",
            Letter::Invitation { .. } => "invitation",
            Letter::NewAddress { .. } => "new_address",
            Letter::PasswordChanged => "password_changed",
            Letter::AddressChanged { .. } => "address_changed",
            Letter::SecondFactorAdded => "second_factor_added",
            Letter::SecondFactorRemoved => "second_factor_removed",
            Letter::BackupFailed { .. } => "backup_failed",
            Letter::BackupWorks => "backup_works",
        }
    }

    /// Whether it tells what a stranger wrote by the contact form.
    pub fn is_message(&self) -> bool {
        matches!(self, Letter::NewMessage { .. })
    }

    /// After this time it is of no more use to anybody, and is not sent.
    pub fn good_for(&self) -> Option<Duration> {
        match self {
            Letter::Test | Letter::Recovery { .. } | Letter::SignIn { .. } | Letter::NewAddress { .. } => Some(HOUR),
            Letter::Invitation { .. } => Some(24 * HOUR),
            Letter::NewMessage { .. }
            | Letter::PasswordChanged
            | Letter::AddressChanged { .. }
            | Letter::SecondFactorAdded
            | Letter::SecondFactorRemoved
            | Letter::BackupFailed { .. }
            | Letter::BackupWorks => None,
        }
    }

    /// How many of its kind are sent in an hour, where strangers can cause it. Less in all than the outbox takes, so that a
    /// flood of them leaves room for what staff send.
    pub fn max_per_hour(&self) -> Option<i64> {
        match self {
            Letter::NewMessage { .. } => Some(200),
            Letter::Recovery { .. } | Letter::SignIn { .. } => Some(40),
            _ => None,
        }
    }

    /// Whom an answer to it goes to.
    pub fn reply_to(&self) -> Option<&str> {
        match self {
            Letter::NewMessage { email, .. } => Some(email),
            _ => None,
        }
    }

    /// Where in the site it leads.
    pub fn path(&self) -> Option<&str> {
        match self {
            Letter::Test => Some("/admin/mail"),
            Letter::NewMessage { .. } => Some("/admin/messages"),
            Letter::BackupFailed { .. } | Letter::BackupWorks => Some("/admin"),
            _ => self.link().map(|link| link.path.as_str()),
        }
    }

    /// What it is sent for, without which it is of no use.
    pub fn link(&self) -> Option<&Link> {
        match self {
            Letter::Recovery { link }
            | Letter::SignIn { link }
            | Letter::Invitation { link, .. }
            | Letter::NewAddress { link } => Some(link),
            _ => None,
        }
    }

    /// What the places of its text are filled with, by their names.
    pub fn values(&self) -> Vec<(&'static str, &str)> {
        let code = self.link().map(|link| ("code", link.code.as_str()));
        let more = match self {
            Letter::NewMessage { name, email, phone, subject, message } => vec![
                ("name", name.as_str()),
                ("email", email),
                ("phone", phone.as_deref().unwrap_or("–")),
                ("subject", subject),
                ("message", message),
            ],
            Letter::Invitation { by: Some(by), .. } => vec![("by", by.as_str())],
            Letter::AddressChanged { to } => vec![("to", to.as_str())],
            Letter::BackupFailed { why } => vec![("why", why.as_str())],
            _ => Vec::new(),
        };
        code.into_iter().chain(more).collect()
    }
}

#[cfg(test)]
impl Letter {
    /// One of each.
    pub fn samples() -> Vec<Letter> {
        let message = |text: &str| Letter::NewMessage {
            name: text.into(),
            email: "zulekha@example.org".into(),
            phone: Some(text.into()),
            subject: text.into(),
            message: text.into(),
        };
        let link = || Link { path: "/admin/link#token_hash=t&type=recovery".into(), code: "012345".into() };
        vec![
            Letter::Test,
            message("{site} & <b>اُمید</b>"),
            Letter::Recovery { link: link() },
            Letter::SignIn { link: link() },
            Letter::Invitation { link: link(), by: Some("amina@example.org".into()) },
            Letter::Invitation { link: link(), by: None },
            Letter::NewAddress { link: link() },
            Letter::PasswordChanged,
            Letter::AddressChanged { to: "amina@example.org".into() },
            Letter::SecondFactorAdded,
            Letter::SecondFactorRemoved,
            Letter::BackupFailed { why: "the disk is almost full".into() },
            Letter::BackupWorks,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What waits is read again after a restart, perhaps by a newer version.
    #[test]
    fn every_letter_survives_the_outbox_under_its_kind() {
        for letter in Letter::samples() {
            let stored = serde_json::to_value(&letter).unwrap();
            assert_eq!(stored["kind"], letter.kind());
            assert_eq!(serde_json::from_value::<Letter>(stored).unwrap(), letter);
            assert!(!format!("{letter:?}").contains("012345"), "a link is not printed");
        }
    }
}
