//! Lists of units.

use super::Unit;
use quadrille_core::Parts;

/// Units of one or more questions. Their parts share their steps, so what a deep search has left
/// fits into memory: a list of all its units would be much larger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Units(Vec<OfQuestion>);

/// Units of one question.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OfQuestion {
    /// The whole search.
    root: Unit,
    parts: Parts,
    /// The weight of each part.
    weights: Vec<Option<u64>>,
}

impl Units {
    /// Appends parts of a search, each with its weight.
    pub(super) fn add(&mut self, root: &Unit, parts: Parts, weights: Vec<Option<u64>>) {
        // So lists without units are equal.
        if !parts.is_empty() {
            self.0.push(OfQuestion {
                root: root.clone(),
                parts,
                weights,
            });
        }
    }

    /// Returns the number of units.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|units| units.parts.len()).sum()
    }

    /// Returns whether there are no units.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the units, in order. Each is made when it is asked for: all of them together may
    /// take the square of the depth of the search.
    pub fn iter(&self) -> impl Iterator<Item = Unit> + '_ {
        self.0.iter().flat_map(|of_question| {
            let parts = of_question.parts.iter().zip(&of_question.weights);
            parts.map(|(part, &weight)| Unit {
                part,
                weight,
                ..of_question.root.clone()
            })
        })
    }
}
