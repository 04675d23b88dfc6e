//! How the cells of a board are written, and where.

use crate::sudoku::alphabet::Alphabet;

/// The form of a board or a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A character for each cell.
    Characters,
    /// A word for each cell.
    Words,
    /// As many characters for each cell as there are values: the digit, or a blank where the cell cannot hold it.
    Marks,
}

/// How the cells of a board are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// A value of an alphabet.
    Symbol(Alphabet),
    /// The digits that a cell can hold.
    Pencil,
    /// A place for each digit, which stands there if the cell can hold it.
    Marks,
}

impl Token {
    /// A value as such cells are written.
    pub(super) fn name(self, value: u8) -> String {
        match self {
            Token::Symbol(alphabet) => alphabet.token(value),
            Token::Pencil | Token::Marks => value.to_string(),
        }
    }
}

/// Where the token of a cell stands: bytes of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    at: u32,
    length: u32,
}

impl Place {
    pub(super) fn new(at: usize, length: usize) -> Place {
        let [at, length] = [at, length].map(|number| number as u32);
        Place { at, length }
    }

    pub(super) fn start(self) -> usize {
        self.at as usize
    }

    pub(super) fn len(self) -> usize {
        self.length as usize
    }

    /// The bytes of the token.
    pub(super) fn of(self, raw: &[u8]) -> &[u8] {
        raw.get(self.start()..self.start() + self.len())
            .unwrap_or_default()
    }
}
