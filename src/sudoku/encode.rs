//! The encoding of a shape as an exact cover.
//!
//! An option means "this value in this cell", and [`Encoding`] maps options to cells and values.
//! All boards of a shape have the same options: the givens of a board are forced options, and
//! values without a pencil mark are forbidden options.
//!
//! | item | requires that | covered by | kind |
//! |---|---|---|---|
//! | `r1c1` | the cell holds one value | all values in that cell | primary |
//! | `row1=5`, `column1=5`, `box1=5`, ... | the unit, with as many cells as there are values, holds the value | that value in its cells | primary |
//! | `extraA=5`, `knight:r1c1,r2c3=5`, ... | the unit, smaller than that, holds the value at most once | that value in its cells | secondary |
//! | `apart:r1c1,r1c2=5` | of two neighbours, if one holds 5, the other holds neither 5 nor 6 | 5 and 6 in both cells | secondary |
//!
//! The items of a unit with all values are primary: most boards are solved by finding the last
//! place of a value. The values 5 and 6 in two neighbours all exclude each other, so one secondary
//! item suffices.
//!
//! A rule that units cannot express adds its items in [`Draft::rule`], to the options of cells or
//! to options of its own.
//!
//! The classic board has 324 items, all primary, and 729 options of four items each.

use super::grid::Grid;
use super::shape::{Kind, Rule, Shape, Unit};
use crate::{BuildError, Builder, ItemId, OptionId, Problem, Solution};

/// Maps the options of a problem to cells and values. No other type knows how options are numbered.
///
/// A solution may also have options of rules, which put no value in any cell. The cells determine
/// these options, so each filled board is one solution of the problem.
///
/// ```
/// use quadrille::sudoku::Sudoku;
///
/// let sudoku = Sudoku::classic();
/// let option = sudoku.encoding().option(80, 9);
/// assert_eq!(sudoku.solver().problem().display_option(option).to_string(), "r9c9 row9=9 column9=9 box9=9");
/// assert_eq!(sudoku.encoding().candidate(option), Some((80, 9)));
/// ```
#[derive(Clone, Debug)]
pub struct Encoding {
    side: usize,
    cells: usize,
    /// The option of each value of each cell, cell by cell.
    options: Vec<OptionId>,
    /// The cell and the value of each option; the value is 0 for options of rules.
    candidates: Vec<(u32, u8)>,
}

/// No problem has this option: no solution holds it.
const NO_OPTION: OptionId = OptionId::new(u32::MAX);

impl Encoding {
    /// Encodes the blank board of a shape.
    pub(super) fn of(shape: &Shape) -> Result<(Encoding, Problem), BuildError> {
        Draft::of(shape)?.build(|_, _| true)
    }

    /// Encodes a board: the problem of its shape, but without the options of the values that the
    /// givens and pencil marks exclude.
    pub(super) fn of_board(shape: &Shape, board: &Grid) -> Result<(Encoding, Problem), BuildError> {
        Draft::of(shape)?.build(|cell, value| board.allows(cell, value))
    }

    /// Returns the option that puts a value (from 1) in a cell (from 0). If there is no such cell
    /// or value, returns an option that no problem has.
    #[must_use]
    pub fn option(&self, cell: usize, value: u8) -> OptionId {
        let value = usize::from(value);
        if cell >= self.cells || !(1..=self.side).contains(&value) {
            return NO_OPTION;
        }
        self.options[cell * self.side + value - 1]
    }

    /// Returns the cell and the value of an option, or `None` for an option of a rule.
    #[must_use]
    pub fn candidate(&self, option: OptionId) -> Option<(usize, u8)> {
        let &(cell, value) = self.candidates.get(option.index())?;
        (value > 0).then_some((cell as usize, value))
    }

    /// Returns the options of all cells: cell by cell in reading order, in each cell from value 1.
    pub(super) fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// Returns the board that a solution fills.
    #[must_use]
    pub fn grid(&self, solution: &[OptionId]) -> Grid {
        let mut cells = vec![0; self.cells];
        for &option in solution {
            if let Some((cell, value)) = self.candidate(option) {
                cells[cell] = value;
            }
        }
        Grid::new(cells)
    }

    /// Returns the boards that solutions fill.
    pub(super) fn grids(&self, solutions: &[Solution]) -> Vec<Grid> {
        let options = solutions.iter().map(Solution::options);
        options.map(|options| self.grid(options)).collect()
    }

    /// Shows what a board assumes: with `true` the options of its givens, and with `false` those of
    /// values without a pencil mark.
    pub(super) fn assume(&self, board: &Grid, mut show: impl FnMut(OptionId, bool)) {
        let largest = board.cells().iter().copied().max().unwrap_or_default();
        if board.cells().len() != self.cells || usize::from(largest) > self.side {
            return show(NO_OPTION, true);
        }
        for (cell, value) in board.givens() {
            show(self.option(cell, value), true);
        }
        for (cell, &marks) in board.marks().unwrap_or_default().iter().enumerate() {
            if board.get(cell).is_some() {
                continue;
            }
            let values = 1..=self.side as u8;
            for value in values.filter(|value| marks >> (value - 1) & 1 == 0) {
                show(self.option(cell, value), false);
            }
        }
    }
}

/// An unfinished problem: the items are declared, the options are not.
struct Draft {
    builder: Builder,
    side: usize,
    /// The items of each value of each cell, cell by cell.
    items: Vec<Vec<ItemId>>,
}

