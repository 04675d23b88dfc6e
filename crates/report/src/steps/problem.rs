//! Steps in the names of the items of a problem.

use std::io::Write;

use quadrille_core::shared::listing;
use quadrille_core::steps::{Branch, Choice, Deduction, End, Reason, chain_groups};
use quadrille_core::text::solutions::{NamedOption, Words};
use quadrille_core::text::{WriteError, quantity};
use quadrille_core::{ItemId, OptionId, Problem};

use super::StepWords;

/// At most this many removed options are written as text.
const REMOVED: usize = 6;

/// At most this many ways are written as text.
const WAYS: usize = 3;

/// Words with the names of the items of a problem.
#[derive(Clone, Copy, Debug)]
pub struct ProblemWords<'a>(pub &'a Problem);

impl ProblemWords<'_> {
    fn item(&self, item: ItemId) -> String {
        self.0.display_item(item).to_string()
    }

    fn items(&self, items: &[ItemId]) -> String {
        let mut items = items.to_vec();
        items.sort_unstable();
        items.dedup();
        listing(items.into_iter().map(|item| self.item(item)), "and")
    }

    fn option(&self, option: OptionId) -> String {
        format!("'{}'", self.0.display_option(option))
    }

    fn options(&self, options: &[OptionId], last: &str) -> String {
        listing(options.iter().map(|&option| self.option(option)), last)
    }

    /// A few options by their names, more by their number.
    fn ways(&self, options: &[OptionId]) -> String {
        match options.len() {
            ..=WAYS => self.options(options, "or"),
            more => format!("one of {more} options"),
        }
    }

    /// What follows from an option.
    fn story(&self, choices: &[(ItemId, Vec<OptionId>)], empty: Option<ItemId>) -> String {
        let choice = |(item, left): &(ItemId, Vec<OptionId>)| {
            format!("{} needs {}", self.item(*item), self.ways(left))
        };
        let mut all: Vec<String> = choices.iter().map(choice).collect();
        all.extend(empty.map(|item| format!("no option is left for {}", self.item(item))));
        listing(all, "and")
    }

    fn branch(&self, branch: &Branch) -> String {
        let option = self.option(branch.option);
        let story = self.story(&groups(&branch.choices), branch.empty);
        let so = match branch.empty {
            Some(_) => "which cannot be",
            None => "which excludes it",
        };
        format!(" With {option}, {story}, {so}.")
    }

    /// Many options by the first of them and the number of the others.
    fn some(&self, options: &[OptionId]) -> String {
        if options.len() <= REMOVED + 1 {
            return self.options(options, "and");
        }
        let first = options[..REMOVED].iter().map(|&option| self.option(option));
        let others = quantity(options.len() - REMOVED, "other option");
        listing(first.chain([others]), "and")
    }

    /// Items that take others.
    fn set(&self, truths: &[ItemId], links: &[ItemId], removed: &[OptionId]) -> String {
        let covers_truth = |option: &OptionId| {
            let items = self.0.items_of(*option);
            truths.iter().any(|truth| items.contains(truth))
        };
        let rank = links.len().saturating_sub(truths.len());
        let [of_truths, of_links] = [truths, links].map(|items| self.items(items));
        let least = match rank {
            0 => "all".to_owned(),
            _ => format!("at least {}", truths.len()),
        };
        let so = match rank {
            _ if removed.iter().any(covers_truth) => {
                "an option that would leave too few of these is excluded".to_owned()
            }
            0 => "no other option can cover any of these".to_owned(),
            rank => format!("no other option can cover {} of these", rank + 1),
        };
        format!("Set: {of_truths} together take {least} of {of_links}, so {so}.")
    }
}

/// Choices as groups of one option each.
fn groups(choices: &[Choice]) -> Vec<(ItemId, Vec<OptionId>)> {
    let choices = choices.iter();
    choices
        .map(|choice| (choice.item, vec![choice.option]))
        .collect()
}

