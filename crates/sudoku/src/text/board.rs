//! The tokens of a board: from their bytes to values, and back with the blanks filled.

use std::hint::select_unpredictable;
use std::io::{self, Write};

use super::error::Reason;
use super::fault::{Fault, number, pencil_marks};
use super::list::mixed_blanks;
use super::token::{Blank, Form, Place, Token};
use crate::alphabet::{Alphabet, Seen, digit_value};
use crate::grid::Grid;
use crate::shape::Shape;

/// Reads the tokens at some places.
pub(super) fn read(
    raw: &[u8],
    places: &[Place],
    form: Form,
    shape: &Shape,
) -> Result<(Token, Grid), Fault> {
    let side = shape.side();
    if side > 9 {
        let alphabet = alphabet(raw, places, form, side);
        let grid = symbols(raw, places, alphabet, side)?;
        return Ok((Token::Symbol(alphabet), grid));
    }
    let is_long = |place: &Place| place.len() > 1 && !Blank::is_pasted(place.of(raw));
    Ok(match form {
        Form::Marks => (Token::Marks, marks(raw, places, shape)?),
        Form::Words if places.iter().any(is_long) => (Token::Pencil, pencil(raw, places, shape)?),
        _ => digits(raw, places, shape)?,
    })
}

/// The fault of a board that already breaks a rule.
pub(super) fn clash(places: &[Place], token: Token, grid: &Grid, shape: &Shape) -> Option<Fault> {
    let clash = shape.clash(grid)?;
    let second = clash.cells().last().copied().unwrap_or_default();
    let place = places.get(second).copied().unwrap_or(Place::new(0, 0));
    let reason = Reason::Clash {
        clash: Box::new(clash.named(|value| token.name(value))),
        board: Box::new(grid.clone()),
    };
    Some(Fault::new(place.start(), place.len(), reason))
}

/// A board of up to nine values, with a character for each.
fn digits(raw: &[u8], places: &[Place], shape: &Shape) -> Result<(Token, Grid), Fault> {
    let side = shape.side();
    let value = |place: &Place| match place.of(raw) {
        &[byte] => digit_value(byte),
        _ => u8::MAX,
    };
    let mut cells: Vec<u8> = places.iter().map(value).collect();
    // All that is no digit and was accepted as a cell is a blank of another kind.
    let mut mixed = None;
    if cells.iter().any(|&value| usize::from(value) > side) {
        mixed = mixed_blanks(raw, places);
        let is_digit = |value: u8| usize::from(value) <= side;
        let blanks = cells.iter_mut().filter(|value| !is_digit(**value));
        blanks.for_each(|value| *value = 0);
    }
    if let Some(grid) = digits_from_zero(raw, places, &cells, shape) {
        return Ok((Token::Symbol(Alphabet::Zero), grid));
    }
    match mixed {
        Some(fault) => Err(fault),
        None => Ok((Token::Symbol(Alphabet::Digits), Grid::new(cells))),
    }
}

/// A board whose values are the digits from 0: it has zeros beside other blanks, the largest value
/// is missing, and no zeros see each other.
fn digits_from_zero(raw: &[u8], places: &[Place], cells: &[u8], shape: &Shape) -> Option<Grid> {
    if cells
        .iter()
        .any(|&value| usize::from(value) == shape.side())
    {
        return None;
    }
    let bytes = || places.iter().map(|place| place.of(raw));
    let is_zero = |byte: &[u8]| byte == b"0";
    let others = || {
        bytes()
            .zip(cells)
            .any(|(byte, value)| *value == 0 && !is_zero(byte))
    };
    if !bytes().any(is_zero) || !others() {
        return None;
    }
    let is_other = |place: &&Place| !is_zero(place.of(raw));
    let rest: Vec<Place> = places.iter().filter(is_other).copied().collect();
    if mixed_blanks(raw, &rest).is_some() {
        return None;
    }
    let value = |byte: &[u8]| match byte {
        [digit @ b'0'..=b'9'] => digit - b'0' + 1,
        _ => 0,
    };
    let grid = Grid::new(bytes().map(value).collect());
    shape.clash(&grid).is_none().then_some(grid)
}

/// The alphabet of a board of more than nine values: numbers, if its tokens are words and none of
/// them a letter.
fn alphabet(raw: &[u8], places: &[Place], form: Form, side: usize) -> Alphabet {
    let mut seen = Seen::default();
    let mut longest = 0;
    for place in places {
        let token = place.of(raw);
        if !Blank::is_pasted(token) {
            token.iter().for_each(|&byte| seen.add(byte));
            longest = longest.max(token.len());
        }
    }
    if form == Form::Words && (longest > 1 || !seen.has_letters()) {
        return Alphabet::Numbers;
    }
    seen.alphabet(side)
}

