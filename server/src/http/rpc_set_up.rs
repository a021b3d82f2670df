//! The functions of the set-up in a browser after the first start, for the one who holds its link. The link's token comes in
//! a header and is looked at before anything else is read.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::response::Response;
use axum::routing::post;

use super::rpc::{answer, arguments_within};
use crate::app::App;
use crate::auth::set_up_link::{self, SetUpLink};
use crate::error::Result;
use crate::request::client::ClientAddress;
use crate::set_up::{self, Site, Wanted};

pub const STATUS: &str = "/rest/v1/rpc/set_up_status";
pub const SET_UP: &str = "/rest/v1/rpc/set_up";
const TOKEN: &str = "x-set-up-token";

pub fn router() -> Router<Arc<App>> {
    Router::new().route(STATUS, post(status)).route(SET_UP, post(carry_out))
}

async fn status(State(app): State<Arc<App>>, request: Request) -> Response {
    let (head, _) = request.into_parts();
    let shown = async {
        shown_link(&app, &head).await?;
        set_up::status(&app.db).await
    };
    answer(shown.await)
}

async fn carry_out(State(app): State<Arc<App>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let done = async {
        let link = shown_link(&app, &head).await?;
        let wanted = Wanted::read(&arguments_within(body, set_up::MAX_BYTES).await?)?;
        let by = link.author(&head.headers);
        let site = Site { db: &app.db, store: &app.store, folder: &app.settings.folder.path };
        set_up::carry_out(&site, link, by, wanted).await
    };
    answer(done.await)
}

async fn shown_link(app: &App, head: &Parts) -> Result<SetUpLink> {
    let ClientAddress(address) = ClientAddress::noted(&head.extensions)?;
    let token = head.headers.get(TOKEN).and_then(|token| token.to_str().ok()).unwrap_or_default();
    set_up_link::check(&app.db, &app.secret, &app.limits, token, address).await
}
