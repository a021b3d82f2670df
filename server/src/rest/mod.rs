//! /rest/v1: the tables in PostgREST's dialect. A request goes one way: query → plan → rules → SQL → answer; the
//! first three are pure.

mod answer;
mod body;
pub mod error;
mod field;
mod filter;
mod function;
mod literal;
mod plan;
mod prefer;
pub mod query;
mod sql;
mod write;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::response::Response;
use axum::routing::any;

use crate::app::App;
use crate::db::{Engine, Sql};
use crate::edge::Caller;
use crate::error::{Error, Result};
use crate::policy::Who;
use crate::shed::Work;
use crate::tables::{self, Table};
use crate::{auth, edge, limits};
use prefer::{Form, Prefer};
use query::Query;

pub use query::parse as parse_query;

/// The largest document is a quarter of this.
const MOST_BYTES: usize = 2 * 1024 * 1024;
/// A visitor sends one form.
const MOST_VISITOR_BYTES: usize = 64 * 1024;

pub fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/{table}", any(table))
        .route("/rpc/last_backup", any(function::last_backup))
        .fallback(nothing_here)
}

/// The rows a read found.
pub struct Found {
    /// A JSON array.
    pub json: String,
    pub rows: usize,
    /// How many there are in all, when the caller asked.
    pub total: Option<u64>,
}

/// The one road by which rows leave the database, for the API and for pages alike.
pub async fn read(app: &App, who: &Who, table: &'static Table, query: &Query, count: bool) -> Result<Found> {
    let plan = plan::read(table, query)?; // unknown names end here: 400
    let plan = plan::restrict(plan, who)?; // refusals end here: 401, 403; rules become a WHERE
    let engine = app.db.engine();
    let mut queries = vec![sql::read(engine, &plan)];
    queries.extend(count.then(|| sql::count(engine, &plan)));
    let mut answers = match queries.len() {
        1 => vec![app.db.rows(queries.remove(0)).await?],
        _ => app.db.snapshot(queries).await?,
    };
    let total = if count { answers.pop().map(|rows| rows[0].int(0) as u64) } else { None };
    let mut row = answers.remove(0).remove(0);
    Ok(Found { rows: row.int(0) as usize, json: row.take_text(1), total })
}

/// Rows of our own making, through the same checks as anyone's.
pub fn insert_statement(engine: Engine, table: &'static Table, rows: serde_json::Value) -> Result<Sql> {
    let staff = Who::Staff { id: String::new(), session: String::new() };
    let new = body::new_rows(table, rows, None, true, crate::policy::Columns::All, &staff)?;
    Ok(sql::insert(engine, table, new.rows, None, &plan::outputs(table, &[])?))
}

async fn table(State(app): State<Arc<App>>, request: Request) -> Response {
    let head = request.method() == Method::HEAD;
    let mut response = handle(&app, request).await.unwrap_or_else(error::answer);
    // What staff and visitors get differs under one address: nobody in between may keep it.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if head { edge::without_body(response) } else { response }
}

async fn handle(app: &App, request: Request) -> Result<Response> {
    let (parts, body) = request.into_parts();
    let caller = parts.extensions.get::<Caller>().copied();
    let headers = &parts.headers;
    let who = auth::who(app, headers).await?;
    prefer::check_schema(headers)?;
    let table = named_table(parts.uri.path())?;
    let query = query::parse(parts.uri.query().unwrap_or_default())?;
    let prefer = Prefer::read(headers)?;
    let form = prefer::form(headers)?;

    if matches!(parts.method, Method::GET | Method::HEAD) {
        let _place = app.shed.place(&who, Work::Read).await?;
        let mut found = read(app, &who, table, &query, prefer.count).await?;
        if prefer::strips_nulls(headers) {
            found.json = answer::without_nulls(&found.json)?;
        }
        return answer::found(found, &query, form, &prefer);
    }
    let most = if who == Who::Visitor { MOST_VISITOR_BYTES } else { MOST_BYTES };
    let bytes = crate::body::read(body, most).await?;
    let _place = app.shed.place(&who, Work::Write).await?;
    let single = form == Form::Object && prefer.representation;
    let write = write::Request { table, query, prefer: &prefer, single };
    let written = match parts.method {
        Method::POST => {
            if let (Who::Visitor, Some(Caller(address))) = (&who, caller) {
                app.limits.visitor_writes.charge(&limits::address_key(address))?;
            }
            write::insert(app, &who, write, &bytes).await?
        }
        Method::PATCH => write::update(app, &who, write, &bytes).await?,
        Method::DELETE => write::delete(app, &who, write).await?,
        method => return Err(Error::refused(405, "PGRST117", format!("Unsupported HTTP method: {method}"))),
    };
    answer::written(written, &parts.method, form, &prefer)
}

fn named_table(path: &str) -> Result<&'static Table> {
    let name = path.rsplit('/').next().unwrap_or_default();
    tables::find(name).ok_or_else(|| error::no_table(name))
}

/// Functions, paths deeper than a table, and no table at all.
pub async fn nothing_here(request: Request) -> Response {
    let path = request.uri().path();
    error::answer(match path.rsplit_once("/rpc/") {
        Some((_, name)) => {
            let message = format!("Could not find the function public.{name} in the schema cache");
            Error::refused(404, "PGRST202", message).with_details("This server has no such function.")
        }
        None => Error::refused(404, "PGRST125", "Invalid path specified in request URL"),
    })
}