/// A board of more than nine values.
fn symbols(raw: &[u8], places: &[Place], alphabet: Alphabet, side: usize) -> Result<Grid, Fault> {
    // Nothing but zeros is a blank board in any alphabet.
    if places.iter().all(|place| place.of(raw) == b"0") {
        return Ok(Grid::new(vec![0; places.len()]));
    }
    let value = |alphabet: Alphabet, token: &[u8]| {
        let is_x = alphabet == Alphabet::Numbers && Blank::of(token) == Some(Blank::X);
        let blank = (is_x || Blank::is_pasted(token)).then_some(0);
        alphabet.value(token, side).or(blank)
    };
    let cells = places.iter().map(|place| value(alphabet, place.of(raw)));
    if let Some(cells) = cells.collect::<Option<Vec<u8>>>() {
        let is_pasted = |place: &Place| alphabet.value(place.of(raw), side).is_none();
        let is_pasted = places.iter().any(is_pasted);
        return match mixed_blanks(raw, places).filter(|_| is_pasted) {
            Some(fault) => Err(fault),
            None => Ok(Grid::new(cells)),
        };
    }
    // The alphabet with the fewest invalid tokens was meant; on a tie the one that was found.
    let is_miss = |alphabet, place: &Place| value(alphabet, place.of(raw)).is_none();
    let misses = |alphabet| {
        places
            .iter()
            .filter(|place| is_miss(alphabet, place))
            .count()
    };
    let others = Alphabet::OF_CHARACTERS.into_iter();
    let others = others.filter(|other| alphabet != Alphabet::Numbers && other.exists(side));
    let all = [alphabet].into_iter().chain(others);
    let meant = all.min_by_key(|&other| misses(other)).unwrap_or(alphabet);
    let place = places.iter().find(|place| is_miss(meant, place)).copied();
    let place = place.unwrap_or(Place::new(0, 0));
    let reason = match place.of(raw) {
        &[byte] => Reason::Character {
            character: char::from(byte),
            expected: meant.expected(side),
        },
        token => number(token, side),
    };
    Err(Fault::new(place.start(), place.len(), reason))
}

/// A board whose tokens are the digits that each cell can hold. A blank stands for none of them, so
/// it is a mistake.
fn pencil(raw: &[u8], places: &[Place], shape: &Shape) -> Result<Grid, Fault> {
    let side = shape.side();
    let is_blank = |place: &&Place| place.of(raw).iter().all(|&byte| digit_value(byte) == 0);
    if let Some(blank) = places.iter().position(|place| is_blank(&place)) {
        let is_long = |place: &&Place| place.len() > 1 && !is_blank(place);
        let blanks = places.iter().filter(is_blank).count();
        // Where most cells are blank, this is a board of values, and longer numbers are wrong.
        return match places.iter().find(is_long) {
            Some(long) if blanks > places.iter().filter(is_long).count() => {
                let reason = number(long.of(raw), side);
                Err(Fault::new(long.start(), long.len(), reason))
            }
            _ => Err(no_mark(blank, places[blank], shape)),
        };
    }
    let marks = |place: &Place| pencil_marks(place.of(raw), side).unwrap_or_default();
    Ok(Grid::from_marks(places.iter().map(marks).collect()))
}

/// The fault of a cell that has nothing left.
fn no_mark(cell: usize, place: Place, shape: &Shape) -> Fault {
    let (row, column) = shape.place(cell);
    let reason = Reason::NoMark {
        row: row + 1,
        column: column + 1,
    };
    Fault::new(place.start(), place.len(), reason)
}

/// A board with a place for each digit of each cell.
fn marks(raw: &[u8], places: &[Place], shape: &Shape) -> Result<Grid, Fault> {
    let mut all = Vec::with_capacity(places.len());
    for (cell, place) in places.iter().enumerate() {
        let mut marks = 0;
        for (bit, &byte) in place.of(raw).iter().enumerate() {
            let digit = digit_value(byte);
            if usize::from(digit) == bit + 1 {
                marks |= 1 << bit;
            } else if digit != 0 {
                let found = char::from(byte);
                let reason = Reason::Mark {
                    found,
                    digit: bit + 1,
                };
                return Err(Fault::new(place.start() + bit, 1, reason));
            }
        }
        if marks == 0 {
            return Err(no_mark(cell, *place, shape));
        }
        all.push(marks);
    }
    Ok(Grid::from_marks(all))
}

/// The length of a short text in bytes: a board in one line.
const SHORT: usize = 128;

/// Writes a short text of a board with one character for each cell, with values in place of blanks.
/// The cells are given as (place, (old value, new value)). Returns false, and writes nothing, if it
/// is another text.
pub(super) fn write_short<'a>(
    raw: &[u8],
    alphabet: Alphabet,
    cells: impl Iterator<Item = (&'a Place, (&'a u8, &'a u8))> + Clone,
    output: &mut dyn Write,
) -> io::Result<bool> {
    let others = cells
        .clone()
        .fold(0, |bits, (place, _)| bits | (place.len() ^ 1));
    if raw.len() > SHORT || others != 0 || alphabet == Alphabet::Numbers {
        return Ok(false);
    }
    let mut text = [0; SHORT];
    text[..raw.len()].copy_from_slice(raw);
    // Nobody can predict which cells are blank, so each is written.
    for (place, (&given, &value)) in cells {
        let byte = &mut text[place.start() % SHORT];
        let is_filled = (given == 0) & (value != 0);
        *byte = select_unpredictable(is_filled, alphabet.byte(value), *byte);
    }
    output.write_all(&text[..raw.len()])?;
    Ok(true)
}

