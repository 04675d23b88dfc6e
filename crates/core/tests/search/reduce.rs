//! A reduced problem has exactly the solutions of the original one.

// The exemption of tests in `.clippy.toml` does not reach the functions that they share.
#![allow(clippy::expect_used, clippy::unwrap_used)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::puzzles;
use crate::rules::Rules;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use quadrille::reduce::{NoCover, Reduced, Step, reduce};
use quadrille::{Assumptions, CancelToken, ItemId, Limits, OptionId, Problem, Solver, Stop, text};

/// The solutions of a problem.
fn solve(problem: &Problem) -> Vec<Vec<OptionId>> {
    let solver = Solver::new(problem.clone());
    let mut search = solver.search();
    let found = search.solutions();
    found.map(|cover| cover.options().to_vec()).collect()
}

/// The solutions of the reduced problem, restored.
fn restored(reduced: &Reduced) -> Vec<Vec<OptionId>> {
    let covers = solve(reduced.problem()).into_iter();
    let mut covers: Vec<_> = covers
        .map(|cover| reduced.restore(cover).options().to_vec())
        .collect();
    covers.sort_unstable();
    covers
}

/// Checks solutions, costs and the report. A second reduction has nothing to do.
fn judge(case: &Case) -> Result<(), TestCaseError> {
    let problem = priced(case);
    let covers = case.covers();
    let reduced = match reduce(problem.clone(), Limits::new()) {
        Ok(reduced) => reduced,
        Err(no_cover) => {
            prop_assert!(covers.is_empty());
            return judge_proof(case, &problem, &no_cover);
        }
    };
    prop_assert_eq!(&restored(&reduced), &covers);
    let cost = |problem: &Problem, cover: &[OptionId]| -> i64 {
        cover.iter().map(|&option| problem.cost(option)).sum()
    };
    for cover in solve(reduced.problem()) {
        let whole = reduced.restore(cover.iter().copied());
        prop_assert_eq!(
            cost(&problem, whole.options()),
            cost(reduced.problem(), &cover) + reduced.forced_cost()
        );
    }
    for cover in &covers {
        prop_assert!(reduced.forced().iter().all(|option| cover.contains(option)));
    }
    let report = reduced.report();
    let gone = report.forced + report.excluded + report.unsupported + report.dropped;
    prop_assert_eq!(
        gone + reduced.problem().option_count(),
        problem.option_count()
    );
    prop_assert_eq!(
        report.spare + reduced.problem().item_count(),
        problem.item_count()
    );
    prop_assert!(report.complete);
    prop_assert!(reduced.problem().notes().is_empty());
    let primary: Vec<_> = primary(reduced.problem()).collect();
    prop_assert!(Rules::new(reduced.problem(), &primary).are_exhausted());

    judge_assumptions(&problem, &reduced, &covers)?;

    let again = reduce(Arc::clone(reduced.problem()), Limits::new()).expect("there may be covers");
    prop_assert_eq!(
        again.problem().option_count(),
        reduced.problem().option_count()
    );
    prop_assert_eq!(again.report().spare, 0);
    Ok(())
}

/// Translated assumptions keep the solutions that a filter keeps. The last option does not exist.
fn judge_assumptions(
    problem: &Problem,
    reduced: &Reduced,
    covers: &[Vec<OptionId>],
) -> Result<(), TestCaseError> {
    let mut search = Solver::new(Arc::clone(reduced.problem())).search();
    let option = |number: usize| OptionId::new((number % (problem.option_count() + 1)) as u32);
    for number in 0..=problem.option_count() {
        let [one, two, three] = [number, number + 1, 3 * number + 2].map(option);
        for (forced, forbidden) in [
            (vec![one], vec![]),
            (vec![], vec![one]),
            (vec![one, three], vec![two]),
        ] {
            let mut assumptions = Assumptions::new();
            forced.iter().for_each(|&option| {
                assumptions.force(option);
            });
            forbidden.iter().for_each(|&option| {
                assumptions.forbid(option);
            });
            search.assume(reduced.translate(&assumptions));
            let found = search.solutions().map(|cover| reduced.restore(&cover));
            let mut found: Vec<_> = found.map(|cover| cover.options().to_vec()).collect();
            found.sort_unstable();
            let mut expected = covers.to_vec();
            expected.retain(|cover| {
                forced.iter().all(|option| cover.contains(option))
                    && !forbidden.iter().any(|option| cover.contains(option))
            });
            prop_assert_eq!(found, expected, "{:?}", assumptions);
        }
    }
    Ok(())
}

