//! Boards, pieces and tilings.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may panic"
)]

mod burr_tools;
mod known;
mod naive;
mod random;
mod steps;
mod words;
