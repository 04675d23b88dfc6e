//! `quadrille tile`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::{file, on_terminal, on_terminal_with, run};

/// A ring of eight cells and a bar of three.
const BOARDS: &str = "ring:\n###\n#.#\n###\n\nbar:\n###\n";

#[test]
fn a_tiling_is_drawn() {
    let expected = "\
┌─────────┐
│         │
│    ┌────┤
│ L4 │    │
│    │ L4 │
├────┘    │
│         │
└─────────┘
";
    run("tile 2x4 L4*2", "").is(0, expected, "");
    // Triangles, hexagons and sticks show a letter in each cell.
    run("tile 2x2 diamond* --grid triangles", "").is(0, "  AAAA\n AAAA\n", "");
}

#[test]
fn tilings_are_counted() {
    run("tile 6x10 pentominoes --count", "").is(0, "9356\n", "");
    run("tile 3x3x3 soma --up-to-symmetry --count", "").is(
        0,
        "240\n",
        "240 up to the 48 symmetries of the board (24 rotations, 24 reflections), 11520 in all\n",
    );
    run("tile 16x16 domino* --count", "").is(0, "2444888770250892795802079170816\n", "");
    let listed = run(
        "tile 3x20 pentominoes -n 0 --up-to-symmetry --format json",
        "",
    );
    assert_eq!(listed.out.lines().count(), 2);
}

#[test]
fn several_boards_have_names() {
    let boards = file("tile-boards.txt", BOARDS.as_bytes());
    let command = |flags: &str| format!("tile {} I2* M* {flags}", boards.display());
    run(&command("--count"), "").is(0, "ring: 47\nbar: 3\n", "");
    // A bad board is reported, and the others are answered.
    let bad = file("tile-bad.txt", format!("{BOARDS}\nbad:\n#!\n").as_bytes());
    let run = run(&format!("tile {} I2* M* --count", bad.display()), "");
    assert_eq!((run.code, &*run.out), (2, "ring: 47\nbar: 3\n"));
    assert!(
        run.err
            .contains("tile-bad.txt:10:2: unexpected character '!'"),
        "{}",
        run.err
    );
}

#[test]
fn pieces_may_be_drawn_in_files() {
    let pieces = file("tile-pieces.txt", b"AAB\nABB\n");
    run(&format!("tile 3x2 {} --count", pieces.display()), "").is(0, "2\n", "");
    // An output file must not be one of them.
    let text = fs::read(&pieces).unwrap();
    let run = run(&format!("tile 3x2 {0} -o {0}", pieces.display()), "");
    assert_eq!(run.code, 2);
    assert_eq!(fs::read(&pieces).unwrap(), text);
}

#[test]
fn a_board_may_come_from_standard_input() {
    run("tile - I2* --count", "####\n####\n").is(0, "5\n", "");
}

#[test]
fn the_fewest_gaps_are_found() {
    let run = run("tile 5x5 S* --fewest-gaps --count", "");
    assert_eq!(
        (run.code, &*run.err),
        (0, "9 cells free, and in no tiling fewer\n")
    );
    let plain = super::run("tile 5x5 S* --gaps 9 --count", "");
    assert_eq!(plain.out, run.out);
    for gaps in 0..9 {
        let fewer = super::run(&format!("tile 5x5 S* --gaps {gaps} --count"), "");
        assert_eq!((fewer.code, &*fewer.out), (1, "0\n"), "{gaps}");
    }
    // The name of a piece may be that of the item which counts free cells.
    let named = super::run("tile 3x3 free=2x2*1..2 --fewest-gaps --count", "");
    assert_eq!(
        (named.code, &*named.out, &*named.err),
        (0, "4\n", "5 cells free, and in no tiling fewer\n")
    );
}

