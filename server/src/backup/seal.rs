//! Encrypts archives and opens them again, as ordinary age files: to public keys, or with a passphrase. Everything goes
//! through in pieces of 64 KB. The only user of age.

use std::io::{self, Cursor, Read, Write};
use std::path::Path;

use age::secrecy::SecretString;
use age::stream::{StreamReader, StreamWriter};
use age::{DecryptError, Decryptor, Encryptor, scrypt, x25519};
use anyhow::{Context, bail, ensure};

use crate::config::{BackupKeys, Hidden, OpeningKeys};

/// The passphrase is made into a key by 64 MB of work: on the smallest server, beside the site.
const WORK_FACTOR: u8 = 16;
/// 256 MB, as the program age asks for. An archive that wants more is refused: it may come from anybody.
const MAX_WORK_FACTOR: u8 = 18;
const MIN_PASSPHRASE: usize = 12;
/// The part with the keys comes first; ours has some hundred bytes a recipient.
const MAX_HEADER: u64 = 64 * 1024;
const MAGIC: &[u8] = b"age-encryption.org/";
const HEADER_END: &[u8] = b"\n---";

/// How archives are encrypted, if they are, and what opens them.
#[derive(Default)]
pub struct Seal {
    recipients: Vec<x25519::Recipient>,
    keys: Keys,
}

/// What opens archives.
#[derive(Default)]
pub struct Keys {
    passphrase: Option<SecretString>,
    identities: Vec<x25519::Identity>,
}

impl Seal {
    pub fn new(settings: &BackupKeys) -> anyhow::Result<Seal> {
        let given = settings.recipients.iter().flatten();
        let recipients = given.map(|text| recipient(text)).collect::<anyhow::Result<Vec<_>>>()?;
        let keys = Keys::new(&settings.opening)?;
        let is_short = |text: &Hidden| text.reveal().chars().count() < MIN_PASSPHRASE;
        ensure!(
            !settings.opening.passphrase.as_ref().is_some_and(is_short),
            "UMEED_BACKUP_PASSPHRASE is too short: {MIN_PASSPHRASE} characters at least, better six random words"
        );
        ensure!(
            recipients.is_empty() || keys.passphrase.is_none(),
            "UMEED_BACKUP_RECIPIENT and UMEED_BACKUP_PASSPHRASE are both set: backups are encrypted by one of them; \
             leave the other out"
        );
        if !keys.identities.is_empty() {
            let is_ours = |key: &x25519::Identity| recipients.contains(&key.to_public());
            ensure!(
                keys.identities.iter().any(is_ours),
                "UMEED_BACKUP_IDENTITY opens no backup that is made here: none of its keys belongs to \
                 UMEED_BACKUP_RECIPIENT"
            );
        }
        Ok(Seal { recipients, keys })
    }

    pub fn encrypts(&self) -> bool {
        !self.recipients.is_empty() || self.keys.passphrase.is_some()
    }

    /// What opens the archives that it makes; `None` where only the holder of a secret key can.
    pub fn keys(&self) -> Option<&Keys> {
        let opens = self.recipients.is_empty() || !self.keys.identities.is_empty();
        opens.then_some(&self.keys)
    }

    pub fn wrap<W: Write>(&self, out: W) -> anyhow::Result<Sealed<W>> {
        let encryptor = match &self.keys.passphrase {
            _ if !self.recipients.is_empty() => {
                Encryptor::with_recipients(self.recipients.iter().map(|recipient| recipient as &dyn age::Recipient))
            }
            Some(passphrase) => {
                let mut recipient = scrypt::Recipient::new(passphrase.clone());
                recipient.set_work_factor(WORK_FACTOR);
                Encryptor::with_recipients(std::iter::once(&recipient as &dyn age::Recipient))
            }
            None => return Ok(Sealed::Plain(out)),
        };
        Ok(Sealed::Age(encryptor.context("cannot encrypt the archive")?.wrap_output(out)?))
    }
}

/// What is written comes out encrypted, or as it is.
pub enum Sealed<W> {
    Plain(W),
    Age(StreamWriter<W>),
}

impl<W: Write> Sealed<W> {
    pub fn finish(self) -> io::Result<W> {
        match self {
            Sealed::Plain(out) => Ok(out),
            Sealed::Age(out) => out.finish(),
        }
    }
}

impl<W: Write> Write for Sealed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sealed::Plain(out) => out.write(bytes),
            Sealed::Age(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sealed::Plain(out) => out.flush(),
            Sealed::Age(out) => out.flush(),
        }
    }
}

type Whole<R> = io::Chain<Cursor<Vec<u8>>, R>;

/// An archive as it was stored, of which only the beginning has been read.
pub enum Stored<R> {
    Plain(Whole<R>),
    Age(Decryptor<Whole<R>>),
}

impl<R: Read> Stored<R> {
    /// Whether it is encrypted is told by its bytes, whatever it is called.
    pub fn begin(mut from: R) -> anyhow::Result<Stored<R>> {
        let mut head = Vec::new();
        from.by_ref().take(MAX_HEADER).read_to_end(&mut head)?;
        let is_age = head.starts_with(MAGIC);
        let has_end = head.windows(HEADER_END.len()).any(|bytes| bytes == HEADER_END);
        let whole = Cursor::new(head).chain(from);
        if !is_age {
            return Ok(Stored::Plain(whole));
        }
        // Without a bound a forged one would fill the memory with keys.
        ensure!(has_end, "it is cut short, or its header is too long");
        Ok(Stored::Age(Decryptor::new(whole).map_err(explained)?))
    }

