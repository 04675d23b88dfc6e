//! Flags, and files that cannot be read.

use super::{EXAMPLE, file, program, run};

#[test]
fn the_version_is_an_answer() {
    let version = format!("quadrille {}\n", env!("CARGO_PKG_VERSION"));
    run("--version", "").is(0, &version, "");
}

#[test]
fn a_missing_command_is_bad_usage_and_prints_the_help() {
    let run = run("", "");
    assert_eq!((run.code, &*run.out), (2, ""));
    assert!(run.err.contains("Usage: quadrille"));
}

#[test]
fn bad_usage_exits_with_2() {
    for arguments in [
        "bogus",
        "solve --bogus",
        "solve a b",
        "solve -n -1",
        "solve -n x",
        "solve --from bogus",
        "solve --format yaml",
        "solve --engine bogus",
        "solve --nodes -1",
        "solve --nodes 1.5",
        "solve --time -1",
        "solve --time nan",
        "solve --time inf",
        "solve --time 1e300",
        "solve --time x",
        "solve --limit 1",
        "count -n 1",
        "count --limit 0",
        "count --method bogus",
        "count --memory 2X",
        "count --memory -1",
        "count --memory 1023K",
        "solve --memory 0",
        "merge --memory 1G a b",
        "run --units x --engine learn",
        "count --marginals --limit 5",
        "count --marginals --method walk",
        "estimate --probes 0",
        "sample -n -1",
        "compile --to bogus",
        "sudoku --order bogus",
        "sudoku --order lex -n 2",
        "sudoku solve --order lex -n 0",
        "sudoku --format text",
        "sudoku -n 1 solve --limit 1",
        "sudoku count -n 1",
        "sudoku check --order lex",
        "sudoku --judge bogus",
        "sudoku --judge boj2580 -n 2",
        "sudoku solve count",
        "sudoku show --threads 2",
        "sudoku --limit 1",
        "sudoku --threads 0",
        "sudoku solve --threads -1",
        "sudoku --threads x",
        "solve --threads 2",
        "reduce --nodes 1",
        "explain --engine links",
    ] {
        let run = run(arguments, "");
        assert_eq!((run.code, &*run.out), (2, ""), "{arguments}");
        assert!(
            run.err.starts_with("quadrille: "),
            "{arguments}: {}",
            run.err
        );
    }
    let run = run("solve --time -1", "");
    assert!(run.err.contains("expected a time, such as 10, 0.5"));
}

#[test]
fn bad_usage_is_reported_in_the_form_of_all_messages() {
    for (arguments, what, usage) in [
        (
            "solve --nods 1",
            "unexpected argument '--nods' found\nhelp: did you mean '--nodes'?",
            "solve [OPTIONS] [FILE]",
        ),
        (
            "solve --from jsn",
            "invalid value 'jsn' for '--from <FORMAT>'\n  \
             [possible values: dlx, json, matrix, ec, txt, rows, spp, libexact, miniexact]\nhelp: did you mean 'json'?",
            "",
        ),
        (
            "solve a b",
            "unexpected argument 'b' found",
            "solve [OPTIONS] [FILE]",
        ),
    ] {
        let usage = match usage {
            "" => String::new(),
            usage => format!("\nUsage: quadrille {usage}\n"),
        };
        let error = format!("quadrille: {what}\n{usage}\nFor more information, try '--help'.\n");
        run(arguments, "").is(2, "", &error);
    }
}

#[test]
fn times_may_have_decimals() {
    for time in ["1", "1.5", "1e1", "100000"] {
        assert_eq!(run(&format!("solve --time {time}"), EXAMPLE).code, 0);
    }
}

#[test]
fn an_unreadable_file_is_named() {
    for command in ["solve", "count", "reduce", "explain", "sudoku"] {
        let missing = run(&format!("{command} no/such/file"), "");
        let start = "quadrille: cannot read no/such/file: No such file";
        assert_eq!((missing.code, &*missing.out), (2, ""));
        assert!(missing.err.starts_with(start), "{}", missing.err);
        let folder = run(&format!("{command} src"), "");
        assert_eq!((folder.code, &*folder.out), (2, ""));
        assert!(
            folder.err.starts_with("quadrille: cannot read src: "),
            "{}",
            folder.err
        );
    }
}

