//! Long runs: units, ledgers, and the proof that nothing is missing and nothing counts twice.

// The exemption of tests in `.clippy.toml` does not reach the functions that they share.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[allow(dead_code, reason = "this program uses a part of it")]
#[path = "../../../core/tests/support/case.rs"]
mod case;

mod damage;
mod ledger;
mod random;
mod reading;
mod saved;
mod split;

use std::path::PathBuf;
use std::sync::Arc;

use quadrille::units::{Grain, Proof, ProofError, Records, Unit, split};
use quadrille::{Assumptions, Budget, Limits, Part, Problem, Question, Solver, Want};

/// A file for this test run that does not exist yet.
fn new_file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// A problem that pairs up `n` people: (n - 1)(n - 3) ... 3 1 solutions.
fn pairs(n: usize) -> Problem {
    let mut builder = Problem::builder();
    let people: Vec<_> = (0..n)
        .map(|person| builder.primary(format!("p{person}")).unwrap())
        .collect();
    for (place, &a) in people.iter().enumerate() {
        for &b in &people[place + 1..] {
            builder.option([a, b]).unwrap();
        }
    }
    builder.build()
}

fn count(assumptions: Assumptions) -> Question {
    Question {
        want: Want::Count(quadrille::Method::Auto),
        assumptions,
        ..Question::default()
    }
}

fn units(solver: &Solver, question: &Question, number: usize) -> Vec<Unit> {
    let budget = Budget::start(&Limits::new());
    split(solver, "test", question, Grain::Units(number), &budget).unwrap()
}

/// The number of solutions of a part, counted by the walk.
fn walked(solver: &Solver, question: &Question, part: &Part) -> u64 {
    let mut assumptions = question.assumptions.clone();
    part.assume_in(&mut assumptions);
    let answer = solver.search().assume(assumptions).walk();
    answer.value.to_u64().unwrap()
}

/// Reads ledgers and adds them up.
fn prove(problem: &Problem, ledgers: &[String]) -> Result<Proof, ProofError> {
    let mut records = Records::new(&Arc::new(problem.clone()), "test");
    for (place, text) in ledgers.iter().enumerate() {
        let read = records.read_ledger(&format!("{place}.jsonl"), text.as_bytes());
        read.unwrap_or_else(|error| panic!("{error}"));
    }
    records.prove()
}

/// The line of a record, as any program could write it. Keys have the order of the format.
fn record(unit: &Unit, count: &str, rest: &str) -> String {
    let residue = |prime: u64| {
        let digits = count.bytes().map(|byte| u64::from(byte - b'0'));
        digits.fold(0, |rest, digit| (rest * 10 + digit) % prime)
    };
    let line = unit.to_string();
    let (start, _) = line.split_once(",\"version\":").unwrap();
    let rest = match rest {
        "" => String::new(),
        rest => format!("\"rest\":\"{rest}\","),
    };
    let text = format!(
        "{start},\"count\":\"{count}\",\"residues\":[{},{}],\"nodes\":7,\"seconds\":0.5,\
         \"engine\":\"bits\",\"method\":\"walk\",{rest}\"program\":\"0.1.0\",\"version\":1",
        residue(65521),
        residue(65537)
    );
    sealed(&text)
}

/// Appends the check to a line.
fn sealed(text: &str) -> String {
    let add = |hash: u64, number: u64| {
        let hash = (hash ^ number).wrapping_mul(0x0000_0100_0000_01b3);
        hash ^ hash >> 32
    };
    let start = add(0xcbf2_9ce4_8422_2325, text.len() as u64);
    let hash = text
        .bytes()
        .fold(start, |hash, byte| add(hash, byte.into()));
    format!("{text},\"check\":\"{:08x}\"}}\n", hash as u32)
}
