//! How many files and connections the system lets us have open, and how they are shared out: to requests, and to
//! WebSockets, which stay for long.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Left for the database, the files and the log.
const OTHERS: u64 = 128;
/// However few there are.
const LEAST: u64 = 16;

/// For connections that ask, each of which takes two (see `acceptors`).
pub fn for_connections(max: usize, max_sockets: usize) -> usize {
    connections(allowed(), max as u64, max_sockets as u64) as usize
}

/// For WebSockets, each of which takes one.
pub fn for_sockets(max: usize) -> usize {
    sockets(allowed(), max as u64) as usize
}

/// As many as the system allows at all.
fn allowed() -> u64 {
    let maximum = getrlimit(Resource::Nofile).maximum;
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

fn sockets(allowed: u64, max: u64) -> u64 {
    (allowed / 4).clamp(LEAST, max)
}

fn connections(allowed: u64, max: u64, max_sockets: u64) -> u64 {
    (allowed.saturating_sub(OTHERS + sockets(allowed, max_sockets)) / 2).clamp(LEAST, max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_together_never_take_more_than_there_are() {
        for allowed in [512, 1_024, 4_096, 20_000, 1_048_576] {
            let (sockets, connections) = (sockets(allowed, 5_120), connections(allowed, 4_096, 5_120));
            assert!(sockets + 2 * connections + OTHERS <= allowed, "{allowed}: {sockets} {connections}");
        }
        assert_eq!((sockets(1_048_576, 5_120), connections(1_048_576, 4_096, 5_120)), (5_120, 4_096));
    }
}
