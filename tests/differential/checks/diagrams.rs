//! Counts, lists, samples, restrictions and texts of diagrams.

use std::collections::HashSet;

use num_bigint::BigUint;
use quadrille::count::Diagram;
use quadrille::{Count, Limits};

use super::{Outcome, Trial, holds, id, rows, same};
use crate::checks::searches::settings;
use crate::reference::number_under;

const NODES: u64 = 20_000;

pub(super) fn diagram(trial: &mut Trial<'_>) -> Outcome {
    let settings = settings(&mut trial.random);
    let solver = trial.solver(&settings);
    let mut counter = solver.search();
    counter.limits(Limits::new().nodes(NODES));
    let answer = counter.diagram();
    let Some(diagram) = answer.value else {
        return Ok(());
    };
    let count = trial.truth.count();
    same!(
        diagram.count().to_string(),
        count.to_string(),
        "count of a diagram"
    );
    same!(
        diagram.nth(&diagram.count()),
        None,
        "solution after the last"
    );
    same!(
        diagram.option_count(),
        trial.case.rows.len(),
        "options of a diagram"
    );
    elements(trial, &diagram, trial.truth.covers.as_deref())?;
    marginals(trial, &diagram)?;
    costs(trial, &diagram)?;
    if let Some(assumed) = trial.assume() {
        let forced: Vec<_> = assumed.forced.iter().map(|&row| id(row)).collect();
        let forbidden: Vec<_> = assumed.forbidden.iter().map(|&row| id(row)).collect();
        let restricted = diagram.restrict(&forced, &forbidden);
        for &option in &forced {
            counter.force(option);
        }
        for &option in &forbidden {
            counter.forbid(option);
        }
        let compiled = counter.diagram().value;
        for (name, diagram) in [("restrict", Some(restricted)), ("diagram under", compiled)] {
            let Some(diagram) = diagram else { continue };
            let what = format!("{name} {forced:?} {forbidden:?}");
            same!(
                diagram.count().to_string(),
                assumed.count.to_string(),
                "{what}"
            );
            elements(trial, &diagram, assumed.covers.as_deref())
                .map_err(|error| format!("{what}: {error}"))?;
        }
    }
    if trial.random.once_in(3) {
        written(trial, &diagram)?;
    }
    Ok(())
}

/// Checks all solutions of a diagram, or some, by number and by random sample.
fn elements(trial: &mut Trial<'_>, diagram: &Diagram, covers: Option<&[Vec<usize>]>) -> Outcome {
    let mut sampler = diagram.sampler(trial.random.next());
    if diagram.count().is_zero() {
        same!(sampler.next(), None, "sample of nothing");
    }
    for sample in sampler.by_ref().take(5) {
        holds!(
            trial.case.is_cover(&rows(&sample)),
            "sample {sample:?} is no cover"
        );
    }
    let Some(covers) = covers else {
        let mut seen = HashSet::new();
        for _ in 0..20 {
            let number = trial.random.next() >> trial.random.below(64);
            if let Some(solution) = diagram.nth(&Count::from(number)) {
                holds!(
                    trial.case.is_cover(&rows(&solution)),
                    "nth({number}) is no cover"
                );
                seen.insert((rows(&solution), number));
            }
        }
        let solutions: HashSet<_> = seen.iter().map(|s| &s.0).collect();
        let numbers: HashSet<_> = seen.iter().map(|s| s.1).collect();
        same!(
            solutions.len(),
            numbers.len(),
            "different solutions of different numbers"
        );
        return Ok(());
    };
    let mut listed: Vec<_> = diagram.iter().map(|solution| rows(&solution)).collect();
    for (number, solution) in listed.iter().enumerate().take(20) {
        let nth = diagram.nth(&Count::from(number as u64)).map(|s| rows(&s));
        same!(nth.as_ref(), Some(solution), "nth({number})");
    }
    listed.sort_unstable();
    same!(listed, covers, "solutions of a diagram");
    if covers.len() <= 6 {
        // The probability that 40 draws per solution miss one of six is 10^-18.
        let draws = 40 * covers.len();
        let drawn: HashSet<_> = sampler.take(draws).collect();
        same!(drawn.len(), covers.len(), "different samples of {draws}");
    }
    Ok(())
}

fn marginals(trial: &mut Trial<'_>, diagram: &Diagram) -> Outcome {
    let marginals = diagram.marginals(Limits::new()).value;
    let options = trial.case.rows.len();
    same!(marginals.len(), options, "number of marginals");
    let support: Vec<usize> = rows(diagram.support());
    let holders: Vec<usize> = (0..options)
        .filter(|&row| !marginals[row].is_zero())
        .collect();
    same!(support, holders, "support");
    if let Some(covers) = &trial.truth.covers {
        for (row, found) in marginals.iter().enumerate() {
            let expected = covers.iter().filter(|cover| cover.contains(&row)).count();
            same!(
                *found,
                Count::from(expected as u64),
                "marginal of option {row}"
            );
        }
    } else {
        for row in trial.random.distinct(3, options) {
            if let Some(expected) = number_under(trial.case, &[row], &[]) {
                let found = marginals[row].to_string();
                same!(found, expected.to_string(), "marginal of option {row}");
            }
        }
    }
    Ok(())
}

