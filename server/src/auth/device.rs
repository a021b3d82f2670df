//! The cookie by which a browser that has signed in before is known again. It opens nothing: it only chooses the
//! allowance against which an attempt counts, so that strangers who guess cannot keep an account's owner out. The server
//! keeps none: it is signed with the secret, so it holds after a restart and at every server that shares the secret.
//!
//! It names its account by a keyed digest, and is worth nothing for any other. A new password does not end it: then every
//! other device of the owner would be a stranger at the very time of an attack, and a thief of the cookie still has to
//! guess, within the device's own allowance and that of all the account's devices.

use axum::http::{HeaderMap, HeaderValue, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;
use uuid::Uuid;

use crate::secret::Secret;

/// A year, renewed at each sign-in.
const LIFE_SECS: i64 = 365 * 24 * 60 * 60;
const NAME: &str = "umeed-device-";
/// Browsers take a cookie of such a name only over https.
const SECURE_NAME: &str = "__Secure-umeed-device-";
const PATH: &str = "/auth/v1";
const ACCOUNT_BYTES: usize = 12;
const DIGEST_BYTES: usize = 16;

/// A browser from which one account has signed in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Device {
    id: Uuid,
    account: [u8; ACCOUNT_BYTES],
}

impl Device {
    /// A browser that has just signed in for the first time.
    pub fn new(account: &str, secret: &Secret) -> Device {
        Device { id: Uuid::new_v4(), account: named(account, secret) }
    }

    pub fn is_of(&self, account: &str, secret: &Secret) -> bool {
        self.account == named(account, secret)
    }

    /// As a key for limits.
    pub fn key(&self) -> String {
        self.id.simple().to_string()
    }

    /// The header that gives the browser its cookie, good for a year from `now` (Unix seconds). Each account has one of its
    /// own, so that people who share a browser do not take each other's away.
    pub fn set_cookie(&self, secret: &Secret, secure: bool, now: i64) -> HeaderValue {
        let expires = now + LIFE_SECS;
        let mut value = self.id.as_bytes().to_vec();
        value.extend(expires.to_be_bytes());
        value.extend(self.digest(expires, secret));
        let (name, secure) = if secure { (SECURE_NAME, "; Secure") } else { (NAME, "") };
        let (account, value) = (URL_SAFE_NO_PAD.encode(self.account), URL_SAFE_NO_PAD.encode(value));
        let cookie =
            format!("{name}{account}={value}; Path={PATH}; Max-Age={LIFE_SECS}; HttpOnly; SameSite=Strict{secure}");
        HeaderValue::try_from(cookie).expect("letters and digits")
    }

    /// `None` for anything that this server did not make, and for what has expired.
    fn read(name: &str, value: &str, secret: &Secret, now: i64) -> Option<Device> {
        let account = URL_SAFE_NO_PAD.decode(name).ok()?.try_into().ok()?;
        let bytes: [u8; 16 + 8 + DIGEST_BYTES] = URL_SAFE_NO_PAD.decode(value).ok()?.try_into().ok()?;
        let (id, rest) = bytes.split_first_chunk::<16>()?;
        let (expires, digest) = rest.split_first_chunk::<8>()?;
        let (device, expires) = (Device { id: Uuid::from_bytes(*id), account }, i64::from_be_bytes(*expires));
        let genuine = bool::from(device.digest(expires, secret).ct_eq(digest));
        (genuine && now < expires).then_some(device)
    }

    fn digest(&self, expires: i64, secret: &Secret) -> [u8; DIGEST_BYTES] {
        let message = [&self.account[..], self.id.as_bytes(), &expires.to_be_bytes()].concat();
        *secret.mac("device cookie", &message).first_chunk().expect("a digest is longer")
    }
}

fn named(account: &str, secret: &Secret) -> [u8; ACCOUNT_BYTES] {
    *secret.mac("account of a device", account.as_bytes()).first_chunk().expect("a digest is longer")
}

