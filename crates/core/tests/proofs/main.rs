//! Proofs that there are no other solutions: a checker accepts those of the library, and refuses
//! broken ones.

// The exemption of tests in `.clippy.toml` does not reach the functions that they share.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[allow(dead_code, reason = "this program uses a part of it")]
#[path = "../support/case.rs"]
mod case;

mod checker;

use std::ops::ControlFlow;

use case::{Case, cases, coloured_cases, multiple_cases};
use checker::check;
use proptest::collection::vec;
use proptest::prelude::*;
use quadrille::text::opb;
use quadrille::{
    Assumptions, EngineChoice, EngineName, Limits, OptionId, Problem, Search, Settings, Solver,
    Stop,
};

/// The formula, the proof, the solutions in ascending order, and why the search ended.
struct Proved {
    formula: String,
    proof: String,
    solutions: Vec<Vec<OptionId>>,
    stop: Stop,
}

fn prove(search: &mut Search) -> Proved {
    let (mut formula, mut proof) = (Vec::new(), Vec::new());
    let mut seen = Vec::new();
    let answer = search
        .prove_with(&mut proof, |solution| {
            seen.push(solution.clone());
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(seen, answer.value);
    let (problem, assumptions) = (search.solver().problem(), search.assumptions());
    opb::write_without(problem, assumptions, &answer.value, &mut formula).unwrap();
    let mut solutions: Vec<Vec<OptionId>> = Vec::new();
    for solution in &answer.value {
        let mut options = solution.options().to_vec();
        options.sort_unstable();
        solutions.push(options);
    }
    solutions.sort();
    Proved {
        formula: String::from_utf8(formula).unwrap(),
        proof: String::from_utf8(proof).unwrap(),
        solutions,
        stop: answer.stop,
    }
}

/// How to prove: the engine, and policies of learning.
fn settings() -> impl Strategy<Value = Settings> {
    let policies = (0..4_u32, 0..64_u32, 1..5_u32, 0..3_u32);
    let trials = (1..4_u32, 1..12_u32);
    let all = (any::<bool>(), policies, trials);
    all.prop_map(
        |(links, (first, supported, restart, conflicts), (solutions, trial))| {
            let engine = if links {
                EngineName::Links
            } else {
                EngineName::Learn
            };
            let values = [
                ("learn.first", first),
                ("learn.supported", supported),
                ("learn.restart", restart),
                // 0 looks for a colouring at once, 2 never does in so small problems.
                ("proof.conflicts", conflicts / 2 * 1_000),
                // A walk begins after so many solutions, and mostly ends after so many nodes.
                ("proof.solutions", solutions),
                ("proof.trial", trial),
                ("proof.node", 1_000_000),
            ];
            let settings = Settings::new().engine(EngineChoice::Prefer(engine));
            values
                .into_iter()
                .fold(settings, |settings, (name, value)| {
                    settings.policy(name, f64::from(value)).unwrap()
                })
        },
    )
}

/// Options to force and to forbid; perhaps one that does not exist.
fn assumed() -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    (vec(0..16_u32, 0..3), vec(0..16_u32, 0..5))
}

fn check_case(
    case: &Case,
    (forced, forbidden): (Vec<u32>, Vec<u32>),
    settings: &Settings,
    most: u64,
) {
    let option = |number: u32| OptionId::new(number % (case.options.len() as u32 + 1));
    let mut assumptions = Assumptions::new();
    forced
        .iter()
        .for_each(|&number| _ = assumptions.force(option(number)));
    forbidden
        .iter()
        .for_each(|&number| _ = assumptions.forbid(option(number)));
    let mut covers = case.covers();
    covers.retain(|cover| {
        assumptions
            .forced()
            .iter()
            .all(|option| cover.contains(option))
            && !assumptions
                .forbidden()
                .iter()
                .any(|option| cover.contains(option))
    });
    let solver = Solver::with_settings(case.problem(), settings);
    let mut search = solver.search();
    let proved = prove(search.assume(assumptions.clone()));
    assert_eq!((&proved.solutions, proved.stop), (&covers, Stop::Exhausted));
    assert_eq!(
        check(&proved.formula, &proved.proof),
        Ok(()),
        "{}\n{}",
        proved.formula,
        proved.proof
    );

    // A formula with a solution has no proof.
    for missing in 0..covers.len() {
        let mut lines: Vec<&str> = proved.formula.lines().collect();
        let kept = covers.len() - missing;
        lines.remove(lines.len() - 2 * kept + 1);
        assert!(check(&lines.join("\n"), &proved.proof).is_err());
    }
    if most > 0 {
        let proved = prove(search.limits(Limits::new().solutions(most)));
        let is_complete = covers.len() as u64 <= most;
        assert_eq!(proved.stop == Stop::Exhausted, is_complete);
        assert_eq!(proved.solutions.len(), covers.len().min(most as usize));
        assert_eq!(check(&proved.formula, &proved.proof).is_ok(), is_complete);
    }
}

proptest! {
    #[test]
    fn proofs_are_accepted(
        case in cases(), assumed in assumed(), settings in settings(), most in 0..4_u64,
    ) {
        check_case(&case, assumed, &settings, most);
    }

    #[test]
    fn proofs_with_colours_are_accepted(
        case in coloured_cases(), assumed in assumed(), settings in settings(), most in 0..4_u64,
    ) {
        check_case(&case, assumed, &settings, most);
    }

    #[test]
    fn proofs_with_multiplicities_are_accepted(
        case in multiple_cases(), assumed in assumed(), settings in settings(), most in 0..4_u64,
    ) {
        check_case(&case, assumed, &settings, most);
    }
}

/// Each of these people needs a seat of their own, and one seat is missing.
fn seats(people: usize) -> Problem {
    let mut builder = Problem::builder();
    for person in 0..people {
        builder.primary(format!("p{person}")).unwrap();
    }
    for seat in 1..people {
        builder.secondary(format!("s{seat}")).unwrap();
    }
    for person in 0..people {
        for seat in 1..people {
            builder
                .option([format!("p{person}"), format!("s{seat}")])
                .unwrap();
        }
    }
    builder.build()
}

/// The dominoes on a board without two opposite corners.
fn mutilated(side: usize) -> Problem {
    let mut builder = Problem::builder();
    let is_cell =
        |row, column| row < side && column < side && ![0, 2 * side - 2].contains(&(row + column));
    let name = |row, column| format!("{row},{column}");
    let all = || (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
    for (row, column) in all().filter(|&(row, column)| is_cell(row, column)) {
        builder.primary(name(row, column)).unwrap();
    }
    for (row, column) in all().filter(|&(row, column)| is_cell(row, column)) {
        for (below, right) in [(row + 1, column), (row, column + 1)] {
            if is_cell(below, right) {
                builder
                    .option([name(row, column), name(below, right)])
                    .unwrap();
            }
        }
    }
    builder.build()
}

/// So many items with two options each.
fn pairs(items: usize) -> Problem {
    let mut builder = Problem::builder();
    for item in 0..items {
        builder.primary(item.to_string()).unwrap();
        builder.option([item.to_string()]).unwrap();
        builder.option([item.to_string()]).unwrap();
    }
    builder.build()
}

fn with_engine(problem: Problem, name: EngineName) -> Solver {
    Solver::with_settings(problem, &Settings::new().engine(EngineChoice::Prefer(name)))
}

#[test]
fn long_proofs_are_accepted() {
    for engine in [EngineName::Learn, EngineName::Links] {
        let proved = prove(&mut with_engine(seats(6), engine).search());
        assert_eq!(check(&proved.formula, &proved.proof), Ok(()));
        assert!(proved.proof.lines().count() > 30, "{}", proved.proof);
    }
}

#[test]
fn a_colouring_is_one_sum() {
    let proved = prove(&mut Solver::new(mutilated(8)).search());
    assert_eq!(check(&proved.formula, &proved.proof), Ok(()));
    assert_eq!(proved.proof.lines().count(), 5);
    assert_eq!(proved.proof.matches("\npol").count(), 1);
    // Five people cannot be split into pairs. This needs a division.
    let mut builder = Problem::builder();
    (0..15).for_each(|person| _ = builder.primary(format!("{person}")).unwrap());
    for one in 0..15 {
        for other in 0..one {
            builder
                .option([one.to_string(), other.to_string()])
                .unwrap();
        }
    }
    let proved = prove(&mut Solver::new(builder.build()).search());
    assert_eq!(check(&proved.formula, &proved.proof), Ok(()));
    assert!(
        proved.proof.contains(" 2 d ;\npol -1 -2 + ;\n"),
        "{}",
        proved.proof
    );
}

#[test]
fn broken_proofs_are_refused() {
    let proved = prove(&mut with_engine(seats(5), EngineName::Links).search());
    let mut lines: Vec<&str> = proved.proof.lines().collect();
    let is_accepted = |lines: &[&str]| check(&proved.formula, &lines.join("\n")).is_ok();
    assert!(is_accepted(&lines));
    // Leaves out the lines that are not needed.
    for place in (1..lines.len()).rev() {
        let line = lines.remove(place);
        if !is_accepted(&lines) {
            lines.insert(place, line);
        }
    }
    let clauses = lines.iter().filter(|line| line.starts_with("rup")).count();
    assert!(clauses > 5, "{lines:?}");
    for place in 1..clauses {
        let mut without = lines.clone();
        without.remove(place);
        assert!(!is_accepted(&without), "without {:?}", lines[place]);
        // The first option is chosen, not dead.
        let changed = lines[place].replacen("~x", "x", 1);
        let mut with_changed = lines.clone();
        with_changed[place] = &changed;
        assert!(!is_accepted(&with_changed), "{changed}");
    }
    for place in [0, clauses + 1, clauses + 2, clauses + 3] {
        let mut without = lines.clone();
        without.remove(place);
        assert!(!is_accepted(&without), "without {:?}", lines[place]);
    }
}

#[test]
fn the_engine_is_learn_unless_links_are_requested() {
    let proves = |problem: &Problem, settings: &Settings| {
        let solver = Solver::with_settings(problem.clone(), settings);
        let answer = solver.search().prove(&mut Vec::new()).unwrap();
        assert!(answer.is_complete());
        (solver.engine(), answer.stats.inferences.is_some())
    };
    let links = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
    assert!(proves(&seats(6), &Settings::new()).1);
    assert_eq!(proves(&seats(6), &links), (EngineName::Links, false));
    // Too large for bits, but not for learn.
    let mut builder = Problem::builder();
    let twice = builder.multiple("twice", 2..=2).unwrap();
    let once = builder.secondary("once").unwrap();
    for _ in 0..3000 {
        builder.option([twice, once]).unwrap();
    }
    let (pairs, small) = (builder.build(), Settings::new().memory(700_000));
    assert_eq!(proves(&pairs, &small), (EngineName::Links, true));
    let smaller = small.memory(0);
    assert_eq!(proves(&pairs, &smaller), (EngineName::Links, false));
}

#[test]
fn solutions_that_need_too_much_memory_stop_the_search() {
    let problem = pairs(12);
    for engine in [EngineName::Learn, EngineName::Links] {
        let solver = with_engine(problem.clone(), engine);
        let mut search = solver.search();
        let answer = search
            .limits(Limits::new().memory(10_000))
            .prove(&mut Vec::new())
            .unwrap();
        assert_eq!(answer.stop, Stop::Memory);
        assert!((10..200).contains(&answer.value.len()));
        assert_eq!(search.limits(Limits::new()).count().value, 4096);
    }
}

#[test]
fn a_walk_takes_over_if_there_are_many_solutions() {
    let problem = pairs(10);
    let proved = prove(&mut with_engine(problem.clone(), EngineName::Learn).search());
    assert_eq!(
        (
            proved.solutions.len(),
            check(&proved.formula, &proved.proof)
        ),
        (1024, Ok(()))
    );
    let walked = prove(&mut with_engine(problem, EngineName::Links).search());
    let lines = |proved: &Proved| proved.proof.lines().count();
    assert!(lines(&proved) < lines(&walked) + 200, "{}", lines(&proved));
}

#[test]
fn whoever_sees_the_solutions_may_stop_the_search() {
    for engine in [EngineName::Learn, EngineName::Links] {
        let mut builder = Problem::builder();
        builder.primary("a").unwrap();
        (0..5).for_each(|_| _ = builder.option(["a"]).unwrap());
        let mut seen = 0;
        let mut proof = Vec::new();
        let mut search = with_engine(builder.build(), engine).search();
        let answer = search.prove_with(&mut proof, |_| {
            seen += 1;
            match seen {
                3 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        let answer = answer.unwrap();
        assert_eq!((answer.value.len(), answer.stop), (3, Stop::Solutions));
        assert!(
            String::from_utf8(proof)
                .unwrap()
                .contains("conclusion NONE")
        );
    }
}
