//! Searches give the same answers whatever the policies are.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille::{EngineChoice, EngineName, Policy, Settings, Solver};

use super::best::{ask, expected, problem, with_costs};
use crate::case::{cases, coloured_cases, multiple_cases};

/// Each policy at its default, at an end of its range, or at a small number.
fn settings() -> impl Strategy<Value = Settings> {
    let settable = Policy::all().filter(|policy| !policy.is_compiled_in());
    let policies: Vec<Policy> = settable.collect();
    let engines =
        [EngineName::Bits, EngineName::Links, EngineName::Costs].map(EngineChoice::Prefer);
    let choices = vec((0..4_u32, 0..70_u32), policies.len());
    (
        choices,
        prop::sample::select(engines.to_vec()),
        any::<bool>(),
    )
        .prop_map(move |(choices, engine, subset_rule)| {
            let settings = Settings::new().engine(engine).subset_rule(subset_rule);
            let set = |settings: Settings, (policy, &(choice, size)): (&Policy, &(u32, u32))| {
                let value = match choice {
                    0 => policy.default,
                    1 => policy.range.0,
                    // Shares of more than 1 make no sense.
                    2 if policy.range.1 <= 1.0 => policy.range.1,
                    _ => f64::from(size),
                };
                settings.policy(policy.name, value).unwrap()
            };
            policies.iter().zip(&choices).fold(settings, set)
        })
}

proptest! {
    #[test]
    fn walks_and_cheapest_solutions_do_not_depend_on_policies(
        (case, costs) in with_costs(prop_oneof![cases(), coloured_cases(), multiple_cases()].boxed()),
        settings in settings(),
        k in 0..5_usize,
    ) {
        let solver = Solver::with_settings(problem(&case, &costs), &settings);
        let mut search = solver.search();
        let covers: BTreeSet<_> = case.covers().into_iter().collect();
        prop_assert_eq!(search.walk().value, covers.len() as u64);
        let found = search.all().value;
        prop_assert_eq!(found.len(), covers.len());
        prop_assert!(found.iter().all(|solution| covers.contains(solution.options())));
        ask(&mut search, k, &expected(&case, &costs, &[], &[]));
    }
}