#[test]
fn reasons_are_given_without_a_search() {
    let run = |arguments: &str| super::run(arguments, "");
    let none = run("tile 5x11 pentominoes");
    none.is(
        1,
        "",
        "no tiling: the pieces cover 60 cells, but the board has 55\n  5x11 pentominoes\n  \
         ^^^^\nhelp: use a larger board, or '--optional' to leave out pieces\n",
    );
    let chessboard = file("tile-chess.txt", b".###\n####\n####\n###.\n");
    let none = run(&format!("tile {} domino*", chessboard.display()));
    assert_eq!(none.code, 1);
    assert!(
        none.err
            .starts_with("no tiling: the numbers below add up to 0 under every piece"),
        "{}",
        none.err
    );
    // Pieces that may be turned over would help.
    let none = run("tile 2x4 J=xx|x.|x. L=xx|.x|.x --fixed --count");
    assert_eq!((none.code, &*none.out), (1, "0\n"));
    assert!(
        none.err
            .ends_with("help: there are tilings without '--fixed'\n"),
        "{}",
        none.err
    );
}

#[test]
fn samples_and_orders_have_seeds() {
    let run = |arguments: &str| super::run(arguments, "").out;
    let sample = |seed: u32| {
        run(&format!(
            "tile 6x6 domino* --sample -n 3 --seed {seed} --format json"
        ))
    };
    assert_eq!(sample(1), sample(1));
    assert_ne!(sample(1), sample(2));
    assert_eq!(sample(1).lines().count(), 3);
    let first = |seed: u32| {
        run(&format!(
            "tile 6x10 pentominoes --seed {seed} --format json"
        ))
    };
    assert_eq!(first(5), first(5));
    assert_ne!(first(5), first(6));
}

#[test]
fn the_problem_can_be_asked_about() {
    let problem = run("tile 3x20 pentominoes --dlx", "").out;
    run("count", problem.clone()).is(0, "8\n", "");
    let drawn = run("solve --format pretty", problem).out;
    assert_eq!(drawn, run("tile 3x20 pentominoes", "").out);
}

#[test]
fn pictures_are_files() {
    let path = file("tiles.svg", b"");
    run(
        &format!("tile 6x10 pentominoes -n 9 --svg {}", path.display()),
        "",
    )
    .is(0, "", "");
    let svg = fs::read_to_string(&path).unwrap();
    assert!(svg.contains(">solution 9<") && !svg.contains(">solution 10<"));
    let html = file("tiles.html", b"");
    run(&format!("tile 4x7 tetrahexes -o {}", html.display()), "").is(0, "", "");
    assert!(
        fs::read_to_string(&html)
            .unwrap()
            .starts_with("<!DOCTYPE html>")
    );
}

#[test]
fn a_terminal_shows_colours() {
    if let Some(shown) = on_terminal("tile 2x4 L4*2") {
        assert!(shown.contains("\x1B[30;48;5;"), "{shown}");
    }
}

#[test]
fn a_terminal_gets_the_colours_that_it_has() {
    let many = "\x1B[30;48;5;109m";
    let sixteen = "\x1B[30;46m";
    for (variables, expected) in [
        ("TERM=xterm-256color COLORTERM= NO_COLOR=", many),
        ("TERM=xterm COLORTERM=truecolor NO_COLOR=", many),
        ("TERM=linux COLORTERM= NO_COLOR=", sixteen),
        ("TERM=xterm COLORTERM= NO_COLOR=", sixteen),
        ("TERM=xterm-256color NO_COLOR=1", ""),
        ("TERM=dumb NO_COLOR=", ""),
    ] {
        // The two pieces are of one kind, so the second has a tint or a line under it.
        if let Some(shown) = on_terminal_with(variables, "tile 2x4 L4*2") {
            let other = [many, sixteen].into_iter().find(|code| *code != expected);
            assert!(shown.contains(expected), "{variables}: {shown}");
            assert!(
                !shown.contains(other.unwrap_or_default()),
                "{variables}: {shown}"
            );
            assert_eq!(
                shown.contains("\x1B["),
                !expected.is_empty(),
                "{variables}: {shown}"
            );
            assert_eq!(
                shown.contains("\x1B[4;30;106m"),
                expected == sixteen,
                "{variables}"
            );
        }
    }
}

