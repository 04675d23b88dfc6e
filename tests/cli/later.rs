//! Maps of regions, titles and invalid lines between the boards of an input.

use super::{Run, file, run};

const MAP: &str = include_str!("../../examples/boards/jigsaw-map.txt");

/// The map with rows and columns swapped.
fn transposed() -> String {
    let rows: Vec<&[u8]> = MAP.lines().map(str::as_bytes).collect();
    let column = |at: usize| rows.iter().map(move |row| char::from(row[at]));
    let lines = (0..9).map(|at| column(at).collect::<String>() + "\n");
    lines.collect()
}

fn one_line(map: &str) -> String {
    map.replace('\n', "") + "\n"
}

/// Solves the boards of a text, one line each.
fn solve(text: &str) -> Run {
    run("sudoku --format line", text)
}

/// The lines of the output that are full boards.
fn solutions(text: &str) -> (Run, String) {
    let told = run("sudoku --order lex --format line", text);
    let lines = told.out.lines().filter(|line| line.len() == 81);
    let lines = lines.map(|line| format!("{line}\n")).collect();
    (told, lines)
}

#[test]
fn boards_below_a_second_map_have_its_regions() {
    let line = "0".repeat(81) + "\n";
    let grid = ("0".repeat(9) + "\n").repeat(9);
    let (map, other) = (MAP.to_owned(), transposed());
    let lower = other.to_lowercase();
    let blank = "\n".to_owned();
    let (one, two) = ("Puzzle 1\n".to_owned(), "Puzzle 2\n".to_owned());
    let expected = [&map, &other].map(|map| solutions(&format!("{map}{line}")).1);
    assert_ne!(expected[0], expected[1]);
    let texts = [
        [&one, &map, &line, &two, &other, &line],
        [&one, &map, &line, &two, &lower, &line],
        [&blank, &map, &line, &blank, &other, &line],
        [&blank, &map, &grid, &blank, &other, &grid],
        [&one, &map, &grid, &two, &other, &grid],
        [
            &blank,
            &one_line(&map),
            &line,
            &blank,
            &one_line(&other),
            &line,
        ],
        [&blank, &map, &line, &blank, &lower, &line],
    ];
    let note = ": the boards below a map of regions have those regions\n";
    for text in texts {
        let text = text.map(String::as_str).concat();
        let (Run { code, err, .. }, found) = solutions(&text);
        assert_eq!((code, found), (0, expected.concat()), "{text}{err}");
        assert_eq!(err.matches(note).count(), 1, "{text}{err}");
    }
    // What its regions are is not known after a mistake.
    let [short, typo, cut] = [
        other.replacen("BBB", "BB", 1),
        other.replacen("BBB", "BB.", 1),
        other.lines().skip(1).collect::<Vec<_>>().join("\n") + "\n",
    ];
    for wrong in [short, typo, cut] {
        let text = format!("{map}{line}{two}{wrong}{line}{map}{line}");
        let (Run { code, err, .. }, found) = solutions(&text);
        assert_eq!((code, &found), (2, &expected[0]), "{text}{err}");
        let help = "help: write a map of 9 rows of 9 letters, each letter 9 times\n";
        assert!(err.contains(help), "{text}{err}");
    }
}

#[test]
fn a_map_between_boards_is_that_of_the_board_directly_above_it() {
    let line = "0".repeat(81) + "\n";
    let [plain, mapped] = ["", MAP].map(|map| solutions(&format!("{map}{line}")).1);
    let (told, found) = solutions(&format!("{line}{MAP}{line}"));
    assert_eq!((told.code, found), (0, format!("{mapped}{plain}")));
    let note = "note: <stdin>:1: a map between two boards has the regions of the board above it\n";
    assert!(told.err.contains(note), "{}", told.err);
    // Below the title of another board, it is not.
    let (told, found) = solutions(&format!("{line}Puzzle 2\n{MAP}{line}"));
    assert_eq!((told.code, found), (0, format!("{plain}{mapped}")));
    assert!(told.err.contains("below a map of regions"), "{}", told.err);
    // A mistake in its map is one of this board.
    let wrong = MAP.replacen('A', "B", 1);
    let (told, found) = solutions(&format!("{line}{wrong}{line}"));
    assert_eq!((told.code, found), (2, plain), "{}", told.err);
    assert!(told.err.contains("region A has 8 cells"), "{}", told.err);
}

#[test]
fn a_map_without_a_board_below_it_is_an_error() {
    let line = "0".repeat(81) + "\n";
    let other = transposed();
    for (text, row) in [
        (format!("{MAP}{line}{other}"), 11),
        (format!("{MAP}{other}{line}"), 1),
        (format!("{line}Puzzle 2\n{MAP}"), 3),
    ] {
        let (told, _) = solutions(&text);
        let place =
            format!("quadrille: <stdin>:{row}:1: a map of regions, and no board below it\n");
        assert!(told.code == 2 && told.err.contains(&place), "{}", told.err);
    }
}

