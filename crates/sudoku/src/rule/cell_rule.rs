//! A rule about some cells.

use std::collections::BTreeMap;

use super::kind::{Needs, RuleKind};
use super::machine::{Machine, Pattern};

/// A rule about some cells of a board, such as a cage or a thermometer: a kind, the cells in order,
/// and what the kind needs besides them.
///
/// Cells are numbered as in a [`Shape`](crate::Shape). Numbers and values are those that the
/// board shows, so a board with values from 0 may have a cage with the sum 0.
///
/// ```
/// use quadrille::sudoku::{CellRule, RuleKind, Shape};
///
/// let cage = CellRule::new(RuleKind::Cage, [0, 1]).with_number(17);
/// let shape = Shape::classic().with_cell_rules([cage])?;
/// assert_eq!(shape.describe(&shape.cell_rules()[0]), "the cage at r1c1 (sum 17)");
/// # Ok::<(), quadrille::sudoku::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellRule {
    pub(crate) kind: RuleKind,
    pub(crate) cells: Vec<usize>,
    pub(crate) detail: Detail,
}

/// What a rule says besides its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detail {
    /// Nothing.
    None,
    /// A number: a sum, a difference, a count.
    Number(i64),
    /// A sum, and a factor for each cell.
    Factors(i64, Vec<i64>),
    /// Values, lengths, or pairs of a count and a value, one after the other.
    Values(Vec<i64>),
    /// Pairs of values.
    Pairs(Vec<(i64, i64)>),
    /// A regular expression.
    Pattern(Pattern),
    /// A state machine.
    Machine(Machine),
    /// Lists of rules.
    Branches(Vec<Vec<CellRule>>),
}

impl CellRule {
    /// Returns a rule of a kind about some cells. A kind that needs more must get it from one of
    /// the methods below.
    #[must_use]
    pub fn new(kind: RuleKind, cells: impl IntoIterator<Item = usize>) -> Self {
        let detail = match kind.needs() {
            Needs::Usually(_, number) => Detail::Number(number),
            _ => Detail::None,
        };
        Self {
            kind,
            cells: cells.into_iter().collect(),
            detail,
        }
    }

    /// Returns a rule of which all of at least one list of rules hold.
    #[must_use]
    pub fn either(branches: Vec<Vec<CellRule>>) -> Self {
        Self::new(RuleKind::Either, []).with(Detail::Branches(branches))
    }

    /// Sets the number: a sum, a difference, a count, as the kind says.
    #[must_use]
    pub fn with_number(self, number: i64) -> Self {
        self.with(Detail::Number(number))
    }

    /// Sets the number, if there is one.
    pub(crate) fn with_given(self, number: Option<i64>) -> Self {
        match number {
            Some(number) => self.with_number(number),
            None => self,
        }
    }

    /// Sets what the rule says besides its cells.
    #[must_use]
    pub fn with(self, detail: Detail) -> Self {
        Self { detail, ..self }
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> RuleKind {
        self.kind
    }

    /// Returns the cells, in order.
    #[must_use]
    pub fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// The cells in order, each once; those of all rules of a choice.
    pub(crate) fn all_cells(&self) -> Vec<usize> {
        let inner = self.branches().iter().flatten().flat_map(Self::all_cells);
        let mut cells: Vec<usize> = Vec::new();
        for cell in self.cells.iter().copied().chain(inner) {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cells
    }

    /// The rule about other cells: what `cell` makes of each; `None` if it makes none of one.
    pub(crate) fn mapped(&self, cell: &dyn Fn(usize) -> Option<usize>) -> Option<Self> {
        let detail = match &self.detail {
            Detail::Branches(branches) => {
                let mapped =
                    |branch: &Vec<Self>| branch.iter().map(|own| own.mapped(cell)).collect();
                Detail::Branches(branches.iter().map(mapped).collect::<Option<_>>()?)
            }
            detail => detail.clone(),
        };
        let cells: Option<Vec<usize>> = self.cells.iter().map(|&own| cell(own)).collect();
        Some(Self::new(self.kind, cells?).with(detail))
    }

    /// Returns what the rule says besides its cells.
    #[must_use]
    pub fn detail(&self) -> &Detail {
        &self.detail
    }

    /// Returns the number, if the rule has one.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        match self.detail {
            Detail::Number(number) | Detail::Factors(number, _) => Some(number),
            _ => None,
        }
    }

    /// The lists of rules of a choice.
    pub(crate) fn branches(&self) -> &[Vec<CellRule>] {
        match &self.detail {
            Detail::Branches(branches) => branches,
            _ => &[],
        }
    }

    /// The values, if it has some.
    pub(crate) fn values(&self) -> &[i64] {
        match &self.detail {
            Detail::Values(values) => values,
            _ => &[],
        }
    }

    /// How many cells hold each value: of counts exactly, of a quadruple at least.
    pub(crate) fn wanted(&self) -> BTreeMap<i64, i64> {
        let mut wanted = BTreeMap::new();
        if self.kind == RuleKind::Counts {
            let pairs = self.values().chunks_exact(2);
            wanted.extend(pairs.map(|pair| (pair[1], pair[0])));
        } else {
            for &value in self.values() {
                *wanted.entry(value).or_default() += 1;
            }
        }
        wanted
    }

    /// The factor of each cell of a sum.
    pub(crate) fn factors(&self) -> Vec<i64> {
        match &self.detail {
            Detail::Factors(_, factors) if !factors.is_empty() => factors.clone(),
            _ => vec![1; self.cells.len()],
        }
    }

    /// How deep choices are inside each other: 0 if the rule is no choice.
    pub(crate) fn depth(&self) -> usize {
        let branches = self.branches().iter().flatten();
        let inner = branches.map(Self::depth).max().unwrap_or_default();
        inner + usize::from(self.kind == RuleKind::Either)
    }
}
