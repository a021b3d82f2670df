//! Whose an address is, for limits: a client may have more than one address, and one address more than one client.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Addresses that begin alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network {
    first: IpAddr,
    bits: u8,
}

impl Network {
    /// What a client surely has: its address. IPv6 users have a whole /64.
    pub fn of(address: IpAddr) -> Network {
        Network::cut(address, 32, 64)
    }

    /// The smallest network around an address that is routed on its own, which is also what one renter of servers is
    /// usually given.
    pub fn around(address: IpAddr) -> Network {
        Network::cut(address, 24, 48)
    }

    /// What one owner may have: an address, and of IPv6 the /48 around it. Of IPv4 no more than the address: its
    /// neighbours are somebody else.
    pub fn owned(address: IpAddr) -> Vec<Network> {
        match address.to_canonical() {
            IpAddr::V4(_) => vec![Network::of(address)],
            IpAddr::V6(_) => vec![Network::of(address), Network::around(address)],
        }
    }

    fn cut(address: IpAddr, of_v4: u8, of_v6: u8) -> Network {
        match address.to_canonical() {
            IpAddr::V4(address) => {
                let first = address.to_bits() & (u32::MAX << (32 - of_v4));
                Network { first: Ipv4Addr::from_bits(first).into(), bits: of_v4 }
            }
            IpAddr::V6(address) => {
                let first = address.to_bits() & (u128::MAX << (128 - of_v6));
                Network { first: Ipv6Addr::from_bits(first).into(), bits: of_v6 }
            }
        }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_known_by_its_address_and_of_ipv6_by_its_network() {
        let of = |text: &str| Network::of(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:2"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
        assert_eq!(of("::ffff:10.0.0.1").to_string(), "10.0.0.1/32");
        assert_eq!(of("2001:db8::1").to_string(), "2001:db8::/64");
    }

    #[test]
    fn addresses_of_one_renter_are_one_network() {
        let around = |text: &str| Network::around(text.parse().unwrap());
        assert_eq!(around("2001:db8:1:2::1"), around("2001:db8:1:ffff::1"));
        assert_ne!(around("2001:db8:1::1"), around("2001:db8:2::1"));
        assert_eq!(around("192.0.2.1"), around("192.0.2.254"));
        assert_ne!(around("192.0.2.1"), around("192.0.3.1"));
        assert_eq!(around("::ffff:192.0.2.1"), around("192.0.2.1"));
    }
}
