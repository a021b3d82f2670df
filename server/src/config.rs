//! Commands and settings. The only reader of the environment: every flag names its variable.

mod backup;
mod file;
mod mail;
mod parse;
mod staff;
mod tls;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use ipnet::IpNet;
use url::Url;

pub use backup::{BackupKeys, BackupPlace, BackupSchedule, OpeningKeys};
pub use mail::{Encryption, MailSettings, Sender, Smtp};
pub use staff::{Site, StaffAction};
pub use tls::{CertificateSource, TlsSettings};

use backup::{folder as backup_folder, place as backup_place};
use parse::{database, every, file_place, networks, public_url, switch};

#[derive(Parser)]
#[command(name = "umeed", version, about = "A welfare foundation's website, staff admin and database in one binary")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// A file of further settings, a line NAME=value each, as systemd reads it; the environment and flags come first
    #[arg(long, env = "UMEED_SETTINGS", global = true, value_name = "FILE")]
    pub settings: Option<PathBuf>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Serve the site, the admin and the API
    Serve(Box<Settings>),
    /// Add, invite, list or remove staff accounts, set a password or a role, or make a link for a lost password
    Staff {
        #[command(subcommand)]
        action: StaffAction,
        #[command(flatten)]
        folder: Folder,
    },
    /// Print the keys that API clients use, as JSON: the public one, and the service key, which acts as an owner
    Keys {
        #[command(subcommand)]
        action: Option<KeysAction>,
        #[command(flatten)]
        folder: Folder,
    },
    /// Write database and files into one archive, also while a server runs
    Backup {
        /// The archive to make: a file, or s3://bucket/prefix/name. It must not be there yet
        #[arg(value_parser = backup_place)]
        file: BackupPlace,
        #[command(flatten)]
        keys: BackupKeys,
        #[command(flatten)]
        folder: Folder,
    },
    /// List the archives in a folder or at s3://bucket/prefix
    Backups {
        /// Where to look
        #[arg(env = "UMEED_BACKUP_FOLDER", default_value = "", hide_default_value = true, value_parser = backup_folder)]
        place: backup::BackupFolder,
    },
    /// Read an archive, and only if all of it is good put its rows and files in place
    Restore {
        #[command(flatten)]
        restore: Restore,
        #[command(flatten)]
        folder: Folder,
    },
    /// Look through database and files and say what is wrong with them; changes nothing
    Check(Folder),
    /// Look through everything that a site needs to run, as `serve` would with these settings, and say what to do
    Doctor {
        #[command(flatten)]
        settings: Box<Settings>,
        #[command(flatten)]
        doctor: Doctor,
    },
    /// Take over the rows and files of a hosted Supabase project
    Import {
        #[command(flatten)]
        import: Import,
        #[command(flatten)]
        folder: Folder,
    },
    /// Print the SQL that gives a hosted Supabase project this site's tables and rules
    Schema {
        /// For a project at Supabase, or one that runs its programs
        #[arg(long)]
        supabase: bool,
        /// The web app's types, for web/src/schema.gen.ts
        #[arg(long, conflicts_with = "supabase", required_unless_present = "supabase")]
        typescript: bool,
    },
    /// Write manual pages and the completions of shells into a folder, for packages
    #[command(hide = true)]
    Manual { folder: PathBuf },
}

#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub struct Doctor {
    /// For programs: one JSON document instead of lines
    #[arg(long)]
    pub json: bool,
    /// Send a test mail to this address; without it none is sent
    #[arg(long, value_name = "ADDRESS")]
    pub send_test: Option<String>,
}

#[derive(Args, Clone, Debug)]
#[group(skip)]
pub struct Restore {
    /// The archive: a file, or s3://bucket/prefix/name
    #[arg(value_parser = backup_place)]
    pub file: BackupPlace,
    #[command(flatten)]
    pub keys: OpeningKeys,
    /// Replace what is there; it is kept aside as an archive in the data folder
    #[arg(long)]
    pub replace: bool,
    /// Go on without the rows that are refused; otherwise one of them stops the restore
    #[arg(long)]
    pub skip_refused: bool,
}

