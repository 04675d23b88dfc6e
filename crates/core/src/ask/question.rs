//! Questions to a solver, as values and as text.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Assumptions;
use crate::problem::{OptionId, Sense};

/// A question to a [`Solver`](crate::Solver), as a value. It can be stored, compared, and sent to
/// another thread or machine as one line of text. [`Search::ask`](crate::Search::ask) answers it.
///
/// The text consists of clauses separated by semicolons. The first clause is the kind of answer
/// ([`Want`]). The others are optional, in any order: `force` and `forbid` with option numbers,
/// `order random` with a seed, `from` with a [`Position`].
///
/// ```
/// use quadrille::{OptionId, Question, Sense, Want};
///
/// let question: Question = "best 3; force 4 7; forbid 12".parse()?;
/// assert_eq!(question.want, Want::Best(3, Sense::Min));
/// assert_eq!(*question.assumptions.forced(), [4, 7].map(OptionId::new));
/// assert_eq!(question.to_string(), "best 3; force 4 7; forbid 12");
/// # Ok::<(), quadrille::QuestionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Question {
    /// The requested kind of answer.
    pub want: Want,
    /// The forced and forbidden options.
    pub assumptions: Assumptions,
    /// The order in which a walk tries options.
    pub order: Order,
    /// The position at which a walk begins; `None` is the root.
    pub from: Option<Position>,
}

/// A kind of answer. [`Search`](crate::Search) has a method of the same name for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Want {
    /// One solution.
    #[default]
    First,
    /// All solutions, up to the limits.
    All,
    /// The number of solutions.
    Count(Method),
    /// Whether the problem has no solution, exactly one, or several.
    Unique,
    /// This many of the best solutions, and the number of solutions that share the best cost.
    Best(usize, Sense),
    /// One of the cheapest solutions.
    Cheapest,
    /// One of the dearest solutions.
    Dearest,
    /// A minimal set of items that cannot be covered together.
    Why,
    /// For each option, the number of solutions that use it.
    Marginals,
    /// Random solutions, each equally likely.
    Sample {
        /// The number of solutions.
        solutions: u64,
        /// The seed. The same seed gives the same solutions.
        seed: u64,
    },
    /// The estimated size of a walk.
    Estimate {
        /// The number of random probes.
        probes: u64,
        /// The seed. The same seed gives the same numbers.
        seed: u64,
    },
}

/// A method of counting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[cfg_attr(feature = "json", serde(rename_all = "lowercase"))]
pub enum Method {
    /// Chooses the method that is likely to finish first.
    #[default]
    Auto,
    /// Visits the solutions one by one.
    Walk,
    /// Stores the number of solutions of each subproblem, and looks it up when the subproblem
    /// occurs again.
    Memo,
}

/// The order in which a walk tries options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// The order of the problem.
    #[default]
    Natural,
    /// A random order, in which ties between items are broken at random too. The same seed gives
    /// the same solutions in the same order, on every machine.
    Random(u64),
}

/// A position of a walk in its search tree. A walk that begins there finds the solutions that come
/// after it.
///
/// [`Search::position`](crate::Search::position) returns the position at which a walk stopped. It
/// is valid in the same tree only: the same problem, assumptions, engine, settings and version of
/// this crate, on any machine. In another tree a walk stops at once with
/// [`Stop::OtherTree`](crate::Stop::OtherTree). The default is the root, which is valid in every
/// tree.
///
/// The text of a position has the number of the branch on each level, and a hash that identifies
/// the tree: `2 1 3 in 5c1f09aa3b7d2e84`. The text of the root is `root`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// On each level from the root, the number of the branch that the walk takes next, counted
    /// from 1.
    tries: Vec<u32>,
    /// The hash of the tree; 0 at the root.
    tree: u64,
}

impl Position {
    /// Makes the position after these tries, in the tree with this hash.
    pub(crate) fn new(tries: Vec<u32>, tree: u64) -> Self {
        let tree = if tries.is_empty() { 0 } else { tree };
        Self { tries, tree }
    }

