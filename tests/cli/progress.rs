//! The progress of long commands.

use super::{file, on_terminal, pairs, run};

#[test]
fn progress_is_a_line_now_and_then() {
    let text = pairs(22);
    let output = |arguments: &str| {
        let run = run(arguments, text.as_str());
        (run.code, run.out, run.err)
    };
    let (code, out, err) = output("count --method walk --time 1.6 --progress");
    assert_eq!((code, &*out), (3, ""));
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines.len(), 2, "{err}");
    assert!(lines[0].starts_with("progress: 0:00:01, "), "{err}");
    assert!(lines[0].contains(" solutions, "), "{err}");
    assert!(!err.contains('['), "no bar in a file: {err}");
    let (_, _, err) = output("count --method walk --time 1.6");
    assert!(!err.contains("progress"), "{err}");
    // Nothing about short commands.
    let short = run("solve --progress", pairs(4));
    short.is(0, "p0 p1\np2 p3\n", "");
}

#[test]
fn a_terminal_shows_one_line_that_is_removed_at_the_end() {
    let problem = file("progress-pairs.dlx", pairs(26).as_bytes());
    let command = format!("count --method walk --time 1.6 {}", problem.display());
    let Some(shown) = on_terminal(&command) else {
        return;
    };
    let bar = "\r\u{1b}[K0:00:01 [....................] 0.0 %, ";
    assert!(shown.contains(bar), "{shown:?}");
    let (_, end) = shown.rsplit_once('\u{1b}').unwrap();
    assert!(end.starts_with("[Kat least "), "{end:?}");
}

/// The line never stands in the middle of an answer.
#[test]
fn a_terminal_shows_whole_solutions_beside_the_line() {
    let problem = file("progress-solutions.dlx", pairs(16).as_bytes());
    let command = format!("solve -n 0 --time 1.8 {}", problem.display());
    let Some(shown) = on_terminal(&command) else {
        return;
    };
    let mut lines = 0;
    for piece in shown.split("\r\u{1b}[K") {
        for line in piece.lines() {
            let is_pair = line.starts_with('p') && line.split(' ').count() == 2;
            let is_progress = line.starts_with("0:00:01 [") || line == "0:00:01, searching";
            lines += usize::from(is_progress);
            let is_other = line.is_empty() || line.starts_with("stopped by the time limit");
            assert!(is_pair || is_progress || is_other, "{line:?}");
        }
    }
    assert!(lines > 0);
}

#[test]
fn a_run_shows_how_many_of_its_units_are_complete() {
    let problem = file("progress-units.dlx", pairs(22).as_bytes());
    let problem = problem.display();
    let units = run(&format!("split {problem} --parts 20"), "").out;
    let all = units.lines().count();
    let units = file("progress-units.jsonl", units.as_bytes());
    let units = units.display();
    let command = format!("run {problem} --units {units} --time 3");
    let Some(shown) = on_terminal(&command) else {
        return;
    };
    assert!(shown.contains(&format!(" of {all} units, ")), "{shown:?}");
}
