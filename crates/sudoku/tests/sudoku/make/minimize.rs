//! What minimizing leaves, judged by the other engine.

use quadrille::sudoku::{
    BoardExplanation, CellRule, Grid, Minimized, Need, RuleKind, RulePlace, Shape, Sudoku,
};
use quadrille::{Limits, Settings, Stop, Uniqueness};

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

/// Three rules that are needed, and a dot that is not.
fn with_dot() -> Sudoku {
    let rules = [
        CellRule::new(RuleKind::Thermometer, [1, 0, 4]),
        CellRule::new(RuleKind::Cage, [8, 9, 13]).with_number(7),
        CellRule::new(RuleKind::Arrow, [10, 6, 5]),
        CellRule::new(RuleKind::Difference, [14, 15]).with_number(1),
    ];
    let shape: Shape = "4x4".parse().unwrap();
    Sudoku::new(shape.with_cell_rules(rules).unwrap())
}

#[test]
fn limits_leave_rules_undecided() {
    let sudoku = with_dot();
    let blank = sudoku.shape().blank();
    let mut search = sudoku.search();
    let whole = search.minimize_rules(&blank, None).value.unwrap();
    assert_eq!(whole.removed, [RulePlace::Cells(3)]);
    assert_eq!((whole.board, whole.removed_givens), (blank.clone(), vec![]));
    let needs = |limits: Limits| {
        let answer = sudoku.search().limits(limits).explain_and_rules(&blank);
        let BoardExplanation::Rules(needs) = answer.value else {
            panic!("{answer:?}");
        };
        (needs, answer.stop)
    };
    let (all, stop) = needs(Limits::new());
    let decided = [Need::Needed, Need::Needed, Need::Needed, Need::NotNeeded];
    assert!(all.iter().map(|rule| rule.1).eq(decided) && stop == Stop::Exhausted);
    // Questions about a puzzle do not count its solutions.
    assert_eq!(needs(Limits::new().solutions(1)), (all.clone(), stop));
    let (some, stop) = needs(Limits::new().nodes(20));
    assert_eq!(stop, Stop::Nodes);
    assert!(some.iter().any(|rule| rule.1 == Need::Unknown));
    for (some, all) in some.iter().zip(&all) {
        assert!(some == all || some.1 == Need::Unknown, "{some:?} {all:?}");
    }
    let stopped = search
        .limits(Limits::new().nodes(20))
        .minimize_rules(&blank, None);
    assert_eq!(
        (stopped.value, stopped.stop),
        (Err(Uniqueness::Unknown), Stop::Nodes)
    );
    // What the node limit of one question leaves open is asked about again without it.
    let settings = Settings::new().policy("board_explain.nodes", 1.0).unwrap();
    let sudoku = Sudoku::with_settings(sudoku.shape().clone(), &settings);
    let answer = sudoku.search().explain_and_rules(&blank);
    assert_eq!(answer.value, BoardExplanation::Rules(all));
    assert_eq!(answer.stop, Stop::Exhausted);
}