fn primary(problem: &Problem) -> impl Iterator<Item = ItemId> {
    problem.items().filter(|&item| problem.is_primary(item))
}

/// Checks that the items of a proof cannot be covered together, and that its steps are valid.
fn judge_proof(case: &Case, problem: &Problem, no_cover: &NoCover) -> Result<(), TestCaseError> {
    let asked = no_cover.items();
    prop_assert!(asked.contains(&no_cover.item()));
    let mut freed = case.clone();
    for item in problem.items().filter(|item| !asked.contains(item)) {
        if let Some(times) = &mut freed.items[item.index()] {
            *times = 0..=*times.end();
        }
    }
    prop_assert!(freed.covers().is_empty());
    let (steps, item) = (no_cover.steps(), no_cover.item());
    prop_assert!(Rules::new(problem, &asked).prove(steps, item));
    if let [needed @ .., _] = steps {
        prop_assert!(!Rules::new(problem, &asked).prove(needed, item));
    }
    Ok(())
}

/// The problem of a case, in which option `n` costs `n` squared minus 7.
fn priced(case: &Case) -> Problem {
    let mut builder = case.builder();
    for number in 0..case.options.len() as u32 {
        let cost = i64::from(number * number) - 7;
        builder.add_cost(OptionId::new(number), cost).unwrap();
    }
    builder.build()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn plain_covers_are_kept(case in cases()) {
        judge(&case)?;
    }

    #[test]
    fn coloured_covers_are_kept(case in coloured_cases()) {
        judge(&case)?;
    }

    #[test]
    fn multiple_covers_are_kept(case in multiple_cases()) {
        judge(&case)?;
    }
}

fn dlx(text: &str) -> Problem {
    text::dlx::read(text.as_bytes()).unwrap()
}

/// DLX-PRE removes the same 144 options: they leave a corner too small for a piece.
#[test]
fn pentominoes_lose_what_dlx_pre_removes() {
    let problem = puzzles::pentominoes::rectangle(6, 10)
        .unwrap()
        .into_problem();
    let reduced = reduce(problem, Limits::new()).unwrap();
    assert_eq!(reduced.report().unsupported, 144);
    assert_eq!(reduced.problem().option_count(), 2056 - 144);
    let solver = Solver::new(reduced.problem().clone());
    assert_eq!(solver.search().count().value, 9356);
}

/// The reduced problem as text, and the options that are in every solution.
fn reduced(text: &str) -> (String, Vec<usize>) {
    let reduced = reduce(dlx(text), Limits::new()).unwrap();
    let mut text = Vec::new();
    text::dlx::write(reduced.problem(), &mut text).unwrap();
    let forced = reduced.forced().iter().map(|option| option.index());
    (String::from_utf8(text).unwrap(), forced.collect())
}

#[test]
fn every_rule_removes_something() {
    // Knuth's first example, and that of DLX-PRE: the rules alone solve them.
    let knuth = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    assert_eq!(reduced(knuth), (" |\n".to_owned(), vec![0, 3, 4]));
    let pre = "A B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n";
    assert_eq!(reduced(pre), (" |\n".to_owned(), vec![1, 3]));
    // "a" and "b" are clones, "s" is theirs, "t" has one use, "u" one colour.
    let spare = "a b c | s t u\na b s u:x\na b t c u:x\nc u:x\nc\na b s\n";
    let left = "a c\na\na c\nc\nc\na\n";
    assert_eq!(reduced(spare), (left.to_owned(), vec![]));
    // Forcing lowers bounds.
    let bounds = "a 2:3|b\na b\nb\nb\nb |7\n";
    let left = "1:2|b\nb\nb\nb |7\n";
    assert_eq!(reduced(bounds), (left.to_owned(), vec![0]));
    // "c" may be covered twice; once it is, "b" sees to it that it is not covered too often.
    let twice = "a b 0:2|c\na c\nb c\nb c\n";
    assert_eq!(reduced(twice), ("b\nb\nb\n".to_owned(), vec![0]));
}

