//! Checks whether a set of options is a solution, by the definition.
//!
//! This file shares no code with the engines, so that it can check them and other programs.
//! [`verify()`] returns the first flaw, [`flaws`] returns all.

use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

use crate::display::from_fn;
use crate::problem::{Colour, ItemId, OptionId, Problem};

/// A reason why a set of options is not a solution.
///
/// Its text refers to items and options by their numbers; [`display`](Self::display) uses their
/// names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The problem has no such option.
    #[error("there is no option {0}")]
    UnknownOption(OptionId),
    /// The option is dropped: it has no primary item, so no solution uses it.
    #[error("option {0} has no primary item")]
    DroppedOption(OptionId),
    /// The option is used more than once. There is one flaw for each use after the first.
    #[error("option {0} is used more than once")]
    RepeatedOption(OptionId),
    /// Two options cover an item that only one of them may cover. If more than two options cover
    /// it, there is one flaw for each option after the first.
    #[error("item {item} is covered twice, by option {first} and by option {second}")]
    CoveredTwice {
        /// The item.
        item: ItemId,
        /// The first option that covers it.
        first: OptionId,
        /// The other option.
        second: OptionId,
    },
    /// Two options give different colours to the same secondary item. There is one flaw for each
    /// option whose colour differs from that of the first.
    #[error("item {item} has two colours, one by option {first} and one by option {second}")]
    TwoColours {
        /// The item.
        item: ItemId,
        /// The first option that uses it.
        first: OptionId,
        /// The other option.
        second: OptionId,
    },
    /// No option covers this primary item, but at least one must.
    #[error("item {0} is not covered")]
    NotCovered(ItemId),
    /// The number of options that cover this primary item is outside the bounds of its
    /// multiplicity. If the number is 0 and the lower bound is 1, the flaw is
    /// [`NotCovered`](Self::NotCovered); if the upper bound is 1, too many options are
    /// [`CoveredTwice`](Self::CoveredTwice).
    #[error("item {item} is covered {}", Times(*times))]
    WrongMultiplicity {
        /// The item.
        item: ItemId,
        /// The number of options that cover it.
        times: u32,
    },
}

impl Flaw {
    /// Describes the flaw in the names of its problem, in one line.
    pub fn display(self, problem: &Problem) -> impl fmt::Display + '_ {
        from_fn(move |f| {
            let name = |item| problem.display_item(item);
            let option = |option| problem.display_option(option);
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
                        _ => write!(f, "{low} to {high} times"),
                    }
                }
            }
        })
    }
}

/// Displays a number of times: once, twice, 3 times.
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

/// Checks that these options, in any order, are a solution.
/// O(items + options + total size of the given options).
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

/// Returns all reasons why these options are not a solution; none if they are one.
/// O(items + options + total size of the given options).
///
/// Flaws of options come first, in the order of `options`, then those of items, in the order of the
/// problem. An unknown option, a dropped option and each repetition of an option are one flaw each,
/// and cover nothing.
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
            flaws.extend(users[item.index()].check_times(item, allowed));
        }
    }
    flaws
}

/// The options that use an item.
#[derive(Clone, Copy, Default)]
struct Users {
    times: u32,
    /// The first option, and the colour that it gives to the item.
    first: Option<(OptionId, Option<Colour>)>,
}

impl Users {
    /// Adds an option, and returns the flaw that this causes.
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
            // `check_times` reports the total later.
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

    /// Checks the number of options of a primary item, unless `add` has reported it.
    fn check_times(self, item: ItemId, allowed: RangeInclusive<u32>) -> Option<Flaw> {
        let times = self.times;
        match (*allowed.start(), *allowed.end()) {
            (1, _) if times == 0 => Some(Flaw::NotCovered(item)),
            (_, 1) => None,
            _ if allowed.contains(&times) => None,
            _ => Some(Flaw::WrongMultiplicity { item, times }),
        }
    }
}
