//! Proof of work: a challenge is signed, so nothing is kept until it is used; the answer to each of its puzzles is a number
//! that makes a SHA-256 begin with zero bits. Many small puzzles take much the same time on every try, where a single
//! large one would take some people five times as long. A proof that is not good is no proof, and never an error.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::clock;
use crate::error::Result;
use crate::secret::Secret;

/// Carries `challenge:answer,answer,…`.
pub const HEADER: &str = "form-proof";
const PUZZLES: usize = 16;
/// A cheap phone finds the answers in a fifth of a second, and in some seconds when they are hardest.
const EASIEST: u32 = 10;
const HARDEST: u32 = 14;
/// Long enough to fill in a form and be called away.
const GOOD_FOR: i64 = 3600;
/// The clocks of several servers may differ by so much.
const MAX_SKEW: i64 = 60;
/// So many used ones are remembered. Beyond that the oldest are forgotten, and all that were issued until then are no
/// longer good.
const MAX_USED: usize = 100_000;
/// For the signature.
const PURPOSE: &str = "form challenge";

/// One step harder each time that twice as many entries came in lately.
pub fn bits_for(lately: u64, per_day: u64) -> u32 {
    let many = (per_day / 20).max(1);
    (EASIEST + (lately / many).checked_ilog2().map_or(0, |doublings| doublings + 1)).min(HARDEST)
}

pub struct Proofs {
    secret: Arc<Secret>,
    used: Mutex<Used>,
}

struct Used {
    /// Signatures, by the second in which the challenge was issued.
    by_time: BTreeMap<i64, HashSet<String>>,
    count: usize,
    /// What was issued before this is not good: it may have been used before a restart, or been forgotten.
    since: i64,
}

impl Proofs {
    pub fn new(secret: Arc<Secret>) -> Proofs {
        let used = Used { by_time: BTreeMap::new(), count: 0, since: clock::unix_seconds() };
        Proofs { secret, used: Mutex::new(used) }
    }

    pub fn challenge(&self, form: &str, bits: u32) -> Result<Value> {
        let mut nonce = [0; 9];
        getrandom::fill(&mut nonce).map_err(|cause| anyhow::anyhow!("no randomness: {cause}"))?;
        let issued = clock::unix_seconds();
        // The clock was set back: what is issued from now on must be good.
        let mut used = self.used();
        used.since = used.since.min(issued);
        drop(used);
        let head = format!("{form}.{issued}.{bits}.{}", URL_SAFE_NO_PAD.encode(nonce));
        let challenge = format!("{head}.{}", self.sign(&head));
        Ok(json!({ "challenge": challenge, "puzzles": PUZZLES, "bits": bits }))
    }

    /// Takes a proof for this form if it is good, not used yet, and at most one step easier than now asked for. It is used
    /// up whatever becomes of the entry: else one proof would be good for any number of questions who is subscribed.
    pub fn spend(&self, form: &str, proof: &str, bits: u32) -> bool {
        self.spend_at(form, proof, bits, clock::unix_seconds()).is_some()
    }

    fn spend_at(&self, form: &str, proof: &str, bits: u32, now: i64) -> Option<()> {
        let (challenge, answers) = proof.split_once(':')?;
        let (head, signature) = challenge.rsplit_once('.')?;
        let mut parts = head.split('.');
        let (of, issued, asked) = (parts.next()?, parts.next()?, parts.next()?);
        let (issued, asked): (i64, u32) = (issued.parse().ok()?, asked.parse().ok()?);
        let good = of == form
            && asked.saturating_add(1) >= bits
            && (now - GOOD_FOR..=now + MAX_SKEW).contains(&issued)
            && bool::from(self.sign(head).as_bytes().ct_eq(signature.as_bytes()))
            && are_solved(signature, answers, asked);
        (good && self.used().take(issued, signature, now)).then_some(())
    }

    fn sign(&self, head: &str) -> String {
        URL_SAFE_NO_PAD.encode(&self.secret.mac(PURPOSE, head.as_bytes())[..16])
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn are_solved(signature: &str, answers: &str, bits: u32) -> bool {
    let answers: Vec<&str> = answers.split(',').take(PUZZLES + 1).collect();
    answers.len() == PUZZLES
        && answers.iter().enumerate().all(|(puzzle, answer)| {
            let digest = Sha256::digest(format!("{signature}.{puzzle}.{answer}"));
            answer.len() <= 10
                && u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]).leading_zeros() >= bits
        })
}

