//! /storage/v1: the bucket website_images in Storage's dialect.

use std::path::Path;
use std::sync::Arc;

use axum::Router;

use crate::app::App;

pub mod kind;
pub mod name;
pub mod range;
pub mod svg;
mod svg_rules;

pub struct Store;
impl Store {
    pub fn open(_folder: &Path) -> anyhow::Result<Store> {
        Ok(Store)
    }
}

pub fn router() -> Router<Arc<App>> {
    Router::new()
}
