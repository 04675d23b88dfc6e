//! The questions of a search, with every engine and every layout.

use std::collections::HashSet;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use quadrille::{
    Count, EngineChoice, EngineName, Limits, Search, Settings, Stop, Uniqueness, Vectors,
};

use super::{Outcome, Trial, holds, id, rows, same};
use crate::case::Item;
use crate::naive;
use crate::random::Random;

/// The node limit of a walk. If a walk stops there, only the solutions found so far are checked.
const NODES: u64 = 10_000;
/// The number of solutions to check if there are too many to list.
const SOME: usize = 40;

/// A random engine, layout and instruction set.
pub(super) fn settings(random: &mut Random) -> Settings {
    let settings = Settings::new().subset_rule(!random.once_in(2));
    let settings = match random.below(3) {
        0 => settings.engine(EngineChoice::Prefer(EngineName::Links)),
        1 => settings.engine(EngineChoice::Prefer(EngineName::Bits)),
        _ => settings,
    };
    let settings = match random.below(4) {
        0 => settings.vectors(Vectors::Portable),
        1 => settings.vectors(Vectors::Avx2),
        2 => settings.vectors(Vectors::Avx512),
        _ => settings,
    };
    // Less memory leads to another layout of the engine `bits`, or to another engine.
    match random.once_in(3) {
        true => settings.memory(random.between(1 << 8, 1 << 15)),
        false => settings,
    }
}

/// Checks all questions of a search, with two engines.
pub(super) fn search(trial: &mut Trial<'_>) -> Outcome {
    for _ in 0..2 {
        let settings = settings(&mut trial.random);
        let solver = trial.solver(&settings);
        let mut search = solver.search();
        if trial.random.once_in(4) {
            search.order(quadrille::Order::Random(trial.random.next()));
        }
        questions(
            trial,
            &mut search,
            trial.truth.count(),
            trial.truth.covers.as_deref(),
        )
        .map_err(|error| format!("{} ({}): {error}", solver.engine(), solver.engine_reason()))?;
    }
    if trial.case.rows.len() <= 12 && trial.case.items.len() <= 10 && trial.random.once_in(8) {
        by_the_library_reference(trial)?;
    }
    Ok(())
}

/// Checks repeated questions to one search, with other assumptions each time.
pub(super) fn assumptions(trial: &mut Trial<'_>) -> Outcome {
    let settings = settings(&mut trial.random);
    let solver = trial.solver(&settings);
    let mut search = solver.search();
    for _ in 0..3 {
        let Some(assumed) = trial.assume() else {
            return Ok(());
        };
        search.retract_all();
        for &row in &assumed.forced {
            search.force(id(row));
        }
        for &row in &assumed.forbidden {
            search.forbid(id(row));
        }
        questions(
            trial,
            &mut search,
            &assumed.count,
            assumed.covers.as_deref(),
        )
        .map_err(|error| {
            let (forced, forbidden) = (&assumed.forced, &assumed.forbidden);
            let (engine, reason) = (solver.engine(), solver.engine_reason());
            format!("{engine} ({reason}), forced {forced:?}, forbidden {forbidden:?}: {error}")
        })?;
    }
    Ok(())
}

/// Checks all questions except that for the cheapest solutions. The answers are known.
fn questions(
    trial: &mut Trial<'_>,
    search: &mut Search,
    count: &BigUint,
    covers: Option<&[Vec<usize>]>,
) -> Outcome {
    search.limits(Limits::new().nodes(NODES));
    let first = search.first();
    match &first.value {
        Some(cover) => {
            holds!(
                trial.case.is_cover(&rows(cover)),
                "first: {cover:?} is no cover"
            );
            holds!(first.stop == Stop::Solutions, "first: {:?}", first.stop);
        }
        None if first.stop == Stop::Nodes => return Ok(()),
        None => same!(BigUint::ZERO, *count, "first: none, so that the count is"),
    }
    let uniqueness = search.unique();
    let expected = match u64::try_from(count) {
        Ok(0) => Uniqueness::None,
        Ok(1) => Uniqueness::One,
        _ => Uniqueness::Many,
    };
    if uniqueness.value != Uniqueness::Unknown {
        same!(uniqueness.value, expected, "uniqueness");
    }
    let Some(covers) = covers else {
        let found: Vec<_> = search.solutions().take(SOME).map(|s| rows(&s)).collect();
        let different: HashSet<_> = found.iter().collect();
        same!(
            different.len(),
            found.len(),
            "different solutions of those that were found"
        );
        let wrong = found.iter().find(|cover| !trial.case.is_cover(cover));
        same!(wrong, None, "a solution that is no cover");
        return Ok(());
    };
    let mut found = Vec::new();
    let answer = match trial.random.below(3) {
        0 => {
            let mut solutions = search.solutions();
            found.extend(solutions.by_ref().map(|solution| rows(&solution)));
            let stop = solutions.stop();
            holds!(stop.is_some(), "solutions: no stop at the end");
            (Count::from(found.len() as u64), stop.unwrap_or(Stop::Nodes))
        }
        1 => {
            let answer = search.for_each(|options| {
                found.push(rows(options.iter().copied()));
                ControlFlow::Continue(())
            });
            (answer.value, answer.stop)
        }
        _ => {
            let answer = search.walk();
            (answer.value, answer.stop)
        }
    };
    if answer.1 == Stop::Nodes {
        return Ok(());
    }
    same!(answer.1, Stop::Exhausted, "stop");
    same!(
        answer.0,
        Count::from(covers.len() as u64),
        "count of a search"
    );
    if !found.is_empty() {
        found.sort_unstable();
        same!(found, covers, "solutions");
    }
    Ok(())
}

