//! Speaks to the mail server. Says what went wrong in words for the person who set it up, and whether trying again helps.

use std::error::Error as _;
use std::time::Duration;

use lettre::transport::smtp::AsyncSmtpTransport;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncTransport, Message, Tokio1Executor};
use tokio::sync::OnceCell;

use super::compose::one_line;
use crate::config::{Encryption, MailSettings};

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// For reaching the server; what comes after has a limit as a whole.
const CONNECT_TIME: Duration = Duration::from_secs(15);
/// Refusals that are about our account there and not about the mail: once the settings are right, it is taken.
const ABOUT_THE_ACCOUNT: [u16; 4] = [530, 534, 535, 538];

pub struct Server {
    settings: MailSettings,
    /// Made with the first mail: the certificates that we trust are read from the system then.
    transport: OnceCell<Transport>,
}

#[derive(Debug, PartialEq)]
pub struct Failure {
    /// Trying again will not help.
    pub permanent: bool,
    pub words: String,
    /// The server's number for it, which may be logged.
    pub code: Option<u16>,
}

impl Server {
    pub fn new(settings: &MailSettings) -> Server {
        Server { settings: settings.clone(), transport: OnceCell::new() }
    }

    pub fn place(&self) -> String {
        format!("{}:{}", self.settings.smtp.host, self.settings.smtp.port)
    }

    /// What the server answered. Gives up after so much time.
    pub async fn send(&self, message: Message, within: Duration) -> Result<String, Failure> {
        let sending = async {
            let transport = self.transport.get_or_try_init(async || self.connect()).await?;
            transport.send(message).await
        };
        match tokio::time::timeout(within, sending).await {
            Err(_) => Err(self.failure(None, false, format!("did not answer within {} seconds", within.as_secs()))),
            Ok(Err(cause)) => Err(self.explained(&cause)),
            Ok(Ok(response)) => {
                let said: Vec<&str> = response.message().collect();
                Ok(one_line(&format!("{} {}", response.code(), said.join(" "))))
            }
        }
    }

    /// Goes as far as sending would, encryption and sign-in included, and leaves again.
    pub async fn try_out(&self, within: Duration) -> Result<(), Failure> {
        let trying = async {
            let transport = self.transport.get_or_try_init(async || self.connect()).await?;
            transport.test_connection().await
        };
        match tokio::time::timeout(within, trying).await {
            Err(_) => Err(self.failure(None, false, format!("did not answer within {} seconds", within.as_secs()))),
            Ok(Err(cause)) => Err(self.explained(&cause)),
            Ok(Ok(false)) => Err(self.failure(None, false, "ended the connection".into())),
            Ok(Ok(true)) => Ok(()),
        }
    }

    fn connect(&self) -> Result<Transport, lettre::transport::smtp::Error> {
        let smtp = &self.settings.smtp;
        let tls = match smtp.encryption {
            Encryption::FromTheStart => Tls::Wrapper(TlsParameters::new(smtp.host.clone())?),
            Encryption::Demanded => Tls::Required(TlsParameters::new(smtp.host.clone())?),
            Encryption::None => Tls::None,
        };
        let host = self.settings.from.address.rsplit('@').next().unwrap_or("localhost");
        let builder = Transport::builder_dangerous(smtp.host.clone())
            .port(smtp.port)
            .tls(tls)
            .timeout(Some(CONNECT_TIME))
            .hello_name(ClientId::Domain(host.to_owned()));
        Ok(match &smtp.credentials {
            Some((user, password)) => {
                builder.credentials(Credentials::new(user.reveal().to_owned(), password.reveal().to_owned())).build()
            }
            None => builder.build(),
        })
    }

    fn explained(&self, cause: &lettre::transport::smtp::Error) -> Failure {
        let code = cause.status().map(u16::from);
        let said = cause.source().map_or_else(|| cause.to_string(), deepest);
        match code {
            Some(number) if ABOUT_THE_ACCOUNT.contains(&number) => self.failure(
                code,
                false,
                format!("did not accept our user name and password. It said: {number} {said}"),
            ),
            Some(number) if cause.is_permanent() => {
                self.failure(code, true, format!("refused the mail. It said: {number} {said}"))
            }
            Some(number) => self.failure(code, false, format!("asks us to try again later. It said: {number} {said}")),
            None if cause.is_timeout() => self.failure(None, false, "did not answer in time".into()),
            None if cause.is_tls() || said.contains("ertificate") => {
                self.failure(None, false, format!("offers no encryption that can be trusted: {said}"))
            }
            None if cause.is_client() => self.failure(None, false, format!("does not do what we need: {said}")),
            None => self.failure(None, false, format!("cannot be reached: {said}")),
        }
    }

    fn failure(&self, code: Option<u16>, permanent: bool, what: String) -> Failure {
        let words: String = format!("The mail server {} {what}", self.place());
        Failure { permanent, words: one_paragraph(&words), code }
    }
}

/// The cause of the causes: the others only repeat that something failed.
fn deepest(cause: &(dyn std::error::Error + 'static)) -> String {
    let mut cause = cause;
    while let Some(next) = cause.source() {
        cause = next;
    }
    cause.to_string()
}

fn one_paragraph(text: &str) -> String {
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(600).collect();
    text.trim().trim_end_matches('.').to_owned() + "."
}
