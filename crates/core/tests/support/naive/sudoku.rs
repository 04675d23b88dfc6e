//! 9x9 sudoku by plain backtracking, in the three forms that people write.
//!
//! ```text
//! go(blank):
//!     no blank is left: solved
//!     for each digit, ascending, that is not in the row, column and box of the blank:
//!         place it; if go(next blank) solves: solved; take it back
//!     not solved
//! ```
//!
//! Blanks are filled row by row. The forms differ in how they check that a digit is free, and in
//! what they recurse on. They try the same digits in the same order, so they find the same
//! solution, the lexicographically first, with the same placements.

/// A way to write the backtracking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// A list of the blanks. Every try scans row, column and box, so a call reads up to 9 * 27
    /// cells.
    Scan,
    /// Tables of the digits used in each row, column and box, so that a try is O(1). It recurses on
    /// cell numbers 0 to 81, so that each given and the end of the board take a call.
    ///
    /// This is the reference program of [Baekjoon 2580](https://www.acmicpc.net/problem/2580). A
    /// board is allowed there if this form needs fewer than 100,000 calls.
    Tables,
    /// A list of the blanks, each with the digits that the givens allow. Tables show which of these
    /// are still free. A call takes O(digits in the list).
    Lists,
}

impl Form {
    /// All forms.
    pub(crate) const ALL: [Self; 3] = [Self::Scan, Self::Tables, Self::Lists];
}

/// The outcome of a [`Run`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The lexicographically first solution, cells row by row. There may be others.
    Solved([u8; 81]),
    /// There is no solution.
    None,
    /// The limit on calls was reached, and nothing is known.
    Unfinished,
}

/// The outcome of [`solve`], and the work it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The outcome.
    pub(crate) outcome: Outcome,
    /// The number of calls of the recursive function, including the first one and the one that
    /// finds the board full. It never exceeds the limit.
    pub(crate) calls: u64,
    /// The number of times that a digit was put into a blank. It is the same in all forms, unless
    /// the run is unfinished.
    pub(crate) placements: u64,
}

/// Solves a 9x9 board by plain backtracking.
///
/// `board` has 81 cells row by row, 0 for a blank. The recursive function is called at most `cap`
/// times; a run that needs more calls is [`Outcome::Unfinished`].
///
/// A board that already breaks a rule (equal givens in a row, column or box, or a given above 9) is
/// [`Outcome::None`] without any call.
///
/// The time is O(`cap`), and exponential in the number of blanks without a limit. The recursion is
/// at most 82 calls deep.
#[must_use]
pub(crate) fn solve(board: &[u8; 81], form: Form, cap: u64) -> Run {
    let mut search = Search {
        board: *board,
        used: Used::default(),
        cap,
        calls: 0,
        placements: 0,
    };
    let solved = if breaks_the_rules(board) {
        Ok(false)
    } else {
        match form {
            Form::Scan => search.scan(&blanks(board)),
            Form::Tables => {
                search.used = Used::by(board);
                search.tables(0)
            }
            Form::Lists => {
                search.used = Used::by(board);
                let possible = |cell| (1..=9).filter(|&d| search.used.is_free(cell, d)).collect();
                let lists: Vec<(usize, Vec<u8>)> = blanks(board)
                    .into_iter()
                    .map(|cell| (cell, possible(cell)))
                    .collect();
                search.lists(&lists)
            }
        }
    };
    Run {
        outcome: match solved {
            Ok(true) => Outcome::Solved(search.board),
            Ok(false) => Outcome::None,
            Err(CapReached) => Outcome::Unfinished,
        },
        calls: search.calls,
        placements: search.placements,
    }
}

struct CapReached;

struct Search {
    board: [u8; 81],
    /// The digits on the board. [`Form::Scan`] does not use it.
    used: Used,
    cap: u64,
    calls: u64,
    placements: u64,
}

