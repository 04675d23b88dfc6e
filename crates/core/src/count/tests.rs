//! The sweep and the fold alone, compared with references that share no code with them.

use std::sync::Arc;

use num_bigint::BigUint;
use proptest::prelude::*;

use super::diagram::{Diagram, DiagramBuilder};
use crate::ask::{Assumptions, Budget, Count, Stop, Threads};
use crate::policy::{Policies, Policy, SweepPolicies};
use crate::problem::{OptionId, Problem};
use crate::reduce::reduce_with;
use crate::states::fold::{
    Algebra, AnyDescent, Descent, Evaluation, First, Fold, NodeKind, Smallest,
};
use crate::states::fold::{Tally, Valued, Via};
use crate::states::layout::{Layout, NoLayout};
use crate::states::progress::Progress;
use crate::states::state::with_words;
use crate::states::sweep::{Sweep, descent};

use crate::case::{cases, coloured_cases, multiple_cases};
use enlarged::{Enlarged, chains, enlarged};

#[path = "../../tests/support/enlarged.rs"]
mod enlarged;

/// Runs a fold in small steps.
fn fold_to_end(mut step: impl FnMut(u64) -> Result<Progress<Count>, Stop>) -> Option<BigUint> {
    for pause in (0..).step_by(13) {
        match step(pause).expect("no limit") {
            Progress::Done(number) => return Some(number.into()),
            Progress::Paused => {}
            Progress::Outgrown => return None,
        }
    }
    None
}

/// Counts by each method alone. A method that cannot handle the problem, or has too little memory,
/// is left out.
fn counts_by_method(problem: &Problem, policies: &Policies) -> Vec<(String, BigUint)> {
    let budget = Budget::unlimited();
    let meter = &mut budget.meter();
    let none = Assumptions::new();
    let (layout, forced) = match Layout::under(problem, &none, usize::MAX, meter) {
        Ok((layout, forced)) => (Arc::new(layout), forced),
        Err(NoLayout::NoSolution) => return vec![("layout".into(), BigUint::ZERO)],
        Err(other) => panic!("{other:?}"),
    };
    let mut found = Vec::new();
    let large = |parallel| SweepPolicies {
        parallel,
        ..policies.sweep
    };
    for (memory, threads, sweeping) in [
        (1 << 17, 1, policies.sweep),
        (1 << 28, 1, policies.sweep),
        (1 << 17, 2, large(1)),
        (1 << 28, 3, large(2)),
        (1 << 28, 4, large(1)),
    ] {
        let means = (memory, &Threads::new(threads));
        match Sweep::new(&layout, &forced, means, sweeping, meter) {
            Ok(None) => {}
            Ok(Some(mut sweep)) => {
                let mut pause = 0;
                loop {
                    pause += 11;
                    match sweep.run(pause, meter).expect("no limit") {
                        Progress::Done(number) => {
                            found.push((format!("sweep, {memory}, {threads}"), number.into()));
                            break;
                        }
                        Progress::Paused => {}
                        Progress::Outgrown => break,
                    }
                }
            }
            Err(NoLayout::NoSolution) => found.push(("sweep".into(), BigUint::ZERO)),
            Err(other) => panic!("{other:?}"),
        }
    }
    for memory in [1 << 16, 1 << 28] {
        let algebra = Tally::default;
        if First::<1>::takes(&layout) {
            with_words!(layout.words, W => {
                let branching = First::<W>::new(&layout, &forced, meter).unwrap();
                let mut first = evaluation(Descent::new(Box::new(branching), memory));
                let count = fold_to_end(|pause| first.run(pause, meter));
                found.extend(count.map(|count| (format!("first, {memory}"), count)));
            });
        }
        with_words!(layout.words, W => {
            let branching = Smallest::<W>::new(Arc::clone(&layout), forced.clone(), meter).unwrap();
            let mut smallest = evaluation(Descent::new(Box::new(branching), memory));
            let count = fold_to_end(|pause| smallest.run(pause, meter));
            found.extend(count.map(|count| (format!("smallest, {memory}"), count)));
        });
        if let Ok(mut fold) = Fold::new(&layout, &forced, memory, algebra(), policies.fold, meter) {
            let count = fold_to_end(|pause| fold.run(pause, meter));
            found.extend(count.map(|count| ("fold".into(), count)));
        }
        let states = descent(&layout, &forced, memory, policies.sweep, meter);
        if let Some(descent) = states.unwrap() {
            let algebra = algebra();
            let mut states = Evaluation { descent, algebra };
            let count = fold_to_end(|pause| states.run(pause, meter));
            found.extend(count.map(|count| (format!("states of a sweep, {memory}"), count)));
        }
    }
    found
}