fn costs(trial: &mut Trial<'_>, diagram: &Diagram) -> Outcome {
    let least = &trial.truth.number.least;
    let cheapest = diagram.cheapest(&trial.problem, 3);
    same!(
        cheapest.first().map(|f| f.0),
        least.as_ref().map(|l| l.0),
        "cheapest of a diagram"
    );
    for (cost, solution) in &cheapest {
        let cover = rows(solution);
        holds!(
            trial.case.is_cover(&cover),
            "cheapest {cover:?} is no cover"
        );
        same!(*cost, trial.case.cost(&cover), "the cost of {cover:?}");
    }
    if let Some(covers) = &trial.truth.covers {
        let mut costs: Vec<_> = covers.iter().map(|cover| trial.case.cost(cover)).collect();
        costs.sort_unstable();
        let found: Vec<_> = cheapest.iter().map(|found| found.0).collect();
        same!(
            found,
            costs[..costs.len().min(3)],
            "the three cheapest of a diagram"
        );
        let by_cost = diagram.count_by_cost(&trial.problem);
        let found: Vec<_> = by_cost
            .iter()
            .map(|(&cost, n)| (cost, n.to_string()))
            .collect();
        costs.dedup();
        let all = |&cost: &i64| covers.iter().filter(|c| trial.case.cost(c) == cost).count();
        let expected: Vec<_> = costs.iter().map(|c| (*c, all(c).to_string())).collect();
        same!(found, expected, "count by cost");
    } else if trial.case.rows.iter().all(|row| row.cost.abs() < 3) {
        let by_cost = diagram.count_by_cost(&trial.problem);
        let sum: BigUint = by_cost
            .values()
            .filter_map(|n| n.to_string().parse::<BigUint>().ok())
            .sum();
        same!(sum, *trial.truth.count(), "sum of the counts by cost");
        let found = by_cost
            .iter()
            .next()
            .map(|(&cost, n)| (cost, n.to_string()));
        let expected = least.as_ref().map(|least| (least.0, least.1.to_string()));
        same!(found, expected, "count of the least cost");
    }
    Ok(())
}

/// Checks both texts of a diagram: evaluated by these tests, and read back by the library.
fn written(trial: &mut Trial<'_>, diagram: &Diagram) -> Outcome {
    let count = trial.truth.count();
    let mut text = Vec::new();
    let named = diagram.write_nnf(|option| option.to_string(), &mut text);
    named.map_err(|error| error.to_string())?;
    let text = String::from_utf8(text).map_err(|error| error.to_string())?;
    same!(nnf(&text), Some(count.clone()), "count of the nnf text");
    let read = Diagram::read_nnf(&text, Limits::new()).map_err(|error| error.to_string())?;
    let read = read.diagram;
    same!(
        read.count().to_string(),
        count.to_string(),
        "count of the nnf text, read"
    );
    elements(trial, &read, trial.truth.covers.as_deref())?;

    let mut text = Vec::new();
    diagram
        .write_zdd(&mut text, Limits::new())
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8(text).map_err(|error| error.to_string())?;
    same!(zdd(&text), Some(count.clone()), "count of the zdd text");
    let read = Diagram::read_zdd(&text, Limits::new()).map_err(|error| error.to_string())?;
    let read = read.diagram;
    same!(
        read.count().to_string(),
        count.to_string(),
        "count of the zdd text, read"
    );
    elements(trial, &read, trial.truth.covers.as_deref())
}

/// The number of models of a text in the form nnf, evaluated line by line.
fn nnf(text: &str) -> Option<BigUint> {
    let mut counts: Vec<BigUint> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("c ")).skip(1) {
        let mut words = line.split_whitespace();
        let kind = words.next()?;
        let numbers: Vec<usize> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let parts = |skipped| numbers.iter().skip(skipped).map(|&line| counts.get(line));
        counts.push(match kind {
            "L" => BigUint::from(1_u32),
            "A" => parts(1).collect::<Option<Vec<_>>>()?.into_iter().product(),
            "O" => parts(2).collect::<Option<Vec<_>>>()?.into_iter().sum(),
            _ => return None,
        });
    }
    counts.pop()
}

/// The number of sets of a ZDD in the text of Knuth's programs.
fn zdd(text: &str) -> Option<BigUint> {
    let mut counts = std::collections::HashMap::new();
    counts.insert("0", BigUint::ZERO);
    counts.insert("1", BigUint::from(1_u32));
    let mut last = BigUint::ZERO;
    for line in text.lines().filter(|line| !line.starts_with("c ")) {
        let (number, rest) = line.split_once(": (~")?;
        let (_, rest) = rest.split_once('?')?;
        let (low, high) = rest.strip_suffix(')')?.split_once(':')?;
        last = counts.get(low)? + counts.get(high)?;
        counts.insert(number, last.clone());
    }
    Some(last)
}
