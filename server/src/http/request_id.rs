//! A name for each request, in its answer and in the log, so that the two can be brought together. Made for every
//! request, so it is made cheaply: a random beginning for each thread, then a count.

use std::cell::Cell;

use axum::http::HeaderValue;

pub struct RequestId([u8; 32]);

thread_local! {
    static NEXT: Cell<(u64, u64)> = Cell::new((random(), 0));
}

impl RequestId {
    pub fn next() -> RequestId {
        let (beginning, count) = NEXT.get();
        NEXT.set((beginning, count + 1));
        let mut digits = [0; 32];
        write_hex(beginning, &mut digits[..16]);
        write_hex(count, &mut digits[16..]);
        RequestId(digits)
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.0).expect("hexadecimal digits")
    }

    pub fn header(&self) -> HeaderValue {
        HeaderValue::from_bytes(&self.0).expect("hexadecimal digits")
    }
}

fn random() -> u64 {
    getrandom::u64().expect("the system has random numbers")
}

fn write_hex(mut number: u64, digits: &mut [u8]) {
    for digit in digits.iter_mut().rev() {
        *digit = b"0123456789abcdef"[(number & 15) as usize];
        number >>= 4;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_new_also_between_threads() {
        let many = || (0..1000).map(|_| RequestId::next().text().to_owned()).collect::<Vec<_>>();
        let mut ids = many();
        ids.extend(std::thread::spawn(many).join().unwrap());
        assert!(ids.iter().all(|id| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())));
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), 2000);
    }
}
