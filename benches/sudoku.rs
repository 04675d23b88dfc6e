//! Solves sudoku boards and proves that each has only one solution. A sample is one pass over a
//! whole list; `item/s` are boards a second.

use std::ops::ControlFlow;

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille::sudoku::{BoardSearch, Grid, Shape, Sudoku};
use quadrille::{EngineChoice, EngineName, Limits, Settings};

mod boards;

const ENGINES: [EngineName; 2] = [EngineName::Links, EngineName::Bits];

fn main() {
    divan::main();
}

#[divan::bench(args = ENGINES, sample_count = 10)]
fn seventeen_givens(bencher: Bencher<'_, '_>, engine: EngineName) {
    pass(bencher, engine, boards::SEVENTEEN);
}

#[divan::bench(args = ENGINES, sample_count = 10)]
fn hard(bencher: Bencher<'_, '_>, engine: EngineName) {
    pass(bencher, engine, boards::HARD);
}

fn pass(bencher: Bencher<'_, '_>, engine: EngineName, text: &str) {
    let settings = Settings::new().engine(EngineChoice::Prefer(engine));
    let mut search = Sudoku::with_settings(Shape::classic(), &settings).search();
    search.limits(Limits::new().solutions(2));
    let list = boards::boards(text);
    bencher
        .counter(ItemsCount::new(list.len()))
        .bench_local(|| {
            let boards = list.iter();
            boards.map(|board| prove(&mut search, board)).sum::<u64>()
        });
}

/// Finds the solution and proves that there is no other. Returns the number of nodes that are not
/// solutions.
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
