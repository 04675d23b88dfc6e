//! Settings: how a solver compiles its problem.

use std::sync::Arc;

use super::{EngineChoice, Vectors};
use crate::ask::Limits;
use crate::policy::{Policies, PolicyError};

/// The settings of a [`Solver`](crate::Solver): its engine, instruction set, memory and tuned
/// numbers. By default the library chooses them.
///
/// ```
/// use quadrille::{EngineChoice, EngineName, Settings};
///
/// let settings = Settings::new()
///     .engine(EngineChoice::Prefer(EngineName::Bits))
///     .memory(64 << 20);
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    pub(super) engine: EngineChoice,
    pub(super) vectors: Option<Vectors>,
    pub(super) memory: usize,
    pub(super) subset_rule: bool,
    pub(super) support_rule: bool,
    pub(super) weights: bool,
    pub(super) learning: bool,
    pub(super) few_questions: bool,
    pub(super) policies: Arc<Policies>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            engine: EngineChoice::Auto,
            vectors: None,
            memory: Limits::MEMORY,
            subset_rule: true,
            support_rule: true,
            weights: true,
            learning: true,
            few_questions: false,
            policies: Policies::shared(),
        }
    }
}

impl Settings {
    /// Returns the default settings.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the engine to use.
    #[must_use]
    pub fn engine(mut self, engine: EngineChoice) -> Self {
        self.engine = engine;
        self
    }

    /// Sets the instruction set of the engine `bits`. By default, and if this processor lacks the
    /// instruction set, it is the best one that the processor has. Neither the answers nor their
    /// order depend on it.
    #[must_use]
    pub fn vectors(mut self, vectors: Vectors) -> Self {
        self.vectors = Some(vectors);
        self
    }

    /// Limits the tables of the engines of a solver, with what they learn, to about this many bytes:
    /// 1 GiB by default ([`Limits::MEMORY`]). An engine whose tables need more is not used;
    /// [`Solver::memory_of_engine`](crate::Solver::memory_of_engine) says how much that is. The
    /// engine `links` is compiled for problems of any size and keeps no limit.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// The engine to use.
    pub(crate) fn choice(&self) -> EngineChoice {
        self.engine
    }

    /// The most bytes of the tables of an engine.
    pub(crate) fn bytes(&self) -> usize {
        self.memory
    }

    /// Turns the subset rule of the engine `bits` on or off. It is on by default and affects only
    /// problems that are laid out in lanes.
    ///
    /// The rule: if all live options of one item also cover another item, every other option of
    /// that other item is removed. Without the rule there are more nodes, and each takes less time.
    /// The set of solutions does not depend on it; their order may.
    #[must_use]
    pub fn subset_rule(mut self, subset_rule: bool) -> Self {
        self.subset_rule = subset_rule;
        self
    }

    /// Turns the support rule on or off. It is on by default.
    ///
    /// The rule: an option that conflicts with every live option of some primary item is removed.
    /// If a question is hard without the rule, a walk with it joins, in the layout *rows*. The set
    /// of solutions does not depend on the rule; their order may. With both the rule and the
    /// [weights](Self::weights) off, no such walk joins.
    #[must_use]
    pub fn support_rule(mut self, support_rule: bool) -> Self {
        self.support_rule = support_rule;
        self
    }

    /// Turns learned weights of items on or off. They are on by default.
    ///
    /// The weight of an item grows at each dead end at which it ran out of options, and the search
    /// prefers to branch on heavy items (F. Boussemart and others, 2004). Weights are learned by
    /// questions that are hard without them, each from its start. The set of solutions does not
    /// depend on them; their order may.
    #[must_use]
    pub fn weights(mut self, weights: bool) -> Self {
        self.weights = weights;
        self
    }

    /// Turns learning from conflicts on or off. It is on by default, and works with
    /// [`EngineChoice::Auto`] only.
    ///
    /// Questions that need one or two solutions and are hard for a walk also learn from conflicts:
    /// a clause from each dead end, so that no dead end is met twice. Other methods that may show
    /// that there is no solution join them, too. The set of solutions does not depend on it; their
    /// order may. [`EngineName::Learn`](crate::EngineName::Learn) learns from
    /// the start, for all questions.
    #[must_use]
    pub fn learning(mut self, learning: bool) -> Self {
        self.learning = learning;
        self
    }

    /// Says that the solver answers few questions. It is off by default, and works with
    /// [`EngineChoice::Auto`] only.
    ///
    /// Then no tables are compiled at first: a question begins on the engine `links`, and `bits`
    /// joins it if it is long. The set of solutions does not depend on it; their order may.
    #[must_use]
    pub fn few_questions(mut self, few_questions: bool) -> Self {
        self.few_questions = few_questions;
        self
    }

    /// Sets a tuned number by its name; [`Policy`](crate::Policy) lists them. A value outside the
    /// range of the policy is replaced by the nearest value inside. A policy can change the time
    /// and the memory that an answer takes, never a count.
    ///
    /// ```
    /// let settings = quadrille::Settings::new().policy("race.share", 8.0)?;
    /// # Ok::<(), quadrille::PolicyError>(())
    /// ```
    ///
    /// # Errors
    /// [`PolicyError`] if there is no policy with this name, if the policy is compiled in, or if
    /// the value is not a number.
    pub fn policy(mut self, name: &str, value: f64) -> Result<Self, PolicyError> {
        Arc::make_mut(&mut self.policies).set(name, value)?;
        Ok(self)
    }

    /// Replaces all tuned numbers.
    pub(crate) fn with_policies(mut self, policies: &Arc<Policies>) -> Self {
        self.policies = Arc::clone(policies);
        self
    }

    /// The tuned numbers.
    pub(crate) fn policies(&self) -> &Arc<Policies> {
        &self.policies
    }
}
