//! Why a rule does not fit a board.

use quadrille_core::text::quantity;

/// A rule that does not fit its board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: {reason}")]
#[non_exhaustive]
pub struct RuleError {
    /// The rule, as [`Shape::describe`](crate::Shape::describe) names it.
    pub rule: String,
    /// Its place among the rules, from 0.
    pub place: usize,
    /// What is wrong with it.
    pub reason: RuleReason,
}

/// What is wrong with a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message of each explains its fields")]
pub enum RuleReason {
    /// A cell is not on the board.
    #[error("{cell} is not on the board of {} and {}", quantity(*rows, "row"), quantity(*columns, "column"))]
    NoCell {
        cell: String,
        rows: usize,
        columns: usize,
    },
    /// A cell or a value occurs twice where it must not.
    #[error("{what} occurs twice")]
    Twice { what: String },
    /// There are too few cells.
    #[error("{}, expected at least {least}", quantity(*cells, "cell"))]
    TooFew { cells: usize, least: usize },
    /// There are more cells than values, and all differ.
    #[error("{}, expected at most {most}: the cells differ, and there are {most} values", quantity(*cells, "cell"))]
    TooMany { cells: usize, most: usize },
    /// A rule needs another number of cells.
    #[error("{}, expected {expected}", quantity(*cells, "cell"))]
    Cells { cells: usize, expected: String },
    /// A number is missing.
    #[error("missing {name}")]
    Missing { name: &'static str },
    /// A number that the rule cannot have.
    #[error("the {} is {number}, expected {}", title(name), range(*least, *most))]
    Number {
        name: &'static str,
        number: i64,
        least: i64,
        most: i64,
    },
    /// A value that the board does not have.
    #[error("the board has no value {value}, expected {least} to {most}")]
    NoValue { value: i64, least: i64, most: i64 },
    /// Something that a rule of this kind does not have.
    #[error("unexpected {name}")]
    Unexpected { name: &'static str },
    /// The board is of a kind that the rule is not for.
    #[error("{needs}")]
    Board { needs: &'static str },
    /// A regular expression that cannot be read.
    #[error("invalid regular expression {text:?}: {why}")]
    Pattern { text: String, why: String },
}

/// What is wrong with a rule, or with a rule inside it.
pub(super) struct Fault {
    /// The name of the rule inside a choice that is wrong.
    inner: Option<String>,
    reason: RuleReason,
}

impl From<RuleReason> for Fault {
    fn from(reason: RuleReason) -> Self {
        let inner = None;
        Self { inner, reason }
    }
}

impl Fault {
    /// The fault of a choice, given the name of the rule in it.
    pub(super) fn inside(self, rule: impl FnOnce() -> String) -> Self {
        let inner = self.inner.or_else(|| Some(rule()));
        Self { inner, ..self }
    }

    /// The error, given the name and the place of the rule.
    pub(super) fn of_rule(self, rule: String, place: usize) -> RuleError {
        RuleError {
            rule: self
                .inner
                .map_or(rule, |inner| format!("{inner}, in a choice")),
            place,
            reason: self.reason,
        }
    }
}

/// The name of a number in a sentence.
fn title(name: &'static str) -> &'static str {
    match name {
        "sets" => "number of sets",
        name => name,
    }
}

/// A range of numbers, in words.
fn range(least: i64, most: i64) -> String {
    match most {
        i64::MAX => format!("at least {least}"),
        most if most == least => least.to_string(),
        most => format!("{least} to {most}"),
    }
}
