//! The solutions of a board as JSON, written as they are found.

use std::cell::Cell;
use std::ops::ControlFlow;

use serde::ser::{Error, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::about::Finding;
use super::object::Searched;
use crate::Answer;
use crate::sudoku::{Grid, Shape};

/// Shows solutions to its argument until that breaks.
type Search<'a> = dyn FnOnce(&mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Answer<Finding> + 'a;

/// A board with its solutions, written as they are found: they are never held together.
/// `{"board":"...","solutions":["...","..."],"verdict":"solved","count":2,"nodes":3,"microseconds":9}`,
/// where the verdict is `solved`, `none` or `stopped`.
pub struct Solved<'a> {
    shape: &'a Shape,
    board: &'a Grid,
    several: bool,
    search: Cell<Option<Box<Search<'a>>>>,
}

impl<'a> Solved<'a> {
    /// A board whose solutions `search` shows to its argument, until that breaks; it returns how many
    /// these were. Their field is `solutions`, or `solution` if there are not `several` to be listed.
    /// It can be serialized once.
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
            several,
            search: Cell::new(Some(search)),
        }
    }

    /// Shows all solutions to `visit`, up to an error.
    fn each<E: Error>(
        &self,
        mut visit: impl FnMut(String) -> Result<(), E>,
    ) -> Result<Searched, E> {
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
        shown?;
        let (verdict, found) = match answer.value {
            Finding::Solutions(found @ 1..) => ("solved", found),
            _ => ("none", 0),
        };
        Ok(Searched::counted(
            verdict,
            found.into(),
            answer.stop,
            &answer.stats,
        ))
    }
}

impl Serialize for Solved<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("board", &self.shape.line(self.board))?;
        let searched = if self.several {
            let list = List {
                solved: self,
                searched: Cell::new(None),
            };
            object.serialize_entry("solutions", &list)?;
            list.searched.take()
        } else {
            let mut only = None;
            let searched = self.each(|solution| {
                only = Some(solution);
                Ok(())
            })?;
            object.serialize_entry("solution", &only)?;
            Some(searched)
        };
        if let Some(searched) = searched {
            object.serialize_entry("verdict", &searched.verdict)?;
            object.serialize_entry("count", &searched.count)?;
            object.serialize_entry("nodes", &searched.nodes)?;
            object.serialize_entry("microseconds", &searched.microseconds)?;
        }
        object.end()
    }
}

/// The list of solutions; the search runs while it is written.
struct List<'a, 's> {
    solved: &'a Solved<'s>,
    searched: Cell<Option<Searched>>,
}

impl Serialize for List<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let searched = self
            .solved
            .each(|solution| list.serialize_element(&solution))?;
        self.searched.set(Some(searched));
        list.end()
    }
}
