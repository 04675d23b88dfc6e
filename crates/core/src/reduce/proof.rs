//! The proof that a problem has no solution, found by the rules of the reduction.

use std::fmt;

use thiserror::Error;

use super::effort::Overtime;
use super::open::{Fate, OpenProblem};
use crate::ask::Stop;
use crate::display::from_fn;
use crate::problem::{ItemId, OptionId, Problem};

/// The proof that a problem has no solution: its steps show that some item has too few options.
///
/// `Display` prints the number of that item; [`display`](Self::display) prints the whole proof with
/// names.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[error("item {item} cannot be covered")]
#[non_exhaustive]
pub struct NoCover {
    item: ItemId,
    /// The numbers of options that the item needs, and that it has left.
    needed: u32,
    left: u32,
    steps: Vec<Step>,
}

/// A step of a proof that there is no solution. Each step follows from the steps before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "json", serde(tag = "rule", rename_all = "lowercase"))]
pub enum Step {
    /// Every solution uses the option, because the item needs all options that it has left.
    Forced {
        /// The option.
        option: OptionId,
        /// The item that needs it.
        item: ItemId,
    },
    /// No solution uses the option, because it conflicts with a forced option.
    Excluded {
        /// The option.
        option: OptionId,
        /// The forced option.
        beside: OptionId,
        /// The item that both contain.
        item: ItemId,
    },
    /// No solution uses the option, by the support rule: it conflicts with every remaining option
    /// of the item, or leaves fewer options than the item needs.
    Unsupported {
        /// The option.
        option: OptionId,
        /// The item that could not be covered.
        item: ItemId,
    },
}

impl NoCover {
    /// Builds the proof that an item has too few options. O(size of the problem).
    pub(super) fn new(
        open: &OpenProblem<'_>,
        item: ItemId,
        overtime: &mut Overtime<'_>,
    ) -> Result<Self, Stop> {
        let state = open.item(item);
        Ok(Self {
            item,
            needed: state.low,
            left: state.left,
            steps: steps(open, item, overtime)?,
        })
    }

    /// Returns the item that cannot be covered.
    #[must_use]
    pub fn item(&self) -> ItemId {
        self.item
    }

    /// Returns the steps of the proof: why the options of the item are gone, and everything that
    /// this follows from.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the primary items that cannot be covered together according to this proof,
    /// ascending. The proof does not use that any other item must be covered, only that none may be
    /// covered too often.
    #[must_use]
    pub fn items(&self) -> Vec<ItemId> {
        let needing = |step: &Step| match *step {
            Step::Forced { item, .. } | Step::Unsupported { item, .. } => Some(item),
            Step::Excluded { .. } => None,
        };
        let mut items: Vec<_> = self.steps.iter().filter_map(needing).collect();
        items.push(self.item);
        items.sort_unstable();
        items.dedup();
        items
    }

    /// Whether the problem has options for the item. The proof may be of a problem without the
    /// forbidden options. O(size of the problem).
    fn had_options(&self, problem: &Problem) -> bool {
        let mut options = problem.options();
        options.any(|option| problem.items_of(option).contains(&self.item))
    }

    /// Returns the proof for display, in the names of its problem: the conclusion on the first
    /// line, then each step on an indented line.
    pub fn display<'a>(&'a self, problem: &'a Problem) -> impl fmt::Display + 'a {
        from_fn(move |f| {
            write!(
                f,
                "item \"{}\" cannot be covered: ",
                problem.display_item(self.item)
            )?;
            match (self.needed, self.left) {
                (_, 0) if self.steps.is_empty() && self.had_options(problem) => {
                    write!(f, "all its options are forbidden")?;
                }
                (_, 0) if self.steps.is_empty() => write!(f, "it has no options")?,
                (1, _) => write!(f, "it has no option left")?,
                (needed, left) => write!(f, "it needs {needed} options and has only {left}")?,
            }
            for step in &self.steps {
                write!(f, "\n  {}", step.display(problem))?;
            }
            Ok(())
        })
    }
}

