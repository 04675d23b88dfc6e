//! Random problems, policies and questions, and families of hard problems.

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::formula::Facts;
use super::watcher::Watcher;
use crate::ask::Assumptions;
use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::policy::{LearnPolicies, Policies};
use crate::problem::OptionId;

/// Policies with which restarts, forgetting and the support rule happen on small problems.
pub(super) fn policies() -> impl Strategy<Value = LearnPolicies> {
    let supported = prop_oneof![1 => Just(0), 3 => 2..65_u32];
    let support = (supported, 0..20_u64, 0..3_u64);
    let restarts = (1..4_u64, 1..4_u64, 0.5..1.5_f64, 0.5..1.0_f64);
    let clauses = (1..6_usize, 1..4_usize, 0.5..1.0_f64, 0..4_u32);
    (support, restarts, clauses).prop_map(|(support, restarts, clauses)| {
        let (supported, trial, worth) = support;
        let (restart, phase, margin, decay) = restarts;
        let (first, more, share, tier) = clauses;
        LearnPolicies {
            supported,
            trial,
            worth,
            restart,
            phase,
            margin,
            decay,
            first,
            more,
            share,
            tier,
            ..Policies::default().learn
        }
    })
}

/// A case, options that are forced, and options that are forbidden.
pub(super) fn assumed() -> impl Strategy<Value = (Case, Assumptions)> {
    let case = prop_oneof![cases(), coloured_cases(), multiple_cases()];
    let options = || vec(any::<Index>(), 0..3);
    let has_some = prop::bool::weighted(0.3);
    (case, options(), options(), has_some).prop_map(|(case, forced, forbidden, has_some)| {
        let mut assumptions = Assumptions::new();
        let len = case.options.len();
        if len > 0 && has_some {
            let option = |index: &Index| OptionId::new(index.index(len) as u32);
            forced
                .iter()
                .for_each(|index| _ = assumptions.force(option(index)));
            forbidden
                .iter()
                .for_each(|index| _ = assumptions.forbid(option(index)));
        }
        (case, assumptions)
    })
}

pub(super) fn memory() -> impl Strategy<Value = usize> {
    prop_oneof![Just(0), Just(1 << 20)]
}

/// A question under assumptions.
#[derive(Clone, Debug)]
pub(super) struct Query {
    /// Options, and whether they are chosen.
    assumed: Vec<(Index, bool)>,
    /// How many solutions are wanted.
    most: usize,
    /// The cover that is excluded before.
    excluded: Option<Index>,
}

pub(super) fn queries() -> impl Strategy<Value = Vec<Query>> {
    let assumed = vec((any::<Index>(), any::<bool>()), 0..5);
    let query = (assumed, 1..4_usize, any::<Option<Index>>());
    let query = query.prop_map(|(assumed, most, excluded)| Query {
        assumed,
        most,
        excluded,
    });
    vec(query, 1..6)
}

impl Query {
    /// The assumptions, each once. One option does not exist.
    pub(super) fn assumptions(&self, options: usize) -> Vec<(OptionId, bool)> {
        let mut seen = HashSet::new();
        let all = self.assumed.iter().map(|(index, is_chosen)| {
            let option = OptionId::new(index.index(options + 1) as u32);
            (option, *is_chosen)
        });
        all.filter(|&one| seen.insert(one)).collect()
    }

    pub(super) fn ask(&self, watcher: &mut Watcher<'_>, options: usize) {
        if let Some(place) = self.excluded {
            watcher.assume(&[]);
            watcher.exclude(place);
        }
        let assumptions = self.assumptions(options);
        let assumed = Facts::of(assumptions.iter().copied());
        let is_possible = watcher.assume(&assumptions);
        let before = watcher.covers.clone();
        if !is_possible || watcher.solutions(self.most) {
            watcher.never(assumed);
        }
        let mut returned = before
            .iter()
            .filter(|cover| !watcher.covers.contains(cover));
        assert!(returned.all(|&cover| assumed.hold_in(cover)));
        let mut failed = watcher.engine.failed().iter();
        assert!(failed.all(|one| assumptions.contains(one)));
    }
}

/// Every person needs a chair, and there is one too few.
pub(super) fn seats(people: usize) -> Case {
    let chairs = people - 1;
    let option = |person, chair| vec![(person, None), (people + chair, None)];
    let person = |person| (0..chairs).map(move |chair| option(person, chair));
    Case {
        items: (0..people + chairs)
            .map(|item| (item < people).then_some(1..=1))
            .collect(),
        options: (0..people).flat_map(person).collect(),
    }
}

/// People form pairs, and their number is odd.
pub(super) fn pairs(people: usize) -> Case {
    let pairs = (0..people).flat_map(|one| (0..one).map(move |other| [one, other]));
    let uses = |pair: [usize; 2]| pair.map(|person| (person, None)).to_vec();
    Case {
        items: vec![Some(1..=1); people],
        options: pairs.map(uses).collect(),
    }
}

/// Everybody works or rests, and at most two may work. On the first kind of day nobody can rest.
pub(super) fn workers(people: usize) -> Case {
    let (work, day, last) = (0, 1, 2 + people);
    let person = |person| [vec![2 + person, work], vec![2 + person, last + person]];
    let days = [
        [vec![day], (last..last + people).collect()].concat(),
        vec![day],
    ];
    let options = days.into_iter().chain((0..people).flat_map(person));
    let uses = |items: Vec<usize>| items.into_iter().map(|item| (item, None)).collect();
    let times = |item| match item {
        0 => Some(0..=2),
        item => (item < last).then_some(1..=1),
    };
    Case {
        items: (0..last + people).map(times).collect(),
        options: options.map(uses).collect(),
    }
}
