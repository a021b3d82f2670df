//! Every HTTP test of the server in one binary, over the real router and a real database.

#![allow(clippy::duplicate_mod, reason = "the tests of files run once with a folder and once with a bucket")]

mod auth;
mod backup;
mod declarations;
mod doctor;
mod engines;
mod factors;
mod files;
mod forms;
mod frequent;
mod harness;
mod history;
mod holes;
mod hostile;
mod import;
mod mail;
mod manners;
mod messages;
mod pages;
mod reads;
mod realtime;
mod record;
mod rest;
mod rest_clients;
mod roads;
mod row_counts;
mod rules;
mod s3;
mod schema;
mod search;
mod set_up;
mod start;
mod statistics;
mod tidy;
mod upgrade;
mod watching;
mod writer;
