//! A model in the making: variables, items, and constraints that are laid out later.

use std::fmt;
use std::ops::Range;

use smallvec::SmallVec;

use crate::ask::{Budget, Stop};
use crate::problem::BuildError;

/// A variable of a [`Model`]: it takes one of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(pub(super) u32);

impl Variable {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// An item of a [`Model`] that options of variables cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item(pub(super) usize);

/// Variables and constraints, to be laid out as an exact cover. See the [module](super).
#[derive(Default)]
pub struct Model {
    pub(super) unknowns: Vec<Unknown>,
    pub(super) items: Vec<Declared>,
    pub(super) functions: Vec<Function>,
    pub(super) tables: Vec<Table>,
    /// Constraints that are laid out when tables have removed values.
    pub(super) later: Vec<Later>,
    /// Sets of variables that take each of their values once.
    pub(super) complete: Vec<Vec<Variable>>,
    /// Items with the options of constraints.
    pub(super) groups: Vec<Group>,
    /// Sums of variables that are not hidden.
    pub(super) sums: Vec<LaidOut>,
    /// The first constraint that cannot be laid out.
    pub(super) error: Option<BuildError>,
    /// The limits of laying out.
    pub(super) budget: Option<Budget>,
}

/// Lays out a constraint.
pub(super) type Later = Box<dyn FnOnce(&mut Model) + Send>;

/// A variable.
pub(super) struct Unknown {
    pub(super) name: String,
    /// Ascending.
    pub(super) values: Vec<i64>,
    /// The items that the option of each value covers besides that of the variable.
    pub(super) parts: Vec<SmallVec<[Item; 4]>>,
    /// The item of the variable; `None` if it is hidden.
    pub(super) item: Option<Item>,
    /// A variable with the same value; itself, if it stands for all variables with its value.
    pub(super) same: Variable,
    /// One bit for each variable that has another value.
    pub(super) different: Vec<u64>,
}

/// An item to be declared.
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) covered: Covered,
}

/// How often an item is covered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Covered {
    Once,
    AtMostOnce,
    /// Between these numbers of times.
    Times(u32, u32),
    /// Any number of times, in one colour.
    InOneColour,
}

/// A hidden variable that is a function of another one.
pub(super) struct Function {
    pub(super) of: Variable,
    pub(super) result: Variable,
    /// Pairs of a value and its result.
    pub(super) values: Vec<(i64, i64)>,
}

/// Allowed tuples.
pub(super) struct Table {
    pub(super) name: String,
    pub(super) variables: Vec<Variable>,
    pub(super) rows: Vec<Vec<i64>>,
}

/// A sum, and the items that it was laid out as.
pub(super) struct LaidOut {
    pub(super) terms: Vec<(Variable, i128)>,
    pub(super) total: i128,
    pub(super) items: Range<usize>,
}

/// A primary item, and its options: those of one constraint.
pub(super) struct Group {
    pub(super) item: Item,
    pub(super) rows: Vec<Row>,
}

/// An option of a constraint.
#[derive(Default)]
pub(super) struct Row {
    /// The values of variables that it goes with, each variable once.
    pub(super) reads: SmallVec<[(Variable, i64); 2]>,
    /// Items without colour.
    pub(super) parts: SmallVec<[Item; 2]>,
    /// Items with the number of a colour.
    pub(super) colours: SmallVec<[(Item, i64); 2]>,
}

impl Model {
    /// Returns a model without variables.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a variable that takes one of some values: an item with this name, and an option for
    /// each value.
    pub fn variable(
        &mut self,
        name: impl Into<String>,
        values: impl IntoIterator<Item = i64>,
    ) -> Variable {
        let name = name.into();
        let item = self.item(name.clone(), Covered::Once);
        self.unknown(name, values, Some(item))
    }

    /// Adds a hidden variable: its value follows from those of other variables, such as the sum of
    /// a line. It has no options of its own, unless its values [cover](Self::cover) items.
    ///
    /// Constraints must determine its value. Otherwise one assignment of the other variables may be
    /// several solutions.
    pub fn hidden(
        &mut self,
        name: impl Into<String>,
        values: impl IntoIterator<Item = i64>,
    ) -> Variable {
        self.unknown(name.into(), values, None)
    }

