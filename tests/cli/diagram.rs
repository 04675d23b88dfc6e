//! `quadrille count --method`, `compile`, `sample`, `estimate`.

use super::help::folder;
use super::{EXAMPLE, NO_OPTIONS, file, pairs, run, uneven_pairs};

#[test]
fn every_method_counts() {
    for method in ["auto", "walk", "memo"] {
        let run = run(&format!("count --method {method} --stats"), pairs(10));
        assert_eq!((run.code, &*run.out), (0, "945\n"));
        let taken = if method == "auto" { "walk" } else { method };
        assert_eq!(run.stat("method"), Some(taken));
    }
    run("count --method memo --memory 1M", pairs(14)).is(0, "135135\n", "");
    run("count", pairs(24)).is(0, "316234143225\n", "");
    run("count --limit 1000", pairs(24)).is(0, "1000\n", "");
    run("count --method memo", "a b\na\n").is(1, "0\n", NO_OPTIONS);
}

#[test]
fn a_problem_too_large_for_memory_is_walked_over() {
    let names: Vec<String> = (0..20_000).map(|item| format!("p{item}")).collect();
    let names = names.join(" ");
    // Without a multiplicity it is counted level by level.
    let problem = format!("{names}\n{names}\n");
    run("count --method memo", problem).is(0, "1\n", "");
    let problem = format!("0:2|{names}\n{names}\n");
    let run = run("count --method memo", problem.clone());
    assert_eq!((run.code, &*run.out), (0, "1\n"));
    let note = "note: counting by a walk: a state would take 20032 bits, more than 8192\n";
    assert_eq!(run.err, note);
    let run = super::run("count --marginals", problem.clone());
    assert_eq!((run.code, &*run.err), (0, note));
    assert!(run.out.starts_with("1\n1 p0 p1 "));
    let run = super::run("compile", problem);
    assert_eq!((run.code, &*run.out), (2, ""));
    let error = "quadrille: the problem is too large for a diagram: a state would take 20032 bits, more than 8192\n";
    assert_eq!(run.err, error);
}

#[test]
fn a_diagram_stays_within_its_memory() {
    for command in ["compile", "sample", "count --marginals"] {
        let run = run(&format!("{command} --memory 1M"), pairs(20));
        assert_eq!((run.code, &*run.out), (3, ""));
        let says = "stopped by the memory limit with ";
        assert!(run.err.starts_with(says), "{}", run.err);
    }
}

#[test]
fn marginals_follow_the_count() {
    let out = "1\n1 c e\n0 a d g\n0 b c f\n1 a d f\n1 b g\n0 d e g\n";
    run("count --marginals", EXAMPLE).is(0, out, "");
}

#[test]
fn a_diagram_is_written_and_read() {
    let run_of = run("compile", "a b\na\nb\na b\n");
    assert_eq!((run_of.code, &*run_of.err), (0, ""));
    assert!(
        run_of
            .out
            .starts_with("c option 1 a\nc option 2 b\nc option 3 a b\nnnf "),
        "{}",
        run_of.out
    );
    let path = file("small.nnf", run_of.out.as_bytes());
    let path = path.display();
    run(&format!("count {path}"), "").is(0, "2\n", "");
    run(&format!("count --marginals {path}"), "").is(0, "2\n1 a\n1 b\n1 a b\n", "");
    let sample = run(&format!("sample -n 2 --seed 3 {path}"), "");
    assert_eq!(sample.code, 0);
    for solution in sample.out.split("\n\n") {
        assert!(["a\nb", "a b"].contains(&solution.trim_end()), "{solution}");
    }
    let bad = file("bad.nnf", b"nnf 1 0 1\nL 7\n");
    let bad = bad.display();
    let error = format!("quadrille: {bad}:2: expected \"L\" and an option from 1 to 1\n");
    run(&format!("sample {bad}"), "").is(2, "", &error);
}

/// A diagram is known by how it begins, too: a pipe has no extension.
#[test]
fn a_diagram_is_read_from_a_pipe() {
    for form in ["nnf", "zdd"] {
        let text = run(&format!("compile --to {form}"), pairs(8)).out;
        run("count", text.clone()).is(0, "105\n", "");
        run("count", format!("\u{FEFF}{text}")).is(0, "105\n", "");
        run("count", text.replace('\n', "\r\n")).is(0, "105\n", "");
        run(&format!("count --from {form} --limit 7 -"), text.clone()).is(0, "7\n", "");
        let sample = run("sample --seed 4", text.clone());
        assert_eq!((sample.code, sample.out.lines().count()), (0, 4));
        let again = run("compile --to nnf", text).out;
        run("count", again).is(0, "105\n", "");
    }
    let error = "quadrille: <stdin>:1: expected \"nnf LINES EDGES OPTIONS\"\n";
    run("count --from nnf", "a b\n").is(2, "", error);
    let error = "quadrille: <stdin>:1: expected \"X: (~OPTION?LOW:HIGH)\"\n";
    run("sample --from zdd", "a b\n").is(2, "", error);
    // Items may be called anything.
    run("count", "nnf a b c\nnnf a\nb c\n").is(0, "1\n", "");
}

