//! The ports that the server listens on: free, or held by the server itself.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};

use super::running::Running;
use super::{Check, Checks};
use crate::config::Settings;

const SUBJECT: &str = "port";

pub fn examine(settings: &Settings, running: &Running) -> Checks {
    listens(settings).into_iter().map(|listen| one(listen, running)).collect()
}

/// Where it listens: for https and for the way there, or for http alone.
pub fn listens(settings: &Settings) -> Vec<SocketAddr> {
    match settings.tls.source() {
        Ok(Some(_)) => vec![settings.tls.https_listen, settings.tls.http_listen],
        _ => vec![settings.listen],
    }
}

fn one(listen: SocketAddr, running: &Running) -> Check {
    // Held for no longer than it takes to know.
    let kind = match TcpListener::bind(listen) {
        Ok(_) => return Check::good(SUBJECT, format!("{listen} is free")),
        Err(cause) => cause.kind(),
    };
    match kind {
        ErrorKind::AddrInUse if running.answers() || running.lacks_certificate => {
            Check::good(SUBJECT, format!("{listen} is held by the server itself"))
        }
        ErrorKind::AddrInUse => Check::broken(
            SUBJECT,
            format!("{listen} is taken by another program"),
            format!(
                "sudo ss -ltnp 'sport = :{}' says which; end that one, or choose another by UMEED_LISTEN (UMEED_HTTPS_LISTEN, UMEED_HTTP_LISTEN)",
                listen.port()
            ),
        ),
        ErrorKind::PermissionDenied => Check::broken(
            SUBJECT,
            format!("{listen} may not be used: ports below 1024 need a right"),
            "the Debian package's service has it. Elsewhere: sudo setcap cap_net_bind_service=+ep $(command -v umeed)",
        ),
        ErrorKind::AddrNotAvailable => Check::broken(
            SUBJECT,
            format!("{} is no address of this machine", listen.ip()),
            "ip addr lists those that are; set UMEED_LISTEN",
        ),
        other => Check::broken(SUBJECT, format!("{listen} cannot be listened on: {other}"), "set UMEED_LISTEN"),
    }
}
