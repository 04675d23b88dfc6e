//! `quadrille sudoku --judge`: the shapes and the words of judges.

use super::run;

const ROWS: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
const SOLVED: &str = "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n345286179\n";
const LETTERS: &str = include_str!("../boards/16-letters.txt");
const LETTERS_SOLVED: &str = include_str!("../boards/solved/16-letters.txt");

fn spaced(rows: &str) -> String {
    let row = |row: &str| {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        cells.join(" ") + "\n"
    };
    rows.replace('.', "0").lines().map(row).collect()
}

#[test]
fn boj2580_any_solution() {
    run("sudoku --judge boj2580", spaced(ROWS)).is(0, &spaced(SOLVED), "");
}

#[test]
fn boj2239_the_smallest_solution() {
    run("sudoku --judge boj2239", ROWS.replace('.', "0")).is(0, SOLVED, "");
    let blank = run("sudoku --judge boj2239", "000000000\n".repeat(9));
    assert!(
        blank
            .out
            .starts_with("123456789\n456789123\n789123456\n214365897\n"),
        "{}",
        blank.out
    );
}

#[test]
fn poj3074_lines_up_to_end() {
    let (given, solved) = (ROWS.replace('\n', ""), SOLVED.replace('\n', "") + "\n");
    let text = format!("{given}\n{given}\nend\nnothing of this is read\n");
    run("sudoku --judge poj3074", text).is(0, &solved.repeat(2), "");
}

#[test]
fn spoj_sudoku_blocks_of_letters() {
    let text = format!("2\n{LETTERS}\n{LETTERS}");
    let solved = format!("{LETTERS_SOLVED}\n{LETTERS_SOLVED}");
    run("sudoku --judge spoj-sudoku", text).is(0, &solved, "");
    let short: String = LETTERS
        .lines()
        .take(15)
        .map(|line| format!("{line}\n"))
        .collect();
    let told = run("sudoku --judge spoj-sudoku", format!("1\n{short}"));
    assert_eq!((told.code, &*told.out), (2, &*short));
    assert!(
        told.err
            .starts_with("quadrille: <stdin>:16:17: incomplete board: 15 rows, expected 16\n"),
        "{}",
        told.err
    );
}

#[test]
fn uva10957_a_word_for_each_board() {
    let clash = spaced("55.......\n") + &spaced(&".........\n".repeat(8));
    let none = spaced(".23456789\n.........\n1........\n")
        + &spaced(&".........\n".repeat(5))
        + &spaced("........1\n");
    let blank = spaced(&".........\n".repeat(9));
    let text = [spaced(ROWS), clash, blank].join("\n");
    let expected = "Case 1: Unique.\nCase 2: Illegal.\nCase 3: Ambiguous.\n";
    run("sudoku --judge uva10957", text).is(0, expected, "");
    // The first cell needs the 1 that its box has already.
    run("sudoku --judge uva10957", none).is(0, "Case 1: Impossible.\n", "");
}

#[test]
fn hdu3909_boards_of_several_sizes() {
    let text = "2\n1...\n...2\n....\n3..4\n\
                2\n1...\n....\n....\n....\n\
                2\n11..\n....\n....\n....\n\
                2\n123.\n...4\n....\n....\n\
                2\n1234\n3412\n2143\n432.\n";
    let solved = run("sudoku --order lex", "1......2....3..4").out;
    let rows: String = solved
        .trim()
        .as_bytes()
        .chunks(4)
        .map(|row| String::from_utf8(row.to_vec()).unwrap() + "\n")
        .collect();
    let expected = format!("{rows}Multiple Solutions\nNo Solution\nNo Solution\nNot Minimal\n");
    run("sudoku --judge hdu3909", text).is(0, &expected, "");
    run("sudoku --judge hdu3909", "2\n1..\n....\n....\n....\n").is(
        2,
        "1..\n....\n....\n....\n",
        "quadrille: <stdin>:2:4: invalid row: 3 cells, expected 4\n  1..\n     ^\n\
         help: write 0 or . for each blank cell\n",
    );
}

#[test]
fn judges_read_bytes_as_all_else_does() {
    let text = "2\n1...\n....\n....\n....\n";
    let marked = format!("\u{FEFF}{text}");
    run("sudoku --judge hdu3909", marked).is(0, "Multiple Solutions\n", "");
    run(
        "sudoku --judge spoj-sudoku",
        format!("\u{FEFF}1\n{LETTERS}"),
    )
    .is(0, LETTERS_SOLVED, "");
    let input = b"530070\xE9\nend\n";
    let output = assert_cmd::cargo::cargo_bin_cmd!("quadrille")
        .args(["sudoku", "--judge", "poj3074"])
        .write_stdin(input)
        .output()
        .unwrap();
    assert_eq!(
        (output.status.code(), &*output.stdout),
        (Some(2), &b"530070\xE9\n"[..])
    );
}

