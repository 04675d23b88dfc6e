//! What a batch adds up: what its searches did, how it ends, and what to do next.

use quadrille_core::{Budget, Limits, Stats, Stop};
use quadrille_report::Work;

use super::asker::Setup;
use super::question::Reply;
use crate::message;
use crate::outcome::Outcome;
use crate::proof::ProofFiles;

/// The sums over all boards.
pub(super) struct Tally {
    pub(super) boards: u64,
    /// The most severe outcome.
    pub(super) outcome: Outcome,
    /// Whether some board has no solution.
    pub(super) any_unsolvable: bool,
    /// Whether some board has more solutions than the one that is written.
    pub(super) any_several: bool,
    /// The first proof.
    pub(super) proof: Option<ProofFiles>,
    /// The statistics of all searches together.
    stats: Stats,
    /// The most severe stop reason.
    stop: Stop,
    clock: Budget,
}

impl Tally {
    /// Starts the clock of the batch.
    pub(super) fn begin() -> Self {
        Self {
            boards: 0,
            outcome: Outcome::Answered,
            any_unsolvable: false,
            any_several: false,
            proof: None,
            stats: Stats::default(),
            stop: Stop::Exhausted,
            clock: Budget::start(&Limits::new()),
        }
    }

    /// Notes the outcome of a board.
    pub(super) fn raise(&mut self, outcome: Outcome) {
        self.outcome = self.outcome.max(outcome);
    }

    /// Adds a board with its outcome.
    pub(super) fn add_board(&mut self, outcome: Outcome) {
        self.boards += 1;
        self.raise(outcome);
    }

    /// Adds the search for the answer to a board.
    pub(super) fn add(&mut self, reply: &Reply) {
        if severity(reply.stop) > severity(self.stop) {
            self.stop = reply.stop;
        }
        self.stats += &reply.stats;
    }

    /// Reports once for all boards what to do next.
    pub(super) fn suggest(&self) {
        if self.any_unsolvable {
            message::help("'quadrille sudoku explain' finds the givens that clash");
        }
        if self.any_several {
            message::help(
                "'quadrille sudoku -n 0' prints all solutions, 'quadrille sudoku explain' says where they differ",
            );
        }
        if let Some(proof) = &self.proof {
            let what = format_args!("to check the first proof, run: {}", proof.command());
            message::note(what);
        }
    }

    /// Prints the statistics of all searches, and the time from the first board to the last.
    pub(super) fn report(mut self, setup: &Setup) {
        let Some(solver) = setup.solver() else {
            return;
        };
        self.stats.elapsed = self.clock.elapsed();
        self.stats.threads = self.stats.threads.max(setup.threads);
        let work = if setup.proofs.is_some() {
            Work::proof(&self.stats, self.stop)
        } else {
            Work::new(solver, &self.stats, self.stop)
        };
        message::say(work.boards(self.boards));
    }
}

/// Orders stop reasons by severity: a batch reports the most severe one.
fn severity(stop: Stop) -> u8 {
    match stop {
        Stop::Exhausted => 0,
        Stop::Solutions => 1,
        Stop::Nodes => 2,
        Stop::Time => 3,
        _ => 4,
    }
}
