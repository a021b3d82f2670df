//! What `umeed staff` can do.

use clap::{Args, Subcommand};

use super::parse::public_url;
use super::{MailSettings, PublicUrl};

#[derive(Subcommand)]
pub enum StaffAction {
    /// Add an account; the password is asked for, or read from standard input
    Add {
        email: String,
        /// owner or editor
        #[arg(long, default_value = "owner")]
        role: String,
    },
    /// Add an account without a password and print a link, good for a day, by which its owner chooses one
    Invite {
        email: String,
        /// owner or editor
        #[arg(long, default_value = "owner")]
        role: String,
        /// What the person is called
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        site: Site,
    },
    /// Print a link, good for an hour, for one who has lost the password; until it is used nothing changes
    Link {
        email: String,
        #[command(flatten)]
        site: Site,
    },
    /// List the accounts: address, when added, last sign-in, role, second factor
    List,
    /// Set a new password; every session of the account ends
    SetPassword { email: String },
    /// Make an account an owner or an editor; this takes effect at once, also for those who are signed in
    SetRole {
        email: String,
        /// owner or editor
        role: String,
    },
    /// Take away the second factor of somebody who lost their device and their recovery codes; every session ends
    ResetSecondFactor {
        email: String,
        /// How the account is told of it, where mail is set up
        #[arg(skip)]
        mail: Option<MailSettings>,
    },
    /// Remove an account; its sessions end at once. The last owner stays
    Remove {
        email: String,
        /// Remove it even if it is the last owner
        #[arg(long)]
        force: bool,
    },
}

/// Where links lead.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub struct Site {
    /// The address visitors use (https://example.org)
    #[arg(long, visible_alias = "origin", env = "UMEED_PUBLIC_URL", default_value = "", hide_default_value = true, value_parser = public_url)]
    pub public_url: PublicUrl,
}

impl Site {
    pub fn origin(&self) -> Option<String> {
        Some(self.public_url.as_ref()?.as_str().trim_end_matches('/').to_owned())
    }
}
