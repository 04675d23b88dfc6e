//! The program: the output and the exit codes of its commands.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::explanations::is_conflict;
use super::{Outcome, Trial, holds, same};
use crate::case::{Case, name};
use crate::reference::{Truth, number_under};

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

/// The node limit of every search, because some problems take too long for a test.
const NODES: &str = "--nodes 20000";

fn run(arguments: &str, input: &str) -> Result<Run, String> {
    let start = || {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
            .args(arguments.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(input.as_bytes())?;
        }
        child.wait_with_output()
    };
    let output = start().map_err(|error| format!("{arguments}: {error}"))?;
    Ok(Run {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

/// Runs a command that searches; `None` if it was stopped by the node limit.
fn search(command: &str, input: &str) -> Result<Option<Run>, String> {
    let run = run(&format!("{command} {NODES}"), input)?;
    let is_stopped = run.code == Some(3) && run.err.contains("node limit");
    Ok((!is_stopped).then_some(run))
}

pub(super) fn program(trial: &mut Trial<'_>) -> Outcome {
    // The problem of the text: primary items first, and without empty options.
    let case = trial.case.sorted();
    let case = case.without(|row| case.rows[row].uses.is_empty());
    let Some(truth) = Truth::of(&case)? else {
        return Ok(());
    };
    let text = case.dlx();
    let found = i32::from(!truth.is_feasible());
    let count = format!("{}\n", truth.count());

    let mut counts = vec!["count", "count --method memo", "count --engine links"];
    if truth.at_most(1_000) {
        counts.extend([
            "count --method walk",
            "count --engine bits --no-subset-rule",
        ]);
    }
    for command in counts {
        if let Some(run) = search(command, &text)? {
            same!((run.code, &*run.out), (Some(found), &*count), "{command}");
        }
    }
    diagrams(trial, &case, &truth, &text)?;
    solutions(&case, &truth, &text)?;

    let reduced = run("reduce", &text)?;
    if reduced.code == Some(0) {
        if let Some(run) = search("count", &reduced.out)? {
            same!(
                (run.code, &*run.out),
                (Some(found), &*count),
                "reduce | count"
            );
        }
    } else {
        same!(
            (reduced.code, found),
            (Some(1), 1),
            "reduce: {}",
            reduced.err
        );
    }
    if let Some(explained) = search("explain --no-colouring", &text)? {
        same!(
            explained.code,
            Some(1 - found),
            "explain: {}",
            explained.err
        );
        let number = |line: &str| (0..case.items.len()).find(|&item| name(item) == line);
        let items: Option<Vec<usize>> = explained.out.lines().map(number).collect();
        let items = items.ok_or("explain: an unknown item")?;
        if found == 1 {
            // If it is stopped by the node limit, it does not list the undecided items.
            let is_minimal = !explained.err.contains("may not be needed");
            let undecided = if is_minimal { &[][..] } else { &items };
            is_conflict(&case, &items, undecided)?;
        }
    }
    same!(
        run("estimate --probes 50", &text)?.code,
        Some(0),
        "estimate"
    );
    Ok(())
}

/// Checks `compile`, and `sample` and `count` of a diagram.
fn diagrams(trial: &mut Trial<'_>, case: &Case, truth: &Truth, text: &str) -> Outcome {
    let found = i32::from(!truth.is_feasible());
    let count = format!("{}\n", truth.count());
    for form in ["nnf", "zdd"] {
        let command = format!("compile --to {form}");
        let Some(compiled) = search(&command, text)? else {
            return Ok(());
        };
        let run = run("count", &compiled.out)?;
        same!(
            (run.code, &*run.out),
            (Some(found), &*count),
            "{command} | count"
        );
    }
    let compiled = run("compile", text)?.out;
    let seed = trial.random.next();
    for input in [text, &compiled] {
        let command = format!("sample -n 4 --seed {seed}");
        let sampled = run(&command, input)?;
        same!(sampled.code, Some(found), "{command}: {}", sampled.err);
        if let Some(covers) = &truth.covers
            && case.items.iter().any(|item| item.low() > 0)
        {
            let mut known: Vec<Vec<String>> = covers.iter().map(|c| lines(case, c)).collect();
            known.sort();
            for block in sampled.out.split("\n\n").filter(|block| !block.is_empty()) {
                let mut lines: Vec<String> = block.lines().map(str::to_owned).collect();
                lines.sort();
                holds!(
                    known.contains(&lines),
                    "{command}: {lines:?} is no solution"
                );
            }
        }
    }
    let marginals = run("count --marginals", text)?;
    same!(
        marginals.code,
        Some(found),
        "count --marginals: {}",
        marginals.err
    );
    let mut printed = marginals.out.lines();
    same!(printed.next(), Some(count.trim_end()), "count --marginals");
    let printed: Vec<&str> = printed.collect();
    same!(printed.len(), case.rows.len(), "lines of count --marginals");
    for row in trial.random.distinct(8, case.rows.len()) {
        if let Some(number) = number_under(case, &[row], &[]) {
            let line = format!("{number} {}", case.line(row));
            same!(printed[row], line, "line {row} of count --marginals");
        }
    }
    Ok(())
}

/// The lines of a solution, sorted.
fn lines(case: &Case, cover: &[usize]) -> Vec<String> {
    let mut lines: Vec<String> = cover.iter().map(|&row| case.line(row)).collect();
    lines.sort();
    lines
}

/// Checks `solve` and `best`, and `check` of their output.
fn solutions(case: &Case, truth: &Truth, text: &str) -> Outcome {
    let found = i32::from(!truth.is_feasible());
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let name = format!(
        "differential-{}-{:?}.dlx",
        std::process::id(),
        std::thread::current().id()
    );
    let path = directory.join(name);
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let check = format!("check {}", path.display());
    let outcome = solved(case, truth, text, found, &check);
    std::fs::remove_file(&path).map_err(|error| error.to_string())?;
    outcome
}

fn solved(case: &Case, truth: &Truth, text: &str, found: i32, check: &str) -> Outcome {
    for command in ["solve", "solve --reduce", "solve --engine links"] {
        if let Some(run) = search(command, text)? {
            same!(run.code, Some(found), "{command}: {}", run.err);
        }
    }
    if let Some(best) = search("best --one --format json", text)? {
        same!(best.code, Some(found), "best --one: {}", best.err);
        let least = truth.number.least.iter().map(|least| Some(least.0));
        let costs = listed(&best.out)?.into_iter().map(|solution| solution.1);
        same!(
            costs.collect::<Vec<_>>(),
            least.collect::<Vec<_>>(),
            "best --one"
        );
    }
    let Some(covers) = &truth.covers else {
        return Ok(());
    };
    for command in [
        "solve -n 0 --format json",
        "solve -n 0 --reduce --format json",
    ] {
        let Some(solved) = search(command, text)? else {
            return Ok(());
        };
        same!(solved.code, Some(found), "{command}: {}", solved.err);
        let mut printed: Vec<_> = listed(&solved.out)?.into_iter().map(|s| s.0).collect();
        printed.sort();
        same!(printed, *covers, "{command}");
    }
    let Some(best) = search("best -k 3 --format json", text)? else {
        return Ok(());
    };
    let mut ranked: Vec<_> = covers.iter().map(|c| (case.cost(c), c.clone())).collect();
    ranked.sort();
    ranked.truncate(3);
    let expected: Vec<_> = ranked
        .into_iter()
        .map(|(cost, cover)| (cover, Some(cost)))
        .collect();
    same!(listed(&best.out)?, expected, "best -k 3");
    if found == 0 {
        let solved = run("solve -n 0", text)?.out;
        let checked = run(check, &solved)?;
        let plural = if covers.len() == 1 { "" } else { "s" };
        let right = format!("{} solution{plural}: right\n", covers.len());
        same!(
            (checked.code, checked.out),
            (Some(0), right),
            "solve -n 0 | check"
        );
        let checked = run(check, &run("best -k 3", text)?.out)?;
        same!(checked.code, Some(0), "best -k 3 | check: {}", checked.out);
    }
    Ok(())
}

/// A solution in JSON: its options in ascending order, and its cost.
type Solved = (Vec<usize>, Option<i64>);

fn listed(text: &str) -> Result<Vec<Solved>, String> {
    let solution = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        let number = |option: &Value| Some(option["option"].as_u64()? as usize);
        let options = value["options"].as_array()?.iter().map(number);
        let mut options = options.collect::<Option<Vec<_>>>()?;
        options.sort_unstable();
        Some((options, value["cost"].as_i64()))
    };
    // The last line of `best` is about the least cost.
    let lines = text.lines().filter(|line| !line.starts_with("{\"least\""));
    let all: Option<Vec<_>> = lines.map(solution).collect();
    all.ok_or_else(|| format!("bad JSON: {text}"))
}
