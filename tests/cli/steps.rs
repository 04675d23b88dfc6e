//! `sudoku hint`, `sudoku steps`, `tile --steps` and `steps`.

use super::{file, run};

const BOARD: &str =
    "5.......8..26........4.1.764.1....6......3.5.9.....74....7.....61.3...9..8...9...\n";

#[test]
fn hints_come_in_stages() {
    for (stage, hint) in [
        ("1", "Look at box 5.\n"),
        ("2", "Look at box 5: hidden single.\n"),
        ("3", "Hidden single: in box 5, only r5c5 can be 4.\n"),
    ] {
        run(&format!("sudoku hint --stage {stage}"), BOARD).is(0, hint, "");
    }
    run("sudoku hint", "1234341221434321\n").is(0, "The board is solved.\n", "");
    assert_eq!(run("sudoku hint --stage 4", BOARD).code, 2);
}

#[test]
fn paths_end_with_the_solution_or_a_reason() {
    let all = run("sudoku steps", "1......2....3..4\n");
    assert_eq!(all.code, 0, "{}", all.err);
    assert!(
        all.out.starts_with("1. Hidden single: in box "),
        "{}",
        all.out
    );
    let last = all.out.lines().last().unwrap();
    run("sudoku", "1......2....3..4\n").is(0, &format!("{last}\n"), "");
    let several = "No step is left: the board has several solutions.\n";
    assert!(
        run("sudoku steps", "1......2....3...\n")
            .out
            .ends_with(several)
    );
    let none = run("sudoku steps", "12....3.4.......\n");
    assert_eq!(none.code, 1, "{}", none.out);
    assert!(
        none.out.ends_with("The board has no solution.\n"),
        "{}",
        none.out
    );
    let stuck = run("sudoku steps --techniques singles", BOARD);
    assert_eq!(stuck.code, 0);
    assert!(
        stuck
            .out
            .ends_with("No step of the allowed techniques is left.\n")
    );
    assert!(!stuck.out.contains("Pointing"));
    let stopped = run("sudoku steps --time 0", BOARD);
    assert_eq!(stopped.code, 3, "{}", stopped.out);
}

#[test]
fn steps_that_assume_one_solution_are_asked_for() {
    const SEVERAL: &str = ".1...4....3..........6.3..534.2...5.\n";
    const UNIQUE: &str = "23......6......6....3.42.1....6..4..\n";
    let plain = run("sudoku steps --techniques singles", UNIQUE);
    let stuck = "No step of the allowed techniques is left.\n";
    assert!(plain.out.ends_with(stuck), "{}", plain.out);
    let all = run("sudoku steps --techniques singles --assume-unique", UNIQUE);
    assert_eq!(all.code, 0, "{}", all.err);
    assert!(
        all.out.contains(". Unique rectangle type 1: "),
        "{}",
        all.out
    );
    assert!(!run("sudoku steps", UNIQUE).out.contains("Unique"));
    // The assumption is wrong.
    let several = run("sudoku steps --assume-unique", SEVERAL);
    let end = "The board does not have exactly one solution.\n";
    assert!(several.out.ends_with(end), "{}", several.out);
    assert_eq!(several.code, 1);
    let plain = run("sudoku steps", SEVERAL).out;
    assert!(
        plain.ends_with("the board has several solutions.\n"),
        "{plain}"
    );
}

#[test]
fn problems_have_steps_in_their_own_names() {
    let jobs = "cook drive | Ann Bob\ncook Ann\ncook Bob\ndrive Bob\n";
    let out = "1. Single: only 'drive Bob' is left for drive.\n\
               2. Single: only 'cook Ann' is left for cook.\n\
               cook Ann\ndrive Bob\n";
    run("steps", jobs).is(0, out, "");
    let path = file("jobs.dlx", jobs.as_bytes());
    run(&format!("steps {}", path.display()), "").is(0, out, "");
    let forbidden = "There is no solution: too few options are left for drive.\n";
    run("steps --forbid 2", jobs).is(1, forbidden, "");
    run("steps", "a\na\na\n").is(0, "No step is left: there are several solutions.\n", "");
    let stopped = run("steps --time 0", jobs);
    assert_eq!(stopped.code, 3, "{}", stopped.err);
}

#[test]
fn tilings_have_steps_about_pieces_and_cells() {
    let ell = "tile xx.|xxx|x.. I3 L=xx|x. --steps";
    let out = "\
1. Locked: 5 placements of L would each leave no place for I3, so they are excluded.
2. Single: L can only be at r1c2 r2c2-3.
3. Single: I3 can only be at r1-3c1.
┌────┬────┐
│    │    │
│    │    └────┐
│ I3 │  L      │
│    ├─────────┘
│    │
└────┘
";
    run(ell, "").is(0, out, "");
    let several = "No step is left: there are several tilings, and 10 placements are left.\n";
    run("tile 2x4 I2* --steps", "").is(0, several, "");
    let stuck = "No step of the allowed techniques is left, and 8 placements are left.\n";
    run(&format!("{ell} --techniques singles"), "").is(0, stuck, "");
    let none = run("tile 2x4 T4*2 --steps", "");
    assert_eq!((none.code, &*none.out), (1, ""), "{}", none.err);
    let stopped = run("tile 6x10 pentominoes --steps --time 0", "");
    assert_eq!(stopped.code, 3, "{}", stopped.err);
    assert_eq!(run(&format!("{ell} -n 3"), "").code, 2);
    assert_eq!(run("tile 2x4 I2* --techniques singles", "").code, 2);
}

/// Each step has a picture, and the end of a board that is not solved, too.
#[test]
fn steps_of_tilings_are_drawn() {
    let svg = run("tile xx.|xxx|x.. I3 L=xx|x. --steps --format svg", "");
    assert_eq!((svg.code, svg.out.matches("<svg x=").count()), (0, 3));
    assert!(svg.out.contains(">1. Locked: 5 placements"), "{}", svg.out);
    let html = run("tile ??x|xx? I2 L=xx|x. --steps --format html", "");
    assert_eq!((html.code, html.out.matches("<figure>").count()), (0, 4));
}
