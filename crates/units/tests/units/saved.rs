//! Searches for all and for the cheapest solutions that are stopped, damaged and continued.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use quadrille::text::solutions::{Verdict, judge_json, judge_text};
use quadrille::units::{
    Ledger, LedgerError, ProofError, Records, Runner, SolutionFile, SolutionFormat, Unit,
};
use quadrille::{Limits, Problem, Question, Sense, Solver, Want};

use super::{new_file, pairs, sealed, units};

/// The pairs of `n` people, with costs that depend on the seed.
fn costly_pairs(n: usize, seed: u64) -> Problem {
    let mut builder = Problem::builder();
    let people: Vec<_> = (0..n)
        .map(|person| builder.primary(format!("p{person}")).unwrap())
        .collect();
    let mut random = seed;
    for (place, &a) in people.iter().enumerate() {
        for &b in &people[place + 1..] {
            let option = builder.option([a, b]).unwrap();
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let cost = (random >> 33) as i64 % 6 - 2;
            builder.add_cost(option, cost).unwrap();
        }
    }
    builder.build()
}

fn question(want: Want) -> Question {
    Question {
        want,
        ..Question::default()
    }
}

/// Loses the last lines of a ledger, as a power cut does, and sometimes a part of a line.
fn lose_lines(path: &Path, lines: usize, bytes: usize) {
    let text = fs::read_to_string(path).unwrap();
    let mut kept: Vec<&str> = text.split_inclusive('\n').collect();
    // The first line is on the disk before the search begins.
    kept.truncate(kept.len().saturating_sub(lines).max(1));
    let torn = if kept.len() > 1 { bytes } else { 0 };
    let text = kept.concat();
    fs::write(path, &text[..text.len() - torn]).unwrap();
}

fn check_all(
    seed: u64,
    losses: &[(usize, usize)],
    format: SolutionFormat,
) -> Result<(), TestCaseError> {
    let solver = Solver::new(costly_pairs(8, seed));
    let problem = solver.problem();
    let unit = Unit::new(problem, "test", question(Want::All));
    let path = new_file(&format!("all-{seed}.jsonl"));
    let output = new_file(&format!("all-{seed}.txt"));
    let mut losses = losses.iter();
    loop {
        let mut ledger = Ledger::open(&path, problem, "test").unwrap();
        let mut file = SolutionFile::open(&output, format, problem, &ledger, &unit).unwrap();
        let runner = Runner::new(&solver)
            .threads(2)
            .limits(Limits::new().nodes(25));
        let answer = runner.visit(&unit, &mut ledger, &mut file, |_| {}).unwrap();
        let proof = ledger.prove(std::slice::from_ref(&unit)).unwrap();
        prop_assert_eq!(proof.is_complete(), answer.value == 0);
        drop((ledger, file));
        let Some(&(lines, bytes)) = losses.next() else {
            if answer.value == 0 {
                prop_assert_eq!(proof.total, 105);
                break;
            }
            continue;
        };
        lose_lines(&path, lines, bytes);
        // Solutions that no record counts were written before the stop.
        let mut text = fs::read(&output).unwrap();
        text.extend_from_slice(b"p0 p1\n");
        fs::write(&output, text).unwrap();
    }
    let text = fs::read_to_string(&output).unwrap();
    let solutions: Vec<&str> = match format {
        SolutionFormat::Text => text.trim_end().split("\n\n").collect(),
        _ => text.lines().collect(),
    };
    prop_assert_eq!(solutions.len(), 105);
    prop_assert_eq!(solutions.iter().collect::<BTreeSet<_>>().len(), 105);
    let mut verdicts = Vec::new();
    let collect = |verdict: Verdict| verdicts.push(verdict);
    match format {
        SolutionFormat::Text => judge_text(problem, text.as_bytes(), collect),
        _ => judge_json(problem, text.as_bytes(), collect),
    }
    .unwrap();
    prop_assert!(verdicts.iter().all(|verdict| verdict.faults.is_empty()));
    Ok(())
}

/// Every second seed asks for the dearest solutions.
fn sense(seed: u64) -> Sense {
    if seed.is_multiple_of(2) {
        Sense::Min
    } else {
        Sense::Max
    }
}

