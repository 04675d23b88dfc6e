//! From a plan to the shape that it means.

use std::collections::HashSet;

use super::cells::{Cells, Size};
use super::map::Map;
use super::rule::{Places, Rule, Square};
use super::unit::{Kind, Unit};
use super::{Shape, ShapeReason, rule};
use crate::alphabet::LARGEST_SIDE;

/// All that the text of a shape can say.
#[derive(Debug)]
pub(super) struct Plan {
    /// The size of a board, if the regions do not decide it.
    pub(super) size: Option<Size>,
    pub(super) regions: Regions,
    pub(super) rules: Vec<Rule>,
    /// Where the boards begin that overlap; none is one board.
    pub(super) origins: Vec<(usize, usize)>,
}

/// How the cells of a board are divided into as many regions as it has rows.
#[derive(Debug, Clone)]
pub(super) enum Regions {
    Boxes { height: usize, width: usize },
    Map(Map),
    None,
}

impl Regions {
    /// Boxes as square as they can be, not higher than wide.
    pub(super) fn of_side(side: usize) -> Option<Regions> {
        if side > LARGEST_SIDE {
            return None;
        }
        let heights = (2..side).take_while(|height| height * height <= side);
        let height = heights
            .filter(|&height| side.is_multiple_of(height))
            .last()?;
        let width = side / height;
        Some(Regions::Boxes { height, width })
    }

    /// The size of a board that is divided into as many regions as it has rows.
    fn size(&self) -> Size {
        Size::square(match *self {
            Regions::Boxes { height, width } => height * width,
            Regions::Map(ref map) => map.columns,
            Regions::None => Shape::CLASSIC_SIDE,
        })
    }

    /// Rows and columns, unless the board is raw, and boxes or regions.
    fn units(&self, square: &Square, is_raw: bool) -> Vec<(Kind, Places)> {
        let Size { rows, columns, .. } = square.size;
        let row = |row| (0..columns).map(|column| (row, column)).collect();
        let column = |column| (0..rows).map(|row| (row, column)).collect();
        let mut units: Vec<(Kind, Places)> =
            (0..rows).map(|at| (Kind::Row(at + 1), row(at))).collect();
        units.extend((0..columns).map(|at| (Kind::Column(at + 1), column(at))));
        if is_raw {
            units.clear();
        }
        match self {
            &Regions::Boxes { height, width } => {
                let across = columns / width;
                units.extend((0..rows / height * across).map(|number| {
                    let is_in = |&(row, column): &(usize, usize)| {
                        row / height * across + column / width == number
                    };
                    let cells = square.size.all().filter(is_in).collect();
                    (Kind::Box(number + 1), cells)
                }));
            }
            Regions::Map(map) => {
                let regions = map.regions().into_iter().filter(|region| region.0 != ' ');
                units.extend(regions.map(|(letter, cells)| (Kind::Region(letter), cells)));
            }
            Regions::None => {}
        }
        units
    }
}

impl Plan {
    pub(super) fn new(regions: Regions) -> Plan {
        Plan {
            size: None,
            regions,
            rules: Vec::new(),
            origins: Vec::new(),
        }
    }

    /// What rules see of a board.
    pub(super) fn square(&self) -> Square {
        Square {
            size: self.size.unwrap_or_else(|| self.regions.size()),
            boxes: match self.regions {
                Regions::Boxes { height, width } => Some((height, width)),
                _ => None,
            },
        }
    }

