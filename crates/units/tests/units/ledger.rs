//! Ledgers as files: locks, torn lines, failed writes.

use std::fs;
use std::time::Duration;

use quadrille::units::{Ledger, LedgerError, ProofError, Runner, Unit};
use quadrille::{Assumptions, Limits, Method, Problem, Solver, Stop};

use super::{count, new_file, pairs, units};

fn whole(solver: &Solver) -> [Unit; 1] {
    [Unit::new(
        solver.problem(),
        "test",
        count(Assumptions::new()),
    )]
}

#[test]
fn a_second_process_is_refused() {
    let solver = Solver::new(pairs(4));
    let path = new_file("locked.jsonl");
    let first = Ledger::open(&path, solver.problem(), "test").unwrap();
    let second = Ledger::open(&path, solver.problem(), "test").err().unwrap();
    assert!(matches!(second, LedgerError::Locked { .. }));
    assert!(second.to_string().starts_with("another process is using "));
    let help = "give each process its own ledger, and add them up with 'quadrille merge'";
    assert_eq!(second.help(), Some(help));
    drop(first);
    assert!(Ledger::open(&path, solver.problem(), "test").is_ok());
}

#[test]
fn a_torn_line_is_removed() {
    let solver = Solver::new(pairs(6));
    let path = new_file("torn.jsonl");
    let units = units(&solver, &count(Assumptions::new()), 5);
    let run = || {
        let mut ledger = Ledger::open(&path, solver.problem(), "test").unwrap();
        let torn = ledger.torn();
        let answer = Runner::new(&solver)
            .run(&units, &mut ledger, |_| {})
            .unwrap();
        (torn, answer, ledger.prove(&units).unwrap().total)
    };
    let (torn, answer, total) = run();
    assert_eq!((torn, answer.value, total), (0, 0, 15.into()));
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - 10]).unwrap();
    let (torn, answer, total) = run();
    assert!(torn > 100);
    assert_eq!((answer.value, total), (0, 15.into()));
    // Only the torn unit was counted again.
    assert_eq!(
        fs::read_to_string(&path).unwrap().lines().count(),
        units.len()
    );
    assert_eq!(answer.stats.solutions, 3);
}

