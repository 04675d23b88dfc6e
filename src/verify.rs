//! Checks options against a problem: are they an exact cover, and if not, what is wrong?
//!
//! By the definition only: nothing is shared with the engines, so that it can judge them, and
//! the answers of other programs too. [`verify()`] gives the first flaw, [`flaws`] all of them.

use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

use crate::display::from_fn;
use crate::problem::{Colour, ItemId, OptionId, Problem};

/// Why a set of options is no solution of a problem.
///
/// Its own text tells items and options by their numbers; [`display`](Self::display) names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The problem has no such option.
    #[error("there is no option {0}")]
    UnknownOption(OptionId),
    /// The option is dropped: it has no primary item, so that no solution uses it.
    #[error("option {0} has no primary item")]
    DroppedOption(OptionId),
    /// The option is used more than once. There is one such flaw for every further use.
    #[error("option {0} is used more than once")]
    RepeatedOption(OptionId),
    /// Two options cover the same item, and it may be covered once only, or at least one of them
    /// without a colour. If there are more than two, each of the others makes a flaw with the
    /// first.
    #[error("item {item} is covered twice, by option {first} and by option {second}")]
    CoveredTwice {
        /// The item.
        item: ItemId,
        /// The first of the options that cover it.
        first: OptionId,
        /// The other.
        second: OptionId,
    },
    /// Two options use the same secondary item in different colours. If there are more than two
    /// options, each that is not in the colour of the first makes a flaw with it.
    #[error("item {item} has two colours, one by option {first} and one by option {second}")]
    TwoColours {
        /// The item.
        item: ItemId,
        /// The first of the options that use it.
        first: OptionId,
        /// The other.
        second: OptionId,
    },
    /// No option covers this primary item.
    #[error("item {0} is not covered")]
    NotCovered(ItemId),
    /// This primary item is covered a number of times that its multiplicity does not allow.
    #[error("item {item} is covered {times} times")]
    WrongMultiplicity {
        /// The item.
        item: ItemId,
        /// How often it is covered.
        times: u32,
    },
}

impl Flaw {
    /// The flaw in the names of the problem in which it was found.
    pub fn display(self, problem: &Problem) -> impl fmt::Display + '_ {
        from_fn(move |f| {
            let name = |item| problem.display_item(item);
            let option = |option| problem.display(option);
            match self {
                Self::UnknownOption(_) => write!(f, "{self}"),
                Self::DroppedOption(o) => {
                    write!(f, "option {o} ({}) has no primary item", option(o))
                }
                Self::RepeatedOption(o) => {
                    write!(f, "option {o} ({}) is used more than once", option(o))
                }
                Self::CoveredTwice {
                    item,
                    first,
                    second,
                } => write!(
                    f,
                    "item \"{}\" is covered twice, by option {first} ({}) and by option {second} ({})",
                    name(item),
                    option(first),
                    option(second)
                ),
                Self::TwoColours {
                    item,
                    first,
                    second,
                } => write!(
                    f,
                    "item \"{}\" has two colours, one by option {first} ({}) and one by option {second} ({})",
                    name(item),
                    option(first),
                    option(second)
                ),
                Self::NotCovered(item) => write!(f, "item \"{}\" is not covered", name(item)),
                Self::WrongMultiplicity { item, times } => {
                    let (low, high) = problem.multiplicity(item).unwrap_or(1..=1).into_inner();
                    let name = name(item);
                    write!(f, "item \"{name}\" is covered {}, not ", Times(times))?;
                    match low {
                        _ if low == high => write!(f, "{}", Times(low)),
                        _ => write!(f, "{low} to {}", Times(high)),
                    }
                }
            }
        })
    }
}

/// A number of times, as people say it.
struct Times(u32);

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("once"),
            2 => f.write_str("twice"),
            times => write!(f, "{times} times"),
        }
    }
}