    /// Checks rules that exclude each other, or several boards.
    pub(super) fn check_together(&self) -> Result<(), ShapeReason> {
        let is_raw = self.rules.contains(&Rule::Raw);
        for rule in &self.rules {
            let word = rule.word().to_owned();
            match rule {
                Rule::UnequalLines | Rule::Doppelganger | Rule::SameValues if is_raw => {
                    return Err(ShapeReason::NotRaw { word });
                }
                Rule::UnequalLines if self.origins.len() > 1 => {
                    return Err(ShapeReason::NeedsSingle { word });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The shape. O(cells * (values + rules)).
    pub(super) fn build(mut self) -> Shape {
        let rank = |rule: &Rule| {
            let mut entries = rule::TABLE.iter();
            entries.position(|entry| entry.words[0] == rule.word())
        };
        self.rules.sort_by_key(rank);
        self.rules.dedup();
        let square = self.square();
        let is_raw = self.rules.contains(&Rule::Raw);
        if self.origins.is_empty() {
            self.origins.push((0, 0));
        }
        let cells = Cells::new(square.size, &self.origins);
        let mut units = Vec::new();
        for (number, &(top, left)) in self.origins.iter().enumerate() {
            let board = (self.origins.len() > 1).then_some(number + 1);
            let of_rules = self.rules.iter().flat_map(|rule| rule.units(&square));
            for (kind, places) in self
                .regions
                .units(&square, is_raw)
                .into_iter()
                .chain(of_rules)
            {
                let cell = |(row, column)| cells.get(top + row, left + column);
                let mut cells: Vec<usize> = places.into_iter().filter_map(cell).collect();
                cells.sort_unstable();
                units.push(Unit { kind, board, cells });
            }
        }
        // A box where two boards overlap belongs to both. But a region may be a whole row.
        let mut known = HashSet::new();
        units.retain(|unit| {
            let is_region = matches!(unit.kind, Kind::Box(_) | Kind::Region(_));
            known.insert((unit.cells.clone(), is_region))
        });
        // Those with all values first, else in the order in which they are said.
        units.sort_by_key(|unit| unit.cells.len() < square.size.values);
        let mut apart = Vec::new();
        for rule in &self.rules {
            rule.lay(&cells, &mut units, &mut apart);
        }
        let (starts, units_of) = units_of_cells(&cells, &units);
        Shape {
            starts,
            units_of,
            rules: self.rules,
            cells,
            units,
            apart,
            cell_rules: Vec::new(),
        }
    }
}

/// The numbers of the units of all cells, and where those of each cell begin.
fn units_of_cells(cells: &Cells, units: &[Unit]) -> (Vec<usize>, Vec<usize>) {
    let mut of: Vec<Vec<usize>> = vec![Vec::new(); cells.at.len()];
    for (number, unit) in units.iter().enumerate() {
        unit.cells.iter().for_each(|&cell| of[cell].push(number));
    }
    let starts = of.iter().scan(0, |end, numbers| {
        *end += numbers.len();
        Some(*end)
    });
    ([0].into_iter().chain(starts).collect(), of.concat())
}

impl Default for Plan {
    fn default() -> Plan {
        let (height, width) = (3, 3);
        Plan::new(Regions::Boxes { height, width })
    }
}

impl Shape {
    /// Returns the classic shape: 9 x 9 cells, boxes of 3 x 3.
    #[must_use]
    pub fn classic() -> Shape {
        Plan::default().build()
    }

    /// Returns the shape of a board with `side` rows and columns. Its boxes are as square as
    /// possible, and not higher than wide: 2 x 3 on a 6 x 6 board. Returns `None` if no boxes
    /// divide the board, because `side` is prime, or if it is not 4 to 36.
    #[must_use]
    pub fn with_side(side: usize) -> Option<Shape> {
        Some(Plan::new(Regions::of_side(side)?).build())
    }

    /// The shape without one of its units.
    pub(crate) fn without_unit(&self, place: usize) -> Shape {
        let mut shape = self.clone();
        shape.units.remove(place);
        (shape.starts, shape.units_of) = units_of_cells(&shape.cells, &shape.units);
        shape
    }

    /// Returns the shape without one of its rules for the whole board. Its units stay.
    pub(crate) fn without_rule(&self, place: usize) -> Shape {
        let mut shape = self.clone();
        shape.rules.remove(place);
        shape
    }

    /// Returns the shape without one of its rules for the whole board, and without its units.
    /// `None` where boards overlap, or if its rules about cells are too large without it.
    pub(crate) fn relaid_without_rule(&self, place: usize) -> Option<Shape> {
        // Without the word that allows equal values, there would be more units.
        if !self.is_single() || self.rules[place] == Rule::Raw {
            return None;
        }
        let rules = self.rules.iter().enumerate();
        let others = rules.filter(|own| own.0 != place).map(|own| own.1.clone());
        let shape = Shape::outlined(&self.outline(), others).ok()?;
        shape.with_cell_rules(self.cell_rules.iter().cloned()).ok()
    }

    /// Whether boxes divide a board of `side` rows and columns.
    pub(crate) fn has_boxes(side: usize) -> bool {
        Shape::box_height(side).is_some()
    }

    /// The number of rows of the boxes of such a board, if boxes divide it.
    pub(crate) fn box_height(side: usize) -> Option<usize> {
        match Regions::of_side(side)? {
            Regions::Boxes { height, .. } => Some(height),
            _ => None,
        }
    }
}

impl Default for Shape {
    fn default() -> Shape {
        Shape::classic()
    }
}
