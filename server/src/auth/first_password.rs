//! The generated password of the first account and the link to the set-up, in a file, for servers whose output nobody
//! watches: what a service prints ends up in a journal that others read. The file is removed when the account's address or
//! password changes, as the set-up does. The link follows the site to the address that it is given later.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const NAME: &str = "first-password";
const SET_UP: &str = "/admin/set-up#";

/// The page that sets the site up, for the one who holds this token.
pub fn link(origin: &str, token: &str) -> String {
    format!("{origin}{SET_UP}{token}")
}

/// A line each for the address, the password and the link; for the owner of the folder only.
pub fn write(folder: &Path, email: &str, password: &str, link: Option<&str>) -> io::Result<PathBuf> {
    let path = folder.join(NAME);
    // One of an earlier first account is worth nothing, and others might be able to read it.
    let _ = fs::remove_file(&path);
    create(&path, [email, password].into_iter().chain(link))?;
    Ok(path)
}

/// The package starts the server before anybody could name its domain, so the link that it left leads to this machine alone.
/// Once the site has another address, the link leads there.
pub fn readdress(folder: &Path, origin: &str) {
    let path = folder.join(NAME);
    let Ok(text) = fs::read_to_string(&path) else { return };
    let [email, password, old] = text.lines().collect::<Vec<_>>()[..] else { return };
    let Some((_, token)) = old.split_once(SET_UP) else { return };
    let new = link(origin, token);
    if new == old {
        return;
    }
    // Beside it first: nothing but this file knows the password.
    let beside = folder.join(format!("{NAME}.new"));
    let _ = fs::remove_file(&beside);
    if let Err(cause) = create(&beside, [email, password, &new]).and_then(|()| fs::rename(&beside, &path)) {
        tracing::warn!("{} still names the site's old address: {cause}", path.display());
    }
}

fn create<'a>(path: &Path, lines: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    for line in lines {
        writeln!(file, "{line}")?;
    }
    file.sync_all()
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

    #[test]
    fn the_link_leads_to_the_address_that_the_site_has_now() {
        let folder = tempfile::tempdir().unwrap();
        let now = || fs::read_to_string(folder.path().join(NAME)).unwrap();
        readdress(folder.path(), "https://umeed.org");
        let first = link("http://127.0.0.1:8080", "token");
        write(folder.path(), "a@umeed.org", "secret", Some(&first)).unwrap();
        readdress(folder.path(), "https://umeed.org");
        assert_eq!(now(), "a@umeed.org\nsecret\nhttps://umeed.org/admin/set-up#token\n");
        #[cfg(unix)]
        {
            let mode = fs::metadata(folder.path().join(NAME)).unwrap().permissions();
            assert_eq!(std::os::unix::fs::PermissionsExt::mode(&mode) & 0o777, 0o600);
        }
        write(folder.path(), "a@umeed.org", "secret", None).unwrap();
        readdress(folder.path(), "https://umeed.org");
        assert_eq!(now(), "a@umeed.org\nsecret\n", "there is no link to lead anywhere");
    }
}
