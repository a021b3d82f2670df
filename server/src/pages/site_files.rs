//! The small files that search engines, phones and browsers ask for: robots.txt, sitemap.xml, the web manifest and the
//! icon. Kept like pages, as long as what they were made from has not changed.

use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::Pages;
use super::render::Query;
use crate::error::{Error, cut_off};
use crate::kept::{Basis, Prepared, Size};
use crate::schema::{CONTENT_TABLE, address};

impl Pages {
    pub(super) async fn robots(&self) -> anyhow::Result<Arc<Prepared>> {
        let origin = async || Ok(self.origin.clone());
        self.site_file("robots", "text/plain; charset=utf-8", self.basis_of(&[]), origin).await
    }

    pub(super) async fn sitemap(&self) -> anyhow::Result<Arc<Prepared>> {
        let origin = async || Ok(self.origin.clone());
        self.site_file("sitemap", "application/xml; charset=utf-8", self.basis_of(&[]), origin).await
    }

    pub(super) async fn web_manifest(&self) -> anyhow::Result<Arc<Prepared>> {
        let settings = async || Ok(self.general_settings().await?.to_string());
        self.site_file("manifest", "application/manifest+json", self.basis_of(&[CONTENT_TABLE]), settings).await
    }

    /// The address of the site's icon, for browsers that ask at the usual place; the last known one while the database
    /// does not answer.
    pub(super) async fn icon(&self) -> Result<Arc<Option<String>>, Error> {
        const KEY: &str = "icon";
        if let Some(icon) = self.icon.get(KEY, |basis| self.still_holds(basis)) {
            return Ok(icon);
        }
        let _lock = self.icon.lock(KEY).await;
        if let Some(icon) = self.icon.get(KEY, |basis| self.still_holds(basis)) {
            return Ok(icon);
        }
        let basis = self.basis_of(&[CONTENT_TABLE]);
        let settings = match self.general_settings().await {
            Ok(settings) => settings,
            Err(cause) => return self.icon.last(KEY).ok_or(cause),
        };
        let icon = settings["favicon_url"].as_str().filter(|icon| address::is_picture(icon)).map(str::to_owned);
        let icon = Arc::new(icon);
        self.icon.keep(KEY, &icon, basis, Size::Pinned);
        Ok(icon)
    }

    /// Empty where there are none; a database that does not answer is another matter.
    async fn general_settings(&self) -> Result<Value, Error> {
        let query = "select=content&page_key=eq.general_settings".into();
        match self.query(&Query { table: CONTENT_TABLE.into(), query, single: true }).await {
            Ok(Some(row)) => {
                let row: Value = serde_json::from_str(row.get()).map_err(anyhow::Error::from)?;
                Ok(row["content"].clone())
            }
            Ok(None) | Err(Error::Refused(_)) => Ok(json!({})),
            Err(cause) => Err(cause),
        }
    }

    fn basis_of(&self, tables: &[&'static str]) -> Basis {
        Basis::committed(&self.db.versions, self.now(), tables.iter().copied())
    }

    async fn site_file(
        &self,
        function: &'static str,
        media_type: &'static str,
        basis: Basis,
        argument: impl AsyncFnOnce() -> anyhow::Result<String>,
    ) -> anyhow::Result<Arc<Prepared>> {
        if let Some(text) = self.site_files.get(function, |basis| self.still_holds(basis)) {
            return Ok(text);
        }
        let _lock = self.site_files.lock(function).await;
        if let Some(text) = self.site_files.get(function, |basis| self.still_holds(basis)) {
            return Ok(text);
        }
        let text = self.renderer.call(function, vec![argument().await?]).await?;
        let headers = self.headers_for(media_type);
        let prepare = move || Prepared::page(StatusCode::OK, &headers, text).with_brotli();
        let prepared = Arc::new(tokio::task::spawn_blocking(prepare).await.map_err(cut_off)?);
        self.site_files.keep(function, &prepared, basis, Size::Pinned);
        Ok(prepared)
    }
}
