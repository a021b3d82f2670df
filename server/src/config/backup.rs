//! The settings of backups: where they go, and by which keys they are encrypted and opened again.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::parse::{bucket, every};
use super::{Bucket, Hidden, environment, is_for_s3};

/// Where a backup lies, or all of them do.
#[derive(Clone, Debug, PartialEq)]
pub enum BackupPlace {
    Path(PathBuf),
    Bucket(Bucket),
}

impl fmt::Display for BackupPlace {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BackupPlace::Path(path) => write!(out, "{}", path.display()),
            BackupPlace::Bucket(bucket) => write!(out, "{bucket:?}"),
        }
    }
}

/// Named so that a setting left empty means one not made; clap's own optional and repeated values would refuse it.
pub type BackupFolder = Option<BackupPlace>;
pub type Recipients = Vec<String>;
pub type IdentityFile = Option<PathBuf>;

/// Backups that the server makes by itself.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub struct BackupSchedule {
    /// Make backups into this folder or s3://bucket/prefix; best elsewhere. Without it none are made
    #[arg(id = "backup_folder", long = "backup-folder", env = "UMEED_BACKUP_FOLDER", default_value = "", value_parser = folder)]
    pub folder: BackupFolder,
    /// How often: a number of minutes (m), hours (h) or days (d)
    #[arg(id = "backup_every", long = "backup-every", env = "UMEED_BACKUP_EVERY", default_value = "1d", value_parser = every)]
    pub every: Duration,
    /// How many backups to keep there; the oldest go
    #[arg(id = "backup_keep", long = "backup-keep", env = "UMEED_BACKUP_KEEP", default_value_t = 14, value_parser = clap::value_parser!(u16).range(1..))]
    pub keep: u16,
    #[command(flatten)]
    pub keys: BackupKeys,
}

impl Default for BackupSchedule {
    fn default() -> BackupSchedule {
        BackupSchedule { folder: None, every: Duration::from_secs(24 * 3600), keep: 14, keys: BackupKeys::default() }
    }
}

/// By which backups are encrypted, and opened again. What they say is understood by `backup::Seal`.
#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub struct BackupKeys {
    /// Encrypt backups to this age public key (age1…); several are separated by commas. UMEED_BACKUP_PASSPHRASE encrypts
    /// them with a passphrase instead
    #[arg(id = "backup_recipient", long = "backup-recipient", env = "UMEED_BACKUP_RECIPIENT", default_value = "", hide_default_value = true, value_parser = recipients)]
    pub recipients: Vec<Recipients>,
    #[command(flatten)]
    pub opening: OpeningKeys,
}

#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub struct OpeningKeys {
    /// A file with the age secret key, by which backups that are encrypted to its public key are opened
    #[arg(id = "backup_identity", long = "backup-identity", visible_alias = "identity", env = "UMEED_BACKUP_IDENTITY", default_value = "", hide_default_value = true, value_parser = identity)]
    pub identity: IdentityFile,
    /// From the environment only: arguments show in the list of processes.
    #[arg(skip)]
    pub passphrase: Option<Hidden>,
}

/// A folder or a place in a bucket; nothing where the text is empty.
pub fn folder(text: &str) -> Result<BackupFolder, String> {
    if text.is_empty() { Ok(None) } else { place(text).map(Some) }
}

pub fn place(text: &str) -> Result<BackupPlace, String> {
    match text.strip_prefix("s3://") {
        Some(rest) => bucket(rest, s3_settings(environment())).map(BackupPlace::Bucket),
        None if text.contains("://") => Err("give a path, or s3://bucket/prefix".into()),
        None if text.is_empty() => Err("give a path, or s3://bucket/prefix".into()),
        None => Ok(BackupPlace::Path(text.into())),
    }
}

fn recipients(text: &str) -> Result<Recipients, String> {
    Ok(text.split([',', ' ', '\n']).map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect())
}

fn identity(text: &str) -> Result<IdentityFile, String> {
    Ok(Some(text).filter(|text| !text.is_empty()).map(PathBuf::from))
}

const OWN: &str = "UMEED_BACKUP_";

/// Those of the files, or others: one variable that is only for backups means that none of the files' counts, so that no
/// key is ever shown to another S3 than its own.
fn s3_settings(variables: Vec<(String, String)>) -> Vec<(String, String)> {
    let own: Vec<(String, String)> = variables
        .iter()
        .filter_map(|(name, value)| Some((name.strip_prefix(OWN)?.to_owned(), value.clone())))
        .filter(|(name, _)| is_for_s3(name))
        .collect();
    if own.is_empty() { variables.into_iter().filter(|(name, _)| is_for_s3(name)).collect() } else { own }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backups_go_to_a_folder_or_a_bucket() {
        assert_eq!(folder("").unwrap(), None);
        assert_eq!(folder("/mnt/x").unwrap(), Some(BackupPlace::Path("/mnt/x".into())));
        let Some(BackupPlace::Bucket(found)) = folder("s3://b/sites/umeed/").unwrap() else { panic!("no bucket") };
        assert_eq!((found.name.as_str(), found.prefix.as_str()), ("b", "sites/umeed"));
        assert!(folder("s3://").unwrap_err().contains("s3://bucket/prefix"));
        assert!(folder("s3:///x").unwrap_err().contains("bucket's name is missing"));
        assert!(folder("https://b.example").is_err());
    }

    #[test]
    fn variables_for_backups_alone_stand_for_themselves() {
        let given = |pairs: &[(&str, &str)]| {
            let pairs: Vec<_> = pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
            s3_settings(pairs)
        };
        let files = [("AWS_ACCESS_KEY_ID", "files"), ("AWS_ENDPOINT_URL", "http://files"), ("PATH", "x")];
        assert_eq!(given(&files).len(), 2);
        let both = [files[0], files[1], ("UMEED_BACKUP_AWS_ACCESS_KEY_ID", "own"), ("UMEED_BACKUP_EVERY", "1d")];
        assert_eq!(given(&both), [("AWS_ACCESS_KEY_ID".to_owned(), "own".to_owned())]);
    }
}
