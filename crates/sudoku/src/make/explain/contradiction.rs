//! Givens that clash, and the fewest to change.
//!
//! ```text
//! clash(board): for each given: remove it if the others have no solution either; a minimal clash remains
//!
//! sets = the empty set
//! repeat: every set with one more given, of a clash of the board without the set
//!     if the board has a solution without some of these sets, they are all smallest changes
//! ```
//!
//! At least one given of each clash must change, so no smallest change is missed (R. Reiter, A
//! theory of diagnosis from first principles, 1987).

use std::collections::BTreeSet;

use super::repair::{self, Repair};
use super::wrong_marks::{self, WrongMarks};
use crate::grid::Grid;
use crate::inquiry::Inquiry;
use crate::make::needed::is_solvable;
use crate::rule::CellRule;
use crate::shape::{Rule, Shape, Unit};

/// Why a board has no solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contradiction {
    /// Givens that clash, as cells with their values, ascending. Empty if the blank board has no
    /// solution either.
    pub clash: Vec<(usize, u8)>,
    /// Whether it is proved that the others do not clash without any one of them.
    pub minimal: bool,
    /// All smallest sets of givens whose change gives a solution; empty if the search for them was
    /// stopped.
    pub changes: Vec<Vec<Change>>,
    /// On a board with [rules about cells](Shape::cell_rules), or with rules for the whole board
    /// that no unit expresses: those rules about cells that clash with the givens, and the other
    /// rules and the units that they need for it. Empty on other boards.
    pub rules: Vec<CellRule>,
    /// See [`rules`](Self::rules).
    pub board_rules: Vec<Rule>,
    /// See [`rules`](Self::rules).
    pub units: Vec<Unit>,
    /// The rules about cells that alone repair the board: with another number or without the rule
    /// it has a solution.
    pub repairs: Vec<Repair>,
    /// Whether these are all such rules; otherwise a limit stopped the search for others.
    pub settled: bool,
    /// The pencil marks, if they are wrong: the givens alone have a solution. Then nothing else is
    /// named. Without a cell and not settled, it is not known whether the givens have one.
    pub marks: Option<WrongMarks>,
    /// Whether the changes and repairs give a solution only if the pencil marks are erased, too.
    pub erases_marks: bool,
}

/// A given to change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The cell.
    pub cell: usize,
    /// Its value.
    pub from: u8,
    /// Its values in the solutions of the board without the givens that change together.
    pub to: Vec<u8>,
    /// Whether these are all such values; otherwise a limit stopped the search for others.
    pub settled: bool,
}

/// Explains a board that has no solution.
pub(super) fn find(inquiry: &mut Inquiry<'_>, board: &Grid, shape: &Shape) -> Contradiction {
    if let Some(marks) = wrong_marks::find(inquiry, board) {
        return Contradiction {
            minimal: true,
            settled: true,
            marks: Some(marks),
            ..Contradiction::default()
        };
    }
    // The givens clash whatever the marks are.
    let marked = board;
    let board = &board.clone().without_marks();
    let (cells, minimal) = clash(inquiry, board, shape);
    let given = |cell: usize| (cell, board.cells()[cell]);
    let (mut rules, mut board_rules, mut units) = (Vec::new(), Vec::new(), Vec::new());
    // Where the rules alone clash, they are named even if units express them.
    let by_rules = !shape.is_symmetric() || cells.is_empty() && !shape.rules().is_empty();
    // Few searches name what to change. Proofs that many units clash take far longer.
    let mut mend = |board: &Grid| {
        let changes = changes(inquiry, board, shape, &cells);
        let (repairs, settled) = if by_rules {
            repair::find(inquiry, board, shape)
        } else {
            (Vec::new(), true)
        };
        (changes, repairs, settled)
    };
    let mut mended = mend(marked);
    let erases_marks = marked.marks().is_some() && mended.0.is_empty() && mended.1.is_empty();
    if erases_marks {
        mended = mend(board);
    }
    let (changes, repairs, settled) = mended;
    if by_rules {
        let clashing = clashing_rules(inquiry, &only(board, &cells), shape, &repairs);
        let clashing = clashing_units(inquiry, &only(board, &cells), clashing);
        rules = clashing.cell_rules().to_vec();
        let others = clashing.rules().iter().filter(|rule| !rule.makes_units());
        board_rules = others.cloned().collect();
        units = clashing.units().cloned().collect();
    }
    Contradiction {
        rules,
        board_rules,
        units,
        clash: cells.into_iter().map(given).collect(),
        minimal,
        changes,
        repairs,
        settled,
        marks: None,
        erases_marks,
    }
}

