//! Canonical forms: what is the same for all turns and labels of a board.

use proptest::prelude::*;
use quadrille::sudoku::{Grid, NotClassic, Shape};

use super::records::{LINE, solution};

/// A way to turn and to relabel a 9x9 board.
#[derive(Clone, Debug)]
struct Turn {
    transposed: bool,
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// `digits[d]` is the new label of digit `d`.
    digits: Vec<u8>,
}

impl Turn {
    fn apply(&self, board: &Grid) -> Grid {
        let cells = (0..81).map(|cell| {
            let (row, column) = (self.rows[cell / 9], self.columns[cell % 9]);
            let from = if self.transposed {
                9 * column + row
            } else {
                9 * row + column
            };
            self.digits[usize::from(board.cells()[from])]
        });
        Grid::new(cells.collect())
    }
}

fn orders(things: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((0..things).collect::<Vec<_>>()).prop_shuffle()
}

/// Nine rows or columns, moved three by three and within each three.
fn lines() -> impl Strategy<Value = Vec<usize>> {
    (orders(3), prop::collection::vec(orders(3), 3)).prop_map(|(threes, within)| {
        let three = |(three, order): (usize, Vec<usize>)| {
            order.into_iter().map(move |line| 3 * three + line)
        };
        threes.into_iter().zip(within).flat_map(three).collect()
    })
}

fn turns() -> impl Strategy<Value = Turn> {
    (any::<bool>(), lines(), lines(), orders(9)).prop_map(|(transposed, rows, columns, labels)| {
        Turn {
            transposed,
            rows,
            columns,
            digits: [0]
                .into_iter()
                .chain(labels.into_iter().map(|label| label as u8 + 1))
                .collect(),
        }
    })
}

/// Boards of all kinds: parts of a solution, and digits put anywhere, whether they break a rule by that or not.
fn boards() -> impl Strategy<Value = Grid> {
    let share = prop::sample::select(vec![0.05, 0.3, 0.8]);
    let part = share.prop_flat_map(|share| prop::collection::vec(prop::bool::weighted(share), 81));
    let part = part.prop_map(|kept| {
        let solved = solution();
        let cells = solved.cells().iter().copied().zip(kept);
        cells
            .map(|(digit, kept)| if kept { digit } else { 0 })
            .collect()
    });
    let put = prop::collection::vec((0..81usize, 1..=9u8), 0..150);
    let start = prop_oneof![Just(vec![0; 81]), part];
    (start, put, any::<bool>()).prop_map(|(cells, put, may_clash)| {
        let shape = Shape::classic();
        let mut board = Grid::new(cells);
        for (cell, digit) in put {
            let mut cells = board.cells().to_vec();
            cells[cell] = if may_clash { digit % 3 + 1 } else { digit };
            let next = Grid::new(cells);
            if may_clash || shape.clash(&next).is_none() {
                board = next;
            }
        }
        board
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn isomorphs_have_one_form(board in boards(), turn in turns()) {
        let form = board.canonical().unwrap();
        prop_assert_eq!(&turn.apply(&board).canonical().unwrap(), &form);
        prop_assert_eq!(form.board.canonical().unwrap(), form);
    }

    /// Were the form no isomorph, it could have more or fewer solutions, givens, or automorphisms; were it not the
    /// least, some turn of it would come before it.
    #[test]
    fn no_isomorph_comes_before_the_form(board in boards(), turns in prop::collection::vec(turns(), 20)) {
        let form = board.canonical().unwrap().board;
        prop_assert_eq!(form.givens().count(), board.givens().count());
        for turn in turns {
            prop_assert!(form.cells() <= turn.apply(&board).cells());
        }
    }
}

/// Every isomorph of a board is tried, cells first, then the labels that make it least.
#[test]
fn the_form_and_the_automorphisms_by_the_definition() {
    let mut lines = Vec::new();
    let threes = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    for bands in threes {
        for a in threes {
            for b in threes {
                for c in threes {
                    let within = [a, b, c];
                    let line = |place: usize| 3 * bands[place / 3] + within[place / 3][place % 3];
                    lines.push(std::array::from_fn::<usize, 9, _>(line));
                }
            }
        }
    }
    assert_eq!(2 * lines.len() * lines.len(), 3_359_232);
    let relabelled = |cells: &[u8; 81]| {
        let (mut labels, mut next) = ([0; 10], 1);
        cells.map(|digit| {
            if digit > 0 && labels[usize::from(digit)] == 0 {
                labels[usize::from(digit)] = next;
                next += 1;
            }
            labels[usize::from(digit)]
        })
    };
    for text in [
        "1........2........3..............................................................",
        "12..........21.............3.......................................3............1",
        "1.1.2.1.........22......3.1.................................................1....",
        "11.2.22.....1............................................3.3....................3",
    ] {
        let board: Grid = text.parse().unwrap();
        let cells: [u8; 81] = board.cells().try_into().unwrap();
        let own = relabelled(&cells);
        let mut least = own;
        let mut automorphisms = 0;
        for rows in &lines {
            for columns in &lines {
                for transposed in [false, true] {
                    let turned = std::array::from_fn(|cell| {
                        let (row, column) = (rows[cell / 9], columns[cell % 9]);
                        cells[if transposed {
                            9 * column + row
                        } else {
                            9 * row + column
                        }]
                    });
                    let turned = relabelled(&turned);
                    least = least.min(turned);
                    automorphisms += u64::from(turned == own);
                }
            }
        }
        let form = board.canonical().unwrap();
        assert_eq!(form.board.cells(), least, "{text}");
        assert_eq!(form.automorphisms, automorphisms, "{text}");
    }
}

#[test]
fn known_numbers_of_automorphisms() {
    let automorphisms = |text: &str| {
        text.parse::<Grid>()
            .unwrap()
            .canonical()
            .unwrap()
            .automorphisms
    };
    let empty = ".".repeat(81);
    assert_eq!(automorphisms(&empty), 3_359_232);
    for cell in [0, 40, 80] {
        let mut one = empty.clone();
        one.replace_range(cell..=cell, "5");
        assert_eq!(automorphisms(&one), 41_472, "3,359,232 / 81");
    }
    // The most canonical grid: no solved board has more.
    let most = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    assert_eq!(automorphisms(most), 648);
}

#[test]
fn boards_with_17_givens_are_all_different() {
    let boards = include_str!("../../../../benches/boards/17-givens.txt").lines();
    let mut forms: Vec<Grid> = boards
        .filter_map(|line| line.get(..81)?.parse::<Grid>().ok())
        .map(|board| board.canonical().unwrap().board)
        .collect();
    assert_eq!(forms.len(), 200);
    forms.sort_unstable_by(|a, b| a.cells().cmp(b.cells()));
    forms.dedup();
    assert_eq!(forms.len(), 200);
}

#[test]
fn other_boards_are_refused() {
    let refused = |board: Grid| board.canonical().unwrap_err();
    assert_eq!(refused(Grid::new(vec![0; 16])), NotClassic::Cells(16));
    let mut cells = vec![0; 81];
    cells[7] = 10;
    assert_eq!(refused(Grid::new(cells)), NotClassic::Value(10));
    let marks = Grid::from_marks(vec![3; 81]);
    assert_eq!(refused(marks), NotClassic::Marks);
    assert!(LINE.parse::<Grid>().unwrap().canonical().is_ok());
    assert_eq!(
        NotClassic::Cells(16).to_string(),
        "a canonical form needs a 9x9 board, this one has 16 cells"
    );
}
