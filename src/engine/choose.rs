//! The choice of an engine, and the reason for it.

use std::fmt;

use super::bits::{Lanes, Vectors};
use super::{AnyEngine, Links, Settings};
use crate::problem::Problem;

/// An engine, by the name under which commands and statistics know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineName {
    /// Dancing links: any size, all features.
    Links,
    /// Bit-parallel states: very fast on problems of moderate size.
    Bits,
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Links => "links",
            Self::Bits => "bits",
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
    /// This one, unless the problem is too large for it.
    Only(EngineName),
}

/// An engine and why it was taken, in words for people.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) name: EngineName,
    pub(crate) engine: AnyEngine,
    pub(crate) reason: String,
}

/// Chooses an engine and compiles the problem for it. `bits` is taken wherever it can be:
///
/// * in *lanes* if no primary item has more than 63 options: lanes of 16, 32 or 64 bits, one of
///   which is a flag;
/// * `links` otherwise, or if the tables and states of `bits` exceed the memory they may take.
pub(crate) fn choose(problem: &Problem, settings: &Settings) -> Choice {
    let vectors = settings.vectors.filter(|vectors| vectors.is_available());
    let vectors = vectors.unwrap_or_else(Vectors::best);
    let links = |reason| Choice {
        name: EngineName::Links,
        engine: AnyEngine::Links(Links::compile(problem)),
        reason,
    };
    if settings.engine == EngineChoice::Only(EngineName::Links) {
        return links("asked for".to_owned());
    }
    let size = Size::of(problem);
    let (bits, bytes) = match size.widest {
        0..16 => (16, Lanes::<u16, 32>::memory(size.options, size.primary)),
        16..32 => (32, Lanes::<u32, 16>::memory(size.options, size.primary)),
        32..64 => (64, Lanes::<u64, 8>::memory(size.options, size.primary)),
        _ if settings.engine == EngineChoice::Only(EngineName::Bits)
            && super::Lists::memory(size.options, size.primary, problem.item_count())
                .is_some_and(|bytes| bytes <= settings.memory) =>
        {
            return Choice {
                name: EngineName::Bits,
                engine: AnyEngine::Lists(super::Lists::compile(problem, vectors)),
                reason: format!("lists; {vectors}"),
            };
        }
        widest => return links(format!("an item has {widest} options, more than 63")),
    };
    if bytes > settings.memory {
        return links(format!(
            "bits would need {} MB, more than {} MB",
            bytes >> 20,
            settings.memory >> 20
        ));
    }
    Choice {
        name: EngineName::Bits,
        engine: match bits {
            16 => AnyEngine::Lanes16(Lanes::compile(problem, vectors)),
            32 => AnyEngine::Lanes32(Lanes::compile(problem, vectors)),
            _ => AnyEngine::Lanes64(Lanes::compile(problem, vectors)),
        },
        reason: format!(
            "lanes of {bits} bits, as no item has more than {} options; {vectors}",
            bits - 1
        ),
    }
}

/// What the choice depends on.
struct Size {
    /// Options that are not dropped.
    options: usize,
    /// Primary items.
    primary: usize,
    /// The most options of a primary item.
    widest: usize,
}

impl Size {
    fn of(problem: &Problem) -> Self {
        let mut counts = vec![0; problem.item_count()];
        for option in problem.options() {
            for &item in problem.items_of(option) {
                counts[item.index()] += 1;
            }
        }
        let primary: Vec<usize> = problem
            .items()
            .filter(|&item| problem.is_primary(item))
            .map(|item| counts[item.index()])
            .collect();
        let kept = problem
            .options()
            .filter(|&option| !problem.is_dropped(option));
        Self {
            options: kept.count(),
            primary: primary.len(),
            widest: primary.into_iter().max().unwrap_or(0),
        }
    }
}
