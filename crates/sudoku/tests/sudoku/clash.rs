//! What breaks a rule by itself, in words.

use quadrille::sudoku::{Clash, Grid, Shape};

/// What clashes on a board with values at (row, column), both from 1.
fn told(shape: &str, givens: &[(usize, usize, u8)]) -> Option<Clash> {
    let shape: Shape = shape.parse().unwrap();
    let mut cells = vec![0; shape.cell_count()];
    for &(row, column, value) in givens {
        cells[shape.cell(row - 1, column - 1).unwrap()] = value;
    }
    shape.clash(&Grid::new(cells))
}

#[test]
fn a_clash_is_told_in_words() {
    let is = |shape: &str, givens: &[(usize, usize, u8)], expected: &str| {
        let told = told(shape, givens).map(|clash| clash.to_string());
        assert_eq!(told.unwrap_or_default(), expected);
    };
    is("classic", &[], "");
    is("classic", &[(1, 1, 5), (2, 4, 5), (4, 2, 5)], "");
    let row = [(3, 2, 5), (3, 7, 5)];
    is("classic", &row, "two 5s in row 3 at columns 2 and 7");
    let column = [(1, 4, 5), (6, 4, 5)];
    is("classic", &column, "two 5s in column 4 at rows 1 and 6");
    let square = [(1, 4, 5), (3, 5, 5)];
    is("classic", &square, "two 5s in box 2 at r1c4 and r3c5");
    let long = [(1, 1, 12), (1, 16, 12)];
    is("16x16", &long, "two 12s in row 1 at columns 1 and 16");
    let diagonal = [(1, 9, 5), (9, 1, 5)];
    is("classic", &diagonal, "");
    is(
        "x",
        &diagonal,
        "two 5s on the rising diagonal at r1c9 and r9c1",
    );
    is(
        "windoku",
        &[(2, 2, 5), (4, 4, 5)],
        "two 5s in window 1 at r2c2 and r4c4",
    );
    is(
        "disjoint",
        &[(2, 2, 5), (5, 8, 5)],
        "two 5s in disjoint group 5 at r2c2 and r5c8",
    );
    let knight = [(3, 3, 5), (5, 4, 5)];
    is(
        "anti-knight",
        &knight,
        "two 5s a knight's move apart at r3c3 and r5c4",
    );
    let king = [(3, 4, 5), (4, 3, 5)];
    is(
        "anti-king",
        &king,
        "two 5s a king's move apart at r3c4 and r4c3",
    );
    let near = [(3, 3, 5), (4, 3, 6)];
    is(
        "non-consecutive",
        &near,
        "5 and 6 side by side at r3c3 and r4c3",
    );
    let far = [(21, 13, 5), (21, 21, 5)];
    is(
        "samurai",
        &far,
        "two 5s in row 9 of board 5 at columns 13 and 21",
    );
}

#[test]
fn what_is_no_value_clashes_with_nothing() {
    for [a, b] in [[1, 65], [10, 10], [64, 128], [u8::MAX, u8::MAX]] {
        assert_eq!(told("non-consecutive", &[(1, 1, a), (1, 2, b)]), None);
    }
    assert_eq!(Shape::classic().cell(usize::MAX, 0), None);
    assert_eq!(Shape::classic().cell(9, 0), None);
}

#[test]
fn rows_come_before_columns_and_columns_before_boxes() {
    let first = |givens: &[(usize, usize, u8)]| told("classic", givens).unwrap();
    assert!(
        first(&[(1, 1, 1), (2, 1, 1), (9, 1, 2), (9, 9, 2)])
            .to_string()
            .contains("row 9")
    );
    assert!(
        first(&[(1, 1, 1), (2, 2, 1), (4, 9, 2), (8, 9, 2)])
            .to_string()
            .contains("column 9")
    );
    // Of two pairs in one row, the one that is complete first.
    let clash = first(&[(1, 1, 5), (1, 2, 3), (1, 3, 3), (1, 4, 5)]);
    assert_eq!((clash.cells(), clash.values()), (&[1, 2][..], &[3, 3][..]));
}

#[test]
fn every_pair_of_cells_clashes_exactly_when_it_shares_a_unit() {
    let shape = Shape::classic();
    for first in 0..81 {
        for second in first + 1..81 {
            let mut cells = vec![0; 81];
            (cells[first], cells[second]) = (4, 4);
            let (a, b) = ((first / 9, first % 9), (second / 9, second % 9));
            let share = a.0 == b.0 || a.1 == b.1 || (a.0 / 3, a.1 / 3) == (b.0 / 3, b.1 / 3);
            let clash = shape.clash(&Grid::new(cells));
            let cells = clash.map(|clash| clash.cells().to_vec());
            assert_eq!(cells, share.then(|| vec![first, second]));
        }
    }
}
