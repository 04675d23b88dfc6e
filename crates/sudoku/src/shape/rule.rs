//! The rules that a shape can have beside its rows, columns, and boxes or regions.
//!
//! A rule is one value of [`Rule`]. A new rule needs, in this order:
//!
//! 1. its line in the table: the value, its word and other words for it, its meaning, and how it is
//!    read. The enum, the reader, the documentation and the messages are made of that. Errors in it
//!    are found by [`Rule::check`];
//! 2. if it makes cells differ: the units that it adds, in [`Rule::units`] (board by board) or
//!    [`Rule::lay`] (in the whole picture), with a [`Kind`] for each. Such a rule is complete: the
//!    code that solves, checks and draws boards knows units;
//! 3. if it needs more: its items and options in `encode::rule`, its check in `clash::broken`;
//! 4. its shades in `picture`, or its place in `picture::rules::is_noted`.

use super::cells::{Cells, Size};
use super::error::ShapeReason;
use super::map::Map;
use super::unit::{Kind, Unit};

/// How a rule is read.
pub(super) enum Read {
    /// From its word; from what follows the colon, if the word ends in one.
    Word(fn(&str) -> Result<Rule, ShapeReason>),
    /// From the map on the lines after its word.
    Map(fn(Map) -> Rule),
}

/// A rule in the table: its word and other words for it, and how it is read.
pub(super) struct Entry {
    pub(super) words: &'static [&'static str],
    pub(super) read: Read,
}

/// Makes the enum, its documentation and the table.
macro_rules! rules {
    ($($variant:ident $(($data:ty))? $word:literal $(or $other:literal)*, $says:literal, $read:expr;)*) => {
        /// A rule that a shape can have beside its rows, columns, and boxes or regions.
        ///
        /// | word | what it says |
        /// |---|---|
        $(#[doc = concat!("| `", $word, "` | ", $says, " |")])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = concat!("`", $word, "`: ", $says, ".")] $variant $(($data))?,)*
        }

        /// All rules, in the order in which shapes have them.
        pub(super) const TABLE: &[Entry] = &[
            $(Entry { words: &[$word $(, $other)*], read: $read },)*
        ];

        impl Rule {
            /// The words of all rules, in the order of the table.
            pub const WORDS: &[&str] = &[$($word),*];

            /// Returns the word of the rule in the text of a shape.
            #[must_use]
            pub fn word(&self) -> &'static str {
                match self {
                    $(Rule::$variant { .. } => $word,)*
                }
            }

            /// Returns what the rule says.
            pub(crate) fn says(&self) -> &'static str {
                match self {
                    $(Rule::$variant { .. } => $says,)*
                }
            }
        }
    };
}