/// A ZDD has no names: options are called by their numbers, as in its text.
#[test]
fn options_without_names_are_numbered() {
    let zdd = "2: (~5?0:1)\n3: (~4?0:2)\n4: (~1?0:3)\n5: (~0?0:4)\n";
    run("sample", zdd).is(0, "option 1\noption 4\noption 5\n", "");
    let named = format!("c option 4 a d f\n{zdd}");
    run("sample", named).is(0, "option 1\na d f\noption 5\n", "");
}

#[test]
fn a_diagram_that_counts_wrongly_is_refused() {
    let error = "quadrille: <stdin>:3: the lines of this A have option 1 in common\n";
    run("count", "nnf 2 2 1\nL 1\nA 2 0 0\n").is(2, "", error);
}

#[test]
fn a_limit_of_time_stops_reading_and_drawing() {
    let text = run("compile", pairs(8)).out;
    run("count --time 0", text.clone()).is(3, "", "stopped by the time limit\n");
    run("sample --time 0", text.clone()).is(3, "", "stopped by the time limit\n");
    let run = run("sample -n 1000000000 --time 0.1", text);
    assert_eq!(run.code, 3);
    let solutions = run.out.trim_end().split("\n\n").count();
    let s = if solutions == 1 { "" } else { "s" };
    let err = format!("stopped by the time limit after {solutions} solution{s}\n");
    assert_eq!(run.err, err);
}

#[test]
fn other_forms_are_written() {
    run("compile --to zdd", EXAMPLE).is(
        0,
        "2: (~1?0:1)\n3: (~5?0:2)\n4: (~4?0:3)\n5: (~0?0:4)\n",
        "",
    );
    let dot = run("compile --to dot", EXAMPLE);
    assert_eq!(dot.code, 0);
    assert!(dot.out.starts_with("digraph solutions {\n") && dot.out.contains("label=\"a d f\""));
    run("compile --to dot", "b\n").is(
        1,
        "digraph solutions {\n  0 [shape=circle, label=\"0\"];\n  1 [shape=box, label=\"1\"];\n}\n",
        NO_OPTIONS,
    );
}

#[test]
fn samples_are_solutions_and_seeds_repeat_them() {
    let one = run("sample -n 3 --seed 7", pairs(24));
    assert_eq!((one.code, &*one.err), (0, ""));
    assert_eq!(one.out.lines().filter(|line| !line.is_empty()).count(), 36);
    assert_eq!(one.out, run("sample -n 3 --seed 7", pairs(24)).out);
    assert_ne!(one.out, run("sample -n 3 --seed 8", pairs(24)).out);
    run("sample", "a b\na\n").is(1, "", &format!("{NO_OPTIONS}no solution\n"));
    run("sample --nodes 10", pairs(24)).is(3, "", "stopped by the node limit\n");
}

#[test]
fn an_estimate_of_a_small_problem_is_exact() {
    let run = run("estimate --engine links --probes 10", pairs(6));
    assert_eq!((run.code, &*run.err), (0, ""));
    let lines: Vec<&str> = run.out.lines().collect();
    // The tree has 1 + 5 + 5 3 + 5 3 nodes.
    assert_eq!(lines[..3], ["engine: links", "nodes: 36", "solutions: 15"]);
    assert!(lines[3].starts_with("walk time: "), "{}", run.out);
    assert!(lines[4].starts_with("count time: ") && lines[4].ends_with(", by walk"));
}

/// The walk would take years, and a count with memory finishes at once.
#[test]
fn an_estimate_is_about_the_engine_and_the_method_that_would_be_used() {
    let run = run("estimate", pairs(18));
    assert_eq!(run.code, 0);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "engine: bits");
    // Exact, because the count finished: 17 15 13 11 9 7 5 3.
    assert_eq!(lines[2], "solutions: 34,459,425");
    assert!(lines[3].starts_with("walk time: about "), "{}", run.out);
    assert!(lines[4].starts_with("count time: ") && lines[4].ends_with(", by memo"));
}

