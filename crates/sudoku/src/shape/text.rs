//! The text of a shape.

use std::str::FromStr;

use super::Shape;
use super::build::{Plan, Regions};
use super::error::{FARTHEST, ShapeError, ShapeReason};
use super::help::help_on;
use super::map::{Map, Source, Word};
use super::rule::{Read, Rule, TABLE};
use crate::alphabet::LARGEST_SIDE;

/// Reads a shape from words, between spaces, commas, `+` or line ends, in any order. The rest is as
/// in the classic board.
///
/// | word | meaning |
/// |---|---|
/// | `classic` | the board of 9 x 9 |
/// | `6x6` | six rows and columns, with the boxes of [`Shape::with_side`] |
/// | `boxes:2x3` | boxes of two rows and three columns, on a board of 6 x 6 |
/// | `regions` | a map follows: a character for each cell, equal ones are a region |
/// | `at:r1c13` | one of several boards that overlap begins at this row and column of the picture |
/// | `samurai` | five such boards, at the corners and in the centre |
/// | the word of a [`Rule`] | that rule |
///
/// Words may have capital letters. A map is one line for each row, or one line for the whole board.
/// A map without a word before it is one of regions. A map of regions overrides boxes. A line that
/// begins with `#` is a comment.
///
/// # Errors
/// [`ShapeError`], with the line and the column of the word or the line that makes no sense, or if
/// there is no word.
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
/// assert!(error.to_string().starts_with("line 1, column 7: unknown shape \"y\""));
/// # Ok::<(), quadrille::sudoku::ShapeError>(())
/// ```
impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        Shape::from_text(text, Shape::CLASSIC_SIDE)
    }
}

impl Shape {
    /// The number of rows of the classic board.
    pub const CLASSIC_SIDE: usize = 9;

    /// Reads a shape like [`from_str`](Shape::from_str), with boards of `side` rows if the text
    /// names no size.
    ///
    /// # Errors
    /// Returns those of [`from_str`](Shape::from_str).
    ///
    /// ```
    /// use quadrille::sudoku::Shape;
    ///
    /// assert_eq!(Shape::from_text("x", 4)?, "4x4 x".parse()?);
    /// assert_eq!(Shape::from_text("6x6", 4)?, "6x6".parse()?);
    /// # Ok::<(), quadrille::sudoku::ShapeError>(())
    /// ```
    pub fn from_text(text: &str, side: usize) -> Result<Shape, ShapeError> {
        Reading::of(text)?.finish(side).map(Plan::build)
    }

    /// Returns whether the text of a shape names its size: by a size, a map, `classic`, `samurai`
    /// or `at:`.
    #[must_use]
    pub fn has_size(text: &str) -> bool {
        Reading::of(text).is_ok_and(|reading| reading.side().is_some())
    }
}

/// The words of a line; none, if it is a comment.
fn words(line: usize, text: &str) -> impl Iterator<Item = Word<'_>> {
    let is_comment = text.trim_start().starts_with('#');
    let is_separator = |c: char| c.is_whitespace() || c == ',' || c == '+';
    let mut column = 1;
    text.split_inclusive(is_separator)
        .map(move |piece| {
            let text = piece.trim_end_matches(is_separator);
            let word = Word { text, line, column };
            column += piece.chars().count();
            word
        })
        .filter(move |word| !is_comment && !word.text.is_empty())
}