#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub struct Import {
    /// Dumps (.sql) and tables (.csv, called like the table)
    pub rows: Vec<PathBuf>,
    /// The folder that the files of the bucket were copied to
    #[arg(long)]
    pub bucket: Option<PathBuf>,
    /// A text file with the address of a file of the bucket on each line; they are downloaded
    #[arg(long)]
    pub urls: Option<PathBuf>,
    /// Download also every file that the rows name and nobody brought along
    #[arg(long)]
    pub download: bool,
    /// Say what would happen and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Put the imported rows in the place of what these tables hold, and the files in the place of those of the same name
    #[arg(long)]
    pub replace: bool,
    /// Go on without the rows and files that are refused; otherwise one of them stops the import
    #[arg(long)]
    pub skip_refused: bool,
}

#[derive(Subcommand)]
pub enum KeysAction {
    /// Make a new service key; the old one ends at once, or after a time of grace
    Rotate {
        /// How long the old key still works, such as 1h or 2d
        #[arg(long, value_parser = every)]
        grace: Option<Duration>,
    },
}

#[derive(Args, Clone, Debug)]
pub struct Folder {
    /// The folder that holds the database, the files and the secret
    #[arg(long = "data", env = "UMEED_DATA", default_value = "./data", global = true)]
    pub path: PathBuf,
    /// A PostgreSQL database instead of the one in the folder (postgres://user@host/database); a password in it is
    /// better given by the variable, since arguments show in the list of processes
    #[arg(long, env = "UMEED_DATABASE", default_value = "", global = true, hide_env_values = true, value_parser = database)]
    pub database: Database,
    /// Where the files are: a folder, or s3://bucket/prefix [default: the folder `files` in the data folder]
    #[arg(long, env = "UMEED_FILES", default_value = "", hide_default_value = true, value_parser = file_place, global = true)]
    pub files: FilePlace,
}

impl Folder {
    /// Everything in one folder.
    pub fn at(path: impl Into<PathBuf>) -> Folder {
        Folder { path: path.into(), database: None, files: FilePlace::Data }
    }
}

/// Where the bytes of the files are kept.
#[derive(Clone, Debug, PartialEq)]
pub enum FilePlace {
    /// The folder `files` in the data folder.
    Data,
    Folder(PathBuf),
    Bucket(Bucket),
}

/// A place in an S3.
#[derive(Clone, PartialEq)]
pub struct Bucket {
    pub name: String,
    pub prefix: String,
    /// Endpoint, region and credentials, by the names of the usual variables (`AWS_REGION` and so on).
    pub settings: Vec<(String, String)>,
}

impl std::fmt::Debug for Bucket {
    /// Without the settings: they hold the secret.
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(out, "s3://{}/{}", self.name, self.prefix)
    }
}

/// More than a foundation gets on its best day.
pub const MAX_FORM_ROWS_PER_DAY: u32 = 2_000;

/// Two years.
pub const MESSAGE_DAYS: u32 = 730;

/// Named so that a setting left empty means one not made; clap's own optional and repeated values would refuse it.
pub type PublicUrl = Option<Url>;
pub type Database = Option<Hidden>;
pub type Networks = Vec<IpNet>;

/// Text that holds a password or may hold one: never printed by accident.
#[derive(Clone)]
pub struct Hidden(String);

