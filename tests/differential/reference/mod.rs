//! The true results for a problem, by two references that share no code with the library or with
//! each other.

mod list;
mod number;

use num_bigint::BigUint;

pub(crate) use list::list;
pub(crate) use number::{Number, number};

use crate::case::Case;

/// A reference gives up after it has examined options this many times. The problem is then too
/// large for these tests.
const STEPS: usize = 20_000;
/// The maximum number of covers to list.
pub(crate) const MOST_LISTED: u32 = 200;

/// The true results for a problem.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    pub(crate) number: Number,
    /// All covers, unless there are too many.
    pub(crate) covers: Option<Vec<Vec<usize>>>,
}

impl Truth {
    /// Computes the results; `None` if the problem is too large for the references, an error if
    /// they differ.
    pub(crate) fn of(case: &Case) -> Result<Option<Self>, String> {
        let Some(number) = number(case, STEPS) else {
            return Ok(None);
        };
        let covers = match number.all <= BigUint::from(MOST_LISTED) {
            true => list(case, STEPS),
            false => None,
        };
        if let Some(covers) = &covers {
            let least = covers.iter().map(|cover| case.cost(cover)).min();
            let ties = covers.iter().filter(|c| Some(case.cost(c)) == least);
            let least = least.map(|least| (least, BigUint::from(ties.count())));
            let listed = (BigUint::from(covers.len()), least);
            let counted = (number.all.clone(), number.least.clone());
            if listed != counted {
                return Err(format!("the references differ: {listed:?} and {counted:?}"));
            }
        }
        Ok(Some(Self { number, covers }))
    }

    pub(crate) fn count(&self) -> &BigUint {
        &self.number.all
    }

    pub(crate) fn is_feasible(&self) -> bool {
        self.number.least.is_some()
    }

    /// Returns whether there are at most `most` covers.
    pub(crate) fn at_most(&self, most: u64) -> bool {
        self.number.all <= BigUint::from(most)
    }
}

/// The number of covers with all options of one list and none of another, by inclusion and
/// exclusion over the first list. `None` if the problem is too large.
pub(crate) fn number_under(case: &Case, forced: &[usize], forbidden: &[usize]) -> Option<BigUint> {
    let Some((&first, rest)) = forced.split_first() else {
        return number(&case.without(|row| forbidden.contains(&row)), STEPS).map(|n| n.all);
    };
    let mut without = forbidden.to_vec();
    without.push(first);
    Some(number_under(case, rest, forbidden)? - number_under(case, rest, &without)?)
}
