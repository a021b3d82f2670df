//! The web app is compiled into the binary, so it has to be built first. This says so, instead of a riddle later.

use std::path::Path;

fn main() {
    for part in ["../web/dist/server/server.js", "../web/dist/client/.vite/manifest.json", "../sample/content.json"] {
        assert!(Path::new(part).exists(), "{part} is missing: run `make web` first");
    }
    println!("cargo:rerun-if-changed=../web/dist");
    println!("cargo:rerun-if-changed=../sample/content.json");
    println!("cargo:rerun-if-changed=../sample/pictures");
    println!("cargo:rerun-if-changed=../migrations");
}
