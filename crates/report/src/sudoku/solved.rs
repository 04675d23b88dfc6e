//! The solutions of a board as JSON, written as they are found.

use std::cell::Cell;
use std::ops::ControlFlow;

use serde::ser::{Error, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::about::Finding;
use super::object::{searched, unless_stopped, whole_board};
use quadrille_core::Answer;
use quadrille_sudoku::{Grid, Puzzle, Shape};

/// Shows solutions to its argument until the argument breaks.
type Search<'a> = dyn FnOnce(&mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Answer<Finding> + 'a;

/// A board with its solutions, which are written as they are found and never held together:
/// `{"board":"...","solutions":["...","..."],"verdict":"solved","count":2,"nodes":3,"microseconds":9}`,
/// where the verdict is `solved`, `none` or `stopped`.
pub struct Solved<'a> {
    shape: &'a Shape,
    board: &'a Grid,
    puzzle: Option<&'a Puzzle>,
    several: bool,
    search: Cell<Option<Box<Search<'a>>>>,
}

impl<'a> Solved<'a> {
    /// Returns the report on a board. `search` shows the solutions to its argument until the
    /// argument breaks, and returns their number. The field is `solutions` if `several` are listed,
    /// otherwise `solution`. The report can be serialized once.
    pub fn new(
        shape: &'a Shape,
        board: &'a Grid,
        several: bool,
        search: impl FnOnce(&mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Answer<Finding> + 'a,
    ) -> Self {
        let search: Box<Search<'a>> = Box::new(search);
        Self {
            shape,
            board,
            puzzle: None,
            several,
            search: Cell::new(Some(search)),
        }
    }

    /// Adds the puzzle of the board, with its rules and texts.
    #[must_use]
    pub fn of_puzzle(mut self, puzzle: impl Into<Option<&'a Puzzle>>) -> Self {
        self.puzzle = puzzle.into();
        self
    }

    /// Shows all solutions to `visit`, until an error.
    fn each<E: Error>(
        &self,
        mut visit: impl FnMut(String) -> Result<(), E>,
    ) -> Result<Option<Answer<Finding>>, E> {
        let search = self.search.take();
        let search = search.ok_or_else(|| E::custom("the solutions were written before"))?;
        let mut shown = Ok(());
        let answer = search(&mut |solution| {
            shown = visit(self.shape.line(solution));
            match shown {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        shown.map(|()| Some(answer))
    }
}

impl Serialize for Solved<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        whole_board(&mut object, self.shape, self.board, self.puzzle)?;
        let field = if self.several {
            "solutions"
        } else {
            "solution"
        };
        let answer = Cell::new(None);
        object.serialize_entry(field, &Solutions(self, &answer))?;
        if let Some(Answer {
            value, stop, stats, ..
        }) = answer.take()
        {
            let (verdict, found) = match value {
                Finding::Solutions(found @ 1..) => ("solved", found),
                _ => ("none", 0),
            };
            let verdict = unless_stopped(stop, verdict);
            searched(&mut object, verdict, Some(&found.into()), &stats)?;
        }
        object.end()
    }
}

/// The solutions; the search runs while they are written.
struct Solutions<'a, 's>(&'a Solved<'s>, &'a Cell<Option<Answer<Finding>>>);

impl Serialize for Solutions<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(solved, answer) = self;
        if solved.several {
            let mut list = serializer.serialize_seq(None)?;
            answer.set(solved.each(|solution| list.serialize_element(&solution))?);
            return list.end();
        }
        let mut only = None;
        answer.set(solved.each(|solution| {
            only = Some(solution);
            Ok(())
        })?);
        only.serialize(serializer)
    }
}