fn check_best(seed: u64, k: usize, losses: &[(usize, usize)]) -> Result<(), TestCaseError> {
    let solver = Solver::new(costly_pairs(10, seed));
    let problem = solver.problem();
    let expected = solver.search().best_by(sense(seed), k).value;
    let unit = Unit::new(problem, "test", question(Want::Best(k, sense(seed))));
    let path = new_file(&format!("best-{seed}-{k}.jsonl"));
    let mut losses = losses.iter();
    loop {
        let mut ledger = Ledger::open(&path, problem, "test").unwrap();
        let runner = Runner::new(&solver)
            .threads(2)
            .limits(Limits::new().nodes(20));
        let answer = runner
            .run(std::slice::from_ref(&unit), &mut ledger, |_| {})
            .unwrap();
        let proof = ledger.prove(std::slice::from_ref(&unit)).unwrap();
        prop_assert_eq!(proof.is_complete(), answer.value == 0);
        drop(ledger);
        match losses.next() {
            Some(&(lines, bytes)) => lose_lines(&path, lines, bytes),
            None if answer.value > 0 => {}
            None => {
                prop_assert_eq!(proof.best, expected.solutions);
                prop_assert_eq!(proof.total, expected.ties);
                return Ok(());
            }
        }
    }
}

/// Units that were searched apart, each in a ledger of its own.
fn check_units(seed: u64, k: usize, number: usize) -> Result<(), TestCaseError> {
    let solver = Solver::new(costly_pairs(8, seed));
    let problem = solver.problem();
    let expected = solver.search().best_by(sense(seed), k).value;
    let units = units(&solver, &question(Want::Best(k, sense(seed))), number);
    let mut records = Records::new(problem, "test");
    for (place, unit) in units.iter().enumerate() {
        let path = new_file(&format!("apart-{seed}-{place}.jsonl"));
        let mut ledger = Ledger::open(&path, problem, "test").unwrap();
        // Every second ledger has two units: the costs of one bound the search of the other.
        let other = units.get(place + 1).filter(|_| place % 2 == 0);
        let both: Vec<Unit> = std::iter::once(unit).chain(other).cloned().collect();
        let answer = Runner::new(&solver)
            .run(&both, &mut ledger, |_| {})
            .unwrap();
        prop_assert_eq!(answer.value, 0);
        let text = fs::read(&path).unwrap();
        records.read_ledger(&format!("{place}"), &text).unwrap();
    }
    let proof = records.prove().unwrap();
    prop_assert!(proof.is_complete());
    prop_assert_eq!(proof.best, expected.solutions);
    prop_assert_eq!(proof.total, expected.ties);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(feature = "slow") { 500 } else { 30 }))]

    #[test]
    fn all_solutions_are_written_once(
        seed in any::<u64>(),
        losses in proptest::collection::vec((0..3_usize, 0..60_usize), 0..6),
        is_text in any::<bool>(),
    ) {
        let format = if is_text { SolutionFormat::Text } else { SolutionFormat::Json };
        check_all(seed, &losses, format)?;
    }

    #[test]
    fn the_cheapest_solutions_do_not_depend_on_stops(
        seed in any::<u64>(),
        k in 1..12_usize,
        losses in proptest::collection::vec((0..3_usize, 0..60_usize), 0..6),
    ) {
        check_best(seed, k, &losses)?;
    }

    #[test]
    fn the_cheapest_solutions_of_units_add_up(
        seed in any::<u64>(),
        k in 1..12_usize,
        number in 1..12_usize,
    ) {
        check_units(seed, k, number)?;
    }
}

#[test]
fn overlapping_units_do_not_lower_the_ceiling_too_far() {
    let solver = Solver::new(costly_pairs(8, 1));
    let problem = solver.problem();
    let expected = solver.search().best(4).value;
    let whole = Unit::new(problem, "test", question(Want::Best(4, Sense::Min)));
    let path = new_file("overlap.jsonl");
    let mut ledger = Ledger::open(&path, problem, "test").unwrap();
    let inner = units(&solver, &question(Want::Best(4, Sense::Min)), 7);
    let both: Vec<Unit> = inner.into_iter().chain([whole.clone()]).collect();
    Runner::new(&solver)
        .run(&both, &mut ledger, |_| {})
        .unwrap();
    let proof = ledger.prove(&[whole]).unwrap();
    assert_eq!(
        (proof.best, proof.total),
        (expected.solutions, expected.ties)
    );
}