/// Writes a board with values in place of the tokens of some blanks.
pub(super) fn write(
    raw: &[u8],
    places: &[Place],
    token: Token,
    fill: impl Iterator<Item = (Place, u8)>,
    output: &mut dyn Write,
) -> io::Result<()> {
    match token {
        Token::Symbol(alphabet) if alphabet == Alphabet::Numbers || !are_characters(places) => {
            write_words(raw, &|value| alphabet.token(value), fill, output)
        }
        Token::Spaced(alphabet, step) => write_columns(raw, alphabet, step, fill, output),
        Token::Pencil => write_words(raw, &|value| value.to_string(), fill, output),
        Token::Symbol(alphabet) => write_bytes(
            raw,
            fill.map(|(place, value)| (place, alphabet.byte(value))),
            output,
        ),
        Token::Marks => {
            // All marks of a cell are taken away but one.
            let bytes = fill.flat_map(|(place, value)| {
                (0..place.len()).map(move |bit| {
                    let at = Place::new(place.start() + bit, 1);
                    let is_value = bit + 1 == usize::from(value);
                    (
                        at,
                        if is_value {
                            Alphabet::Digits.byte(value)
                        } else {
                            b'.'
                        },
                    )
                })
            });
            write_bytes(raw, bytes, output)
        }
    }
}

/// Whether every cell is one byte. Without a branch for each cell.
fn are_characters(places: &[Place]) -> bool {
    places
        .iter()
        .fold(0, |bits, place| bits | (place.len() ^ 1))
        == 0
}

/// Writes a text with some of its bytes, ascending, replaced.
fn write_bytes(
    raw: &[u8],
    mut fill: impl Iterator<Item = (Place, u8)>,
    output: &mut dyn Write,
) -> io::Result<()> {
    const PIECE: usize = 512;
    let mut next = fill.next();
    let mut buffer = [0; PIECE];
    for (piece, bytes) in raw.chunks(PIECE).enumerate() {
        let written = &mut buffer[..bytes.len()];
        written.copy_from_slice(bytes);
        let start = piece * PIECE;
        while let Some((place, byte)) = next {
            let Some(at) = written.get_mut(place.start() - start) else {
                break;
            };
            *at = byte;
            next = fill.next();
        }
        output.write_all(written)?;
    }
    Ok(())
}

/// Writes a text with some of its words, ascending, replaced by those of values.
pub(super) fn write_words(
    raw: &[u8],
    word: &dyn Fn(u8) -> String,
    fill: impl Iterator<Item = (Place, u8)>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut from = 0;
    for (place, value) in fill {
        let token = word(value);
        let between = raw.get(from..place.start()).unwrap_or_default();
        let old = String::from_utf8_lossy(place.of(raw)).chars().count();
        let longer = token.chars().count().saturating_sub(old);
        output.write_all(&between[..between.len() - spare(between, from == 0).min(longer)])?;
        output.write_all(token.as_bytes())?;
        from = place.start() + place.len();
        // No column needs a space before the comma or the bracket of a list.
        let is_list = matches!(raw.get(from), Some(b',' | b']' | b')' | b'}' | b';'));
        for _ in token.chars().count()..old * usize::from(!is_list) {
            output.write_all(b" ")?;
        }
    }
    output.write_all(raw.get(from..).unwrap_or_default())
}

/// Writes a text with some of its blanks, ascending, replaced by values in fixed columns. A cell
/// after the end of its line has the place of that end, and spaces are added before it.
fn write_columns(
    raw: &[u8],
    alphabet: Alphabet,
    step: usize,
    fill: impl Iterator<Item = (Place, u8)>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut from = 0;
    let mut last = None;
    for (place, value) in fill {
        let start = place.start();
        output.write_all(raw.get(from..start).unwrap_or_default())?;
        if place.len() == 0 {
            let line = raw.get(..start).unwrap_or_default();
            let line = line.rsplit(|&byte| byte == b'\n').next();
            let length = line.unwrap_or_default().len();
            let missing = match last {
                Some(end) if end == start => step - 1,
                _ => (step - length % step) % step,
            };
            output.write_all(&b" "[..missing.min(1)])?;
            last = Some(start);
        }
        let byte = match value {
            0 => b' ',
            value => alphabet.byte(value),
        };
        output.write_all(&[byte])?;
        from = start + place.len();
    }
    output.write_all(raw.get(from..).unwrap_or_default())
}

/// The number of spaces at the end of a text that are not needed to separate two words.
fn spare(between: &[u8], first: bool) -> usize {
    let spaces = between
        .iter()
        .rev()
        .take_while(|&&byte| byte == b' ')
        .count();
    let at_line_start = match between.len() - spaces {
        0 => first,
        end => between[end - 1] == b'\n',
    };
    if at_line_start {
        spaces
    } else {
        spaces.saturating_sub(1)
    }
}
