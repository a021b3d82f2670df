//! Umeed: a foundation's website, its staff admin and its database in one binary.
//!
//! A request goes one way: router → who → plan → policy → SQL → answer. See ARCHITECTURE.md.

pub mod address;
pub mod app;
pub mod aside;
pub mod auth;
pub mod backup;
pub mod body;
pub mod clock;
pub mod commands;
pub mod config;
pub mod content;
pub mod crowd;
pub mod db;
pub mod edge;
pub mod email;
pub mod error;
pub mod files;
mod front;
pub mod html;
pub mod import;
mod known_path;
pub mod limits;
pub mod log;
pub mod metrics;
pub mod pages;
pub mod policy;
pub mod request_id;
pub mod rest;
pub mod router;
pub mod schema;
pub mod secret;
pub mod seed;
pub mod serve;
pub mod shed;
pub mod tables;
