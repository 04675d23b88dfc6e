//! The memory limit holds for the whole process.

use std::fs;
use std::thread;
use std::time::Duration;

use super::{alike, same};
use crate::process::end;
use crate::{EXAMPLE, file, program, run};

#[test]
fn a_text_beyond_the_memory_limit_is_not_read() {
    let problem = same(1_000_000);
    let name = problem.display();
    let text = fs::read(&problem).unwrap();
    for command in ["count", "sample", "compile"] {
        let says = "has more than 1048576 bytes\n";
        let run_of = run(&format!("{command} --memory 1M {name}"), "");
        assert_eq!((run_of.code, &*run_of.out), (3, ""), "{command}");
        let start = format!("stopped by the memory limit: the text of {name} ");
        assert_eq!(run_of.err, start + says);
        let run = run(&format!("{command} --memory 1M"), text.clone());
        assert_eq!((run.code, &*run.out), (3, ""), "{command}");
        let start = "stopped by the memory limit: the text of <stdin> ";
        assert_eq!(run.err, start.to_owned() + says);
    }
}

#[test]
fn a_problem_beyond_the_memory_limit_is_rejected_in_every_form() {
    const OPTIONS: usize = 600_000;
    let rows = |head: &str, row: &str, tail: &str| head.to_owned() + &row.repeat(OPTIONS) + tail;
    let texts = [
        ("dlx", rows("a\n", "a\n", "")),
        (
            "json",
            rows("{\"primary\":[\"a\"],\"options\":[", "[\"a\"],", "[]]}"),
        ),
        ("ec", rows("p ec 1\n", "s 1\n", "")),
        ("txt", rows(&format!("1 {OPTIONS}\n"), "1 1\n", "")),
        ("matrix", rows("", "1\n", "")),
        ("matrix", rows("[", "[1],", "[1]]")),
        ("json", rows("{\"sets\":[[\"a\"]", ",[\"a\"]", "]}")),
        ("rows", rows(&format!("{OPTIONS} 1\n"), "1 1\n", "")),
        ("spp", rows(&format!("1 {OPTIONS}\n"), "1 1 1\n", "")),
        ("miniexact", rows("<a>", "a;", "")),
        ("nnf", rows("nnf 600000 0 1\n", "L 1\n", "")),
    ];
    for (form, text) in texts {
        let run = run(&format!("count --memory 5M --from {form}"), text);
        assert_eq!((run.code, &*run.out), (3, ""), "{form}: {}", run.err);
        assert!(
            run.err.starts_with("stopped by the memory limit"),
            "{form}: {}",
            run.err
        );
        let named = run.err.contains("the problem in <stdin> and its text");
        assert!(named || form == "nnf", "{form}: {}", run.err);
    }
}

/// The tables of the engine and memory that was freed are a part of the process, too; and threads have
/// engines of their own only where there is room.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_limit_holds_for_the_process() {
    // Boards are limited while they are read and while pieces are placed on them.
    let drawing = file("large-board.txt", "#".repeat(1_000_000).as_bytes());
    let (alike, same) = (alike(1_000_000), same(1_000_000));
    for (command, limit, code) in [
        (&*format!("count {}", alike.display()), 60, 3),
        (&format!("count {}", alike.display()), 190, 0),
        (&format!("count {}", same.display()), 50, 3),
        (&format!("count {}", same.display()), 65, 0),
        (&format!("tile {} domino*", drawing.display()), 60, 3),
        ("tile 1000x1000 domino* --count", 60, 3),
    ] {
        let (most, status, err) = peak(&format!("{command} --memory {limit}M --time 30"));
        assert_eq!(status, Some(code), "{command}: {err}");
        assert_eq!(err.contains("the memory limit"), code == 3, "{err}");
        let (least, highest) = (limit * 1024 / 2, limit * 1024 / 10 * 11);
        assert!(
            (least..highest).contains(&most),
            "{command} within {limit}M: {most} kB"
        );
    }
}

