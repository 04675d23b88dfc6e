//! Counts all solutions of a few puzzles with each engine.
#![allow(clippy::panic, reason = "a bench that panics has failed")]

use std::fmt::Display;

use divan::Bencher;
use quadrille::tile::Packing;
use quadrille::{EngineChoice, EngineName, Problem, Settings, Solver};

#[path = "../examples/puzzles/mod.rs"]
mod puzzles;

const ENGINES: [EngineName; 2] = [EngineName::Links, EngineName::Bits];

fn main() {
    divan::main();
}

#[divan::bench(args = ENGINES, sample_count = 10)]
fn latin_5(bencher: Bencher<'_, '_>, engine: EngineName) {
    count(
        bencher,
        engine,
        puzzles::latin_squares::latin_squares(5),
        161_280,
    );
}

#[divan::bench(args = ENGINES, sample_count = 10)]
fn queens_13(bencher: Bencher<'_, '_>, engine: EngineName) {
    count(bencher, engine, puzzles::queens::queens(13), 73_712);
}

#[divan::bench(args = ENGINES, sample_count = 10)]
fn langford_12(bencher: Bencher<'_, '_>, engine: EngineName) {
    count(bencher, engine, puzzles::langford::langford(12), 216_288);
}

#[divan::bench(args = ENGINES, sample_count = 10)]
fn soma(bencher: Bencher<'_, '_>, engine: EngineName) {
    let problem = puzzles::soma::soma().map(Packing::into_problem);
    count(bencher, engine, problem, 11_520);
}

#[divan::bench(args = ENGINES, sample_count = 10)]
fn scott(bencher: Bencher<'_, '_>, engine: EngineName) {
    let problem = puzzles::pentominoes::scott().map(Packing::into_problem);
    count(bencher, engine, problem, 520);
}

#[divan::bench(args = ENGINES, sample_count = 10)]
fn pentominoes_6_10(bencher: Bencher<'_, '_>, engine: EngineName) {
    let problem = puzzles::pentominoes::rectangle(6, 10).map(Packing::into_problem);
    count(bencher, engine, problem, 9_356);
}

fn count<E: Display>(
    bencher: Bencher<'_, '_>,
    engine: EngineName,
    problem: Result<Problem, E>,
    known: u64,
) {
    let problem = problem.unwrap_or_else(|error| panic!("{error}"));
    let settings = Settings::new().engine(EngineChoice::Prefer(engine));
    let mut search = Solver::with_settings(problem, &settings).search();
    bencher.bench_local(|| {
        let count = search.count().value;
        assert_eq!(count, known);
        count
    });
}
