//! The made-up password of the first account, in a file, where nobody sits before the server's output: what a service
//! prints ends in a journal that others read. The file goes when the account's way in is changed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const NAME: &str = "first-password";

/// Two lines, the address and the password, for the owner of the folder only.
pub fn leave(folder: &Path, email: &str, password: &str) -> io::Result<PathBuf> {
    let path = folder.join(NAME);
    // One of an earlier first account is worth nothing, and might be anybody's to read.
    let _ = fs::remove_file(&path);
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&path)?;
    write!(file, "{email}\n{password}\n")?;
    file.sync_all()?;
    Ok(path)
}

/// To be called when the account of that address has another password or address, or is gone.
pub fn take_away(folder: &Path, email: &str) {
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
        let path = leave(folder.path(), "a@umeed.org", "of an earlier account").unwrap();
        assert_eq!(leave(folder.path(), "a@umeed.org", "secret").unwrap(), path);
        assert_eq!(fs::read_to_string(&path).unwrap(), "a@umeed.org\nsecret\n");
        #[cfg(unix)]
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&path).unwrap().permissions()) & 0o777, 0o600);
        take_away(folder.path(), "b@umeed.org");
        assert!(path.exists(), "it is another account's");
        take_away(folder.path(), "a@umeed.org");
        assert!(!path.exists());
        take_away(folder.path(), "a@umeed.org");
    }
}
