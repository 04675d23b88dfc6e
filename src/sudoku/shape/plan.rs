//! The text of a shape, read into a plan.

use std::str::FromStr;

use super::map::{Map, Word};
use super::{LARGEST_SIDE, Shape, ShapeError};
use crate::text::count;

/// The words that stand alone, for the message about one that is unknown.
const WORDS: &str = "classic, a size such as 6x6, boxes:2x3, regions, extra, x, windoku, disjoint, anti-knight, \
                     anti-king, non-consecutive, samurai, at:r1c1";
/// The largest row and column at which a board may begin.
const FARTHEST: usize = 100;

/// All that the text of a shape can say.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) side: usize,
    pub(super) regions: Regions,
    /// A letter or nothing for each cell, for each map.
    pub(super) extras: Vec<Vec<Option<char>>>,
    pub(super) diagonals: bool,
    pub(super) windows: bool,
    pub(super) disjoint: bool,
    pub(super) anti_knight: bool,
    pub(super) anti_king: bool,
    pub(super) non_consecutive: bool,
    /// Where the boards begin that overlap; none is one board.
    pub(super) origins: Vec<(usize, usize)>,
}

/// How the cells of a board are divided into as many regions as it has rows.
#[derive(Debug, Clone)]
pub(super) enum Regions {
    Boxes {
        height: usize,
        width: usize,
    },
    /// The letter of each cell.
    Map(Vec<char>),
}

impl Default for Plan {
    fn default() -> Plan {
        Plan::of_boxes(3, 3)
    }
}

impl Plan {
    fn of_boxes(height: usize, width: usize) -> Plan {
        Plan {
            side: height * width,
            regions: Regions::Boxes { height, width },
            extras: Vec::new(),
            diagonals: false,
            windows: false,
            disjoint: false,
            anti_knight: false,
            anti_king: false,
            non_consecutive: false,
            origins: Vec::new(),
        }
    }

    pub(super) fn of_side(side: usize) -> Option<Plan> {
        if side > LARGEST_SIDE {
            return None;
        }
        let heights = (2..side).take_while(|height| height * height <= side);
        let height = heights
            .filter(|&height| side.is_multiple_of(height))
            .last()?;
        Some(Plan::of_boxes(height, side / height))
    }
}

/// A shape from words, parted by spaces, commas, `+` or line ends, in any order; what is not said is as in the classic
/// board.
///
/// | word | what it says |
/// |---|---|
/// | `classic` | nothing: the board of 9 x 9 |
/// | `6x6` | so many rows and columns, boxes as square as they can be: see [`Shape::with_side`] |
/// | `boxes:2x3` | boxes of two rows and three columns, on a board of 6 x 6 |
/// | `regions` | the lines that follow are a map: a character for each cell, equal ones are a region |
/// | `extra` | a map of further regions, `.` for a cell in none; each has at most as many cells as a row |
/// | `x` | both diagonals hold each value once |
/// | `windoku` | so do the boxes that stand one cell off the boxes |
/// | `disjoint` | so do the cells at the same place of all boxes |
/// | `anti-knight` | no two equal values a knight's move apart |
/// | `anti-king` | nor a king's move |
/// | `non-consecutive` | no two consecutive values side by side |
/// | `at:r1c13` | one of several boards that overlap begins at this row and column of the picture |
/// | `samurai` | five such boards, at the corners and in the centre |
///
/// A map is one line for each row, or one line for the whole board. A line that begins with `#` is a comment.
///
/// # Errors
/// [`ShapeError`], with the line and the column of the word or the line that makes no sense, or if there is no word.
///
/// ```
/// use quadrille::sudoku::Shape;
///
/// let jigsaw: Shape = "
///     ## a board of four rows
///     regions
///     AAAB
///     ACBB
///     CCDB
///     CDDD
///     x
/// ".parse()?;
/// assert_eq!(jigsaw.units().count(), 14);
/// let error = "6x6 + y".parse::<Shape>().unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 7: there is no shape \"y\""));
/// # Ok::<(), quadrille::sudoku::ShapeError>(())
/// ```
impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        let mut reading = Reading::default();
        let mut lines = text.lines().enumerate().peekable();
        let mut any = false;
        while let Some((number, line)) = lines.next() {
            for word in words(number + 1, line) {
                any = true;
                if let "regions" | "extra" = word.text {
                    let map = Map::read(word, &mut lines)?;
                    reading.map(word, map)?;
                    break;
                }
                reading.word(word)?;
            }
        }
        if !any {
            let (line, column) = (1, 1);
            let what = format!("no shape; expected {WORDS}");
            return Err(ShapeError { line, column, what });
        }
        reading.finish().map(|plan| plan.build())
    }
}

