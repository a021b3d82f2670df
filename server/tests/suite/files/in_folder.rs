//! Files in the data folder.

use super::*;

const PLACE: Place = Place::Folder;

#[path = "change.rs"]
mod change;
#[path = "crash.rs"]
mod crash;
#[path = "read.rs"]
mod read;
#[path = "rendition.rs"]
mod rendition;
#[path = "upload.rs"]
mod upload;