    /// Whether a passphrase opens it; false also where it is not encrypted at all.
    pub fn wants_passphrase(&self) -> bool {
        matches!(self, Stored::Age(decryptor) if decryptor.is_scrypt())
    }

    pub fn open(self, keys: &Keys) -> anyhow::Result<Opened<R>> {
        let decryptor = match self {
            Stored::Plain(whole) => return Ok(Opened::Plain(whole)),
            Stored::Age(decryptor) => decryptor,
        };
        let identities: Vec<Box<dyn age::Identity>> = if decryptor.is_scrypt() {
            let Some(passphrase) = &keys.passphrase else {
                bail!("it is encrypted with a passphrase, which UMEED_BACKUP_PASSPHRASE gives")
            };
            let mut identity = scrypt::Identity::new(passphrase.clone());
            identity.set_max_work_factor(MAX_WORK_FACTOR);
            vec![Box::new(identity)]
        } else {
            ensure!(
                !keys.identities.is_empty(),
                "it is encrypted to a public key: --identity FILE names the file with the secret key"
            );
            keys.identities.iter().map(|key| Box::new(key.clone()) as Box<dyn age::Identity>).collect()
        };
        let opened = decryptor.decrypt(identities.iter().map(|identity| &**identity)).map_err(explained)?;
        Ok(Opened::Age(Box::new(opened)))
    }
}

/// The bytes of an archive as they were before it was encrypted. Whole only if it can be read to the end.
pub enum Opened<R> {
    Plain(Whole<R>),
    Age(Box<StreamReader<Whole<R>>>),
}

impl<R: Read> Read for Opened<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Opened::Plain(from) => from.read(into),
            Opened::Age(from) => from.read(into).map_err(|cause| match cause.kind() {
                io::ErrorKind::UnexpectedEof => io::Error::new(cause.kind(), "it is cut short"),
                io::ErrorKind::InvalidData => {
                    io::Error::new(cause.kind(), "it was changed after it was made, or is damaged")
                }
                _ => cause,
            }),
        }
    }
}

impl Keys {
    pub fn new(settings: &OpeningKeys) -> anyhow::Result<Keys> {
        let mut keys = Keys::default();
        if let Some(file) = &settings.identity {
            keys.identities = identities(file)?;
        }
        if let Some(passphrase) = &settings.passphrase {
            keys.take_passphrase(passphrase)?;
        }
        Ok(keys)
    }

    pub fn take_passphrase(&mut self, passphrase: &Hidden) -> anyhow::Result<()> {
        let text = passphrase.reveal();
        ensure!(
            !text.trim().is_empty(),
            "UMEED_BACKUP_PASSPHRASE is empty: set a passphrase, or remove the variable to leave backups as they are"
        );
        self.passphrase = Some(SecretString::from(text.to_owned()));
        Ok(())
    }

    pub fn has_passphrase(&self) -> bool {
        self.passphrase.is_some()
    }
}

fn recipient(text: &str) -> anyhow::Result<x25519::Recipient> {
    // Not repeated: this one may be the secret.
    let is_public = text.starts_with("age1");
    ensure!(
        is_public,
        "UMEED_BACKUP_RECIPIENT is no age public key: one begins with age1 (`age-keygen -y FILE` shows it)"
    );
    let read = text.parse::<x25519::Recipient>();
    read.map_err(|_| {
        anyhow::anyhow!("UMEED_BACKUP_RECIPIENT holds \"{text}\", which is no age public key: is it whole?")
    })
}

/// As `age-keygen` writes them: a secret key a line, and remarks.
fn identities(file: &Path) -> anyhow::Result<Vec<x25519::Identity>> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("the file {} with the age secret key cannot be read", file.display()))?;
    let keys = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let keys: Option<Vec<_>> = keys.map(|line| line.parse::<x25519::Identity>().ok()).collect();
    let keys = keys.filter(|keys| !keys.is_empty());
    keys.with_context(|| {
        format!("{} holds no age secret key: `age-keygen -o FILE` makes one (AGE-SECRET-KEY-1…)", file.display())
    })
}

fn explained(cause: DecryptError) -> anyhow::Error {
    match cause {
        DecryptError::DecryptionFailed | DecryptError::KeyDecryptionFailed => {
            anyhow::anyhow!("the passphrase is not the right one")
        }
        DecryptError::NoMatchingKeys => anyhow::anyhow!("it is encrypted to other keys than the one given"),
        DecryptError::ExcessiveWork { required, .. } => anyhow::anyhow!(
            "it demands too much memory to open (work factor {required}, where {MAX_WORK_FACTOR} is the most); \
             `age -d` opens it, if you trust it"
        ),
        DecryptError::Io(cause) if cause.kind() != io::ErrorKind::UnexpectedEof => cause.into(),
        _ => anyhow::anyhow!("its header is damaged or cut short"),
    }
}

#[cfg(test)]
#[path = "seal_tests.rs"]
mod tests;
