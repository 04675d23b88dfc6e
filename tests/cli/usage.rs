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
    assert!(run.err.contains("expected a number of seconds, 0 or more"));
}

#[test]
fn bad_usage_is_reported_in_the_form_of_all_messages() {
    for (arguments, what, usage) in [
        (
            "solve --nods 1",
            "unexpected argument '--nods' found\nhelp: did you mean '--nodes'?",
            "solve --nodes <N> [FILE]",
        ),
        (
            "solve --from jsn",
            "invalid value 'jsn' for '--from <FORM>'\n  \
             [possible values: dlx, json, matrix, ec, txt]\nhelp: did you mean 'json'?",
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
