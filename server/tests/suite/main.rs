//! Every HTTP test of the server in one binary, over the real router and a real database.

mod auth;
mod engines;
mod files;
mod harness;
mod manners;
mod pages;
mod rest;
mod rules;
mod start;
mod tidy;
