//! The clauses that watch each literal.

use super::literal::Literal;

/// A learned clause: its place in the array of all clauses.
pub(super) type Place = u32;

/// A clause that watches a literal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) clause: Place,
    /// Another literal of the clause. If it is true, the clause needs no look.
    pub(super) other: Literal,
}

/// A list for each literal that was watched: in a large problem, most never are.
#[derive(Clone, Debug, Default)]
pub(super) struct Watches {
    /// For each literal the place of its list, counted from 1; 0 if it has none.
    places: Vec<u32>,
    lists: Vec<Vec<Watch>>,
}

impl Watches {
    pub(super) fn new(literals: usize) -> Self {
        Self {
            places: vec![0; literals],
            lists: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, literal: Literal, watch: Watch) {
        let place = &mut self.places[literal.index()];
        if *place == 0 {
            self.lists.push(Vec::new());
            *place = self.lists.len() as u32;
        }
        self.lists[*place as usize - 1].push(watch);
    }

    /// The list of a literal, if it has one.
    #[inline]
    pub(super) fn list(&mut self, literal: Literal) -> Option<&mut Vec<Watch>> {
        match self.places[literal.index()] {
            0 => None,
            place => Some(&mut self.lists[place as usize - 1]),
        }
    }

    /// Empties all lists.
    pub(super) fn clear(&mut self) {
        self.lists.iter_mut().for_each(Vec::clear);
    }
}
