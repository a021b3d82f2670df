//! What every surface needs to take a request in: its body, the address it comes from, rate limits, admission, and headers
//! that answers share. Knows nothing of tables, files or pages.

pub mod admission;
pub mod body;
pub mod client;
pub mod connection_limit;
pub mod descriptors;
pub mod head;
pub mod headers;
pub mod network;
pub mod rate_limit;
pub mod sending;