/// Checks that these options, in any order, are an exact cover.
/// O(items + options + total size of the options that are used).
///
/// # Errors
/// The first of the [`flaws`].
///
/// ```
/// use quadrille::{Problem, verify};
///
/// let mut builder = Problem::builder();
/// for item in ["a", "b", "c"] {
///     builder.primary(item)?;
/// }
/// let ab = builder.option(["a", "b"])?;
/// let bc = builder.option(["b", "c"])?;
/// let c = builder.option(["c"])?;
/// let problem = builder.build();
///
/// assert_eq!(verify(&problem, &[c, ab]), Ok(()));
///
/// let flaw = verify(&problem, &[ab, bc]).unwrap_err();
/// assert_eq!(
///     flaw.display(&problem).to_string(),
///     "item \"b\" is covered twice, by option 0 (a b) and by option 1 (b c)"
/// );
/// # Ok::<(), quadrille::BuildError>(())
/// ```
pub fn verify(problem: &Problem, options: &[OptionId]) -> Result<(), Flaw> {
    match flaws(problem, options).first() {
        Some(&flaw) => Err(flaw),
        None => Ok(()),
    }
}

/// Everything that keeps these options from being an exact cover; nothing, if they are one.
/// O(items + options + total size of the options that are used).
///
/// The flaws of options come in the order of `options`, those of uncovered items after them, in
/// the order of the problem. An option that is unknown, dropped or used before covers nothing:
/// what is wrong with it is told once.
#[must_use]
pub fn flaws(problem: &Problem, options: &[OptionId]) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut used = vec![false; problem.option_count()];
    let mut users = vec![Users::default(); problem.item_count()];
    for &option in options {
        match used.get_mut(option.index()) {
            None => flaws.push(Flaw::UnknownOption(option)),
            Some(true) => flaws.push(Flaw::RepeatedOption(option)),
            Some(used) => {
                *used = true;
                if problem.is_dropped(option) {
                    flaws.push(Flaw::DroppedOption(option));
                    continue;
                }
                for (item, colour) in problem.uses_of(option) {
                    let users = &mut users[item.index()];
                    flaws.extend(users.add(problem, item, option, colour));
                }
            }
        }
    }
    for item in problem.items() {
        if let Some(allowed) = problem.multiplicity(item) {
            flaws.extend(users[item.index()].lacking(item, allowed));
        }
    }
    flaws
}

/// The options that use an item.
#[derive(Clone, Copy, Default)]
struct Users {
    times: u32,
    /// The first of them, and the colour in which it uses the item.
    first: Option<(OptionId, Option<Colour>)>,
}

impl Users {
    /// One more option, and what is wrong with that.
    fn add(
        &mut self,
        problem: &Problem,
        item: ItemId,
        second: OptionId,
        colour: Option<Colour>,
    ) -> Option<Flaw> {
        self.times += 1;
        let (first, first_colour) = *self.first.get_or_insert((second, colour));
        match problem.multiplicity(item) {
            _ if self.times == 1 => None,
            // More often than it may be is told when all options are seen.
            Some(allowed) if *allowed.end() > 1 => None,
            None if colour.is_some() && colour == first_colour => None,
            None if colour.is_some() && first_colour.is_some() => Some(Flaw::TwoColours {
                item,
                first,
                second,
            }),
            _ => Some(Flaw::CoveredTwice {
                item,
                first,
                second,
            }),
        }
    }

    /// What is wrong with the number of options of a primary item, if it was not told before.
    fn lacking(self, item: ItemId, allowed: RangeInclusive<u32>) -> Option<Flaw> {
        let times = self.times;
        match (*allowed.start(), *allowed.end()) {
            (1, _) if times == 0 => Some(Flaw::NotCovered(item)),
            (_, 1) => None,
            _ if allowed.contains(&times) => None,
            _ => Some(Flaw::WrongMultiplicity { item, times }),
        }
    }
}