#[test]
fn limits_stop_a_count() {
    let stopped = run("tile 9x10 one-sided-pentominoes --count --nodes 20000", "");
    assert_eq!((stopped.code, &*stopped.out), (3, ""));
    assert!(
        stopped.err.contains("stopped by the node limit"),
        "{}",
        stopped.err
    );
    let stopped = run(
        "tile 9x10 one-sided-pentominoes --count --up-to-symmetry --time 0.2",
        "",
    );
    assert_eq!((stopped.code, &*stopped.out), (3, ""));
    assert!(
        stopped.err.contains("stopped by the time limit"),
        "{}",
        stopped.err
    );
}

#[test]
fn a_stopped_count_up_to_symmetry_is_no_count_of_all() {
    // 9356 tilings are 2339 up to symmetry.
    let stopped = run(
        "tile 6x10 pentominoes --count --up-to-symmetry --nodes 200000 --threads 1",
        "",
    );
    let least = stopped.err.strip_prefix("at least ").unwrap();
    let (least, rest) = least.split_once(' ').unwrap();
    assert!(
        (500..=2339).contains(&least.parse::<u32>().unwrap()),
        "{least}"
    );
    assert_eq!(rest, "up to symmetry: stopped by the node limit\n");
}

#[test]
fn other_turns_are_suggested_only_if_they_help() {
    // A and B are mirror images: no rotation makes them a box, with or without the flag.
    let none = run(
        "tile 2x2x2 'A=xx|x.||.x|..' 'A2=xx|x.||.x|..' --one-sided",
        "",
    );
    assert!(!none.err.contains("without '--one-sided'"), "{}", none.err);
    let none = run("tile 3x2 fixed-trominoes:V*2 --one-sided", "");
    assert_eq!(none.code, 1);
    assert!(!none.err.contains("without '--one-sided'"), "{}", none.err);
    let fixed = run("tile 2x3 V3*2 --fixed", "");
    assert!(
        fixed
            .err
            .ends_with("help: there are tilings without '--fixed'\n"),
        "{}",
        fixed.err
    );
}

#[test]
fn words_of_wrong_boards_are_plain() {
    for (arguments, expected) in [
        (
            "tile 5x5 I4*5 --gaps 3",
            "no tiling: the pieces cover 20 cells, but 22 of the 25 cells are to be covered\n",
        ),
        (
            "tile 4x4 I7* --gaps 17",
            "no tiling: 17 cells must stay free, but the board has 16\n",
        ),
        (
            "tile 2x2 pentominoes --gaps ..",
            "no tiling: the pieces cover 60 cells, but 0 to 4 cells of the board are to be covered\n",
        ),
        (
            "tile aztec:2 domino* --grid sticks",
            "quadrille: BOARD:1:1: the board aztec consists of squares, not of sticks\n",
        ),
        (
            "tile 4x4 I2* --sample -n 0",
            "quadrille: '--sample -n 0' would never end\n",
        ),
        (
            "tile 1x30000 trihexes*",
            "quadrille: the board has too many rows and columns to draw\n",
        ),
    ] {
        let run = run(arguments, "");
        assert!(run.err.starts_with(expected), "{arguments}: {}", run.err);
    }
    // Drawings of one row, of hexagons with dots, and with spaces at the end of a row.
    for (arguments, expected) in [
        ("tile xxx I3 --count", "1\n"),
        ("tile .x.x|x.x. monohexes* --count", "1\n"),
        ("tile .....|x.x.x monohexes* --count", "1\n"),
    ] {
        assert_eq!(run(arguments, "").out, expected, "{arguments}");
    }
}

/// Letters stand for long names only, and never for two pieces.
#[test]
fn a_legend_explains_long_names_only() {
    let drawn = run("tile 2x3 A=I1 long=P", "");
    assert_eq!(drawn.code, 0, "{}", drawn.err);
    let legend: Vec<&str> = drawn
        .out
        .lines()
        .filter(|line| line.contains(": "))
        .collect();
    assert_eq!(legend, ["B: long"]);
    assert!(drawn.out.contains('A'), "{}", drawn.out);
}

