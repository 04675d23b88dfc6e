//! Random sequences of all questions to a search, with every answer checked against the covers of a
//! reference. proptest shrinks failures.
//!
//! Under limits an answer may be incomplete, and must then say so. Without limits it must be the
//! truth.

#![allow(clippy::panic, reason = "a test may panic")]

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use quadrille::{
    Answer, Assumptions, Budget, Count, Explanation, Limits, Method, OptionId, Order, Problem,
    Question, Reply, Search, Sense, Settings, Solution, Solver, Stop, Uniqueness, Want,
};

use crate::case::{Case, cases, coloured_cases, multiple_cases};

#[derive(Clone, Debug)]
enum Call {
    Force(OptionId),
    Forbid(OptionId),
    Retract(OptionId),
    RetractAll,
    Order(Option<u64>),
    /// The node limit of each question.
    Nodes(Option<u64>),
    /// The node limit shared by all questions from now on.
    Budget(Option<u64>),
    Ask(Want),
    /// Asks a new search, after a trip through the text form of the question.
    Send(Want),
}

fn called_cases() -> impl Strategy<Value = (Case, Vec<i64>, Vec<Call>)> {
    let kinds = prop_oneof![2 => cases(), 1 => coloured_cases(), 1 => multiple_cases()];
    kinds.prop_flat_map(|case| {
        let options = case.options.len();
        let costs = vec(-2..4_i64, options);
        (Just(case), costs, vec(calls(options as u32 + 1), 0..20))
    })
}

fn calls(options: u32) -> impl Strategy<Value = Call> {
    let option = || (0..options).prop_map(OptionId::new);
    prop_oneof![
        2 => option().prop_map(Call::Force),
        2 => option().prop_map(Call::Forbid),
        2 => option().prop_map(Call::Retract),
        1 => Just(Call::RetractAll),
        1 => of(0..4_u64).prop_map(Call::Order),
        1 => of(0..30_u64).prop_map(Call::Nodes),
        1 => of(0..99_u64).prop_map(Call::Budget),
        10 => wants().prop_map(Call::Ask),
        4 => wants().prop_map(Call::Send),
    ]
}

fn wants() -> impl Strategy<Value = Want> {
    let seed = || 0..3_u64;
    prop_oneof![
        Just(Want::First),
        Just(Want::All),
        Just(Want::Count(Method::Auto)),
        Just(Want::Count(Method::Walk)),
        Just(Want::Count(Method::Memo)),
        Just(Want::Unique),
        (0..5_usize).prop_map(|k| Want::Best(k, Sense::Min)),
        (0..5_usize).prop_map(|k| Want::Best(k, Sense::Max)),
        Just(Want::Cheapest),
        Just(Want::Dearest),
        Just(Want::Why),
        Just(Want::Marginals),
        (0..4_u64, seed()).prop_map(|(solutions, seed)| Want::Sample { solutions, seed }),
        (1..9_u64, seed()).prop_map(|(probes, seed)| Want::Estimate { probes, seed }),
    ]
}

/// A model of the search: its problem, and what was set.
struct Model {
    case: Case,
    costs: Vec<i64>,
    assumptions: Assumptions,
    order: Order,
    nodes: Option<u64>,
    /// The shared budget, its node limit, and the nodes spent so far.
    budget: Option<(Budget, u64, u64)>,
}

impl Model {
    fn problem(&self) -> Problem {
        let mut builder = self.case.builder();
        for (option, &cost) in self.costs.iter().enumerate() {
            builder
                .add_cost(OptionId::new(option as u32), cost)
                .unwrap();
        }
        builder.build()
    }

    /// All covers that satisfy the assumptions.
    fn covers(&self) -> BTreeSet<Vec<OptionId>> {
        let mut covers = self.case.covers();
        covers.retain(|cover| self.allows(cover, &self.assumptions.forced()));
        covers.into_iter().collect()
    }

    fn allows(&self, cover: &[OptionId], forced: &[OptionId]) -> bool {
        forced.iter().all(|option| cover.contains(option))
            && !self
                .assumptions
                .forbidden()
                .iter()
                .any(|option| cover.contains(option))
    }

    fn cost(&self, cover: &[OptionId]) -> i64 {
        cover.iter().map(|option| self.costs[option.index()]).sum()
    }

    /// Whether some set of options with these options covers these items; other items may be left
    /// uncovered.
    fn can_cover(&self, items: &[usize], options: &[OptionId]) -> bool {
        let relaxed = |(item, times): (usize, &Option<std::ops::RangeInclusive<u32>>)| {
            let times = times.clone()?;
            if items.contains(&item) {
                Some(times)
            } else {
                Some(0..=*times.end())
            }
        };
        let case = Case {
            items: self.case.items.iter().enumerate().map(relaxed).collect(),
            options: self.case.options.clone(),
        };
        case.covers()
            .iter()
            .any(|cover| self.allows(cover, options))
    }

