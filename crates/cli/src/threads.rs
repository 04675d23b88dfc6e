//! `--threads`.

use clap::Args;
use quadrille_core::Threads;
use quadrille_core::parallel::cores;

use super::help::{LAST, LIMITS};
use super::limits::positive;

/// The largest number of threads.
const MOST_THREADS: usize = 256;

/// The number of threads.
#[derive(Args)]
pub(super) struct ThreadArguments {
    /// Use at most T threads [default: one per core]
    ///
    /// The answer and its order do not depend on T. With --nodes, and in a random order, each
    /// search uses one thread, so that the answer is reproducible. A short search uses one thread,
    /// too.
    #[arg(
        long,
        value_name = "T",
        value_parser = positive,
        allow_negative_numbers = true,
        help_heading = LIMITS,
        display_order = LAST
    )]
    threads: Option<u64>,
}

impl ThreadArguments {
    /// Returns the number of useful threads: at most one for each core, but two on one core, so
    /// that the paths for several threads are the same everywhere.
    pub(super) fn count(&self) -> usize {
        let asked = self.threads.map_or_else(cores, |threads| {
            usize::try_from(threads).unwrap_or(usize::MAX)
        });
        asked.min(cores().max(2)).min(MOST_THREADS)
    }

    /// Returns the threads for one search.
    pub(super) fn threads(&self) -> Threads {
        Threads::new(self.count())
    }
}
