//! A script in the form that the JavaScript engine runs. The rendering script is compiled when the server is built (see
//! `build.rs`, which shares this file), so that no start has to read it again.

use rquickjs::{Context, Module, Result, Runtime, WriteOptions};

pub fn compile(script: &str) -> Result<Vec<u8>> {
    let context = Context::full(&Runtime::new()?)?;
    context.with(|ctx| Module::declare(ctx, "server.js", script)?.write(WriteOptions::default()))
}
