//! Names of items read as cells of a board.
//!
//! There are several ways to name cells, the [`Naming`]s. All names of a problem are read in each
//! of them; the first that makes sense for the whole problem is taken.

/// A way to name cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// `r1c2`.
    RowColumn,
    /// `3,4`, `(3,4)`, `3 4`, `3_4`, also with `cell` or `p` before it; three numbers name a cell
    /// of a layer.
    Numbers,
    /// Two or three characters from the first `count` of `0`-`9`, `a`-`z`, `A`-`Z`, perhaps after
    /// `p`: row and column, or layer, row and column. A number such as `(62)` can stand for one.
    Digits { prefix: &'static str, count: usize },
    /// Two items, such as `r3` and `c4`, name a cell together.
    Lines,
    /// `s1`: a place in a single row.
    Slots,
    /// `a1` as on a chessboard: rows count from below.
    Chess,
    /// `A1` as in a spreadsheet: rows count from above.
    Sheet,
}

/// Layer, row and column.
pub(super) type Place = [usize; 3];

/// The characters of [`Naming::Digits`].
const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
/// Larger numbers name no rows and columns.
const LARGEST: usize = 9999;

impl Naming {
    /// The ways to name cells. Those that other names are least likely to look like come first.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let digits = |prefix| [62, 36, 10].map(|count| Self::Digits { prefix, count });
        [Self::RowColumn, Self::Numbers]
            .into_iter()
            .chain(digits("p"))
            .chain([Self::Lines, Self::Slots, Self::Chess, Self::Sheet])
            .chain(digits(""))
    }

    /// Whether names that mean no cells may look like this, so that rows or columns without cells
    /// are a sign of a mistake.
    pub(super) fn is_doubtful(self) -> bool {
        !matches!(self, Self::RowColumn | Self::Numbers)
    }

    /// Whether a name is a number without zeros before it, so that it may be one of 1, 2, 3, ...
    pub(super) fn is_counted(self, name: &str) -> bool {
        match self {
            Self::Digits { prefix, .. } => name.strip_prefix(prefix).and_then(counted).is_some(),
            _ => false,
        }
    }

    /// Reads the cell that a name means.
    pub(super) fn read(self, name: &str) -> Option<Place> {
        match self {
            Self::RowColumn => {
                let rest = name.strip_prefix(['r', 'R'])?;
                let (row, column) = rest.split_once(['c', 'C'])?;
                Some([0, number(row)?, number(column)?])
            }
            Self::Numbers => place(numbers(name)?),
            Self::Digits { prefix, count } => place(digits(name.strip_prefix(prefix)?, count)?),
            Self::Lines => None,
            Self::Slots => Some([0, 0, counted(name.strip_prefix('s')?)?]),
            // The rows are turned over: a large number is far up.
            Self::Chess => {
                let (column, row) = letter_and_number(name, b'a')?;
                Some([0, LARGEST - row, column])
            }
            Self::Sheet => {
                let (column, row) = letter_and_number(name, b'A')?;
                Some([0, row, column])
            }
        }
    }

    /// Reads the row or the column of [`Naming::Lines`]: `true` for a row.
    pub(super) fn read_line(name: &str) -> Option<(bool, usize)> {
        let is_row = name.starts_with(['r', 'R']);
        let rest = name.strip_prefix(['r', 'R', 'c', 'C'])?;
        let digit = || match digits(rest, DIGITS.len())?[..] {
            [digit] => Some(digit),
            _ => None,
        };
        Some((is_row, counted(rest).or_else(digit)?))
    }
}

/// The last number of a name, or else its last letters: `7` of `r3#7`. With names in digits, the
/// last of them: `7` of `r37`.
pub(super) fn last_part(name: &str, naming: Naming) -> &str {
    if let Naming::Digits { .. } = naming {
        return match (name.ends_with(')'), name.rfind('(')) {
            (true, Some(start)) => name.get(start..).unwrap_or(name),
            _ => name.char_indices().last().map_or("", |(at, _)| &name[at..]),
        };
    }
    let head = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let head = if head.len() == name.len() {
        name.trim_end_matches(char::is_alphabetic)
    } else {
        head
    };
    &name[head.len()..]
}

/// A number without a sign.
fn number(text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_number);
    number.filter(|&number| number <= LARGEST)
}

/// A number without zeros before it.
fn counted(text: &str) -> Option<usize> {
    let starts_with_zero = text.len() > 1 && text.starts_with('0');
    number(text).filter(|_| !starts_with_zero)
}