#[test]
fn input_that_a_judge_would_not_give_is_told() {
    for (judge, text, expected) in [
        ("boj2580", "", "nine lines of nine numbers"),
        ("boj2239", "\n\n", "nine lines of nine digits"),
        ("poj3074", "end\n", "lines of 81 cells"),
        ("spoj-sudoku", "", "the number of boards in the first line"),
        (
            "spoj-sudoku",
            "x\n",
            "the number of boards in the first line",
        ),
        ("spoj-sudoku", "0\n", "16 lines of 16 letters"),
        ("uva10957", "", "nine lines of nine numbers"),
        ("hdu3909", "\n", "N, from 1 to 6, and N x N lines"),
    ] {
        let told = format!("quadrille: no board in <stdin>, expected {expected}\n");
        run(&format!("sudoku --judge {judge}"), text).is(2, "", &told);
    }
    let none =
        ".23456789\n.........\n1........\n".to_owned() + &".........\n".repeat(5) + "........1\n";
    let told = run("sudoku --judge boj2239", none.replace('.', "0"));
    assert_eq!(told.code, 1);
    assert!(told.err.starts_with("<stdin>:1: no solution\nhelp: "));
}

#[test]
fn a_bad_board_of_a_judge_keeps_its_place() {
    let (given, solved) = (
        ROWS.replace('\n', "") + "\n",
        SOLVED.replace('\n', "") + "\n",
    );
    let text = format!("{given}{}{given}end\n", &given[1..]);
    let told = run("sudoku --judge poj3074", text);
    assert_eq!(
        (told.code, told.out),
        (2, format!("{solved}{}{solved}", &given[1..]))
    );
    assert!(
        told.err
            .starts_with("quadrille: <stdin>:2:81: invalid board: 80 cells, expected 81\n"),
        "{}",
        told.err
    );

    let good = spaced(ROWS);
    let eight: String = good
        .lines()
        .take(8)
        .map(|line| line.to_owned() + "\n")
        .collect();
    let told = run(
        "sudoku --judge uva10957",
        format!("{good}\n{eight}\n{good}"),
    );
    let expected = "Case 1: Unique.\nCase 2: Illegal.\nCase 3: Unique.\n";
    assert_eq!((told.code, &*told.out), (2, expected));
    assert!(
        told.err
            .starts_with("quadrille: <stdin>:18:18: incomplete board: 8 rows, expected 9\n"),
        "{}",
        told.err
    );
}

#[test]
fn more_boards_than_a_judge_gives_are_more_boards() {
    let two = format!("{ROWS}\n{ROWS}").replace('.', "0");
    let solved = format!("{SOLVED}\n{SOLVED}");
    run("sudoku --judge boj2239", two.as_str()).is(0, &solved, "");
    let half = run("sudoku --judge boj2239", format!("{two}123\n"));
    assert_eq!((half.code, half.out), (2, format!("{solved}\n123\n")));
    assert!(
        half.err
            .starts_with("quadrille: <stdin>:20:4: invalid row: 3 cells"),
        "{}",
        half.err
    );
    let spaced = |rows: &str| spaced(rows);
    run("sudoku --judge boj2580", spaced(ROWS).repeat(2)).is(
        0,
        &format!("{0}\n{0}", spaced(SOLVED)),
        "",
    );
}

#[test]
fn spoj_sudoku_tells_a_wrong_number_of_boards() {
    let few = "<stdin>:1: 3 boards announced, 1 found\n";
    run("sudoku --judge spoj-sudoku", format!("3\n{LETTERS}")).is(2, LETTERS_SOLVED, few);
    let many = "<stdin>:19: 1 board announced, the rest is ignored\n";
    let text = format!("1\n{LETTERS}\n{LETTERS}");
    run("sudoku --judge spoj-sudoku", text).is(2, LETTERS_SOLVED, many);
}

#[test]
fn hdu3909_goes_on_after_a_bad_number() {
    let good = "2\n1...\n....\n....\n....\n";
    let told = "<stdin>:6: expected N from 1 to 6, found \"9\"\n";
    let text = format!("{good}9\n123456789\n\n12\n{good}");
    let expected = "Multiple Solutions\n9\n123456789\n\n12\nMultiple Solutions\n";
    run("sudoku --judge hdu3909", text).is(2, expected, told);
    run("sudoku --judge hdu3909", "x\n").is(
        2,
        "x\n",
        "<stdin>:1: expected N from 1 to 6, found \"x\"\n",
    );
    run("sudoku --judge hdu3909", format!("1\n.\n1\n1\n{good}")).is(
        0,
        "1\nNot Minimal\nMultiple Solutions\n",
        "",
    );
    let spaced = run("sudoku --judge hdu3909", "2\n\n1...\n....\n....\n...x\n");
    assert!(
        spaced
            .err
            .starts_with("quadrille: <stdin>:6:4: the board mixes two blanks"),
        "{}",
        spaced.err
    );
    // Half a board ends where the next begins.
    let half = run("sudoku --judge hdu3909", format!("2\n1...\n....\n{good}"));
    assert_eq!(half.out, "1...\n....\nMultiple Solutions\n");
    assert!(
        half.err
            .starts_with("quadrille: <stdin>:3:5: incomplete board: 2 rows, expected 4\n"),
        "{}",
        half.err
    );
}