impl StepWords for ProblemWords<'_> {
    type Named<'o>
        = NamedOption<'o>
    where
        Self: 'o;

    fn problem(&self) -> &Problem {
        self.0
    }

    fn named(&self, option: OptionId) -> NamedOption<'_> {
        Words::from(self.0).of(option)
    }

    fn text(&self, live: &[OptionId], step: &Deduction) -> String {
        let argument = match &step.reason {
            Reason::Single { item } => {
                let times = self.0.multiplicity(*item);
                let (item, chosen) = (self.item(*item), self.options(&step.chosen, "and"));
                return if times.is_some_and(|times| *times.start() > 1) {
                    format!("Single: {item} needs all options that are left, so also {chosen}.")
                } else {
                    format!("Single: only {chosen} is left for {item}.")
                };
            }
            Reason::Locked { item } => {
                let (would, are) = match &*step.removed {
                    [_] => ("would", "it is"),
                    _ => ("would each", "they are"),
                };
                return format!(
                    "Locked: {} {would} leave no option for {}, so {are} removed.",
                    self.some(&step.removed),
                    self.item(*item),
                );
            }
            Reason::Rule { truths, links } | Reason::TwoRules { truths, links } => {
                let all = truths.iter().chain(links).map(|&item| self.item(item));
                format!(
                    "Rule: no choice of options covers {} with {}.",
                    listing(all.collect::<Vec<_>>(), "and"),
                    self.options(&step.removed, "or"),
                )
            }
            Reason::Set { truths, links } => self.set(truths, links, &step.removed),
            Reason::Chain { truths } => {
                let Some(&first) = step.removed.first() else {
                    return String::new();
                };
                let mut groups = chain_groups(self.0, live, first, truths);
                let empty = groups.pop().map(|(item, _)| item);
                format!(
                    "Chain: with {}, {}.",
                    self.ways(&step.removed),
                    self.story(&groups, empty),
                )
            }
            Reason::Forcing { choices, empty } => format!(
                "Forcing: with {}, {}.",
                self.ways(&step.removed),
                self.story(&groups(choices), Some(*empty)),
            ),
            Reason::Cases { item, branches } => {
                // Most options exclude it at once.
                let is_direct =
                    |branch: &&Branch| branch.choices.is_empty() && branch.empty.is_none();
                let (direct, others): (Vec<&Branch>, Vec<&Branch>) =
                    branches.iter().partition(is_direct);
                let direct: Vec<OptionId> = direct.iter().map(|branch| branch.option).collect();
                let at_once = match &*direct {
                    [] => String::new(),
                    [one] => format!(" {} excludes it at once.", self.option(*one)),
                    several => format!(" {} exclude it at once.", self.some(several)),
                };
                let others: String = others.iter().map(|branch| self.branch(branch)).collect();
                format!(
                    "Cases: every option of {} excludes {}.{at_once}{others}",
                    self.item(*item),
                    self.options(&step.removed, "and"),
                )
            }
            Reason::Trial { nodes } => format!(
                "Trial: a search of {} finds no solution with {}.",
                quantity(nodes, "node"),
                self.options(&step.removed, "or"),
            ),
            _ => format!("{}.", step.reason.kind().name()),
        };
        format!("{argument} This removes {}.", self.some(&step.removed))
    }

    fn last_line(
        &self,
        end: End,
        short: Option<ItemId>,
        _: &[OptionId],
        is_free: bool,
    ) -> Option<String> {
        let line = match (end, short) {
            (End::Solved, _) => return None,
            (End::NoSolution, Some(item)) => {
                let item = self.item(item);
                return Some(format!(
                    "There is no solution: too few options are left for {item}."
                ));
            }
            (End::NoSolution, None) => "There is no solution.",
            (End::Stuck, _) if is_free => "No step is left: there are several solutions.",
            (End::Stuck, _) => "No step of the allowed techniques is left.",
        };
        Some(line.to_owned())
    }

    fn write_solution(&self, chosen: &[OptionId], out: &mut dyn Write) -> Result<(), WriteError> {
        for &option in chosen {
            writeln!(out, "{}", Words::from(self.0).of(option))?;
        }
        Ok(())
    }
}
