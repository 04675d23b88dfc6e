//! Replies: answers to a [`Question`] that is given as a value.

use crate::ask::{Answer, Count, Question, Uniqueness, Want};
use crate::count::Estimate;
use crate::explain::Explanation;
use crate::solver::{Best, Search, Solution};

/// The value of the answer to a [`Question`]. The variant depends on [`Question::want`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "json", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Reply {
    /// To [`Want::First`].
    First(Option<Solution>),
    /// To [`Want::All`].
    All(Vec<Solution>),
    /// To [`Want::Count`].
    Count(Count),
    /// To [`Want::Unique`].
    Unique(Uniqueness),
    /// To [`Want::Best`], [`Want::Cheapest`] and [`Want::Dearest`].
    Best(Best),
    /// To [`Want::Why`].
    Why(Explanation),
    /// To [`Want::Marginals`].
    Marginals(Option<Vec<Count>>),
    /// To [`Want::Sample`].
    Sample(Vec<Solution>),
    /// To [`Want::Estimate`].
    Estimate(Estimate),
}

impl Search {
    /// Answers a question, within the limits and the budget of this search.
    ///
    /// The assumptions, the order and the start of the question replace those of the search, and
    /// remain in force for later questions.
    ///
    /// ```
    /// use quadrille::{Problem, Reply, Solver};
    ///
    /// let mut builder = Problem::builder();
    /// for item in ["a", "b"] {
    ///     builder.primary(item)?;
    /// }
    /// for option in [&["a"][..], &["b"], &["a", "b"]] {
    ///     builder.option(option.iter().copied())?;
    /// }
    /// let mut search = Solver::new(builder.build()).search();
    /// let question = "count; forbid 2".parse()?;
    /// assert_eq!(search.ask(&question).value, Reply::Count(1.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ask(&mut self, question: &Question) -> Answer<Reply> {
        self.assume(question.assumptions.clone());
        self.order(question.order);
        self.begin_at(question.from.clone());
        match question.want {
            Want::First => self.first().map(Reply::First),
            Want::All => self.all().map(Reply::All),
            Want::Count(method) => self.count_by(method).map(Reply::Count),
            Want::Unique => self.unique().map(Reply::Unique),
            Want::Best(k, sense) => self.best_by(sense, k).map(Reply::Best),
            Want::Cheapest => self.cheapest().map(Reply::Best),
            Want::Dearest => self.dearest().map(Reply::Best),
            Want::Why => self.why().map(Reply::Why),
            Want::Marginals => self.marginals().map(Reply::Marginals),
            Want::Sample { solutions, seed } => self.sample(solutions, seed).map(Reply::Sample),
            Want::Estimate { probes, seed } => self.estimate(probes, seed).map(Reply::Estimate),
        }
    }
}
