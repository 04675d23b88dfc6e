//! The puzzles of `generate`, written in the order of their seeds.

use std::ops::ControlFlow;

use quadrille_core::{Budget, Settings, Stop};
use quadrille_report::Ending;
use quadrille_report::sudoku::Made;
use quadrille_sudoku::{
    BoardSearch, Difficulty, Generated, Generator, Grid, Puzzle, Shape, Sudoku,
};

use super::boards::Boards;
use super::missed::Missed;
use crate::message;
use crate::outcome::{Failure, Outcome};
use crate::progress::Progress;
use crate::stop_reason::stop_reason;

/// Writes puzzles, and adds up those that were not made.
pub(super) struct Making<'a> {
    shape: Shape,
    boards: Boards,
    difficulty: Option<Difficulty>,
    /// Finds the solutions that documents show.
    search: BoardSearch,
    /// How puzzles with rules about cells are compiled.
    settings: Settings,
    /// The limits of the whole command.
    whole: &'a Budget,
    pub(super) progress: Progress,
    made: u64,
    missed: Missed,
    outcome: Outcome,
}

impl<'a> Making<'a> {
    pub(super) fn new(
        generator: &Generator,
        boards: Boards,
        difficulty: Option<Difficulty>,
        whole: &'a Budget,
        progress: Progress,
    ) -> Self {
        let mut search = generator.sudoku().search();
        search.budget(whole);
        Self {
            shape: generator.shape().clone(),
            boards,
            difficulty,
            search,
            settings: generator.sudoku().settings().clone(),
            whole,
            progress,
            made: 0,
            missed: Missed::default(),
            outcome: Outcome::Answered,
        }
    }

    /// Writes the puzzle of a seed, or reports that there is none. Stops if the others would fail,
    /// too.
    pub(super) fn write(
        &mut self,
        seed: u64,
        generated: &Generated,
    ) -> ControlFlow<Result<(), Failure>> {
        let made = Made::new(&self.shape, seed, generated).of_difficulty(self.difficulty);
        let puzzle = generated.board.as_ref().map(|board| {
            let shape = generated.shape.as_ref().unwrap_or(&self.shape);
            Puzzle::new(shape.clone(), board.clone())
        });
        let (search, settings, whole) = (&mut self.search, &self.settings, self.whole);
        let solve = |puzzle: &Puzzle| first(puzzle, search, settings, whole);
        if let Err(error) = self.boards.made(&made, puzzle.as_ref(), solve) {
            return ControlFlow::Break(Err(Failure::Write(error)));
        }
        if puzzle.is_some() {
            self.made += 1;
            self.progress.count();
            return ControlFlow::Continue(());
        }
        message::say(made.remark(stop_reason(generated.stop)));
        self.outcome = self.outcome.max(match generated.stop {
            Stop::Cancelled => Outcome::Interrupted,
            _ => Outcome::Stopped,
        });
        let is_over = generated.stop == Stop::Time && whole.poll().is_err();
        self.missed.add(generated.stop, is_over);
        if self.outcome == Outcome::Interrupted || is_over {
            // The other seeds would fail, too, and there may be very many.
            ControlFlow::Break(Ok(()))
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Writes what is left. Reports how many of the wanted puzzles were made, if not all were.
    pub(super) fn end(mut self, wanted: u64) -> Result<Outcome, Failure> {
        self.boards.end().map_err(Failure::Write)?;
        if self.made < wanted && self.outcome == Outcome::Stopped {
            let what = format!("made {} of {wanted} puzzles", self.made);
            message::note_with(what, &*self.missed.help(self.made));
        }
        Ok(self.outcome)
    }
}

/// The solution of a puzzle. The search is for boards without rules about cells.
fn first(
    puzzle: &Puzzle,
    search: &mut BoardSearch,
    settings: &Settings,
    whole: &Budget,
) -> Option<Grid> {
    if puzzle.shape.cell_rules().is_empty() {
        return search.first(&puzzle.board).value;
    }
    let sudoku = Sudoku::for_board(&puzzle.shape, &puzzle.board, settings);
    sudoku.search().budget(whole).first(&puzzle.board).value
}
