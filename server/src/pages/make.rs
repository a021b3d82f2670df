//! Makes pages: asks the script what a page needs, reads that as the anonymous visitor, lets the script render it.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Context;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::assets::PUBLIC_ENTRY;
use super::cache::{Basis, Cache, Finished, Page};
use super::render::Renderer;
use crate::app::App;
use crate::error::Error;
use crate::policy::Who;
use crate::{clock, rest, tables};

/// The one place an unknown path is rendered for, so that there is one not-found page however many paths are tried.
const NOT_FOUND: &str = "/not-found";

pub struct Pages {
    renderer: Renderer,
    cache: Cache,
}

#[derive(Deserialize)]
struct Plan {
    status: u16,
    queries: BTreeMap<String, Query>,
}

#[derive(Deserialize)]
struct Query {
    table: String,
    query: String,
    single: bool,
}

#[derive(Deserialize)]
struct Rendered {
    status: u16,
    html: String,
}

impl Pages {
    pub fn open() -> anyhow::Result<Pages> {
        Ok(Pages { renderer: Renderer::start()?, cache: Cache::default() })
    }

    pub async fn page(&self, app: &App, path: &str) -> anyhow::Result<Arc<Page>> {
        if let Some(page) = self.cache.get(app, path) {
            return Ok(page);
        }
        let plan: Plan = serde_json::from_str(&self.renderer.call("plan", vec![path.to_owned()]).await?)?;
        let path = if plan.status == 404 { NOT_FOUND } else { path };
        let turn = self.cache.turn(path);
        let _turn = turn.lock().await;
        if let Some(page) = self.cache.get(app, path) {
            return Ok(page);
        }
        let (page, complete) = self.make(app, path, plan).await?;
        let page = Arc::new(page);
        if complete {
            self.cache.keep(app, path, &page);
        }
        Ok(page)
    }

    /// The page, and whether everything it needs could be read: one made while the database was away is not kept.
    async fn make(&self, app: &App, path: &str, plan: Plan) -> anyhow::Result<(Page, bool)> {
        let read = plan.queries.values().filter_map(|query| tables::find(&query.table)).map(|table| table.name);
        let basis = Basis::now(app, read);
        let mut complete = true;
        let mut data = serde_json::Map::new();
        for (name, query) in &plan.queries {
            let answer = self.answer(app, query).await.unwrap_or_else(|cause| {
                cause.log();
                complete &= matches!(cause, Error::Refused(_));
                json!({ "ok": false, "error": failure(&cause) })
            });
            data.insert(name.clone(), answer);
        }
        let data = Value::Object(data);
        let context = PUBLIC_ENTRY.context(&app.settings.origin(), clock::year()).to_string();
        let rendered = self.renderer.call("render", vec![path.to_owned(), data.to_string(), context]).await;
        let rendered: Rendered = serde_json::from_str(&rendered.with_context(|| format!("rendering {path}"))?)?;
        let status = StatusCode::from_u16(rendered.status)?;
        let data = json!({ "status": plan.status, "data": data }).to_string();
        let finish = move || Page {
            html: Finished::new(status, "text/html; charset=utf-8", rendered.html),
            data: Finished::new(StatusCode::OK, "application/json; charset=utf-8", data),
            basis,
        };
        Ok((tokio::task::spawn_blocking(finish).await?, complete))
    }

    async fn answer(&self, app: &App, query: &Query) -> Result<Value, Error> {
        let table = tables::find(&query.table).ok_or_else(|| rest::error::no_table(&query.table))?;
        let found = rest::read(app, &Who::Visitor, table, &rest::parse_query(&query.query)?, false).await?;
        if query.single && found.rows != 1 {
            return Err(rest::error::not_single(found.rows));
        }
        let json = if query.single { &found.json[1..found.json.len() - 1] } else { &found.json };
        let raw: Box<RawValue> = serde_json::from_str(json).map_err(anyhow::Error::from)?;
        Ok(json!({ "ok": true, "data": raw }))
    }

    /// robots.txt and sitemap.xml, which follow from the list of pages.
    pub async fn text(
        &self,
        app: &App,
        function: &'static str,
        media_type: &'static str,
    ) -> anyhow::Result<Arc<Finished>> {
        let text = self.renderer.call(function, vec![app.settings.origin()]).await?;
        Ok(Arc::new(Finished::new(StatusCode::OK, media_type, text)))
    }

    pub async fn web_manifest(&self, app: &App) -> anyhow::Result<Arc<Finished>> {
        let query = Query {
            table: "website_content".into(),
            query: "select=content&page_key=eq.general_settings".into(),
            single: true,
        };
        let settings = self.answer(app, &query).await.map_or(json!({}), |answer| answer["data"]["content"].clone());
        let text = self.renderer.call("manifest", vec![settings.to_string()]).await?;
        Ok(Arc::new(Finished::new(StatusCode::OK, "application/manifest+json", text)))
    }
}

/// What the page may know of a failure.
fn failure(cause: &Error) -> Value {
    match cause {
        Error::Refused(refusal) => json!({ "code": refusal.code, "message": refusal.message }),
        _ => json!({ "code": "unavailable", "message": "The database does not answer at the moment." }),
    }
}
