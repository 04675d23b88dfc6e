//! `quadrille sudoku rate`.

use clap::{Args, ValueEnum};
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{BoardSearch, Grid};

use crate::outcome::Failure;
use crate::sudoku::arguments::{Ask, Inquiry, WordArguments};
use crate::sudoku::question::{Needs, Question, Reply, Visit, of_one};

/// Rate boards with one solution
///
/// Prints one line for each board: how hard it is for a person who solves it step by step, always
/// by the easiest step. The word follows from the hardest step:
///   easy     singles, and locked candidates or hidden pairs that lead to one at once
///   medium   also locked candidates, single rules, pairs, triples, X-wings or swordfish
///   hard     also quads, wings, other sets or two rules together
///   expert   also chains or Nishio
///   extreme  also cases, forcing chains or trials
///
/// For 9x9 boards with the usual rules, the number is that of the hardest step on the public scale of
/// Sukaku Explainer, without techniques that assume one solution. It has no word for a trial, which
/// counts as 10. Then come the hardest step, the sum of the numbers of all steps, and how many steps
/// of each technique there are. Turning or relabelling such a board does not change its rating. A
/// board without exactly one solution is printed as a word: none, several, unknown, bad.
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:\n  quadrille sudoku rate boards.txt\n  quadrille sudoku generate -n 3 --difficulty hard | quadrille sudoku rate"
)]
pub(crate) struct Rate {
    #[command(flatten)]
    words: WordArguments,

    /// How to measure
    #[arg(long, value_enum, value_name = "SCALE", default_value = "steps")]
    scale: Scale,
}

/// What a rating measures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Scale {
    /// The steps of a person
    Steps,
    /// What programs need: the mean number of guesses of 64 random searches of the engine, with its
    /// standard error; the weakest inference that suffices (forced: naked and hidden singles; subsets:
    /// also locked candidates; supports: also values that see all places of a value in a unit; search:
    /// guesses); for 9x9 boards with the usual rules, the calls of plain backtracking: the median over
    /// 15 random ways to turn and label the board, with the quartiles
    Guesses,
    /// The least n such that singles and braids of at most n items solve the board (Berthier's B)
    Braids,
    /// The same for whips, braids that read as a chain: each item is linked to the value before it
    /// (Berthier's W)
    Whips,
}

impl Ask for Rate {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        self.words.inquiry(Rating(self.scale))
    }
}

/// How hard the board is, on a scale.
struct Rating(Scale);

impl Question for Rating {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, _: Visit<'_>) -> Reply {
        match self.0 {
            Scale::Steps => of_one(search.rate(board), Finding::Rated),
            Scale::Guesses => of_one(search.effort(board), Finding::Effort),
            Scale::Braids => of_one(search.braid_rating(board, usize::MAX), |length| {
                Finding::Length("braids", length)
            }),
            Scale::Whips => of_one(search.whip_rating(board, usize::MAX), |length| {
                Finding::Length("whips", length)
            }),
        }
    }

    fn needs(&self) -> Needs {
        Needs::Givens
    }
}