/// Finds the cells of givens that clash, and whether they are proved to be a minimal set.
fn clash(inquiry: &mut Inquiry<'_>, board: &Grid, shape: &Shape) -> (Vec<usize>, bool) {
    if let Some(clash) = shape.clash(board)
        && clash.cells().len() == 2
    {
        return (clash.cells().to_vec(), true);
    }
    inquiry.assume(board);
    let mut cells = Vec::new();
    let mut minimal = true;
    for (cell, value) in board.givens() {
        inquiry.take(cell, value);
        let solvable = inquiry.is_solvable();
        if solvable != Some(false) {
            inquiry.put(cell, value);
            cells.push(cell);
            minimal &= solvable.is_some();
        }
    }
    (cells, minimal)
}

/// The shape with only rules that leave a board no solution: all that are left when each is
/// removed, if the others still leave none. Rules that alone repair the board are among them.
fn clashing_rules(
    inquiry: &mut Inquiry<'_>,
    board: &Grid,
    shape: &Shape,
    repairs: &[Repair],
) -> Shape {
    let mut shape = shape.clone();
    // Strict rules first: without a dot they say more.
    for place in (0..shape.rules().len()).rev() {
        if !shape.rules()[place].makes_units() {
            let without = shape.without_rule(place);
            replace_if_unsolvable(inquiry, board, &mut shape, without);
        }
    }
    for place in (0..shape.cell_rules().len()).rev() {
        let rule = &shape.cell_rules()[place];
        let is_repair = repairs.iter().any(|repair| repair.rule == *rule);
        if !is_repair && !shape.is_mark(rule) {
            let without = shape.without_cell_rule(place);
            replace_if_unsolvable(inquiry, board, &mut shape, without);
        }
    }
    shape
}

/// The shape with only units that leave a board no solution. Rows and columns are removed last:
/// they are known to everybody.
fn clashing_units(inquiry: &mut Inquiry<'_>, board: &Grid, mut shape: Shape) -> Shape {
    let units = shape.units().len();
    for place in (0..units).rev() {
        let without = shape.without_unit(place);
        replace_if_unsolvable(inquiry, board, &mut shape, without);
    }
    shape
}

fn replace_if_unsolvable(
    inquiry: &mut Inquiry<'_>,
    board: &Grid,
    shape: &mut Shape,
    without: Shape,
) {
    if is_solvable(&without, board, inquiry) == Some(false) {
        *shape = without;
    }
}

/// The board with these givens only.
fn only(board: &Grid, cells: &[usize]) -> Grid {
    let mut only = board.clone();
    for (cell, _) in board.givens() {
        if !cells.contains(&cell) {
            only.put(cell, 0);
        }
    }
    only
}

/// Finds all smallest sets of changes, starting with a clash.
fn changes(
    inquiry: &mut Inquiry<'_>,
    board: &Grid,
    shape: &Shape,
    first: &[usize],
) -> Vec<Vec<Change>> {
    let mut sets: BTreeSet<Vec<usize>> = first.iter().map(|&cell| vec![cell]).collect();
    let (most, mut looked) = (inquiry.policies().board_explain.sets, 0);
    while !sets.is_empty() {
        looked += sets.len();
        if looked > most {
            break;
        }
        let mut mended = Vec::new();
        for set in &sets {
            inquiry.assume(&without(board, set));
            match inquiry.is_solvable() {
                Some(true) => mended.push(set),
                Some(false) => {}
                None => return Vec::new(),
            }
        }
        if !mended.is_empty() {
            return mended
                .into_iter()
                .map(|set| values(inquiry, board, set))
                .collect();
        }
        let mut next = BTreeSet::new();
        for set in &sets {
            let (cells, _) = clash(inquiry, &without(board, set), shape);
            for cell in cells {
                let mut larger = set.clone();
                larger.push(cell);
                larger.sort_unstable();
                next.insert(larger);
            }
            if next.len() > most {
                return Vec::new();
            }
        }
        sets = next;
    }
    Vec::new()
}

/// Finds the values of the cells of a set without its givens.
fn values(inquiry: &mut Inquiry<'_>, board: &Grid, set: &[usize]) -> Vec<Change> {
    inquiry.assume(&without(board, set));
    let side = inquiry.side() as u8;
    let mut changes = Vec::new();
    for &cell in set {
        let from = board.cells()[cell];
        let (mut to, mut settled) = (Vec::new(), true);
        for value in (1..=side).filter(|&value| value != from) {
            inquiry.put(cell, value);
            // These questions are few, and their answers are printed.
            match inquiry.within(None, Inquiry::is_solvable) {
                Some(true) => to.push(value),
                Some(false) => {}
                None => settled = false,
            }
            inquiry.take(cell, value);
        }
        changes.push(Change {
            cell,
            from,
            to,
            settled,
        });
    }
    changes
}

fn without(board: &Grid, set: &[usize]) -> Grid {
    let mut board = board.clone();
    for &cell in set {
        board.put(cell, 0);
    }
    board
}