#[test]
fn words_for_the_wrong_kind_of_file_are_plain() {
    let puzzle = file("tile-pieces.xmpuzzle", b"<?xml version=\"1.0\"?><puzzle/>");
    let folder = puzzle.parent().unwrap();
    let cases = [
        (
            format!("tile 2x2 {}", puzzle.display()),
            "name it as the board",
        ),
        (format!("tile {} I2*", folder.display()), "cannot read"),
        (
            "tile 2x2 I2* --svg -".to_owned(),
            "'-' is not the name of an output file",
        ),
        (
            "tile 2x2 I2* --format json -o -".to_owned(),
            "or give a name: './-'",
        ),
    ];
    for (command, expected) in cases {
        let run = run(&command, "");
        assert_eq!((run.code, &*run.out), (2, ""), "{command}");
        assert!(run.err.contains(expected), "{command}: {}", run.err);
    }
}

/// A folder may have the name of a board.
#[test]
fn a_folder_hides_no_board() {
    let folder = file("tile-folder.txt", b"").with_file_name("2x3");
    fs::create_dir_all(&folder).unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.args(["tile", "2x3", "I3*", "--count"]);
    let output = command.current_dir(folder.parent().unwrap()).output();
    assert_eq!(output.unwrap().stdout, b"1\n");
}

#[test]
fn drawings_of_zeros_and_ones_are_matrices() {
    for drawing in ["0110\n1111\n0110\n", "0 1 1 0\n1 1 1 1\n0 1 1 0\n"] {
        run("tile - domino* --count", drawing).is(0, "1\n", "");
    }
    let doubtful = run("tile - domino* --count", "0##0\n####\n0##0\n");
    assert!(
        doubtful.err.contains("note: '0' is read as a cell"),
        "{}",
        doubtful.err
    );
}

#[test]
fn sums_of_pieces_are_explained_by_arithmetic() {
    for (command, reason) in [
        (
            "tile 8x8 I3*",
            "64 cells must be covered, but each piece has 3, and 64 is not a multiple of 3\n",
        ),
        (
            "tile 5x5 domino* O*",
            "25 cells must be covered, but the size of each piece is a multiple of 2, and 25 is not a \
             multiple of 2\n",
        ),
        (
            "tile 8x8 F I3*",
            "64 cells must be covered, but 59 of them are left for other pieces, and 59 is not a \
             multiple of 3, as their sizes are\n",
        ),
        (
            "tile 7x1 I5* I4*",
            "7 cells must be covered, but no choice of pieces has so many: the next possible numbers \
             are 5 and 8\n",
        ),
        (
            "tile 11|11|11|..|11|1. domino*",
            "9 cells must be covered, but each piece has 2, and 9 is not a multiple of 2\n",
        ),
        (
            "tile xxx..xxx 'domino*'",
            "a part of the board around r1c1 has 3 cells, but each piece has 2, and 3 is not a multiple \
             of 2\n",
        ),
    ] {
        let command = command.replace('\'', "");
        let found = run(&command, "");
        assert!(found.err.contains(reason), "{command}: {}", found.err);
    }
}