/// A plan in the making: what was said so far, and where.
#[derive(Default)]
struct Reading<'a> {
    plan: Plan,
    /// The word that gave the size, and the size.
    size: Option<(Word<'a>, usize)>,
    /// The start of the map of regions. It overrides boxes.
    map: Option<Word<'a>>,
    /// Whether the word `classic` gave the size.
    is_classic: bool,
    samurai: Option<Word<'a>>,
    /// The rules, each with its word, or the start of its map.
    rules: Vec<(Word<'a>, Rule)>,
}

impl<'a> Reading<'a> {
    /// Reads all words and maps of a text.
    fn of(text: &'a str) -> Result<Reading<'a>, ShapeError> {
        let mut reading = Reading::default();
        let mut lines = text.lines().enumerate().peekable();
        let mut is_empty = true;
        while let Some((number, _)) = lines.peek() {
            let start = Word {
                line: number + 1,
                ..Word::FIRST
            };
            if reading.map.is_none() && is_bare_map(lines.clone()) {
                reading.regions(start, &mut lines)?;
                is_empty = false;
                continue;
            }
            let Some((number, line)) = lines.next() else {
                break;
            };
            for word in words(number + 1, line) {
                is_empty = false;
                // The rest of the line of a word with a map is ignored.
                if reading.word(word, &mut lines)? {
                    break;
                }
            }
        }
        if is_empty {
            Err(Word::FIRST.error(ShapeReason::Nothing { help: help_on("") }))
        } else {
            Ok(reading)
        }
    }

    /// The side that the text names.
    fn side(&self) -> Option<usize> {
        let map = |(_, rule): &(Word<'a>, Rule)| match rule {
            Rule::Extra(map) => Some(map.columns),
            _ => None,
        };
        let is_said = self.map.is_some() || self.is_classic || self.samurai.is_some();
        match (self.size, is_said || !self.plan.origins.is_empty()) {
            (Some((_, side)), _) => Some(side),
            (None, true) => Some(self.plan.square().size.rows),
            (None, false) => self.rules.iter().find_map(map),
        }
    }

    /// Takes the map of regions on the lines that follow.
    fn regions(&mut self, word: Word<'a>, lines: &mut Source<'a>) -> Result<(), ShapeError> {
        let (map, start) = Map::read(word, lines)?;
        let expected = map.columns;
        let mut regions = map.regions().into_iter();
        let bad = regions.find(|(_, cells)| cells.len() != expected);
        if let Some((letter, cells)) = bad {
            return Err(start.error(ShapeReason::Region {
                label: letter.to_string(),
                cells: cells.len(),
                expected,
            }));
        }
        if let Some(before) = self.map.replace(start) {
            let [text, before] = [word, before].map(|word| word.text.to_owned());
            return Err(word.error(ShapeReason::SecondSize { word: text, before }));
        }
        self.plan.regions = Regions::Map(map);
        Ok(())
    }

    /// Takes a word; returns whether a map followed it.
    fn word(&mut self, word: Word<'a>, lines: &mut Source<'a>) -> Result<bool, ShapeError> {
        let text = word.text.to_ascii_lowercase();
        if let Some((argument, read)) = entry(&text) {
            let (rule, place) = match read {
                Read::Word(read) => (read(argument).map_err(|reason| word.error(reason))?, word),
                Read::Map(rule) => {
                    let (map, start) = Map::read(word, lines)?;
                    (rule(map), start)
                }
            };
            self.rules.push((place, rule));
            return Ok(matches!(read, Read::Map(_)));
        }
        match &*text {
            "classic" => self.is_classic = true,
            "samurai" => self.samurai = Some(word),
            "regions" => {
                self.regions(word, lines)?;
                return Ok(true);
            }
            text => match text.strip_prefix("at:") {
                Some(place) => {
                    let origin = origin(place);
                    let place = place.to_owned();
                    match origin {
                        None => return Err(word.error(ShapeReason::Place { place })),
                        Some(origin) if self.plan.origins.contains(&origin) => {
                            return Err(word.error(ShapeReason::SamePlace { place }));
                        }
                        Some(origin) => self.plan.origins.push(origin),
                    }
                }
                None => self.divide(word, boxes(text).map_err(|reason| word.error(reason))?)?,
            },
        }
        Ok(false)
    }

    /// Takes a size, with its boxes if there are any.
    fn divide(
        &mut self,
        word: Word<'a>,
        (side, regions): (usize, Option<Regions>),
    ) -> Result<(), ShapeError> {
        if let Some((before, _)) = self.size.replace((word, side)) {
            let [text, before] = [word, before].map(|word| word.text.to_owned());
            return Err(word.error(ShapeReason::SecondSize { word: text, before }));
        }
        if let Some(regions) = regions.filter(|_| self.map.is_none()) {
            self.plan.regions = regions;
        }
        Ok(())
    }

    /// The plan; a board whose size was not named has `side` rows.
    fn finish(mut self, side: usize) -> Result<Plan, ShapeError> {
        if self.size.is_none()
            && self.map.is_none()
            && let Some(regions) = Regions::of_side(self.side().unwrap_or(side))
        {
            self.plan.regions = regions;
        }
        let square = self.plan.square();
        if let Some((word, expected)) = self.size.filter(|size| size.1 != square.size.rows) {
            let rows = square.size.rows;
            return Err(match self.map {
                Some(map) => map.error(ShapeReason::MapRows { rows, expected }),
                None => word.error(ShapeReason::NoBoxes { side: expected }),
            });
        }
        for (place, rule) in self.rules {
            let checked = rule.check(&square, &self.plan.rules);
            checked.map_err(|reason| place.error(reason))?;
            self.plan.rules.push(rule);
        }
        if let Some(word) = self.samurai {
            let Some((height, width)) = square.boxes else {
                let text = word.text.to_owned();
                return Err(word.error(ShapeReason::NeedsBoxes { word: text }));
            };
            if !self.plan.origins.is_empty() {
                return Err(word.error(ShapeReason::TwicePlaced));
            }
            let (down, right) = (square.size.rows - height, square.size.columns - width);
            self.plan.origins = vec![
                (0, 0),
                (0, 2 * right),
                (down, right),
                (2 * down, 0),
                (2 * down, 2 * right),
            ];
        }
        let checked = self.plan.check_together();
        checked.map_err(|reason| Word::FIRST.error(reason))?;
        Ok(self.plan)
    }
}

/// Whether a map of regions begins here without the word `regions`: two lines of as many
/// characters, at least four, or one line with all cells. The first line does not begin with a word
/// of a shape.
fn is_bare_map<'a>(mut lines: Source<'a>) -> bool {
    let Some((_, line)) = lines.next() else {
        return false;
    };
    let length = |line: &str| line.chars().filter(|c| !c.is_whitespace()).count();
    let is_known = |word: Word<'_>| {
        // A capital letter is rather a region than a rule.
        let text = match word.text.len() {
            1 => word.text.to_owned(),
            _ => word.text.to_ascii_lowercase(),
        };
        matches!(&*text, "classic" | "samurai" | "regions")
            || text.starts_with("at:")
            || entry(&text).is_some()
            || !matches!(boxes(&text), Err(ShapeReason::Unknown { .. }))
    };
    let Some(first) = words(1, line).next() else {
        return false;
    };
    let cells = length(line);
    let root = cells.isqrt();
    let next = lines
        .map(|(_, line)| length(line))
        .find(|&length| length > 0);
    cells >= 4 && !is_known(first) && (next == Some(cells) || root >= 4 && root * root == cells)
}

