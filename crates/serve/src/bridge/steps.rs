//! `step` and `solvepath`.

use quadrille_core::Stop;
use quadrille_core::steps::{End, Kind};
use quadrille_sudoku::{BoardPath, Grid, Route};

use super::answer::{Answer, Cell};
use super::puzzle::Asked;
use super::work::Work;

/// Which switches of the script turn off which arguments. An argument is off if all of its switches
/// are: the script has finer ones.
const SWITCHES: &[(Kind, &[&str])] = &[
    (Kind::Locked, &["pointing"]),
    (Kind::Set, &["tuples", "fishes"]),
    (Kind::Chain, &["wings", "aic"]),
    (Kind::Forcing, &["contradictions"]),
    (Kind::Cases, &["contradictions"]),
    (Kind::Trial, &["contradictions"]),
];

/// Shows the candidates if they are not those that the person sees, otherwise takes one step.
pub(super) fn step(asked: &Asked, work: &Work) -> Answer {
    of_steps(asked, work, |board| {
        let start = path_of(asked, board, work, Some(0))?;
        if asked
            .seen
            .iter()
            .enumerate()
            .any(|(cell, &seen)| marks(&start.board, cell) != seen)
        {
            return Ok((start, "Initial candidates.\n".to_owned()));
        }
        let path = path_of(asked, board, work, Some(1))?;
        let text = text_of(&path);
        Ok((path, text))
    })
}

/// Takes all steps.
pub(super) fn path(asked: &Asked, work: &Work) -> Answer {
    of_steps(asked, work, |board| {
        let path = path_of(asked, board, work, None)?;
        let text = text_of(&path);
        Ok((path, text))
    })
}

/// The steps from a board on.
pub(super) fn path_of(
    asked: &Asked,
    board: &Grid,
    work: &Work,
    most: Option<usize>,
) -> Result<BoardPath, Stop> {
    let is_off = |kind: &Kind| {
        let switches = SWITCHES.iter().find(|own| own.0 == *kind);
        let is_disabled = |name: &&str| asked.disabled.iter().any(|own| own == name);
        switches.is_some_and(|(_, names)| names.iter().all(is_disabled))
    };
    let kinds = Kind::ALL.into_iter().filter(|kind| !is_off(kind));
    let route = Route::new().kinds(kinds);
    let route = match most {
        Some(most) => route.most(most),
        None => route,
    };
    let path = work.search().steps(board, &route);
    if path.stop.is_limit() {
        return Err(path.stop);
    }
    Ok(path.value)
}

fn of_steps(
    asked: &Asked,
    work: &Work,
    steps: impl FnOnce(&Grid) -> Result<(BoardPath, String), Stop>,
) -> Answer {
    let board = match asked.entered() {
        Ok(board) => board,
        Err(message) => return Answer::invalid(message),
    };
    let (path, mut message) = match steps(&board) {
        Ok(path) => path,
        Err(stop) => return Answer::stopped(stop, ""),
    };
    // A cell with one candidate left holds it, though no step says so.
    let is_said = |cell| {
        let mut placed = path.steps.iter().filter_map(|step| step.placed);
        placed.any(|(own, _)| own == cell)
    };
    let shape = work.sudoku.shape();
    let alone: Vec<String> = path
        .board
        .givens()
        .filter(|&(cell, _)| board.get(cell).is_none() && !is_said(cell))
        .map(|(cell, value)| format!("{}={value}", shape.name(cell)))
        .collect();
    if !alone.is_empty() {
        message += &format!("Only one candidate is left: {}.\n", alone.join(", "));
    }
    let side = shape.side() as u8;
    let cells = 0..board.cells().len();
    let cells = cells.map(|cell| match path.board.get(cell) {
        Some(value) => Cell {
            value,
            candidates: None,
        },
        None => {
            let marks = marks(&path.board, cell);
            let values = (1..=side).filter(|value| marks >> (value - 1) & 1 == 1);
            Cell {
                value: 0,
                candidates: Some(values.collect()),
            }
        }
    });
    Answer::Logical {
        cells: cells.collect(),
        message,
        is_valid: path.end != Some(End::NoSolution),
    }
}

/// The value of a cell, or its candidates.
fn marks(board: &Grid, cell: usize) -> u64 {
    let marks = board.marks().and_then(|marks| marks.get(cell)).copied();
    board
        .get(cell)
        .map_or(marks.unwrap_or(0), |value| 1 << (value - 1))
}

/// The steps in words, a line for each, and why there is no further step.
fn text_of(path: &BoardPath) -> String {
    let steps = path.steps.iter();
    let lines = steps.map(|step| step.to_text(|value| value.to_string()));
    let lines = lines.chain(path.remark().map(str::to_owned));
    lines.map(|line| line + "\n").collect()
}
