//! /storage/v1: the bucket website_images in Storage's dialect.

use std::path::Path;
use std::sync::Arc;

use axum::Router;

use crate::app::App;

pub struct Store;
impl Store {
    pub fn open(_folder: &Path) -> anyhow::Result<Store> {
        Ok(Store)
    }
}

pub fn router() -> Router<Arc<App>> {
    Router::new()
}
