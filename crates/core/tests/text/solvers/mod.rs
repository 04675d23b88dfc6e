//! Problems as texts for other kinds of solvers: their models are the solutions.

mod models;
mod read;

use std::io;

use proptest::prelude::*;
use quadrille::text::{WriteError, cnf, dlx, json, lp, mps, opb};
use quadrille::{OptionId, Problem};

use super::case::{Case, cases, coloured_cases, multiple_cases};
use super::{Write, written};
use models::Program;

type Read = fn(&str) -> Program;

/// The forms, each with the mark of its comments, its writer, and a reader of its meaning.
const SOLVERS: [(&str, &str, Write, Read); 4] = [
    ("cnf", "c", cnf::write, read::cnf),
    ("opb", "*", opb::write, read::opb),
    ("lp", "\\", lp::write, read::lp),
    ("mps", "*", mps::write, read::mps),
];

/// Checks that the models of each text are these solutions, each exactly once and at its cost, and
/// that its comments name the options.
fn check(problem: &Problem, solutions: &[Vec<OptionId>]) {
    for (form, mark, write, read) in SOLVERS {
        if form == "cnf" && problem.has_costs() {
            continue;
        }
        let text = written(write, problem).unwrap();
        let program = read(&text);
        let options = problem.option_count();
        let mut found = Vec::new();
        for model in program.models() {
            let chosen = model.iter().filter(|&&variable| variable <= options);
            let chosen: Vec<_> = chosen.map(|v| OptionId::new(*v as u32 - 1)).collect();
            let cost: i64 = chosen.iter().map(|&option| problem.cost(option)).sum();
            assert_eq!(program.cost(&model), cost, "{form}:\n{text}");
            found.push(chosen);
        }
        found.sort();
        assert_eq!(found, solutions, "{form}:\n{text}");
        for (option, number) in problem.options().zip(1..) {
            let words = problem.display_option(option);
            let dropped = ["", ", dropped"][usize::from(problem.is_dropped(option))];
            let comment = format!("{mark} x{number} = option {option}{dropped}: {words}");
            assert!(
                text.lines().any(|line| line == comment),
                "{comment}\n{text}"
            );
        }
    }
}

fn check_case(case: &Case) {
    check(&case.problem(), &case.covers());
}

proptest! {
    #[test]
    fn models_are_covers(case in cases()) {
        check_case(&case);
    }

    #[test]
    fn models_are_coloured_covers(case in coloured_cases()) {
        check_case(&case);
    }

    #[test]
    fn models_are_covers_with_multiplicities(case in multiple_cases()) {
        check_case(&case);
    }

    #[test]
    fn models_have_the_costs_of_covers(
        case in multiple_cases(),
        costs in prop::collection::vec(prop_oneof![Just(0), -9..9_i64, -i64::MAX / 20..=i64::MAX / 20], 14),
    ) {
        let mut builder = case.builder();
        for (option, &cost) in (0..case.options.len() as u32).zip(&costs) {
            builder.add_cost(OptionId::new(option), cost).unwrap();
        }
        check(&builder.build(), &case.covers());
    }
}

/// Up to 7 options of one item, with every multiplicity.
#[test]
fn every_multiplicity_has_its_models() {
    for options in 0..=7 {
        for high in 1..=8 {
            for low in 0..=high {
                check_case(&Case {
                    items: vec![Some(low..=high)],
                    options: vec![vec![(0, None)]; options],
                });
            }
        }
    }
}

/// The sets of options are so large that groups of options get variables of their own.
#[test]
fn models_of_large_items_are_covers() {
    let mut builder = Problem::builder();
    let one = builder.primary("one").unwrap();
    let seat = builder.secondary("seat").unwrap();
    let colour = builder.secondary("colour").unwrap();
    for number in 0..45 {
        let name = builder.colour((number / 2).to_string()).unwrap();
        builder
            .option([(one, None), (seat, None), (colour, Some(name))])
            .unwrap();
    }
    let other = builder.primary("other").unwrap();
    let free = builder.option([other]).unwrap();
    for number in 0..22 {
        let name = builder.colour(number.to_string()).unwrap();
        builder
            .option([(other, None), (colour, Some(name))])
            .unwrap();
    }
    let pair = |a, b: OptionId| vec![OptionId::new(a), b];
    let mut solutions = Vec::new();
    for a in 0..45 {
        solutions.push(pair(a, free));
        if a / 2 < 22 {
            solutions.push(pair(a, OptionId::new(46 + a / 2)));
        }
    }
    check(&builder.build(), &solutions);
}

/// Of 2,000 options in many colours, there are about two million pairs that cannot stand together.
#[test]
fn texts_grow_with_the_problem() {
    let mut builder = Problem::builder();
    let item = builder.multiple("item", 0..=1).unwrap();
    let other = builder.secondary("other").unwrap();
    let plain = builder.secondary("plain").unwrap();
    for number in 0..2000 {
        let colour = builder.colour((number / 3).to_string()).unwrap();
        builder
            .option([(item, None), (other, Some(colour)), (plain, None)])
            .unwrap();
    }
    let problem = builder.build();
    for (form, _, write, _) in SOLVERS {
        let text = written(write, &problem).unwrap();
        assert!(text.len() < 1_000_000, "{form}: {} bytes", text.len());
    }
}

#[test]
fn clauses_have_no_costs() {
    let problem = dlx::read(b"a\na\na |3\n").unwrap();
    let error = written(cnf::write, &problem).unwrap_err();
    let message = "option 1 cannot be written: the format cnf cannot express costs";
    assert_eq!(error.to_string(), message);
    assert_eq!(error.help(), Some("write the problem as opb, lp or mps"));
    assert!(matches!(error, WriteError::Feature { .. }));
}

#[test]
fn large_costs_are_written_exactly() {
    let problem = dlx::read(b"a b\na |-9223372036854775806\na b |1\nb\n").unwrap();
    for (form, _, write, read) in &SOLVERS[1..] {
        let text = written(*write, &problem).unwrap();
        assert_eq!(read(&text).costs, [(1 - i64::MAX, 1), (1, 2)], "{form}");
    }
}

#[test]
fn strange_names_stay_in_their_comments() {
    let long = "x".repeat(5000);
    let name = format!("a\\nb\\r \\\\ é\\u2028{long}");
    let text = format!("{{\"primary\":[\"{name}\"],\"options\":[[\"{name}\"]]}}");
    let problem = json::read(text.as_bytes()).unwrap();
    for (form, mark, write, read) in SOLVERS {
        let text = written(write, &problem).unwrap();
        assert_eq!(read(&text).models(), [[1]], "{form}");
        let comment = format!(r"{mark} x1 = option 0: a\nb\r \ é");
        let comment = text
            .lines()
            .find(|line| line.starts_with(&comment))
            .unwrap();
        assert!(
            comment.ends_with("xxx...") && comment.len() < 500,
            "{form}: {comment}"
        );
    }
}

/// A disk without space.
struct Full;

impl io::Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_reported() {
    type Write = fn(&Problem, &mut Full) -> Result<(), WriteError>;
    let problem = dlx::read(b"a b\na\nb\n").unwrap();
    for write in [cnf::write as Write, opb::write, lp::write, mps::write] {
        let error = write(&problem, &mut Full).unwrap_err();
        assert!(matches!(error, WriteError::Io(_)), "{error}");
    }
}
