//! Places rules on a solved board: cages, lines, dots, numbers outside the grid.
//!
//! Every rule that is placed holds on the solved board. Cages and lines do not overlap.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg32;

use crate::grid::Grid;
use crate::rule::{CellRule, Detail, RuleKind};
use crate::shape::Shape;

/// The number of lines if none is asked for.
const LINES: usize = 8;
/// The number of cells of the largest usual cage.
const LARGEST_CAGE: usize = 5;
/// Attempts to place one line.
const ATTEMPTS: usize = 400;
/// The largest number of a rule that is tried.
const LARGEST_NUMBER: i64 = 120;

/// Rules to place: a kind, how many, and the number of each, if it is not the choice of the placer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) kind: RuleKind,
    pub(super) count: Option<usize>,
    pub(super) number: Option<i64>,
}

/// How rules of a kind lie on a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Cage,
    Line,
    Neighbours,
    Square,
    Outside,
    Cell,
}

/// How rules of a kind lie on a board; `None` if they are not placed.
fn form(kind: RuleKind) -> Option<Form> {
    use RuleKind as K;
    Some(match kind {
        K::Cage | K::Sum => Form::Cage,
        K::Thermometer
        | K::SlowThermometer
        | K::Arrow
        | K::DoubleArrow
        | K::Whispers
        | K::Renban
        | K::Nabner
        | K::Palindrome
        | K::RegionSum
        | K::Zipper
        | K::Between
        | K::Lockout
        | K::Modular
        | K::Entropic => Form::Line,
        K::Difference | K::Ratio | K::PairSum | K::Greater => Form::Neighbours,
        K::Quadruple => Form::Square,
        K::Sandwich
        | K::LittleKiller
        | K::XSum
        | K::Skyscraper
        | K::HiddenSkyscraper
        | K::NumberedRoom => Form::Outside,
        K::Odd | K::Even | K::Minimum | K::Maximum | K::RowIndex | K::ColumnIndex => Form::Cell,
        _ => return None,
    })
}

/// The rules in the order in which they are placed, whatever the order in which they were named:
/// lines without a number take much of the board, and cages without a number take all that is left.
pub(super) fn by_room(wanted: &[Wanted]) -> Vec<&Wanted> {
    let mut order: Vec<&Wanted> = wanted.iter().collect();
    order.sort_by_key(|wanted| match (form(wanted.kind), wanted.count) {
        (Some(Form::Cage), None) => 2,
        (Some(Form::Line), None) => 1,
        _ => 0,
    });
    order
}

impl RuleKind {
    /// Whether a generator places rules of this kind.
    #[must_use]
    pub fn is_placed(self) -> bool {
        form(self).is_some()
    }
}

/// What the board must be for placing rules of a kind, if it is not.
pub(super) fn lacks_for(shape: &Shape, kind: RuleKind) -> Option<&'static str> {
    let has_no_rows = form(kind) == Some(Form::Outside) && !shape.is_single();
    let needs = has_no_rows.then_some("needs a single board");
    shape.lacks_for(kind).or(needs)
}

/// Whether exchanging the smallest value and the largest, the next and the last but one, and so on,
/// maps boards that follow rules of a kind to such boards.
pub(super) fn is_mirrored(kind: RuleKind) -> bool {
    use RuleKind as K;
    matches!(
        kind,
        K::Whispers
            | K::Renban
            | K::Nabner
            | K::Palindrome
            | K::Between
            | K::Lockout
            | K::Difference
    )
}

/// A solved board on which rules are placed.
pub(super) struct Placer<'a> {
    shape: &'a Shape,
    values: Vec<i64>,
    /// The cells without a cage or a line.
    free: Vec<bool>,
    /// How much more the rules are to say than usual: from 0, more and smaller ones.
    density: usize,
    random: &'a mut Pcg32,
}

impl<'a> Placer<'a> {
    pub(super) fn new(
        shape: &'a Shape,
        solved: &Grid,
        density: usize,
        random: &'a mut Pcg32,
    ) -> Self {
        let least = shape.value_range().0;
        let values = solved.cells().iter();
        Self {
            shape,
            values: values.map(|&value| i64::from(value) - 1 + least).collect(),
            free: vec![true; solved.cells().len()],
            density,
            random,
        }
    }

    /// Places rules: as many as wanted, or fewer if there is no room.
    pub(super) fn place(&mut self, wanted: &Wanted) -> Vec<CellRule> {
        let Some(form) = form(wanted.kind) else {
            return Vec::new();
        };
        match form {
            Form::Cage => self.cages(wanted),
            Form::Line => {
                let count = wanted.count.unwrap_or(LINES + 2 * self.density);
                let lines = (0..count).map_while(|_| self.line(wanted));
                lines.collect()
            }
            _ => {
                let mut all = self.all(form, wanted);
                all.shuffle(self.random);
                all.truncate(wanted.count.unwrap_or(usize::MAX));
                all.sort_by_key(|rule| rule.cells[0]);
                all
            }
        }
    }