rules! {
    Diagonals "x", "both diagonals hold each value once", Read::Word(|_| Ok(Rule::Diagonals));
    Falling "falling-diagonal", "the diagonal from the upper left holds each value once", Read::Word(|_| Ok(Rule::Falling));
    Rising "rising-diagonal", "the diagonal from the lower left holds each value once", Read::Word(|_| Ok(Rule::Rising));
    Windows "windoku", "extra boxes, one cell in from the edges", Read::Word(|_| Ok(Rule::Windows));
    Disjoint "disjoint", "the cells at the same place of all boxes hold each value once", Read::Word(|_| Ok(Rule::Disjoint));
    Extra(Map) "extra", "a map of further regions, `.` for a cell in none; each has at most as many cells as a row", Read::Map(Rule::Extra);
    AntiKnight "anti-knight", "no two equal values a knight's move apart", Read::Word(|_| Ok(Rule::AntiKnight));
    AntiKing "anti-king", "no two equal values a king's move apart", Read::Word(|_| Ok(Rule::AntiKing));
    NonConsecutive "non-consecutive", "no two consecutive values side by side", Read::Word(|_| Ok(Rule::NonConsecutive));
    AntiTaxicab "anti-taxicab", "two cells that hold the value v are not v steps apart, where a step is to a neighbour in the row or column", Read::Word(|_| Ok(Rule::AntiTaxicab));
    Entropy "global-entropy", "every 2 x 2 square holds one of 1 2 3, one of 4 5 6 and one of 7 8 9", Read::Word(|_| Ok(Rule::Entropy));
    StrictWhite "strict-white", "neighbours without a dot are not consecutive", Read::Word(|_| Ok(Rule::StrictWhite));
    StrictBlack "strict-black", "of neighbours without a dot, none is twice the other", Read::Word(|_| Ok(Rule::StrictBlack));
    StrictXv "strict-xv", "neighbours without an X or V add up to neither 10 nor 5", Read::Word(|_| Ok(Rule::StrictXv));
    SameValues "same-values-everywhere", "all rows, columns and regions of the largest size have the same values, where there are more values than cells", Read::Word(|_| Ok(Rule::SameValues));
    Flatmates "dutch-flatmates", "each middle value has the least value directly above it, or the largest value directly below it, or both", Read::Word(|_| Ok(Rule::Flatmates));
    UnequalLines "unequal-lines", "no row or column reads the same as another one, from either end", Read::Word(|_| Ok(Rule::UnequalLines));
    Doppelganger "doppelganger", "each row, column and box holds 0 and lacks one other value; no two rows, columns or boxes lack the same value, nor do the row, the column and the box of a 0", Read::Word(|_| Ok(Rule::Doppelganger));
    Raw "raw", "rows and columns may hold equal values", Read::Word(|_| Ok(Rule::Raw));
}

/// Rows and columns of some cells.
pub(super) type Places = Vec<(usize, usize)>;

/// The facts about one board that rules need.
pub(super) struct Square {
    pub(super) size: Size,
    /// Rows and columns of its boxes, if it has boxes.
    pub(super) boxes: Option<(usize, usize)>,
}

impl Square {
    /// Whether each row, column and box can lack one value besides 0.
    fn has_doppelgangers(&self) -> bool {
        let Size {
            rows,
            columns,
            values,
            lowest,
        } = self.size;
        let is_fitting = |&(height, width): &(usize, usize)| height * width == rows;
        (columns, values, lowest) == (rows, rows + 1, 0)
            && self.boxes.as_ref().is_none_or(is_fitting)
    }
}

impl Rule {
    /// Whether the rule only makes cells differ, so that units express it.
    pub(crate) fn makes_units(&self) -> bool {
        match self {
            Rule::Diagonals
            | Rule::Falling
            | Rule::Rising
            | Rule::Windows
            | Rule::Disjoint
            | Rule::Extra(_)
            | Rule::AntiKnight
            | Rule::AntiKing
            | Rule::Raw => true,
            Rule::NonConsecutive
            | Rule::AntiTaxicab
            | Rule::Entropy
            | Rule::StrictWhite
            | Rule::StrictBlack
            | Rule::StrictXv
            | Rule::SameValues
            | Rule::Flatmates
            | Rule::UnequalLines
            | Rule::Doppelganger => false,
        }
    }

