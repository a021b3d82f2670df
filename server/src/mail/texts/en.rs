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
    recovery: Text {
        subject: "A new password for {site}",
        paragraphs: &[
            "Somebody, we hope you, asked for a new password for your account at the website of {site}.",
            "Open the link below and choose one. Or type this code where you asked for it: {code}",
            "The link and the code work once, within an hour. If you did not ask for this, do nothing: your password stays as it is.",
        ],
        link: "Choose a new password",
    },
    sign_in: Text {
        subject: "Sign in to {site}",
        paragraphs: &[
            "Somebody, we hope you, wants to sign in to the website of {site} with this address.",
            "Open the link below. Or type this code where you asked for it: {code}",
            "The link and the code work once, within an hour. If you did not ask for this, do nothing, and give the code to nobody.",
        ],
        link: "Sign in",
    },
    invitation: Text {
        subject: "Your account for the website of {site}",
        paragraphs: &[
            "{by} invites you to help with the website of {site}.",
            "Open the link below and choose a password. It works once, within a day.",
            "If you do not know who this is from, do nothing.",
        ],
        link: "Accept the invitation",
    },
    invitation_of_a_program: Text {
        subject: "Your account for the website of {site}",
        paragraphs: &[
            "You are invited to help with the website of {site}.",
            "Open the link below and choose a password. It works once, within a day.",
            "If you do not know what this is about, do nothing.",
        ],
        link: "Accept the invitation",
    },
    new_address: Text {
        subject: "Confirm your address for {site}",
        paragraphs: &[
            "Somebody, we hope you, wants to use this address for their account at the website of {site}.",
            "If it was you, open the link below within an hour. From then on you sign in with this address.",
            "If it was not you, do nothing: the address will not be used.",
        ],
        link: "Confirm the address",
    },
    password_changed: Text {
        subject: "Your password for {site} was changed",
        paragraphs: &[
            "The password of your account at the website of {site} was changed, and other devices were signed out.",
            "If it was not you, tell an owner of the website at once, and ask for a new password at the sign-in.",
        ],
        link: "",
    },
    address_changed: Text {
        subject: "Your address for {site} was changed",
        paragraphs: &[
            "The address of your account at the website of {site} was changed. It is now {to}. This one is no longer used.",
            "If it was not you, tell an owner of the website at once.",
        ],
        link: "",
    },
    second_factor_added: Text {
        subject: "A second factor was added to your account at {site}",
        paragraphs: &[
            "A device that shows codes was added to your account at the website of {site}. From now on a code is asked for after the password.",
            "If it was not you, tell an owner of the website at once.",
        ],
        link: "",
    },
    second_factor_removed: Text {
        subject: "A second factor was removed from your account at {site}",
        paragraphs: &[
            "A device that shows codes was removed from your account at the website of {site}.",
            "If it was neither you nor an owner whom you asked for it, tell an owner of the website at once, and choose a new password.",
        ],
        link: "",
    },
    backup_failed: Text {
        subject: "The backup of {site} failed",
        paragraphs: &[
            "The website of {site} could not make its backup, or could not restore it to check it. The website itself goes on as before, and older backups are kept.",
            "What went wrong: {why}",
            "Please show this to the person who runs the server. It is tried again by itself, and you get one more mail when it works.",
        ],
        link: "Open the dashboard",
    },
    backup_works: Text {
        subject: "The backup of {site} works again",
        paragraphs: &["The website of {site} has made a backup again. Nothing needs to be done."],
        link: "Open the dashboard",
    },
};
