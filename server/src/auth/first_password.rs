//! The generated password of the first account and the link to the set-up, in a file, for servers whose output nobody
//! watches: what a service prints ends up in a journal that others read. The file is removed when the account's address or
//! password changes, as the set-up does.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const NAME: &str = "first-password";

/// A line each for the address, the password and the link; for the owner of the folder only.
pub fn write(folder: &Path, email: &str, password: &str, link: Option<&str>) -> io::Result<PathBuf> {
    let path = folder.join(NAME);
    // One of an earlier first account is worth nothing, and others might be able to read it.
    let _ = fs::remove_file(&path);
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&path)?;
    for line in [Some(email), Some(password), link].into_iter().flatten() {
        writeln!(file, "{line}")?;
    }
    file.sync_all()?;
    Ok(path)
}

/// For when the account of that address gets another password or address, or is removed.
pub fn remove(folder: &Path, email: &str) {
    let path = folder.join(NAME);
    let of_that_account = |text: String| text.lines().next() == Some(email);
    if fs::read_to_string(&path).is_ok_and(of_that_account)
        && let Err(cause) = fs::remove_file(&path)
    {
        tracing::warn!("the first password could not be removed, please delete {}: {cause}", path.display());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_for_the_owner_only_and_goes_with_its_account() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path(), "a@umeed.org", "of an earlier account", None).unwrap();
        assert_eq!(write(folder.path(), "a@umeed.org", "secret", Some("link")).unwrap(), path);
        assert_eq!(fs::read_to_string(&path).unwrap(), "a@umeed.org\nsecret\nlink\n");
        #[cfg(unix)]
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&path).unwrap().permissions()) & 0o777, 0o600);
        remove(folder.path(), "b@umeed.org");
        assert!(path.exists(), "it is another account's");
        remove(folder.path(), "a@umeed.org");
        assert!(!path.exists());
        remove(folder.path(), "a@umeed.org");
    }
}
