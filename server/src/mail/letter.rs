//! The letters that the site sends, each with what its text is made of.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Stored in the outbox as JSON until it is sent, so what is added here needs a name of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Letter {
    /// An owner tries whether mail is sent.
    Test,
    /// For staff: somebody wrote by the contact form. Never sent to the one who wrote.
    NewMessage { name: String, email: String, phone: Option<String>, subject: String, message: String },
}

impl Letter {
    /// As the outbox names it.
    pub fn kind(&self) -> &'static str {
        match self {
            Letter::Test => "test",
            Letter::NewMessage { .. } => "new_message",
        }
    }

    /// After this time it is of no more use to anybody, and is not sent.
    pub fn good_for(&self) -> Option<Duration> {
        match self {
            Letter::Test => Some(Duration::from_secs(3600)),
            Letter::NewMessage { .. } => None,
        }
    }

    /// Whom an answer to it goes to.
    pub fn reply_to(&self) -> Option<&str> {
        match self {
            Letter::Test => None,
            Letter::NewMessage { email, .. } => Some(email),
        }
    }

    /// Where in the site it leads.
    pub fn path(&self) -> &'static str {
        match self {
            Letter::Test => "/admin/mail",
            Letter::NewMessage { .. } => "/admin/messages",
        }
    }

    /// What the places of its text are filled with, by their names.
    pub fn values(&self) -> Vec<(&'static str, &str)> {
        match self {
            Letter::Test => Vec::new(),
            Letter::NewMessage { name, email, phone, subject, message } => vec![
                ("name", name),
                ("email", email),
                ("phone", phone.as_deref().unwrap_or("–")),
                ("subject", subject),
                ("message", message),
            ],
        }
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
        vec![Letter::Test, message("{site} & <b>اُمید</b>")]
    }
}
