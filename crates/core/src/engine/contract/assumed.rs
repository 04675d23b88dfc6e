//! Random assumptions for the contract, and the covers that satisfy them.

use proptest::collection::vec;
use proptest::prelude::*;

use super::{Cover, Sane};
use crate::case::Case;
use crate::problem::OptionId;

/// Forced and forbidden options, in the order in which they are applied.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumptions {
    pub(super) forbidden: Cover,
    pub(super) forced: Cover,
    /// Whether all forced options are applied in one call.
    at_once: bool,
}

impl Assumptions {
    /// Applies the assumptions to an engine at the root. Returns whether they are possible.
    pub(super) fn apply<E: Sane>(&self, engine: &mut E) -> bool {
        for &option in &self.forbidden {
            engine.forbid(option);
            engine.sanity();
        }
        if self.at_once {
            let possible = engine.force_all(&self.forced);
            engine.sanity();
            return possible;
        }
        self.forced.iter().all(|&option| {
            let possible = engine.force(option);
            engine.sanity();
            possible
        })
    }

    /// The number of `forced` options before the first impossible one, by definition.
    pub(super) fn possible_count(&self, case: &Case) -> usize {
        let refused = |place: &usize| {
            self.forbidden.contains(&self.forced[*place])
                || !case.are_compatible(&self.forced[..=*place])
        };
        let all = self.forced.len();
        (0..all).find(refused).unwrap_or(all)
    }

    fn allow(&self, cover: &[OptionId]) -> bool {
        self.forced.iter().all(|option| cover.contains(option))
            && !self.forbidden.iter().any(|option| cover.contains(option))
    }

    /// The covers of the reference that satisfy the assumptions.
    pub(super) fn covers(&self, case: &Case) -> Vec<Cover> {
        let mut covers = case.covers();
        covers.retain(|cover| self.allow(cover));
        covers
    }
}

/// A problem with assumptions. Any option, and one unknown option, may be forced, forbidden or
/// both, in any order. No option is forced twice; one may be forbidden twice.
pub(super) fn assumed(
    cases: fn() -> BoxedStrategy<Case>,
) -> impl Strategy<Value = (Case, Assumptions)> {
    cases().prop_flat_map(|case| {
        let assumed = assumptions(&case);
        (Just(case), assumed)
    })
}

pub(super) fn assumptions(case: &Case) -> impl Strategy<Value = Assumptions> + use<> {
    let options = case.options.len() as u32 + 1;
    let options = move |most| vec((0..options).prop_map(OptionId::new), 0..most);
    (options(4), options(10), any::<bool>()).prop_map(|(forbidden, mut forced, at_once)| {
        let mut seen = Vec::new();
        forced.retain(|&option| {
            let new = !seen.contains(&option);
            seen.push(option);
            new
        });
        Assumptions {
            forbidden,
            forced,
            at_once,
        }
    })
}
