//! Answers that are kept as finished bytes, for pages and for what visitors often ask of the tables. They are good as long as
//! the tables they were made from have not moved, and take a bounded number of bytes.

mod basis;
mod cache;
mod encoding;
mod hit_rate;
mod prepared;
mod recent;

pub use basis::Basis;
pub use cache::{Cache, Size};
pub use encoding::{Effort, Encoding, gunzip};
pub use prepared::{Body, Prepared};
pub use recent::Recent;
