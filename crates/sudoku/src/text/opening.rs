//! What the start of an input shows of the shape of its boards.

use std::io::{self, Read};

use super::lines::{Ahead, Lines};
use super::maps;
use super::size::guess_side;
use super::walls::drawn_shape;
use crate::shape::Shape;

/// The most lines that are no map above the first map of an input.
const MOST_ABOVE: usize = 40;

/// What the start of an input shows of the shape of its boards.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Opening {
    /// A map of regions stands above the boards; its rows.
    Map(String),
    /// The walls of a frame show the words of a shape, see [`drawn_shape`].
    Walls(String),
    /// The number of rows of the first board.
    Side(usize),
}

impl Opening {
    /// Finds what the start of an input shows, or `None` if more of the input is needed; there is no
    /// more if it has `ended`. A map decides, perhaps below a title, else the size of the boards if
    /// it is known, else the first board: see [`guess_side`].
    ///
    /// ```
    /// use quadrille::sudoku::text::Opening;
    ///
    /// let map = "AABB\nAABB\nCCDD\nCCDD\n";
    /// let text = format!("Regions:\n{map}1...\n");
    /// let found = Opening::of(text.as_bytes(), false, None);
    /// assert_eq!(found, Some(Opening::Map(map.to_owned())));
    /// assert_eq!(Opening::of(b"Regions:\nAABB\n", false, None), None);
    /// ```
    #[must_use]
    pub fn of(start: &[u8], ended: bool, side: Option<usize>) -> Option<Opening> {
        // An error says that the start ends too early.
        if let Some(map) = first_map(start, ended).ok()? {
            return Some(Opening::Map(map));
        }
        match side {
            Some(side) => Some(Opening::Side(side)),
            None => {
                let side = guess_side(start, ended)?;
                Some(drawn_shape(start).map_or(Opening::Side(side), Opening::Walls))
            }
        }
    }
}

/// The map above the boards. An error says that more of the input is needed.
fn first_map(start: &[u8], ended: bool) -> io::Result<Option<String>> {
    let mut lines = Lines::new(Start { rest: start, ended });
    let mut ahead = lines.ahead(|| Ok(()));
    for line in 0..MOST_ABOVE {
        if let Some(found) = maps::at(&mut ahead, line, true)? {
            return Ok(found.text());
        }
        let Some(span) = ahead.line(line)? else {
            break;
        };
        let text = ahead.text()[span.start..span.end].trim_ascii();
        let is_nothing = text.is_empty() || text.starts_with(b"#");
        if !is_nothing && !maps::may_be_title(text, Shape::CLASSIC_SIDE) {
            break;
        }
    }
    Ok(None)
}

/// The start of an input, after which it is an error to read more unless the input has ended.
struct Start<'a> {
    rest: &'a [u8],
    ended: bool,
}

impl Read for Start<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() && !self.ended {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        self.rest.read(buffer)
    }
}
