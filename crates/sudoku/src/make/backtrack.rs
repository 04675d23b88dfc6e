//! Plain backtracking, as judges use it: the number of calls that a board takes.

use crate::grid::Grid;

impl Grid {
    /// Counts the calls of plain backtracking on a 9x9 board until it finds a solution or proves
    /// that there is none. `go(cell)` tries the digits that no given and no earlier cell forbids,
    /// in ascending order, and calls `go(cell + 1)`. Each given takes a call, and so does the end
    /// of the board. A board that breaks a rule takes none.
    ///
    /// The judge of [Baekjoon 2580](https://www.acmicpc.net/problem/2580) uses boards with fewer
    /// than 100,000 calls.
    ///
    /// Returns `None` if there are more than `most` calls, or if the board does not have 81 cells.
    /// O(`most`).
    ///
    /// ```
    /// # use quadrille::sudoku::Grid;
    /// let board: Grid =
    ///     "035469278782105609060278135321046897804913506596820413917652080603701952258394760".parse()?;
    /// assert_eq!((board.backtracking_calls(100), board.backtracking_calls(80)), (Some(82), None));
    /// # Ok::<(), quadrille::sudoku::GridError>(())
    /// ```
    #[must_use]
    pub fn backtracking_calls(&self, most: u64) -> Option<u64> {
        calls(self.cells().try_into().ok()?, most)
    }
}

/// Counts the calls for the cells of a board.
pub(super) fn calls(cells: &[u8; 81], most: u64) -> Option<u64> {
    let mut walk = Walk {
        cells,
        used: [[0; 9]; 3],
        calls: 0,
        most,
    };
    for (cell, &digit) in cells.iter().enumerate() {
        if digit > 9 || digit > 0 && !walk.is_free(cell, digit) {
            return Some(0);
        }
        walk.flip(cell, digit);
    }
    walk.go(0).map(|_| walk.calls)
}

struct Walk<'b> {
    cells: &'b [u8; 81],
    /// The digits of each row, column and box, one bit each; bit 0 has no meaning.
    used: [[u16; 9]; 3],
    calls: u64,
    most: u64,
}

impl Walk<'_> {
    /// Fills the cells from this one on. Returns whether that is possible, or `None` after too many
    /// calls.
    fn go(&mut self, cell: usize) -> Option<bool> {
        if self.calls == self.most {
            return None;
        }
        self.calls += 1;
        match self.cells.get(cell) {
            None => return Some(true),
            Some(1..) => return self.go(cell + 1),
            Some(0) => {}
        }
        for digit in 1..=9 {
            if self.is_free(cell, digit) {
                self.flip(cell, digit);
                if self.go(cell + 1)? {
                    return Some(true);
                }
                self.flip(cell, digit);
            }
        }
        Some(false)
    }

    fn is_free(&self, cell: usize, digit: u8) -> bool {
        let [row, column, square] = units(cell);
        let [rows, columns, squares] = &self.used;
        (rows[row] | columns[column] | squares[square]) >> digit & 1 == 0
    }

    /// Places a digit, or removes it.
    fn flip(&mut self, cell: usize, digit: u8) {
        for (used, unit) in self.used.iter_mut().zip(units(cell)) {
            used[unit] ^= 1 << digit;
        }
    }
}

fn units(cell: usize) -> [usize; 3] {
    [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3]
}
