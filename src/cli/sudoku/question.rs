//! What is asked about every board.

use std::ops::ControlFlow;
use std::time::Duration;

use clap::ValueEnum;
use quadrille::Method;
use quadrille::sudoku::{BoardSearch, Check, Grid, Shape, Sudoku};
use quadrille::{Answer, Count, Limits, Solver};

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Order {
    /// Any, whichever is found first
    #[default]
    Any,
    /// The one with the smallest digits, read as a number; only with -n 1
    Lex,
}

/// The most bytes for counting, of all threads together.
const MEMORY: usize = 1 << 30;

/// What is to be found out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    /// Solutions, as many as the limits allow.
    Solve,
    /// The lexicographically smallest solution.
    Smallest,
    /// How many solutions there are.
    Count,
    /// How many solutions hold each candidate.
    Marginals,
    /// Whether it is a puzzle.
    Check,
}

/// What was found out about a board.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// So many solutions were seen.
    Solutions(u64),
    /// There are so many solutions.
    Count(Count),
    /// There are so many solutions, and so many of them hold each candidate.
    Marginals(Count, Vec<Count>),
    /// What kind of a puzzle it is.
    Check(Check),
}

/// One question for all boards, shared by all threads.
pub(super) struct Question {
    sudoku: Sudoku,
    limits: Limits,
    verb: Verb,
    method: Method,
    memory: usize,
}

impl Question {
    pub(super) fn new(sudoku: Sudoku, limits: Limits, verb: Verb) -> Self {
        Self {
            sudoku,
            limits,
            verb,
            method: Method::Auto,
            memory: MEMORY,
        }
    }

    /// Counts like this, on so many threads.
    pub(super) fn counting(mut self, method: Method, threads: u64) -> Self {
        self.method = method;
        self.memory = MEMORY / usize::try_from(threads).unwrap_or(usize::MAX).max(1);
        self
    }

    pub(super) fn solver(&self) -> &Solver {
        self.sudoku.solver()
    }

    pub(super) fn shape(&self) -> &Shape {
        self.sudoku.shape()
    }

    /// A search of one thread's own, under the limits of the question.
    pub(super) fn search(&self) -> BoardSearch {
        self.search_after(Duration::ZERO)
    }

    /// A search for one board about which the question was asked before, for so long: the limit of
    /// time is that of both together.
    pub(super) fn search_after(&self, spent: Duration) -> BoardSearch {
        let mut search = self.sudoku.search();
        search
            .limits(self.limits.clone().after(spent))
            .counting(self.method, self.memory);
        search
    }

    /// Asks it about a board. `visit` sees the solutions that are asked for, until it breaks.
    pub(super) fn ask(
        &self,
        search: &mut BoardSearch,
        board: &Grid,
        visit: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Answer<Verdict> {
        match self.verb {
            Verb::Solve => {
                let mut seen = 0;
                let answer = search.for_each(board, |solution| {
                    seen += 1;
                    visit(solution)
                });
                answer.map(|_| Verdict::Solutions(seen))
            }
            Verb::Smallest => {
                let answer = search.smallest(board);
                // There is nothing to stop after the only one.
                let _ = answer.value.as_ref().map(visit);
                answer.map(|solution| Verdict::Solutions(u64::from(solution.is_some())))
            }
            Verb::Count => search.count(board).map(Verdict::Count),
            Verb::Marginals => {
                let answer = search.marginals(board);
                let count = answer.stats.solutions.clone();
                answer.map(|each| match each {
                    Some(each) => Verdict::Marginals(count, each),
                    None => Verdict::Count(count),
                })
            }
            Verb::Check => search.check(board).map(Verdict::Check),
        }
    }
}
