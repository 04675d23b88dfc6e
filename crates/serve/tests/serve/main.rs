//! Tests of the server as its clients see it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may panic"
)]

mod bridge;
mod client;
mod crowd;
mod files;
mod messages;
mod origins;
mod questions;