    fn holds(&self, rule: &CellRule) -> bool {
        rule.holds(self.shape, &|cell| self.values.get(cell).copied()) == Some(true)
    }

    /// The rule with a number that makes it hold.
    fn numbered(&self, rule: CellRule, wanted: &Wanted) -> Option<CellRule> {
        let rule = match (rule.kind, wanted.number) {
            (RuleKind::Sum, _) => {
                let sum = rule.cells.iter().map(|&cell| self.values[cell]).sum();
                rule.with(Detail::Factors(sum, Vec::new()))
            }
            (_, Some(number)) => rule.with_number(number),
            // X and V.
            (RuleKind::PairSum, None) => {
                let sum = rule.cells.iter().map(|&cell| self.values[cell]).sum();
                return [5, 10].contains(&sum).then(|| rule.with_number(sum));
            }
            (kind, None) if kind.has_number() && rule.number().is_none() => {
                let mut rules = (0..=LARGEST_NUMBER).map(|number| rule.clone().with_number(number));
                return rules.find(|rule| self.holds(rule));
            }
            _ => rule,
        };
        self.holds(&rule).then_some(rule)
    }

    /// Cages of neighbouring cells with different values: as many as wanted, or as cover the board.
    fn cages(&mut self, wanted: &Wanted) -> Vec<CellRule> {
        let mut cells: Vec<usize> = (0..self.values.len()).collect();
        cells.shuffle(self.random);
        let mut cages: Vec<Vec<usize>> = Vec::new();
        let largest = LARGEST_CAGE.saturating_sub(self.density).max(2);
        for start in cells {
            if !self.free[start] || wanted.count.is_some_and(|count| cages.len() == count) {
                continue;
            }
            let size = self.random.random_range(2..=largest);
            let mut cage = vec![start];
            self.free[start] = false;
            while cage.len() < size {
                let next: Vec<usize> = self
                    .joins(&cage)
                    .into_iter()
                    .filter(|&cell| self.free[cell])
                    .collect();
                let Some(&next) = next.choose(self.random) else {
                    break;
                };
                self.free[next] = false;
                cage.push(next);
            }
            if cage.len() > 1 {
                cages.push(cage);
                continue;
            }
            // A cell alone would be a given.
            self.free[start] = wanted.count.is_some();
            let joins = |cage: &&mut Vec<usize>| {
                let differs = cage
                    .iter()
                    .all(|&own| self.values[own] != self.values[start]);
                let mut neighbours = self.shape.neighbours(start).into_iter();
                differs
                    && cage.len() <= LARGEST_CAGE
                    && neighbours.any(|other| cage.contains(&other))
            };
            match cages.iter_mut().find(joins) {
                _ if wanted.count.is_some() => {}
                Some(cage) => cage.push(start),
                None => cages.push(cage),
            }
        }
        let rule = |mut cells: Vec<usize>| {
            cells.sort_unstable();
            self.numbered(CellRule::new(wanted.kind, cells), wanted)
        };
        let mut rules: Vec<CellRule> = cages.into_iter().filter_map(rule).collect();
        rules.sort_by_key(|rule| rule.cells[0]);
        rules
    }

