//! The lines of `--stats`: `name: value`, one each, on standard error.

use quadrille::report::Work;
use quadrille::{Solver, Stats, Stop};

use super::message;

/// Tells what the searches of several boards did together.
pub(super) fn tell(solver: &Solver, stats: &Stats, stop: Stop, boards: Option<u64>) {
    let work = Work::new(solver, stats, stop);
    message::say(work.boards(boards));
}