/// Checks that a stopped walk reports only true solutions, and that the search can be used again.
pub(super) fn limits(trial: &mut Trial<'_>) -> Outcome {
    let settings = settings(&mut trial.random);
    let solver = trial.solver(&settings);
    let mut search = solver.search();
    let engine = format!("{} ({})", solver.engine(), solver.engine_reason());
    let whole = search
        .limits(Limits::new().nodes(NODES).solutions(5_000))
        .walk();
    let count = Count::from(u64::try_from(trial.truth.count()).unwrap_or(u64::MAX));
    holds!(whole.value <= count, "{engine}: {} of {count}", whole.value);
    if !whole.is_complete() {
        return Ok(());
    }
    same!(whole.value, count, "{engine}: count");
    let nodes = whole.stats.nodes;
    for most in [0, 1, nodes / 2, nodes.saturating_sub(1), nodes] {
        let answer = search.limits(Limits::new().nodes(most)).walk();
        holds!(
            answer.value <= count,
            "{engine}: {} of {count}",
            answer.value
        );
        holds!(
            answer.stats.nodes <= most,
            "{engine}: more nodes than {most}"
        );
        same!(
            answer.is_complete(),
            most >= nodes,
            "{engine}: complete with {most} nodes of {nodes}"
        );
    }
    for most in [0, 1, 2, 7] {
        let answer = search.limits(Limits::new().solutions(most)).walk();
        let expected = count.to_u64().unwrap_or(u64::MAX).min(most);
        same!(
            answer.value,
            Count::from(expected),
            "{engine}: count with {most} solutions"
        );
    }
    let again = search.limits(Limits::new()).walk();
    same!(
        (again.value, again.stats.nodes),
        (count, nodes),
        "{engine}: the count again"
    );
    Ok(())
}

/// Checks `verify` of the library.
pub(super) fn verify(trial: &mut Trial<'_>) -> Outcome {
    let options = trial.case.rows.len();
    let mut tries: Vec<Vec<usize>> = Vec::new();
    for cover in trial.truth.covers.iter().flatten().take(10) {
        tries.push(cover.clone());
        let mut more = cover.clone();
        more.extend((0..options).filter(|row| !cover.contains(row)).take(1));
        tries.push(more);
        tries.push(cover.iter().skip(1).copied().collect());
    }
    for _ in 0..10 {
        let count = trial.random.below(1 + options.min(6));
        tries.push(trial.random.distinct(count, options));
    }
    for mut rows in tries {
        trial.random.shuffle(&mut rows);
        let ids: Vec<_> = rows.iter().map(|&row| id(row)).collect();
        let verdict = quadrille::verify(&trial.problem, &ids);
        same!(
            verdict.is_ok(),
            trial.case.is_cover(&rows),
            "verify {rows:?}"
        );
        same!(
            verdict.is_ok(),
            quadrille::flaws(&trial.problem, &ids).is_empty(),
            "flaws {rows:?}"
        );
    }
    Ok(())
}

/// Compares with a third reference, that of the other tests.
fn by_the_library_reference(trial: &Trial<'_>) -> Outcome {
    let Some(covers) = &trial.truth.covers else {
        return Ok(());
    };
    let times = |item: &Item| match *item {
        Item::Primary { low, high } => Some(low..=high),
        Item::Secondary => None,
    };
    let items: Vec<_> = trial.case.items.iter().map(times).collect();
    let options: Vec<_> = trial.case.rows.iter().map(|row| row.uses.clone()).collect();
    same!(naive::subsets(&items, &options), *covers, "naive::subsets");
    Ok(())
}
