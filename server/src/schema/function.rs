//! The functions that are called with `rpc()`: what each is for, what it takes, and from which role on. What they do is in
//! `http/rpc*.rs`.

use super::role::Role;

pub struct Function {
    pub name: &'static str,
    pub about: &'static str,
    /// This role and those that may more.
    pub from: Role,
    /// It changes nothing, and may be called by GET as well.
    pub reads: bool,
    /// The names of what it takes.
    pub takes: &'static [&'static str],
}

impl Function {
    pub fn is_for(&self, role: Role) -> bool {
        let place = |role| Role::ALL.iter().position(|one| *one == role);
        place(role) >= place(self.from)
    }
}

const fn reads(name: &'static str, from: Role, about: &'static str) -> Function {
    Function { name, about, from, reads: true, takes: &[] }
}

const fn reads_with(name: &'static str, from: Role, takes: &'static [&'static str], about: &'static str) -> Function {
    Function { name, about, from, reads: true, takes }
}

const fn acts(name: &'static str, from: Role, takes: &'static [&'static str], about: &'static str) -> Function {
    Function { name, about, from, reads: false, takes }
}

pub const FUNCTIONS: [Function; 14] = [
    reads("form_challenge", Role::Visitor, "What a browser works on while a form is filled in"),
    acts("set_up_status", Role::Visitor, &[], "Whether the link of the first start is good, and what the site holds"),
    acts(
        "set_up",
        Role::Visitor,
        &["site_name", "email", "password", "time_zone", "blank", "logo"],
        "Sets the site up, once, by the link of the first start",
    ),
    reads("last_backup", Role::Editor, "The last backup, and the last that failed"),
    reads("site_status", Role::Editor, "The version, and what is not set up"),
    reads_with("statistics", Role::Editor, &["days"], "Views of pages and entries of forms in the last days"),
    reads("own_sessions", Role::Editor, "Where this account is signed in"),
    acts("end_session", Role::Editor, &["id"], "Ends one session of this account"),
    acts("account_sessions", Role::Owner, &["accounts"], "Where these accounts are signed in"),
    acts("end_account_sessions", Role::Owner, &["account"], "Ends every session of an account"),
    reads("mail_status", Role::Owner, "How mail is set up"),
    acts("send_test_mail", Role::Owner, &["to"], "Sends a test mail"),
    acts("retry_mail", Role::Owner, &["id"], "Tries a mail again"),
    acts("discard_mail", Role::Owner, &["id"], "Deletes a mail that was not sent"),
];
