//! The words of the letters: one file a language, each a whole catalogue. `{name}` is a place that the letter fills.

mod en;

use super::Letter;

pub use en::EN;

pub struct Catalogue {
    /// As HTML names the language, and which way it is written.
    pub language: &'static str,
    pub direction: &'static str,
    /// At the end of every letter.
    pub signature: &'static str,
    pub test: Text,
    pub new_message: Text,
    pub recovery: Text,
    pub sign_in: Text,
    /// From a person, and from a program with the service key.
    pub invitation: Text,
    pub invitation_of_a_program: Text,
    pub new_address: Text,
    pub password_changed: Text,
    pub address_changed: Text,
    pub second_factor_added: Text,
    pub second_factor_removed: Text,
    pub backup_failed: Text,
    pub backup_works: Text,
}

pub struct Text {
    /// Of the places only `{site}`: what a stranger wrote stays out of the line that people trust at a glance.
    pub subject: &'static str,
    pub paragraphs: &'static [&'static str],
    /// On the link into the site, where the letter has one.
    pub link: &'static str,
}

impl Catalogue {
    pub fn text(&self, letter: &Letter) -> &Text {
        match letter {
            Letter::Test => &self.test,
            Letter::NewMessage { .. } => &self.new_message,
            Letter::Recovery { .. } => &self.recovery,
            Letter::SignIn { .. } => &self.sign_in,
            Letter::Invitation { by: Some(_), .. } => &self.invitation,
            Letter::Invitation { by: None, .. } => &self.invitation_of_a_program,
            Letter::NewAddress { .. } => &self.new_address,
            Letter::PasswordChanged => &self.password_changed,
            Letter::AddressChanged { .. } => &self.address_changed,
            Letter::SecondFactorAdded => &self.second_factor_added,
            Letter::SecondFactorRemoved => &self.second_factor_removed,
            Letter::BackupFailed { .. } => &self.backup_failed,
            Letter::BackupWorks => &self.backup_works,
        }
    }
}

/// Fills the places of a text, each once: what a value holds is never taken for a place.
pub fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let found = after.split_once('}').and_then(|(name, after)| {
            values.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value, after))
        });
        match found {
            Some((value, after)) => {
                out.push_str(value);
                rest = after;
            }
            None => {
                out.push('{');
                rest = after;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_filled_once() {
        let values = [("site", "{message}"), ("message", "{site}")];
        assert_eq!(filled("{site}: {message} {other} {", &values), "{message}: {site} {other} {");
    }

    #[test]
    fn every_place_of_every_text_is_filled() {
        for letter in Letter::samples() {
            let text = EN.text(&letter);
            let empty = |(name, _): (&'static str, &str)| (name, "");
            let values: Vec<_> = letter.values().into_iter().map(empty).chain([("site", "")]).collect();
            for part in text.paragraphs.iter().chain([&text.link, &EN.signature]) {
                assert!(!filled(part, &values).contains('{'), "{}: {part}", letter.kind());
            }
            assert!(!filled(text.subject, &[("site", "")]).contains('{'), "{}", letter.kind());
        }
    }
}