#[test]
fn a_file_that_is_no_ledger_is_left_alone() {
    let solver = Solver::new(pairs(4));
    let path = new_file("no-ledger.dlx");
    fs::write(&path, "a b c").unwrap();
    let error = Ledger::open(&path, solver.problem(), "test").err().unwrap();
    assert!(matches!(error, LedgerError::Line { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"a b c");
}

#[test]
fn a_question_with_other_assumptions_is_not_mixed_in() {
    let solver = Solver::new(pairs(6));
    let path = new_file("questions.jsonl");
    let mut ledger = Ledger::open(&path, solver.problem(), "test").unwrap();
    let mut assumptions = Assumptions::new();
    assumptions.force(quadrille::OptionId::new(0));
    let one = whole(&solver);
    let other = [Unit::new(solver.problem(), "test", count(assumptions))];
    for (units, total) in [(&one, 15), (&other, 3)] {
        Runner::new(&solver)
            .run(units, &mut ledger, |_| {})
            .unwrap();
        assert_eq!(ledger.prove(units).unwrap().total, total);
    }
    assert_eq!(ledger.prove(&one).unwrap().total, 15);
    let both = ledger.records().prove().unwrap_err();
    assert!(matches!(both, ProofError::Overlap { .. }), "{both}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let solver = Solver::new(pairs(6));
    let output = Box::new(fs::File::create("/dev/full").unwrap());
    let mut ledger = Ledger::to_output(output, solver.problem(), "test");
    let error = Runner::new(&solver)
        .run(&whole(&solver), &mut ledger, |_| {})
        .unwrap_err();
    assert!(
        error.to_string().starts_with("cannot write <stdout>: "),
        "{error}"
    );
}

#[test]
fn an_output_receives_final_records_only() {
    let solver = Solver::new(pairs(8));
    let path = new_file("output.jsonl");
    let units = units(&solver, &count(Assumptions::new()), 10);
    let output = Box::new(fs::File::create(&path).unwrap());
    let mut ledger = Ledger::to_output(output, solver.problem(), "test");
    let runner = Runner::new(&solver).limits(Limits::new().nodes(40));
    let answer = runner.run(&units, &mut ledger, |_| {}).unwrap();
    assert_eq!(answer.stop, Stop::Nodes);
    let text = fs::read_to_string(&path).unwrap();
    assert!(answer.value > 0 && text.lines().count() <= units.len());
    // The output is a ledger.
    let mut ledger = Ledger::open(&path, solver.problem(), "test").unwrap();
    let answer = Runner::new(&solver)
        .run(&units, &mut ledger, |_| {})
        .unwrap();
    assert_eq!((answer.value, answer.stop), (0, Stop::Exhausted));
    assert_eq!(ledger.prove(&units).unwrap().total, 105);
}

#[test]
fn a_run_reports_its_progress() {
    let solver = Solver::new(pairs(8));
    let units = units(&solver, &count(Assumptions::new()), 10);
    for method in [Method::Walk, Method::Memo] {
        let output = Box::new(std::io::sink());
        let mut ledger = Ledger::to_output(output, solver.problem(), "test");
        let mut shares = Vec::new();
        let mut last = None;
        let runner = Runner::new(&solver).method(method).threads(2);
        let answer = runner.run(&units, &mut ledger, |progress| {
            shares.push(progress.share);
            last = Some(progress.clone());
        });
        let (answer, last) = (answer.unwrap(), last.unwrap());
        assert!(shares.is_sorted() && shares.last().is_some_and(|share| *share > 0.999));
        assert_eq!((last.units, last.complete), (units.len(), units.len()));
        assert_eq!(last.solutions, 105);
        assert_eq!(answer.stats.solutions, 105);
        assert!(answer.stats.elapsed < Duration::from_secs(60));
    }
}

#[test]
fn progress_continues_where_the_last_run_stopped() {
    let solver = Solver::new(pairs(10));
    let path = new_file("progress.jsonl");
    let unit = whole(&solver);
    let (mut share, mut solutions) = (0.0, quadrille::Count::default());
    let mut runs = 0;
    loop {
        let mut ledger = Ledger::open(&path, solver.problem(), "test").unwrap();
        let mut reports = Vec::new();
        let runner = Runner::new(&solver).limits(Limits::new().nodes(200));
        let answer = runner.run(&unit, &mut ledger, |progress| {
            reports.push(progress.clone());
        });
        let (answer, last) = (answer.unwrap(), reports.pop().unwrap());
        assert!((last.share_before - share).abs() < 1e-9);
        assert_eq!(last.solutions_before, solutions);
        assert!(last.share > last.share_before);
        share = last.share;
        solutions = &last.solutions_before + &last.solutions;
        assert_eq!(ledger.prove(&unit).unwrap().total, solutions);
        runs += 1;
        if answer.value == 0 {
            break;
        }
    }
    assert!((share - 1.0).abs() < 1e-9 && runs > 3);
}

#[cfg(unix)]
#[test]
fn a_ledger_is_a_regular_file() {
    let solver = Solver::new(pairs(4));
    let open = |path: &str| Ledger::open(path, solver.problem(), "test").err().unwrap();
    for path in ["/dev/null", "/"] {
        let error = open(path);
        assert_eq!(error.to_string(), format!("{path} is not a regular file"));
    }
    let error = open("/nowhere/at/all");
    assert!(
        error
            .to_string()
            .starts_with("cannot open /nowhere/at/all: ")
    );
}

#[test]
fn units_of_another_problem_are_refused() {
    let solver = Solver::new(pairs(6));
    let ours = |unit: Unit| {
        let mut ledger = Ledger::to_output(Box::new(std::io::sink()), solver.problem(), "test");
        Runner::new(&solver).run(&[unit], &mut ledger, |_| {})
    };
    let other = Unit::new(&Problem::default(), "test", count(Assumptions::new()));
    let unknown = whole(&solver)[0].clone().part("99".parse().unwrap());
    for unit in [other, unknown] {
        assert!(matches!(ours(unit), Err(LedgerError::Unit { .. })));
    }
}

#[test]
fn the_memory_method_counts_what_no_walk_can() {
    let mut builder = Problem::builder();
    for coin in 0..200 {
        let coin = builder.primary(format!("coin {coin}")).unwrap();
        builder.option([coin]).unwrap();
        builder.option([coin]).unwrap();
    }
    let solver = Solver::new(builder.build());
    let path = new_file("coins.jsonl");
    let units = units(&solver, &count(Assumptions::new()), 8);
    let mut ledger = Ledger::open(&path, solver.problem(), "coins").unwrap();
    let runner = Runner::new(&solver).method(Method::Memo).threads(2);
    assert_eq!(runner.run(&units, &mut ledger, |_| {}).unwrap().value, 0);
    let total = ledger.prove(&units).unwrap().total;
    assert_eq!(total.to_string().len(), 61);
    let two = quadrille::BigUint::from(2_u32);
    assert_eq!(quadrille::BigUint::from(total), two.pow(200));
}
