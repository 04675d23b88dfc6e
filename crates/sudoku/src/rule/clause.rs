//! What a rule says, in the few kinds of clauses that all readers know.
//!
//! `rules.rs` says what each rule means. Its readers: `holds.rs` evaluates clauses, `together.rs`
//! makes one state machine of them, `size.rs` counts their steps, and `encode/rules.rs` lays them
//! out.

use std::ops::RangeInclusive;

use super::automaton::Automaton;

/// A part of what a rule says. All clauses of a rule hold.
pub(crate) enum Clause {
    /// Each of the cells holds one of the values.
    Each(Vec<usize>, Values),
    /// The cells differ.
    Differ(Vec<usize>),
    /// Each pair of cells holds a pair of values from the table.
    Pairs(Vec<[usize; 2]>, Table),
    /// The cells, each times its factor, add up to the total.
    Sum(Vec<(usize, i64)>, i64),
    /// The pieces have the same total: the sum of their values or, given a value, the number of
    /// cells that hold it.
    SameTotals(Vec<Vec<usize>>, Option<i64>),
    /// So many of the cells hold one of the values.
    Count(Vec<usize>, Values, RangeInclusive<i64>),
    /// One of the cases holds: each gives values to some cells. No two cases hold at once.
    Cases(Vec<Vec<(usize, i64)>>),
    /// The machine accepts the values.
    Machine(Automaton),
    /// This number of the clauses hold. A choice cannot have it as a part.
    Holding(Vec<Clause>, RangeInclusive<i64>),
    /// All rules of at least one list hold. A rule is a list of clauses.
    Choice(Vec<Vec<Vec<Clause>>>),
    /// Clauses that have a better layout together. Only the layout and the size look at it.
    Better(Vec<Clause>, Better),
}

impl Clause {
    /// The cells that the clause reads, some of them perhaps several times.
    pub(crate) fn cells(&self) -> Vec<usize> {
        let all = |clauses: &[Self]| clauses.iter().flat_map(Self::cells).collect();
        match self {
            Self::Each(cells, _) | Self::Differ(cells) | Self::Count(cells, ..) => cells.clone(),
            Self::Pairs(pairs, _) => pairs.concat(),
            Self::Sum(terms, _) => terms.iter().map(|term| term.0).collect(),
            Self::SameTotals(pieces, _) => pieces.concat(),
            Self::Cases(cases) => cases.iter().flatten().map(|term| term.0).collect(),
            Self::Machine(machine) => machine.cells.clone(),
            Self::Choice(branches) => {
                let rules = branches.iter().flatten();
                rules.flat_map(|clauses| all(clauses)).collect()
            }
            Self::Better(clauses, _) | Self::Holding(clauses, _) => all(clauses),
        }
    }

    /// The machine, if the clause is one.
    pub(crate) fn machine(self) -> Option<Automaton> {
        match self {
            Self::Machine(machine) => Some(machine),
            _ => None,
        }
    }
}

/// A layout of some clauses: see `encode/better.rs`.
pub(crate) enum Better {
    /// Different cells with a sum.
    Cage(Vec<usize>, i64),
    /// The values of different cells are one of these sets, in any order.
    Sets(Vec<usize>, Vec<Vec<i64>>),
    /// The values of different cells are one of the sets that the clauses allow, in any order.
    AllSets(Vec<usize>),
    /// The sets of cells hold the same values; the cells of each differ.
    SameSets(Vec<Vec<usize>>),
    /// Any cells in a row, as many as there are classes, hold a value of each class.
    Classes(Vec<usize>, usize, Box<dyn Fn(i64) -> i64 + Send>),
    /// A loop with a sum, which is a machine if that is small enough, and a choice of lines if not.
    Loop(Vec<usize>, i64),
    /// The state of the machine after two cells decides what each later cell may hold.
    Fan,
    /// A machine that reads its cells twice. A hidden variable is the state after the first time,
    /// and the second time finds out whether it is right.
    Guess,
    /// The values between the lowest and the highest one of the board have a sum.
    Sandwich(Vec<usize>, i64),
    /// The first cells have a sum, as many as the first one says.
    XSum(Vec<usize>, i64),
    /// The last cell is the number of different values of the others.
    CountDistinct(Vec<usize>),
    /// Each value of the cells is the number of cells that hold it.
    CountingCircles(Vec<usize>),
}

/// A set of values, as the board shows them: a bit for each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Values(pub(super) u64);

impl Values {
    /// Values that no board has are left out.
    pub(crate) fn of(values: impl IntoIterator<Item = i64>) -> Self {
        let bit = |value: i64| 1_u64.checked_shl(u32::try_from(value).ok()?);
        let bits = values.into_iter().filter_map(bit);
        Self(bits.fold(0, |all, bit| all | bit))
    }

    pub(crate) fn has(self, value: i64) -> bool {
        self.0 >> value & 1 == 1
    }

    /// The value, if there is only one.
    pub(crate) fn only(self) -> Option<i64> {
        self.0
            .is_power_of_two()
            .then(|| i64::from(self.0.trailing_zeros()))
    }
}

/// The pairs of values that two cells may hold: for each value of the first, those of the second.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Table {
    least: i64,
    rows: Vec<Values>,
}

impl Table {
    /// The pairs of the values of a board that `allows` accepts.
    pub(super) fn new((least, most): (i64, i64), allows: impl Fn(i64, i64) -> bool) -> Self {
        let row = |a: i64| Values::of((least..=most).filter(|&b| allows(a, b)));
        let rows = (least..=most).map(row).collect();
        Self { least, rows }
    }

    pub(crate) fn allows(&self, a: i64, b: i64) -> bool {
        self.row(a).has(b)
    }

    /// Whether the values of a pair are equal.
    pub(crate) fn is_equality(&self) -> bool {
        let mut rows = (self.least..).zip(&self.rows);
        rows.all(|(a, row)| row.only() == Some(a))
    }

    /// The values that both cells may hold.
    pub(super) fn equal(&self) -> Values {
        let values = (self.least..).take(self.rows.len());
        Values::of(values.filter(|&value| self.allows(value, value)))
    }

    /// What may stand beside a value.
    pub(super) fn row(&self, a: i64) -> Values {
        self.rows[(a - self.least) as usize]
    }

    /// The same pairs with the second value first.
    pub(super) fn turned(&self) -> Self {
        let most = self.least + self.rows.len() as i64 - 1;
        Self::new((self.least, most), |a, b| self.allows(b, a))
    }
}