    /// Whether a limit can stop an answer.
    fn is_bounded(&self) -> bool {
        self.nodes.is_some() || self.budget.is_some()
    }

    fn check(&mut self, want: Want, answer: &Answer<Reply>) {
        let covers = self.covers();
        let count = Count::from(covers.len() as u64);
        let options = |solution: &Solution| solution.options().to_vec();
        let is_whole = !answer.stop.is_limit();
        assert!(is_whole || self.is_bounded(), "{want}: {}", answer.stop);
        assert!(
            is_whole || answer.stop == Stop::Nodes,
            "{want}: {}",
            answer.stop
        );
        match (want, &answer.value) {
            (Want::First, Reply::First(first)) => match first {
                Some(first) => assert!(covers.contains(&options(first))),
                None => assert!(!is_whole || covers.is_empty()),
            },
            (Want::All, Reply::All(all)) => {
                let found: BTreeSet<_> = all.iter().map(options).collect();
                assert_eq!(found.len(), all.len());
                assert!(found.is_subset(&covers));
                assert!(!is_whole || found == covers);
            }
            (Want::Count(_), Reply::Count(found)) => {
                assert!(*found <= count);
                assert!(!is_whole || *found == count, "{want}: {found}, not {count}");
            }
            (Want::Unique, Reply::Unique(found)) => {
                let truth = match covers.len() {
                    0 => Uniqueness::None,
                    1 => Uniqueness::One,
                    _ => Uniqueness::Many,
                };
                assert!(*found == truth || !is_whole && *found == Uniqueness::Unknown);
            }
            (Want::Best(..) | Want::Cheapest | Want::Dearest, Reply::Best(best)) => {
                let mut costed: Vec<_> = covers
                    .iter()
                    .map(|cover| (self.cost(cover), cover.clone()))
                    .collect();
                costed.sort_by_key(|(cost, cover)| (best.sense.loss(*cost), cover.clone()));
                let least = costed.first().map(|first| first.0);
                let found: Vec<_> = best
                    .solutions
                    .iter()
                    .map(|s| (s.cost, options(&s.solution)))
                    .collect();
                assert!(found.iter().all(|found| costed.contains(found)));
                let loss = |cost| best.sense.loss(cost);
                assert!(least.is_none_or(|least| loss(best.bound.unwrap()) <= loss(least)));
                if is_whole && matches!(want, Want::Cheapest | Want::Dearest) {
                    assert_eq!(best.cost(), least);
                } else if let Want::Best(k, _) = want
                    && is_whole
                {
                    assert_eq!(found, costed[..k.min(costed.len())]);
                    let ties = costed
                        .iter()
                        .filter(|costed| Some(costed.0) == least)
                        .count();
                    assert_eq!(best.ties, ties as u64);
                }
            }
            (Want::Why, Reply::Why(why)) => self.check_why(why, &covers, is_whole),
            (Want::Marginals, Reply::Marginals(marginals)) => {
                let with = |option: u32| {
                    let option = OptionId::new(option);
                    let with = covers.iter().filter(|cover| cover.contains(&option));
                    Count::from(with.count() as u64)
                };
                match marginals {
                    Some(each) => {
                        let expected: Vec<_> = (0..self.costs.len() as u32).map(with).collect();
                        assert_eq!(*each, expected);
                        assert_eq!(answer.stats.solutions, count);
                    }
                    None => assert!(!is_whole),
                }
            }
            (Want::Sample { solutions, .. }, Reply::Sample(drawn)) => {
                assert!(
                    drawn
                        .iter()
                        .all(|solution| covers.contains(&options(solution)))
                );
                let expected = if covers.is_empty() { 0 } else { solutions };
                assert!(!is_whole || drawn.len() as u64 == expected);
            }
            (Want::Estimate { .. }, Reply::Estimate(estimate)) => {
                // A tree this small is walked completely.
                if is_whole {
                    let solutions = estimate.solutions.unwrap();
                    assert_eq!(
                        (solutions.low, solutions.high),
                        (covers.len() as f64, covers.len() as f64)
                    );
                }
            }
            (want, reply) => panic!("{want}: {reply:?}"),
        }
        self.check_nodes(want, answer);
    }

    /// Checks that the question spent no more nodes than it had.
    fn check_nodes(&mut self, want: Want, answer: &Answer<Reply>) {
        assert!(self.nodes.is_none_or(|most| answer.stats.nodes <= most) || want == Want::Why);
        if let Some((budget, most, spent)) = &mut self.budget {
            *spent += answer.stats.nodes;
            assert_eq!(budget.nodes_left(), *most - *spent, "{want}");
        }
    }