#[cfg(unix)]
#[test]
fn a_path_may_hold_bytes_other_than_utf8() {
    use std::os::unix::ffi::OsStringExt;

    let mut name = file("plain.dlx", EXAMPLE.as_bytes())
        .into_os_string()
        .into_vec();
    name.extend(b".\xFF\xFE.dlx");
    let path = std::ffi::OsString::from_vec(name);
    std::fs::write(&path, EXAMPLE).unwrap();
    let output = program("solve").arg(&path).output().unwrap();
    assert_eq!(output.stdout, b"c e\na d f\nb g\n");
    std::fs::write(&path, "").unwrap();
    let output = program("solve").arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn flags_of_other_programs_are_answered_with_ours() {
    for (arguments, meant) in [
        ("solve --json", "--format json"),
        ("check --json", "--to json"),
        ("convert --json", "--to json"),
        ("reduce --json", "--format json"),
        ("solve --svg", "--format svg"),
        ("sudoku generate --html", "--format html"),
        ("solve --all", "-n 0"),
        ("sample --count 3", "-n N"),
        ("solve --n 3", "-n N"),
        ("sudoku generate --number 3", "-n N"),
        ("solve --limit 3", "-n N"),
        ("solve -k 2", "-n N"),
        ("best -n 2", "-k K"),
        ("count -n 2", "--limit N"),
        ("sudoku --size 6", "--shape 6x6"),
        ("sudoku --jigsaw map.txt", "--shape jigsaw:FILE"),
        ("sudoku generate --level hard", "--difficulty LEVEL"),
        ("sudoku generate --givens 25", "--clues C"),
        ("sudoku generate --page 4", "--per-page N"),
        ("sudoku generate --symmetry rotational", "180"),
        ("sudoku generate --symmetry Half-Turn", "180"),
    ] {
        let run = run(arguments, "");
        let help = format!("\nhelp: did you mean '{meant}'?\n");
        assert_eq!((run.code, &*run.out), (2, ""), "{arguments}");
        assert!(run.err.contains(&help), "{arguments}: {}", run.err);
        assert_eq!(run.err.matches("help: ").count(), 1, "{arguments}");
    }
    // '-n' and '-k' exist, but do not accept 0.
    for arguments in ["best --all", "sample --all"] {
        let error = run(arguments, "").err;
        let help = "\nhelp: 'quadrille solve -n 0' prints all solutions\n";
        assert!(error.contains(help), "{error}");
    }
    for (arguments, meant) in [
        ("sudoku generate windoku", "--shape windoku"),
        ("sudoku generate killer", "--rules killer"),
        ("sudoku count boards.txt x", "--shape x"),
    ] {
        let error = run(arguments, "").err;
        let help = format!("\nhelp: did you mean '{meant}'?\n");
        assert!(error.contains(&help), "{error}");
    }
    // A suggestion that nobody meant is worse than none.
    for arguments in [
        "compile --count 3",
        "explain --all",
        "estimate -n 3",
        // '-n' exists, but does not accept 0.
        "sudoku generate --all",
    ] {
        let run = run(arguments, "");
        assert_eq!(run.code, 2);
        assert!(!run.err.contains("help: "), "{arguments}: {}", run.err);
    }
}

#[test]
fn words_after_sudoku_that_are_no_files_are_answered_with_what_was_meant() {
    for (word, meant) in [
        ("genrate", "generate"),
        ("make", "generate"),
        ("slove", "solve"),
        ("print", "show"),
        ("Unique", "check"),
        ("difficulty", "rate"),
    ] {
        let error = format!(
            "quadrille: there is no command '{word}'\n\
             help: did you mean 'quadrille sudoku {meant}'?\n"
        );
        for after in ["", " boards.txt", " --difficulty easy", " -n 3"] {
            run(&format!("sudoku {word}{after}"), "").is(2, "", &error);
        }
    }
    for (word, what, help) in [
        (
            "Windoku",
            "'windoku' is a shape, not a command",
            "write 'quadrille sudoku --shape windoku FILE'",
        ),
        (
            "thermo",
            "'thermo' is a rule, not a command",
            "'quadrille sudoku FILE' solves puzzles with rules, \
             'quadrille sudoku generate --rules thermo' makes them",
        ),
    ] {
        let error = format!("quadrille: {what}\nhelp: {help}\n");
        run(&format!("sudoku {word} -n 3"), "").is(2, "", &error);
    }
    let missing = run("sudoku zzz", "").err;
    assert!(
        missing.starts_with("quadrille: cannot read zzz: "),
        "{missing}"
    );
}

#[test]
fn a_board_as_an_argument_is_answered_with_a_pipe() {
    let board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for command in ["", "sudoku ", "sudoku count ", "sudoku show "] {
        let run = run(&format!("{command}{board}"), "");
        let help = "\nhelp: pipe the board: echo BOARD | quadrille sudoku\n";
        assert_eq!((run.code, &*run.out), (2, ""), "{command}");
        assert!(run.err.contains(help), "{}", run.err);
    }
    let name = run("sudoku a-file-with-a-long-name", "").err;
    assert!(name.starts_with("quadrille: cannot read "), "{name}");
}

#[test]
fn difficulties_may_be_in_any_case() {
    let lower = run("sudoku generate --difficulty easy --seed 7", "");
    assert_eq!(lower.code, 0);
    run("sudoku generate --difficulty EASY --seed 7", "").is(0, &lower.out, "");
}

#[test]
fn every_answer_can_be_written_to_a_file() {
    let input = file("output.dlx", EXAMPLE.as_bytes());
    let board = "11......................................................................                 .........\n";
    let output = input.with_extension("out");
    for (arguments, stdin) in [
        ("solve", EXAMPLE),
        ("convert --to json", EXAMPLE),
        ("reduce", EXAMPLE),
        ("compile", EXAMPLE),
        ("sudoku count", board),
        ("sudoku check", board),
        ("sudoku rate", board),
        ("sudoku explain", board),
        ("sudoku show", board),
    ] {
        for flag in ["-o", "--output"] {
            let _ = std::fs::remove_file(&output);
            let printed = run(arguments, stdin);
            let words = format!("{arguments} {flag} {}", output.display());
            run(&words, stdin).is(printed.code, "", &printed.err);
            let written = std::fs::read_to_string(&output).unwrap();
            assert_eq!(written, printed.out, "{arguments}");
            assert!(!written.is_empty(), "{arguments}");
        }
    }
}

#[test]
fn the_ending_of_the_file_chooses_the_format() {
    let input = file("ending.dlx", EXAMPLE.as_bytes());
    let output = input.with_extension("json");
    run(&format!("solve -o {}", output.display()), EXAMPLE).is(0, "", "");
    let written = std::fs::read_to_string(&output).unwrap();
    run("solve --format json", EXAMPLE).is(0, &written, "");
    let words = format!("sudoku generate --seed 7 -o {}", output.display());
    run(&words, "").is(0, "", "");
    let written = std::fs::read_to_string(&output).unwrap();
    run("sudoku generate --seed 7 --format json", "").is(0, &written, "");
    for ending in ["pdf", "PNG"] {
        let output = input.with_extension(ending);
        let error = format!(
            "quadrille: cannot write {}\n\
             help: write .html, and print it from a browser\n",
            ending.to_uppercase()
        );
        run(&format!("solve -o {}", output.display()), EXAMPLE).is(2, "", &error);
        assert!(!output.exists());
    }
}

#[test]
fn estimates_hold_under_assumptions() {
    let problem = "a b\na\nb\na b\n";
    for (flags, solutions) in [("", 2), ("--forbid 2", 1), ("--forbid 2 --forbid 0", 0)] {
        let run = run(&format!("estimate {flags}"), problem);
        let line = format!("\nsolutions: {solutions}\n");
        assert!(run.code == 0 && run.out.contains(&line), "{}", run.out);
        assert_eq!(run.err.contains("so there is no solution"), solutions == 0);
    }
}
