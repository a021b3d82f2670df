//! The way in: acceptors that answer what is ready in memory, the router for everything else, and what each request
//! passes on its way.

mod acceptors;
mod health;
mod logged_path;
mod metrics;
pub mod middleware;
mod redirect;
mod request_id;
mod router;
mod rpc;
mod rpc_accounts;
mod rpc_mail;
mod rpc_set_up;
mod serve;
mod surfaces;

pub use router::router;
pub use serve::{Listeners, serve, stop_signal};
