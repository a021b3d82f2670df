//! How often the website's pages are seen and its forms are sent, for staff. Counts only: no cookie, no address, nothing about
//! anybody. A view is a whole number in memory until it is added to the table `page_views`, once a minute and at the end; a
//! kill loses the minute. Several servers add to the same rows.

mod asker;
mod counts;
mod report;
mod store;

pub use asker::Asker;
pub use counts::{Count, Counts};
pub use report::{PERIODS, report};
pub use store::{keep_storing, store, sweep};

/// As which path the pages beyond the bound of a day are counted. The path of a page begins with a slash.
const OTHER: &str = "other";
