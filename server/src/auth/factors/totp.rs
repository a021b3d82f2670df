//! The codes of authenticator apps (RFC 6238): SHA-1, six digits, thirty seconds, as every such app has it. Pure.

use hmac::{Hmac, KeyInit, Mac};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha1::Sha1;
use subtle::{ConditionallySelectable, ConstantTimeEq};

pub const SECRET_BYTES: usize = 20;
const STEP_SECS: i64 = 30;
const DIGITS: usize = 6;
/// How many steps a phone's clock may be wrong, either way.
const DRIFT: i64 = 1;
const MAX_LABEL: usize = 100;
const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The step whose code this is at `now` (Unix seconds), if it comes after the last one that was used.
pub fn step_of(secret: &[u8], code: &str, now: i64, last_step: i64) -> Option<i64> {
    let given: String = code.chars().filter(|letter| !letter.is_whitespace()).collect();
    let here = now.div_euclid(STEP_SECS);
    // All are looked at, whichever fits: which one it was must not show.
    let mut found = -1;
    for step in here - DRIFT..=here + DRIFT {
        let fits = code_at(secret, step).as_bytes().ct_eq(given.as_bytes());
        found.conditional_assign(&step, fits);
    }
    (found > last_step).then_some(found)
}

fn code_at(secret: &[u8], step: i64) -> String {
    let mut mac = <Hmac<Sha1> as KeyInit>::new_from_slice(secret).expect("any key length will do");
    mac.update(&step.to_be_bytes());
    let digest: [u8; 20] = mac.finalize().into_bytes().into();
    let at = usize::from(digest[19] & 15);
    let number = u32::from_be_bytes([digest[at] & 0x7f, digest[at + 1], digest[at + 2], digest[at + 3]]);
    format!("{:0DIGITS$}", number % 10_u32.pow(DIGITS as u32))
}

/// The secret as people type it and apps read it: base32 without padding.
pub fn spelled(secret: &[u8]) -> String {
    let bits = |at: usize| {
        let pair = [secret[at / 8], secret.get(at / 8 + 1).copied().unwrap_or(0)];
        ALPHABET[usize::from(u16::from_be_bytes(pair) << (at % 8) >> 11)] as char
    };
    (0..secret.len() * 8).step_by(5).map(bits).collect()
}

/// What the picture says, and what a tap on the same phone opens.
pub fn uri(issuer: &str, account: &str, secret: &[u8]) -> String {
    let escaped = |text: &str| utf8_percent_encode(text, ESCAPED).to_string();
    // Only a label: a picture does not hold it at any length.
    let account: String = account.chars().take(MAX_LABEL).collect();
    let (issuer, account, secret) = (escaped(issuer), escaped(&account), spelled(secret));
    format!(
        "otpauth://totp/{issuer}:{account}?algorithm=SHA1&digits={DIGITS}&issuer={issuer}&period={STEP_SECS}&secret={secret}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";

    /// From the appendix of RFC 6238, the last six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        for (time, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(step_of(SECRET, code, time, 0), Some(time / 30), "{code}");
        }
    }

    #[test]
    fn a_clock_may_be_one_step_off_and_no_more() {
        let (now, step) = (2_000_000_010, 2_000_000_010 / 30);
        for (drift, taken) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
            let code = code_at(SECRET, step + drift);
            assert_eq!(step_of(SECRET, &code, now, 0).is_some(), taken, "{drift}");
        }
    }

    #[test]
    fn a_step_is_used_once_and_never_an_earlier_one_after_it() {
        let (now, step) = (2_000_000_010, 2_000_000_010 / 30);
        let code = |drift| code_at(SECRET, step + drift);
        assert_eq!(step_of(SECRET, &code(0), now, step - 1), Some(step));
        assert_eq!(step_of(SECRET, &code(0), now, step), None);
        assert_eq!(step_of(SECRET, &code(-1), now, step), None);
        assert_eq!(step_of(SECRET, &code(1), now, step), Some(step + 1));
    }

    #[test]
    fn what_is_no_code_is_none_and_spaces_do_not_matter() {
        for wrong in ["", "0", "28708", "2870820", "28708a", "٢٨٧٠٨٢", "287 083"] {
            assert_eq!(step_of(SECRET, wrong, 59, 0), None, "{wrong}");
        }
        assert_eq!(step_of(SECRET, " 287 082 ", 59, 0), Some(1));
    }

    #[test]
    fn the_secret_is_spelled_as_apps_read_it() {
        assert_eq!(spelled(SECRET), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(spelled(b"f"), "MY");
        let uri = uri("umeed.org", "a+b@umeed.org", SECRET);
        assert!(uri.starts_with("otpauth://totp/umeed.org:a%2Bb%40umeed.org?algorithm=SHA1&digits=6&issuer=umeed.org"));
        assert!(uri.ends_with("&period=30&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"));
    }
}