/// The words of a line; none, if it is a comment.
fn words(line: usize, text: &str) -> impl Iterator<Item = Word<'_>> {
    let is_comment = text.trim_start().starts_with('#');
    let mut column = 1;
    text.split_inclusive(|c: char| c.is_whitespace() || c == ',' || c == '+')
        .map(move |piece| {
            let word = Word {
                text: piece.trim_end_matches(|c: char| c.is_whitespace() || c == ',' || c == '+'),
                line,
                column,
            };
            column += piece.chars().count();
            word
        })
        .filter(move |word| !is_comment && !word.text.is_empty())
}

/// A plan in the making: what was said so far, and where.
#[derive(Default)]
struct Reading<'a> {
    plan: Plan,
    /// The word that gave the size.
    size: Option<Word<'a>>,
    extras: Vec<Map>,
    /// A word that needs boxes.
    needs_boxes: Option<Word<'a>>,
    samurai: Option<Word<'a>>,
}

impl<'a> Reading<'a> {
    fn word(&mut self, word: Word<'a>) -> Result<(), ShapeError> {
        let plan = &mut self.plan;
        match word.text {
            "classic" => {}
            "x" => plan.diagonals = true,
            "windoku" | "disjoint" => {
                plan.windows |= word.text == "windoku";
                plan.disjoint |= word.text == "disjoint";
                self.needs_boxes = Some(word);
            }
            "anti-knight" => plan.anti_knight = true,
            "anti-king" => plan.anti_king = true,
            "non-consecutive" => plan.non_consecutive = true,
            "samurai" => {
                self.samurai = Some(word);
                self.needs_boxes = Some(word);
            }
            text => {
                if let Some(place) = text.strip_prefix("at:") {
                    let origin = origin(place).ok_or_else(|| {
                        word.error(format!(
                            "\"{place}\" is no place for a board, expected r1c1 to r{FARTHEST}c{FARTHEST}"
                        ))
                    })?;
                    if plan.origins.contains(&origin) {
                        return Err(word.error(format!("two boards begin at {place}")));
                    }
                    plan.origins.push(origin);
                    return Ok(());
                }
                let (height, width) = boxes(word)?;
                self.size(word)?;
                self.plan.side = height * width;
                self.plan.regions = Regions::Boxes { height, width };
            }
        }
        Ok(())
    }

    fn map(&mut self, word: Word<'a>, map: Map) -> Result<(), ShapeError> {
        if word.text == "extra" {
            self.extras.push(map);
            return Ok(());
        }
        self.size(word)?;
        let side = map.side;
        let sizes = map.sizes();
        if let Some((letter, size)) = sizes.iter().find(|&(_, &size)| size != side) {
            let cells = count(*size, "cell");
            return Err(map.error(format!("region {letter} has {cells}, expected {side}")));
        }
        self.plan.side = side;
        self.plan.regions = Regions::Map(map.letters);
        Ok(())
    }

    fn size(&mut self, word: Word<'a>) -> Result<(), ShapeError> {
        match self.size.replace(word) {
            Some(before) => Err(word.error(format!(
                "\"{}\" after \"{}\": a shape has one size",
                word.text, before.text
            ))),
            None => Ok(()),
        }
    }

