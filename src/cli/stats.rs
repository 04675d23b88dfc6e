//! The lines of `--stats`: `name: value`, one each, on standard error.

use std::fmt::Display;

use quadrille::{Counted, Method, Solver, Stats, Stop};

use super::message;

/// Tells how solutions were counted.
pub(super) fn tell_method(counted: &Counted) {
    message::say(format_args!("method: {}", counted.method));
    message::say(format_args!("method reason: {}", counted.reason));
    if counted.method == Method::Memo {
        message::say(format_args!("states: {}", counted.states));
        message::say(format_args!("hits: {}", counted.hits));
    }
}

/// Tells what a search did. A batch tells it of all its boards together, and how many they are.
pub(super) fn tell(solver: &Solver, stats: &Stats, stop: Stop, boards: Option<u64>) {
    tell_engine(&solver.engine(), solver.reason());
    tell_walk(stats, stop, boards);
}

/// Tells which engine searched, and why.
pub(super) fn tell_engine(name: &dyn Display, reason: &str) {
    message::say(format_args!("engine: {name}"));
    message::say(format_args!("reason: {reason}"));
}

/// Tells what it did.
pub(super) fn tell_walk(stats: &Stats, stop: Stop, boards: Option<u64>) {
    if let Some(boards) = boards {
        message::say(format_args!("boards: {boards}"));
        let seconds = stats.elapsed.as_secs_f64().max(f64::MIN_POSITIVE);
        let pace = (boards as f64 / seconds).round() as u64;
        message::say(format_args!("boards per second: {pace}"));
    }
    message::say(stats);
    tell_end(stop);
}

/// Tells whether everything was done.
pub(super) fn tell_end(stop: Stop) {
    match stop {
        Stop::Exhausted => message::say("complete: yes"),
        Stop::Cancelled => message::say("complete: no (interrupted)"),
        stop => message::say(format_args!("complete: no ({stop})")),
    }
}
