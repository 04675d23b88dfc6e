//! `quadrille best`.

use super::{EXAMPLE, NO_OPTIONS, file, pairs, run};

/// Four solutions, with costs 5, 7, 7 and 9.
pub(crate) const COSTS: &str = "a b | s\na |3\nb s:x |2\nb |4\na b |7\na b |4 |5\n";

#[test]
fn the_cheapest_comes_first_and_the_last_line_counts_ties() {
    let one = "a\nb s:x\ncost 5\n\n1 solution has the least cost 5\n";
    run("best", COSTS).is(0, one, "");
    let three = "a\nb s:x\ncost 5\n\na\nb\ncost 7\n\na b\ncost 7\n";
    let last = "\n1 solution has the least cost 5\n";
    run("best -k 3", COSTS).is(0, &format!("{three}{last}"), "");
    let all = format!("{three}\na b\ncost 9\n{last}");
    run("best -k 4", COSTS).is(0, &all, "");
    run("best -k 18446744073709551615", COSTS).is(0, &all, "");
    let ties = "p0 p1\np2 p3\ncost 0\n\n3 solutions share the least cost 0\n";
    run("best", pairs(4)).is(0, ties, "");
}

#[test]
fn json_is_one_solution_a_line_and_a_last_line_about_the_least_cost() {
    let two = r#"{"cost":5,"options":[{"option":0,"items":["a"]},{"option":1,"items":["b",{"item":"s","colour":"x"}]}]}
{"cost":7,"options":[{"option":0,"items":["a"]},{"option":2,"items":["b"]}]}
{"least":5,"bound":5,"optimal":true,"ties":1,"stop":"exhausted"}
"#;
    run("best -k 2 --format json", COSTS).is(0, two, "");
    // 'check' reads it, and skips the last line.
    let problem = file("best-json.dlx", COSTS.as_bytes());
    let check = format!("check --format json {}", problem.display());
    run(&check, two).is(0, "2 solutions: right\n", "");
    // A stopped search says what is proved.
    let last = |flags: &str, code: i32, last: &str| {
        let run = run(&format!("best --format json {flags}"), COSTS);
        assert_eq!((run.code, run.out.lines().last()), (code, Some(last)));
    };
    last(
        "--nodes 0",
        3,
        r#"{"least":null,"bound":5,"optimal":false,"ties":0,"stop":"node limit"}"#,
    );
    last(
        "--time 0",
        3,
        r#"{"least":null,"bound":0,"optimal":false,"ties":0,"stop":"time limit"}"#,
    );
}

#[test]
fn costs_may_be_negative() {
    let gains = "a b 0:2|c\na |-3\nb |2\na b |-9\nc |-1\nc |4 |-6\nc |1\n";
    let two = "a b\nc\nc\ncost -12\n\na b\nc\ncost -11\n";
    let last = "\n1 solution has the least cost -12\n";
    run("best -k 2", gains).is(0, &format!("{two}{last}"), "");
    let problem = file("best-gains.dlx", gains.as_bytes());
    let check = format!("check {}", problem.display());
    run(&check, format!("{two}{last}")).is(0, "2 solutions: right\n", "");
    let json = run("best --format json", gains).out;
    run(&format!("{check} --format json"), json).is(0, "1 solution: right\n", "");
    let stopped = "stopped by the time limit: no solution found; none can cost less than -15\n";
    assert!(run("best --time 0", gains).err.contains(stopped));
}

/// Costs are shown with their decimals everywhere, and read back.
#[test]
fn costs_may_have_decimals() {
    let prices = "a b\na |2.50\nb |-0.25\na b |1.999999999\na b |3 |0.5\n";
    let best = "a b\ncost 1.999999999\n\na\nb\ncost 2.25\n";
    let last = "\n1 solution has the least cost 1.999999999\n";
    run("best -k 2", prices).is(0, &format!("{best}{last}"), "");
    let json = r#"{"cost":3.5,"options":[{"option":3,"items":["a","b"]}]}
{"greatest":3.5,"bound":3.5,"optimal":true,"ties":1,"stop":"exhausted"}
"#;
    run("best --max --format json", prices).is(0, json, "");
    let problem = file("best-prices.dlx", prices.as_bytes());
    let check = format!("check {}", problem.display());
    run(&check, json).is(0, "1 solution: right\n", "");
    run(&check, format!("{best}{last}")).is(0, "2 solutions: right\n", "");
    let stopped = "no solution found; none can cost less than -0.25\n";
    assert!(run("best --time 0", prices).err.contains(stopped));
    // A ledger stores whole numbers.
    let ledger = problem.with_extension("jsonl");
    let _ = std::fs::remove_file(&ledger);
    let command = format!("best --ledger {} {}", ledger.display(), problem.display());
    let least = "a b\ncost 1.999999999\n";
    for _ in 0..2 {
        run(&command, "").is(0, &format!("{least}{last}"), "");
    }
}