/// The numbers of `3,4`, `(3,4)`, `cell_3_4`.
fn numbers(name: &str) -> Option<Vec<usize>> {
    let rest = name.strip_prefix("cell").or_else(|| name.strip_prefix('p'));
    let rest = rest.unwrap_or(name).trim_start_matches(['_', ' ']);
    let inner = match (rest.strip_prefix(['(', '[']), rest.strip_suffix([')', ']'])) {
        (Some(opened), Some(_)) => &opened[..opened.len() - 1],
        _ => rest,
    };
    let parts = inner.split([',', ';', ':', '_']);
    let parts: Vec<&str> = if inner.contains([',', ';', ':', '_']) {
        parts.map(str::trim).collect()
    } else {
        inner.split_ascii_whitespace().collect()
    };
    parts.into_iter().map(number).collect()
}

/// The characters of a name as numbers.
fn digits(name: &str, count: usize) -> Option<Vec<usize>> {
    let mut rest = name;
    let mut numbers = Vec::new();
    while !rest.is_empty() {
        if let Some((inner, after)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            numbers.push(number(inner)?);
            rest = after;
        } else {
            let byte = *rest.as_bytes().first()?;
            let digit = DIGITS.iter().take(count).position(|&digit| digit == byte)?;
            numbers.push(digit);
            rest = rest.get(1..)?;
        }
    }
    Some(numbers)
}

fn place(numbers: Vec<usize>) -> Option<Place> {
    match numbers[..] {
        [row, column] => Some([0, row, column]),
        [layer, row, column] => Some([layer, row, column]),
        _ => None,
    }
}

/// A letter, counted from the first one, and a number from 1.
fn letter_and_number(name: &str, first: u8) -> Option<(usize, usize)> {
    let letter = *name.as_bytes().first()?;
    let column = letter.checked_sub(first).filter(|&column| column < 26)?;
    let row = counted(name.get(1..)?).filter(|&row| row > 0)?;
    Some((usize::from(column), row))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEX: Naming = Naming::Digits {
        prefix: "",
        count: 36,
    };

    #[test]
    fn names_of_cells_are_read() {
        let known = [
            (Naming::RowColumn, "r1c2", [0, 1, 2]),
            (Naming::RowColumn, "R10C3", [0, 10, 3]),
            (Naming::Numbers, "3,4", [0, 3, 4]),
            (Naming::Numbers, "(3, 4)", [0, 3, 4]),
            (Naming::Numbers, "[1,3,4]", [1, 3, 4]),
            (Naming::Numbers, "3 4", [0, 3, 4]),
            (Naming::Numbers, "3_4", [0, 3, 4]),
            (Naming::Numbers, "cell_3_4", [0, 3, 4]),
            (Naming::Numbers, "cell(3,4)", [0, 3, 4]),
            (Naming::Numbers, "p3,4", [0, 3, 4]),
            (HEX, "0a", [0, 0, 10]),
            (HEX, "012", [0, 1, 2]),
            (HEX, "(62)z", [0, 62, 35]),
            (Naming::Slots, "s12", [0, 0, 12]),
            (Naming::Chess, "b3", [0, LARGEST - 3, 1]),
            (Naming::Sheet, "B3", [0, 3, 1]),
        ];
        for (naming, name, place) in known {
            assert_eq!(naming.read(name), Some(place), "{naming:?}: {name}");
        }
    }

    #[test]
    fn other_names_are_not_cells() {
        let others = [
            "", "F", "r1c-", "1", "1,", "(1,2", "a-1", "r-1c2", "0-1.0", "x 1", "é", "ré", "aé1",
        ];
        for name in others {
            for naming in Naming::all() {
                assert_eq!(naming.read(name), None, "{naming:?}: {name}");
            }
        }
        assert_eq!(HEX.read("0A"), None);
        assert_eq!(Naming::Chess.read("a0"), None);
        assert_eq!(Naming::Chess.read("a01"), None);
        assert_eq!(Naming::RowColumn.read("r1c99999999999999999999"), None);
    }

    #[test]
    fn rows_and_columns_are_read_alone() {
        assert_eq!(Naming::read_line("r3"), Some((true, 3)));
        assert_eq!(Naming::read_line("c12"), Some((false, 12)));
        assert_eq!(Naming::read_line("cb"), Some((false, 11)));
        assert_eq!(Naming::read_line("a3"), None);
        assert_eq!(Naming::read_line("r03"), None);
    }

    #[test]
    fn the_last_part_of_a_name_is_its_value() {
        assert_eq!(last_part("r3#17", Naming::RowColumn), "17");
        assert_eq!(last_part("row3 red", Naming::RowColumn), "red");
        assert_eq!(last_part("r37", HEX), "7");
        assert_eq!(last_part("r3(62)", HEX), "(62)");
        assert_eq!(last_part("", HEX), "");
    }
}
