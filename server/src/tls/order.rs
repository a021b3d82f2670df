//! One order of a certificate: the authority asks whether the name is ours, is answered, and gives the certificate. What goes
//! wrong is told in words for the person who runs the server.

use std::time::Duration;

use instant_acme::{
    Account, AuthorizationStatus, CertificateIdentifier, ChallengeType, Error, Identifier, NewOrder, OrderStatus,
    Problem, RetryPolicy,
};

use super::store::{self, Issued};
use crate::db::Db;

const PATIENCE: RetryPolicy = RetryPolicy::new().timeout(Duration::from_secs(90));

/// Why there is no certificate.
pub struct Failure {
    pub words: String,
    /// The authority wants no more requests for a while.
    pub limited: bool,
}

pub async fn order(
    db: &Db,
    account: &Account,
    name: &str,
    preferred: ChallengeType,
    replaces: Option<CertificateIdentifier<'_>>,
) -> Result<Issued, Failure> {
    let identifiers = [Identifier::Dns(name.to_owned())];
    let mut new = NewOrder::new(&identifiers);
    if let Some(replaced) = replaces {
        new = new.replaces(replaced);
    }
    let mut order = account.new_order(&new).await?;
    let mut authorizations = order.authorizations();
    while let Some(authorization) = authorizations.next().await {
        let mut authorization = authorization?;
        if authorization.status == AuthorizationStatus::Valid {
            continue;
        }
        let offered = |method: &ChallengeType| authorization.challenges.iter().any(|offer| offer.r#type == *method);
        let methods = [preferred.clone(), ChallengeType::TlsAlpn01, ChallengeType::Http01];
        let method = methods
            .into_iter()
            .find(offered)
            .ok_or_else(|| Failure::of("the authority offers neither TLS-ALPN-01 nor HTTP-01 for this name".into()))?;
        let mut challenge = authorization.challenge(method).expect("it was offered");
        let answer = challenge.key_authorization();
        store::set_challenge(db, name, &challenge.token, answer.as_str()).await?;
        challenge.set_ready().await?;
    }
    if order.poll_ready(&PATIENCE).await? != OrderStatus::Ready {
        return Err(refusal(&mut order).await);
    }
    let key = order.finalize().await?;
    let chain = order.poll_certificate(&PATIENCE).await?;
    Ok(Issued { chain, key })
}

/// What the authority found wrong, which it says at the question that it asked.
async fn refusal(order: &mut instant_acme::Order) -> Failure {
    let mut authorizations = order.authorizations();
    while let Some(Ok(mut authorization)) = authorizations.next().await {
        if let Ok(state) = authorization.refresh().await
            && let Some(problem) = state.challenges.iter().find_map(|challenge| challenge.error.as_ref())
        {
            return Failure::told(problem);
        }
    }
    match &order.state().error {
        Some(problem) => Failure::told(problem),
        None => Failure::of("the authority refused without a reason".into()),
    }
}

impl Failure {
    pub fn of(words: String) -> Failure {
        Failure { words, limited: false }
    }

    fn told(problem: &Problem) -> Failure {
        let kind = problem.r#type.as_deref().unwrap_or_default();
        let kind = kind.strip_prefix("urn:ietf:params:acme:error:").unwrap_or(kind);
        let told = problem.detail.as_deref().unwrap_or(kind).trim_end_matches('.');
        Failure { words: format!("{} (the authority says: {told})", advice(kind)), limited: kind == "rateLimited" }
    }
}

/// By the kinds of problem of RFC 8555.
fn advice(kind: &str) -> &'static str {
    match kind {
        "dns" => {
            "the name has no address yet, or its name servers do not answer: let its A and AAAA records lead to this server"
        }
        "connection" | "tls" | "unauthorized" | "incorrectResponse" => {
            "the authority does not find this server under the name: let its A and AAAA records lead here, open the \
             ports 443 and 80 in every firewall, and let no proxy stand between"
        }
        "caa" => "the name's CAA record does not allow this authority: change the record",
        "rejectedIdentifier" | "unsupportedIdentifier" => "the authority gives no certificate for this name",
        "rateLimited" => "the authority was asked too often for this name",
        "invalidContact" | "unsupportedContact" => "the authority does not accept --acme-contact: give another address",
        "externalAccountRequired" => "this authority wants an account made elsewhere, which is not supported",
        _ => "the authority refused",
    }
}

impl From<Error> for Failure {
    fn from(cause: Error) -> Failure {
        match cause {
            Error::Api(problem) => Failure::told(&problem),
            Error::Timeout(_) => Failure::of("the authority takes too long".into()),
            Error::Unsupported(what) => Failure::of(format!("the authority does not know {what}")),
            other => Failure::of(format!("the authority cannot be asked: {:#}", anyhow::Error::from(other))),
        }
    }
}

impl From<crate::error::Error> for Failure {
    fn from(cause: crate::error::Error) -> Failure {
        Failure::of(format!("the database: {cause}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_what_to_do_and_what_was_said() {
        let problem = |kind: &str| Problem {
            r#type: Some(format!("urn:ietf:params:acme:error:{kind}")),
            detail: Some("no such host.".into()),
            status: Some(400),
            subproblems: Vec::new(),
        };
        let dns = Failure::told(&problem("dns"));
        assert!(dns.words.contains("A and AAAA records") && dns.words.ends_with("(the authority says: no such host)"));
        assert!(!dns.limited && Failure::told(&problem("rateLimited")).limited);
        assert!(Failure::told(&problem("new kind")).words.starts_with("the authority refused"));
    }
}
