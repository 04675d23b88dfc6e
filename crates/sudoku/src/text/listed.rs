//! Boards in the middle of a long list with one on each line. Such a line can mean nothing else, so
//! it is read without a look at the other forms, which takes twice as long.

use super::below::SAMURAI_LINES;
use super::lines::Ahead;
use super::measure::Measure;
use crate::grid::Grid;
use crate::shape::Shape;

/// The first line ahead as a board, and its length with its line end; `None` if it is anything but
/// cells and a line end, if the board already breaks a rule, or if the lines below it are not at hand
/// or may belong to it: the next line must be a board, too, and further lines must follow those of a
/// samurai.
pub(super) fn board(
    ahead: &mut dyn Ahead,
    measure: &Measure,
    shape: &Shape,
) -> Option<(Grid, usize)> {
    let after = ahead.line_at_hand(SAMURAI_LINES)?;
    let (first, second) = (ahead.line_at_hand(0)?, ahead.line_at_hand(1)?);
    let text = ahead.text();
    let is_last = text[after.start..after.end].trim_ascii().is_empty();
    let line = cells_of(&text[..first.end], measure)?;
    cells_of(&text[second.start..second.end], measure)?;
    if is_last {
        return None;
    }
    let value = |&byte: &u8| if byte == b'.' { 0 } else { byte - b'0' };
    let grid = Grid::new(line.iter().map(value).collect());
    shape.clash(&grid).is_none().then_some((grid, first.end))
}

/// The cells of a line that is a board of up to nine values and no map of regions: it has more blanks
/// than a region has cells, all written in one way.
fn cells_of<'a>(line: &'a [u8], measure: &Measure) -> Option<&'a [u8]> {
    let side = measure.side;
    let (cells, end) = line.split_at_checked(measure.cells)?;
    if side > 9 || !measure.places.is_empty() || !matches!(end, b"\n" | b"\r\n") {
        return None;
    }
    // Without an early end, many bytes are compared at once.
    let most = b'0' + side as u8;
    let (mut good, mut dots, mut zeros) = (true, 0_u8, 0_u8);
    for &byte in cells {
        let (is_dot, is_zero) = (byte == b'.', byte == b'0');
        good &= is_dot | (byte.wrapping_sub(b'0') <= most - b'0');
        dots += u8::from(is_dot);
        zeros += u8::from(is_zero);
    }
    let is_board = (dots == 0 || zeros == 0) && usize::from(dots + zeros) > 2 * side;
    (good && is_board).then_some(cells)
}
