//! Random problems, split at random, counted in pieces by the definition, in several ledgers.

use proptest::prelude::*;
use quadrille::units::{Ledger, Runner, Unit};
use quadrille::{Assumptions, Limits, Method, OptionId, Part, Solver, Step};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::case::{Case, cases, coloured_cases, multiple_cases};
use super::{count, new_file, prove, record, units, walked};

/// The number of solutions of a problem inside a part, under assumptions.
fn inside(covers: &[Vec<OptionId>], assumptions: &Assumptions, part: &Part) -> u64 {
    let mut all = assumptions.clone();
    part.assume_in(&mut all);
    let is_inside = |cover: &&Vec<OptionId>| {
        all.forced().iter().all(|option| cover.contains(option))
            && !all.forbidden().iter().any(|option| cover.contains(option))
    };
    covers.iter().filter(is_inside).count() as u64
}

fn assume(case: &Case, rng: &mut Pcg64) -> Assumptions {
    let mut assumptions = Assumptions::new();
    for option in 0..case.options.len() as u32 {
        match rng.random_range(0..12) {
            0 => assumptions.force(OptionId::new(option)),
            1 => assumptions.forbid(OptionId::new(option)),
            _ => &mut assumptions,
        };
    }
    assumptions
}

fn check(case: &Case, seed: u64) -> Result<(), TestCaseError> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let (problem, covers) = (case.problem(), case.covers());
    let solver = Solver::new(&problem);
    let assumptions = match rng.random_range(0..2) {
        0 => Assumptions::new(),
        _ => assume(case, &mut rng),
    };
    let question = count(assumptions.clone());
    let times = rng.random_range(1..100_u64);
    let split = |question: &quadrille::Question, number| {
        let units = units(&solver, question, number);
        let times = |unit: Unit| unit.times(times.into());
        units.into_iter().map(times).collect::<Vec<_>>()
    };
    let mut open = split(&question, rng.random_range(1..10));
    let solutions = inside(&covers, &assumptions, &Part::default());
    let parts: u64 = open
        .iter()
        .map(|unit| inside(&covers, &assumptions, &unit.part))
        .sum();
    prop_assert_eq!(parts, solutions);
    let mut ledgers = vec![String::new(); 3];
    while !open.is_empty() {
        let unit = open.swap_remove(rng.random_range(0..open.len()));
        let own = inside(&covers, &assumptions, &unit.part);
        let ledger = rng.random_range(0..ledgers.len());
        // A record that another one confirms, or that is hidden by a complete one.
        for _ in 0..rng.random_range(0..2) {
            ledgers[rng.random_range(0..3)] += &record(&unit, &own.to_string(), "");
        }
        if rng.random_range(0..3) > 0 {
            ledgers[ledger] += &record(&unit, &own.to_string(), "");
            continue;
        }
        // The unit is stopped: some of its parts are its rest.
        let mut stopped = question.clone();
        unit.part.assume_in(&mut stopped.assumptions);
        let mut rest: Vec<Part> = split(&stopped, rng.random_range(1..4))
            .iter()
            .map(|inner| unit.part.steps().iter().chain(inner.part.steps()))
            .map(|steps| steps.copied().collect())
            .collect();
        rest.shuffle(&mut rng);
        rest.truncate(rng.random_range(1..=rest.len()));
        let left: u64 = rest
            .iter()
            .map(|part| inside(&covers, &assumptions, part))
            .sum();
        let words = quadrille::Parts::from_iter(rest.clone()).to_string();
        ledgers[ledger] += &record(&unit, &(own - left).to_string(), &words);
        if rest != [unit.part.clone()] {
            open.extend(rest.into_iter().map(|part| unit.clone().part(part)));
        } else {
            ledgers[ledger] += &record(&unit, &own.to_string(), "");
        }
    }
    ledgers.shuffle(&mut rng);
    let proof =
        prove(&problem, &ledgers).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert!(proof.is_complete(), "missing {:?}", proof.missing);
    prop_assert_eq!(proof.total, solutions * times);
    // Without any one line, the total is a lower bound, and what is missing completes it.
    let text = ledgers.concat();
    let lines: Vec<&str> = text.lines().collect();
    let dropped = rng.random_range(0..lines.len());
    let mut less: String = lines
        .iter()
        .enumerate()
        .filter(|(place, _)| *place != dropped)
        .map(|(_, line)| format!("{line}\n"))
        .collect();
    let proof = prove(&problem, &[less.clone()]);
    let proof = proof.map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert!(proof.total <= solutions * times);
    for unit in proof.missing.iter() {
        let own = inside(&covers, &assumptions, &unit.part);
        less += &record(&unit, &own.to_string(), "");
    }
    if !less.is_empty() {
        let proof = prove(&problem, &[less]).unwrap();
        prop_assert!(proof.is_complete());
        prop_assert_eq!(proof.total, solutions * times);
    }
    Ok(())
}