impl Used {
    fn take(&mut self, issued: i64, signature: &str, now: i64) -> bool {
        while let Some((oldest, some)) = self.by_time.first_key_value() {
            let expired = *oldest < now - GOOD_FOR;
            if !expired && self.count < MAX_USED {
                break;
            }
            self.since = self.since.max(oldest + 1);
            self.count -= some.len();
            self.by_time.pop_first();
        }
        let fresh = issued >= self.since && self.by_time.entry(issued).or_default().insert(signature.to_owned());
        self.count += usize::from(fresh);
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(challenge: &Value) -> String {
        let text = challenge["challenge"].as_str().unwrap();
        let bits = challenge["bits"].as_u64().unwrap() as u32;
        let signature = text.rsplit('.').next().unwrap();
        let answer = |puzzle: usize| {
            let fits = |number: &u32| {
                let digest = Sha256::digest(format!("{signature}.{puzzle}.{number}"));
                u32::from_be_bytes(digest[..4].try_into().unwrap()).leading_zeros() >= bits
            };
            (0..).find(fits).unwrap().to_string()
        };
        format!("{text}:{}", (0..PUZZLES).map(answer).collect::<Vec<_>>().join(","))
    }

    fn proofs() -> Proofs {
        Proofs::new(Arc::new(Secret::random().unwrap()))
    }

    #[test]
    fn a_proof_is_good_once_for_its_form_at_its_difficulty() {
        let proofs = proofs();
        let proof = solved(&proofs.challenge("volunteers", EASIEST).unwrap());
        assert!(!proofs.spend("subscribers", &proof, EASIEST), "for another form");
        assert!(!proofs.spend("volunteers", &proof, EASIEST + 2), "too easy by now");
        assert!(!super::tests::proofs().spend("volunteers", &proof, EASIEST), "of another site");
        assert!(proofs.spend("volunteers", &proof, EASIEST + 1));
        assert!(!proofs.spend("volunteers", &proof, EASIEST + 1), "used");
    }

    #[test]
    fn what_was_changed_is_no_proof() {
        let proofs = proofs();
        let proof = solved(&proofs.challenge("volunteers", EASIEST).unwrap());
        let (challenge, answers) = proof.split_once(':').unwrap();
        let easier = proof.replacen(&format!(".{EASIEST}."), ".0.", 1);
        let twice = format!("{proof},0");
        let none = format!("{challenge}:");
        let shifted = format!("{challenge}:0,{}", answers.rsplit_once(',').unwrap().0);
        for bad in [
            "",
            ":",
            "a.b.c:1",
            "volunteers.1.4294967295.x.y:1",
            &easier,
            &twice,
            &none,
            &shifted,
            &format!("{proof}0000000000000"),
        ] {
            assert!(!proofs.spend("volunteers", bad, EASIEST), "{bad}");
        }
        assert!(proofs.spend("volunteers", &proof, EASIEST));
    }

    #[test]
    fn a_proof_expires_and_is_not_from_the_future() {
        let now = clock::unix_seconds();
        for (later, good) in
            [(GOOD_FOR - 2, true), (GOOD_FOR + 2, false), (-MAX_SKEW + 2, true), (-MAX_SKEW - 2, false)]
        {
            let proofs = super::tests::proofs();
            let proof = solved(&proofs.challenge("volunteers", EASIEST).unwrap());
            assert_eq!(proofs.spend_at("volunteers", &proof, EASIEST, now + later).is_some(), good, "{later} s later");
        }
    }

    #[test]
    fn old_ones_and_those_from_before_a_restart_are_not_good() {
        let mut used = Used { by_time: BTreeMap::new(), count: 0, since: 1_000 };
        assert!(!used.take(999, "a", 1_000) && used.take(1_000, "a", 1_000) && !used.take(1_000, "a", 1_000));
        assert!(used.take(5_000, "b", 5_000));
        assert_eq!((used.count, used.by_time.len()), (1, 1), "what has expired is forgotten");
    }

    #[test]
    fn memory_is_bounded_and_what_was_forgotten_cannot_be_used_again() {
        let mut used = Used { by_time: BTreeMap::new(), count: 0, since: 0 };
        for number in 0..MAX_USED as i64 + 5 {
            assert!(used.take(number / 100, &number.to_string(), 1_000));
        }
        assert!(used.count <= MAX_USED);
        assert!(!used.take(0, "0", 1_000), "issued before what was forgotten");
    }

    #[test]
    fn a_surge_makes_it_harder_step_by_step() {
        let steps = [0, 99, 100, 199, 200, 400, 800, 100_000].map(|lately| bits_for(lately, 2_000));
        assert_eq!(steps, [10, 10, 11, 11, 12, 13, 14, 14]);
    }
}
