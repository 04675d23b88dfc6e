//! `quadrille solve`.

use super::{EXAMPLE, NO_OPTIONS, file, pairs, run};

#[test]
fn a_solution_is_its_options_one_a_line() {
    run("solve", EXAMPLE).is(0, "c e\na d f\nb g\n", "");
    run("solve -", EXAMPLE).is(0, "c e\na d f\nb g\n", "");
    run("solve --engine links -n 0", EXAMPLE).is(0, "c e\na d f\nb g\n", "");
}

#[test]
fn a_blank_line_separates_solutions() {
    let two = "p0 p1\np2 p3\n\np0 p2\np1 p3\n";
    run("solve -n 2", pairs(4)).is(0, two, "");
    let three = format!("{two}\np0 p3\np1 p2\n");
    run("solve -n 0", pairs(4)).is(0, &three, "");
    run("solve -n 4", pairs(4)).is(0, &three, "");
}

#[test]
fn json_is_one_object_a_line() {
    let first = r#"{"options":[{"option":0,"items":["c","e"]},{"option":3,"items":["a","d","f"]},{"option":4,"items":["b","g"]}]}"#;
    run("solve --format json", EXAMPLE).is(0, &format!("{first}\n"), "");
    let quoted = "{\"options\":[{\"option\":0,\"items\":[\"\\\"é\\\\\"]}]}\n";
    run("solve --format json -n 0", "\"é\\\n\"é\\\n").is(0, quoted, "");
    let coloured =
        "{\"options\":[{\"option\":0,\"items\":[\"a\",{\"item\":\"s\",\"colour\":\"x\"}]}]}\n";
    run("solve --format json", "a | s\na s:x\n").is(0, coloured, "");
    let lines = run("solve --format json -n 0", pairs(6)).out;
    assert_eq!(lines.lines().count(), 15);
    assert!(lines.lines().all(|line| line.starts_with("{\"options\":[")));
}

#[test]
fn no_solution_is_reported_and_exits_with_1() {
    run("solve", "a b\na\n").is(1, "", &format!("{NO_OPTIONS}no solution\n"));
    run("solve --format json -n 0", "a b\na\n").is(1, "", &format!("{NO_OPTIONS}no solution\n"));
}

#[test]
fn a_problem_without_primary_items_has_one_empty_solution() {
    let note = "note: the solution is empty: every primary item may stay uncovered\n";
    run("solve -n 0", " | s\n").is(0, "(no options)\n", note);
    run("solve --format json", " | s\n").is(0, "{\"options\":[]}\n", note);
}

#[test]
fn a_limit_stops_before_or_after_the_first_solution() {
    let none = "stopped by the node limit: no solution found, but there may be some\n";
    run("solve --engine links --nodes 1", EXAMPLE).is(3, "", none);
    run("solve --engine links --nodes 0", EXAMPLE).is(3, "", none);
    run("solve --time 0", EXAMPLE).is(3, "", &none.replace("node", "time"));
    let some = "stopped by the node limit: 1 solution printed, but there may be more\n";
    run("solve -n 2 --engine links --nodes 3", pairs(4)).is(3, "p0 p1\np2 p3\n", some);
    run("solve -n 1 --nodes 3", pairs(4)).is(0, "p0 p1\np2 p3\n", "");
}

#[test]
fn stats_are_lines_of_name_and_value() {
    let run = run("solve -n 0 --engine links --stats", EXAMPLE);
    let names: Vec<&str> = run
        .err
        .lines()
        .filter_map(|l| Some(l.split_once(": ")?.0))
        .collect();
    let expected = [
        "engine",
        "reason",
        "solutions",
        "nodes",
        "updates",
        "threads",
        "seconds",
        "complete",
    ];
    assert_eq!(names, expected);
    assert_eq!(run.stat("engine"), Some("links"));
    assert_eq!(run.stat("solutions"), Some("1"));
    assert_eq!(run.stat("complete"), Some("yes"));
    assert!(run.stat("seconds").unwrap().parse::<f64>().unwrap() < 10.0);
}

#[test]
fn stats_say_why_a_search_is_not_complete() {
    let complete = |arguments: &str| {
        let run = run(arguments, pairs(6));
        run.stat("complete").map(str::to_owned)
    };
    assert_eq!(
        complete("solve --stats").unwrap(),
        "no (found as many as requested)"
    );
    assert_eq!(
        complete("solve --stats --nodes 2").unwrap(),
        "no (node limit)"
    );
    assert_eq!(
        complete("solve --stats --time 0").unwrap(),
        "no (time limit)"
    );
}

#[test]
fn the_flag_or_else_the_extension_gives_the_form() {
    let matrix = b"0010100\n1001001\n0110010\n1001010\n0100001\n0001101\n";
    let solution = "3 5\n1 4 6\n2 7\n";
    run("solve --from matrix", *matrix).is(0, solution, "");
    let path = file("knuth.matrix", matrix);
    run(&format!("solve {}", path.display()), "").is(0, solution, "");
    let path = file("knuth.MATRIX", matrix);
    run(&format!("solve {}", path.display()), "").is(0, solution, "");
    let path = file("knuth.txt", matrix);
    run(&format!("solve --from matrix {}", path.display()), "").is(0, solution, "");
    run(&format!("solve {}", path.display()), "").is(0, solution, "");
    let path = file("misnamed.matrix", EXAMPLE.as_bytes());
    assert_eq!(run(&format!("solve {}", path.display()), "").code, 2);
    run(&format!("solve --from dlx {}", path.display()), "").is(0, "c e\na d f\nb g\n", "");
    let path = file("example.dlx", EXAMPLE.as_bytes());
    run(&format!("solve {}", path.display()), "").is(0, "c e\na d f\nb g\n", "");
}

