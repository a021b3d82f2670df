//! /rest/v1: the tables in PostgREST's dialect. A request goes one way: query → plan → rules → SQL → answer; the
//! first three are pure.

mod answer;
mod at_hand;
mod body;
mod cost;
mod demands;
mod draft;
pub mod error;
mod field;
mod filter;
pub mod forms;
mod frequent;
mod pattern;
mod plan;
mod prefer;
pub mod query;
mod range;
mod search;
mod sql;
mod write;

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use bytes::Bytes;

use crate::auth;
use crate::db::{Db, Engine, Reserve, Sql};
use crate::error::{Error, Result};
use crate::mail::Mail;
use crate::request::admission::{Admission, Work};
use crate::request::client::ClientAddress;
use crate::request::headers::without_body;
use crate::schema::role::Access;
use crate::schema::{self, Caller, Role, Table, openapi};
use crate::secret::Secret;
use forms::Forms;
use prefer::{Form, Prefer};
use query::Query;
use search::Wanted;

pub use at_hand::shown;
pub use draft::{Change, Draft, draft, read_with};
pub use frequent::Frequent;
pub use query::parse as parse_query;

/// The largest document is a quarter of this.
pub const MAX_BYTES: usize = 2 * 1024 * 1024;
/// A visitor sends one form.
const MAX_VISITOR_BYTES: usize = 16 * 1024;

/// What this surface works with.
pub struct Rest {
    pub db: Arc<Db>,
    pub secret: Arc<Secret>,
    pub admission: Arc<Admission>,
    pub forms: Arc<Forms>,
    pub mail: Arc<Mail>,
    pub frequent: Arc<Frequent>,
    /// Where the site is reached.
    pub origin: String,
}

