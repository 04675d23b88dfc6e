//! Pencil marks that leave no solution of a board whose givens have one.

use crate::grid::Grid;
use crate::inquiry::Inquiry;

/// Pencil marks that lack values: the givens have a solution, but none that the marks allow. If a
/// limit stopped the search before that was known, there are no cells, and it is not settled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrongMarks {
    /// Whether the givens have one solution. Then all cells are named whose marks lack its value.
    /// Otherwise each of the cells alone may be the wrong one.
    pub forced: bool,
    /// The cells.
    pub cells: Vec<Lack>,
    /// Whether these are all such cells; otherwise a limit stopped the search for others.
    pub settled: bool,
}

/// A cell whose pencil marks lack a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lack {
    /// The cell.
    pub cell: usize,
    /// The values with which the board has a solution, ascending.
    pub values: Vec<u8>,
    /// Whether these are all such values.
    pub settled: bool,
}

/// Finds the wrong marks of a board without a solution; `None` if the givens have no solution
/// either, or there are no marks.
pub(super) fn find(inquiry: &mut Inquiry<'_>, board: &Grid) -> Option<WrongMarks> {
    board.marks()?;
    inquiry.assume(&board.clone().without_marks());
    let (solutions, complete) = inquiry.within(None, |inquiry| inquiry.solutions(2));
    match (&*solutions, complete) {
        ([], true) => None,
        ([solution], true) => Some(forced(board, solution)),
        ([], false) => Some(WrongMarks {
            forced: false,
            cells: Vec::new(),
            settled: false,
        }),
        _ => Some(each_alone(inquiry, board)),
    }
}

/// The cells whose marks lack the value of the only solution.
fn forced(board: &Grid, solution: &Grid) -> WrongMarks {
    let values = solution.cells().iter().copied().enumerate();
    let lacking = values.filter(|&(cell, value)| !board.allows(cell, value));
    let lack = |(cell, value)| Lack {
        cell,
        values: vec![value],
        settled: true,
    };
    WrongMarks {
        forced: true,
        cells: lacking.map(lack).collect(),
        settled: true,
    }
}

/// The cells of which one alone may have wrong marks.
fn each_alone(inquiry: &mut Inquiry<'_>, board: &Grid) -> WrongMarks {
    let all = u64::MAX >> (u64::BITS as usize - inquiry.side().clamp(1, 64));
    let mut wrong = WrongMarks {
        forced: false,
        cells: Vec::new(),
        settled: true,
    };
    for cell in (0..board.cells().len()).filter(|&cell| board.get(cell).is_none()) {
        let lacking = all & !board.allowed(cell);
        if lacking == 0 {
            continue;
        }
        let mut other = board.clone();
        other.allow(cell, lacking);
        inquiry.assume(&other);
        match inquiry.is_solvable() {
            Some(true) => wrong.cells.push(values(inquiry, board, cell, lacking)),
            Some(false) => {}
            None => wrong.settled = false,
        }
    }
    wrong
}

/// Which of the values that the marks of a cell lack give a solution.
fn values(inquiry: &mut Inquiry<'_>, board: &Grid, cell: usize, lacking: u64) -> Lack {
    let mut lack = Lack {
        cell,
        values: Vec::new(),
        settled: true,
    };
    for value in (1..=inquiry.side() as u8).filter(|value| lacking >> (value - 1) & 1 == 1) {
        let mut other = board.clone();
        other.put(cell, value);
        inquiry.assume(&other);
        match inquiry.is_solvable() {
            Some(true) => lack.values.push(value),
            Some(false) => {}
            None => lack.settled = false,
        }
    }
    lack
}
