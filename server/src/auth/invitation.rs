//! People who are to come: an account without a password, and a link by which its owner signs in once and chooses one. Also a
//! link for those who have lost theirs. Who may ask for that is decided by the callers; nothing here sends mail.

use super::accounts::{self, Account, AccountError, NewAccount};
use super::links;
use super::one_time::{self, Purpose};
use crate::db::{Author, Db};
use crate::error::Result;
use crate::schema::Role;
use crate::secret::Secret;

/// Where the name of a person stands in what an account says of itself.
pub const NAME: &str = "full_name";

/// Whether the account was there already, and is left as it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Invited {
    Now,
    Before,
}

/// Makes the account, or finds the one of somebody who was invited and has not come. One who has come is not invited again: a
/// stranger could otherwise be let in by it.
pub async fn invite(db: &Db, new: NewAccount, by: Author) -> Result<(Account, Invited), AccountError> {
    let email = accounts::address(&new.email)?;
    match accounts::add_awaited(db, new, by).await {
        Ok(account) => Ok((account, Invited::Now)),
        Err(AccountError::EmailTaken) => match accounts::by_email(db, &email).await? {
            Some(account) if account.was_never_used() => Ok((account, Invited::Before)),
            _ => Err(AccountError::EmailTaken),
        },
        Err(cause) => Err(cause),
    }
}

/// As `invite`, by the command line; with the link to hand over, good for a day.
pub async fn invite_by_command(
    db: &Db,
    secret: &Secret,
    origin: &str,
    email: &str,
    role: Role,
    name: Option<&str>,
) -> Result<(Account, Invited, String), AccountError> {
    let name = name.map(str::trim).filter(|name| !name.is_empty());
    let user_metadata = name.map(|name| (NAME.to_owned(), name.into())).into_iter().collect();
    super::metadata::merged(&user_metadata, None)?;
    let new = NewAccount { id: None, email: email.to_owned(), password: None, user_metadata, role };
    let (account, invited) = invite(db, new, Author::CommandLine).await?;
    let link = link(db, secret, origin, &account, Purpose::Invite).await?;
    Ok((account, invited, link))
}

/// A link by which one who has lost the password signs in and chooses another, good for an hour. `None` without such an account.
pub async fn recovery_link(
    db: &Db,
    secret: &Secret,
    origin: &str,
    email: &str,
) -> Result<Option<String>, AccountError> {
    let Some(account) = accounts::by_email(db, &accounts::address(email)?).await? else { return Ok(None) };
    Ok(Some(link(db, secret, origin, &account, Purpose::Recovery).await?))
}

/// To the page that asks before it uses the link up. The token is behind the `#`, where no log and no proxy sees it.
async fn link(db: &Db, secret: &Secret, origin: &str, account: &Account, purpose: Purpose) -> Result<String> {
    let made = one_time::make(db, secret, account, purpose).await?;
    tracing::info!(target: "umeed::security", staff = %account.id, purpose = purpose.name(), "a link to sign in was made");
    Ok(format!("{origin}{}", links::admin_path(&made.token, purpose)))
}
