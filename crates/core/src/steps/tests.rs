//! Steps of sudoku boards and of random problems: every certificate holds, none holds with a part
//! removed, and no step removes an option of a solution.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use super::{
    Choice, Deduction, End, Family, Fault, Kind, Known, Reason, Rule, Search, Steps, check,
};
use crate::ask::{Assumptions, Budget, Limits};
use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::problem::{ItemId, OptionId, Problem};

mod whips;

/// Plain sudoku: option `81 r + 9 c + d` covers its cell, and its digit in a row, column and box.
fn sudoku() -> Problem {
    let mut builder = Problem::builder();
    for kind in ["n", "r", "c", "b"] {
        for a in 0..9 {
            for b in 0..9 {
                builder.primary(format!("{kind}{a}{b}")).unwrap();
            }
        }
    }
    for (r, c, d) in (0..729).map(|option| (option / 81, option / 9 % 9, option % 9)) {
        let b = r / 3 * 3 + c / 3;
        let items = [
            format!("n{r}{c}"),
            format!("r{r}{d}"),
            format!("c{c}{d}"),
            format!("b{b}{d}"),
        ];
        builder.option(items.iter().map(String::as_str)).unwrap();
    }
    builder.build()
}

fn givens(board: &str) -> Assumptions {
    let mut assumptions = Assumptions::new();
    for (cell, byte) in board.bytes().enumerate() {
        if (b'1'..=b'9').contains(&byte) {
            assumptions.force(OptionId::new(9 * cell as u32 + u32::from(byte - b'1')));
        }
    }
    assumptions
}

fn budget() -> Budget {
    Budget::start(&Limits::new())
}

/// Takes all steps; checks each of them. Returns the steps and the end.
fn path(problem: &Arc<Problem>, assumptions: &Assumptions) -> (Vec<Deduction>, End) {
    let budget = budget();
    let mut steps = Steps::new(problem.clone(), assumptions, &budget).unwrap();
    let mut all = Vec::new();
    loop {
        let known = steps.known();
        let Some(step) = steps.next(&budget).unwrap() else {
            return (all, steps.end().unwrap());
        };
        assert_eq!(check(problem, &known, &step), Ok(()), "{step:?}");
        for broken in broken(&step) {
            assert_ne!(
                check(problem, &known, &broken),
                Ok(()),
                "{broken:?} of {step:?}"
            );
        }
        all.push(step);
    }
}

