//! The tokens of a board: from their bytes to values, and back with the blanks filled.

use std::io::{self, Write};

use super::error::Reason;
use super::fault::{Fault, number, pencil_marks};
use super::token::{Form, Place, Token};
use crate::sudoku::alphabet::{Alphabet, Seen, digit_value};
use crate::sudoku::grid::Grid;
use crate::sudoku::shape::Shape;

/// Reads the tokens at some places.
pub(super) fn read(
    raw: &[u8],
    places: &[Place],
    form: Form,
    shape: &Shape,
    lenient: bool,
) -> Result<(Token, Grid), Fault> {
    let side = shape.side();
    let (token, grid) = if side <= 9 {
        let is_pencil = form == Form::Words && places.iter().any(|place| place.len() > 1);
        match form {
            Form::Marks => (Token::Marks, marks(raw, places, shape)?),
            _ if is_pencil => (Token::Pencil, pencil(raw, places, shape)?),
            _ => {
                let value = |place: &Place| {
                    digit_value(raw.get(place.start()).copied().unwrap_or_default())
                };
                let cells = places.iter().map(value).collect();
                (Token::Symbol(Alphabet::Digits), Grid::new(cells))
            }
        }
    } else {
        let alphabet = alphabet(raw, places, form, side);
        (
            Token::Symbol(alphabet),
            symbols(raw, places, alphabet, side)?,
        )
    };
    match shape.clash(&grid).filter(|_| !lenient) {
        None => Ok((token, grid)),
        Some(clash) => {
            let [_, second] = clash.cells();
            let reason = Reason::Clash {
                clash: Box::new(clash.named(|value| token.name(value))),
                board: Box::new(grid),
            };
            let (at, length) = match places.get(second) {
                Some(place) => (place.start(), place.len()),
                None => (0, 0),
            };
            Err(Fault::new(at, length, reason))
        }
    }
}

/// The alphabet of a board of more than nine values: numbers, if its tokens are words and none of them a letter.
fn alphabet(raw: &[u8], places: &[Place], form: Form, side: usize) -> Alphabet {
    let mut seen = Seen::default();
    let mut longest = 0;
    for place in places {
        place.of(raw).iter().for_each(|&byte| seen.add(byte));
        longest = longest.max(place.len());
    }
    if form == Form::Words && (longest > 1 || !seen.has_letters()) {
        return Alphabet::Numbers;
    }
    seen.alphabet(side)
}

fn symbols(raw: &[u8], places: &[Place], alphabet: Alphabet, side: usize) -> Result<Grid, Fault> {
    // Nothing but zeros is a blank board in any alphabet.
    if places.iter().all(|place| place.of(raw) == b"0") {
        return Ok(Grid::new(vec![0; places.len()]));
    }
    let mut cells = Vec::with_capacity(places.len());
    for place in places {
        let token = place.of(raw);
        let value = alphabet.value(token, side).ok_or_else(|| {
            let reason = match token {
                &[byte] => Reason::Character {
                    character: char::from(byte),
                    expected: alphabet.expected(side),
                },
                token => number(token, side),
            };
            Fault::new(place.start(), place.len(), reason)
        })?;
        cells.push(value);
    }
    Ok(Grid::new(cells))
}

/// A board whose tokens are the digits that each cell can hold. A blank stands for none of them, so it is a mistake.
fn pencil(raw: &[u8], places: &[Place], shape: &Shape) -> Result<Grid, Fault> {
    let side = shape.side();
    let is_blank = |place: &&Place| place.of(raw).iter().all(|&byte| digit_value(byte) == 0);
    if let Some(blank) = places.iter().position(|place| is_blank(&place)) {
        let is_long = |place: &&Place| place.len() > 1 && !is_blank(place);
        let blanks = places.iter().filter(is_blank).count();
        // Most blanks are those of a board of values, where a number of several digits is none.
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

/// Writes a board with values in place of the tokens of some blanks.
pub(super) fn write(
    raw: &[u8],
    token: Token,
    fill: impl Iterator<Item = (Place, u8)>,
    output: &mut impl Write,
) -> io::Result<()> {
    match token {
        Token::Symbol(Alphabet::Numbers) => write_words(raw, Alphabet::Numbers, fill, output),
        Token::Pencil => write_words(raw, Alphabet::Digits, fill, output),
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

/// Writes a text with some of its bytes, ascending, replaced.
fn write_bytes(
    raw: &[u8],
    mut fill: impl Iterator<Item = (Place, u8)>,
    output: &mut impl Write,
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

/// Writes a text with some of its words, ascending, replaced.
fn write_words(
    raw: &[u8],
    alphabet: Alphabet,
    fill: impl Iterator<Item = (Place, u8)>,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut from = 0;
    for (place, value) in fill {
        let token = alphabet.token(value);
        let between = raw.get(from..place.start()).unwrap_or_default();
        let longer = token.len().saturating_sub(place.len());
        output.write_all(&between[..between.len() - spare(between, from == 0).min(longer)])?;
        output.write_all(token.as_bytes())?;
        from = place.start() + place.len();
        for _ in token.len()..place.len() {
            output.write_all(b" ")?;
        }
    }
    output.write_all(raw.get(from..).unwrap_or_default())
}

/// How many of the spaces at the end of a text are not needed to part two words.
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