#[test]
fn the_dearest_comes_first_with_max() {
    let three = "a b\ncost 9\n\na\nb\ncost 7\n\na b\ncost 7\n";
    let last = "\n1 solution has the greatest cost 9\n";
    run("best --max -k 3", COSTS).is(0, &format!("{three}{last}"), "");
    run("best --max --one", COSTS).is(0, "a b\ncost 9\n", "");
    let json = r#"{"cost":9,"options":[{"option":4,"items":["a","b"]}]}
{"greatest":9,"bound":9,"optimal":true,"ties":1,"stop":"exhausted"}
"#;
    run("best --max --format json", COSTS).is(0, json, "");
    let problem = file("best-max.dlx", COSTS.as_bytes());
    let check = format!("check {}", problem.display());
    run(&check, json).is(0, "1 solution: right\n", "");
    run(
        &check,
        "a b\ncost 9\n\n1 solution has the greatest cost 9\n",
    )
    .is(0, "1 solution: right\n", "");
    let stopped = run("best --max --time 0", COSTS);
    let words = "stopped by the time limit: no solution found; none can cost more than 25\n";
    assert!(
        stopped.code == 3 && stopped.err.contains(words),
        "{}",
        stopped.err
    );
}

/// A ledger answers one question: the cheapest are not continued as the dearest.
#[test]
fn a_ledger_of_the_cheapest_is_not_one_of_the_dearest() {
    let problem = file("best-sense.dlx", COSTS.as_bytes());
    let ledger = problem.with_extension("jsonl");
    let _ = std::fs::remove_file(&ledger);
    let command = |flags: &str| {
        let (problem, ledger) = (problem.display(), ledger.display());
        run(&format!("best {flags} --ledger {ledger} {problem}"), "")
    };
    command("--max").is(0, "a b\ncost 9\n\n1 solution has the greatest cost 9\n", "");
    command("--max").is(0, "a b\ncost 9\n\n1 solution has the greatest cost 9\n", "");
    let refused = format!(
        "quadrille: {} is a ledger of the dearest solutions\n\
         help: add '--max', or give '--ledger' another file\n",
        ledger.display()
    );
    command("").is(2, "", &refused);
}

#[test]
fn one_prints_a_single_cheapest_solution() {
    run("best --one", COSTS).is(0, "a\nb s:x\ncost 5\n", "");
    let run = run("best --one --stats", pairs(16));
    assert_eq!((run.code, run.stat("solutions")), (0, Some("1")));
    assert!(run.out.ends_with("\ncost 0\n"));
}

#[test]
fn no_solution_is_reported_and_exits_with_1() {
    run("best", "a b\na |1\n").is(1, "", &format!("{NO_OPTIONS}no solution\n"));
    let none =
        "{\"least\":null,\"bound\":null,\"optimal\":false,\"ties\":0,\"stop\":\"exhausted\"}\n";
    let json = run("best -k 2 --format json", "a b\na |1\n");
    json.is(1, none, &format!("{NO_OPTIONS}no solution\n"));
}

#[test]
fn a_stopped_search_reports_its_best_solution_and_bound() {
    let none = "stopped by the node limit: no solution found; none can cost less than 5\n";
    run("best --nodes 0", COSTS).is(3, "", none);
    let some = "stopped by the node limit: the least cost is 0, and at least 1 solution has it\n";
    let first = "p0 p1\np2 p3\ncost 0\n";
    run("best --nodes 2", pairs(4)).is(3, first, some);
    let two = some.replace("1 solution has", "2 solutions share");
    // The count of the others begins at the root.
    run("best --nodes 5", pairs(4)).is(3, first, &two);
    // The limit also covers compiling.
    let time = "stopped by the time limit: no solution found; none can cost less than 0\n";
    run("best --time 0", COSTS).is(3, "", time);
}

#[test]
fn stats_name_the_engine() {
    let run = run("best --stats", EXAMPLE);
    assert_eq!(run.stat("engine"), Some("costs"));
    assert_eq!(
        run.stat("reason"),
        Some("the cheapest solutions were requested")
    );
    assert_eq!(run.stat("complete"), Some("yes"));
}

#[test]
fn invalid_arguments_are_rejected() {
    for arguments in ["best -k 0", "best -k x", "best --engine bits"] {
        assert_eq!(run(arguments, COSTS).code, 2, "{arguments}");
    }
}

/// `null` means that there is no solution, whatever the least cost.
#[test]
fn the_largest_cost_is_a_bound() {
    for cost in [i64::MAX - 1, i64::MAX, -i64::MAX] {
        let run = run("best --format json", format!("a\na |{cost}\n"));
        let last = format!(
            r#"{{"least":{cost},"bound":{cost},"optimal":true,"ties":1,"stop":"exhausted"}}"#
        );
        assert_eq!((run.code, run.out.lines().last()), (0, Some(&*last)));
    }
    let run = run("best --format json", "a b\na\n");
    let last = r#"{"least":null,"bound":null,"optimal":false,"ties":0,"stop":"exhausted"}"#;
    assert_eq!((run.code, run.out.lines().last()), (1, Some(last)));
}

#[test]
fn one_conflicts_with_k() {
    let error = "quadrille: '--one' and '-k' cannot be used together\n\
        help: give only one of them\n";
    run("best --one -k 2", COSTS).is(2, "", error);
    run("best -k 1 --one", COSTS).is(2, "", error);
}

#[test]
fn its_output_passes_check() {
    let problem = file("best.dlx", COSTS.as_bytes());
    let best = run("best -k 4", COSTS).out;
    let check = format!("check {}", problem.display());
    assert_eq!(run(&check, best).code, 0);
    let wrong = "a\nb\ncost 6\n\n1 solution has the least cost 6\n";
    assert_eq!(run(&check, wrong).code, 1);
}
