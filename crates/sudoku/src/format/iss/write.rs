//! From a puzzle to ISS text.
//!
//! Rules without a name of their own are written by one that means the same: odd cells as
//! candidates, minima as greater signs, a diagonal that is not whole as a sum. Titles, authors and
//! solutions have no place in ISS text, so they are left out.

use super::cells::{letter, name};
use super::read::boxes_of;
use super::table::FLAGS;
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::marks;
use crate::format::puzzle::Puzzle;
use crate::format::table::word_of;
use crate::rule::RuleKind;
use crate::shape::{Division, Kind, Outline, Rule, Shape};

/// The largest board that ISS has.
const LARGEST: usize = 16;

/// Writes a puzzle.
///
/// # Errors
/// [`PuzzleReason::Unwritable`], with the name of a rule that the format does not have.
pub(in crate::format) fn write(puzzle: &Puzzle) -> Result<String, PuzzleError> {
    let shape = &puzzle.shape;
    let writing = Writing {
        shape,
        outline: shape.outline(),
    };
    let mut text = writing.size()?;
    for rule in shape.rules() {
        text += &writing.board_rule(rule)?;
    }
    if writing.has_ties() {
        text += ".FullRankTies~any";
    }
    for rule in shape.cell_rules() {
        let written = writing.rule(rule);
        text += &written.ok_or_else(|| unwritable(writing.culprit(rule)))?;
    }
    text += &writing.givens(puzzle)?;
    if text.is_empty() {
        // A classic board without givens.
        Ok(".Shape~9x9".to_owned())
    } else {
        Ok(text)
    }
}

fn unwritable(rule: String) -> PuzzleError {
    let format = "ISS text";
    PuzzleReason::Unwritable { format, rule }.at(0..0)
}

/// A puzzle that is being written.
pub(super) struct Writing<'a> {
    pub(super) shape: &'a Shape,
    pub(super) outline: Outline,
}

