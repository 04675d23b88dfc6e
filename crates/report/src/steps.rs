//! The steps that solve a problem, with the names of its items.

use std::io::Write;

use serde::Serialize;

use super::{Ending, Report};
use quadrille_core::shared::listing;
use quadrille_core::steps::{Branch, Choice, Deduction, End, Kind, Reason, Steps};
use quadrille_core::text::solutions::{NamedOption, Words};
use quadrille_core::text::{WriteError, quantity};
use quadrille_core::{Budget, ItemId, OptionId, Problem, Stop};

/// At most this many removed options are written as text.
const REMOVED: usize = 6;

/// The steps that solve a problem. As text, a numbered line for each, and below them the chosen
/// options, or the reason why no step is left. As JSON
/// `{"steps":[{"kind":"single","chosen":[...],"removed":[...],"text":"..."}],"chosen":[...],"end":"solved","stop":"exhausted"}`:
/// `chosen` has the options of the solution so far, and `end` is missing if a limit stopped the
/// search.
#[derive(Clone, Debug)]
pub struct Stepped<'a> {
    problem: &'a Problem,
    /// Whether all kinds of arguments were allowed.
    is_free: bool,
    steps: Vec<Deduction>,
    chosen: Vec<OptionId>,
    end: Option<End>,
    /// The item that has too few options, if there is no solution.
    short: Option<ItemId>,
    /// What stopped the search.
    pub stop: Stop,
}

impl<'a> Stepped<'a> {
    /// Begins a report without steps. `is_free` says whether all kinds of arguments are allowed.
    #[must_use]
    pub fn new(problem: &'a Problem, is_free: bool) -> Self {
        Self {
            problem,
            is_free,
            steps: Vec::new(),
            chosen: Vec::new(),
            end: None,
            short: None,
            stop: Stop::Exhausted,
        }
    }

    /// Takes all steps.
    ///
    /// # Errors
    /// The limit that stopped the search; the steps before are kept.
    pub fn take(&mut self, search: &mut Steps, budget: &Budget) -> Result<(), Stop> {
        let ended = loop {
            match search.next(budget) {
                Ok(Some(step)) => self.steps.push(step),
                Ok(None) => break Ok(()),
                Err(stop) => break Err(stop),
            }
        };
        self.chosen = search.chosen().to_vec();
        self.chosen.sort_unstable();
        self.end = search.end();
        if self.end == Some(End::NoSolution) {
            self.short = self.short_item(&search.live());
        }
        ended
    }

    /// The first item with fewer options than it needs.
    fn short_item(&self, live: &[OptionId]) -> Option<ItemId> {
        let covers = |item, options: &[OptionId]| {
            let options = options.iter();
            options
                .filter(|&&option| self.problem.items_of(option).contains(&item))
                .count()
        };
        self.problem.items().find(|&item| {
            let times = self.problem.multiplicity(item);
            let low = times.map_or(0, |times| *times.start() as usize);
            covers(item, &self.chosen) + covers(item, live) < low
        })
    }

    /// Why no step is left, unless the problem is solved.
    fn last_line(&self) -> Option<String> {
        let line = match (self.end?, self.short) {
            (End::Solved, _) => return None,
            (End::NoSolution, Some(item)) => {
                let item = self.item(item);
                return Some(format!(
                    "There is no solution: too few options are left for {item}."
                ));
            }
            (End::NoSolution, None) => "There is no solution.",
            (End::Stuck, _) if self.is_free => "No step is left: there are several solutions.",
            (End::Stuck, _) => "No step of the allowed techniques is left.",
        };
        Some(line.to_owned())
    }

    fn item(&self, item: ItemId) -> String {
        self.problem.display_item(item).to_string()
    }

    fn items(&self, items: &[ItemId]) -> String {
        let mut items = items.to_vec();
        items.dedup();
        listing(items.into_iter().map(|item| self.item(item)), "and")
    }

    fn option(&self, option: OptionId) -> String {
        format!("'{}'", self.problem.display_option(option))
    }

    fn options(&self, options: &[OptionId]) -> String {
        listing(options.iter().map(|&option| self.option(option)), "and")
    }

    /// What follows from an option.
    fn story(&self, choices: &[Choice], empty: Option<ItemId>) -> String {
        let mut all: Vec<String> = choices
            .iter()
            .map(|choice| {
                let (item, option) = (self.item(choice.item), self.option(choice.option));
                format!("{item} needs {option}")
            })
            .collect();
        all.extend(empty.map(|item| format!("no option is left for {}", self.item(item))));
        listing(all, "and")
    }

    fn branch(&self, branch: &Branch) -> String {
        let option = self.option(branch.option);
        match &*self.story(&branch.choices, branch.empty) {
            "" => format!(" {option} excludes it."),
            story => format!(" With {option}, {story}."),
        }
    }

