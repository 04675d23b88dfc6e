//! The numbers of the constraints of a formula. Proof checkers count from 1, and an equality has
//! two numbers: that of the constraint "at least" and that of "at most", which follows.

use std::convert::Infallible;

use rustc_hash::FxHashMap;

use crate::problem::{ItemId, OptionId, Problem};
use crate::text::WriteError;
use crate::text::linear::{Name, Relation};
use crate::text::variables::Variables;

/// The numbers of the constraints of a formula.
#[derive(Debug)]
pub(crate) struct Rows {
    /// The first number of each primary item that is covered an exact number of times, ascending.
    items: Vec<(ItemId, u64)>,
    /// The first number of a constraint that fixes an option: a dropped, forced or forbidden one.
    options: FxHashMap<OptionId, u64>,
    /// The constraints of the formula, of which an equality counts as one.
    pub(super) count: u64,
    next: u64,
}

impl Rows {
    /// The numbers in the formula of a problem under assumptions: forced options and forbidden
    /// ones.
    ///
    /// # Errors
    /// [`WriteError::Feature`] if there are too many variables.
    pub(crate) fn under(
        problem: &Problem,
        forced: &[OptionId],
        forbidden: &[OptionId],
    ) -> Result<Self, WriteError> {
        let mut rows = Self::of(&Variables::new(problem, "opb")?);
        rows.assume(forced, forbidden);
        Ok(rows)
    }

    pub(super) fn of(variables: &Variables<'_>) -> Self {
        let mut rows = Self {
            items: Vec::new(),
            options: FxHashMap::default(),
            count: 0,
            next: 1,
        };
        let Ok(()) = variables.rows(|row| {
            let is_equality = row.bounds.relation == Relation::Equal;
            match row.name {
                Name::Item(item) if is_equality => rows.items.push((item, rows.next)),
                Name::Dropped(variable) => {
                    let option = OptionId::new(variable as u32 - 1);
                    rows.options.insert(option, rows.next);
                }
                _ => {}
            }
            let has_two = row.bounds.high.is_some();
            rows.count += 1 + u64::from(has_two);
            rows.next += 1 + u64::from(has_two || is_equality);
            Ok::<_, Infallible>(())
        });
        rows
    }

    /// Adds the constraints that fix forced and forbidden options.
    pub(super) fn assume(&mut self, forced: &[OptionId], forbidden: &[OptionId]) {
        for &option in forced.iter().chain(forbidden) {
            self.options.entry(option).or_insert(self.next);
            self.count += 1;
            self.next += 2;
        }
    }

    /// The first number of the constraint of an item, if it is an equality.
    pub(crate) fn of_item(&self, item: ItemId) -> Option<u64> {
        let place = self.items.binary_search_by_key(&item, |row| row.0).ok()?;
        Some(self.items[place].1)
    }

    /// The first number of a constraint that fixes an option, if there is one.
    pub(crate) fn of_option(&self, option: OptionId) -> Option<u64> {
        self.options.get(&option).copied()
    }
}