impl Hidden {
    pub fn new(text: impl Into<String>) -> Hidden {
        Hidden(text.into())
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Hidden {
    fn from(text: &str) -> Hidden {
        Hidden::new(text)
    }
}

impl std::fmt::Debug for Hidden {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        out.write_str("…")
    }
}

#[derive(Args, Clone, Debug)]
pub struct Settings {
    /// Address and port to listen on; not used with --domain or --tls-cert
    #[arg(long, env = "UMEED_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    #[command(flatten)]
    pub tls: TlsSettings,
    #[command(flatten)]
    pub folder: Folder,
    /// The address visitors use, for links that must be absolute (https://example.org) [default: the first --domain]
    #[arg(long, env = "UMEED_PUBLIC_URL", default_value = "", value_parser = public_url)]
    pub public_url: PublicUrl,
    /// The first staff account, made when there is none
    #[arg(long, env = "UMEED_ADMIN_EMAIL", default_value = "admin@umeed.local")]
    pub admin_email: String,
    /// Its password; without it a random one is made and printed once
    #[arg(skip)]
    pub admin_password: Option<Hidden>,
    /// How long an access token is good for, in seconds
    #[arg(long, env = "UMEED_ACCESS_TOKEN_SECS", default_value_t = 3600, value_parser = clap::value_parser!(u32).range(5..=604_800))]
    pub access_token_secs: u32,
    /// Let anyone make a staff account (on or off)
    #[arg(long, env = "UMEED_ALLOW_SIGN_UP", default_value = "off", value_parser = switch, action = clap::ArgAction::Set)]
    pub allow_sign_up: bool,
    /// Fill an empty database with sample content (on or off)
    #[arg(long, env = "UMEED_SAMPLE_CONTENT", default_value = "on", value_parser = switch, action = clap::ArgAction::Set)]
    pub sample_content: bool,
    /// Networks of reverse proxies whose X-Forwarded-For is believed, separated by commas
    #[arg(long, env = "UMEED_TRUSTED_PROXIES", default_value = "", value_parser = networks)]
    pub trusted_proxies: Networks,
    /// Serve /metrics to callers with this bearer token; without it /metrics does not exist
    #[arg(skip)]
    pub metrics_token: Option<Hidden>,
    #[command(flatten)]
    pub backup: BackupSchedule,
    /// How many seconds to go on answering after being told to stop, so that a load balancer sees at /readyz that it must
    /// look elsewhere
    #[arg(long, env = "UMEED_DRAIN_SECS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=300))]
    pub drain_secs: u32,
    /// How many entries visitors may send by each form in a day; what one network may send follows from it
    #[arg(long, env = "UMEED_MAX_FORM_ROWS_PER_DAY", default_value_t = MAX_FORM_ROWS_PER_DAY, value_parser = clap::value_parser!(u32).range(20..=100_000_000))]
    pub max_form_rows_per_day: u32,
    #[command(flatten)]
    pub history: HistoryBounds,
    /// For how many days to keep what visitors wrote by the contact form
    #[arg(long, env = "UMEED_MESSAGE_DAYS", default_value_t = MESSAGE_DAYS, value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub message_days: u32,
    /// How mail is sent; without it none is
    #[arg(skip)]
    pub mail: Option<MailSettings>,
    /// What to log: error, warn, info or debug, also per module
    #[arg(long, env = "UMEED_LOG", default_value = "info")]
    pub log: String,
    /// How to log: text or json
    #[arg(long, env = "UMEED_LOG_FORMAT", default_value = "text", value_parser = ["text", "json"])]
    pub log_format: String,
}

/// How much of the history is kept; the oldest lines go.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub struct HistoryBounds {
    /// For how many days to keep who changed what, with the version before
    #[arg(long = "history-days", env = "UMEED_HISTORY_DAYS", default_value_t = 365, value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub days: u32,
    /// How large the history may grow, in megabytes
    #[arg(long = "history-mb", env = "UMEED_HISTORY_MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub megabytes: u32,
}

impl HistoryBounds {
    pub fn bytes(&self) -> i64 {
        i64::from(self.megabytes) * 1024 * 1024
    }
}

impl Default for HistoryBounds {
    fn default() -> HistoryBounds {
        HistoryBounds { days: 365, megabytes: 256 }
    }
}

