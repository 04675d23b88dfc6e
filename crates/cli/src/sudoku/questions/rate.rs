//! `quadrille sudoku rate`.

use clap::Args;
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{BoardSearch, Grid};

use crate::outcome::Failure;
use crate::sudoku::arguments::{Ask, Inquiry, WordArguments};
use crate::sudoku::question::{Needs, Question, Reply, Visit, of_one};

/// Rate boards with one solution
///
/// Prints one line for each board. It begins with the difficulty:
///   easy     inference forced: naked and hidden singles suffice
///   medium   inference subsets or supports: more than singles are needed, no guesses
///   hard     inference search, at most 3 guesses
///   expert   more than 3 guesses, at most 10
///   extreme  more than 10 guesses
///
/// "guesses" is how often the engine guesses: the mean of 64 random searches, with its standard
/// error. "inference" is the weakest inference that suffices. forced: naked and hidden singles.
/// subsets: also locked candidates. supports: also the support rule, which removes a value from a
/// cell that sees all places for the value in a unit; it adds something only where there are
/// regions or extra rules. search: guesses are needed. "calls" is the number of calls of plain
/// backtracking: the median over 15 random ways to turn and label the board, with the quartiles. It
/// is printed only for 9x9 boards with the usual rules, and turning or relabelling such a board
/// does not change its rating. A board without exactly one solution is printed as a word: none,
/// several, unknown, bad.
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:\n  quadrille sudoku rate boards.txt\n  quadrille sudoku generate -n 3 --difficulty hard | quadrille sudoku rate"
)]
pub(crate) struct Rate {
    #[command(flatten)]
    words: WordArguments,
}

impl Ask for Rate {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        self.words.inquiry(Rating)
    }
}

/// How hard the board is.
struct Rating;

impl Question for Rating {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, _: Visit<'_>) -> Reply {
        of_one(search.rate(board), Finding::Rated)
    }

    fn needs(&self) -> Needs {
        Needs::Givens
    }
}