impl Step {
    /// Returns the step for display, in the names of its problem.
    pub fn display(self, problem: &Problem) -> impl fmt::Display + '_ {
        let named = move |option| {
            from_fn(move |f| write!(f, "option {option} ({})", problem.display_option(option)))
        };
        let once = move |item| problem.multiplicity(item) == Some(1..=1);
        from_fn(move |f| match self {
            Self::Forced { option, item } => {
                let why = if once(item) {
                    "has no other option"
                } else {
                    "needs all options that it has left"
                };
                let (option, item) = (named(option), problem.display_item(item));
                write!(f, "{option} is in every solution: item \"{item}\" {why}")
            }
            Self::Excluded {
                option,
                beside,
                item,
            } => write!(
                f,
                "{} is in no solution: it conflicts with {} over item \"{}\"",
                named(option),
                named(beside),
                problem.display_item(item)
            ),
            Self::Unsupported { option, item } => {
                let why = if once(item) {
                    "conflicts with every remaining option of"
                } else {
                    "leaves too few options for"
                };
                let (option, item) = (named(option), problem.display_item(item));
                write!(
                    f,
                    "{option} is in no solution: it {why} item \"{item}\" (support rule)"
                )
            }
        })
    }
}

/// Returns the steps by which the options of an item went, and everything that these steps follow
/// from, in the order of events. One pass backwards finds all of them, because each event follows
/// from earlier ones only.
fn steps(
    open: &OpenProblem<'_>,
    short: ItemId,
    overtime: &mut Overtime<'_>,
) -> Result<Vec<Step>, Stop> {
    let mut needed = Needed {
        open,
        options: vec![false; open.fates.len()],
        losses: vec![false; open.items.len()],
        forced: vec![false; open.items.len()],
    };
    overtime.spend(needed.need_losses(short))?;
    let mut steps = Vec::new();
    for &option in open.gone.iter().rev() {
        overtime.spend(4)?;
        if needed.options[option.index()] {
            let (step, work) = needed.step(option);
            steps.extend(step);
            overtime.spend(work)?;
        }
    }
    steps.reverse();
    Ok(steps)
}

/// The events that a proof needs. Going backwards, the first mark of an event is its latest use.
struct Needed<'r, 'p> {
    open: &'r OpenProblem<'p>,
    options: Vec<bool>,
    /// Items for which the proof must show why they have so few options left.
    losses: Vec<bool>,
    /// Items for which the proof must name the forced options that cover them.
    forced: Vec<bool>,
}

impl Needed<'_, '_> {
    /// Returns the step for an option that is gone, and the number of options and items read. Marks
    /// what the step follows from.
    fn step(&mut self, option: OptionId) -> (Option<Step>, usize) {
        match self.open.fates[option.index()] {
            Fate::Left | Fate::Dropped => (None, 1),
            Fate::Forced(item) => {
                let work = self.need_losses(item);
                (Some(Step::Forced { option, item }), work)
            }
            Fate::Excluded(beside, item) => {
                self.options[beside.index()] = true;
                let work = self.need_forced(item);
                let step = Step::Excluded {
                    option,
                    beside,
                    item,
                };
                (Some(step), work)
            }
            Fate::Unsupported(item) => {
                let mut work = self.need_losses(item);
                for used in self.open.uses(option) {
                    work += self.need_forced(used.of);
                }
                (Some(Step::Unsupported { option, item }), work)
            }
        }
    }

    fn need_losses(&mut self, item: ItemId) -> usize {
        let mut reads = 1;
        if !std::mem::replace(&mut self.losses[item.index()], true) {
            for option in self.open.gone_from(item) {
                self.options[option.index()] = true;
                reads += 1;
            }
        }
        reads
    }

    /// Marks the forced options that cover an item. Not needed for an item that may be covered only
    /// once: there the step names the only one.
    fn need_forced(&mut self, item: ItemId) -> usize {
        let is_multiple = self.open.problem.bounds(item).1 > 1;
        let mut reads = 1;
        if is_multiple && !std::mem::replace(&mut self.forced[item.index()], true) {
            for option in self.open.gone_from(item) {
                reads += 1;
                if let Fate::Forced(_) = self.open.fates[option.index()] {
                    self.options[option.index()] = true;
                }
            }
        }
        reads
    }
}
