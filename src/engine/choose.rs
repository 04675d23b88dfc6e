//! The choice of an engine, and the reason for it.

use std::fmt;

/// An engine, by the name under which commands and statistics know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineName {
    /// Dancing links: any size, all features.
    Links,
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Links => "links",
        })
    }
}

/// Which engine a [`Solver`](crate::Solver) is to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineChoice {
    /// The one that suits the problem best.
    #[default]
    Auto,
    /// This one.
    Only(EngineName),
}

/// An engine and why it was taken, in words for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) engine: EngineName,
    pub(crate) reason: &'static str,
}

/// Takes an engine for a problem. There is one so far, so that every wish comes to the same.
pub(crate) fn choose(wish: EngineChoice) -> Choice {
    match wish {
        EngineChoice::Auto => Choice {
            engine: EngineName::Links,
            reason: "dancing links take any size",
        },
        EngineChoice::Only(engine) => Choice {
            engine,
            reason: "asked for",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_take_everything() {
        assert_eq!(choose(EngineChoice::Auto).engine, EngineName::Links);
        assert_eq!(
            choose(EngineChoice::Only(EngineName::Links)).reason,
            "asked for"
        );
    }
}
