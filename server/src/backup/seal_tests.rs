//! Archives are opened by the right key alone, and a hostile one costs little.

use super::*;

fn with_passphrase(text: &str) -> anyhow::Result<Seal> {
    let opening = OpeningKeys { passphrase: Some(text.into()), ..OpeningKeys::default() };
    Seal::new(&BackupKeys { opening, ..BackupKeys::default() })
}

fn sealed(seal: &Seal, bytes: &[u8]) -> Vec<u8> {
    let mut out = seal.wrap(Vec::new()).unwrap();
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

fn opened(keys: &Keys, bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut read = Vec::new();
    Stored::begin(bytes)?.open(keys)?.read_to_end(&mut read)?;
    Ok(read)
}

fn words<T>(result: anyhow::Result<T>) -> String {
    result.err().map(|cause| format!("{cause:#}")).unwrap_or_default()
}

#[test]
fn a_passphrase_opens_what_it_sealed_and_nothing_less_does() {
    let seal = with_passphrase("six random words").unwrap();
    let bytes: Vec<u8> = (0..200_000_u32).map(|number| number as u8).collect();
    let stored = sealed(&seal, &bytes);
    assert!(seal.encrypts() && stored.starts_with(MAGIC));
    assert_eq!(opened(seal.keys().unwrap(), &stored).unwrap(), bytes);

    let other = with_passphrase("seven random words").unwrap();
    assert_eq!(words(opened(other.keys().unwrap(), &stored)), "the passphrase is not the right one");
    assert!(words(opened(&Keys::default(), &stored)).contains("UMEED_BACKUP_PASSPHRASE"));
    let mut changed = stored.clone();
    changed[100_000] ^= 1;
    assert!(words(opened(seal.keys().unwrap(), &changed)).contains("was changed after it was made"));
    for length in [stored.len() - 1, 131_400, 100] {
        assert_ne!(words(opened(seal.keys().unwrap(), &stored[..length])), "", "{length}");
    }
}

#[test]
fn a_public_key_seals_and_only_its_secret_key_opens() {
    let folder = tempfile::tempdir().unwrap();
    let key = |name: &str| {
        let (file, key) = (folder.path().join(name), x25519::Identity::generate());
        let text = age::secrecy::ExposeSecret::expose_secret(&key.to_string()).to_owned();
        std::fs::write(&file, format!("# public key: {}\n{text}\n", key.to_public())).unwrap();
        (file, key.to_public().to_string())
    };
    let ((file, public), (other_file, other_public)) = (key("a"), key("b"));
    let seal = |recipients: &[&str], identity: Option<&Path>| {
        let recipients = vec![recipients.iter().map(|text| text.to_string()).collect()];
        let opening = OpeningKeys { identity: identity.map(Path::to_owned), passphrase: None };
        Seal::new(&BackupKeys { recipients, opening })
    };
    let blind = seal(&[&public], None).unwrap();
    assert!(blind.encrypts() && blind.keys().is_none());
    let stored = sealed(&blind, b"everything");
    let seeing = seal(&[&other_public, &public], Some(&file)).unwrap();
    assert_eq!(opened(seeing.keys().unwrap(), &stored).unwrap(), b"everything");
    let other = Keys::new(&OpeningKeys { identity: Some(other_file.clone()), passphrase: None }).unwrap();
    assert!(words(opened(&other, &stored)).contains("encrypted to other keys"));
    assert!(words(opened(&Keys::default(), &stored)).contains("--identity FILE"));

    assert!(words(seal(&[&public], Some(&other_file))).contains("opens no backup that is made here"));
    assert!(words(seal(&["age1nonsense"], None)).contains("is it whole?"));
    let secret = std::fs::read_to_string(&file).unwrap().lines().last().unwrap().to_owned();
    let refused = words(seal(&[&secret], None));
    assert!(refused.contains("no age public key") && !refused.contains(&secret), "{refused}");
    assert!(words(seal(&[&public], Some(&folder.path().join("no")))).contains("cannot be read"));
    std::fs::write(&file, "nothing of the kind").unwrap();
    assert!(words(seal(&[&public], Some(&file))).contains("holds no age secret key"));
}

#[test]
fn settings_that_cannot_be_meant_are_refused() {
    assert!(words(with_passphrase("")).contains("is empty"));
    assert!(words(with_passphrase("  ")).contains("is empty"));
    assert!(words(with_passphrase("hush")).contains("too short"));
    let public = x25519::Identity::generate().to_public().to_string();
    let opening = OpeningKeys { passphrase: Some("six random words".into()), ..OpeningKeys::default() };
    let both = Seal::new(&BackupKeys { recipients: vec![vec![public]], opening });
    assert!(words(both).contains("both set"));
    let none = Seal::default();
    assert!(!none.encrypts());
    assert_eq!(opened(none.keys().unwrap(), &sealed(&none, b"plain")).unwrap(), b"plain");
}

#[test]
fn a_hostile_archive_costs_neither_memory_nor_time() {
    let stored = sealed(&with_passphrase("six random words").unwrap(), b"x");
    let text = String::from_utf8_lossy(&stored).into_owned();
    let at = text.find(" 16\n").expect("the work factor");
    let mut dear = stored.clone();
    dear[at + 1..at + 3].copy_from_slice(b"30");
    let keys = with_passphrase("six random words").unwrap();
    assert!(words(opened(keys.keys().unwrap(), &dear)).contains("too much memory"));
    let endless = [MAGIC, b"v1\n", &b"-> X25519 a\n".repeat(100_000)].concat();
    assert!(words(opened(keys.keys().unwrap(), &endless)).contains("its header is too long"));
}
