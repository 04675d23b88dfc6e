//! True candidates: the values that each cell has in some solution.
//!
//! A solution decides a candidate in each of its cells, so the search lists a few solutions and
//! then asks only about the candidates that none of them has. Each question forces one candidate:
//! it finds a solution that is new, or proves that there is none. Random solutions have the most
//! new candidates: about `side * ln(cells * side)` of them settle a blank board.

use super::grid::Grid;
use super::inquiry::Inquiry;
use super::search::BoardSearch;
use quadrille_core::{Answer, Stop};

/// Solutions that are listed first, and the node limit for this. A board with fewer solutions needs
/// no other question. Where each question is compiled for itself, more are listed.
const LISTED: (usize, u64) = (500, 20_000);
/// The node limit of the first question about a candidate, for each blank. Questions that reach it
/// are asked again after the others, with so many times more nodes.
const NODES: u64 = 4;
const MORE: u64 = 10;
/// After so many such questions, what is learned from one helps with the others.
const HARD: u32 = 20;

/// The values that each cell has in some solution of a board: bit `v - 1` for value `v`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidates {
    /// The values that are proved to be in some solution. There are none if there is no solution.
    pub found: Vec<u64>,
    /// The values that were not decided before a limit stopped the search. Without a limit, there
    /// are none.
    pub open: Vec<u64>,
}

impl Candidates {
    /// Returns whether it is proved that the board has no solution.
    #[must_use]
    pub fn is_unsolvable(&self) -> bool {
        self.found
            .iter()
            .chain(&self.open)
            .all(|&values| values == 0)
    }

    /// Returns whether a solution is known.
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        self.found.iter().all(|&values| values != 0)
    }

    /// Returns the board with pencil marks: the values that are proved, and those that were not
    /// decided. It has the same solutions.
    #[must_use]
    pub fn board(&self) -> Grid {
        let both = self.found.iter().zip(&self.open);
        Grid::from_marks(both.map(|(found, open)| found | open).collect())
    }

    /// No values, and all that a board allows are open. A given counts as any other value: whether
    /// there is a solution is open, too.
    pub(super) fn begin(board: &Grid, side: usize) -> Self {
        let all = u64::MAX >> (64 - side);
        let cells = 0..board.cells().len();
        Self {
            found: vec![0; cells.len()],
            open: cells.map(|cell| board.allowed(cell) & all).collect(),
        }
    }

    /// Adds the values of a solution.
    pub(super) fn add(&mut self, solution: &Grid) {
        for (cell, &value) in solution.cells().iter().enumerate() {
            self.found[cell] |= 1 << (value - 1);
            self.open[cell] &= !self.found[cell];
        }
    }

    /// Asks about each open candidate of a blank cell, which `find` answers with a solution that
    /// has it. The board must be assumed.
    pub(super) fn ask_each(
        &mut self,
        inquiry: &mut Inquiry<'_>,
        board: &Grid,
        mut find: impl FnMut(&mut Inquiry<'_>) -> Option<Option<Grid>>,
        mut found: impl FnMut(Grid),
    ) {
        for cell in (0..self.open.len()).filter(|&cell| board.get(cell).is_none()) {
            let asked = self.open[cell];
            for value in (1..=64).filter(|value| asked >> (value - 1) & 1 == 1) {
                // A solution for another value may have decided nothing here, but one for another
                // cell may have.
                if self.open[cell] >> (value - 1) & 1 == 0 {
                    continue;
                }
                inquiry.put(cell, value);
                match find(inquiry) {
                    Some(Some(solution)) => {
                        self.add(&solution);
                        found(solution);
                    }
                    Some(None) => self.open[cell] &= !(1 << (value - 1)),
                    None => {}
                }
                inquiry.take(cell, value);
                if inquiry.stop != Stop::Exhausted {
                    return;
                }
            }
        }
    }

    fn is_settled(&self) -> bool {
        self.open.iter().all(|&values| values == 0)
    }
}

impl BoardSearch {
    /// Finds the true candidates of a board: the values that each cell has in some solution.
    ///
    /// The limits hold for all questions together. After a limit, [`Candidates::open`] holds what
    /// is not decided.
    ///
    /// ```
    /// use quadrille::sudoku::Sudoku;
    ///
    /// let sudoku = Sudoku::new("4x4".parse()?);
    /// let candidates = sudoku.search().candidates(&"1......2....3...".parse()?).value;
    /// assert!(candidates.is_solvable());
    /// assert_eq!(candidates.found[2], 0b1100); // r1c3 is 3 or 4
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn candidates(&mut self, board: &Grid) -> Answer<Candidates> {
        let mut inquiry = Inquiry::of_rules(self, board);
        let mut all = Candidates::begin(board, inquiry.side());
        let (listed, listing) = if inquiry.is_alone() {
            let policies = inquiry.policies().board_explain;
            (policies.listed, policies.listing)
        } else {
            LISTED
        };
        let (solutions, is_complete) =
            inquiry.within(Some(listing), |inquiry| inquiry.solutions(listed));
        solutions.iter().for_each(|solution| all.add(solution));
        if is_complete {
            all.open.fill(0);
            return inquiry.answer(all);
        }
        if solutions.is_empty() {
            // If there is none, one proof is enough.
            match inquiry.any() {
                Some(Some(solution)) => all.add(&solution),
                Some(None) => all.open.fill(0),
                None => {}
            }
        }
        let blanks = board.cells().iter().filter(|&&value| value == 0).count();
        let (mut nodes, mut seed, mut hard) = (NODES * blanks.max(1) as u64, 0, 0);
        while inquiry.stop == Stop::Exhausted && !all.is_settled() {
            if hard > 0 {
                inquiry.learn();
            }
            let is_patient = hard > 0 || inquiry.is_alone();
            inquiry.within(Some(nodes), |inquiry| {
                inquiry.assume(board);
                let find = |inquiry: &mut Inquiry<'_>| {
                    if hard >= HARD && !is_patient {
                        return None;
                    }
                    seed += 1;
                    let found = inquiry.find(seed);
                    hard += u32::from(found.is_none());
                    found
                };
                all.ask_each(inquiry, board, find, |_| {});
            });
            nodes = nodes.saturating_mul(MORE);
        }
        inquiry.answer(all)
    }
}