/// The same argument without one of its parts.
fn broken(step: &Deduction) -> Vec<Deduction> {
    let with = |reason| Deduction {
        reason,
        ..step.clone()
    };
    match step.reason.clone() {
        Reason::Set { truths, links } => {
            let fewer_truths = without_one(&truths).map(|truths| Reason::Set {
                truths,
                links: links.clone(),
            });
            let fewer_links = without_one(&links).map(|links| Reason::Set {
                truths: truths.clone(),
                links,
            });
            fewer_truths.chain(fewer_links).map(with).collect()
        }
        Reason::Rule { truths, links } | Reason::TwoRules { truths, links } => {
            let fewer_truths = without_one(&truths).map(|truths| Reason::Rule {
                truths,
                links: links.clone(),
            });
            let fewer_links = without_one(&links).map(|links| Reason::Rule {
                truths: truths.clone(),
                links,
            });
            fewer_truths.chain(fewer_links).map(with).collect()
        }
        Reason::Chain { truths } => {
            let fewer = without_one(&truths).map(|truths| Reason::Chain { truths });
            fewer.map(with).collect()
        }
        Reason::Forcing { choices, empty } => {
            let fewer = without_one(&choices).map(|choices| Reason::Forcing { choices, empty });
            fewer.map(with).collect()
        }
        Reason::Cases { item, branches } => {
            let fewer_branches = without_one(&branches);
            let fewer_choices = (0..branches.len()).flat_map(|place| {
                let branches = &branches;
                without_one(&branches[place].choices).map(move |choices| {
                    let mut branches = branches.clone();
                    branches[place].choices = choices;
                    branches
                })
            });
            let fewer = fewer_branches.chain(fewer_choices);
            fewer
                .map(|branches| with(Reason::Cases { item, branches }))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The list without each of its members.
fn without_one<T: Clone>(list: &[T]) -> impl Iterator<Item = Vec<T>> {
    (0..list.len()).map(|place| {
        let mut fewer = list.to_vec();
        fewer.remove(place);
        fewer
    })
}

#[test]
fn easy_boards_need_singles_only() {
    let board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let (steps, end) = path(&Arc::new(sudoku()), &givens(board));
    assert_eq!(end, End::Solved);
    assert_eq!(steps.len(), 51);
    assert!(steps.iter().all(|step| step.reason.kind() == Kind::Single));
}

#[test]
fn a_board_with_pairs_needs_no_chain() {
    let board = ".6..1....5...8....3...6.4.7..98....2.3........4...2986..15.6.7.....2.5..9........";
    let (steps, end) = path(&Arc::new(sudoku()), &givens(board));
    assert_eq!(end, End::Solved);
    let hardest = steps.iter().map(|step| step.reason.kind()).max();
    assert_eq!(hardest, Some(Kind::Set));
    assert!(steps.iter().all(|step| step.reason.size() <= 2));
}

#[test]
fn hard_boards_end_without_trial() {
    let problem = Arc::new(sudoku());
    for board in [
        "5.......8..26........4.1.764.1....6......3.5.9.....74....7.....61.3...9..8...9...",
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    ] {
        let (steps, end) = path(&problem, &givens(board));
        assert_eq!(end, End::Solved);
        let hardest = steps.iter().map(|step| step.reason.kind()).max();
        assert!(hardest < Some(Kind::Trial), "{board}: {hardest:?}");
    }
}

/// A board that no single assumption solves.
#[test]
fn the_hardest_boards_need_trial() {
    let board = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let (steps, end) = path(&Arc::new(sudoku()), &givens(board));
    assert_eq!(end, End::Solved);
    let hardest = steps.iter().map(|step| step.reason.kind()).max();
    assert_eq!(hardest, Some(Kind::Trial));
}

#[test]
fn braids_rate_boards() {
    let problem = Arc::new(sudoku());
    let rate = |board: &str, most| {
        let steps = Steps::new(problem.clone(), &givens(board), &budget()).unwrap();
        steps.braid_rating(most, &budget()).unwrap()
    };
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    assert_eq!(rate(easy, 10), Some(0));
    let pairs = ".6..1....5...8....3...6.4.7..98....2.3........4...2986..15.6.7.....2.5..9........";
    assert_eq!(rate(pairs, 10), Some(2));
    assert_eq!(rate(pairs, 1), None);
    let hardest =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    assert_eq!(rate(hardest, 10), None);
}

#[test]
fn boards_without_a_solution_end_so() {
    let mut board =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .to_owned();
    board.replace_range(2..3, "2");
    let (_, end) = path(&Arc::new(sudoku()), &givens(&board));
    assert_eq!(end, End::NoSolution);
}

/// Whether nothing has removed an option of a cover.
fn keeps(known: &Known, cover: &[OptionId]) -> bool {
    cover
        .iter()
        .all(|option| known.live.contains(option) || known.chosen.contains(option))
}

/// Takes all steps of a random problem, whose covers a reference finds.
fn lose_no_cover(case: &Case) -> Result<(), TestCaseError> {
    lose_no_cover_by(case, |_, steps| steps)
}

fn lose_no_cover_by(
    case: &Case,
    prepare: impl Fn(&Problem, Steps) -> Steps,
) -> Result<(), TestCaseError> {
    let (covers, problem) = (case.covers(), Arc::new(case.problem()));
    let budget = budget();
    let steps = Steps::new(problem.clone(), &Assumptions::new(), &budget).unwrap();
    let mut steps = prepare(&problem, steps);
    loop {
        let known = steps.known();
        let Some(step) = steps.next(&budget).unwrap() else {
            break;
        };
        prop_assert_eq!(check(&problem, &known, &step), Ok(()), "{:?}", step);
        if matches!(step.reason.kind(), Kind::Rule | Kind::TwoRules) {
            for broken in broken(&step) {
                prop_assert!(check(&problem, &known, &broken).is_err(), "{:?}", broken);
            }
        }
        let known = steps.known();
        prop_assert!(
            covers.iter().all(|cover| keeps(&known, cover)),
            "{:?}",
            step
        );
    }
    let count = covers.len();
    let agrees = match steps.end() {
        Some(End::Solved) => count == 1,
        Some(End::NoSolution) => count == 0,
        Some(End::Stuck) => count > 1,
        None => false,
    };
    prop_assert!(agrees, "{:?} with {count} covers", steps.end());
    Ok(())
}

proptest! {
    #[test]
    fn steps_lose_no_cover(case in cases()) {
        lose_no_cover(&case)?;
    }

    #[test]
    fn steps_lose_no_cover_with_colours(case in coloured_cases()) {
        lose_no_cover(&case)?;
    }

    #[test]
    fn steps_lose_no_cover_with_multiplicities(case in multiple_cases()) {
        lose_no_cover(&case)?;
    }
}

/// Takes items for rules, a few at a time: the last ones of each are hidden.
fn rules(problem: &Problem) -> Vec<Rule> {
    let items: Vec<ItemId> = problem.items().collect();
    let (mut hidden, mut rest) = (Vec::new(), Vec::new());
    for four in items.chunks(4) {
        let (one, other) = four.split_at(four.len() / 2);
        rest.extend_from_slice(one);
        hidden.push(other.to_vec());
    }
    let (seen, links): (Vec<ItemId>, Vec<ItemId>) = rest
        .into_iter()
        .partition(|&item| problem.multiplicity(item).is_some());
    let rule = |hidden| Rule {
        hidden,
        seen: seen.clone(),
        links: links.clone(),
    };
    hidden.into_iter().map(rule).collect()
}

/// Takes all steps of a random problem with rules.
fn lose_no_cover_by_rules(case: &Case) -> Result<(), TestCaseError> {
    lose_no_cover_by(case, |problem, steps| steps.rules(&rules(problem)))
}

proptest! {
    #[test]
    fn rules_lose_no_cover(case in cases()) {
        lose_no_cover_by_rules(&case)?;
    }

    #[test]
    fn rules_lose_no_cover_with_colours(case in coloured_cases()) {
        lose_no_cover_by_rules(&case)?;
    }

    #[test]
    fn rules_lose_no_cover_with_multiplicities(case in multiple_cases()) {
        lose_no_cover_by_rules(&case)?;
    }
}

/// Searches of every form, among arbitrary items. The trial comes last, so that all ends are decided.
fn searches(problem: &Problem) -> Vec<Search> {
    let (even, odd): (Vec<ItemId>, Vec<ItemId>) =
        problem.items().partition(|item| item.index() % 2 == 0);
    let all: Vec<ItemId> = problem.items().collect();
    let (low, high) = all.split_at(all.len() / 2);
    let family = |truths: &[ItemId], links: &[ItemId]| Family {
        truths: truths.to_vec(),
        links: links.to_vec(),
    };
    let families = [
        family(&even, &odd),
        family(&odd, &even),
        family(low, high),
        family(high, low),
        family(&all, &all),
    ];
    let new = |kind| Search::new(kind, 0);
    vec![
        new(Kind::Cases).by_chains(),
        new(Kind::Set)
            .of_size(1..=4)
            .of_families(families)
            .with_direct(),
        new(Kind::Chain).among(even.clone()).of_size(1..=3),
        new(Kind::Chain).of_groups(),
        new(Kind::Forcing).among(odd.clone()).of_size(1..=3),
        new(Kind::Chain),
        new(Kind::Set).among(odd),
        new(Kind::Locked).with_direct(),
        new(Kind::Single).among(even),
        new(Kind::Forcing),
        new(Kind::Cases),
        new(Kind::Single),
        new(Kind::Trial),
    ]
}

/// Takes all steps of a random problem by searches that no order of kinds makes, the last kinds first.
fn lose_no_cover_by_searches(case: &Case) -> Result<(), TestCaseError> {
    lose_no_cover_by(case, |problem, steps| {
        // All cost the same, so the first search that finds anything gives the step.
        steps.by_cost(searches(problem), |_, _| Some(0))
    })
}

proptest! {
    #[test]
    fn searches_lose_no_cover(case in cases()) {
        lose_no_cover_by_searches(&case)?;
    }

    #[test]
    fn searches_lose_no_cover_with_colours(case in coloured_cases()) {
        lose_no_cover_by_searches(&case)?;
    }

    #[test]
    fn searches_lose_no_cover_with_multiplicities(case in multiple_cases()) {
        lose_no_cover_by_searches(&case)?;
    }
}

/// A family with more links than a set of places holds has no sets.
#[test]
fn families_of_many_links_are_skipped() {
    let mut builder = Problem::builder();
    for item in ["a", "b"] {
        builder.primary(item).unwrap();
    }
    for link in 0..66 {
        builder.secondary(format!("l{link}")).unwrap();
    }
    // Places 0 and 1 are also places 64 and 65 of a word.
    for option in ["a l64", "a l65", "b l64", "b l65", "l0", "l1"] {
        builder.option(option.split(' ')).unwrap();
    }
    let problem = Arc::new(builder.build());
    let family = Family {
        truths: ["a", "b"].map(|name| problem.item(name).unwrap()).to_vec(),
        links: problem
            .items()
            .filter(|&item| !problem.is_primary(item))
            .collect(),
    };
    let budget = budget();
    let steps = Steps::new(problem, &Assumptions::new(), &budget).unwrap();
    let search = Search::new(Kind::Set, 0).of_families([family]);
    let mut steps = steps.by_cost([search], |_, _| Some(0));
    assert_eq!(steps.next(&budget), Ok(None));
}

/// A choice must be the option that is left, and no option may be listed twice.
#[test]
fn false_certificates_are_refused() {
    let mut builder = Problem::builder();
    for item in ["o", "t", "u"] {
        builder.primary(item).unwrap();
    }
    for item in ["x", "y", "z"] {
        builder.secondary(item).unwrap();
    }
    for option in ["o x z", "o", "t x y", "t", "u y", "u z"] {
        builder.option(option.split(' ')).unwrap();
    }
    let problem = builder.build();
    let known = Known {
        live: problem.options().collect(),
        ..Known::default()
    };
    let [t, u] = ["t", "u"].map(|name| problem.item(name).unwrap());
    let choice = Choice {
        item: t,
        option: OptionId::new(2),
    };
    // With option 0, the only option left of t is 3, and 0, 3 and 4 are a solution.
    let step = Deduction {
        reason: Reason::Forcing {
            choices: vec![choice],
            empty: u,
        },
        chosen: Vec::new(),
        removed: vec![OptionId::new(0)],
    };
    assert_eq!(check(&problem, &known, &step), Err(Fault::Item(t)));
    let twice = Deduction {
        removed: vec![OptionId::new(0); 2],
        ..step
    };
    let fault = Fault::Twice(OptionId::new(0));
    assert_eq!(check(&problem, &known, &twice), Err(fault));
}