/// The genuine cookies of a request. Others are passed over: a neighbouring site may have set some of the same name.
pub fn presented(headers: &HeaderMap, secret: &Secret, secure: bool, now: i64) -> Vec<Device> {
    let prefix = if secure { SECURE_NAME } else { NAME };
    let read = |pair: &[u8]| {
        let (name, value) = std::str::from_utf8(pair).ok()?.trim().split_once('=')?;
        Device::read(name.strip_prefix(prefix)?, value, secret, now)
    };
    let cookies = headers.get_all(header::COOKIE).iter();
    cookies.flat_map(|value| value.as_bytes().split(|byte| *byte == b';')).filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_800_000_000;

    fn set(device: &Device, secret: &Secret, secure: bool) -> String {
        device.set_cookie(secret, secure, NOW).to_str().unwrap().to_owned()
    }

    fn pair(device: &Device, secret: &Secret) -> String {
        set(device, secret, false).split(';').next().unwrap().to_owned()
    }

    fn known(cookies: &[u8], secret: &Secret, now: i64) -> Vec<Device> {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_bytes(cookies).unwrap());
        presented(&headers, secret, false, now)
    }

    #[test]
    fn a_device_is_known_again_by_its_cookie_for_a_year() {
        let secret = Secret::random().unwrap();
        let device = Device::new("account", &secret);
        let cookie = pair(&device, &secret);
        assert_eq!(known(cookie.as_bytes(), &secret, NOW), [device]);
        assert!(device.is_of("account", &secret) && !device.is_of("another", &secret));
        assert_eq!(known(cookie.as_bytes(), &secret, NOW + LIFE_SECS - 1), [device]);
        assert_eq!(known(cookie.as_bytes(), &secret, NOW + LIFE_SECS), []);
    }

    #[test]
    fn nobody_else_can_make_or_change_one() {
        let (secret, other) = (Secret::random().unwrap(), Secret::random().unwrap());
        let device = Device::new("account", &secret);
        let cookie = pair(&device, &secret);
        assert_eq!(known(cookie.as_bytes(), &other, NOW), []);
        for place in NAME.len()..cookie.len() {
            let mut bytes = cookie.clone().into_bytes();
            bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
            assert_eq!(known(&bytes, &secret, NOW), [], "place {place}");
        }
        // The value of one account under the name of another.
        let theirs = pair(&Device::new("another", &secret), &secret);
        let crossed = format!("{}={}", cookie.split_once('=').unwrap().0, theirs.split_once('=').unwrap().1);
        for text in ["", "=", ";;", "umeed-device-=", "umeed-device-x=y", &cookie[1..], &format!("{cookie}A"), &crossed]
        {
            assert_eq!(known(text.as_bytes(), &secret, NOW), [], "{text}");
        }
    }

    #[test]
    fn it_is_found_among_others_whatever_they_hold() {
        let secret = Secret::random().unwrap();
        let (one, two) = (Device::new("one", &secret), Device::new("two", &secret));
        let forged = pair(&Device::new("one", &Secret::random().unwrap()), &secret);
        let all = [b"a=\xff\xfe; ", forged.as_bytes(), b";", pair(&one, &secret).as_bytes(), b"; b; =;"].concat();
        assert_eq!(known(&all, &secret, NOW).last(), Some(&one));
        let mut headers = HeaderMap::new();
        for device in [&one, &two] {
            headers.append(header::COOKIE, HeaderValue::from_str(&pair(device, &secret)).unwrap());
        }
        assert_eq!(presented(&headers, &secret, false, NOW), [one, two]);
        assert_eq!(presented(&headers, &secret, true, NOW), [], "over https only the name that needs it");
    }

    #[test]
    fn it_keeps_to_itself() {
        let secret = Secret::random().unwrap();
        let id = "018f0000-0000-7000-8000-000000000000";
        let device = Device::new(id, &secret);
        let (plain, secure) = (set(&device, &secret, false), set(&device, &secret, true));
        for part in ["; Path=/auth/v1", "; Max-Age=31536000", "; HttpOnly", "; SameSite=Strict"] {
            assert!(plain.contains(part) && secure.contains(part), "{part}");
        }
        assert!(secure.starts_with("__Secure-") && secure.ends_with("; Secure") && !plain.contains("Secure"));
        let readable: Vec<u8> =
            plain.split(['=', ';']).flat_map(|part| URL_SAFE_NO_PAD.decode(part)).flatten().collect();
        let account = Uuid::parse_str(id).unwrap();
        assert!(!plain.contains(id) && !readable.windows(16).any(|bytes| bytes == account.as_bytes()));
    }
}