    fn check_why(&self, why: &Explanation, covers: &BTreeSet<Vec<OptionId>>, is_whole: bool) {
        match why {
            Explanation::Cover(cover) => assert!(covers.contains(cover.options())),
            Explanation::Conflict(conflict) => {
                assert!(covers.is_empty());
                let items: Vec<usize> = conflict.items.iter().map(|item| item.index()).collect();
                assert!(!self.can_cover(&items, &conflict.options), "{conflict:?}");
                assert!(conflict.is_minimal() || !is_whole);
                let known =
                    |item: &usize| !conflict.undecided.iter().any(|open| open.index() == *item);
                for item in items.iter().filter(|item| known(item)) {
                    let without: Vec<usize> = items
                        .iter()
                        .copied()
                        .filter(|other| other != item)
                        .collect();
                    assert!(self.can_cover(&without, &conflict.options), "{conflict:?}");
                }
                let is_open = |option: &OptionId| conflict.undecided_options.contains(option);
                for option in conflict.options.iter().filter(|option| !is_open(option)) {
                    let mut without = conflict.options.clone();
                    without.retain(|other| other != option);
                    assert!(self.can_cover(&items, &without), "{conflict:?}");
                }
            }
            Explanation::Colouring(argument) => {
                assert!(covers.is_empty() && is_whole);
                assert!(argument.verify(&self.problem()), "{argument:?}");
                // Only these options may be assumed for it.
                let uses_all = |cover: &[OptionId]| {
                    let mut options = argument.options.iter();
                    options.all(|(option, _)| cover.contains(option))
                };
                let (forced, forbidden) = (self.assumptions.forced(), self.assumptions.forbidden());
                let mut needed = argument.options.iter().map(|(option, _)| option);
                assert!(needed.all(|option| forced.contains(option)));
                assert!(argument.forbidden.iter().all(|o| forbidden.contains(o)));
                for cover in self.case.covers() {
                    let is_left = |option: &OptionId| argument.forbidden.contains(option);
                    assert!(
                        !uses_all(&cover) || cover.iter().any(is_left),
                        "{argument:?}"
                    );
                }
            }
            Explanation::Unknown => assert!(!is_whole),
        }
    }
}

/// Makes the call on the search and on the model.
fn call(call: Call, search: &mut Search, model: &mut Model) {
    match call {
        Call::Force(option) => {
            search.force(option);
            model.assumptions.force(option);
        }
        Call::Forbid(option) => {
            search.forbid(option);
            model.assumptions.forbid(option);
        }
        Call::Retract(option) => {
            search.retract(option);
            model.assumptions.retract(option);
        }
        Call::RetractAll => {
            search.retract_all();
            model.assumptions.clear();
        }
        Call::Order(seed) => {
            model.order = seed.map_or(Order::Natural, Order::Random);
            search.order(model.order);
        }
        Call::Nodes(most) => {
            model.nodes = most;
            search.limits(most.map_or(Limits::new(), |most| Limits::new().nodes(most)));
        }
        Call::Budget(most) => {
            let begin = |most| (Budget::start(&Limits::new().nodes(most)), most, 0);
            model.budget = most.map(begin);
            search.budget(model.budget.as_ref().map(|budget| &budget.0));
        }
        Call::Ask(want) => {
            let question = model.question(want);
            let answer = search.ask(&question);
            model.check(want, &answer);
            let is_walk = matches!(want, Want::First | Want::All | Want::Unique);
            assert!(is_walk || search.position().is_none(), "{want}");
        }
        Call::Send(want) => {
            // Without limits, any search gives the same answer.
            let question: Question = model.question(want).to_string().parse().unwrap();
            assert_eq!(question, model.question(want));
            let answer = search.solver().search().ask(&question);
            let own = std::mem::take(&mut model.nodes);
            let budget = model.budget.take();
            model.check(want, &answer);
            (model.nodes, model.budget) = (own, budget);
        }
    }
    assert_eq!(*search.assumptions(), model.assumptions);
}

impl Model {
    fn question(&self, want: Want) -> Question {
        Question {
            want,
            assumptions: self.assumptions.clone(),
            order: self.order,
            from: None,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_question_is_answered_correctly_after_any_calls(
        (case, costs, calls) in called_cases(),
        colours in any::<bool>(),
    ) {
        let mut model = Model {
            case,
            costs,
            assumptions: Assumptions::new(),
            order: Order::Natural,
            nodes: None,
            budget: None,
        };
        let settings = if colours {
            Settings::new()
        } else {
            Settings::new().policy("colouring.work", 0.0).unwrap()
        };
        let mut search = Solver::with_settings(model.problem(), &settings).search();
        for next in calls {
            call(next, &mut search, &mut model);
        }
    }
}
