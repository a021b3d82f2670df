//! The address of whoever sends a request, as far as it can be believed.

use std::net::{IpAddr, SocketAddr};

use axum::extract::Request;
use axum::http::HeaderMap;

use crate::config::Settings;

#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// Walks X-Forwarded-For from the nearest hop outwards as long as the hops are trusted proxies.
    pub fn of(settings: &Settings, request: &Request) -> ClientAddress {
        let peer = request.extensions().get::<SocketAddr>().map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.ip());
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
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|hop| hop.trim().parse().ok())
        .collect();
    hops.into_iter()
}
