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
//! Rules that units cannot express add items to the options of cells, or options of their own: see
//! `board_rules.rs`, `rules.rs` (the clauses of rules about cells), `better.rs` and `parts.rs`
//! (better layouts of some clauses), `either.rs` (a choice) and [`model`](quadrille_core::model).
//! `known_sums.rs` adds sums that follow from cages.
//!
//! The classic board has 324 items, all primary, and 729 options of four items each.

mod better;
mod board_rules;
mod either;
mod known_sums;
mod parts;
mod rules;

pub(crate) use known_sums::KnownSum;

use super::grid::Grid;
use super::shape::{Kind, Shape, Unit};
use quadrille_core::model::{Model, Variable};
use quadrille_core::{Budget, BuildError, OptionId, Problem, Solution, Stop};

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
    /// Encodes the blank board of a shape, within a time limit and until a cancel token is
    /// cancelled.
    pub(super) fn of(shape: &Shape, budget: &Budget) -> Result<(Encoding, Problem), Stop> {
        Encoder::of(shape, &shape.blank(), budget)?.build(budget)
    }

    /// Encodes a board: the problem of its shape, but without the options of the values that the
    /// givens and pencil marks exclude.
    pub(super) fn of_board(
        shape: &Shape,
        board: &Grid,
        budget: &Budget,
    ) -> Result<(Encoding, Problem), Stop> {
        Encoder::of(shape, board, budget)?.build(budget)
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

    /// Whether there is an option that puts a value in a cell.
    pub(super) fn has(&self, cell: usize, value: u8) -> bool {
        self.option(cell, value) != NO_OPTION
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

    /// Adds to `givens` the options that a board forces, and shows those that it forbids: values
    /// without a pencil mark.
    pub(super) fn assume(
        &self,
        board: &Grid,
        givens: &mut Vec<OptionId>,
        mut forbid: impl FnMut(OptionId),
    ) {
        let cells = board.cells();
        let largest = cells.iter().copied().max().unwrap_or_default();
        if cells.len() != self.cells || usize::from(largest) > self.side {
            return givens.push(NO_OPTION);
        }
        // Nobody can predict which cells hold a value, so this writes an option for every cell, and
        // passes over it if the cell does.
        let start = givens.len();
        givens.resize(start + cells.len(), NO_OPTION);
        let mut next = start;
        for (&value, options) in cells.iter().zip(self.options.chunks_exact(self.side)) {
            givens[next] = options[usize::from(value).saturating_sub(1)];
            next += usize::from(value != 0);
        }
        givens.truncate(next);
        for (cell, &marks) in board.marks().unwrap_or_default().iter().enumerate() {
            if board.get(cell).is_some() {
                continue;
            }
            let values = 1..=self.side as u8;
            for value in values.filter(|value| marks >> (value - 1) & 1 == 0) {
                forbid(self.option(cell, value));
            }
        }
    }
}

/// The variables of the cells of a shape, and all its rules.
struct Encoder<'a> {
    shape: &'a Shape,
    model: Model,
    cells: Vec<Variable>,
}

impl<'a> Encoder<'a> {
    /// The cells take the values that a board allows, and all rules hold; none if the board does
    /// not fit. Values are excluded first, because what follows is then smaller.
    fn of(shape: &'a Shape, board: &Grid, budget: &Budget) -> Result<Self, Stop> {
        let least = shape.value_range().0;
        let mut model = Model::new();
        let fits = shape.fits(board);
        let cell = |cell: usize| {
            let values =
                (1..=shape.side() as u8).filter(|&value| fits && board.allows(cell, value));
            let values = values.map(|value| least + i64::from(value) - 1);
            model.variable(shape.name(cell).to_string(), values)
        };
        let cells = (0..shape.cell_count()).map(cell).collect();
        let mut encoder = Self {
            shape,
            model,
            cells,
        };
        for unit in shape.units() {
            let name = unit_name(shape, unit);
            let cells = encoder.variables(unit.cells());
            encoder.model.all_different(&name, &cells);
        }
        for rule in shape.rules() {
            encoder.rule(rule);
        }
        for (number, rule) in (1..).zip(shape.cell_rules()) {
            budget.poll()?;
            let name = format!("{}{number}", rule.kind().word());
            encoder.cell_rule(&name, rule);
        }
        encoder.add_known_sums();
        Ok(encoder)
    }

