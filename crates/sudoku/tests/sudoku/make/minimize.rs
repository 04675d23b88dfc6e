//! What minimizing leaves, judged by the other engine.

use quadrille::sudoku::{Grid, Minimized, Shape, Sudoku};
use quadrille::{Limits, Uniqueness};

use super::{assert_minimal, blanked, is_unique, judge, put};
use crate::records::{LINE, solution};

#[test]
fn minimizing_leaves_what_is_needed() {
    let judge = judge("classic");
    let mut judge = judge.search();
    let mut search = Sudoku::classic().search();
    let board: Grid = LINE.parse().unwrap();
    let mut different = std::collections::HashSet::new();
    for seed in [None, Some(1), Some(2), Some(3)] {
        let Minimized {
            board: minimal,
            redundant,
            ..
        } = search.minimize(&board, seed).value.unwrap();
        assert_minimal(&mut judge, &minimal);
        assert!(solution().extends(&minimal));
        for (cell, value) in board.givens() {
            assert!(minimal.get(cell).is_none() || minimal.get(cell) == Some(value));
            let alone = is_unique(&mut judge, &blanked(&board, &[cell]));
            assert_eq!(redundant.contains(&cell), alone);
        }
        different.insert(minimal);
    }
    assert!(different.len() > 1);
    let full = search.minimize(&solution(), None).value.unwrap();
    assert_minimal(&mut judge, &full.board);
    assert_eq!(full.redundant.len(), 81);
    let not = |board: &Grid| Sudoku::classic().search().minimize(board, None).value;
    assert_eq!(not(&Shape::classic().blank()), Err(Uniqueness::Many));
    assert_eq!(not(&put(&board, &[(2, 5)])), Err(Uniqueness::None));
    let mut stopped = Sudoku::classic().search();
    stopped.limits(Limits::new().nodes(1));
    assert_eq!(
        stopped.minimize(&board, None).value,
        Err(Uniqueness::Unknown)
    );
}
