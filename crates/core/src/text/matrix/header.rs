//! Reads the line before the rows of a matrix: its sizes, or the names of its columns.

/// What a line before the rows gives.
#[derive(Clone, Copy)]
pub(super) enum Header {
    /// The number of rows and the number of columns.
    Sizes { rows: usize, columns: usize },
    /// The name of each column.
    Names,
}

impl Header {
    /// The header that a first line is, if it is no row. A line that mixes names and numbers is none:
    /// it is probably a row with a wrong character.
    pub(super) fn of(line: &str) -> Option<Self> {
        let mut words = fields(line);
        if let (Some(rows), Some(columns), None) = (words.next(), words.next(), words.next())
            && let (Some(rows), Some(columns)) = (size(rows), size(columns))
        {
            return match (rows, columns) {
                // Digits of a row.
                (0, _) | (_, 0) | (1, 1) => None,
                // The numbers of two columns. If there is one row, this is the same as the sizes.
                (1, 2) => Some(Self::Names),
                _ => Some(Self::Sizes { rows, columns }),
            };
        }
        let has_several = fields(line).nth(1).is_some();
        let are_from = |first: usize| {
            fields(line)
                .zip(first..)
                .all(|(word, n)| size(word) == Some(n))
        };
        let are_numbers = fields(line).nth(2).is_some() && (are_from(0) || are_from(1));
        let are_names = || has_several && fields(line).all(is_name);
        (are_numbers || are_names()).then_some(Self::Names)
    }
}

/// The parts of a line that commas separate, or white space if there are none.
pub(super) fn fields(line: &str) -> impl Iterator<Item = &str> {
    let has_commas = line.contains(',');
    let is_end = move |c: char| match has_commas {
        true => c == ',',
        false => c.is_ascii_whitespace(),
    };
    let fields = line.split(is_end).map(str::trim_ascii);
    fields.filter(move |field| has_commas || !field.is_empty())
}

/// A number without leading zeros.
fn size(word: &str) -> Option<usize> {
    let is_plain = word == "0" || word.starts_with(|c: char| matches!(c, '1'..='9'));
    word.parse().ok().filter(|_| is_plain)
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && !word.contains(|c: char| c.is_whitespace() || c.is_control())
}
