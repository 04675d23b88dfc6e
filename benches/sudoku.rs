//! Sudoku boards, each solved and proved to have no second solution.
//!
//! Criterion measures a pass over a whole list: its `elem/s` are boards a second. The line above
//! it says the same as microseconds a board.
#![allow(
    missing_docs,
    reason = "criterion makes a public function of the group"
)]
#![allow(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::ops::ControlFlow;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadrille::sudoku::{BoardSearch, Grid, Shape, Sudoku};
use quadrille::{EngineChoice, EngineName, Limits, Settings};

mod boards;

/// The passes of which the middle one is told.
const PASSES: usize = 5;

fn sudoku(criterion: &mut Criterion) {
    for engine in [EngineName::Links, EngineName::Bits] {
        let settings = Settings::new().engine(EngineChoice::Prefer(engine));
        let sudoku = Sudoku::with_settings(Shape::classic(), &settings);
        let mut group = criterion.benchmark_group(format!("sudoku {engine}"));
        group.sample_size(10);
        group.warm_up_time(Duration::from_millis(300));
        group.measurement_time(Duration::from_secs(2));
        let mut search = sudoku.search();
        search.limits(Limits::new().solutions(2));
        for (name, text) in [("17 givens", boards::SEVENTEEN), ("hard", boards::HARD)] {
            let list = boards::boards(text);
            let passes = (0..PASSES).map(|_| {
                boards::pass(&list, |board| {
                    prove(&mut search, board);
                })
            });
            let micros = boards::median(passes.collect());
            let guesses = list
                .iter()
                .map(|board| prove(&mut search, board))
                .sum::<u64>();
            println!(
                "{engine}, {name}: {} boards, {micros:.1} µs and {:.1} guesses a board",
                list.len(),
                guesses as f64 / list.len() as f64
            );

            group.throughput(Throughput::Elements(list.len() as u64));
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    list.iter()
                        .map(|board| prove(&mut search, board))
                        .sum::<u64>()
                });
            });
        }
        group.finish();
    }
}

/// Finds the solution and proves that there is no other. Returns the nodes that are no solution.
fn prove(search: &mut BoardSearch, board: &Grid) -> u64 {
    let mut solution = None;
    let answer = search.for_each(board, |found| {
        solution = Some(found.clone());
        ControlFlow::Continue(())
    });
    assert!(answer.is_complete() && answer.value == 1, "{board}");
    assert!(solution.is_some_and(|solution| solution.extends(board)));
    answer.stats.nodes - 1
}

criterion_group!(benches, sudoku);
criterion_main!(benches);
