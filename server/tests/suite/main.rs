//! Every HTTP test of the server in one binary, over the real router and a real database.

mod auth;
mod files;
mod harness;
mod holes;
mod hostile;
mod manners;
mod pages;
mod rest;
mod roads;
mod rules;
mod start;
mod tidy;