#[test]
fn a_file_of_solutions_that_does_not_fit_the_ledger_is_rejected() {
    let solver = Solver::new(pairs(4));
    let problem = solver.problem();
    let unit = Unit::new(problem, "test", question(Want::All));
    let (path, output) = (new_file("fit.jsonl"), new_file("fit.txt"));
    let mut ledger = Ledger::open(&path, problem, "test").unwrap();
    let open = |ledger: &Ledger, path: &Path, format| {
        SolutionFile::open(path, format, problem, ledger, &unit)
    };
    fs::write(&output, "my notes").unwrap();
    let error = open(&ledger, &output, SolutionFormat::Text).err().unwrap();
    assert!(matches!(error, LedgerError::NotEmpty { .. }), "{error}");
    assert_eq!(fs::read(&output).unwrap(), b"my notes");
    fs::remove_file(&output).unwrap();
    let mut file = open(&ledger, &output, SolutionFormat::Text).unwrap();
    let second = open(&ledger, &output, SolutionFormat::Text).err().unwrap();
    assert!(matches!(second, LedgerError::Locked { .. }));
    let runner = Runner::new(&solver);
    runner.visit(&unit, &mut ledger, &mut file, |_| {}).unwrap();
    drop(file);
    let error = open(&ledger, &new_file("other.txt"), SolutionFormat::Text)
        .err()
        .unwrap();
    assert!(
        error.to_string().ends_with("fit.txt, in the format text"),
        "{error}"
    );
    let error = open(&ledger, &output, SolutionFormat::Json).err().unwrap();
    assert!(matches!(error, LedgerError::OtherOutput { .. }));
    let text = fs::read_to_string(&output).unwrap();
    fs::write(&output, format!("# a note\n{text}")).unwrap();
    let error = open(&ledger, &output, SolutionFormat::Text).err().unwrap();
    assert!(matches!(error, LedgerError::Edited { .. }), "{error}");
    fs::write(&output, "p0").unwrap();
    let error = open(&ledger, &output, SolutionFormat::Text).err().unwrap();
    assert!(
        error
            .to_string()
            .ends_with(" has 2 bytes, expected at least 38: solutions are missing"),
        "{error}"
    );
    assert_eq!(fs::read(&output).unwrap(), b"p0");
    // A run writes solutions only if there is a file for them.
    let unit = std::slice::from_ref(&unit);
    let error = runner.run(unit, &mut ledger, |_| {}).err().unwrap();
    assert!(matches!(error, LedgerError::Unit { .. }));
    let (path, output) = (new_file("refused.jsonl"), new_file("refused.txt"));
    let mut ledger = Ledger::open(&path, problem, "test").unwrap();
    let mut file = open(&ledger, &output, SolutionFormat::Text).unwrap();
    let unknown = unit[0].clone().part("99".parse().unwrap());
    let error = runner.visit(&unknown, &mut ledger, &mut file, |_| {});
    assert!(matches!(error, Err(LedgerError::Unit { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"");
}

#[test]
fn answers_of_different_kinds_are_not_added_up() {
    let solver = Solver::new(costly_pairs(6, 3));
    let path = new_file("kinds.jsonl");
    let mut ledger = Ledger::open(&path, solver.problem(), "test").unwrap();
    for want in ["count", "best 2"] {
        let unit = Unit::new(solver.problem(), "test", want.parse().unwrap());
        Runner::new(&solver)
            .run(&[unit], &mut ledger, |_| {})
            .unwrap();
    }
    let error = ledger.records().prove().unwrap_err();
    assert!(matches!(error, ProofError::Questions { .. }), "{error}");
    assert_eq!(error.help(), "keep a ledger for each question");
}

#[test]
fn edited_cheapest_solutions_are_rejected() {
    let problem = Arc::new(costly_pairs(6, 5));
    let solver = Solver::new(Arc::clone(&problem));
    let path = new_file("edited.jsonl");
    let mut ledger = Ledger::open(&path, &problem, "test").unwrap();
    let unit = Unit::new(&problem, "test", "best 2; forbid 0".parse().unwrap());
    Runner::new(&solver)
        .run(&[unit], &mut ledger, |_| {})
        .unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let best = &ledger.records().prove().unwrap().best;
    let edit = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        let edited = text.replacen(from, to, 1);
        let line = sealed(edited.split_once(",\"check\"").unwrap().0);
        let mut records = Records::new(&problem, "test");
        match records.read_ledger("x", line.as_bytes()) {
            Err(error) => error.message().to_owned(),
            Ok(_) => records.prove().unwrap_err().to_string(),
        }
    };
    let cost = best[0].cost;
    let from = format!("\"cost\":{cost},");
    let wrong = edit(&from, &format!("\"cost\":{},", cost + 1));
    assert!(wrong.contains("the solution does not cost"), "{wrong}");
    let options: Vec<String> = best[0]
        .solution
        .iter()
        .map(|option| option.to_string())
        .collect();
    let outside = edit("; forbid 0", &format!("; forbid {}", options[0]));
    assert!(outside.contains("is outside the unit"), "{outside}");
    let unknown = edit(&format!("[{}", options[0]), "[99");
    assert!(
        unknown.contains("the problem has no option 99"),
        "{unknown}"
    );
    let many = edit("best 2", "best 1");
    assert!(
        many.contains("too many solutions, expected at most 1"),
        "{many}"
    );
    // Options of the same cost that are not a solution.
    let last = options.last().unwrap();
    let free = problem.options().find(|&option| {
        problem.cost(option) == problem.cost(best[0].solution.options()[2])
            && option.to_string() != "0"
            && !options.contains(&option.to_string())
    });
    if let Some(free) = free {
        let wrong = edit(&format!(",{last}]"), &format!(",{free}]"));
        assert!(
            wrong.starts_with("conflict: a recorded solution of cost"),
            "{wrong}"
        );
    }
}

/// Whatever is left of the ledger, the next run continues: each solution is in the file once.
#[test]
fn a_ledger_may_be_cut_at_every_byte() {
    let solver = Solver::new(pairs(4));
    let problem = solver.problem();
    let unit = Unit::new(problem, "test", question(Want::All));
    let (path, output) = (new_file("cut.jsonl"), new_file("cut.txt"));
    let old = output.with_extension("txt.old");
    let run = || {
        let mut ledger = Ledger::open(&path, problem, "test").unwrap();
        let file = SolutionFile::open(&output, SolutionFormat::Text, problem, &ledger, &unit);
        let mut file = file.unwrap();
        let answer = Runner::new(&solver).visit(&unit, &mut ledger, &mut file, |_| {});
        assert_eq!(answer.unwrap().value, 0);
        assert_eq!(ledger.prove(std::slice::from_ref(&unit)).unwrap().total, 3);
        file.aside().map(Path::to_owned)
    };
    assert_eq!(run(), None);
    let (whole, solutions) = (fs::read(&path).unwrap(), fs::read(&output).unwrap());
    let first = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    assert!(first < whole.len());
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let aside = run();
        assert_eq!(fs::read(&output).unwrap(), solutions, "{length} bytes");
        assert_eq!(aside.is_some(), length < first, "{length} bytes");
        if let Some(aside) = aside {
            assert_eq!(aside, old);
            assert_eq!(fs::read(&aside).unwrap(), solutions);
            fs::remove_file(aside).unwrap();
        }
    }
    // The process was killed before it wrote a solution: there is nothing to keep.
    for length in 0..first {
        fs::write(&path, &whole[..length]).unwrap();
        fs::write(&output, "").unwrap();
        assert_eq!(run(), None);
        assert_eq!(fs::read(&output).unwrap(), solutions, "{length} bytes");
    }
}

/// Counts, the cheapest solutions and units continue too.
#[test]
fn ledgers_of_all_questions_may_be_cut_at_every_byte() {
    let solver = Solver::new(costly_pairs(4, 1));
    let problem = solver.problem();
    let count = super::count(quadrille::Assumptions::new());
    let best = Unit::new(problem, "test", question(Want::Best(2, Sense::Min)));
    let whole = Unit::new(problem, "test", count.clone());
    for units in [vec![whole], vec![best], units(&solver, &count, 3)] {
        let path = new_file("cut-all.jsonl");
        let run = || {
            let mut ledger = Ledger::open(&path, problem, "test").unwrap();
            let answer = Runner::new(&solver).run(&units, &mut ledger, |_| {});
            assert_eq!(answer.unwrap().value, 0);
            let proof = ledger.prove(&units).unwrap();
            assert!(proof.is_complete());
            proof.total
        };
        let total = run();
        let text = fs::read(&path).unwrap();
        for length in 0..=text.len() {
            fs::write(&path, &text[..length]).unwrap();
            assert_eq!(run(), total, "{length} bytes");
        }
    }
}
