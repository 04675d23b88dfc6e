//! Solutions, their number, true candidates, difficulty, and explanations.

use std::ops::ControlFlow;

use quadrille_core::{Answer as Found, Limits, Method, Order, Stop, Uniqueness};
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{Ambiguity, BoardExplanation, Contradiction, Grid, RulePlace};
use serde::Deserialize;
use serde_json::Value;

use super::given::Given;
use crate::fault::Fault;
use crate::job::Job;
use crate::list::Which;
use crate::message::{Answer, Nothing};

/// The most solutions of one answer.
const MOST_SOLUTIONS: u64 = 1000;

/// Whether rules are examined, too.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {
    #[serde(default)]
    pub(super) rules: bool,
}

/// Solutions after some others.
pub(super) fn solutions(
    given: &Given,
    skip: u64,
    most: u64,
    order: Order,
    job: &Job,
) -> Result<Found<Vec<Grid>>, Fault> {
    let mut search = given.search_board(job)?;
    let limits = Limits::new().solutions(skip.saturating_add(most));
    search.limits(limits).order(order);
    let (mut seen, mut found) = (0, Vec::new());
    let answer = search.for_each(&given.board, |solution| {
        seen += 1;
        if seen > skip {
            found.push(solution.clone());
        }
        ControlFlow::Continue(())
    });
    Ok(answer.map(|_| found))
}

/// Whether the solution is unique, and where two solutions differ.
pub(super) fn check(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (given, Nothing {}) = Given::read(fields)?;
    let found = solutions(&given, 0, 2, Order::Natural, job)?;
    let unique = match (&*found.value, found.stop) {
        ([], Stop::Exhausted) => Uniqueness::None,
        ([_], Stop::Exhausted) => Uniqueness::One,
        ([_, _], _) => Uniqueness::Many,
        _ => Uniqueness::Unknown,
    };
    let word = word(unique);
    let answer = given.answer(&Found::new(
        Finding::Unique(unique),
        found.stop,
        found.stats.clone(),
    ));
    let answer = answer.with("verdict", word);
    Ok(match &*found.value {
        [only] if unique == Uniqueness::One => answer.with("values", given.values(only)),
        [one, other] => answer.with("differ", given.names(differing(one, other))),
        _ => answer,
    })
}

fn word(unique: Uniqueness) -> &'static str {
    match unique {
        Uniqueness::None => "none",
        Uniqueness::One => "unique",
        Uniqueness::Many => "several",
        _ => "unknown",
    }
}

fn differing(one: &Grid, other: &Grid) -> impl Iterator<Item = usize> {
    let pairs = one.cells().iter().zip(other.cells()).enumerate();
    pairs
        .filter(|(_, (one, other))| one != other)
        .map(|(cell, _)| cell)
}

/// Solutions, one after another.
pub(super) fn solve(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (given, which): (_, Which) = Given::read(fields)?;
    let order = which.seed.map_or(Order::Natural, Order::Random);
    let found = solutions(&given, which.skip, which.most(MOST_SOLUTIONS), order, job)?;
    let list: Vec<_> = found
        .value
        .iter()
        .map(|solution| given.values(solution))
        .collect();
    let shown = Finding::Solutions(list.len() as u64);
    let answer = given.answer(&Found::new(shown, found.stop, found.stats));
    Ok(answer.with("solutions", list))
}

/// The values that each cell has in some solution.
pub(super) fn candidates(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (given, Nothing {}) = Given::read(fields)?;
    let found = given.search(job)?.candidates(&given.board);
    let (sets, open) = (
        given.sets(&found.value.found),
        given.sets(&found.value.open),
    );
    let is_settled = found.value.open.iter().all(|&open| open == 0);
    let verdict = word(match &found.value {
        all if all.is_unsolvable() => Uniqueness::None,
        // Two values of a cell are two solutions, whatever is still open.
        all if all.found.iter().any(|set| set.count_ones() > 1) => Uniqueness::Many,
        _ if is_settled => Uniqueness::One,
        _ => Uniqueness::Unknown,
    });
    let answer = given.answer(&found.map(|all| match all {
        all if all.is_unsolvable() => Finding::Unique(Uniqueness::None),
        all if all.is_solvable() => Finding::Candidates(all),
        _ => Finding::Unique(Uniqueness::Unknown),
    }));
    let answer = answer.with("found", sets).with("open", open);
    Ok(answer.with("verdict", verdict))
}

/// The number of solutions.
pub(super) fn count(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (given, Nothing {}) = Given::read(fields)?;
    let found = given
        .search_board(job)?
        .count_by(&given.board, Method::Auto);
    let (count, is_exact) = (found.value.to_string(), !found.stop.is_limit());
    let answer = given.answer(&found.map(Finding::Count));
    Ok(answer.with("count", count).with("exact", is_exact))
}

/// How hard the board is for a person.
pub(super) fn rate(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (given, Nothing {}) = Given::read(fields)?;
    let found = given.search(job)?.rate(&given.board);
    let rating = found.value.as_ref().ok();
    let word = rating.map(|rating| rating.difficulty().name());
    let public = rating.filter(|rating| rating.is_public);
    let number = public.map(|rating| rating.cost as f64 / 10.0);
    let answer =
        given.answer(&found.map(|found| found.map_or_else(Finding::Unique, Finding::Rated)));
    Ok(answer.with("difficulty", word).with("number", number))
}

/// Why there is no solution, or why there are several.
pub(super) fn explain(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (given, Rules { rules }) = Given::read(fields)?;
    let mut search = given.search(job)?;
    let found = if rules {
        search.explain_and_rules(&given.board)
    } else {
        search.explain(&given.board)
    };
    let wrong = named_cells(&given, &found.value);
    let answer = given.answer(&found.map(Finding::Explained));
    Ok(answer.with("wrong", given.names(wrong)))
}

/// The cells that an explanation names, ascending.
fn named_cells(given: &Given, explanation: &BoardExplanation) -> Vec<usize> {
    let mut cells: Vec<usize> = match explanation {
        BoardExplanation::None(Contradiction { clash, rules, .. }) => {
            let clash = clash.iter().map(|&(cell, _)| cell);
            clash
                .chain(rules.iter().flat_map(|rule| rule.cells().to_vec()))
                .collect()
        }
        BoardExplanation::Several(Ambiguity { cells, .. }) => {
            cells.iter().map(|open| open.cell).collect()
        }
        BoardExplanation::Rules(rules) => {
            let shape = given.shape();
            let cells = |place: &RulePlace| match *place {
                RulePlace::Cells(place) => shape.cell_rules()[place].cells().to_vec(),
                RulePlace::Board(_) => Vec::new(),
            };
            let not_needed = rules.iter().filter(|(_, need)| need.word() == "not needed");
            not_needed.flat_map(|(place, _)| cells(place)).collect()
        }
        _ => Vec::new(),
    };
    cells.sort_unstable();
    cells.dedup();
    cells
}
