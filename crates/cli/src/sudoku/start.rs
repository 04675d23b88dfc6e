//! The start of an input, from which the shape of its boards is found.

use std::io::{self, Cursor, Read};

use quadrille_sudoku::text::{Opening, begins_with_own_shape};

/// How much of the input is read at a time to find the first board.
const PIECE: usize = 1 << 12;
/// How much of the input is read at most to find the first board: far more than the largest board.
const MOST: usize = 1 << 16;

/// The start of an input and the whole input. The start ends after a map, or where the size of the
/// first board is known, as it is if it is `side`.
pub(super) fn start_of_boards(
    mut input: Box<dyn Read + Send>,
    side: Option<usize>,
) -> io::Result<(Vec<u8>, Box<dyn Read + Send>)> {
    let mut start = Vec::new();
    // The whole start is examined again, so a long one is examined only when it has doubled.
    let mut examined = 0;
    loop {
        let length = start.len();
        start.resize(length + PIECE, 0);
        let read = match input.read(&mut start[length..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
            Ok(0) => {
                start.truncate(length);
                break;
            }
            read => read?,
        };
        start.truncate(length + read);
        if (PIECE + 1..MOST).contains(&start.len()) && start.len() < 2 * examined {
            continue;
        }
        examined = start.len();
        // A line that is not whole may look like a puzzle.
        let whole = start.iter().rposition(|&byte| byte == b'\n');
        let is_enough = begins_with_own_shape(&start[..whole.map_or(0, |end| end + 1)])
            || Opening::of(&start, false, side).is_some();
        if start.len() > MOST || is_enough {
            break;
        }
    }
    Ok((start.clone(), Box::new(Cursor::new(start).chain(input))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The start of an endless input of equal lines.
    fn start_of(line: &str) -> usize {
        let lines = line.repeat(2 * MOST / line.len());
        let (start, _) = start_of_boards(Box::new(Cursor::new(lines)), None).unwrap();
        start.len()
    }

    /// Sixty-five thousand bytes were searched for boards of all sizes, which took a second.
    #[test]
    fn the_start_of_puzzles_ends_after_the_first_line() {
        for puzzle in ["{\"a\":1,\n", "{\n", ".Cage~17~R1C1~R1C2\n"] {
            assert_eq!(start_of(puzzle), PIECE, "{puzzle}");
        }
        assert!(start_of("a title\n") > MOST);
    }
}
