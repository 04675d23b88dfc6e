//! What tells how large boards are.

use quadrille::sudoku::text::guess_side;

#[test]
fn the_first_board_tells_the_side() {
    for side in [4, 6, 8, 9, 10, 12, 16, 25, 36] {
        let line = ".".repeat(side * side) + "\n";
        assert_eq!(guess_side(line.as_bytes(), true), Some(side), "{side}");
        let rows = format!("# c\n\n{}", (".".repeat(side) + "\n").repeat(side));
        assert_eq!(guess_side(rows.as_bytes(), true), Some(side), "{side}");
        let zeros = "0".repeat(side * side);
        assert_eq!(guess_side(zeros.as_bytes(), true), Some(side), "{side}");
        let numbers = ("0 ".repeat(side) + "\n").repeat(side);
        assert_eq!(guess_side(numbers.as_bytes(), true), Some(side), "{side}");
        let counted = format!("{side} {}\n", "0 ".repeat(side * side));
        assert_eq!(guess_side(counted.as_bytes(), false), Some(side), "{side}");
    }
    // A batch of whole boards, however many; and what is no good board is passed over.
    let lines = "1......2....3..4\n".repeat(40);
    assert_eq!(guess_side(lines.as_bytes(), true), Some(4));
    for (text, side) in [
        ("1...\n..2.\n....\n\n1......2....3..4\n", 4),
        ("hello\n1...\n...2\n....\n3..4\n", 4),
        ("what is this, no board\n1...\n...2\n....\n3..4\n", 4),
        ("1...\n# c\n...2\n....\n3..4\n", 4),
        ("1....\n...2\n....\n3..4\n\n1...\n...2\n....\n3..4\n", 4),
        ("1...\n...2\n3...\n", 4),
        ("AB..\nB...\n..bB\n.A..\n", 4),
        ("A1b1\nB.a2\n1Baa\n1.a.\n", 4),
    ] {
        assert_eq!(guess_side(text.as_bytes(), true), Some(side), "{text}");
    }
    let half = "...............G\n".repeat(15);
    assert_eq!(guess_side(half.as_bytes(), true), Some(16));
    let framed = "+----+----+\n| 1. | .2 |\n| .. | .. |\n+----+----+\n| .. | .. |\n| .. | .. |\n+----+----+\n";
    assert_eq!(guess_side(framed.as_bytes(), true), Some(4));
    let marks = "| 1 23 | 4 12 |\n".repeat(4);
    assert_eq!(guess_side(marks.as_bytes(), true), Some(4));
    assert_eq!(guess_side(&[b'.'; 729], true), Some(9));
    assert_eq!(guess_side(b"", true), Some(9));
    assert_eq!(guess_side(b"", false), None);
}
