//! Any one of the engines: the one place that lists them.

use super::{Lanes, Links, Lists, Multiple, Rows};

/// An engine of any kind.
#[derive(Clone, Debug)]
pub(crate) enum AnyEngine {
    Links(Links<false>),
    Coloured(Links<true>),
    Multiple(Multiple<false>),
    ColouredMultiple(Multiple<true>),
    Lanes16(Lanes<u16, 32>),
    Lanes32(Lanes<u32, 16>),
    Lanes64(Lanes<u64, 8>),
    Lists(Lists),
    Rows(Rows),
}

/// Does something with the engine, compiled for each kind by itself: the choice is made once
/// for a whole walk, not at every verb.
macro_rules! with_engine {
    ($any:expr, $engine:ident => $act:expr) => {
        match $any {
            $crate::engine::AnyEngine::Links($engine) => $act,
            $crate::engine::AnyEngine::Coloured($engine) => $act,
            $crate::engine::AnyEngine::Multiple($engine) => $act,
            $crate::engine::AnyEngine::ColouredMultiple($engine) => $act,
            $crate::engine::AnyEngine::Lanes16($engine) => $act,
            $crate::engine::AnyEngine::Lanes32($engine) => $act,
            $crate::engine::AnyEngine::Lanes64($engine) => $act,
            $crate::engine::AnyEngine::Lists($engine) => $act,
            $crate::engine::AnyEngine::Rows($engine) => $act,
        }
    };
}

pub(crate) use with_engine;
