//! The problem of a shape, and which option is which.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use quadrille::OptionId;
use quadrille::sudoku::{CellRule, RuleKind, Sudoku};

use super::puzzles::{examples, with_rules};

fn sizes(shape: &str) -> (usize, usize, usize) {
    let sudoku = Sudoku::new(shape.parse().unwrap());
    let problem = sudoku.solver().problem();
    let primary = problem.items().filter(|&item| problem.is_primary(item));
    (
        primary.count(),
        problem.item_count(),
        problem.option_count(),
    )
}

#[test]
fn the_matrix_of_the_classic_board() {
    let (problem, encoding) = (
        Sudoku::classic().solver().problem(),
        Sudoku::classic().encoding(),
    );
    assert_eq!(sizes("classic"), (324, 324, 729));
    for id in problem.options() {
        let (cell, value) = encoding.candidate(id).unwrap();
        assert_eq!(encoding.option(cell, value), id);
        assert_eq!(problem.items_of(id).len(), 4);
    }
    let display = |cell, value| {
        problem
            .display_option(encoding.option(cell, value))
            .to_string()
    };
    assert_eq!(display(80, 9), "r9c9 row9=9 column9=9 box9=9");
    assert_eq!(display(30, 5), "r4c4 row4=5 column4=5 box5=5");
    for (cell, value) in [(81, 1), (0, 0), (0, 10)] {
        assert_eq!(encoding.option(cell, value), OptionId::new(u32::MAX));
    }
}

#[test]
fn every_rule_adds_its_items() {
    assert_eq!(sizes("4x4"), (64, 64, 64));
    assert_eq!(sizes("x"), (324 + 18, 324 + 18, 729));
    assert_eq!(sizes("windoku"), (324 + 36, 324 + 36, 729));
    assert_eq!(sizes("disjoint"), (324 + 81, 324 + 81, 729));
    // 224 pairs a knight's move apart, less those in one box: eight in each.
    assert_eq!(sizes("anti-knight"), (324, 324 + (224 - 72) * 9, 729));
    // 64 squares, less the four in each box.
    assert_eq!(sizes("anti-king"), (324, 324 + (64 - 36) * 9, 729));
    assert_eq!(sizes("non-consecutive"), (324, 324 + 144 * 8, 729));
    // Five boards with 27 units, four boxes shared; 369 cells.
    assert_eq!(sizes("samurai"), (369 + (5 * 27 - 4) * 9, 1548, 3321));
}

/// A rule of each kind, alone and in a choice: the items, the options and the fingerprint of its
/// problem. After a change of encodings on purpose, write them anew with `QUADRILLE_BLESS=1` and
/// read the difference.
#[test]
fn encodings_change_on_purpose_only() {
    let odd = CellRule::new(RuleKind::Odd, [40, 41, 42, 43, 44]);
    let mut text = String::new();
    for (rule, _) in examples() {
        let choice = CellRule::either(vec![vec![rule.clone()], vec![odd.clone()]]);
        write!(text, "{}", rule.kind().word()).unwrap();
        // A choice cannot have a rank as a part.
        let is_rank = matches!(rule.kind(), RuleKind::FullRank | RuleKind::TiedRank);
        for rule in [rule, choice].into_iter().take(if is_rank { 1 } else { 2 }) {
            let sudoku = Sudoku::new(with_rules(vec![rule]).shape);
            let problem = sudoku.solver().problem();
            let (items, options) = (problem.item_count(), problem.option_count());
            write!(text, " | {items} {options} {}", problem.fingerprint()).unwrap();
        }
        text.push('\n');
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sudoku/encodings.txt");
    if std::env::var_os("QUADRILLE_BLESS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let changed = text
        .lines()
        .zip(kept.lines())
        .find(|(own, kept)| own != kept);
    assert!(text == kept, "changed: {changed:?}");
}