#[test]
fn an_estimate_of_a_huge_walk_is_words() {
    let run_of = run("estimate --probes 100", uneven_pairs(60));
    assert_eq!(run_of.code, 0);
    let lines: Vec<&str> = run_of.out.lines().collect();
    assert!(lines[1].contains(" x 10^"), "{}", run_of.out);
    assert_eq!(lines[3], "walk time: longer than the age of the universe");
    assert!(lines[4].starts_with("count time: more than ") && lines[4].ends_with(" s"));
}

#[test]
fn the_seed_of_an_estimate_repeats_its_numbers() {
    let numbers = || {
        // Too many solutions to count exactly within the second that an estimate tries.
        let out = run("estimate --probes 70 --seed 5", uneven_pairs(60)).out;
        let lines = out.lines().take(3).map(str::to_owned);
        lines.collect::<Vec<_>>()
    };
    assert_eq!(numbers(), numbers());
}

#[test]
fn an_estimate_can_prove_that_there_is_no_solution() {
    let run = run("estimate --probes 10", "a b\na\n");
    assert_eq!((run.code, &*run.err), (0, NO_OPTIONS));
    let start = "engine: bits\nnodes: 0\nsolutions: 0\nwalk time: less than 0.001 s\n";
    assert!(run.out.starts_with(start), "{}", run.out);
}

#[test]
fn an_estimate_of_0_solutions_names_the_next_step() {
    let odd = run("estimate --probes 10", pairs(5));
    let help = "help: to find out why, run with the same input: quadrille explain\n";
    assert_eq!((odd.code, &*odd.err), (0, help));
    assert!(odd.out.contains("\nsolutions: 0\n"), "{}", odd.out);
}

/// Fewer probes than requested are an answer, but not fewer than two.
#[test]
fn an_estimate_stops_in_time() {
    let err = "stopped by the time limit before there was an estimate\n";
    run("estimate --time 0", pairs(24)).is(3, "", err);
    let started = std::time::Instant::now();
    let run = run("estimate --time 4 --probes 1000000000000", pairs(20));
    assert_eq!((run.code, run.out.lines().count()), (0, 5));
    assert!(started.elapsed().as_secs() < 20);
    let start = "note: stopped by the time limit after ";
    assert!(run.err.starts_with(start), "{}", run.err);
}

#[test]
fn the_form_of_a_diagram_is_that_of_its_file() {
    let folder = folder("diagram-forms");
    for (name, start) in [
        ("x.nnf", "c option 1 a"),
        ("x.zdd", ""),
        ("x.dot", "digraph"),
    ] {
        let path = folder.join(name);
        run(&format!("compile -o {}", path.display()), "a\na\na\n").is(0, "", "");
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(start), "{name}: {text}");
        assert_eq!(name == "x.zdd", text.contains("(~"), "{name}: {text}");
    }
    let path = folder.join("x.json");
    run(&format!("compile -o {} --to nnf", path.display()), "a\na\n").is(0, "", "");
    let error = "quadrille: a diagram cannot be written as .json\n\
                 help: write .nnf, .zdd or .dot, or choose the format with '--to'\n";
    run(&format!("compile -o {}", path.display()), "a\na\n").is(2, "", error);
}

#[test]
fn commands_that_search_reject_a_diagram() {
    let path = file("searched.nnf", run("compile", "a\na\n").out.as_bytes());
    let path = path.display();
    for command in ["solve", "best", "estimate", "explain", "reduce"] {
        let error = format!(
            "quadrille: {path} is a diagram, expected a problem\n\
             help: 'count', 'sample' and 'compile' read diagrams; for a problem that looks like \
             one, give '--from dlx'\n"
        );
        run(&format!("{command} {path}"), "").is(2, "", &error);
    }
    run("solve --from dlx", "nnf 1 2 3\nnnf 1 2 3\n").is(0, "nnf 1 2 3\n", "");
}

#[test]
fn stats_name_the_memory_that_counted() {
    let run_of = run("count --method memo --stats", pairs(10));
    assert_eq!(run_of.stat("memo"), Some("a sweep over a frontier"));
    let diagram = run("compile", "a b\na\nb\na b\n").out;
    let run_of = run("count --stats", diagram);
    assert_eq!((run_of.code, &*run_of.out), (0, "2\n"));
    assert_eq!(run_of.stat("method"), Some("diagram"));
    assert!(run_of.stat("diagram nodes").is_some() && run_of.stat("diagram edges").is_some());
}
