//! The steps that solve a problem or a tiling.

mod problem;
mod tiling;

use std::io::Write;

use serde::Serialize;

use super::{Ending, Report};
use quadrille_core::steps::{Deduction, End, Kind, Steps};
use quadrille_core::text::{WriteError, quantity};
use quadrille_core::{Budget, ItemId, OptionId, Problem, Stop};

pub use problem::ProblemWords;
pub use tiling::TilingWords;

/// The words for the steps of a problem.
pub trait StepWords {
    /// An option in JSON.
    type Named<'o>: Serialize
    where
        Self: 'o;

    /// Returns the problem.
    fn problem(&self) -> &Problem;

    /// Returns an option as it stands in JSON.
    fn named(&self, option: OptionId) -> Self::Named<'_>;

    /// Returns the name of what is solved, for JSON. It may be empty.
    fn name(&self) -> &str {
        ""
    }

    /// Returns a step as a sentence. `live` are the live options before it, ascending.
    fn text(&self, live: &[OptionId], step: &Deduction) -> String;

    /// Returns how many live options are left, in JSON; `None` to say nothing about them.
    fn left(&self, _live: &[OptionId]) -> Option<usize> {
        None
    }

    /// Returns why no step is left, unless all is solved. `short` is an item with too few options;
    /// `is_free` says whether all kinds of arguments were allowed.
    fn last_line(
        &self,
        end: End,
        short: Option<ItemId>,
        live: &[OptionId],
        is_free: bool,
    ) -> Option<String>;

    /// Writes the chosen options of a solution.
    ///
    /// # Errors
    /// The error of `out`.
    fn write_solution(&self, chosen: &[OptionId], out: &mut dyn Write) -> Result<(), WriteError>;
}

/// The steps that solve a problem, in the words of the problem. As text, a numbered line for each,
/// and below them the solution, or the reason why no step is left. As JSON
/// `{"steps":[{"kind":"single","chosen":[...],"removed":[...],"text":"..."}],"chosen":[...],"end":"solved","stop":"exhausted"}`:
/// `chosen` has the options of the solution so far, and `end` is missing if a limit stopped the
/// search.
#[derive(Clone, Debug)]
pub struct Stepped<W> {
    words: W,
    /// Whether all kinds of arguments were allowed.
    is_free: bool,
    /// The steps, each as a sentence.
    steps: Vec<(Deduction, String)>,
    chosen: Vec<OptionId>,
    live: Vec<OptionId>,
    end: Option<End>,
    /// What stopped the search.
    pub stop: Stop,
}

impl<W: StepWords> Stepped<W> {
    /// Begins a report without steps. `is_free` says whether all kinds of arguments are allowed.
    #[must_use]
    pub fn new(words: W, is_free: bool) -> Self {
        Self {
            words,
            is_free,
            steps: Vec::new(),
            chosen: Vec::new(),
            live: Vec::new(),
            end: None,
            stop: Stop::Exhausted,
        }
    }

    /// Takes all steps, and calls `visit` for each before it is taken, with its sentence and the
    /// options that were chosen before. Sets the stop reason; the steps before a limit are kept.
    ///
    /// # Errors
    /// The error of `visit`.
    pub fn take<E>(
        &mut self,
        search: Result<Steps, Stop>,
        budget: &Budget,
        mut visit: impl FnMut(&Deduction, &str, &[OptionId]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut search = match search {
            Ok(search) => search,
            Err(stop) => {
                self.stop = stop;
                return Ok(());
            }
        };
        self.stop = loop {
            match search.find(budget) {
                Ok(Some(step)) => {
                    let text = self.words.text(&search.live(), &step);
                    visit(&step, &text, search.chosen())?;
                    search.take(&step);
                    self.steps.push((step, text));
                }
                Ok(None) => break Stop::Exhausted,
                Err(stop) => break stop,
            }
        };
        self.chosen = search.chosen().to_vec();
        self.chosen.sort_unstable();
        self.live = search.live();
        self.end = search.end();
        Ok(())
    }

    /// Reports that there is no solution, for a reason that is no step.
    #[must_use]
    pub fn without_solution(mut self) -> Self {
        self.end = Some(End::NoSolution);
        self
    }

    /// Returns the options of the solution so far, ascending.
    #[must_use]
    pub fn chosen(&self) -> &[OptionId] {
        &self.chosen
    }

    /// Returns whether the steps lead to a solution.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.end == Some(End::Solved)
    }

    /// Returns why no step is left, as a sentence; `None` if all is solved, or if a limit stopped
    /// the search.
    #[must_use]
    pub fn last_line(&self) -> Option<String> {
        let end = self.end?;
        let short = match end {
            End::NoSolution => self.short_item(),
            End::Solved | End::Stuck => None,
        };
        self.words.last_line(end, short, &self.live, self.is_free)
    }

    /// The first item with fewer options than it needs.
    fn short_item(&self) -> Option<ItemId> {
        let problem = self.words.problem();
        let covers = |item, options: &[OptionId]| {
            let options = options.iter();
            options
                .filter(|&&option| problem.items_of(option).contains(&item))
                .count()
        };
        problem.items().find(|&item| {
            let times = problem.multiplicity(item);
            let low = times.map_or(0, |times| *times.start() as usize);
            covers(item, &self.chosen) + covers(item, &self.live) < low
        })
    }
}

impl<W> Ending for Stepped<W> {
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

impl<W: StepWords> Report for Stepped<W> {
    fn write_text(&self, out: &mut impl Write) -> Result<(), WriteError> {
        for (number, (_, text)) in (1..).zip(&self.steps) {
            writeln!(out, "{number}. {text}")?;
        }
        if self.is_solved() {
            self.words.write_solution(&self.chosen, out)?;
        }
        if let Some(line) = self.last_line() {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// A step as JSON.
#[derive(Serialize)]
struct Line<N> {
    kind: Kind,
    chosen: Vec<N>,
    removed: Vec<N>,
    text: String,
}

/// The steps as JSON.
#[derive(Serialize)]
struct Document<'a, N> {
    #[serde(skip_serializing_if = "str::is_empty")]
    board: &'a str,
    steps: Vec<Line<N>>,
    chosen: Vec<N>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<End>,
    stop: Stop,
}

impl<W: StepWords> Serialize for Stepped<W> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = |options: &[OptionId]| {
            let options = options.iter();
            options.map(|&option| self.words.named(option)).collect()
        };
        let line = |(step, text): &'_ (Deduction, String)| Line {
            kind: step.reason.kind(),
            chosen: named(&step.chosen),
            removed: named(&step.removed),
            text: text.clone(),
        };
        let document = Document {
            board: self.words.name(),
            steps: self.steps.iter().map(line).collect(),
            chosen: named(&self.chosen),
            left: self.words.left(&self.live),
            end: self.end,
            stop: self.stop,
        };
        document.serialize(serializer)
    }
}
