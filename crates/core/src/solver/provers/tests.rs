//! What provers say, compared with plain backtracking.

use std::sync::Arc;

use proptest::prelude::*;

use super::PROVERS;
use crate::ask::{Assumptions, Budget, Contestant, Count};
use crate::case::{cases, coloured_cases, multiple_cases};
use crate::engine::{Fuel, Proof, Task};
use crate::policy::Policies;

proptest! {
    /// Also if they pause after each node, and return a solution again.
    #[test]
    fn provers_agree_with_the_covers(
        case in prop_oneof![cases(), coloured_cases(), multiple_cases()],
        which in 0..PROVERS.len(), again in any::<bool>(),
    ) {
        let problem = Arc::new(case.problem());
        let covers = case.covers();
        let (kind, make) = PROVERS[which];
        let budget = Budget::unlimited();
        let policies = Policies::shared();
        let mut meter = budget.meter();
        let task = Task {
            problem: &problem,
            assumptions: &Assumptions::new(),
            bytes: 1 << 28,
            policies: &policies,
        };
        let made = make(&task, &mut meter).unwrap();
        let Some(mut prover) = made else {
            return Ok(());
        };
        let mut sorted: Vec<Vec<_>> = covers;
        sorted.iter_mut().for_each(|cover| cover.sort_unstable());
        let mut found = Vec::new();
        for _ in 0..100_000 {
            let mut fuel = Fuel { nodes: 1, dead_ends: 1 };
            match prover.run(&mut fuel, &mut meter).unwrap() {
                Proof::Paused => {}
                Proof::Found => {
                    let mut trail = Vec::new();
                    prover.trail(&mut trail);
                    trail.sort_unstable();
                    prop_assert!(sorted.contains(&trail), "{kind}: {trail:?}");
                    if again && found.is_empty() {
                        prover.put_back(&mut fuel);
                        fuel.nodes = 1;
                        prop_assert_eq!(prover.run(&mut fuel, &mut meter), Ok(Proof::Found));
                    }
                    prop_assert!(!found.contains(&trail), "{kind}: twice {trail:?}");
                    found.push(trail);
                }
                Proof::Solutions(count) => {
                    prop_assert_eq!(count, Count::from(sorted.len() as u64), "{}", kind);
                    return Ok(());
                }
                Proof::GaveUp => {
                    let may_give_up = match kind {
                        // Weights are an argument, which many problems without a solution lack.
                        Contestant::Weights => true,
                        // They find a solution, and no proof that it is the only one.
                        _ => !found.is_empty(),
                    };
                    prop_assert!(may_give_up, "{}", kind);
                    return Ok(());
                }
            }
        }
        prop_assert!(false, "{kind} does not end");
    }
}