/// A unit that uses an option and has no sibling counts in the lower bound, also where items may be
/// covered more than once.
#[test]
fn a_lone_unit_of_items_with_multiplicities_counts() {
    let problem = quadrille::text::dlx::read(b"1:3|a 0:2|b\na\nb\na b\na\n").unwrap();
    let solutions = Solver::new(problem.clone()).search().count().value;
    let unit = Unit::new(&problem, "test", count(Assumptions::new()));
    let inside = unit.part("0".parse().unwrap());
    let own = walked(
        &Solver::new(problem.clone()),
        &inside.question,
        &inside.part,
    );
    assert!(own > 0);
    let proof = prove(&problem, &[record(&inside, &own.to_string(), "")]).unwrap();
    assert_eq!(proof.total, own);
    assert!(!proof.is_complete() && proof.total < solutions);
    let missing: Vec<String> = proof
        .missing
        .iter()
        .map(|unit| unit.part.to_string())
        .collect();
    assert_eq!(missing, ["-0"]);
}

/// Runs units in one ledger, with random stops and methods.
fn check_runs(case: &Case, seed: u64) -> Result<(), TestCaseError> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let solver = Solver::new(case.problem());
    let assumptions = assume(case, &mut rng);
    let solutions = inside(&case.covers(), &assumptions, &Part::default());
    let units = units(&solver, &count(assumptions), rng.random_range(1..20));
    let path = new_file(&format!("run-{:?}.jsonl", std::thread::current().id()));
    let mut rounds = 0;
    loop {
        let mut ledger = Ledger::open(&path, solver.problem(), "test").unwrap();
        let methods = [Method::Walk, Method::Memo, Method::Auto];
        let runner = Runner::new(&solver)
            .threads(rng.random_range(1..3))
            .method(methods[rng.random_range(0..3)])
            .limits(Limits::new().nodes(rng.random_range(1..30) << (rounds / 10)));
        let answer = runner.run(&units, &mut ledger, |_| {}).unwrap();
        let proof = ledger.prove(&units).unwrap();
        prop_assert!(proof.total <= solutions);
        prop_assert_eq!(answer.value == 0, proof.is_complete());
        prop_assert_eq!(answer.value == 0, answer.is_complete());
        if proof.is_complete() {
            prop_assert_eq!(proof.total, solutions);
            return Ok(());
        }
        rounds += 1;
        prop_assert!(rounds < 1000);
    }
}

/// Any step on which a part could be split.
#[test]
fn a_split_on_an_option_is_complete() {
    let problem = super::pairs(4);
    let solver = Solver::new(&problem);
    let question = count(Assumptions::new());
    let unit =
        |text: &str| Unit::new(&problem, "test", question.clone()).part(text.parse().unwrap());
    let with = record(&unit("2"), "1", "");
    let without = record(&unit("-2"), "2", "");
    let proof = prove(&problem, &[with.clone() + &without]).unwrap();
    assert!(proof.is_complete());
    assert_eq!(proof.total, 3);
    let proof = prove(&problem, &[without]).unwrap();
    assert_eq!(proof.missing.iter().collect::<Vec<_>>(), [unit("2")]);
    let step = Step {
        option: OptionId::new(2),
        is_used: false,
    };
    assert_eq!(prove(&problem, &[with]).unwrap().total, 1);
    assert_eq!(
        super::walked(&solver, &question, &Part::default().then(step)),
        2
    );
}

proptest! {
    #[test]
    fn pieces_of_plain_problems_add_up(case in cases(), seed: u64) {
        check(&case, seed)?;
    }

    #[test]
    fn pieces_of_coloured_problems_add_up(case in coloured_cases(), seed: u64) {
        check(&case, seed)?;
    }

    #[test]
    fn pieces_of_problems_with_multiplicities_add_up(case in multiple_cases(), seed: u64) {
        check(&case, seed)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn stopped_runs_are_continued(case in cases(), seed: u64) {
        check_runs(&case, seed)?;
    }

    #[test]
    fn stopped_runs_with_multiplicities_are_continued(case in multiple_cases(), seed: u64) {
        check_runs(&case, seed)?;
    }
}