    /// Returns whether this is the root, before all solutions.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.tries.is_empty()
    }

    /// The tries, if this is a position in the tree with this hash.
    pub(crate) fn tries_in(&self, tree: impl FnOnce() -> u64) -> Option<&[u32]> {
        (self.is_root() || self.tree == tree()).then_some(&self.tries)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for number in &self.tries {
            write!(f, "{number} ")?;
        }
        if self.tries.is_empty() {
            f.write_str("root")
        } else {
            write!(f, "in {:016x}", self.tree)
        }
    }
}

impl FromStr for Position {
    type Err = QuestionError;

    fn from_str(text: &str) -> Result<Self, QuestionError> {
        if text.trim() == "root" {
            return Ok(Self::default());
        }
        let read = || {
            let (tries, tree) = text.split_once(" in ")?;
            let tries: Vec<u32> = all_numbers(tries)?;
            let tree = u64::from_str_radix(tree.trim(), 16).ok()?;
            (!tries.is_empty()).then(|| Self::new(tries, tree))
        };
        read().ok_or_else(|| QuestionError::Words {
            clause: text.trim().to_owned(),
            expected: "a position such as `2 1 3 in 5c1f09aa3b7d2e84`",
        })
    }
}

/// An error in the text of a question.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The first clause is unknown.
    #[error(
        "unknown question {0:?}, expected first, all, count, unique, best, cheapest, dearest, why, \
         marginals, sample or estimate"
    )]
    Want(String),
    /// A later clause is unknown.
    #[error("unknown clause {0:?}, expected force, forbid, order or from")]
    Clause(String),
    /// A clause occurs twice.
    #[error("clause {0:?} occurs twice")]
    Twice(String),
    /// A clause has the wrong words after its first word.
    #[error("invalid clause {clause:?}, expected {expected}")]
    Words {
        /// The whole clause.
        clause: String,
        /// The expected words.
        expected: &'static str,
    },
}

impl QuestionError {
    /// Returns what the user can do about the error: one line without a full stop. `None` if there
    /// is nothing to suggest.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Twice(_) => Some("write each clause once, such as `force 4 7`"),
            Self::Want(_) => Some("write a question such as `count; forbid 12`"),
            Self::Clause(_) | Self::Words { .. } => None,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Walk => "walk",
            Self::Memo => "memo",
        })
    }
}

impl fmt::Display for Want {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.write_str("first"),
            Self::All => f.write_str("all"),
            Self::Count(Method::Auto) => f.write_str("count"),
            Self::Count(method) => write!(f, "count {method}"),
            Self::Unique => f.write_str("unique"),
            Self::Best(k, Sense::Min) => write!(f, "best {k}"),
            Self::Best(k, Sense::Max) => write!(f, "best {k} max"),
            Self::Cheapest => f.write_str("cheapest"),
            Self::Dearest => f.write_str("dearest"),
            Self::Why => f.write_str("why"),
            Self::Marginals => f.write_str("marginals"),
            Self::Sample { solutions, seed } => write!(f, "sample {solutions} seed {seed}"),
            Self::Estimate { probes, seed } => write!(f, "estimate {probes} seed {seed}"),
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.want)?;
        let assumed = [
            ("force", self.assumptions.forced()),
            ("forbid", self.assumptions.forbidden()),
        ];
        for (word, options) in assumed.iter().filter(|(_, options)| !options.is_empty()) {
            write!(f, "; {word}")?;
            for option in options.iter() {
                write!(f, " {}", option.index())?;
            }
        }
        if let Order::Random(seed) = self.order {
            write!(f, "; order random {seed}")?;
        }
        if let Some(position) = &self.from {
            write!(f, "; from {position}")?;
        }
        Ok(())
    }
}

impl FromStr for Question {
    type Err = QuestionError;

