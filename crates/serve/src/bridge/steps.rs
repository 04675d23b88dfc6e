//! `step` and `solvepath`.

use quadrille_core::Stop;
use quadrille_core::steps::{End, Kind};
use quadrille_sudoku::{BoardPath, Grid, Route, Technique};

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

/// The cells after some steps, and the steps in words.
struct Taken {
    cells: Vec<Cell>,
    text: String,
    is_valid: bool,
}

/// Shows the candidates if they are not those that the person sees, otherwise takes one step.
pub(super) fn step(asked: &Asked, work: &Work) -> Answer {
    answer(next_step(asked, work))
}

/// Takes all steps.
pub(super) fn path(asked: &Asked, work: &Work) -> Answer {
    let board = asked.entered().map_err(Answer::invalid);
    answer(board.and_then(|board| take(asked, &board, work, None)))
}

fn answer(taken: Result<Taken, Answer>) -> Answer {
    taken.map_or_else(
        |answer| answer,
        |taken| Answer::Logical {
            cells: taken.cells,
            message: taken.text,
            is_valid: taken.is_valid,
        },
    )
}

fn next_step(asked: &Asked, work: &Work) -> Result<Taken, Answer> {
    let single = asked.seen.iter().enumerate();
    let mut single = single.filter_map(|(cell, seen)| Some((cell, seen.single()?)));
    let mut start = candidates(asked, work, None)?;
    let seen = asked.seen.iter().map(|seen| seen.all());
    if start.cells.iter().map(Cell::marks).ne(seen) {
        start.text = "Initial candidates.\n".to_owned();
        return Ok(start);
    }
    if let Some((cell, value)) = single.next() {
        let name = asked.puzzle.shape.name(cell);
        let mut after = candidates(asked, work, Some(cell))?;
        after.text = format!("{}: {name} can only be {value}.\n", Technique::NakedSingle);
        return Ok(after);
    }
    let board = asked.entered().map_err(Answer::invalid)?;
    take(asked, &board, work, Some(1))
}

/// The candidates before the next step. A grid has a value where one mark is left, but the person has
/// not taken this step yet. So single marks stay as they are, and count only in `cell`.
fn candidates(asked: &Asked, work: &Work, cell: Option<usize>) -> Result<Taken, Answer> {
    let board = asked.with_single_mark(cell).map_err(Answer::invalid)?;
    let mut start = take(asked, &board, work, Some(0))?;
    for (at, (own, seen)) in start.cells.iter_mut().zip(&asked.seen).enumerate() {
        match seen.single() {
            Some(_) if own.marks() & seen.all() == 0 => {
                return Err(Answer::invalid(asked.contradiction(at)));
            }
            Some(_) if cell != Some(at) => *own = Cell::of_marks(seen.all()),
            _ => {}
        }
    }
    Ok(start)
}

/// Takes steps from a board on, at most so many.
fn take(asked: &Asked, board: &Grid, work: &Work, most: Option<usize>) -> Result<Taken, Answer> {
    let path = path_of(asked, board, work, most).map_err(|stop| Answer::stopped(stop, ""))?;
    Ok(Taken {
        cells: cells_of(board, &path),
        text: text_of(&path),
        is_valid: path.end != Some(End::NoSolution),
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

/// The cells after some steps. A cell has a value if the person or a step has put it there.
fn cells_of(board: &Grid, path: &BoardPath) -> Vec<Cell> {
    let (after, steps) = (&path.board, path.steps.iter());
    let placed: Vec<usize> = steps
        .filter_map(|step| step.placed)
        .map(|own| own.0)
        .collect();
    let cells = 0..board.cells().len();
    let of_cell = |cell| match (after.get(cell), after.marks()) {
        (Some(value), Some(_)) if board.get(cell).is_none() && !placed.contains(&cell) => {
            Cell::of_marks(1 << (value - 1))
        }
        (Some(value), _) => Cell::of_value(value),
        (None, marks) => Cell::of_marks(marks.map_or(0, |marks| marks[cell])),
    };
    cells.map(of_cell).collect()
}

/// The steps in words, a line for each, and why there is no further step.
fn text_of(path: &BoardPath) -> String {
    let steps = path.steps.iter();
    let lines = steps.map(|step| step.to_text(|value| value.to_string()));
    let lines = lines.chain(path.remark().map(str::to_owned));
    lines.map(|line| line + "\n").collect()
}
