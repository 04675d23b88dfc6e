//! Whips against all sequences of choices, and against braids.

use std::ops::RangeInclusive;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use super::super::whip::Whips;
use super::{Steps, budget, check};
use crate::ask::Assumptions;
use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::problem::OptionId;

/// The live options of a problem, as the definition of a whip needs them.
struct Definition {
    /// For each item that must be covered, how often, and its live options.
    truths: Vec<(usize, Vec<OptionId>)>,
    /// Whether two options conflict.
    conflicts: Vec<Vec<bool>>,
}

impl Definition {
    fn new(case: &Case, live: &[OptionId]) -> Self {
        let truth = |(item, times): (usize, &Option<RangeInclusive<u32>>)| {
            let need = times.as_ref().map_or(0, |times| *times.start() as usize);
            let covers =
                |option: &OptionId| case.options[option.index()].iter().any(|u| u.0 == item);
            (need, live.iter().copied().filter(covers).collect())
        };
        let truths = case.items.iter().enumerate().map(truth);
        let all = || (0..case.options.len() as u32).map(OptionId::new);
        let row = |a| {
            all()
                .map(|b| a != b && !case.are_compatible(&[a, b]))
                .collect()
        };
        Self {
            truths: truths.filter(|truth| truth.0 > 0).collect(),
            conflicts: all().map(row).collect(),
        }
    }

    /// Whether choices can be continued by at most `most` more to a whip.
    fn is_whip(&self, choices: &mut Vec<OptionId>, most: usize) -> bool {
        let conflict = |a: OptionId, b: OptionId| self.conflicts[a.index()][b.index()];
        let is_left = |option: OptionId| !choices.iter().any(|&choice| conflict(option, choice));
        let last = choices[choices.len() - 1];
        let mut next = Vec::new();
        for (need, options) in &self.truths {
            let left = options.iter().copied().filter(|&option| is_left(option));
            let left: Vec<OptionId> = left.collect();
            if left.len() < *need {
                return true;
            }
            let is_linked = options.iter().any(|&option| conflict(option, last));
            if left.len() == *need && is_linked {
                next.extend(left.into_iter().filter(|option| !choices.contains(option)));
            }
        }
        most > 0
            && next.into_iter().any(|option| {
                choices.push(option);
                let found = self.is_whip(choices, most - 1);
                choices.pop();
                found
            })
    }
}

/// Compares the whips of a problem with the definition, and its ratings by whips and braids.
fn whips_agree(case: &Case, longest: usize) -> Result<(), TestCaseError> {
    let problem = Arc::new(case.problem());
    let budget = budget();
    let steps = Steps::new(problem.clone(), &Assumptions::new(), &budget).unwrap();
    let (live, known, options) = (steps.state(), steps.known(), steps.live());
    if live.short().is_some() {
        return Ok(());
    }
    let definition = Definition::new(case, &options);
    let mut whips = Whips::new(live, &budget);
    for &option in &options {
        for most in 0..=longest {
            let whip = whips
                .that_excludes(live.number(option).unwrap(), most)
                .unwrap();
            let expected = definition.is_whip(&mut vec![option], most);
            prop_assert_eq!(whip.is_some(), expected, "{:?}, at most {}", option, most);
            if let Some(whip) = whip {
                prop_assert_eq!(check(&problem, &known, &whip), Ok(()), "{:?}", whip);
                prop_assert!(whip.reason.size() <= most + 1, "{:?}", whip);
            }
        }
    }
    let braids = steps.braid_rating(usize::MAX, &budget).unwrap();
    let whips = steps.whip_rating(usize::MAX, &budget).unwrap();
    prop_assert!(whips.is_none() || braids <= whips, "{braids:?} {whips:?}");
    Ok(())
}

/// Some candidates of a sudoku of 4 x 4 cells, among them a solution.
fn small_boards() -> impl Strategy<Value = Case> {
    vec(prop::bool::weighted(0.4), 64).prop_map(|is_live| {
        let items = vec![Some(1..=1); 64];
        let options = (0..64).filter_map(|option| {
            let (r, c, d) = (option / 16, option / 4 % 4, option % 4);
            let is_solution = d == (2 * (r % 2) + r / 2 + c) % 4;
            let units = [
                4 * r + c,
                16 + 4 * r + d,
                32 + 4 * c + d,
                48 + 4 * (r / 2 * 2 + c / 2) + d,
            ];
            (is_solution || is_live[option]).then(|| units.map(|item| (item, None)).to_vec())
        });
        Case {
            items,
            options: options.collect(),
        }
    })
}

proptest! {
    #[test]
    fn whips_agree_with_all_sequences(case in cases()) {
        whips_agree(&case, 5)?;
    }

    #[test]
    fn whips_agree_with_all_sequences_with_colours(case in coloured_cases()) {
        whips_agree(&case, 5)?;
    }

    #[test]
    fn whips_agree_with_all_sequences_with_multiplicities(case in multiple_cases()) {
        whips_agree(&case, 5)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn whips_agree_with_all_sequences_on_small_boards(case in small_boards()) {
        whips_agree(&case, 3)?;
    }
}
