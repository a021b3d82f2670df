//! `umeed staff`: manages staff accounts, also while a server runs on the same data. A password is asked for or read from
//! standard input; it is never an argument and never shown.

use std::io::{IsTerminal, Write};

use anyhow::bail;

use crate::app::prepare_folder;
use crate::auth::accounts::{self, Account, AccountError};
use crate::auth::{factors, first_password};
use crate::config::{Folder, StaffAction};
use crate::db::Db;
use crate::schema::{Role, email};

/// What a command has to say: an answer for standard output, and what to mind for standard error.
#[derive(Debug, Default)]
struct Said {
    answer: String,
    warning: Option<String>,
}

pub async fn staff(action: StaffAction, folder: &Folder) -> anyhow::Result<()> {
    let db = match action {
        StaffAction::List => Db::open_existing(folder).await?,
        _ => {
            prepare_folder(&folder.path)?;
            Db::open(folder).await?
        }
    };
    let changed = match &action {
        StaffAction::SetPassword { email } | StaffAction::Remove { email } => email::normal(email),
        StaffAction::Add { .. }
        | StaffAction::SetRole { .. }
        | StaffAction::ResetSecondFactor { .. }
        | StaffAction::List => None,
    };
    let result = manage(&db, action, ask_password).await;
    // Closed in any case, so that the write-ahead log is folded into the database.
    db.close().await;
    let said = result?;
    if let Some(email) = changed {
        first_password::remove(&folder.path, &email);
    }
    if let Some(warning) = said.warning {
        eprintln!("umeed: {warning}");
    }
    Ok(std::io::stdout().write_all(said.answer.as_bytes())?)
}

async fn manage(db: &Db, action: StaffAction, ask: impl FnOnce() -> anyhow::Result<String>) -> anyhow::Result<Said> {
    let removing = matches!(action, StaffAction::Remove { .. });
    let answer = match action {
        StaffAction::Add { email, role } => {
            let role = named_role(&role)?;
            if accounts::by_email(db, &normal(&email)?).await?.is_some() {
                bail!("there is already an account for {email}");
            }
            match accounts::add_with_role(db, &email, &ask()?, serde_json::Map::new(), role).await {
                Ok(account) => format!("added {}{}\n", account.email, shown_role(role)),
                Err(AccountError::EmailTaken) => bail!("there is already an account for {email}"),
                Err(cause) => return Err(cause.into()),
            }
        }
        StaffAction::List => list(&accounts::list(db).await?),
        StaffAction::SetPassword { email } => {
            // Asked before the password, so that nobody types one in vain.
            if accounts::by_email(db, &normal(&email)?).await?.is_none()
                || !accounts::set_password(db, &email, &ask()?).await?
            {
                bail!("there is no account for {email}");
            }
            format!("the password of {email} is set; its sessions have ended\n")
        }
        StaffAction::SetRole { email, role } => {
            let role = named_role(&role)?;
            match accounts::set_role(db, &normal(&email)?, role).await {
                Ok(()) => format!("{email} is now an {}, also where it is signed in\n", role.name()),
                Err(AccountError::NotFound) => bail!("there is no account for {email}"),
                Err(AccountError::LastOwner) => {
                    bail!("{email} is the last owner and stays one; make another account an owner first")
                }
                Err(cause) => return Err(cause.into()),
            }
        }
        StaffAction::ResetSecondFactor { email } => match factors::store::reset(db, &normal(&email)?).await? {
            Some(true) => format!("{email} signs in with the password alone now; its sessions have ended\n"),
            Some(false) => format!("{email} had no second factor; its sessions have ended\n"),
            None => bail!("there is no account for {email}"),
        },
        StaffAction::Remove { email } => {
            if !accounts::remove(db, &normal(&email)?).await? {
                bail!("there is no account for {email}");
            }
            format!("removed {email}; its sessions have ended\n")
        }
    };
    Ok(Said { answer, warning: warning(&accounts::list(db).await?, removing) })
}

/// What to mind about the accounts that there are now.
fn warning(accounts: &[Account], removed_one: bool) -> Option<String> {
    if accounts.is_empty() && removed_one {
        return Some(
            "that was the last account: nobody can sign in until one is added; the next start makes one".into(),
        );
    }
    let without_owner = !accounts.is_empty() && accounts.iter().all(|account| account.role != Role::Owner);
    without_owner.then(|| "no account is an owner; `umeed staff set-role EMAIL owner` makes one".into())
}

fn named_role(name: &str) -> anyhow::Result<Role> {
    Role::of_account(name).ok_or_else(|| anyhow::anyhow!("\"{name}\" is not a role; the roles are owner and editor"))
}

/// Owners are the rule, so only another role is worth a word.
fn shown_role(role: Role) -> String {
    if role == Role::Owner { String::new() } else { format!("\t{}", role.name()) }
}

fn normal(text: &str) -> anyhow::Result<String> {
    email::normal(text).ok_or_else(|| anyhow::anyhow!("\"{text}\" is not an e-mail address"))
}

/// One account a line: address, when it was made, when it last signed in and the role of editors; between them a tab.
fn list(accounts: &[Account]) -> String {
    let line = |account: &Account| {
        let (added, role) = (minute(&account.created_at), shown_role(account.role));
        let last = minute(account.last_sign_in_at.as_deref().unwrap_or("never"));
        format!("{}\tadded {added}\tlast sign-in {last}{role}\n", account.email)
    };
    accounts.iter().map(line).collect()
}

/// 2026-01-01T00:00
fn minute(time: &str) -> &str {
    time.get(..16).unwrap_or(time)
}

