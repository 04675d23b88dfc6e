//! `quadrille count`.

use super::{EXAMPLE, NO_OPTIONS, pairs, run, uneven_pairs};

#[test]
fn a_count_is_one_number() {
    run("count", EXAMPLE).is(0, "1\n", "");
    run("count", pairs(10)).is(0, "945\n", "");
    run("count --engine links -", pairs(10)).is(0, "945\n", "");
    run("count --from matrix", "11\n10\n01\n").is(0, "2\n", "");
    run("count", " | s\n").is(0, "1\n", "");
}

#[test]
fn a_count_of_zero_is_printed_and_proved() {
    run("count", "a b\na\n").is(1, "0\n", NO_OPTIONS);
}

#[test]
fn a_limit_of_solutions_is_an_answer() {
    run("count --limit 10", pairs(10)).is(0, "10\n", "");
    run("count --limit 945", pairs(10)).is(0, "945\n", "");
    run("count --limit 946", pairs(10)).is(0, "945\n", "");
    run("count --limit 5", "a b\na\n").is(1, "0\n", NO_OPTIONS);
    // More states than there is memory or time for.
    run("count --method memo --limit 100", pairs(60)).is(0, "100\n", "");
}

#[test]
fn a_count_that_was_stopped_prints_no_number() {
    let err = "at least 2: stopped by the node limit\n";
    run("count --engine links --nodes 5", pairs(4)).is(3, "", err);
    run("count --time 0", pairs(4)).is(3, "", "at least 0: stopped by the time limit\n");
    let run = run("count --time 0.05 --stats", uneven_pairs(40));
    assert_eq!((run.code, &*run.out), (3, ""));
    assert!(run.err.starts_with("at least "));
    assert_eq!(run.stat("complete"), Some("no (time limit)"));
}

#[test]
fn an_engine_that_cannot_be_taken_is_told() {
    let names: Vec<String> = (0..20_000).map(|item| format!("p{item}")).collect();
    let problem = format!("{}\n{}\n", names.join(" "), names.join(" "));
    let run = run("count --engine bits", problem);
    assert_eq!((run.code, &*run.out), (0, "1\n"));
    let note = "note: using the engine links, because bits would need ";
    assert!(run.err.starts_with(note), "{}", run.err);
}

/// The engine that answers is named, also where its first walk is on links.
#[test]
fn the_engine_that_learns_is_named() {
    let items: Vec<String> = (0..20_000).map(|item| format!("p{item}")).collect();
    let problem = format!("{}\n{}\n", items.join(" "), items.join(" "));
    let learned = run("solve -n 1 --engine learn --stats", problem);
    assert_eq!(learned.code, 0);
    assert!(!learned.err.contains("note:"), "{}", learned.err);
    assert_eq!(learned.stat("engine"), Some("learn"));
    assert_eq!(learned.stat("reason"), Some("requested"));
    assert!(learned.stat("conflicts").is_some(), "{}", learned.err);
}

#[test]
fn stats_come_with_the_count() {
    let run = run("count --stats", pairs(10));
    assert_eq!((run.code, &*run.out), (0, "945\n"));
    assert_eq!(run.stat("solutions"), Some("945"));
    assert_eq!(run.stat("complete"), Some("yes"));
    for name in ["engine", "reason", "nodes", "updates", "seconds"] {
        assert!(run.stat(name).is_some(), "{name}");
    }
}

/// The reason does not say that a method ended when a limit stopped all of them.
#[test]
fn the_stats_of_a_stopped_count_do_not_claim_an_end() {
    let stopped = run("count --nodes 20000 --stats", uneven_pairs(40));
    assert_eq!((stopped.code, &*stopped.out), (3, ""));
    let reason = stopped.stat("method reason").unwrap();
    let start = "stopped before any method ended; the walk visited ";
    assert!(reason.starts_with(start), "{reason}");
    let end = format!(", all methods together {}", stopped.stat("nodes").unwrap());
    assert!(reason.ends_with(&end), "{reason}");
    let alone = run("count --nodes 20 --stats", uneven_pairs(40));
    assert_eq!(
        alone.stat("method reason"),
        Some(&*format!("{start}20 nodes"))
    );
    let enough = run("count --limit 10 --stats", pairs(10));
    let reason = enough.stat("method reason").unwrap();
    assert!(reason.starts_with("the walk found enough solutions after "));
    let ended = run("count --stats", pairs(10));
    let reason = ended.stat("method reason").unwrap();
    assert!(reason.starts_with("the walk ended after "), "{reason}");
}

/// The lower bound is at least as good as that of the walk, which had fewer nodes in the race.
#[test]
fn a_stopped_count_reports_the_best_lower_bound() {
    let at_least = |flags: &str| -> f64 {
        let err = run(&format!("count {flags}"), uneven_pairs(40)).err;
        let number = err.strip_prefix("at least ").unwrap();
        number.split(':').next().unwrap().parse().unwrap()
    };
    let race = run("count --nodes 20000 --stats", uneven_pairs(40));
    let reason = race.stat("method reason").unwrap().to_owned();
    let (walked, _) = reason.split_once(" nodes").unwrap();
    let walked = walked.rsplit(' ').next().unwrap();
    let walked = at_least(&format!("--method walk --nodes {walked}"));
    assert!(at_least("--nodes 20000") >= walked && walked > 0.0);
}