    /// Returns the rule with a word, if it needs no map.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Rule> {
        let entry = TABLE.iter().find(|entry| entry.words[0] == word)?;
        match entry.read {
            Read::Word(read) => read("").ok(),
            Read::Map(_) => None,
        }
    }

    /// Checks a rule on such a board, after the rules in `before`.
    pub(super) fn check(&self, square: &Square, before: &[Rule]) -> Result<(), ShapeReason> {
        match self {
            Rule::Windows | Rule::Disjoint if square.boxes.is_none() => {
                let word = self.word().to_owned();
                Err(ShapeReason::NeedsBoxes { word })
            }
            Rule::Diagonals | Rule::Falling | Rule::Rising | Rule::UnequalLines
                if square.size.rows != square.size.columns =>
            {
                let word = self.word().to_owned();
                Err(ShapeReason::NeedsSquare { word })
            }
            Rule::Entropy if square.size.values != 9 => {
                let (word, values) = (self.word().to_owned(), square.size.values);
                Err(ShapeReason::NeedsNine { word, values })
            }
            Rule::Extra(map)
                if map.rows() != square.size.rows || map.columns != square.size.columns =>
            {
                Err(ShapeReason::MapRows {
                    rows: map.rows(),
                    expected: square.size.rows,
                })
            }
            Rule::Doppelganger if !square.has_doppelgangers() => {
                let word = self.word().to_owned();
                Err(ShapeReason::NeedsZero { word })
            }
            Rule::Extra(map) => {
                let (most, mut regions) = (square.size.values, map.regions());
                regions.remove(&'.');
                for (letter, cells) in regions {
                    let cells = cells.len();
                    if cells > most {
                        return Err(ShapeReason::Extra {
                            letter,
                            cells,
                            most,
                        });
                    }
                    let is_used = |rule: &Rule| matches!(rule, Rule::Extra(map) if map.letters.contains(&letter));
                    if before.iter().any(is_used) {
                        return Err(ShapeReason::SameLetter { letter });
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The units that the rule adds to each board: cells that differ.
    pub(super) fn units(&self, square: &Square) -> Vec<(Kind, Places)> {
        let Size { rows, columns, .. } = square.size;
        let side = rows;
        match (self, square.boxes) {
            (Rule::Diagonals | Rule::Falling | Rule::Rising, _) => {
                let falling = (0..side).map(|row| (row, row)).collect();
                let rising = (0..side).map(|row| (row, side - 1 - row)).collect();
                let mut both = vec![(Kind::Diagonal(1), falling), (Kind::Diagonal(2), rising)];
                both.retain(|(kind, _)| match self {
                    Rule::Falling => *kind == Kind::Diagonal(1),
                    Rule::Rising => *kind == Kind::Diagonal(2),
                    _ => true,
                });
                both
            }
            (Rule::Windows, Some((height, width))) => {
                let (down, across) = ((rows - 1) / (height + 1), (columns - 1) / (width + 1));
                let window = |number| {
                    let top = number / across * (height + 1) + 1;
                    let left = number % across * (width + 1) + 1;
                    let cells = (top..top + height)
                        .flat_map(|row| (left..left + width).map(move |column| (row, column)));
                    (Kind::Window(number + 1), cells.collect())
                };
                (0..down * across).map(window).collect()
            }
            (Rule::Disjoint, Some((height, width))) => {
                let group = |number| {
                    let place = |&(row, column): &(usize, usize)| {
                        row % height * width + column % width == number
                    };
                    let places = square.size.all().filter(place).collect();
                    (Kind::Group(number + 1), places)
                };
                (0..height * width).map(group).collect()
            }
            (Rule::Extra(map), _) => {
                let regions = map.regions().into_iter().filter(|region| region.0 != '.');
                let unit = |(letter, places)| (Kind::Extra(letter), places);
                regions.map(unit).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Adds the units and the pairs apart that do not stop at the edges of boards that overlap.
    pub(super) fn lay(&self, cells: &Cells, units: &mut Vec<Unit>, apart: &mut Vec<[usize; 2]>) {
        let (kind, sets): (_, Vec<Vec<usize>>) = match self {
            Rule::AntiKnight => {
                let pairs = cells.neighbours(&[(1, 2), (2, 1), (2, -1), (1, -2)]);
                (Kind::Knight, pairs.into_iter().map(Vec::from).collect())
            }
            Rule::AntiKing => (Kind::King, cells.squares()),
            Rule::NonConsecutive => return apart.extend(cells.neighbours(&[(0, 1), (1, 0)])),
            _ => return,
        };
        for cells in sets {
            // Cells that are in one unit already need no other.
            let holds = |unit: &Unit| cells.iter().all(|cell| unit.cells.contains(cell));
            if !units.iter().any(holds) {
                let board = None;
                units.push(Unit { kind, board, cells });
            }
        }
    }
}
