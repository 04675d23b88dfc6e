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
//! 4. its lines and shades in `picture`.

use super::cells::Cells;
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
            /// Returns the word of the rule in the text of a shape.
            #[must_use]
            pub fn word(&self) -> &'static str {
                match self {
                    $(Rule::$variant { .. } => $word,)*
                }
            }
        }
    };
}

rules! {
    Diagonals "x", "both diagonals hold each value once", Read::Word(|_| Ok(Rule::Diagonals));
    Windows "windoku", "extra boxes, one cell in from the edges", Read::Word(|_| Ok(Rule::Windows));
    Disjoint "disjoint", "the cells at the same place of all boxes hold each value once", Read::Word(|_| Ok(Rule::Disjoint));
    Extra(Map) "extra", "a map of further regions, `.` for a cell in none; each has at most as many cells as a row", Read::Map(Rule::Extra);
    AntiKnight "anti-knight", "no two equal values a knight's move apart", Read::Word(|_| Ok(Rule::AntiKnight));
    AntiKing "anti-king", "no two equal values a king's move apart", Read::Word(|_| Ok(Rule::AntiKing));
    NonConsecutive "non-consecutive", "no two consecutive values side by side", Read::Word(|_| Ok(Rule::NonConsecutive));
}

/// Rows and columns of some cells.
pub(super) type Places = Vec<(usize, usize)>;

/// The facts about one board that rules need.
pub(super) struct Square {
    pub(super) side: usize,
    /// Rows and columns of its boxes, if it has boxes.
    pub(super) boxes: Option<(usize, usize)>,
}

impl Square {
    /// The rows and columns of all cells, in reading order.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let side = self.side;
        (0..side).flat_map(move |row| (0..side).map(move |column| (row, column)))
    }
}

impl Rule {
    /// Checks a rule on such a board, after the rules in `before`.
    pub(super) fn check(&self, square: &Square, before: &[Rule]) -> Result<(), ShapeReason> {
        match self {
            Rule::Windows | Rule::Disjoint if square.boxes.is_none() => {
                let word = self.word().to_owned();
                Err(ShapeReason::NeedsBoxes { word })
            }
            Rule::Extra(map) if map.side != square.side => Err(ShapeReason::MapRows {
                rows: map.side,
                expected: square.side,
            }),
            Rule::Extra(map) => {
                let (most, mut regions) = (square.side, map.regions());
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
        let side = square.side;
        match (self, square.boxes) {
            (Rule::Diagonals, _) => vec![
                (Kind::Diagonal(1), (0..side).map(|row| (row, row)).collect()),
                (
                    Kind::Diagonal(2),
                    (0..side).map(|row| (row, side - 1 - row)).collect(),
                ),
            ],
            (Rule::Windows, Some((height, width))) => {
                let (down, across) = ((side - 1) / (height + 1), (side - 1) / (width + 1));
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
                    let places = square.all().filter(place).collect();
                    (Kind::Group(number + 1), places)
                };
                (0..side).map(group).collect()
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