    /// A step in words.
    fn text(&self, step: &Deduction) -> String {
        let removed = match &*step.removed {
            [] => String::new(),
            removed if removed.len() > REMOVED + 1 => {
                let first = removed[..REMOVED].iter().map(|&option| self.option(option));
                let others = quantity(removed.len() - REMOVED, "other option");
                format!(" This removes {}.", listing(first.chain([others]), "and"))
            }
            removed => format!(" This removes {}.", self.options(removed)),
        };
        match &step.reason {
            Reason::Single { item } => {
                let times = self.problem.multiplicity(*item);
                let (item, chosen) = (self.item(*item), self.options(&step.chosen));
                if times.is_some_and(|times| *times.start() > 1) {
                    format!("Single: {item} needs all options that are left, so also {chosen}.")
                } else {
                    format!("Single: only {chosen} is left for {item}.")
                }
            }
            Reason::Locked { item } => format!(
                "Locked: every option that is left for {} excludes {}.{removed}",
                self.item(*item),
                if step.removed.len() == 1 {
                    "another one"
                } else {
                    "others"
                },
            ),
            Reason::Rule { truths, links } | Reason::TwoRules { truths, links } => format!(
                "Rule: no choice of options covers {} with {}.{removed}",
                self.items(&[&truths[..], links].concat()),
                listing(step.removed.iter().map(|&option| self.option(option)), "or"),
            ),
            Reason::Set { truths, links } if truths.len() == links.len() => format!(
                "Set: {} take up {}, so no other option may cover these.{removed}",
                self.items(truths),
                self.items(links),
            ),
            Reason::Set { truths, links } => format!(
                "Set: {} take up at least {} of {}, so no option may cover too many of \
                 these.{removed}",
                self.items(truths),
                truths.len(),
                self.items(links),
            ),
            Reason::Chain { truths } => format!(
                "Chain: with {}, each of {} leaves nothing but one option for the next, and the \
                 last has none.{removed}",
                listing(step.removed.iter().map(|&option| self.option(option)), "or"),
                self.items(truths),
            ),
            Reason::Forcing { choices, empty } => format!(
                "Forcing: with {}, {}.{removed}",
                self.options(&step.removed),
                self.story(choices, Some(*empty)),
            ),
            Reason::Cases { item, branches } => {
                let branches: Vec<String> =
                    branches.iter().map(|branch| self.branch(branch)).collect();
                format!(
                    "Cases: all options of {} exclude {}.{}{removed}",
                    self.item(*item),
                    self.options(&step.removed),
                    branches.concat(),
                )
            }
            Reason::Trial { nodes } => format!(
                "Trial: a search of {} finds no solution with {}.{removed}",
                quantity(nodes, "node"),
                self.options(&step.removed),
            ),
            _ => format!("{}.{removed}", step.reason.kind().name()),
        }
    }
}

impl Ending for Stepped<'_> {
    fn stop(&self) -> Stop {
        self.stop
    }

    fn is_answer(&self) -> bool {
        matches!(self.end, Some(End::Solved | End::Stuck))
    }

    fn remark(&self, limit: &str) -> String {
        if self.stop.is_limit() {
            let steps = quantity(self.steps.len(), "step");
            return format!("stopped by {limit} after {steps}");
        }
        String::new()
    }
}

impl Report for Stepped<'_> {
    fn write_text(&self, out: &mut impl Write) -> Result<(), WriteError> {
        for (number, step) in (1..).zip(&self.steps) {
            writeln!(out, "{number}. {}", self.text(step))?;
        }
        if self.end == Some(End::Solved) {
            for &option in &self.chosen {
                writeln!(out, "{}", Words::from(self.problem).of(option))?;
            }
        }
        if let Some(line) = self.last_line() {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// A step as JSON.
#[derive(Serialize)]
struct Line<'a> {
    kind: Kind,
    chosen: Vec<NamedOption<'a>>,
    removed: Vec<NamedOption<'a>>,
    text: String,
}

/// The steps as JSON.
#[derive(Serialize)]
struct Document<'a> {
    steps: Vec<Line<'a>>,
    chosen: Vec<NamedOption<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<End>,
    stop: Stop,
}

impl Serialize for Stepped<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = |options: &[OptionId]| {
            let words = Words::from(self.problem);
            options.iter().map(|&option| words.of(option)).collect()
        };
        let line = |step: &Deduction| Line {
            kind: step.reason.kind(),
            chosen: named(&step.chosen),
            removed: named(&step.removed),
            text: self.text(step),
        };
        let document = Document {
            steps: self.steps.iter().map(line).collect(),
            chosen: named(&self.chosen),
            end: self.end,
            stop: self.stop,
        };
        document.serialize(serializer)
    }
}
