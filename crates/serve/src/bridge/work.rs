//! The compiled puzzle, its limits, and reports of progress.

use std::sync::Arc;

use quadrille_core::{Budget, CancelToken, Limits, Settings, Stop};
use quadrille_page::Host;
use quadrille_sudoku::{BoardSearch, Shape, Sudoku};

use super::answer::Answer;
use super::puzzle::Asked;

/// Sends a report of progress.
pub(super) type Report = Arc<dyn Fn(Answer) + Send + Sync>;

pub(super) struct Work {
    pub(super) sudoku: Sudoku,
    pub(super) budget: Budget,
    pub(super) report: Report,
    /// A number that changes from message to message.
    pub(super) seed: u64,
    limits: Limits,
    threads: usize,
}

impl Work {
    /// Compiles a puzzle, and starts the clock.
    pub(super) fn begin(
        asked: &Asked,
        host: &Host,
        token: &CancelToken,
        (report, seed): (Report, u64),
    ) -> Result<Self, Stop> {
        let limits = Limits::new()
            .time(host.time)
            .memory(host.memory)
            .cancel(token);
        let budget = Budget::start(&limits);
        let (shape, board) = (&asked.puzzle.shape, &asked.puzzle.board);
        let settings = Settings::new().memory(host.memory);
        let sudoku = if *shape == Shape::classic() {
            Sudoku::classic().clone()
        } else {
            Sudoku::for_puzzle_within(shape, board, &settings, &budget)?
        };
        Ok(Self {
            sudoku,
            budget,
            report,
            seed,
            limits,
            threads: host.threads,
        })
    }

    /// What is left of the limits.
    pub(super) fn limits(&self) -> Limits {
        self.limits.clone().after(self.budget.elapsed())
    }

    /// A search with what is left of the limits.
    pub(super) fn search(&self) -> BoardSearch {
        let mut search = self.sudoku.search();
        search.limits(self.limits()).threads(self.threads);
        search
    }
}