    fn finish(mut self) -> Result<Plan, ShapeError> {
        let side = self.plan.side;
        for map in self.extras {
            if map.side != side {
                let rows = map.side;
                let rows = count(rows, "row");
                return Err(map.error(format!("a map of {rows}, expected {side}")));
            }
            let sizes = map.sizes().into_iter();
            if let Some((letter, size)) = sizes.filter(|&(c, _)| c != '.').find(|&(_, n)| n > side)
            {
                let cells = count(size, "cell");
                let what = format!("extra region {letter} has {cells}, expected at most {side}");
                return Err(map.error(what));
            }
            let used = self.plan.extras.iter().flatten().flatten();
            if let Some(letter) = used.copied().find(|letter| map.letters.contains(letter)) {
                return Err(map.error(format!("two maps have an extra region {letter}")));
            }
            let letter = |&letter: &char| (letter != '.').then_some(letter);
            self.plan
                .extras
                .push(map.letters.iter().map(letter).collect());
        }
        match (&self.plan.regions, self.needs_boxes) {
            (Regions::Map(_), Some(word)) => {
                Err(word.error(format!("{} needs boxes, not regions", word.text)))
            }
            (&Regions::Boxes { height, width }, _) => {
                if let Some(word) = self.samurai {
                    if !self.plan.origins.is_empty() {
                        return Err(
                            word.error("samurai says where the boards are, \"at\" does so too")
                        );
                    }
                    let (down, right) = (side - height, side - width);
                    self.plan.origins = vec![
                        (0, 0),
                        (0, 2 * right),
                        (down, right),
                        (2 * down, 0),
                        (2 * down, 2 * right),
                    ];
                }
                Ok(self.plan)
            }
            _ => Ok(self.plan),
        }
    }
}

/// The boxes that `6x6` or `boxes:2x3` says.
fn boxes(word: Word<'_>) -> Result<(usize, usize), ShapeError> {
    let (form, size) = match word.text.strip_prefix("boxes:") {
        Some(size) => ("boxes", size),
        None => ("size", word.text),
    };
    let numbers = size.split_once('x').and_then(|(rows, columns)| {
        Some((rows.parse::<usize>().ok()?, columns.parse::<usize>().ok()?))
    });
    let Some((rows, columns)) = numbers else {
        return Err(word.error(match form {
            "boxes" => {
                format!("\"{size}\" is no size of a box, expected rows x columns, such as 2x3")
            }
            _ => format!("there is no shape \"{size}\"; expected {WORDS}"),
        }));
    };
    if form == "boxes" {
        let side = rows.saturating_mul(columns);
        return if (1..=LARGEST_SIDE).contains(&side) {
            Ok((rows, columns))
        } else {
            Err(word.error(format!(
                "a box of {rows} x {columns} has {}, expected 1 to {LARGEST_SIDE}",
                count(side, "cell")
            )))
        };
    }
    if rows != columns {
        return Err(word.error(format!(
            "a board has as many rows as columns; boxes of {rows} rows and {columns} columns are \"boxes:{size}\""
        )));
    }
    match Plan::of_side(rows).map(|plan| plan.regions) {
        Some(Regions::Boxes { height, width }) => Ok((height, width)),
        _ => Err(word.error(format!(
            "no boxes divide a board of {size}; expected a side from 4 to {LARGEST_SIDE} that is no prime, or a map \
             of its regions"
        ))),
    }
}

/// Row and column from 0 of a place such as `r1c13`.
fn origin(place: &str) -> Option<(usize, usize)> {
    let (row, column) = place.strip_prefix('r')?.split_once('c')?;
    let number = |text: &str| {
        let number: usize = text.parse().ok()?;
        (1..=FARTHEST).contains(&number).then(|| number - 1)
    };
    Some((number(row)?, number(column)?))
}
