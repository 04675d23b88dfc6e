//! What is asked about every board, and how its answers are written.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use quadrille_core::{Answer, Limits, Stats, Stop, Uniqueness};
use quadrille_report::sudoku::{About, Finding};
use quadrille_report::{Ending, write_json};
use quadrille_sudoku::text::Record;
use quadrille_sudoku::{BoardSearch, Grid, Puzzle, Shape};
use serde::Serialize;

use super::records::Item;
use crate::outcome::Outcome;

/// The finding, the stop reason and the statistics.
pub(super) type Reply = Answer<Finding>;

/// Sees solutions until it breaks.
pub(super) type Visit<'a> = &'a mut dyn FnMut(&Grid) -> ControlFlow<()>;

/// Asks about one board, and passes on its solutions.
pub(super) type Asked<'a> = Box<dyn FnOnce(Visit<'_>) -> Reply + 'a>;

/// What a question needs to be asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    /// The board.
    Board,
    /// The board; only those of the classic shape have an answer.
    Classic,
    /// A search for the solutions of the board.
    Search,
    /// A search for those of other boards with fewer or other givens, too.
    Givens,
}

/// Which solutions are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lists {
    Nothing,
    /// One. The first boards of an input are also searched for another one.
    First,
    One,
    Several,
}

/// A board that was asked about.
#[derive(Clone, Copy)]
pub(super) struct Of<'a> {
    pub(super) shape: &'a Shape,
    pub(super) board: &'a Grid,
    /// The puzzle of the board, if it has rules of its own.
    pub(super) puzzle: Option<&'a Puzzle>,
}

impl<'a> Of<'a> {
    /// The board of an item, whose shape is this one if it has no rules of its own.
    pub(super) fn new(item: &'a Item, board: &'a Grid, shape: &'a Shape) -> Self {
        Self {
            shape: item.shape_or(shape),
            board,
            puzzle: item.puzzle.as_deref().map(|(puzzle, _)| puzzle),
        }
    }

    pub(super) fn about(self, reply: &'a Reply) -> About<'a> {
        About::new(self.shape, self.board, reply).of_puzzle(self.puzzle)
    }
}

/// A question about every board of an input.
pub(super) trait Question: Send + Sync {
    /// Asks about a board, with a search that fits what the question [`needs`](Self::needs).
    fn ask(&self, _search: &mut BoardSearch, _board: &Grid, _visit: Visit<'_>) -> Reply {
        free(self.unknown())
    }

    /// The finding about a board of a shape without a search.
    fn look(&self, _shape: &Shape, _board: &Grid) -> Finding {
        self.unknown()
    }

    /// The finding if the question was stopped before it began.
    fn unknown(&self) -> Finding {
        Finding::Unique(Uniqueness::Unknown)
    }

    fn needs(&self) -> Needs {
        Needs::Search
    }

    fn lists(&self) -> Lists {
        Lists::Nothing
    }

    /// Adds what the question limits.
    fn limits(&self, limits: Limits) -> Limits {
        limits
    }

    /// The time limit for each board if no limit is given.
    fn usual_time(&self) -> Option<Duration> {
        None
    }

    /// Whether boards that break a rule are asked about, too.
    fn is_lenient(&self) -> bool {
        false
    }

    /// Whether a board without an answer is echoed unchanged.
    fn echoes(&self) -> bool {
        self.is_lenient()
    }

    /// Whether a blank line separates the answers in words.
    fn parts(&self) -> bool {
        false
    }

    /// Whether nothing is written for a board with this answer, which comes after all others
    /// before.
    fn skips(&self, _reply: &Reply) -> bool {
        false
    }

    /// The answer in words, with values as the record writes them.
    fn text(&self, about: About<'_>, record: &Record) -> String {
        about.in_words_of(record).to_string()
    }

    /// Writes the answer about a board as an object.
    fn json(&self, of: &Of<'_>, ask: Asked<'_>, output: &mut dyn Write) -> io::Result<Reply> {
        let reply = ask(&mut |_| ControlFlow::Continue(()));
        json(output, &of.about(&reply))?;
        Ok(reply)
    }

    /// How a board with this answer ends.
    fn outcome(&self, about: &About<'_>, finding: &Finding) -> Outcome {
        match finding {
            Finding::Unique(Uniqueness::Many) | Finding::Refused(_) | Finding::Unfit(_) => {
                Outcome::BadInput
            }
            // A partial answer is an answer, too.
            Finding::Minimized(_)
            | Finding::MinimalPuzzle(_)
            | Finding::Rated(_)
            | Finding::Effort(_)
            | Finding::Length(..) => Outcome::Answered,
            _ => Outcome::ended(about.stop(), about.is_answer()),
        }
    }
}

/// An answer without a search.
pub(super) fn free(finding: Finding) -> Reply {
    Answer::new(finding, Stop::Exhausted, Stats::default())
}

/// The answer about a board that should have one solution.
pub(super) fn of_one<T>(
    answer: Answer<Result<T, Uniqueness>>,
    finding: impl FnOnce(T) -> Finding,
) -> Reply {
    answer.map(|found| found.map_or_else(Finding::Unique, finding))
}

/// Shows the solution, if there is one.
pub(super) fn listed(answer: Answer<Option<Grid>>, visit: Visit<'_>) -> Reply {
    // There is only one solution, so whether the visitor breaks does not matter.
    let _ = answer.value.as_ref().map(visit);
    answer.map(|solution| Finding::Solutions(u64::from(solution.is_some())))
}

/// Writes a whole object.
pub(super) fn json(mut output: impl Write, object: &impl Serialize) -> io::Result<()> {
    let mut line = Vec::new();
    write_json(object, &mut line)?;
    output.write_all(&line)
}
