//! What is asked about every board.

use std::ops::ControlFlow;

use clap::ValueEnum;
use quadrille::sudoku::{BoardSearch, Grid, Sudoku};
use quadrille::{Answer, Limits, Solver};

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Order {
    /// Any, whichever is found first
    #[default]
    Any,
    /// The one with the smallest digits, read as a number; only with -n 1
    Lex,
}

/// One question for all boards, shared by all threads.
pub(super) struct Question {
    sudoku: Sudoku,
    limits: Limits,
    order: Order,
}

impl Question {
    pub(super) fn new(sudoku: Sudoku, limits: Limits, order: Order) -> Self {
        Self {
            sudoku,
            limits,
            order,
        }
    }

    pub(super) fn solver(&self) -> &Solver {
        self.sudoku.solver()
    }

    /// A search of one thread's own, under the limits of the question.
    pub(super) fn search(&self) -> BoardSearch<'_> {
        let mut search = self.sudoku.search();
        search.limits(self.limits.clone());
        search
    }

    /// Asks it about a board. `visit` sees the solutions until it breaks; the value says how many
    /// it saw.
    pub(super) fn ask(
        &self,
        search: &mut BoardSearch<'_>,
        board: &Grid,
        visit: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Answer<u64> {
        if self.order == Order::Lex {
            let answer = search.smallest(board);
            // There is nothing to stop after the only one.
            let _ = answer.value.as_ref().map(visit);
            return answer.map(|solution| solution.map_or(0, |_| 1));
        }
        let mut seen = 0;
        let answer = search.for_each(board, |solution| {
            seen += 1;
            visit(solution)
        });
        answer.map(|_| seen)
    }
}