    /// Adds a hidden variable whose value is a function of the value of a variable that is not
    /// hidden, such as its remainder. If that variable is hidden, [`build`](Self::build) returns an
    /// [error](BuildError::BadConstraint).
    pub fn function(
        &mut self,
        name: impl Into<String>,
        of: Variable,
        result: impl Fn(i64) -> i64,
    ) -> Variable {
        let name = name.into();
        if self.unknowns[of.index()].item.is_none() {
            let why = "a function of a hidden variable";
            self.refuse(&name, why);
        }
        let values = self.values(of).iter();
        let values: Vec<(i64, i64)> = values.map(|&value| (value, result(value))).collect();
        let result = self.hidden(name, values.iter().map(|value| value.1));
        self.functions.push(Function { of, result, values });
        result
    }

    fn unknown(
        &mut self,
        name: String,
        values: impl IntoIterator<Item = i64>,
        item: Option<Item>,
    ) -> Variable {
        let variable = Variable(self.unknowns.len() as u32);
        let mut values: Vec<i64> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        self.unknowns.push(Unknown {
            name,
            parts: vec![SmallVec::new(); values.len()],
            values,
            item,
            same: variable,
            different: Vec::new(),
        });
        variable
    }

    /// Returns the values that a variable may take, ascending.
    ///
    /// # Panics
    /// If the variable is of another model.
    #[must_use]
    pub fn values(&self, variable: Variable) -> &[i64] {
        &self.unknowns[variable.index()].values
    }

    /// Removes all values of a variable but those that `keep` accepts. Returns whether it removed
    /// any.
    pub fn restrict(&mut self, variable: Variable, keep: impl Fn(i64) -> bool) -> bool {
        let unknown = &mut self.unknowns[variable.index()];
        let before = unknown.values.len();
        if unknown.values.iter().all(|&value| keep(value)) {
            return false;
        }
        let mut values = unknown.values.iter();
        unknown
            .parts
            .retain(|_| values.next().is_some_and(|&value| keep(value)));
        unknown.values.retain(|&value| keep(value));
        unknown.values.len() < before
    }

    /// Adds an item that is covered exactly once.
    pub fn primary(&mut self, name: impl Into<String>) -> Item {
        self.item(name.into(), Covered::Once)
    }

    /// Adds an item that is covered at most once.
    pub fn secondary(&mut self, name: impl Into<String>) -> Item {
        self.item(name.into(), Covered::AtMostOnce)
    }

    /// Makes the option that gives a variable a value cover an item as well. Does nothing if the
    /// variable cannot take the value.
    pub fn cover(&mut self, part: Item, variable: Variable, value: i64) {
        let unknown = &mut self.unknowns[variable.index()];
        if let Ok(place) = unknown.values.binary_search(&value) {
            unknown.parts[place].push(part);
        }
    }

    /// Notes an error that [`build`](Self::build) returns.
    pub(super) fn refuse(&mut self, name: &str, why: &'static str) {
        let name = name.to_owned();
        let error = BuildError::BadConstraint { name, why };
        self.error.get_or_insert(error);
    }

    /// Whether laying out may go on.
    pub(super) fn poll(&self) -> Result<(), Stop> {
        self.budget.as_ref().map_or(Ok(()), Budget::poll)
    }

    pub(super) fn item(&mut self, name: String, covered: Covered) -> Item {
        self.items.push(Declared { name, covered });
        Item(self.items.len() - 1)
    }

    /// The variable that stands for all variables with the same value.
    pub(super) fn same(&self, mut variable: Variable) -> Variable {
        loop {
            let same = self.unknowns[variable.index()].same;
            if same == variable {
                return same;
            }
            variable = same;
        }
    }

    /// Notes that the variables of a set have different values.
    pub(super) fn differ(&mut self, variables: &[Variable]) {
        let words = self.unknowns.len().div_ceil(64);
        for &one in variables {
            let different = &mut self.unknowns[one.index()].different;
            if different.len() < words {
                different.resize(words, 0);
            }
            for &other in variables {
                if other != one {
                    different[other.index() / 64] |= 1 << (other.index() % 64);
                }
            }
        }
    }

    /// Whether two variables are known to have different values.
    pub(super) fn are_different(&self, one: Variable, other: Variable) -> bool {
        let different = &self.unknowns[one.index()].different;
        let word = different.get(other.index() / 64).copied();
        word.unwrap_or_default() >> (other.index() % 64) & 1 == 1
    }
}

impl fmt::Debug for Model {
    /// Prints sizes only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model")
            .field("variables", &self.unknowns.len())
            .field("items", &self.items.len())
            .finish_non_exhaustive()
    }
}
