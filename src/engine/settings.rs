//! Settings: how a problem is to be compiled.

use super::{EngineChoice, Vectors};

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
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            engine: EngineChoice::Auto,
            vectors: None,
            memory: 256 << 20,
            subset_rule: true,
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
}