    /// The variables of some cells.
    fn variables(&self, cells: &[usize]) -> Vec<Variable> {
        cells.iter().map(|&cell| self.cells[cell]).collect()
    }

    /// Lays out the options.
    fn build(self, budget: &Budget) -> Result<(Encoding, Problem), Stop> {
        let (least, side) = (self.shape.value_range().0, self.shape.side());
        let (problem, layout) = match self.model.build_within(budget)? {
            Ok(built) => built,
            // A shape takes no rule that is too large: see rule/size.rs.
            Err(BuildError::TooManyStates(_) | BuildError::LargeSum(_)) => {
                return Err(Stop::TooLarge);
            }
            Err(error) => unreachable!("the names of cells, units and rules differ: {error}"),
        };
        let mut encoding = Encoding {
            side,
            cells: self.cells.len(),
            options: Vec::with_capacity(self.cells.len() * side),
            candidates: vec![(0, 0); problem.option_count()],
        };
        for (number, &cell) in self.cells.iter().enumerate() {
            for value in 1..=side as u8 {
                let option = layout.option(cell, i64::from(value) - 1 + least);
                encoding.options.push(option.unwrap_or(NO_OPTION));
                if let Some(option) = option {
                    encoding.candidates[option.index()] = (number as u32, value);
                }
            }
        }
        Ok((encoding, problem))
    }
}

/// The name of a unit in the names of its items, different for each unit of a shape.
pub(crate) fn unit_name(shape: &Shape, unit: &Unit) -> String {
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
    use crate::rule::{CellRule, RuleKind};
    use quadrille_core::Limits;

    fn unlimited() -> Budget {
        Budget::start(&Limits::new())
    }

    #[test]
    fn a_board_has_only_the_options_that_it_allows() {
        let shape: Shape = "4x4".parse().unwrap();
        let mut board = Grid::from_marks(vec![0b1111; 16]);
        board.put(0, 2);
        let (encoding, problem) = Encoding::of_board(&shape, &board, &unlimited()).unwrap();
        // Three values of the given cell, and its value in the seven cells that it sees.
        assert_eq!(problem.option_count(), 64 - 3 - 7);
        assert_eq!(encoding.option(0, 1), NO_OPTION);
        assert_eq!(encoding.candidate(encoding.option(0, 2)), Some((0, 2)));
        assert_eq!(encoding.candidate(OptionId::new(53)), Some((15, 4)));
        let marks = Grid::from_marks([vec![0b0101], vec![0b1111; 15]].concat());
        let (_, problem) = Encoding::of_board(&shape, &marks, &unlimited()).unwrap();
        assert_eq!(problem.option_count(), 62);
    }

    #[test]
    fn options_of_rules_are_skipped() {
        let rule = CellRule::new(RuleKind::Arrow, [0, 1, 5]);
        let shape: Shape = "4x4".parse().unwrap();
        let shape = shape.with_cell_rules([rule]).unwrap();
        let (encoding, problem) = Encoding::of(&shape, &unlimited()).unwrap();
        let of_cells = encoding.options().iter();
        let of_cells: Vec<&OptionId> = of_cells.filter(|&&option| option != NO_OPTION).collect();
        assert!(of_cells.len() < problem.option_count());
        let last = OptionId::new(problem.option_count() as u32 - 1);
        assert_eq!(encoding.candidate(last), None);
        let given = encoding.option(15, 4);
        assert_eq!(encoding.candidate(given), Some((15, 4)));
        let grid = encoding.grid(&[last, given, NO_OPTION]);
        assert_eq!(grid.to_string(), "...............4");
    }
}