fn evaluation(descent: impl AnyDescent + 'static) -> Evaluation<Tally> {
    Evaluation {
        descent: Box::new(descent),
        algebra: Tally::default(),
    }
}

/// The diagrams by a fold and by the states of a sweep, if there is one.
fn both_diagrams(problem: &Problem, assumptions: &Assumptions) -> Option<[Diagram; 2]> {
    let (budget, policies) = (Budget::unlimited(), Policies::default());
    let (meter, most) = (&mut budget.meter(), 1 << 30);
    let (layout, forced) = Layout::under(problem, assumptions, most, meter).ok()?;
    let layout = Arc::new(layout);
    let builder = || DiagramBuilder::new(layout.ids().to_vec());
    let fold = Fold::new(&layout, &forced, most, builder(), policies.fold, meter);
    let mut fold = fold.ok()?;
    let sweep = descent(&layout, &forced, most, policies.sweep, meter);
    let mut sweep = Evaluation {
        descent: sweep.unwrap()?,
        algebra: builder(),
    };
    let Ok(Progress::Done(by_fold)) = fold.run(u64::MAX, meter) else {
        panic!("no limit was set");
    };
    let Ok(Progress::Done(by_sweep)) = sweep.run(u64::MAX, meter) else {
        panic!("no limit was set");
    };
    let all = [(fold.into_algebra(), by_fold), (sweep.algebra, by_sweep)];
    let options = problem.option_count();
    Some(all.map(|(builder, root)| builder.finish(root, &forced, options, most, meter).unwrap()))
}

/// Both diagrams have the same solutions: count, marginals and, if they are few, each of them.
fn check_diagrams(problem: &Problem, assumptions: &Assumptions) -> bool {
    let Some([fold, sweep]) = both_diagrams(problem, assumptions) else {
        return false;
    };
    assert_eq!(fold.count(), sweep.count());
    let none = Budget::unlimited();
    assert_eq!(fold.marginals(&none).value, sweep.marginals(&none).value);
    if fold.count() < 1_000 {
        let [mut one, mut other] = [&fold, &sweep].map(|all| all.iter().collect::<Vec<_>>());
        for solutions in [&mut one, &mut other] {
            solutions.sort_by(|a, b| a.options().cmp(b.options()));
        }
        assert_eq!(one, other);
    }
    true
}

/// A chain: each primary item has four options, which share coloured items with the next ones.
/// Whatever the colours, its counts exceed 2^128.
#[test]
fn a_large_diagram_by_the_states_of_a_sweep_is_that_of_the_fold() {
    let mut text = (0..70).map(|p| format!("p{p} ")).collect::<String>();
    text.push('|');
    (0..70).for_each(|s| text += &format!(" s{s}"));
    text.push('\n');
    for p in 0..70 {
        text += &format!("p{p}\np{p}\np{p} s{p}:a\np{p} s{p}:b\np{p}\n");
        if p > 0 {
            text += &format!("p{p} s{}:a s{p}:b\n", p - 1);
        }
    }
    let problem = crate::text::dlx::read(text.as_bytes()).unwrap();
    let [fold, _] = both_diagrams(&problem, &Assumptions::new()).unwrap();
    assert!(fold.count().bits() > 128);
    assert!(check_diagrams(&problem, &Assumptions::new()));
    let mut assumptions = Assumptions::new();
    assumptions.force(OptionId::new(3));
    assumptions.forbid(OptionId::new(9));
    assert!(check_diagrams(&problem, &assumptions));
}