    /// The neighbours of a cage whose values the cage does not have.
    fn joins(&self, cage: &[usize]) -> Vec<usize> {
        let neighbours = cage.iter().flat_map(|&cell| self.shape.neighbours(cell));
        let differs = |cell: &usize| {
            cage.iter()
                .all(|&own| self.values[own] != self.values[*cell])
        };
        let mut cells: Vec<usize> = neighbours.filter(differs).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// A line of free cells, each a king's move from the last.
    fn line(&mut self, wanted: &Wanted) -> Option<CellRule> {
        for attempt in 0..ATTEMPTS {
            // Short lines are found more often.
            let longest = if attempt < ATTEMPTS / 2 { 6 } else { 4 };
            let length = self
                .random
                .random_range(wanted.kind.least_cells().max(3)..=longest);
            let start = self.random.random_range(0..self.values.len());
            if !self.free[start] {
                continue;
            }
            let mut cells = vec![start];
            while cells.len() < length {
                let last = cells[cells.len() - 1];
                let mut next = self.king_moves(last);
                next.retain(|&cell| self.free[cell] && !cells.contains(&cell));
                next.retain(|&cell| self.may_follow(wanted, &cells, cell, length));
                let Some(&cell) = next.choose(self.random) else {
                    break;
                };
                cells.push(cell);
            }
            // Later attempts take what there is.
            let is_short = attempt < ATTEMPTS / 2 && cells.len() < length;
            if is_short || cells.len() < wanted.kind.least_cells().max(2) {
                continue;
            }
            let rule = CellRule::new(wanted.kind, cells);
            // Its line may have nothing to compare.
            if rule.meaning(self.shape).is_empty() {
                continue;
            }
            if let Some(rule) = self.numbered(rule, wanted) {
                rule.cells.iter().for_each(|&cell| self.free[cell] = false);
                return Some(rule);
            }
        }
        None
    }

    /// Whether a cell may come next on a line that is to have a length.
    fn may_follow(&self, wanted: &Wanted, cells: &[usize], cell: usize, length: usize) -> bool {
        use RuleKind as K;
        let value = self.values[cell];
        let values = cells.iter().map(|&own| self.values[own]);
        let sum: i64 = values.clone().skip(1).sum();
        match wanted.kind {
            K::Renban => {
                let least = values.clone().min().map_or(value, |least| least.min(value));
                let most = values.clone().max().map_or(value, |most| most.max(value));
                values.clone().all(|own| own != value) && most - least < length as i64
            }
            K::Arrow => sum + value <= self.values[cells[0]],
            K::Thermometer
            | K::SlowThermometer
            | K::Whispers
            | K::Nabner
            | K::Modular
            | K::Entropic => {
                let cells = cells.iter().copied().chain([cell]);
                let rule = CellRule::new(wanted.kind, cells);
                let rule = match wanted.number {
                    Some(number) => rule.with_number(number),
                    None => rule,
                };
                self.holds(&rule)
            }
            _ => true,
        }
    }

    /// The cells a king's move away.
    fn king_moves(&self, cell: usize) -> Vec<usize> {
        let (row, column) = self.shape.place(cell);
        let mut cells = Vec::new();
        for down in -1..=1 {
            for right in -1..=1 {
                let place = row
                    .checked_add_signed(down)
                    .zip(column.checked_add_signed(right));
                let other = place.and_then(|(row, column)| self.shape.cell(row, column));
                cells.extend(other.filter(|&other| other != cell));
            }
        }
        cells
    }

    /// All rules of a form that hold.
    fn all(&mut self, form: Form, wanted: &Wanted) -> Vec<CellRule> {
        let all = 0..self.values.len();
        let mut sets: Vec<Vec<usize>> = Vec::new();
        match form {
            Form::Neighbours => {
                for one in all {
                    for other in self.shape.neighbours(one) {
                        if one < other || wanted.kind == RuleKind::Greater {
                            sets.push(vec![one, other]);
                        }
                    }
                }
            }
            Form::Square => {
                sets = self.shape.squares();
                sets.retain(|square| square.len() == 4);
            }
            Form::Cell => sets.extend(all.map(|cell| vec![cell])),
            _ if !self.shape.is_single() => {}
            _ => {
                sets = match wanted.kind {
                    RuleKind::LittleKiller => self.diagonals(),
                    _ => self.shape.lines(),
                };
                if wanted.kind == RuleKind::Sandwich {
                    sets.truncate(self.shape.rows() + self.shape.columns());
                }
            }
        }
        let mut rules = Vec::new();
        for cells in sets {
            let mut rule = CellRule::new(wanted.kind, cells);
            if form == Form::Square {
                let mut values: Vec<i64> =
                    rule.cells.iter().map(|&cell| self.values[cell]).collect();
                values.shuffle(self.random);
                values.truncate(self.random.random_range(2..=4));
                values.sort_unstable();
                rule = rule.with(Detail::Values(values));
            }
            rules.extend(self.numbered(rule, wanted));
        }
        rules
    }

    /// The diagonals of at least two cells, each from its upper end.
    fn diagonals(&self) -> Vec<Vec<usize>> {
        let (rows, columns) = (self.shape.rows(), self.shape.columns());
        let mut diagonals = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                for (down, right) in [(1, 1), (1, -1)] {
                    let inside = |place: Option<(usize, usize)>| {
                        place.filter(|&(row, column)| row < rows && column < columns)
                    };
                    let step = |(row, column): (usize, usize), sign: isize| {
                        let row = row.checked_add_signed(sign * down);
                        inside(row.zip(column.checked_add_signed(sign * right)))
                    };
                    if step((row, column), -1).is_some() {
                        continue;
                    }
                    let cells = std::iter::successors(Some((row, column)), |&at| step(at, 1));
                    let cells: Vec<usize> =
                        cells.map(|(row, column)| row * columns + column).collect();
                    if cells.len() > 1 {
                        diagonals.push(cells);
                    }
                }
            }
        }
        diagonals
    }
}
