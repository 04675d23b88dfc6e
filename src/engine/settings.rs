//! Settings: how a problem is to be compiled.

use std::sync::Arc;

use super::{EngineChoice, Vectors};
use crate::policy::{Policies, PolicyError};

/// How a [`Solver`](crate::Solver) is to compile its problem. The default leaves everything to
/// the library.
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
    pub(super) policies: Arc<Policies>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            engine: EngineChoice::Auto,
            vectors: None,
            memory: 256 << 20,
            subset_rule: true,
            policies: Policies::shared(),
        }
    }
}

impl Settings {
    /// The default settings.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Which engine to use.
    #[must_use]
    pub fn engine(mut self, engine: EngineChoice) -> Self {
        self.engine = engine;
        self
    }

    /// The instruction set of the engine `bits`; the best one of this processor if it is not
    /// set, or not available. The answers do not depend on it, nor does their order.
    #[must_use]
    pub fn vectors(mut self, vectors: Vectors) -> Self {
        self.vectors = Some(vectors);
        self
    }

    /// The most bytes that the tables of the engine `bits` may take, 256 MB by default. A
    /// problem that needs more is left to `links`.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Whether the engine `bits`, where it lays a problem out in lanes, is to use the subset rule:
    /// if all options that are left of one item also cover another, no other option of that one
    /// can be used. On by default; without it there are more nodes, each of which takes less time.
    /// The solutions do not depend on it, but their order may.
    #[must_use]
    pub fn subset_rule(mut self, subset_rule: bool) -> Self {
        self.subset_rule = subset_rule;
        self
    }

    /// Sets a tuned number by its name; see [`Policy`](crate::Policy). A value outside of its range
    /// counts as the nearest one in it. No policy changes a count; it may change what a question costs.
    ///
    /// ```
    /// let settings = quadrille::Settings::new().policy("race.probes", 64.0)?;
    /// # Ok::<(), quadrille::PolicyError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such policy.
    pub fn policy(mut self, name: &str, value: f64) -> Result<Self, PolicyError> {
        Arc::make_mut(&mut self.policies).set(name, value)?;
        Ok(self)
    }

    /// Takes all tuned numbers from elsewhere.
    pub(crate) fn with_policies(mut self, policies: &Arc<Policies>) -> Self {
        self.policies = Arc::clone(policies);
        self
    }

    /// The tuned numbers.
    pub(crate) fn policies(&self) -> &Arc<Policies> {
        &self.policies
    }
}