#[test]
fn proofs_are_written_with_names() {
    let proof = |text: &str| {
        let problem = dlx(text);
        let no_cover = reduce(problem.clone(), Limits::new()).unwrap_err();
        no_cover.display(&problem).to_string()
    };
    assert_eq!(
        proof("a b\na\n"),
        "item \"b\" cannot be covered: it has no options"
    );
    assert_eq!(
        proof("3|a\na\na\n"),
        "item \"a\" cannot be covered: it needs 3 options and has only 2"
    );
    assert_eq!(
        proof("a b c | s\na\na s\nb s:x\nc s:y\nc s\n"),
        "item \"c\" cannot be covered: it has no option left\n  \
         option 2 (b s:x) is in every solution: item \"b\" has no other option\n  \
         option 3 (c s:y) is in no solution: it conflicts with option 2 (b s:x) over item \"s\"\n  \
         option 4 (c s) is in no solution: it conflicts with option 2 (b s:x) over item \"s\""
    );
    let unsupported = "x p q y w | z\nx p\nx q\ny p\ny p z\nw q\nw q z\n";
    assert_eq!(
        proof(unsupported),
        "item \"w\" cannot be covered: it has no option left\n  \
         option 0 (x p) is in no solution: it conflicts with every remaining option of item \"y\" (support rule)\n  \
         option 1 (x q) is in every solution: item \"x\" has no other option\n  \
         option 4 (w q) is in no solution: it conflicts with option 1 (x q) over item \"q\"\n  \
         option 5 (w q z) is in no solution: it conflicts with option 1 (x q) over item \"q\""
    );
}

/// A table of allowed pairs keeps the values that occur in a pair, at both ends.
#[test]
fn the_support_rule_works_through_colours() {
    let mut problem = "a b pair | x y\n".to_owned();
    for value in 1..=4 {
        problem += &format!("a x:{value}\nb y:{value}\n");
    }
    for (one, other) in [(1, 2), (1, 3), (2, 3), (2, 4)] {
        problem += &format!("pair x:{one} y:{other}\n");
    }
    let (text, forced) = reduced(&problem);
    assert!(forced.is_empty());
    let left: Vec<&str> = text
        .lines()
        .skip(1)
        .filter(|line| !line.starts_with('p'))
        .collect();
    assert_eq!(left, ["a x:1", "a x:2", "b y:2", "b y:3", "b y:4"]);
}

/// Each place of `j` is excluded by another item of the first option, but no item excludes both:
/// the subset rule does not find this.
#[test]
fn the_support_rule_works_through_several_items() {
    let problem = "j k | x y\nk x y\nj x\nj y\nk\nk\n";
    assert_eq!(reduced(problem).0.lines().next(), Some("j k"));
    let report = *reduce(dlx(problem), Limits::new()).unwrap().report();
    assert_eq!((report.unsupported, report.forced), (1, 0));
}

/// An item that needs two options loses those that leave only one.
#[test]
fn the_support_rule_counts_supports() {
    let problem = "2|j k | x\nk x\nj x\nj x\nj\nk\nk\n";
    let report = *reduce(dlx(problem), Limits::new()).unwrap().report();
    assert_eq!((report.unsupported, report.forced), (1, 0));
}

/// A wrong step is found: the checks of proofs can fail.
#[test]
fn wrong_proofs_are_rejected() {
    let problem = dlx("x p q y w | z\nx p\nx q\ny p\ny p z\nw q\nw q z\n");
    let no_cover = reduce(problem.clone(), Limits::new()).unwrap_err();
    let (asked, item) = (no_cover.items(), no_cover.item());
    let is_valid = |steps: &[Step]| Rules::new(&problem, &asked).prove(steps, item);
    let steps = no_cover.steps().to_vec();
    assert!(is_valid(&steps));
    for left_out in 0..steps.len() {
        let mut rest = steps.clone();
        rest.remove(left_out);
        assert!(!is_valid(&rest), "without step {left_out}");
    }
    let mut swapped = steps.clone();
    swapped.swap(0, 1);
    assert!(!is_valid(&swapped));
    let Step::Unsupported { option, .. } = steps[0] else {
        panic!("{steps:?}");
    };
    let [x, w] = ["x", "w"].map(|name| problem.item(name).unwrap());
    for wrong in [
        Step::Unsupported { option, item: w },
        Step::Forced { option, item: x },
    ] {
        let mut steps = steps.clone();
        steps[0] = wrong;
        assert!(!is_valid(&steps), "{wrong:?}");
    }
}

