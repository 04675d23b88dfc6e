//! `quadrille sudoku count`.

use clap::Args;
use quadrille_core::{Count as Number, Limits, Method};
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{BoardSearch, Grid};

use crate::limits::positive;
use crate::outcome::Failure;
use crate::sudoku::arguments::{AnswerArguments, Ask, BatchArguments, Inquiry};
use crate::sudoku::question::{Question, Reply, Visit};

/// Count the solutions of boards
///
/// Prints one line for each board: the number of solutions, "at least N" if a limit stopped the
/// search, or "bad" for an invalid board. Large numbers are counted without listing the
/// solutions.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille sudoku count boards.txt\n  echo 1......2....3... | quadrille sudoku count --marginals"
)]
pub(crate) struct Count {
    #[command(flatten)]
    batch: BatchArguments,

    /// Stop counting at N solutions: print N if there are N or more
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    limit: Option<u64>,

    /// Also print for each cell the number of solutions with each value
    #[arg(long, conflicts_with_all = ["limit", "engine"])]
    marginals: bool,

    #[command(flatten)]
    answers: AnswerArguments,
}

impl Ask for Count {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        let target = self.answers.target()?;
        Ok(if self.marginals {
            self.batch.inquiry(Marginals, target)
        } else {
            let (limit, method) = (self.limit, self.batch.method());
            self.batch.inquiry(Counting { limit, method }, target)
        })
    }
}

/// The number of solutions, counted up to a limit.
struct Counting {
    limit: Option<u64>,
    method: Method,
}

impl Question for Counting {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, _: Visit<'_>) -> Reply {
        search.count_by(board, self.method).map(Finding::Count)
    }

    fn unknown(&self) -> Finding {
        Finding::Count(Number::default())
    }

    fn limits(&self, limits: Limits) -> Limits {
        match self.limit {
            Some(most) => limits.solutions(most),
            None => limits,
        }
    }
}

/// The number of solutions with each candidate.
struct Marginals;

impl Question for Marginals {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, _: Visit<'_>) -> Reply {
        let answer = search.marginals(board);
        let count = answer.stats.solutions.clone();
        answer.map(|each| match each {
            Some(each) => Finding::Marginals(count, each),
            None => Finding::Count(count),
        })
    }

    fn unknown(&self) -> Finding {
        Finding::Count(Number::default())
    }
}
