//! The proof that there is no cover, in words.

use std::fmt;

use thiserror::Error;

use super::effort::Overtime;
use super::remains::{Fate, Remains};
use crate::ask::Stop;
use crate::display::from_fn;
use crate::problem::{ItemId, OptionId, Problem};

/// There is no cover: an item cannot be covered as often as it must, and the steps tell why.
///
/// Its own text tells the item by its number; [`display`](Self::display) names all that matters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[error("item {item} cannot be covered")]
#[non_exhaustive]
pub struct NoCover {
    item: ItemId,
    /// How many options it needs, and how many it has left.
    needed: u32,
    left: u32,
    steps: Vec<Step>,
}

/// A step of the proof that there is no cover. Each follows from those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
#[cfg_attr(feature = "json", serde(tag = "rule", rename_all = "lowercase"))]
pub enum Step {
    /// Every cover holds the option: the item needs all options that it has left.
    Forced {
        /// The option.
        option: OptionId,
        /// The item that needs it.
        item: ItemId,
    },
    /// No cover holds the option: it cannot stand beside a forced one.
    Excluded {
        /// The option.
        option: OptionId,
        /// The forced option.
        beside: OptionId,
        /// The item that both use.
        item: ItemId,
    },
    /// No cover holds the option: it excludes so many options of the item that too few remain.
    Blocked {
        /// The option.
        option: OptionId,
        /// The item that could not be covered beside it.
        item: ItemId,
    },
}

impl NoCover {
    /// The proof that this item is short of options. O(size of the problem).
    pub(super) fn new(
        remains: &Remains<'_>,
        item: ItemId,
        overtime: &mut Overtime<'_>,
    ) -> Result<Self, Stop> {
        let state = remains.item(item);
        Ok(Self {
            item,
            needed: state.low,
            left: state.left,
            steps: steps(remains, item, overtime)?,
        })
    }

    /// The item that cannot be covered.
    #[must_use]
    pub fn item(&self) -> ItemId {
        self.item
    }

    /// Why it cannot: what happened to its options, and all that this follows from.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The primary items that cannot be covered together by this proof, ascending. That any other
    /// item must be covered is not used in it; that no other may be covered too often is.
    #[must_use]
    pub fn items(&self) -> Vec<ItemId> {
        let asked = |step: &Step| match *step {
            Step::Forced { item, .. } | Step::Blocked { item, .. } => Some(item),
            Step::Excluded { .. } => None,
        };
        let mut items: Vec<_> = self.steps.iter().filter_map(asked).collect();
        items.push(self.item);
        items.sort_unstable();
        items.dedup();
        items
    }

    /// The proof in the names of the problem: the conclusion on the first line, then a line for
    /// each step, indented.
    pub fn display<'a>(&'a self, problem: &'a Problem) -> impl fmt::Display + 'a {
        from_fn(move |f| {
            write!(
                f,
                "item \"{}\" cannot be covered: ",
                problem.display_item(self.item)
            )?;
            match (self.needed, self.left) {
                (_, 0) if self.steps.is_empty() => write!(f, "it has no options")?,
                (1, _) => write!(f, "no option is left")?,
                (needed, left) => write!(f, "it needs {needed} options, and has {left}")?,
            }
            for step in &self.steps {
                write!(f, "\n  {}", step.display(problem))?;
            }
            Ok(())
        })
    }
}

impl Step {
    /// The step in the names of the problem.
    pub fn display(self, problem: &Problem) -> impl fmt::Display + '_ {
        let named = move |option| {
            from_fn(move |f| write!(f, "option {option} ({})", problem.display(option)))
        };
        let once = move |item| problem.multiplicity(item) == Some(1..=1);
        from_fn(move |f| match self {
            Self::Forced { option, item } => {
                let why = match once(item) {
                    true => "has no other option",
                    false => "needs all options that it has left",
                };
                let (option, item) = (named(option), problem.display_item(item));
                write!(f, "{option} is in every cover: item \"{item}\" {why}")
            }
            Self::Excluded {
                option,
                beside,
                item,
            } => write!(
                f,
                "{} is in no cover: item \"{}\" does not allow it beside {}",
                named(option),
                problem.display_item(item),
                named(beside)
            ),
            Self::Blocked { option, item } => {
                let few = match once(item) {
                    true => "no option",
                    false => "too few options",
                };
                let (option, item) = (named(option), problem.display_item(item));
                write!(
                    f,
                    "{option} is in no cover: it leaves {few} for item \"{item}\""
                )
            }
        })
    }
}

/// What happened to the options of an item, and all that this follows from, in the order in which
/// it happened. A fate follows from earlier ones only, so that one sweep backwards finds all; what
/// it wants of later ones is too late to be told.
fn steps(
    remains: &Remains<'_>,
    short: ItemId,
    overtime: &mut Overtime<'_>,
) -> Result<Vec<Step>, Stop> {
    let mut wanted = Wanted {
        remains,
        options: vec![false; remains.fates.len()],
        emptied: vec![false; remains.items.len()],
        filled: vec![false; remains.items.len()],
    };
    overtime.spend(wanted.emptied(short))?;
    let mut steps = Vec::new();
    for &option in remains.gone.iter().rev() {
        overtime.spend(4)?;
        if wanted.options[option.index()] {
            let (step, work) = wanted.step(option);
            steps.extend(step);
            overtime.spend(work)?;
        }
    }
    steps.reverse();
    Ok(steps)
}

/// What a proof follows from. All is marked once: the first time is the latest.
struct Wanted<'r, 'p> {
    remains: &'r Remains<'p>,
    options: Vec<bool>,
    /// Items of which it is told why they have so few options left.
    emptied: Vec<bool>,
    /// Items of which it is told which forced options cover them.
    filled: Vec<bool>,
}

impl Wanted<'_, '_> {
    /// A step, and how many options and items were looked at for it.
    fn step(&mut self, option: OptionId) -> (Option<Step>, usize) {
        match self.remains.fates[option.index()] {
            Fate::Left | Fate::Dropped => (None, 1),
            Fate::Forced(item) => {
                let work = self.emptied(item);
                (Some(Step::Forced { option, item }), work)
            }
            Fate::Excluded(beside, item) => {
                self.options[beside.index()] = true;
                let work = self.filled(item);
                let step = Step::Excluded {
                    option,
                    beside,
                    item,
                };
                (Some(step), work)
            }
            Fate::Blocked(item) => {
                let mut work = self.emptied(item);
                for used in self.remains.uses(option) {
                    work += self.filled(used.of);
                }
                (Some(Step::Blocked { option, item }), work)
            }
        }
    }

    fn emptied(&mut self, item: ItemId) -> usize {
        let mut looks = 1;
        if !std::mem::replace(&mut self.emptied[item.index()], true) {
            for option in self.remains.gone_from(item) {
                self.options[option.index()] = true;
                looks += 1;
            }
        }
        looks
    }

    /// What may be covered only once excludes options by itself.
    fn filled(&mut self, item: ItemId) -> usize {
        let often = self.remains.problem.bounds(item).1 > 1;
        let mut looks = 1;
        if often && !std::mem::replace(&mut self.filled[item.index()], true) {
            for option in self.remains.gone_from(item) {
                looks += 1;
                if let Fate::Forced(_) = self.remains.fates[option.index()] {
                    self.options[option.index()] = true;
                }
            }
        }
        looks
    }
}
