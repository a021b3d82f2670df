//! Umeed: a foundation's website, its staff admin and its database in one binary.
//!
//! A request goes one way: router → who → plan → policy → SQL → answer. The rooms are listed from the top down: each may
//! use only what lies below it (a test checks that). See ARCHITECTURE.md.

pub mod commands;

pub mod doctor;

pub mod http;

pub mod app;

pub mod pages;

pub mod backup;
pub mod history;
pub mod import;
pub mod seed;
pub mod set_up;

pub mod kept;
pub mod realtime;
pub mod rest;
pub mod statistics;
pub mod storage;

pub mod auth;

pub mod mail;
pub mod tls;

pub mod request;

pub mod schema;

pub mod db;

pub mod clock;
pub mod config;
pub mod disk;
pub mod error;
pub mod log;
pub mod memory;
pub mod metrics;
pub mod safety_copies;
pub mod seal;
pub mod secret;
pub mod turns;
