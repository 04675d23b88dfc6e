//! Units, and records of what was counted.

use super::{Mark, Subtotal};
use quadrille_core::EngineName;
use quadrille_core::{Count, Method, Order, Part, Parts, Question, Want};
use quadrille_core::{Fingerprint, Problem};

/// A unit of work: one part of one question about one problem. Another process can count it from
/// its line alone, next to the file of the problem.
///
/// ```
/// use quadrille::units::Unit;
/// use quadrille::text::dlx;
///
/// let problem = dlx::read(b"a b\na\nb\na b\n")?;
/// let unit = Unit::new(&problem, "small.dlx", "count; forbid 2".parse()?).part("0".parse()?);
/// assert!(unit.to_string().starts_with("{\"unit\":\"0\",\"problem\":\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unit {
    /// The part of the search.
    pub part: Part,
    /// The fingerprint of the problem.
    pub problem: Fingerprint,
    /// The name of the problem, for messages.
    pub name: String,
    /// The question, with the assumptions that hold for all units of the search: `count`, `all` or
    /// `best`.
    pub question: Question,
    /// The number of times that each solution counts in the total. All units of a question have the
    /// same. It is 1 unless the question is `count`.
    pub times: Count,
    /// The estimated number of nodes of a walk through the unit, if it is known.
    pub weight: Option<u64>,
}

impl Unit {
    /// Makes the unit that is the whole search of a question. The method of the question does not
    /// matter, because every method gives the same count. O(size of the problem).
    #[must_use]
    pub fn new(problem: &Problem, name: impl Into<String>, question: Question) -> Self {
        Self {
            part: Part::default(),
            problem: problem.fingerprint(),
            name: name.into(),
            question: Question {
                want: match question.want {
                    Want::Count(_) => Want::Count(Method::Auto),
                    other => other,
                },
                ..question
            },
            times: Count::ONE,
            weight: None,
        }
    }

    /// Replaces the part.
    #[must_use]
    pub fn part(mut self, part: Part) -> Self {
        self.part = part;
        self
    }

    /// Sets the number of times that each solution counts in the total.
    #[must_use]
    pub fn times(mut self, times: Count) -> Self {
        self.times = times;
        self
    }

    /// Returns whether units can have this question, and all options are below `options`.
    pub(super) fn is_valid(&self, options: usize) -> bool {
        let assumed = &self.question.assumptions;
        let (forced, forbidden) = (assumed.forced(), assumed.forbidden());
        let steps = self.part.steps().iter().map(|step| step.option);
        let mut named = forced.iter().chain(&*forbidden).copied().chain(steps);
        self.is_askable() && named.all(|option| option.index() < options)
    }

    /// Returns whether units can have this question: it is about all solutions, from the root, in
    /// natural order.
    pub(super) fn is_askable(&self) -> bool {
        let Question {
            want, order, from, ..
        } = &self.question;
        let is_of_all = match want {
            Want::Count(method) => *method == Method::Auto,
            Want::All => self.times == Count::ONE,
            Want::Best(k, _) => *k > 0 && self.times == Count::ONE,
            _ => false,
        };
        is_of_all && *order == Order::Natural && from.is_none()
    }
}

/// A record of a ledger. It claims what was found in a unit outside its rest.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Record {
    /// The unit.
    pub unit: Unit,
    /// What was found in the unit outside its rest.
    pub found: Subtotal,
    /// The end of the solutions in their file, if the question is `all`.
    pub mark: Option<Mark>,
    /// The parts of the unit that were not searched. A record without a rest is complete.
    pub rest: Parts,
    /// The share of the unit outside the rest, from 0 to 1, about: the children of each node of the
    /// search tree share its weight equally.
    pub share: f64,
    /// The number of nodes visited.
    pub nodes: u64,
    /// The time of the work, in seconds of one thread.
    pub seconds: f64,
    /// The engine of a walk; `None` for other methods.
    pub engine: Option<EngineName>,
    /// The method.
    pub method: Method,
    /// The version of the program that made the record.
    pub program: String,
}

impl Record {
    /// The primes of the residues in the line of a record.
    pub const PRIMES: [u64; 2] = [65_521, 65_537];

    /// Returns whether the unit was searched to its end.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.rest.is_empty()
    }

    /// The remainders of a count modulo the [primes](Self::PRIMES).
    pub(super) fn residues(count: &Count) -> [u64; 2] {
        let residue = |prime: u64| {
            let parts = count.checked_div_rem(&prime.into());
            parts.and_then(|(_, rest)| rest.to_u64()).unwrap_or(0)
        };
        Self::PRIMES.map(residue)
    }
}