pub fn router(rest: Arc<Rest>) -> Router {
    Router::new().route("/", any(description)).route("/{table}", any(table)).fallback(nothing_here).with_state(rest)
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
pub async fn read(
    db: &Db,
    reserve: Reserve,
    caller: &Caller,
    table: &'static Table,
    query: &Query,
    count: bool,
) -> Result<Found> {
    let plan = plan::read(table, query)?; // unknown names end here: 400
    let mut plan = plan::restrict(plan, caller)?; // refusals end here: 401, 403; rules become a WHERE
    if reserve == Reserve::Visitors {
        cost::check(&plan)?; // what would be too dear ends here: 400
    }
    let found = match searched(db, reserve, &mut plan, Wanted { rows: true, count }).await? {
        Some(found) => found,
        None => read_all(db, reserve, &plan, count).await?,
    };
    let max = reserve.max_bytes().unwrap_or(usize::MAX);
    if found.json.len() > max {
        return Err(Error::TooLong);
    }
    Ok(found)
}

/// By an index for searching, where the plan searches and there is one.
async fn searched(db: &Db, reserve: Reserve, plan: &mut plan::Read, wanted: Wanted) -> Result<Option<Found>> {
    match search::of(plan) {
        Some(search) => search::read(db, reserve, plan, search, wanted).await,
        None => Ok(None),
    }
}

async fn read_all(db: &Db, reserve: Reserve, plan: &plan::Read, count: bool) -> Result<Found> {
    let engine = db.engine();
    let mut queries = vec![sql::read(engine, plan)];
    queries.extend(count.then(|| sql::count(engine, plan)));
    let mut answers = match queries.len() {
        1 => vec![db.rows_for(reserve, queries.remove(0)).await?],
        _ => db.snapshot(reserve, queries).await?,
    };
    let total = if count { answers.pop().map(|rows| rows[0].int(0) as u64) } else { None };
    let mut row = answers.remove(0).remove(0);
    Ok(Found { rows: row.int(0) as usize, json: row.take_text(1), total })
}

/// How many rows a read would find, without reading them: their number and the number of those it would give.
async fn count(db: &Db, reserve: Reserve, caller: &Caller, table: &'static Table, query: &Query) -> Result<Found> {
    let mut plan = plan::restrict(plan::read(table, query)?, caller)?;
    if reserve == Reserve::Visitors {
        cost::check(&plan)?;
    }
    let total = match searched(db, reserve, &mut plan, Wanted { rows: false, count: true }).await? {
        Some(found) => found.total.unwrap_or_default(),
        None => {
            let counted = db.rows_for(reserve, sql::count(db.engine(), &plan)).await?;
            counted[0].int(0) as u64
        }
    };
    let rows = total.saturating_sub(plan.offset).min(plan.limit);
    Ok(Found { json: "[]".into(), rows: rows as usize, total: Some(total) })
}

/// Rows of our own making, through the same checks as anyone's.
pub fn insert_statement(engine: Engine, table: &'static Table, rows: serde_json::Value) -> Result<Sql> {
    let new = body::new_rows(table, rows, None, true, Access::ALL, &Caller::server())?;
    Ok(sql::insert(engine, table, new.rows, None, None))
}

async fn table(State(rest): State<Arc<Rest>>, request: Request) -> Response {
    let head = request.method() == Method::HEAD;
    let mut response = handle(&rest, request).await.unwrap_or_else(error::answer);
    // What staff and visitors get differs under one address: nobody in between may keep it.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if head { without_body(response) } else { response }
}

async fn handle(rest: &Rest, request: Request) -> Result<Response> {
    let (parts, body) = request.into_parts();
    let ClientAddress(address) = ClientAddress::noted(&parts.extensions)?;
    let headers = &parts.headers;
    let caller = auth::identify(&rest.db, &rest.secret, headers).await.map_err(error::unauthenticated)?;
    let reserve = if caller.role.is_staff() { Reserve::Staff } else { Reserve::Visitors };
    prefer::check_schema(headers)?;
    let table = named_table(parts.uri.path())?;
    let mut query = query::parse(parts.uri.query().unwrap_or_default())?;
    let prefer = Prefer::read(headers)?;
    let form = prefer::form(headers)?;
    let is_read = matches!(parts.method, Method::GET | Method::HEAD);

    // Clients that count send `Range: 0-0` with every verb. Without a count it means a part of the rows, which a change
    // refuses as it refuses `limit`.
    if parts.method != Method::POST && (is_read || !prefer.count) {
        query.narrow(range::asked(headers)?);
    }
    if is_read {
        let _permit = rest.admission.acquire_read(reserve, address).await?;
        if parts.method == Method::HEAD && prefer.count && form == Form::Array {
            let counted = count(&rest.db, reserve, &caller, table, &query).await?;
            let mut response = answer::found(counted, &query, form, &prefer)?;
            response.extensions_mut().insert(reserve);
            // How long the rows would be is not known.
            return Ok(response
                .map(|_| Body::from_stream(futures_util::stream::empty::<std::result::Result<Bytes, Infallible>>())));
        }
        let wanted = (parts.method == Method::GET).then(|| rest.frequent.wants(&parts.uri, headers, table)).flatten();
        let mut found = read(&rest.db, reserve, &caller, table, &query, prefer.count).await?;
        if prefer::strips_nulls(headers) {
            found.json = answer::without_nulls(&found.json)?;
        }
        let mut response = answer::found(found, &query, form, &prefer)?;
        if let Some(to_keep) = wanted.and_then(|wanted| wanted.with(&response)) {
            response.extensions_mut().insert(to_keep);
        }
        response.extensions_mut().insert(reserve);
        return Ok(response.map(Body::from));
    }
    prefer.require_commit()?;
    let max_bytes = if caller.role == Role::Visitor { MAX_VISITOR_BYTES } else { MAX_BYTES };
    let bytes = crate::request::body::read(body, max_bytes).await?;
    // A visitor is counted first: those who are turned away take no place from others.
    let mut entry = match (&parts.method, caller.role) {
        (&Method::POST, Role::Visitor) => rest.forms.enter(table, address, headers).await?,
        _ => None,
    };
    let _permit = rest.admission.acquire(reserve, Work::Write).await?;
    if let Some(entry) = &mut entry {
        rest.forms.require_room(entry).await?;
    }
    let single = form == Form::Object && prefer.representation;
    let write = write::Request { table, query, prefer: &prefer, single };
    let written = match parts.method {
        Method::POST => write::insert(&rest.db, &rest.mail, &caller, write, &bytes).await?,
        Method::PATCH => write::update(&rest.db, &caller, write, &bytes).await?,
        Method::DELETE => write::delete(&rest.db, &caller, write).await?,
        method => return Err(Error::refused(405, "PGRST117", format!("Unsupported HTTP method: {method}"))),
    };
    entry.into_iter().for_each(forms::Entry::keep);
    let mut response = answer::written(written, &parts.method, form, &prefer)?;
    response.extensions_mut().insert(reserve);
    Ok(response.map(Body::from))
}

/// The tables as OpenAPI, for staff: tools draw forms from it. For visitors there is nothing here.
async fn description(State(rest): State<Arc<Rest>>, request: Request) -> Response {
    match auth::identify(&rest.db, &rest.secret, request.headers()).await.map_err(error::unauthenticated) {
        Ok(caller) if caller.role.is_staff() => {
            let headers = [
                (header::CONTENT_TYPE, "application/openapi+json; charset=utf-8"),
                (header::CACHE_CONTROL, "no-store"),
            ];
            (headers, openapi::describe(caller.role, &rest.origin).to_string()).into_response()
        }
        Ok(_) => nothing_here(request).await,
        Err(cause) => error::answer(cause),
    }
}

fn named_table(path: &str) -> Result<&'static Table> {
    let name = path.rsplit('/').next().unwrap_or_default();
    schema::table(name).ok_or_else(|| error::no_table(name))
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
