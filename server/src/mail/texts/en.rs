//! English.

use super::{Catalogue, Text};

pub static EN: Catalogue = Catalogue {
    language: "en",
    direction: "ltr",
    signature: "Sent by the website of {site}.",
    test: Text {
        subject: "Test mail from {site}",
        paragraphs: &["Mail from the website of {site} works: this is it.", "Nothing needs to be done."],
        link: "Open the mail settings",
    },
    new_message: Text {
        subject: "New message on the website of {site}",
        paragraphs: &[
            "Somebody wrote by the contact form. What follows are their words; be careful with links in them.",
            "Name: {name}\nEmail: {email}\nPhone: {phone}\nSubject: {subject}",
            "{message}",
            "If you reply to this mail, your answer goes to the address above.",
        ],
        link: "Open the inbox",
    },
};
