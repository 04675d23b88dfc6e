//! What is true of a problem, by two references that share no code with the library, nor with each
//! other.

mod list;
mod number;

use num_bigint::BigUint;

pub(crate) use list::list;
pub(crate) use number::{Number, number};

use crate::case::Case;

/// Looks at an option after which a reference gives up; a problem that needs more is too large for these tests.
const STEPS: usize = 20_000;
/// The most covers that are listed.
pub(crate) const MOST_LISTED: u32 = 200;

/// What is true of a problem.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    pub(crate) number: Number,
    /// All covers, unless there are too many.
    pub(crate) covers: Option<Vec<Vec<usize>>>,
}

impl Truth {
    /// `None` if the problem is too large for the references; an error if they differ, so that one
    /// of them is wrong.
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

    /// Whether there are at most so many covers.
    pub(crate) fn at_most(&self, most: u64) -> bool {
        self.number.all <= BigUint::from(most)
    }
}

/// How many covers hold all of some options and none of others. By inclusion and exclusion over
/// those that are wanted. `None` if the problem is too large.
pub(crate) fn number_under(case: &Case, wanted: &[usize], unwanted: &[usize]) -> Option<BigUint> {
    let Some((&first, rest)) = wanted.split_first() else {
        return number(&case.without(|row| unwanted.contains(&row)), STEPS).map(|n| n.all);
    };
    let mut without = unwanted.to_vec();
    without.push(first);
    Some(number_under(case, rest, unwanted)? - number_under(case, rest, &without)?)
}