impl Search {
    /// [`Form::Scan`]: returns whether these blanks can be filled.
    fn scan(&mut self, blanks: &[usize]) -> Result<bool, CapReached> {
        self.count_call()?;
        let Some((&cell, rest)) = blanks.split_first() else {
            return Ok(true);
        };
        for digit in 1..=9 {
            if !sees(&self.board, cell, digit) {
                self.board[cell] = digit;
                self.placements += 1;
                if self.scan(rest)? {
                    return Ok(true);
                }
                self.board[cell] = 0;
            }
        }
        Ok(false)
    }

    /// [`Form::Tables`]: returns whether the blanks from this cell on can be filled.
    fn tables(&mut self, cell: usize) -> Result<bool, CapReached> {
        self.count_call()?;
        if cell == 81 {
            return Ok(true);
        }
        if self.board[cell] != 0 {
            return self.tables(cell + 1);
        }
        for digit in 1..=9 {
            if self.used.is_free(cell, digit) {
                self.place(cell, digit);
                if self.tables(cell + 1)? {
                    return Ok(true);
                }
                self.take_back(cell, digit);
            }
        }
        Ok(false)
    }

    /// [`Form::Lists`]: returns whether these blanks can be filled, each with one of its digits.
    fn lists(&mut self, blanks: &[(usize, Vec<u8>)]) -> Result<bool, CapReached> {
        self.count_call()?;
        let Some(((cell, digits), rest)) = blanks.split_first() else {
            return Ok(true);
        };
        for &digit in digits {
            if self.used.is_free(*cell, digit) {
                self.place(*cell, digit);
                if self.lists(rest)? {
                    return Ok(true);
                }
                self.take_back(*cell, digit);
            }
        }
        Ok(false)
    }

    fn count_call(&mut self) -> Result<(), CapReached> {
        if self.calls == self.cap {
            return Err(CapReached);
        }
        self.calls += 1;
        Ok(())
    }

    fn place(&mut self, cell: usize, digit: u8) {
        self.board[cell] = digit;
        self.used.set(cell, digit, true);
        self.placements += 1;
    }

    fn take_back(&mut self, cell: usize, digit: u8) {
        self.used.set(cell, digit, false);
        self.board[cell] = 0;
    }
}

/// `rows[r][d]`: digit `d` is in row `r`; the same for columns and boxes.
#[derive(Default)]
struct Used {
    rows: [[bool; 10]; 9],
    columns: [[bool; 10]; 9],
    boxes: [[bool; 10]; 9],
}

impl Used {
    fn by(board: &[u8; 81]) -> Self {
        let mut used = Self::default();
        for (cell, &digit) in board.iter().enumerate() {
            used.set(cell, digit, true); // blanks set the entry of 0, which nobody asks for
        }
        used
    }

    fn set(&mut self, cell: usize, digit: u8, is_used: bool) {
        let digit = usize::from(digit);
        self.rows[cell / 9][digit] = is_used;
        self.columns[cell % 9][digit] = is_used;
        self.boxes[box_of(cell)][digit] = is_used;
    }

    fn is_free(&self, cell: usize, digit: u8) -> bool {
        let digit = usize::from(digit);
        !self.rows[cell / 9][digit]
            && !self.columns[cell % 9][digit]
            && !self.boxes[box_of(cell)][digit]
    }
}

fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

fn blanks(board: &[u8; 81]) -> Vec<usize> {
    (0..81).filter(|&cell| board[cell] == 0).collect()
}

/// Whether another cell of the row, column or box holds this digit.
fn sees(board: &[u8; 81], cell: usize, digit: u8) -> bool {
    let (row, column) = (cell / 9, cell % 9);
    let corner = row / 3 * 27 + column / 3 * 3;
    (0..9).any(|i| {
        let seen = [row * 9 + i, i * 9 + column, corner + i / 3 * 9 + i % 3];
        seen.iter().any(|&c| c != cell && board[c] == digit)
    })
}

fn breaks_the_rules(board: &[u8; 81]) -> bool {
    (0..81).any(|cell| board[cell] > 9 || (board[cell] != 0 && sees(board, cell, board[cell])))
}
