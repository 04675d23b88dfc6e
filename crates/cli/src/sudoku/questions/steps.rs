//! `quadrille sudoku steps`.

use std::path::PathBuf;

use clap::Args;
use quadrille_core::Answer;
use quadrille_core::steps::Kind;
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{BoardPath, BoardSearch, BoardStep, Grid, Route};

use super::assumption::Assumption;
use super::until::{Last, Marks, wrong_marks};
use crate::help::INPUT;
use crate::outcome::Failure;
use crate::steps::Technique;
use crate::sudoku::arguments::{Ask, DrawnArguments, Inquiry};
use crate::sudoku::question::{Needs, Question, Reply, Visit, free};

const AFTER_HELP: &str = "\
Examples:
  quadrille sudoku steps boards.txt
  quadrille sudoku steps boards.txt --until x-wing -o steps.html

Exit codes:
  0  every board is solved, has several solutions, or has no step of the allowed techniques left
  1  a board has no solution, or not exactly one, which --assume-unique assumes
  2  bad usage, or a board is invalid
  3  stopped by a limit before the answer was known";

/// Solve boards step by step, as a person would, and say why
///
/// Prints the steps, one per line: each is the easiest that a person can find. Below them is the
/// solution, or the reason why no step is left. A blank line separates boards. A board with pencil
/// marks is read with its candidates, so steps that are already done are skipped. Pictures show one
/// step each, with its candidates in colours.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Steps {
    #[command(flatten)]
    answers: DrawnArguments,

    /// Use only these techniques, separated by commas [default: all]
    #[arg(long, value_enum, value_name = "NAMES", value_delimiter = ',')]
    techniques: Vec<Technique>,

    /// Stop after the first step of a technique, such as x-wing, or after that which fills a cell,
    /// such as r4c5
    #[arg(long, value_name = "WHAT", value_parser = Last::read)]
    until: Option<Last>,

    /// Begin with the pencil marks of FILE, a board of the same puzzle
    ///
    /// The givens come from the boards, the marks from FILE: the steps that led to the marks are
    /// skipped. Marks that contradict a board are an error.
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    marks: Option<PathBuf>,

    #[command(flatten)]
    assumption: Assumption,
}

impl Ask for Steps {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        let kinds = self.techniques.iter().map(|&technique| technique.into());
        let marks = self.marks.as_deref().map(Marks::open).transpose()?;
        self.answers.inquiry(|draws| AllSteps {
            kinds: kinds.collect(),
            last: self.until,
            marks,
            draws,
            assumption: self.assumption,
        })
    }
}

/// All steps with arguments of these kinds; all kinds if there are none.
struct AllSteps {
    kinds: Vec<Kind>,
    last: Option<Last>,
    marks: Option<Marks>,
    draws: bool,
    assumption: Assumption,
}

impl Question for AllSteps {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, _: Visit<'_>) -> Reply {
        let shape = search.shape().clone();
        let puzzle = board;
        let marked = self.marks.as_ref().map(|marks| marks.on(&shape, board));
        let board = &match marked.unwrap_or_else(|| Ok(board.clone())) {
            Ok(board) => board,
            Err(fault) => return free(Finding::Unfit(fault)),
        };
        if let Some(fault) = self.last.and_then(|last| last.fault(&shape, board)) {
            return free(Finding::Unfit(fault));
        }
        if let Some(fault) = wrong_marks(search, puzzle, board) {
            return free(Finding::Unfit(fault));
        }
        let is_last = |step: &BoardStep| self.last.is_some_and(|last| last.is(&shape, step));
        let mut route = Route::new().kinds(self.kinds.iter().copied());
        if self.last.is_some() {
            route = route.until(&is_last);
        }
        let route = self.assumption.of(route, puzzle);
        let mut answer = search.steps(board, &route);
        if self.draws {
            add_figures(search, board, &mut answer);
        }
        answer.map(Finding::Steps)
    }

    fn needs(&self) -> Needs {
        Needs::Givens
    }

    fn parts(&self) -> bool {
        true
    }
}

/// Adds what pictures of the steps show.
pub(super) fn add_figures(search: &mut BoardSearch, board: &Grid, answer: &mut Answer<BoardPath>) {
    match search.figures(board, &answer.value) {
        Ok(figures) => answer.value.figures = figures,
        Err(stop) => {
            // A step without its picture is not shown.
            answer.value.steps.clear();
            answer.stop = stop;
        }
    }
}