/// The suggested limit is as large as the command needs.
#[test]
fn an_engine_without_enough_memory_is_not_used() {
    let names: Vec<String> = (0..600).map(|item| format!("p{item}")).collect();
    let line = names.join(" ");
    let text = format!("{line}\n{line}\n{}\n", names.join("\n"));
    let problem = file("wide.dlx", text.as_bytes());
    let problem = problem.display();
    let units = run(&format!("split --parts 1 {problem}"), "").out;
    let units = file("wide.units", units.as_bytes());
    let board = file("board25.txt", "0".repeat(625).as_bytes());
    for command in [
        &*format!("solve {problem}"),
        &format!("count --limit 1 {problem}"),
        &format!("estimate --probes 1 {problem}"),
        &format!("split --parts 1 {problem}"),
        &format!("run --units {} {problem}", units.display()),
        &format!("sudoku --nodes 1 {}", board.display()),
        &format!("sudoku check --nodes 1 {}", board.display()),
    ] {
        let short = run(&format!("{command} --engine bits --memory 1M"), "").err;
        assert!(
            short.contains("note: using the engine links"),
            "{command}: {short}"
        );
        let help = "help: allow more memory with '--memory ";
        let lines = short.lines().filter_map(|line| line.strip_prefix(help));
        let [size] = lines.collect::<Vec<_>>()[..] else {
            panic!("{command}: {short}");
        };
        let size = size.trim_end_matches('\'');
        let enough = run(&format!("{command} --engine bits --memory {size}"), "").err;
        assert!(
            !enough.contains("note: using"),
            "{command} {size}: {enough}"
        );
    }
}

/// The engine finds the random boards from which puzzles are made.
#[test]
fn puzzles_depend_on_the_memory_only_if_it_is_too_small_for_the_engine() {
    let generate = |flags| {
        run(
            &format!("sudoku generate --seed 7 --shape 16x16 {flags}"),
            "",
        )
    };
    let usual = generate("");
    generate("--memory 128M").is(0, &usual.out, "");
    let small = generate("--memory 1M");
    assert_eq!((small.code, &*small.err), (0, ""));
    assert_ne!(small.out, usual.out);
}

#[test]
fn a_process_without_a_question_that_stores_states_has_a_limit_too() {
    let problem = same(1_000_000);
    for command in ["best", "reduce"] {
        let stopped = run(&format!("{command} --memory 20M {}", problem.display()), "");
        assert_eq!(stopped.code, 3, "{command}: {}", stopped.err);
        let says = "stopped by the memory limit";
        assert!(stopped.err.contains(says), "{command}: {}", stopped.err);
    }
}

/// The same command would stop at the same place, so the exit code does not ask for it.
#[cfg(target_os = "linux")]
#[test]
fn a_run_without_enough_memory_does_not_ask_to_be_repeated() {
    let problem = alike(400_000);
    let name = problem.display();
    let split = run(&format!("split --parts 1 {name}"), "");
    let units = file("alike.units", split.out.as_bytes());
    let stopped = run(
        &format!("run --memory 1M --units {} {name}", units.display()),
        "",
    );
    assert_eq!(stopped.code, 3, "{}", stopped.err);
    assert!(stopped.err.contains("raise '--memory'"), "{}", stopped.err);
}

/// A line that never ends was read up to 1 GB.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_limit_holds_for_a_line_without_end() {
    let problem = file("unit.dlx", EXAMPLE.as_bytes());
    let words = "1.2.".repeat(30 << 20);
    let units = file("endless.units", format!("{{\"unit\":\"{words}").as_bytes());
    let (problem, units) = (problem.display(), units.display());
    let (most, status, err) = peak(&format!("run {problem} --units {units} --memory 60M"));
    assert_eq!(status, Some(3), "{err}");
    assert!(err.contains("the memory limit"), "{err}");
    assert!(most < 60 * 1024 / 10 * 11, "{most} kB");
}

/// Runs a command. Returns the most memory it used in kilobytes, its exit code, and its messages.
#[cfg(target_os = "linux")]
fn peak(command: &str) -> (u64, Option<i32>, String) {
    let mut child = program(command).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.trim().parse().ok());
        most = most.max(peak.unwrap_or(0));
        thread::sleep(Duration::from_millis(1));
    }
    let (status, err) = end(child);
    (most, status.code(), err)
}