#[test]
fn regions_of_a_shape_file_stay() {
    let line = "0".repeat(81) + "\n";
    let path = file("later-map.txt", MAP.as_bytes());
    let command = format!("sudoku --format line --shape jigsaw:{}", path.display());
    let told = run(&command, format!("{line}Puzzle 2\n{}{line}", transposed()));
    assert_eq!(told.code, 2, "{}", told.err);
    let expected = "quadrille: <stdin>:3:1: a map of other regions than those of the shape\n";
    assert!(told.err.contains(expected), "{}", told.err);
    let told = run(&command, format!("{line}Puzzle 2\n{MAP}{line}"));
    assert_eq!(told.code, 0, "{}", told.err);
}

#[test]
fn a_map_that_is_repeated_is_accepted_in_any_form() {
    let line = "0".repeat(81);
    let map = one_line(MAP);
    let text =
        format!("{MAP}{line}\n\nPuzzle 2\n{MAP}{line}\nPuzzle 3\n{map}{line}\n{map}{line}\n");
    let Run { code, out, err } = solve(&text);
    assert_eq!((code, out.lines().count()), (0, 4), "{err}");
    let small = "AABB\nAABB\nCCDD\nCCDD\n1...\n....\n....\n...2\n";
    let text = format!("{small}Jig 2\n{small}");
    assert_eq!(solve(&text).code, 0, "{}", solve(&text).err);
}

#[test]
fn boards_of_letters_are_no_maps() {
    let board: String = (0..16)
        .map(|row| {
            let letter = |column| b'A' + ((4 * row + row / 4 + column) % 16) as u8;
            (0..16).map(letter).map(char::from).collect::<String>() + "\n"
        })
        .collect();
    let swapped = board.replacen("AB", "BA", 1);
    let text = format!("{board}\n{swapped}\n{board}");
    let Run { code, out, err } = run("sudoku --shape 16x16 --format line", &*text);
    assert_eq!((code, out.lines().count()), (2, 3), "{err}");
    assert!(!err.contains("regions"), "{err}");
}

#[test]
fn the_rows_of_a_map_are_no_captions() {
    let line = "0".repeat(81);
    let text = format!("Puzzle A (hard)\n{MAP}\n{line}\n\nPuzzle B (hard)\n{MAP}\n{line}\n");
    for text in [text.clone(), text.replace(MAP, &one_line(MAP))] {
        let html = run("sudoku show --format html", &*text).out;
        let captions = html.split("<figcaption>").skip(1);
        let captions: Vec<&str> = captions
            .map(|rest| rest.split('<').next().unwrap())
            .collect();
        assert_eq!(captions, ["Puzzle A (hard)", "Puzzle B (hard)"]);
    }
}

#[test]
fn a_line_of_letters_is_an_invalid_board_and_no_title() {
    let board = "1".to_owned() + &"0".repeat(80);
    let text = format!("{board}\n{}\n{board}\n", "A".repeat(81));
    let Run { code, out, err } = solve(&text);
    assert_eq!((code, out.lines().count()), (2, 3), "{err}");
    assert!(err.contains("<stdin>:2:1: 'A' is not a digit"), "{err}");
    let json = run("sudoku --format json", &*text).out;
    assert_eq!(json.lines().count(), 3, "{json}");
}

#[test]
fn a_size_a_number_and_stars_are_titles() {
    let rows = ["1.....", "......", "......", "......", "......", ".....2"];
    let six = rows.join("\n") + "\n";
    let four = "1...\n....\n....\n...2\n";
    let nine = ("0".repeat(9) + "\n").repeat(8) + "123456789\n";
    for title in [
        "9x9",
        "9 x 9",
        "9×9",
        "6x6",
        "4x4",
        "16x16",
        "***",
        "* * *",
        "5",
        "17",
        "Difficult",
    ] {
        for board in [
            &*six,
            four,
            &nine,
            &six.replace('\n', ""),
            &nine.replace('\n', ""),
        ] {
            // A short number is a row of a small board.
            if board.len() < 40 && title.len() * 2 > 4 && title.contains('*') {
                continue;
            }
            let text = format!("{title}\n{board}\n");
            let Run { code, out, err } = run("sudoku check", &*text);
            assert_eq!((code, &*out, &*err), (0, "several\n", ""), "{text}");
        }
    }
}

#[test]
fn a_missing_file_after_solve_is_not_taken_for_a_command() {
    for word in ["nofile", "board", "sole"] {
        let Run { code, err, .. } = run(&format!("sudoku solve {word}"), "");
        assert_eq!(code, 2, "{word}");
        assert!(
            err.starts_with(&format!("quadrille: cannot read {word}: ")),
            "{err}"
        );
    }
    let typed = run("sudoku sole", "").err;
    assert!(
        typed.contains("did you mean 'quadrille sudoku solve'?"),
        "{typed}"
    );
    let word = run("sudoku solve print", "").err;
    assert!(
        word.contains("did you mean 'quadrille sudoku show'?"),
        "{word}"
    );
}
