//! A question: what is asked of a problem, as a value.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Assumptions;
use crate::problem::OptionId;

/// What is asked of a [`Solver`](crate::Solver): an owned value that can be kept, compared, sent to
/// another thread or machine, written as a line of text and read back.
///
/// The text has clauses between semicolons. The first says what is wanted; the others may follow in
/// any order: `force` and `forbid` with the numbers of options, `order random` with a seed, `from`
/// with a [position](Position).
///
/// ```
/// use quadrille::{Question, Want, OptionId};
///
/// let question: Question = "best 3; force 4 7; forbid 12".parse()?;
/// assert_eq!(question.want, Want::Best(3));
/// assert_eq!(*question.assumptions.forced(), [4, 7].map(OptionId::new));
/// assert_eq!(question.to_string(), "best 3; force 4 7; forbid 12");
/// # Ok::<(), quadrille::QuestionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Question {
    /// What is wanted.
    pub want: Want,
    /// What is said of options.
    pub assumptions: Assumptions,
    /// In which order a walk tries options.
    pub order: Order,
    /// Where a walk begins; at the root, if nothing is said.
    pub from: Option<Position>,
}

/// What is wanted of a problem. Each is a method of [`Search`](crate::Search) of that name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Want {
    /// One solution.
    #[default]
    First,
    /// All solutions, as many as the limits allow.
    All,
    /// How many solutions there are.
    Count(Method),
    /// Whether there is no solution, one, or more.
    Unique,
    /// This many of the cheapest solutions, and how many share the least cost.
    Best(usize),
    /// One of the cheapest solutions.
    Cheapest,
    /// Items that cannot be covered together.
    Why,
    /// For each option, how many solutions hold it.
    Marginals,
    /// Random solutions, each equally likely.
    Sample {
        /// How many.
        solutions: u64,
        /// The same seed gives the same solutions.
        seed: u64,
    },
    /// How long a walk of the engine `links` would be.
    Estimate {
        /// How many random probes.
        probes: u64,
        /// The same seed gives the same numbers.
        seed: u64,
    },
}

/// How solutions are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[cfg_attr(feature = "json", serde(rename_all = "lowercase"))]
pub enum Method {
    /// By the one of the others that is done first, as far as can be seen.
    #[default]
    Auto,
    /// One by one.
    Walk,
    /// With a memo of the states that were met before.
    Memo,
}

/// In which order a walk tries options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// That of the problem.
    #[default]
    Natural,
    /// A random order, and ties between items are broken at random. The same seed gives the same
    /// solutions in the same order, on every machine.
    Random(u64),
}

/// Where a walk stands in its tree. All that comes before it in the tree is done.
///
/// [`Search::position`](crate::Search::position) returns it. It is valid for a walk through the same
/// tree: that of a search with the same problem, assumptions, engine and settings, by the same version of
/// this crate, on any machine. A question that begins at a position in another tree stops at once, with
/// [`Stop::OtherTree`](crate::Stop::OtherTree). The default is the root of any tree.
///
/// Its text has the numbers of the tries, and the mark of the tree: `2 1 3 in 5c1f09aa3b7d2e84`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// On each level, from the root, the number of the try that the walk is about to look into. The first
    /// is 1.
    tries: Vec<u32>,
    /// The mark of the tree; 0 at the root.
    tree: u64,
}

impl Position {
    /// After these tries, in the tree with this mark.
    pub(crate) fn new(tries: Vec<u32>, tree: u64) -> Self {
        let tree = if tries.is_empty() { 0 } else { tree };
        Self { tries, tree }
    }

    /// Whether it is the root: the solutions of all of the tree come after it.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.tries.is_empty()
    }

    /// The tries, if this is a position in the tree with this mark.
    pub(crate) fn tries_in(&self, tree: impl FnOnce() -> u64) -> Option<&[u32]> {
        (self.is_root() || self.tree == tree()).then_some(&self.tries)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for number in &self.tries {
            write!(f, "{number} ")?;
        }
        match self.tries.is_empty() {
            true => f.write_str("root"),
            false => write!(f, "in {:016x}", self.tree),
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
            expected: "`root`, or the numbers of tries, `in` and the mark of a tree",
        })
    }
}

/// Why a text is not a question.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The text does not begin with something that can be wanted.
    #[error(
        "{0:?} cannot be asked for, expected first, all, count, unique, best, cheapest, why, marginals, sample or estimate"
    )]
    Want(String),
    /// A clause that does not exist.
    #[error("unknown clause {0:?}, expected force, forbid, order or from")]
    Clause(String),
    /// A clause that is there twice.
    #[error("the clause {0:?} occurs twice")]
    Twice(String),
    /// The words after the first one of a clause.
    #[error("invalid clause {clause:?}: expected {expected}")]
    Words {
        /// The whole clause.
        clause: String,
        /// What should have followed.
        expected: &'static str,
    },
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
            Self::Best(k) => write!(f, "best {k}"),
            Self::Cheapest => f.write_str("cheapest"),
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
                        expected: "numbers of options",
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
                    let whole = |error| match error {
                        QuestionError::Words { expected, .. } => QuestionError::Words {
                            clause: clause.to_owned(),
                            expected,
                        },
                        other => other,
                    };
                    question.from = Some(rest.parse().map_err(whole)?);
                }
                _ => return Err(QuestionError::Clause(word.to_owned())),
            }
        }
        Ok(question)
    }
}

/// The numbers that a text consists of.
fn all_numbers(text: &str) -> Option<Vec<u32>> {
    // Digits alone: `parse` takes a plus, too.
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let words = text.split_whitespace();
    let numbers = words.map(|word| Some(word).filter(is_number)?.parse().ok());
    numbers.collect()
}

impl FromStr for Want {
    type Err = QuestionError;

    fn from_str(clause: &str) -> Result<Self, QuestionError> {
        let words: Vec<&str> = clause.split_whitespace().collect();
        let words_error = |expected| QuestionError::Words {
            clause: clause.to_owned(),
            expected,
        };
        let number = |word: &str| word.parse::<u64>().ok();
        Ok(match *words {
            ["first"] => Want::First,
            ["all"] => Want::All,
            ["count"] => Want::Count(Method::Auto),
            ["count", "auto"] => Want::Count(Method::Auto),
            ["count", "walk"] => Want::Count(Method::Walk),
            ["count", "memo"] => Want::Count(Method::Memo),
            ["unique"] => Want::Unique,
            ["cheapest"] => Want::Cheapest,
            ["why"] => Want::Why,
            ["marginals"] => Want::Marginals,
            ["best", k] => {
                let k = k
                    .parse()
                    .map_err(|_| words_error("a number of solutions"))?;
                Want::Best(k)
            }
            ["sample", solutions, "seed", seed] => match (number(solutions), number(seed)) {
                (Some(solutions), Some(seed)) => Want::Sample { solutions, seed },
                _ => return Err(words_error("`sample SOLUTIONS seed SEED`")),
            },
            ["estimate", probes, "seed", seed] => match (number(probes), number(seed)) {
                (Some(probes), Some(seed)) => Want::Estimate { probes, seed },
                _ => return Err(words_error("`estimate PROBES seed SEED`")),
            },
            ["count", ..] => return Err(words_error("`count`, `count walk` or `count memo`")),
            ["best", ..] => return Err(words_error("a number of solutions")),
            ["sample", ..] => return Err(words_error("`sample SOLUTIONS seed SEED`")),
            ["estimate", ..] => return Err(words_error("`estimate PROBES seed SEED`")),
            _ => return Err(QuestionError::Want(clause.to_owned())),
        })
    }
}
