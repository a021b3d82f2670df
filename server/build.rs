//! The web app is compiled into the binary, so it has to be built first. This says so, instead of a riddle later, and
//! compiles the script that renders its pages.

use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "src/pages/renderer/bytecode.rs"]
mod bytecode;

const SCRIPT: &str = "../web/dist/server/server.js";

fn main() {
    for part in [SCRIPT, "../web/dist/shipped/.vite/manifest.json.gz", "../sample/content.json"] {
        assert!(Path::new(part).exists(), "{part} is missing: run `make web` first");
    }
    let script = fs::read_to_string(SCRIPT).expect("it is text");
    let code = bytecode::compile(&script).expect("the engine takes the script");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    fs::write(folder.join("server.bytecode"), code).expect("the folder takes it");
    println!("cargo:rerun-if-changed=../web/dist");
    println!("cargo:rerun-if-changed=../sample/content.json");
    println!("cargo:rerun-if-changed=../sample/pictures");
    println!("cargo:rerun-if-changed=../migrations");
    println!("cargo:rerun-if-changed=src/pages/renderer/bytecode.rs");
}
