//! Each form on small boards, and texts that no form knows.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]
