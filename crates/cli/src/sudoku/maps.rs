//! What a batch knows about the maps of regions in its input.

use quadrille_sudoku::Shape;
use quadrille_sudoku::text::Content;

use super::later::LaterMap;
use super::records::Item;
use super::shapes;

/// The map of the boards, and other ones.
pub(super) struct Maps {
    /// The map above the boards. It may stand above each of them.
    known: Option<String>,
    later: LaterMap,
}

impl Maps {
    pub(super) fn new(known: Option<String>) -> Self {
        Self {
            known,
            later: LaterMap::default(),
        }
    }

    /// Whether there is a map above the boards.
    pub(super) fn is_known(&self) -> bool {
        self.known.is_some()
    }

    /// Whether a record is the map above the boards.
    pub(super) fn is_map(&self, item: &Item) -> bool {
        let known = self.known.as_ref();
        known.is_some_and(|map| shapes::is_map(item.record.raw(), map))
    }

    /// Whether a record is that map on one line.
    pub(super) fn is_line(&self, item: &Item) -> bool {
        let known = self.known.as_ref();
        known.is_some_and(|map| shapes::is_on_one_line(item.record.raw(), map))
    }

    /// Whether a record is a part of that map.
    pub(super) fn is_part(&self, item: &Item) -> bool {
        let known = self.known.as_ref();
        known.is_some_and(|map| shapes::is_part(item.record.raw(), map))
    }

    /// The first row of a map above this record or in it, with its line number, if the map does not
    /// have the regions of the boards.
    pub(super) fn other(&mut self, item: &Item, shape: &Shape) -> Option<(u64, String)> {
        let record = &item.record;
        match record.content() {
            _ if item.case.is_some() || item.puzzle.is_some() => None,
            Content::Board(_) => self.later.end(shape),
            _ => self.later.take(record.raw(), record.line(), shape),
        }
    }
}
