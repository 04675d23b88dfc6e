//! Pictures of steps, candidates, and where a path of steps begins and ends.

use super::{file, run};

const BOARD: &str =
    "5.......8..26........4.1.764.1....6......3.5.9.....74....7.....61.3...9..8...9...\n";

#[test]
fn a_hint_is_drawn_up_to_its_stage() {
    let whole = run("sudoku hint --format svg", BOARD);
    assert_eq!((whole.code, &*whole.err), (0, ""));
    assert!(whole.out.starts_with("<svg") && whole.out.ends_with("</svg>\n"));
    for text in [
        ">placed<",
        ">where to look<",
        ">Hidden single<",
        ">In box 5, only r5c5 can be 4.<",
    ] {
        assert!(whole.out.contains(text), "{text}");
    }
    for (stage, text) in [
        ("1", ">Look at box 5.<"),
        ("2", ">Look at box 5: hidden single.<"),
    ] {
        let part = run(&format!("sudoku hint --stage {stage} --format svg"), BOARD).out;
        assert!(
            part.contains(text) && part.contains(">where to look<"),
            "{part}"
        );
        assert!(!part.contains(">placed<"), "{part}");
    }
    let solved = run("sudoku hint --format svg", "1234341221434321\n").out;
    assert!(solved.contains(">solved<"), "{solved}");
}

#[test]
fn a_path_has_a_picture_of_each_step() {
    let steps = run("sudoku steps", "1......2....3..4\n")
        .out
        .lines()
        .count()
        - 1;
    let html = run("sudoku steps --format html", "1......2....3..4\n");
    assert_eq!((html.code, &*html.err), (0, ""));
    // The last one shows the solution.
    assert_eq!(html.out.matches("<figure>").count(), steps + 1);
    assert!(html.out.contains("aria-label=\"1. Hidden single. In box "));
    assert!(html.out.contains("<figcaption>solved</figcaption>"));
    let page = |flags: &str| run(&format!("sudoku steps --format html {flags}"), BOARD).out;
    assert!(page("").contains("page 1 of 18"));
    assert!(page("--per-page 1").contains("page 1 of 69"));
    let two = run(
        "sudoku steps --format svg",
        "1......2....3..4\n1......2....3..4\n",
    )
    .out;
    assert!(two.contains(">2</text>\n") && two.contains(">2: solved</text>\n"));
    let none = run("sudoku steps --format svg", "12....3.4.......\n");
    assert_eq!(none.code, 1);
    assert!(
        none.out.contains(">The board has no solution<"),
        "{}",
        none.out
    );
    let stopped = run("sudoku steps --format svg --time 0", BOARD);
    assert_eq!(stopped.code, 3);
}

#[test]
fn a_path_ends_where_somebody_wants_it() {
    let all = run("sudoku steps", BOARD).out;
    let first = |count: usize| -> String {
        all.lines()
            .take(count)
            .map(|line| format!("{line}\n"))
            .collect()
    };
    run("sudoku steps --until r2c8", BOARD).is(0, &first(4), "");
    run("sudoku steps --until Pointing", BOARD).is(0, &first(5), "");
    run("sudoku steps --until xy-wing", BOARD).is(0, &first(36), "");
    let never = "<stdin>:1: no step matches --until\n";
    run("sudoku steps --until jellyfish", BOARD).is(0, &all, never);
    let given = "<stdin>:1: r1c1 has a value already, so no step fills it\n";
    run("sudoku steps --until r1c1", BOARD).is(2, "bad\n", given);
    let outside = "<stdin>:1: the board has no cell r1c10\n";
    run("sudoku steps --until r1c10", BOARD).is(2, "bad\n", outside);
    let wrong = run("sudoku steps --until wing", BOARD);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("x-wing, hidden-pair"), "{}", wrong.err);
}

#[test]
fn steps_that_led_to_the_marks_are_skipped() {
    let marks = run("sudoku show --candidates", BOARD).out;
    let all = run("sudoku steps", BOARD).out;
    let steps = |name: &str, marks: &str| {
        let path = file(name, marks.as_bytes());
        run(&format!("sudoku steps --marks {}", path.display()), BOARD)
    };
    assert_eq!(steps("marks-none.txt", &marks).out, all);
    // The first step of the board is done.
    let later = marks.replace("1246789 3", "4       3");
    assert!(
        steps("marks-later.txt", &later)
            .out
            .starts_with("1. Hidden single: in box 1, only r2c1")
    );
    for (name, marks, fault) in [
        (
            "marks-given.txt",
            marks.replacen('5', "3", 1),
            "r1c1 is 3 by the marks, and 5 on the board",
        ),
        (
            "marks-two.txt",
            format!("{BOARD}{BOARD}"),
            "2: a second board, expected only one",
        ),
        (
            "marks-empty.txt",
            String::new(),
            "no board with marks, expected one",
        ),
        (
            "marks-bad.txt",
            BOARD.replace('2', "x"),
            "the board mixes two blanks",
        ),
    ] {
        let refused = steps(name, &marks);
        assert_eq!((refused.code, &*refused.out), (2, "bad\n"), "{name}");
        assert!(refused.err.contains(fault), "{name}: {}", refused.err);
    }
}

#[test]
fn candidates_are_shown_in_each_format() {
    let board = "1......2....3..4\n";
    let text = run("sudoku show --candidates", board);
    assert_eq!((text.code, &*text.err), (0, ""));
    // They can be read again, and are the same then.
    run("sudoku show --candidates --format grid", &*text.out).is(0, &text.out, "");
    let pretty = run("sudoku show --candidates --format pretty", board).out;
    assert!(pretty.contains(" 234 "), "{pretty}");
    let svg = run("sudoku show --candidates --format svg", board).out;
    assert!(
        svg.contains(">3</text>") && svg.contains("font-size=\"12\""),
        "{svg}"
    );
    let json = run("sudoku show --candidates --format json", board).out;
    assert!(json.contains(r#""marks":{"r1c2":[2,3,4]"#), "{json}");
    let line = run("sudoku show --candidates --format line", board);
    assert_eq!(line.code, 2);
    assert!(
        line.err.contains("formats with candidates are"),
        "{}",
        line.err
    );
}