impl Command {
    fn opening_keys(&mut self) -> Option<&mut OpeningKeys> {
        match self {
            Command::Serve(settings) | Command::Doctor { settings, .. } => Some(&mut settings.backup.keys.opening),
            Command::Backup { keys, .. } => Some(&mut keys.opening),
            Command::Restore { restore, .. } => Some(&mut restore.keys),
            _ => None,
        }
    }
}

impl Cli {
    /// Reads arguments and environment; prints help or what is wrong, and exits, where it must.
    pub fn read() -> Cli {
        file::take_over().unwrap_or_else(|wrong| refuse(wrong));
        let mut cli = Cli::parse();
        if let Command::Serve(settings) | Command::Doctor { settings, .. } = &mut cli.command {
            settings.public_url = settings.public_url.take().or_else(|| settings.tls.public_url());
            // Secrets come from the environment only: arguments show in the list of processes.
            let secret = |name| std::env::var(name).ok().filter(|text| !text.is_empty()).map(Hidden::new);
            settings.admin_password = secret("UMEED_ADMIN_PASSWORD");
            settings.metrics_token = secret("UMEED_METRICS_TOKEN");
            let text = |name| std::env::var(name).unwrap_or_default();
            settings.mail =
                mail::settings(&text("UMEED_SMTP"), &text("UMEED_MAIL_FROM")).unwrap_or_else(|wrong| refuse(wrong));
        }
        if let Command::Staff { action: StaffAction::ResetSecondFactor { mail, .. }, .. } = &mut cli.command {
            // Somebody waits to be let in: settings of mail that are wrong are for the server to complain about.
            let text = |name| std::env::var(name).unwrap_or_default();
            *mail = mail::settings(&text("UMEED_SMTP"), &text("UMEED_MAIL_FROM")).unwrap_or_default();
        }
        if let Some(keys) = cli.command.opening_keys() {
            // Also where it is empty, which is refused: somebody believes that their backups are encrypted.
            keys.passphrase = std::env::var("UMEED_BACKUP_PASSPHRASE").ok().map(Hidden::new);
        }
        cli
    }
}

/// In words of our own: clap's would repeat the setting, and with it the password.
fn refuse(wrong: String) -> ! {
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, wrong + "\n").exit()
}

impl Settings {
    /// The settings a test server runs with, whatever the environment says.
    pub fn for_folder(path: impl Into<PathBuf>) -> Settings {
        Settings {
            listen: ([127, 0, 0, 1], 0).into(),
            tls: TlsSettings::default(),
            folder: Folder::at(path),
            public_url: None,
            admin_email: "admin@umeed.local".into(),
            admin_password: None,
            access_token_secs: 3600,
            allow_sign_up: false,
            sample_content: false,
            trusted_proxies: Vec::new(),
            metrics_token: None,
            backup: BackupSchedule::default(),
            drain_secs: 0,
            max_form_rows_per_day: MAX_FORM_ROWS_PER_DAY,
            history: HistoryBounds::default(),
            message_days: MESSAGE_DAYS,
            mail: None,
            log: "info".into(),
            log_format: "text".into(),
        }
    }

    /// Whether this is the address of a reverse proxy of ours.
    pub fn trusts(&self, address: std::net::IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.contains(&address.to_canonical()))
    }

    /// Where the site is reached: as set, else as listened on.
    pub fn origin(&self) -> String {
        match &self.public_url {
            Some(url) => url.as_str().trim_end_matches('/').to_owned(),
            None if self.tls.certificate.is_some() => format!("https://{}", self.listen),
            None => format!("http://{}", self.listen),
        }
    }
}

/// All variables that say something.
fn environment() -> Vec<(String, String)> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .filter(|(_, value)| !value.is_empty())
        .collect()
}

/// As every S3 program does: endpoint, region and credentials come from these variables.
fn is_for_s3(name: &str) -> bool {
    name.starts_with("AWS_")
}

fn s3_settings() -> Vec<(String, String)> {
    environment().into_iter().filter(|(name, _)| is_for_s3(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clap looks at a command only when it is asked for, and in a debug build only.
    #[test]
    fn every_command_can_be_read() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }
}
