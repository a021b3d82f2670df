//! `umeed staff`: manages staff accounts, also while a server runs on the same data. A password is asked for or read from
//! standard input; it is never an argument and never shown. A link that signs in is shown once, to the one who asked for it.

use std::io::{IsTerminal, Write};
use std::sync::Arc;

use anyhow::{Context, bail};

use crate::app::{load_secret, prepare_folder, provide_cryptography};
use crate::auth::accounts::{self, Account, AccountError};
use crate::auth::invitation::{self, Invited};
use crate::auth::{factors, first_password};
use crate::config::{Folder, Site, StaffAction};
use crate::db::Db;
use crate::mail::Mail;
use crate::schema::{Role, email};
use crate::secret::Secret;

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
        StaffAction::SetPassword { email } | StaffAction::Remove { email, .. } => email::normal(email),
        _ => None,
    };
    let db = Arc::new(db);
    let result = manage(&db, folder, action, ask_password).await;
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

async fn manage(
    db: &Arc<Db>,
    folder: &Folder,
    action: StaffAction,
    ask: impl FnOnce() -> anyhow::Result<String>,
) -> anyhow::Result<Said> {
    let removing = matches!(action, StaffAction::Remove { .. });
    let answer = match action {
        StaffAction::Add { email, role } => {
            let role = named_role(&role)?;
            if accounts::by_email(db, &normal(&email)?).await?.is_some() {
                bail!("there is already an account for {email}");
            }
            match accounts::add_with_role(db, &email, &ask()?, serde_json::Map::new(), role).await {
                Ok(account) => format!("added {}\t{}\n", account.email, role.name()),
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
        StaffAction::ResetSecondFactor { email, mail } => {
            provide_cryptography();
            let mail = Arc::new(Mail::new(db.clone(), mail, None)?);
            match factors::store::reset(db, mail, &normal(&email)?).await? {
                Some(true) => format!("{email} signs in with the password alone now; its sessions have ended\n"),
                Some(false) => format!("{email} had no second factor; its sessions have ended\n"),
                None => bail!("there is no account for {email}"),
            }
        }
        StaffAction::Remove { email, force } => {
            let address = normal(&email)?;
            let removed = match force {
                true => accounts::remove(db, &address).await,
                false => accounts::remove_but_last_owner(db, &address).await,
            };
            match removed {
                Ok(true) => format!("removed {email}; its sessions have ended\n"),
                Ok(false) => bail!("there is no account for {email}"),
                Err(AccountError::LastOwner) => {
                    bail!("{email} is the last owner; make another account an owner first, or say --force")
                }
                Err(cause) => return Err(cause.into()),
            }
        }
        StaffAction::Invite { email, role, name, site } => {
            let (role, origin) = (named_role(&role)?, origin(&site)?);
            invite(db, &load_secret(folder, db).await?, &origin, &normal(&email)?, role, name.as_deref()).await?
        }
        StaffAction::Link { email, site } => {
            let (origin, address) = (origin(&site)?, normal(&email)?);
            let made = invitation::recovery_link(db, &load_secret(folder, db).await?, &origin, &address).await?;
            let Some(link) = made else { bail!("there is no account for {email}") };
            format!("this link is good for an hour, once; with it {address} chooses a new password:\n{link}\n")
        }
    };
    Ok(Said { answer, warning: warning(&accounts::list(db).await?, removing) })
}

/// The link is on a line of its own, and the last, so that a script finds it.
async fn invite(
    db: &Db,
    secret: &Secret,
    origin: &str,
    email: &str,
    role: Role,
    name: Option<&str>,
) -> anyhow::Result<String> {
    match invitation::invite_by_command(db, secret, origin, email, role, name).await {
        Ok((_, Invited::Now, link)) => {
            Ok(format!("invited {email} as an {}; this link is good for a day, once:\n{link}\n", role.name()))
        }
        Ok((account, Invited::Before, link)) => Ok(format!(
            "{email} was invited before, as an {}, which stays; the link of then is void, this one is good for a day, once:\n{link}\n",
            account.role.name()
        )),
        Err(AccountError::EmailTaken) => {
            bail!("{email} has an account already; for a lost password there is `umeed staff link {email}`")
        }
        Err(cause) => Err(cause.into()),
    }
}

fn origin(site: &Site) -> anyhow::Result<String> {
    site.origin().context("where is the site? Set UMEED_PUBLIC_URL, or say --public-url https://example.org")
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

fn normal(text: &str) -> anyhow::Result<String> {
    email::normal(text).ok_or_else(|| anyhow::anyhow!("\"{text}\" is not an e-mail address"))
}

/// One account a line: address, when it was made, when it last signed in, the role, and whether it has a second factor;
/// between them a tab.
fn list(accounts: &[Account]) -> String {
    let line = |account: &Account| {
        let (added, role) = (minute(&account.created_at), account.role.name());
        let last = minute(account.last_sign_in_at.as_deref().unwrap_or("never"));
        let is_on = |factor: &factors::Factor| factor.is_verified && factor.kind == factors::Kind::Totp;
        let factor = if account.factors.iter().any(is_on) { "\tsecond factor" } else { "" };
        format!("{}\tadded {added}\tlast sign-in {last}\t{role}{factor}\n", account.email)
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

    async fn database() -> (tempfile::TempDir, Arc<Db>) {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&Folder::at(folder.path())).await.unwrap();
        (folder, Arc::new(db))
    }

    async fn run(
        (folder, db): &(tempfile::TempDir, Arc<Db>),
        action: StaffAction,
        password: &str,
    ) -> Result<Said, String> {
        let said = manage(db, &Folder::at(folder.path()), action, || Ok(password.to_owned())).await;
        said.map_err(|cause| format!("{cause:#}"))
    }

    fn add(email: &str) -> StaffAction {
        StaffAction::Add { email: email.into(), role: "owner".into() }
    }

    fn remove(email: &str, force: bool) -> StaffAction {
        StaffAction::Remove { email: email.into(), force }
    }

    #[tokio::test]
    async fn accounts_come_and_go() {
        let site = database().await;
        assert_eq!(run(&site, StaffAction::List, "").await.unwrap().answer, "");
        assert_eq!(
            run(&site, add(" Staff@Umeed.org "), "long enough").await.unwrap().answer,
            "added staff@umeed.org\towner\n"
        );
        assert!(run(&site, StaffAction::List, "").await.unwrap().answer.starts_with("staff@umeed.org\tadded 20"));
        let set = StaffAction::SetPassword { email: EMAIL.into() };
        assert!(run(&site, set, "another one").await.unwrap().answer.contains("is set"));
        let refused = run(&site, remove(EMAIL, false), "").await.unwrap_err();
        assert!(refused.contains("is the last owner") && refused.contains("--force"), "{refused}");
        let said = run(&site, remove(EMAIL, true), "").await.unwrap();
        assert!(said.answer.starts_with("removed") && said.warning.unwrap().contains("last account"));
    }

    #[tokio::test]
    async fn an_account_is_an_owner_unless_it_was_made_an_editor() {
        let site = database().await;
        run(&site, add(EMAIL), "long enough").await.unwrap();
        let editor = StaffAction::Add { email: "editor@umeed.org".into(), role: "editor".into() };
        assert_eq!(run(&site, editor, "long enough").await.unwrap().answer, "added editor@umeed.org\teditor\n");
        let listed = async || run(&site, StaffAction::List, "").await.unwrap().answer;
        let ends =
            |text: String| text.lines().map(|line| line.ends_with("\tlast sign-in never\teditor")).collect::<Vec<_>>();
        assert_eq!(ends(listed().await), [true, false]);

        let set = |email: &str, role: &str| StaffAction::SetRole { email: email.into(), role: role.into() };
        let refused = run(&site, set(EMAIL, "editor"), "").await.unwrap_err();
        assert_eq!(refused, format!("{EMAIL} is the last owner and stays one; make another account an owner first"));
        let said = run(&site, set("Editor@umeed.org", "owner"), "").await.unwrap();
        assert_eq!(said.answer, "Editor@umeed.org is now an owner, also where it is signed in\n");
        run(&site, set(EMAIL, "editor"), "").await.unwrap();
        assert_eq!(ends(listed().await), [false, true]);
        assert_eq!(
            run(&site, set("no@umeed.org", "owner"), "").await.unwrap_err(),
            "there is no account for no@umeed.org"
        );
        assert!(run(&site, set(EMAIL, "visitor"), "").await.unwrap_err().contains("the roles are owner and editor"));
        let said = run(&site, remove("editor@umeed.org", true), "").await.unwrap();
        assert!(said.warning.unwrap().contains("no account is an owner"));
    }

    #[tokio::test]
    async fn what_cannot_be_done_is_said() {
        let site = database().await;
        assert_eq!(
            run(&site, add("nonsense"), "long enough").await.unwrap_err(),
            "\"nonsense\" is not an e-mail address"
        );
        assert!(run(&site, add(EMAIL), "short").await.unwrap_err().contains("at least 8 characters"));
        run(&site, add(EMAIL), "long enough").await.unwrap();
        assert!(run(&site, add("STAFF@umeed.org"), "long enough").await.unwrap_err().contains("already"));
        for action in [
            remove("nobody@umeed.org", false),
            StaffAction::SetPassword { email: "nobody@umeed.org".into() },
            StaffAction::ResetSecondFactor { email: "nobody@umeed.org".into(), mail: None },
        ] {
            assert_eq!(
                run(&site, action, "long enough").await.unwrap_err(),
                "there is no account for nobody@umeed.org"
            );
        }
    }

    #[tokio::test]
    async fn a_second_factor_is_reset_and_it_is_said_whether_there_was_one() {
        let site = database().await;
        run(&site, add(EMAIL), "long enough").await.unwrap();
        let from = crate::config::Sender { name: None, address: "office@umeed.org".into() };
        let (host, encryption) = ("localhost".to_owned(), crate::config::Encryption::None);
        let smtp = crate::config::Smtp { host, port: 25, encryption, credentials: None };
        let mail = Some(crate::config::MailSettings { smtp, from });
        let reset = || StaffAction::ResetSecondFactor { email: EMAIL.into(), mail: mail.clone() };
        let told = async || {
            let rows = site.1.rows(crate::db::Sql::new("SELECT recipient, kind FROM outbox")).await.unwrap();
            rows.iter().map(|row| format!("{} {}", row.text(0), row.text(1))).collect::<Vec<_>>()
        };
        let said = run(&site, reset(), "").await.unwrap().answer;
        assert_eq!(said, format!("{EMAIL} had no second factor; its sessions have ended\n"));
        assert!(told().await.is_empty(), "there was nothing to take away");
        let sql = "INSERT INTO factors (id, staff_id, kind, status, friendly_name, seed, created_at, updated_at) \
                   SELECT 'f', id, 'totp', 'verified', '', '', created_at, created_at FROM staff";
        site.1.write(move |tx| Box::pin(tx.rows(crate::db::Sql::new(sql)))).await.unwrap();
        let said = run(&site, reset(), "").await.unwrap().answer;
        assert_eq!(said, format!("{EMAIL} signs in with the password alone now; its sessions have ended\n"));
        assert_eq!(told().await, [format!("{EMAIL} second_factor_removed")]);
    }

    #[tokio::test]
    async fn no_password_is_asked_for_an_account_that_is_not_there() {
        let site = database().await;
        let action = StaffAction::SetPassword { email: "nobody@umeed.org".into() };
        assert!(manage(&site.1, &Folder::at(site.0.path()), action, || panic!("asked")).await.is_err());
    }

    fn at(text: &str) -> Site {
        Site { public_url: (!text.is_empty()).then(|| text.parse().unwrap()) }
    }

    fn invited(email: &str, role: &str, name: Option<&str>) -> StaffAction {
        let (email, role, name) = (email.into(), role.into(), name.map(str::to_owned));
        StaffAction::Invite { email, role, name, site: at("https://umeed.example") }
    }

    #[tokio::test]
    async fn an_invitation_makes_an_account_once_and_a_link_each_time() {
        let site = database().await;
        run(&site, add(EMAIL), "long enough").await.unwrap();
        let link = |said: Said| said.answer.lines().last().unwrap().to_owned();
        let first = run(&site, invited(" Sana@Umeed.org", "editor", Some(" Sana ")), "").await.unwrap();
        assert!(first.answer.starts_with("invited sana@umeed.org as an editor"), "{}", first.answer);
        let first = link(first);
        assert!(first.starts_with("https://umeed.example/admin/link#token_hash=") && first.ends_with("&type=invite"));
        let account = accounts::by_email(&site.1, "sana@umeed.org").await.unwrap().unwrap();
        assert_eq!((account.role, &account.user_metadata["full_name"]), (Role::Editor, &"Sana".into()));

        let second = run(&site, invited("sana@umeed.org", "owner", Some("Other")), "").await.unwrap();
        assert!(second.answer.contains("invited before, as an editor"), "{}", second.answer);
        assert_ne!(link(second), first);
        let account = accounts::by_email(&site.1, "sana@umeed.org").await.unwrap().unwrap();
        assert_eq!((account.role, &account.user_metadata["full_name"]), (Role::Editor, &"Sana".into()));
    }

    #[tokio::test]
    async fn links_are_for_those_who_need_one() {
        let site = database().await;
        run(&site, add(EMAIL), "long enough").await.unwrap();
        let refused = run(&site, invited(EMAIL, "owner", None), "").await.unwrap_err();
        assert!(refused.contains("has an account already") && refused.contains("umeed staff link"), "{refused}");
        for (action, words) in [
            (invited("nonsense", "owner", None), "not an e-mail address"),
            (invited("a@umeed.org", "king", None), "the roles are owner and editor"),
            (invited("a@umeed.org", "owner", Some(&"x".repeat(3000))), "longer than"),
            (StaffAction::Link { email: EMAIL.into(), site: at("") }, "UMEED_PUBLIC_URL"),
            (StaffAction::Link { email: "no@umeed.org".into(), site: at("https://u.example") }, "there is no account"),
        ] {
            let refused = run(&site, action, "").await.unwrap_err();
            assert!(refused.contains(words), "{refused}");
        }
        assert_eq!(accounts::list(&site.1).await.unwrap().len(), 1, "nothing was made");
        let said =
            run(&site, StaffAction::Link { email: EMAIL.into(), site: at("https://u.example") }, "").await.unwrap();
        assert!(said.answer.lines().last().unwrap().starts_with("https://u.example/admin/link#token_hash="));
        assert!(said.answer.ends_with("&type=recovery\n"));
    }
}
