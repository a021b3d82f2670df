//! E-mail addresses: trimmed, in lower case, and of a shape that mail could be sent to. Whether one exists is for a
//! mail to find out.

/// The most that fits into the path of an SMTP command.
const MAX_BYTES: usize = 254;

/// The one form in which an address is stored and looked up.
pub fn normal(text: &str) -> Option<String> {
    Some(text.trim().to_lowercase()).filter(|email| is_plausible(email))
}

/// The same for one that is not of this machine: mail to it goes out into the world.
pub fn of_a_person(text: &str) -> Option<String> {
    normal(text).filter(|email| email.rsplit('@').next().is_some_and(|host| host.contains('.')))
}

fn is_plausible(email: &str) -> bool {
    let Some((name, domain)) = email.rsplit_once('@') else { return false };
    // The signs from zero width to direction are not seen, so that nobody could type them again.
    let unseen = |letter: char| matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let strange = |letter: char| {
        letter.is_whitespace() || letter.is_control() || unseen(letter) || "@<>()[],;:\\\"".contains(letter)
    };
    let label_is_fine = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|letter| letter.is_alphanumeric() || letter == '-')
    };
    email.len() <= MAX_BYTES
        && (1..=64).contains(&name.len())
        && !name.contains(strange)
        && domain.split('.').all(label_is_fine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_has_one_form() {
        assert_eq!(normal("  Staff@Umeed.ORG\n").unwrap(), "staff@umeed.org");
        assert_eq!(normal("first.last+site@sub.umeed.local").unwrap(), "first.last+site@sub.umeed.local");
        assert_eq!(normal("admin@localhost").unwrap(), "admin@localhost");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let long = format!("{}@umeed.org", "a".repeat(65));
        let longer = format!("a@{}org", "umeed.".repeat(50));
        for text in [
            "",
            "@",
            "a",
            "a@",
            "@b",
            "a b@c",
            "a@b..c",
            "a@.b",
            "a@-b.c",
            "a@b@c",
            "a\0@b",
            "a\u{200b}@b",
            "<a@b>",
            &long,
            &longer,
        ] {
            assert_eq!(normal(text), None, "{text:?}");
        }
    }
}
