//! HTTP tests over the real router, in one binary: it links once, and its tests run side by side.

mod files;
mod harness;
