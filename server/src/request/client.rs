//! The address that a request comes from, as far as it can be believed.

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use axum::extract::Request;
use axum::http::{Extensions, HeaderMap};

use crate::config::Settings;
use crate::error::Result;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// Whether there seems to be a proxy in front of the server that the settings do not name. Everyone behind it then counts as one
/// client, so one visitor can use up the limits of all.
#[derive(Default)]
pub struct Proxies {
    undeclared: AtomicBool,
}

impl Proxies {
    pub fn undeclared(&self) -> bool {
        self.undeclared.load(Relaxed)
    }

    /// Warns once. The address is not told: it may be a visitor's, who made the header up.
    fn note_undeclared(&self) {
        if !self.undeclared() && !self.undeclared.swap(true, Relaxed) {
            tracing::warn!(
                "a request came with X-Forwarded-For from an address that is no trusted proxy: if there is a reverse \
                 proxy, name it in UMEED_TRUSTED_PROXIES, or all visitors count as one"
            );
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// As the outermost layer has noted it in the request.
    pub fn noted(extensions: &Extensions) -> Result<ClientAddress> {
        Ok(*extensions.get().ok_or_else(|| anyhow::anyhow!("no client address"))?)
    }

    /// Walks X-Forwarded-For from the nearest hop outwards as long as the hops are trusted proxies.
    pub fn of(settings: &Settings, proxies: &Proxies, request: &Request) -> ClientAddress {
        let peer = request.extensions().get::<SocketAddr>().map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.ip());
        if request.headers().contains_key(FORWARDED_FOR) && !settings.trusts(peer) {
            proxies.note_undeclared();
        }
        let mut believed = peer;
        for hop in forwarded_hops(request.headers()).rev() {
            if !settings.trusts(believed) {
                break;
            }
            match hop {
                Some(address) => believed = address,
                None => break,
            }
        }
        ClientAddress(believed)
    }
}

fn forwarded_hops(headers: &HeaderMap) -> impl DoubleEndedIterator<Item = Option<IpAddr>> {
    let hops: Vec<Option<IpAddr>> = headers
        .get_all(FORWARDED_FOR)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|hop| hop.trim().parse().ok())
        .collect();
    hops.into_iter()
}
