//! Boards as values.

use quadrille::sudoku::Grid;

const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn text_goes_round() {
    let grid: Grid = SOLVED.parse().unwrap();
    assert_eq!(grid.to_string(), SOLVED);
    assert_eq!(format!("{grid:?}"), format!("Grid({SOLVED})"));
    let blanks = "0.*_-".repeat(17)[..81].parse::<Grid>();
    assert_eq!(blanks, Ok(Grid::new(vec![0; 81])));
    assert_eq!(Grid::new(vec![0, 9, 35, 36, u8::MAX]).to_string(), ".9Z??");
    for side in [1, 4, 9, 10, 16, 35, 36] {
        let values = (0..side * side).map(|cell| (cell % (side + 1)) as u8);
        let grid = Grid::new(values.collect());
        assert_eq!(grid.to_string().parse(), Ok(grid), "{side}");
    }
}

#[test]
fn what_is_not_a_board_says_why() {
    let why = |text: &str| text.parse::<Grid>().unwrap_err().to_string();
    assert_eq!(why(""), "invalid board: 0 cells, expected 1");
    assert_eq!(why(&".".repeat(82)), "invalid board: 82 cells, expected 81");
    assert_eq!(
        why(&".".repeat(250)),
        "invalid board: 250 cells, expected 256"
    );
    assert_eq!(
        why("12x"),
        "character 3: 'x' is not a digit or a blank (0 . * _ -)"
    );
    let hexadecimal = ".".repeat(255) + "H";
    assert_eq!(
        why(&hexadecimal),
        "character 256: 'H' is not one of 1-9 A-G or a blank (0 . * _ -)"
    );
}

#[test]
fn a_board_extends_its_givens_and_their_marks() {
    let solved: Grid = SOLVED.parse().unwrap();
    let mut cells = solved.cells().to_vec();
    cells[80] = 0;
    let given = Grid::new(cells);
    assert!(solved.extends(&given) && !given.extends(&solved));
    let mut marks = vec![0b1_1111_1111; 81];
    (marks[0], marks[1]) = (1 << 4, 0b110);
    let marked = Grid::from_marks(marks.clone());
    assert_eq!(marked.givens().collect::<Vec<_>>(), [(0, 5)]);
    assert!(solved.extends(&marked));
    assert!(!Grid::new(vec![65; 81]).extends(&Grid::from_marks(vec![3; 81])));
    marks[1] = 0b11;
    assert!(!solved.extends(&Grid::from_marks(marks)));
}
