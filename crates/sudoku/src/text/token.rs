//! How the cells of a board are written, and where.

use crate::alphabet::Alphabet;

/// The form of a board or a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A character for each cell.
    Characters,
    /// A word for each cell.
    Words,
    /// As many characters for each cell as there are values: the digit, or a blank where the cell
    /// cannot hold it.
    Marks,
}

/// How the cells of a board are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// A value of an alphabet.
    Symbol(Alphabet),
    /// A value of an alphabet in a fixed column, or a space; the number is the columns from cell to
    /// cell.
    Spaced(Alphabet, usize),
    /// The digits that a cell can hold.
    Pencil,
    /// A place for each digit, which stands there if the cell can hold it.
    Marks,
}

impl Token {
    /// A value as such cells are written.
    pub(super) fn name(self, value: u8) -> String {
        match self {
            Token::Symbol(alphabet) | Token::Spaced(alphabet, _) => alphabet.token(value),
            Token::Pencil | Token::Marks => value.to_string(),
        }
    }
}

/// How a blank cell is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blank {
    /// One of `0 . * _ -`.
    Sign,
    /// `x`, where no letter is a value.
    X,
    /// `?`
    QuestionMark,
    /// A space, or nothing between two commas or quotes.
    Nothing,
    /// The word of a programming language for no value.
    Word,
}

impl Blank {
    /// The blank that a token is, if it is one on a board without letters.
    pub(super) fn of(token: &[u8]) -> Option<Blank> {
        match token {
            b"0" | b"." | b"*" | b"_" | b"-" => Some(Blank::Sign),
            b"x" | b"X" => Some(Blank::X),
            b"?" => Some(Blank::QuestionMark),
            b"" | b" " => Some(Blank::Nothing),
            b"None" | b"null" | b"NaN" | b"nan" => Some(Blank::Word),
            _ => None,
        }
    }

    /// Whether a token is a blank that does not consist of the signs of cells.
    pub(super) fn is_pasted(token: &[u8]) -> bool {
        matches!(
            Blank::of(token),
            Some(Blank::Nothing | Blank::QuestionMark | Blank::Word)
        )
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

    /// The same place, counted from `start` bytes later.
    pub(super) fn before(self, start: usize) -> Place {
        Place::new(self.start() - start, self.len())
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