impl Draft {
    fn of(shape: &Shape) -> Result<Draft, BuildError> {
        let side = shape.side();
        let mut draft = Draft {
            builder: Problem::builder(),
            side,
            items: vec![Vec::new(); shape.cell_count() * side],
        };
        for cell in 0..shape.cell_count() {
            let item = draft.builder.primary(shape.name(cell).to_string())?;
            (1..=side).for_each(|value| draft.add(cell, value, item));
        }
        for unit in shape.units() {
            let name = name(shape, unit);
            for value in 1..=side {
                let name = format!("{name}={value}");
                let item = match unit.cells().len() == side {
                    true => draft.builder.primary(name)?,
                    false => draft.builder.secondary(name)?,
                };
                let cells = unit.cells().iter();
                cells.for_each(|&cell| draft.add(cell, value, item));
            }
        }
        for rule in shape.rules() {
            draft.rule(rule, shape)?;
        }
        Ok(draft)
    }

    /// Adds the items of a rule that units cannot express to the options of the values that it
    /// concerns.
    ///
    /// A rule may add options of its own if the cells determine them: for each way to fill the
    /// cells, at most one set of these options completes the cover. If two sets did, one board
    /// would be two solutions: counts, marginals and samples would count it twice, lists would show
    /// it twice, and `unique` and `check` would report a puzzle as ambiguous.
    fn rule(&mut self, rule: &Rule, shape: &Shape) -> Result<(), BuildError> {
        #[expect(
            clippy::single_match,
            reason = "one arm for each rule that has items of its own"
        )]
        match rule {
            Rule::NonConsecutive => {
                for [a, b] in shape.apart() {
                    for value in 1..self.side {
                        let name = format!("apart:{},{}={value}", shape.name(a), shape.name(b));
                        let item = self.builder.secondary(name)?;
                        for cell in [a, b] {
                            self.add(cell, value, item);
                            self.add(cell, value + 1, item);
                        }
                    }
                }
            }
            // Their units express them.
            _ => {}
        }
        Ok(())
    }

    /// Adds an item to the option that puts a value in a cell.
    fn add(&mut self, cell: usize, value: usize, item: ItemId) {
        self.items[cell * self.side + value - 1].push(item);
    }

    /// Adds the options of the cells, after those of rules. `allows` chooses the values of each
    /// cell.
    fn build(
        mut self,
        allows: impl Fn(usize, u8) -> bool,
    ) -> Result<(Encoding, Problem), BuildError> {
        let mut encoding = Encoding {
            side: self.side,
            cells: self.items.len() / self.side,
            options: Vec::new(),
            candidates: Vec::new(),
        };
        for (number, items) in self.items.into_iter().enumerate() {
            let (cell, value) = (number / self.side, (number % self.side) as u8 + 1);
            if !allows(cell, value) {
                encoding.options.push(NO_OPTION);
                continue;
            }
            let option = self.builder.option(items)?;
            encoding.options.push(option);
            encoding.candidates.resize(option.index(), (0, 0));
            encoding.candidates.push((cell as u32, value));
        }
        Ok((encoding, self.builder.build()))
    }
}

/// The name of a unit in the names of its items, different for each unit of a shape.
fn name(shape: &Shape, unit: &Unit) -> String {
    // There are many moves, distinguished by their cells.
    let moves = |name| {
        let cells = unit.cells().iter();
        let cells = cells.map(|&cell| shape.name(cell).to_string());
        format!("{name}:{}", cells.collect::<Vec<_>>().join(","))
    };
    let name = match unit.kind() {
        Kind::Row(number) => format!("row{number}"),
        Kind::Column(number) => format!("column{number}"),
        Kind::Box(number) => format!("box{number}"),
        Kind::Region(letter) => format!("region{letter}"),
        Kind::Diagonal(number) => format!("diagonal{number}"),
        Kind::Window(number) => format!("window{number}"),
        Kind::Group(number) => format!("group{number}"),
        Kind::Extra(letter) => format!("extra{letter}"),
        Kind::Knight => moves("knight"),
        Kind::King => moves("king"),
    };
    match unit.board() {
        Some(board) => format!("{name}@{board}"),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_only_the_options_that_it_allows() {
        let shape: Shape = "4x4".parse().unwrap();
        let mut board = Grid::from_marks(vec![0b1111; 16]);
        board.put(0, 2);
        let (encoding, problem) = Encoding::of_board(&shape, &board).unwrap();
        assert_eq!(problem.option_count(), 61);
        assert_eq!(encoding.option(0, 1), NO_OPTION);
        assert_eq!(encoding.candidate(encoding.option(0, 2)), Some((0, 2)));
        assert_eq!(encoding.candidate(OptionId::new(60)), Some((15, 4)));
        let marks = Grid::from_marks([vec![0b0101], vec![0b1111; 15]].concat());
        let (_, problem) = Encoding::of_board(&shape, &marks).unwrap();
        assert_eq!(problem.option_count(), 62);
    }

    #[test]
    fn options_of_rules_are_skipped() {
        let mut draft = Draft::of(&"4x4".parse().unwrap()).unwrap();
        let item = draft.builder.primary("state").unwrap();
        let first = draft.builder.option([item]).unwrap();
        let (encoding, problem) = draft.build(|_, _| true).unwrap();
        assert_eq!((problem.option_count(), encoding.options().len()), (65, 64));
        assert_eq!(encoding.candidate(first), None);
        let given = encoding.option(15, 4);
        assert_eq!(encoding.candidate(given), Some((15, 4)));
        let grid = encoding.grid(&[first, given, NO_OPTION]);
        assert_eq!(grid.to_string(), "...............4");
    }
}