fn ask_password() -> anyhow::Result<String> {
    if std::io::stdin().is_terminal() {
        let password = rpassword::prompt_password("Password: ")?;
        if rpassword::prompt_password("Once more: ")? != password {
            bail!("the two passwords differ; nothing was changed");
        }
        return Ok(password);
    }
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    let password = line.trim_end_matches(['\r', '\n']);
    if password.is_empty() {
        bail!("no password came on standard input");
    }
    Ok(password.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMAIL: &str = "staff@umeed.org";

    async fn database() -> (tempfile::TempDir, Db) {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&Folder::at(folder.path())).await.unwrap();
        (folder, db)
    }

    async fn run(db: &Db, action: StaffAction, password: &str) -> Result<Said, String> {
        manage(db, action, || Ok(password.to_owned())).await.map_err(|cause| format!("{cause:#}"))
    }

    fn add(email: &str) -> StaffAction {
        StaffAction::Add { email: email.into(), role: "owner".into() }
    }

    #[tokio::test]
    async fn accounts_come_and_go() {
        let (_folder, db) = database().await;
        assert_eq!(run(&db, StaffAction::List, "").await.unwrap().answer, "");
        assert_eq!(run(&db, add(" Staff@Umeed.org "), "long enough").await.unwrap().answer, "added staff@umeed.org\n");
        assert!(run(&db, StaffAction::List, "").await.unwrap().answer.starts_with("staff@umeed.org\tadded 20"));
        let set = StaffAction::SetPassword { email: EMAIL.into() };
        assert!(run(&db, set, "another one").await.unwrap().answer.contains("is set"));
        let said = run(&db, StaffAction::Remove { email: EMAIL.into() }, "").await.unwrap();
        assert!(said.answer.starts_with("removed") && said.warning.unwrap().contains("last account"));
    }

    #[tokio::test]
    async fn an_account_is_an_owner_unless_it_was_made_an_editor() {
        let (_folder, db) = database().await;
        run(&db, add(EMAIL), "long enough").await.unwrap();
        let editor = StaffAction::Add { email: "editor@umeed.org".into(), role: "editor".into() };
        assert_eq!(run(&db, editor, "long enough").await.unwrap().answer, "added editor@umeed.org\teditor\n");
        let listed = async || run(&db, StaffAction::List, "").await.unwrap().answer;
        let ends =
            |text: String| text.lines().map(|line| line.ends_with("\tlast sign-in never\teditor")).collect::<Vec<_>>();
        assert_eq!(ends(listed().await), [true, false]);

        let set = |email: &str, role: &str| StaffAction::SetRole { email: email.into(), role: role.into() };
        let refused = run(&db, set(EMAIL, "editor"), "").await.unwrap_err();
        assert_eq!(refused, format!("{EMAIL} is the last owner and stays one; make another account an owner first"));
        let said = run(&db, set("Editor@umeed.org", "owner"), "").await.unwrap();
        assert_eq!(said.answer, "Editor@umeed.org is now an owner, also where it is signed in\n");
        run(&db, set(EMAIL, "editor"), "").await.unwrap();
        assert_eq!(ends(listed().await), [false, true]);
        assert_eq!(
            run(&db, set("no@umeed.org", "owner"), "").await.unwrap_err(),
            "there is no account for no@umeed.org"
        );
        assert!(run(&db, set(EMAIL, "visitor"), "").await.unwrap_err().contains("the roles are owner and editor"));
        let said = run(&db, StaffAction::Remove { email: "editor@umeed.org".into() }, "").await.unwrap();
        assert!(said.warning.unwrap().contains("no account is an owner"));
    }

    #[tokio::test]
    async fn what_cannot_be_done_is_said() {
        let (_folder, db) = database().await;
        assert_eq!(
            run(&db, add("nonsense"), "long enough").await.unwrap_err(),
            "\"nonsense\" is not an e-mail address"
        );
        assert!(run(&db, add(EMAIL), "short").await.unwrap_err().contains("at least 8 characters"));
        run(&db, add(EMAIL), "long enough").await.unwrap();
        assert!(run(&db, add("STAFF@umeed.org"), "long enough").await.unwrap_err().contains("already"));
        for action in [
            StaffAction::Remove { email: "nobody@umeed.org".into() },
            StaffAction::SetPassword { email: "nobody@umeed.org".into() },
            StaffAction::ResetSecondFactor { email: "nobody@umeed.org".into() },
        ] {
            assert_eq!(run(&db, action, "long enough").await.unwrap_err(), "there is no account for nobody@umeed.org");
        }
    }

    #[tokio::test]
    async fn a_second_factor_is_reset_and_it_is_said_whether_there_was_one() {
        let (_folder, db) = database().await;
        run(&db, add(EMAIL), "long enough").await.unwrap();
        let reset = || StaffAction::ResetSecondFactor { email: EMAIL.into() };
        let said = run(&db, reset(), "").await.unwrap().answer;
        assert_eq!(said, format!("{EMAIL} had no second factor; its sessions have ended\n"));
        let sql = "INSERT INTO factors (id, staff_id, kind, status, friendly_name, seed, created_at, updated_at) \
                   SELECT 'f', id, 'totp', 'verified', '', '', created_at, created_at FROM staff";
        db.write(move |tx| Box::pin(tx.rows(crate::db::Sql::new(sql)))).await.unwrap();
        let said = run(&db, reset(), "").await.unwrap().answer;
        assert_eq!(said, format!("{EMAIL} signs in with the password alone now; its sessions have ended\n"));
    }

    #[tokio::test]
    async fn no_password_is_asked_for_an_account_that_is_not_there() {
        let (_folder, db) = database().await;
        let action = StaffAction::SetPassword { email: "nobody@umeed.org".into() };
        assert!(manage(&db, action, || panic!("asked")).await.is_err());
    }
}