/// With these policies every method finds the count of the reference, also after `reduce`.
fn check(enlarged: &Enlarged, policies: &Policies) {
    let (problem, expected) = (Arc::new(enlarged.problem()), enlarged.count());
    check_diagrams(&problem, &Assumptions::new());
    for (method, count) in counts_by_method(&problem, policies) {
        assert_eq!(count, expected, "{method}");
    }
    match reduce_with(problem, &Budget::unlimited(), policies.reduce) {
        Err(_) => assert_eq!(expected, BigUint::ZERO),
        Ok(reduced) => {
            for (method, count) in counts_by_method(reduced.problem(), policies) {
                assert_eq!(count, expected, "reduced, {method}");
            }
        }
    }
}

/// Policies that are at their defaults or far from them.
fn policies() -> impl Strategy<Value = Policies> {
    prop::collection::vec((0..4_u32, 0..70_u32), Policy::all().count()).prop_map(|choices| {
        let mut policies = Policies::default();
        for (policy, (choice, size)) in Policy::all().zip(choices) {
            let value = match choice {
                0 => policy.default,
                1 => policy.range.0,
                _ => f64::from(size),
            };
            // Without the tables of a fold, or if a sweep skips levels at any price or after a look
            // at one state, some problems take ages.
            let kept = ["fold.tables", "sweep.samples", "sweep.wider"];
            if !policy.is_compiled_in() && !kept.contains(&policy.name) {
                policies.set(policy.name, value).unwrap();
            }
        }
        policies
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn large_plain_counts_are_right(enlarged in enlarged(cases(), 40)) {
        check(&enlarged, &Policies::default());
    }

    #[test]
    fn large_coloured_counts_are_right(enlarged in enlarged(coloured_cases(), 20)) {
        check(&enlarged, &Policies::default());
    }

    #[test]
    fn large_multiple_counts_are_right(enlarged in enlarged(multiple_cases(), 5)) {
        check(&enlarged, &Policies::default());
    }

    #[test]
    fn large_counts_of_chains_are_right(enlarged in chains()) {
        check(&enlarged, &Policies::default());
    }

    #[test]
    fn policies_change_no_answer(enlarged in enlarged(multiple_cases(), 3), policies in policies()) {
        check(&enlarged, &policies);
    }

    #[test]
    fn policies_change_no_plain_answer(enlarged in enlarged(cases(), 10), policies in policies()) {
        check(&enlarged, &policies);
    }
}

/// The tally of values that no memory holds.
#[derive(Clone)]
struct Endless(Tally);

impl Algebra for Endless {
    fn open(&mut self, kind: NodeKind) {
        self.0.open(kind);
    }

    fn add(&mut self, via: Via, word: u64) {
        self.0.add(via, word);
    }

    fn close(&mut self) -> u64 {
        self.0.close()
    }

    fn forget(&mut self, word: u64) {
        self.0.forget(word);
    }

    fn bytes(&self) -> usize {
        usize::MAX
    }
}

impl Valued for Endless {
    type Value = Count;

    fn value(&self, word: u64) -> Count {
        self.0.value(word)
    }
}

/// The bytes of the memo came on top and wrapped around, so a full list of edges seemed to fit.
#[test]
fn values_that_no_memory_holds_end_a_fold() {
    let mut builder = Problem::builder();
    let items = ["a", "b"].map(|item| builder.primary(item).unwrap());
    for item in items {
        builder.option([item]).unwrap();
        builder.option([item]).unwrap();
    }
    let budget = Budget::unlimited();
    let meter = &mut budget.meter();
    let layout = Layout::under(&builder.build(), &Assumptions::new(), usize::MAX, meter);
    let Ok((layout, forced)) = layout else {
        panic!("the problem has a layout");
    };
    let (layout, policies) = (Arc::new(layout), Policies::default().fold);
    let algebra = Endless(Tally::default());
    let fold = Fold::new(&layout, &forced, 1 << 30, algebra, policies, meter);
    let Ok(mut fold) = fold else {
        panic!("the tables fit");
    };
    let end = fold.run(u64::MAX, meter);
    assert!(matches!(end, Ok(Progress::Outgrown)), "{end:?}");
}
