//! `quadrille best --improving`, and the progress of `best`.

use super::best::COSTS;
use super::{file, on_terminal, run};

/// A problem with many covers: items alone, which are dear, and triples of items. The costs are
/// pseudorandom.
pub(crate) fn triples(items: u64, triples: usize) -> String {
    let mut state = 1_u64;
    let mut below = |most: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let names: Vec<String> = (0..items).map(|item| format!("i{item}")).collect();
    let mut text = names.join(" ") + "\n";
    for name in &names {
        text += &format!("{name} |60\n");
    }
    for _ in 0..triples {
        let mut triple = Vec::new();
        while triple.len() < 3 {
            let item = below(items);
            if !triple.contains(&item) {
                triple.push(item);
            }
        }
        let words: Vec<String> = triple.iter().map(|item| format!("i{item}")).collect();
        text += &format!("{} |{}\n", words.join(" "), 50 + below(40));
    }
    text
}

/// The costs of the solutions in a text.
fn costs(out: &str) -> Vec<i64> {
    let costs = out.lines().filter_map(|line| line.strip_prefix("cost "));
    costs.map(|cost| cost.parse().unwrap()).collect()
}

#[test]
fn each_better_solution_is_printed_and_the_last_is_the_best() {
    run("best --improving", COSTS).is(
        0,
        "a\nb s:x\ncost 5\n\n1 solution has the least cost 5\n",
        "",
    );
    let text = triples(40, 200);
    let problem = file("improving.dlx", text.as_bytes());
    for flags in ["", " --max"] {
        let first = run(&format!("best --improving{flags}"), &*text);
        assert_eq!((first.code, &*first.err), (0, ""));
        let costs = costs(&first.out);
        let is_better = |one: &i64, next: &i64| {
            if flags.is_empty() {
                one > next
            } else {
                one < next
            }
        };
        assert!(costs.is_sorted_by(is_better), "{costs:?}");
        let best = run(&format!("best{flags}"), &*text).out;
        let (last, tally) = (costs.last().unwrap(), best.lines().last());
        assert!(tally.unwrap().ends_with(&format!(" cost {last}")));
        assert_eq!(first.out.lines().last(), tally);
        // The same lines in each run, and all of them are solutions.
        run(&format!("best --improving{flags}"), &*text).is(0, &first.out, "");
        let check = run(&format!("check {}", problem.display()), &*first.out);
        assert_eq!(check.code, 0, "{}{}", check.out, check.err);
        // Watching changes nothing.
        let watched = run(&format!("best --improving --progress{flags}"), &*text);
        assert_eq!(watched.out, first.out);
    }
    assert!(costs(&run("best --improving", &*text).out).len() > 2);
}

#[test]
fn json_has_a_line_for_each_better_solution() {
    let text = triples(40, 200);
    let run = run("best --improving --one --format json", text);
    let lines: Vec<serde_json::Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (last, solutions) = lines.split_last().unwrap();
    assert!(solutions.len() > 2 && solutions.iter().all(|line| line["options"].is_array()));
    assert_eq!(last["least"], solutions.last().unwrap()["cost"]);
    assert_eq!((run.code, &last["optimal"]), (0, &true.into()));
}

#[test]
fn a_limit_keeps_what_was_printed_and_reports_the_bound() {
    let text = triples(120, 1500);
    for limit in ["--nodes 900", "--time 2"] {
        let run = run(&format!("best --improving {limit}"), &*text);
        let costs = costs(&run.out);
        assert!(costs.len() > 1 && costs.is_sorted_by(|one, next| one > next));
        let found = format!(
            ": the least cost found is {}, and no",
            costs.last().unwrap()
        );
        assert!(run.code == 3 && run.err.contains(&found), "{}", run.err);
    }
}

#[test]
fn a_ledger_prints_better_solutions_and_at_last_the_best() {
    let problem = file("improving-ledger.dlx", triples(40, 200).as_bytes());
    let ledger = problem.with_extension("jsonl");
    let _ = std::fs::remove_file(&ledger);
    let (problem, ledger) = (problem.display(), ledger.display());
    let command = format!("best --improving {problem}");
    let best = costs(&run(&command, "").out).pop();
    for _ in 0..2 {
        let run = run(&format!("{command} --ledger {ledger}"), "");
        assert_eq!((run.code, costs(&run.out).pop()), (0, best));
    }
}

#[test]
fn improving_refuses_other_questions_and_documents() {
    let both = "quadrille: '--improving' and '-k' cannot be used together\n\
        help: give only one of them\n";
    run("best --improving -k 2", COSTS).is(2, "", both);
    let document = "quadrille: '--improving' prints each solution when it is found, and not a \
        whole document\nhelp: use '--format text', 'json' or 'pretty'\n";
    run("best --improving --format svg", COSTS).is(2, "", document);
}

/// The trials with which a search begins report what they find.
#[test]
fn progress_shows_the_best_cost_the_bound_and_the_gap() {
    let problem = file("improving-progress.dlx", triples(120, 1500).as_bytes());
    for flags in ["", " -k 3"] {
        let command = format!("best{flags} --time 5 {}", problem.display());
        let Some(shown) = on_terminal(&command) else {
            return;
        };
        let drawn: Vec<&str> = shown.split("\r\u{1b}[K").collect();
        let first = drawn.iter().position(|line| line.contains("least cost "));
        let first = first.unwrap_or_else(|| panic!("{shown}"));
        let later = drawn[first..].iter();
        let mut later = later.filter(|line| line.starts_with("0:00:0"));
        assert!(later.all(|line| line.contains(", at least ")), "{shown}");
        assert!(drawn.iter().any(|line| line.contains(", gap ")), "{shown}");
        assert!(
            !drawn[first..]
                .iter()
                .any(|line| line.contains("no solution yet"))
        );
    }
}