/// A chain that is forced from end to end, much longer than a stack is deep.
fn chain(items: usize) -> Problem {
    let mut builder = Problem::builder();
    let items: Vec<_> = (0..items)
        .map(|number| builder.primary(number.to_string()).unwrap())
        .collect();
    for pair in items.windows(2) {
        builder.option(pair).unwrap();
    }
    builder.build()
}

#[test]
fn long_chains_are_followed() {
    let reduced = reduce(chain(200_000), Limits::new()).unwrap();
    assert_eq!(reduced.forced().len(), 100_000);
    assert_eq!(reduced.problem().item_count(), 0);
    let no_cover = reduce(chain(200_001), Limits::new()).unwrap_err();
    // Half of the options are forced, and half of them excluded.
    assert_eq!(no_cover.steps().len(), 200_000);
}

/// All options are forced, and all use the same item in the same colour.
#[test]
fn one_colour_is_purified_once() {
    let mut builder = Problem::builder();
    let stage = builder.secondary("stage").unwrap();
    let red = builder.colour("red").unwrap();
    for number in 0..100_000 {
        let item = builder.primary(number.to_string()).unwrap();
        builder.option([(item, None), (stage, Some(red))]).unwrap();
    }
    let reduced = reduce(builder.build(), Limits::new()).unwrap();
    assert_eq!(reduced.forced().len(), 100_000);
    assert!(reduced.report().complete);
}

/// Comparing two long options with equal items would take longer than the effort allows.
#[test]
fn the_search_for_spare_items_is_bounded() {
    let mut builder = Problem::builder();
    let items: Vec<_> = (0..10_000)
        .map(|number| builder.primary(number.to_string()).unwrap())
        .collect();
    for _ in 0..2 {
        builder.option(items.iter().copied()).unwrap();
    }
    let reduced = reduce(builder.build(), Limits::new()).unwrap();
    let report = reduced.report();
    assert!(!report.complete);
    assert!(report.spare > 1000 && report.spare < 9999, "{report:?}");
    assert_eq!(restored(&reduced).len(), 2);
}

/// Whether the reduced problem is the original one, not a copy of it.
fn is_unchanged(reduced: &Reduced, problem: &Arc<Problem>) -> bool {
    let same = |option| reduced.origin(option) == Some(option);
    Arc::ptr_eq(reduced.problem(), problem)
        && reduced.forced().is_empty()
        && problem.options().all(same)
        && reduced
            .origin(OptionId::new(problem.option_count() as u32))
            .is_none()
}

/// A limit that is reached before the start leaves the problem as it is.
#[test]
fn a_limit_at_the_start_leaves_the_problem_unchanged() {
    let token = CancelToken::new();
    token.cancel();
    let problem = Arc::new(chain(200_001));
    for (limits, stop) in [
        (Limits::new().time(Duration::ZERO), Stop::Time),
        (Limits::new().deadline(Instant::now()), Stop::Time),
        (Limits::new().cancel(&token), Stop::Cancelled),
    ] {
        let reduced = reduce(Arc::clone(&problem), &limits).expect("there was no time to find out");
        let report = reduced.report();
        assert_eq!((report.stop, report.complete), (stop, false));
        assert!(is_unchanged(&reduced, &problem));
    }
    // Nodes are those of a search, and solutions too.
    let limits = Limits::new().nodes(0).solutions(0);
    assert!(reduce(problem, &limits).is_err());
}

/// A problem that no rule changes is shared.
#[test]
fn an_unchanged_problem_is_not_copied() {
    let problem = Arc::new(dlx("a b c\na b\nb c\na c\na\nb\nc\n"));
    let reduced = reduce(Arc::clone(&problem), Limits::new()).unwrap();
    let report = reduced.report();
    assert_eq!((report.stop, report.complete), (Stop::Exhausted, true));
    assert!(is_unchanged(&reduced, &problem));
}