    fn from_str(text: &str) -> Result<Self, QuestionError> {
        let mut clauses = text.split(';').map(str::trim);
        let mut question = Self {
            want: clauses.next().unwrap_or_default().parse()?,
            ..Self::default()
        };
        let mut known = Vec::new();
        for clause in clauses.filter(|clause| !clause.is_empty()) {
            let (word, rest) = clause
                .split_once(char::is_whitespace)
                .unwrap_or((clause, ""));
            if known.contains(&word) {
                return Err(QuestionError::Twice(word.to_owned()));
            }
            known.push(word);
            match word {
                "force" | "forbid" => {
                    let options = all_numbers(rest).filter(|options| !options.is_empty());
                    let options = options.ok_or_else(|| QuestionError::Words {
                        clause: clause.to_owned(),
                        expected: "option numbers",
                    })?;
                    for option in options {
                        let option = OptionId::new(option);
                        match word {
                            "force" => question.assumptions.force(option),
                            _ => question.assumptions.forbid(option),
                        };
                    }
                }
                "order" if rest.trim() == "natural" => {}
                "order" => {
                    let seed = match *rest.split_whitespace().collect::<Vec<_>>() {
                        ["random", seed] => seed.parse().ok(),
                        _ => None,
                    };
                    question.order = Order::Random(seed.ok_or_else(|| QuestionError::Words {
                        clause: clause.to_owned(),
                        expected: "`order natural` or `order random SEED`",
                    })?);
                }
                "from" => {
                    let in_clause = |error| match error {
                        QuestionError::Words { expected, .. } => QuestionError::Words {
                            clause: clause.to_owned(),
                            expected,
                        },
                        other => other,
                    };
                    question.from = Some(rest.parse().map_err(in_clause)?);
                }
                _ => return Err(QuestionError::Clause(word.to_owned())),
            }
        }
        Ok(question)
    }
}

/// The numbers of a text; `None` if it contains anything else.
fn all_numbers(text: &str) -> Option<Vec<u32>> {
    // `parse` alone would accept a plus sign.
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let words = text.split_whitespace();
    let numbers = words.map(|word| Some(word).filter(is_number)?.parse().ok());
    numbers.collect()
}

/// What the clause `best` looks like.
const BEST: &str = "`best SOLUTIONS` or `best SOLUTIONS max`";

impl FromStr for Want {
    type Err = QuestionError;

    fn from_str(clause: &str) -> Result<Self, QuestionError> {
        let words: Vec<&str> = clause.split_whitespace().collect();
        let words_error = |expected| QuestionError::Words {
            clause: clause.to_owned(),
            expected,
        };
        let number = |word: &str| word.parse::<u64>().ok();
        let many = |word: &str| word.parse().map_err(|_| words_error(BEST));
        Ok(match *words {
            ["first"] => Want::First,
            ["all"] => Want::All,
            ["count"] => Want::Count(Method::Auto),
            ["count", "auto"] => Want::Count(Method::Auto),
            ["count", "walk"] => Want::Count(Method::Walk),
            ["count", "memo"] => Want::Count(Method::Memo),
            ["unique"] => Want::Unique,
            ["cheapest"] => Want::Cheapest,
            ["dearest"] => Want::Dearest,
            ["why"] => Want::Why,
            ["marginals"] => Want::Marginals,
            ["best", k] | ["best", k, "min"] => Want::Best(many(k)?, Sense::Min),
            ["best", k, "max"] => Want::Best(many(k)?, Sense::Max),
            ["sample", solutions, "seed", seed] => match (number(solutions), number(seed)) {
                (Some(solutions), Some(seed)) => Want::Sample { solutions, seed },
                _ => return Err(words_error("`sample SOLUTIONS seed SEED`")),
            },
            ["estimate", probes, "seed", seed] => match (number(probes), number(seed)) {
                (Some(probes), Some(seed)) => Want::Estimate { probes, seed },
                _ => return Err(words_error("`estimate PROBES seed SEED`")),
            },
            ["count", ..] => return Err(words_error("`count`, `count walk` or `count memo`")),
            ["best", ..] => return Err(words_error(BEST)),
            ["sample", ..] => return Err(words_error("`sample SOLUTIONS seed SEED`")),
            ["estimate", ..] => return Err(words_error("`estimate PROBES seed SEED`")),
            _ => return Err(QuestionError::Want(clause.to_owned())),
        })
    }
}