impl Writing<'_> {
    /// The size, the values, and the boxes or regions.
    fn size(&self) -> Result<String, PuzzleError> {
        let &Outline {
            rows,
            columns,
            values,
            lowest,
            ..
        } = &self.outline;
        if !self.shape.is_single() {
            return Err(unwritable("boards that overlap".to_owned()));
        }
        if values > LARGEST {
            return Err(unwritable(format!("a board with {values} values")));
        }
        let side = rows.max(columns);
        let is_raw = self.shape.rules().contains(&Rule::Raw);
        let mut text = match (values, lowest) {
            (_, 0) => format!(".Shape~{rows}x{columns}~0-{}", values - 1),
            _ if values != side => format!(".Shape~{rows}x{columns}~{values}"),
            _ if (rows, columns) != (9, 9) || is_raw => format!(".Shape~{rows}x{columns}"),
            _ => String::new(),
        };
        if is_raw {
            let range = if text.matches('~').count() == 1 {
                "~"
            } else {
                ""
            };
            text += &format!("{range}~Raw");
            // Such a grid has no boxes or regions of its own.
            let regions = self.shape.regions();
            let regions = regions.map(|unit| self.part("AllDifferent", "", unit.cells()));
            return Ok(text + &regions.collect::<String>());
        }
        let usual = Division::of_size(rows, columns, side);
        match &self.outline.division {
            division if *division == usual => {}
            Division::None => text += ".NoBoxes",
            division @ &Division::Boxes { height, width } => {
                let cells = height * width;
                if Division::of_size(rows, columns, cells) == *division {
                    text += &format!(".RegionSize~{cells}");
                } else {
                    let letter = |cell: usize| {
                        let (row, column) = (cell / columns, cell % columns);
                        letter(row / height * (columns / width) + column / width)
                    };
                    text += &self.regions(&(0..rows * columns).map(letter).collect::<Vec<_>>())?;
                }
            }
            Division::Regions(letters) => text += &self.regions(letters)?,
        }
        Ok(text)
    }

    /// A map of regions.
    fn regions(&self, letters: &[char]) -> Result<String, PuzzleError> {
        let mut known: Vec<char> = letters.to_vec();
        known.sort_unstable();
        known.dedup();
        let count = |letter: char| letters.iter().filter(|&&own| own == letter).count();
        let sizes = self.outline.rows.max(self.outline.columns)..=self.outline.values;
        // A set of cells of another size is no region, which is right for the cells in none.
        let odd = known
            .iter()
            .find(|&&letter| sizes.contains(&count(letter)) == (letter == ' '));
        if let Some(letter) = odd {
            return Err(unwritable(match letter {
                ' ' => format!("{} cells in no region", count(' ')),
                letter => format!("the region {letter} of {} cells", count(*letter)),
            }));
        }
        let is_plain = |letter: &char| letter.is_ascii_alphanumeric();
        let mut spare = (0..36).map(letter).filter(|own| !known.contains(own));
        let mut written = Vec::new();
        for &own in &known {
            let plain = if is_plain(&own) {
                Some(own)
            } else {
                spare.next()
            };
            written.push(plain.ok_or_else(|| unwritable("more than 36 regions".to_owned()))?);
        }
        let map = letters.iter().map(|own| {
            let place = known.binary_search(own);
            place.map_or('?', |place| written[place])
        });
        Ok(format!(".NoBoxes.Jigsaw~{}", map.collect::<String>()))
    }

    fn board_rule(&self, rule: &Rule) -> Result<String, PuzzleError> {
        let has = |other: Rule| self.shape.rules().contains(&other);
        let text = match rule {
            Rule::Diagonals => ".Diagonal~1.Diagonal~-1",
            Rule::Falling => ".Diagonal~-1",
            Rule::Rising => ".Diagonal~1",
            Rule::Windows | Rule::Disjoint if !self.has_usual_boxes(rule) => {
                let units = self.shape.units();
                let units = units.filter(|unit| match unit.kind() {
                    Kind::Window(_) => *rule == Rule::Windows,
                    Kind::Group(_) => *rule == Rule::Disjoint,
                    _ => false,
                });
                let units = units.filter(|unit| unit.cells().len() > 1);
                return Ok(units
                    .map(|unit| self.part("AllDifferent", "", unit.cells()))
                    .collect());
            }
            // One name for both.
            Rule::StrictWhite if has(Rule::StrictBlack) => ".StrictKropki",
            Rule::StrictBlack if has(Rule::StrictWhite) => "",
            Rule::UnequalLines => ".FullRankTies~none",
            // The size says it.
            Rule::Raw => "",
            Rule::Extra(map) => {
                let regions = marks::regions(map.letters(), '.');
                let regions = regions.iter().filter(|cells| cells.len() > 1);
                let regions = regions.map(|cells| self.part("AllDifferent", "", cells));
                return Ok(regions.collect());
            }
            _ => {
                let name = word_of(FLAGS, rule).map(|name| format!(".{name}"));
                return name.ok_or_else(|| unwritable(format!("the rule {}", rule.word())));
            }
        };
        Ok(text.to_owned())
    }

    /// Whether lines with a rank may be equal to others: the text says that of all of them.
    pub(super) fn has_ties(&self) -> bool {
        let mut rules = self.shape.cell_rules().iter();
        let may_tie = rules.any(|rule| rule.kind() == RuleKind::TiedRank);
        may_tie && !self.shape.rules().contains(&Rule::UnequalLines)
    }

    /// Whether the boxes of a rule are those that ISS takes.
    fn has_usual_boxes(&self, rule: &Rule) -> bool {
        let outline = &self.outline;
        let usual = Division::of_size(outline.rows, outline.columns, outline.rows);
        let size = match outline.division {
            _ if outline.division == usual => None,
            Division::Boxes { height, width } => Some(height * width),
            _ => None,
        };
        outline.rows == outline.columns && boxes_of(rule, outline, size) == outline.division
    }

    pub(super) fn name(&self, cell: usize) -> String {
        name(cell / self.outline.columns, cell % self.outline.columns)
    }

    /// The names of cells, each after a tilde.
    pub(super) fn cells(&self, cells: &[usize]) -> String {
        cells
            .iter()
            .map(|&cell| format!("~{}", self.name(cell)))
            .collect()
    }

    /// A part: its name, what comes before the cells, and the cells.
    pub(super) fn part(&self, name: &str, argument: &str, cells: &[usize]) -> String {
        let tilde = if argument.is_empty() { "" } else { "~" };
        format!(".{name}{tilde}{argument}{}", self.cells(cells))
    }

    /// The givens and the candidates.
    fn givens(&self, puzzle: &Puzzle) -> Result<String, PuzzleError> {
        let least = usize::from(self.outline.lowest);
        let mut text = String::new();
        for (cell, values) in marks::known(&puzzle.board, self.outline.values) {
            let name = self.name(cell);
            match &values[..] {
                // Two givens that exclude each other.
                [] if self.outline.values > 1 => {
                    text += &format!("~{name}_{least}~{name}_{}", least + 1);
                }
                [] => return Err(unwritable(format!("{name} without candidates"))),
                values => {
                    let values = values.iter().map(|value| format!("_{}", value + least));
                    text += &format!("~{name}{}", values.collect::<String>());
                }
            }
        }
        Ok(if text.is_empty() {
            text
        } else {
            format!(".{text}")
        })
    }
}