/// The syntax of a text gives its form, also in a `.txt`. Formats of numbers are named by the user.
#[test]
fn problems_of_other_programs_are_read() {
    let libexact = "# 2 rows\nr 1\nr 2\nc 1\nc 2\nc 3\ne 1 1\ne 2 2\ne 1 3\ne 2 3\n";
    let sets = r#"{"universe_size": 2, "subsets": [[0], [1], [0, 1]]}"#;
    let named = r#"{"A": ["x"], "B": ["y"], "C": ["x", "y"]}"#;
    let numpy = "[[1 0]\n [0 1]\n [1 1]]\n";
    for text in [
        libexact,
        sets,
        named,
        numpy,
        "<a b> a; b; a b;",
        "p xc 2 0\n1 0 2 0 1 2 0",
    ] {
        run("count", text).is(0, "2\n", "");
        let path = file("other-program.txt", text.as_bytes());
        run(&format!("count {}", path.display()), "").is(0, "2\n", "");
    }
    for (form, text) in [
        ("rows", "3 2\n1 1\n1 2\n2 1 2\n"),
        ("spp", "2 3\n9 1 1\n9 1 2\n9 2 1 2\n"),
        ("matrix", "3 2\n1 0\n0 1\n1 1\n"),
        ("matrix", "a b\n1 0\n0 1\n1 1\n"),
        ("matrix", "[[1, 0], [0, 1], [1, 1]]"),
    ] {
        run(&format!("count --from {form}"), text).is(0, "2\n", "");
        let path = file("numbers.txt", text.as_bytes());
        let unnamed = run(&format!("count {}", path.display()), "");
        assert_eq!((unnamed.code, &*unnamed.out), (2, ""), "{text}");
        let help = format!("`--from {form}`");
        assert!(unnamed.err.contains(&help), "{text}: {}", unnamed.err);
        let path = file(&format!("numbers.{form}"), text.as_bytes());
        run(&format!("count {}", path.display()), "").is(0, "2\n", "");
    }
}

#[test]
fn bad_input_is_shown_with_its_place() {
    let message = "quadrille: <stdin>:3:5: there is no item \"x\"\n  b s x\n      ^\n\
        help: add it to the item line (line 1), or correct its name\n";
    run("solve", "a b c | s\na b\nb s x\n").is(2, "", message);
    let path = file("mondey.dlx", b"monday b\nmondey b\n");
    let message = format!(
        "quadrille: {}:2:1: there is no item \"mondey\"\n  mondey b\n  ^^^^^^\nhelp: did you mean \"monday\"?\n",
        path.display()
    );
    run(&format!("count {}", path.display()), "").is(2, "", &message);
    for text in ["", "\n\n", "a\0b\n", "\u{FEFF}\r\n"] {
        let run = run("solve", text);
        assert_eq!((run.code, &*run.out), (2, ""), "{text:?}");
        assert!(run.err.starts_with("quadrille: <stdin>:"));
        assert!(run.err.contains("\nhelp: "), "{}", run.err);
    }
    let long = format!("a b\na {}\n", "x".repeat(100_000));
    let run = run("solve", long);
    assert!(run.code == 2 && run.err.len() < 2000);
}

#[test]
fn line_ends_and_a_byte_order_mark_are_accepted() {
    let text = format!("\u{FEFF}{}", EXAMPLE.replace('\n', "\r\n"));
    run("solve", text.trim_end()).is(0, "c e\na d f\nb g\n", "");
}

#[test]
fn dropped_options_are_noted_up_to_ten() {
    let note = "note: option 1 (s) has no primary item, so no solution uses it\n";
    run("solve", "a | s\na s\ns\n").is(0, "a s\n", note);
    run("solve --from matrix", "1\n0\n").is(
        0,
        "1\n",
        "note: option 1 has no items, so no solution uses it\n",
    );
    let run = run("solve", format!("a | s\na\n{}", "s\n".repeat(13)));
    assert_eq!(run.err.lines().count(), 11);
    assert!(run.err.ends_with("note: and 3 more\n"));
}

/// Solutions name options of the original problem, including those that every solution holds.
#[test]
fn reduce_keeps_the_solutions_of_the_original_problem() {
    run("solve --reduce", EXAMPLE).is(0, "c e\na d f\nb g\n", "");
    let problem = "a b c d | s\na s:x |5\nb c\nc d\nb s:y\nb s:x\nc\nd\n";
    let reduced = run("solve -n 0 --reduce --format json", problem);
    let plain = run("solve -n 0 --format json", problem);
    let sorted = |out: &str| {
        let mut lines: Vec<String> = out.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(sorted(&reduced.out), sorted(&plain.out));
    assert_eq!(sorted(&reduced.out).len(), 3);
    assert!(
        reduced
            .out
            .starts_with(r#"{"options":[{"option":0,"items":["a",{"item":"s","colour":"x"}]},"#)
    );
    let reason = "no solution: item \"b\" cannot be covered: it has no options\n";
    run("solve --reduce", "a b\na\n").is(1, "", &format!("{NO_OPTIONS}{reason}"));
}