/// How the rule of a word is read, and what follows the colon of the word.
fn entry(word: &str) -> Option<(&str, &'static Read)> {
    TABLE.iter().find_map(|entry| {
        let argument = entry.words.iter().find_map(|&own| {
            let argument = word.strip_prefix(own)?;
            (argument.is_empty() || own.ends_with(':')).then_some(argument)
        });
        Some((argument?, &entry.read))
    })
}

/// The side and the boxes of `6x6` or `boxes:2x3`. Where no boxes divide the board, it needs a map.
fn boxes(word: &str) -> Result<(usize, Option<Regions>), ShapeReason> {
    let (of_boxes, size) = match word.strip_prefix("boxes:") {
        Some(size) => (true, size),
        None => (false, word),
    };
    let numbers = size.split_once('x').and_then(|(rows, columns)| {
        Some((rows.parse::<usize>().ok()?, columns.parse::<usize>().ok()?))
    });
    match numbers {
        None if of_boxes => Err(ShapeReason::BoxSize {
            text: size.to_owned(),
        }),
        None => Err(ShapeReason::Unknown {
            word: size.to_owned(),
            help: help_on(size),
        }),
        Some((height, width)) if of_boxes => {
            if (1..=LARGEST_SIDE).contains(&height.saturating_mul(width)) {
                return Ok((height * width, Some(Regions::Boxes { height, width })));
            }
            let (rows, columns) = (height, width);
            Err(ShapeReason::BoxCells { rows, columns })
        }
        Some((rows, columns)) if rows != columns => Err(ShapeReason::NotSquare { rows, columns }),
        Some((side, _)) => Ok((side, Regions::of_side(side))),
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