/// The first character of each label of a picture, and the fill of its cell.
fn colours(picture: &str) -> BTreeMap<char, String> {
    let value = |line: &str, name: &str| -> String {
        let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    let corner = |line: &str| ["x", "y"].map(|name| value(line, name).parse::<usize>().unwrap());
    let cells = picture.lines().filter(|line| line.starts_with("<rect x"));
    let labels = picture.lines().filter(|line| line.starts_with("<text x"));
    let labels = labels.filter(|line| !line.contains("solution"));
    labels
        .map(|label| {
            let [x, y] = corner(label);
            let is_around = |cell: &&str| {
                let [left, top] = corner(cell);
                (left..left + 40).contains(&x) && (top..top + 40).contains(&y)
            };
            let cell = cells.clone().find(is_around).unwrap();
            let (_, name) = label.split_once('>').unwrap();
            (name.chars().next().unwrap(), value(cell, "fill"))
        })
        .collect()
}

#[test]
fn a_piece_has_one_colour_in_all_solutions() {
    let problem = run("tile 6x10 pentominoes --dlx", "").out;
    let tiled = run("tile 6x10 pentominoes -n 20 --format svg", "").out;
    let solved = run("solve -n 20 --format svg", problem).out;
    for svg in [tiled, solved] {
        let solutions: Vec<&str> = svg.split("<svg x=").skip(1).collect();
        assert_eq!(solutions.len(), 20);
        let first = colours(solutions[0]);
        assert_eq!(first.len(), 12);
        let different: BTreeSet<&String> = first.values().collect();
        assert_eq!(different.len(), 12);
        assert!(solutions.iter().all(|solution| colours(solution) == first));
    }
}

#[test]
fn further_pieces_have_patterns() {
    let svg = run("tile 7x40 hexominoes --optional --gaps .. --format svg", "").out;
    assert!(svg.contains("stroke-opacity=\"0.45\""));
    let few = run("tile 6x10 pentominoes --format svg", "").out;
    assert!(!few.contains("stroke-opacity=\"0.45\""));
}

#[test]
fn a_colouring_is_drawn_where_a_picture_is_asked_for() {
    for format in ["svg", "html"] {
        let found = run(&format!("tile 4x5 tetrominoes --format {format}"), "");
        assert_eq!(found.code, 1);
        let sums = "no tiling: the board adds up to 0, the pieces to 1 modulo 2 (T 1, others 0)";
        assert!(found.out.contains(sums), "{}", found.out);
        assert_eq!(found.out.matches(">1</text>").count(), 10);
    }
}

/// Other reasons stand below the board.
#[test]
fn a_reason_without_a_colouring_is_drawn_as_the_board() {
    for (words, reason) in [
        ("5x5 I2*", "25 cells must be covered, but each piece has 2"),
        ("5x5 I2", "the pieces cover 2 cells, but the board has 25"),
        ("5x5 I6,I19", "the pieces I6, I19 fit nowhere on the board"),
        ("5x5 I2* --gaps 26", "26 cells must stay free"),
    ] {
        let path = file("reason.html", b"");
        let name = path.display();
        let found = run(&format!("tile {words} -o {name}"), "");
        let reason = format!("no tiling: {reason}");
        assert_eq!((found.code, &*found.out), (1, ""), "{words}");
        assert!(found.err.starts_with(&reason), "{}", found.err);
        assert!(!found.err.contains("nothing was written"), "{}", found.err);
        let page = fs::read_to_string(&path).unwrap();
        assert!(page.contains(&format!("<figcaption>{reason}")), "{page}");
        assert_eq!(page.matches("<svg").count(), 1, "{page}");
        run(&format!("tile {words} --svg {name}"), "");
        let svg = fs::read_to_string(&path).unwrap();
        assert!(svg.contains(&format!(">{reason}")), "{svg}");
    }
}

#[test]
fn mirror_images_are_apart_up_to_rotations() {
    let rotations = "480 up to the 24 rotations of the board, 11520 in all\n";
    for flag in ["--up-to-symmetry rotations", "--up-to-symmetry=rotations"] {
        run(&format!("tile 3x3x3 soma --count {flag}"), "").is(0, "480\n", rotations);
    }
    let json = run(
        "tile 6x10 pentominoes --count --up-to-symmetry rotations --format json",
        "",
    )
    .out;
    let expected =
        r#"{"count":9356,"up_to_symmetry":4678,"symmetries":2,"rotations":2,"stop":"exhausted"}"#;
    assert_eq!(json.trim_end(), expected);
    let listed = |flag: &str| {
        run(
            &format!("tile 3x20 pentominoes -n 0 {flag} --format json"),
            "",
        )
        .out
        .lines()
        .count()
    };
    assert_eq!(
        (
            listed("--up-to-symmetry"),
            listed("--up-to-symmetry rotations")
        ),
        (2, 4)
    );
}
