//! Answers: a value, the reason why the search stopped, and statistics.

use super::{Stats, Stop};

/// The answer to a question: a value, the reason why the search stopped, and statistics.
///
/// ```
/// use quadrille::{Limits, Problem, Solver, Stop};
///
/// let mut builder = Problem::builder();
/// let item = builder.primary("a")?;
/// builder.option([item])?;
/// builder.option([item])?;
/// let mut search = Solver::new(builder.build()).search();
///
/// let answer = search.all();
/// assert_eq!((answer.value.len(), answer.stop), (2, Stop::Exhausted));
/// assert!(answer.is_complete()); // there are no other solutions
///
/// let answer = search.limits(Limits::new().solutions(1)).all();
/// assert_eq!((answer.value.len(), answer.stop), (1, Stop::Solutions));
/// assert!(!answer.is_complete()); // there may be more
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Answer<T> {
    /// The value, as far as the search got.
    pub value: T,
    /// The reason why the search stopped.
    pub stop: Stop,
    /// The statistics of the search.
    pub stats: Stats,
}

impl<T> Answer<T> {
    /// Makes an answer, for example from the answers to several questions.
    #[must_use]
    pub fn new(value: T, stop: Stop, stats: Stats) -> Self {
        Self { value, stop, stats }
    }

    /// Returns whether the search came to its end: whether [`stop`](Self::stop) is
    /// [`Stop::Exhausted`]. What that proves depends on the question:
    ///
    /// * [`first`](crate::Search::first): there is no solution. An answer with a solution is never
    ///   complete.
    /// * [`all`](crate::Search::all), [`solutions`](crate::Search::solutions),
    ///   [`for_each`](crate::Search::for_each): there are no other solutions.
    /// * [`count`](crate::Search::count), [`walk`](crate::Search::walk): the count is exact.
    ///   Otherwise it is a lower bound.
    /// * [`unique`](crate::Search::unique): there is no solution, or exactly one. The search stops
    ///   at a second, so [`Uniqueness::Many`] is certain, but not complete.
    /// * [`best`](crate::Search::best), [`cheapest`](crate::Search::cheapest): no solution is
    ///   cheaper than those returned. More expensive ones were not visited.
    /// * [`why`](crate::Search::why), [`explain`](crate::explain()): the conflict is minimal, or
    ///   weights prove that there is no solution. An answer with a solution is not complete.
    /// * [`colouring`](crate::colouring()): there is an argument, or no weights modulo the numbers
    ///   that were tried are one.
    /// * [`diagram`](crate::Search::diagram), [`marginals`](crate::Search::marginals): there is a
    ///   value, and it is exact.
    /// * [`sample`](crate::Search::sample): as many solutions were drawn as requested, or there is
    ///   no solution.
    /// * [`estimate`](crate::Search::estimate): all probes were made. The numbers are exact only if
    ///   [`probes`](crate::count::Estimate::probes) is 0.
    ///
    /// A reduction is no answer: it has its own [`complete`](crate::reduce::Report::complete).
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stop == Stop::Exhausted
    }

    /// Applies a function to the value, and keeps the stop reason and the statistics.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Answer<U> {
        Answer {
            value: change(self.value),
            stop: self.stop,
            stats: self.stats,
        }
    }
}

/// Whether a problem has no solution, exactly one, or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[cfg_attr(feature = "json", serde(rename_all = "lowercase"))]
pub enum Uniqueness {
    /// The problem has no solution.
    None,
    /// The problem has exactly one solution.
    One,
    /// The problem has at least two solutions.
    Many,
    /// A limit stopped the search too early to know.
    Unknown,
}
