//! A board and the finding about it, as text.

use std::fmt;
use std::io::Write;

use super::{candidates, rated, steps};
use crate::{Ending, Report};
use quadrille_core::steps::End;
use quadrille_core::text::{WriteError, quantity};
use quadrille_core::{Answer, Count, Stop, Uniqueness};
use quadrille_sudoku::text::Record;
use quadrille_sudoku::{
    BoardExplanation, BoardPath, Candidates, Canonical, Check, Effort, Grid, MinimalPuzzle,
    Minimized, Need, NotClassic, Puzzle, Rating, RulePlace, Shape,
};

/// The answer to a question about a board.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Finding {
    /// No question was asked.
    Shown,
    /// This number of solutions was shown. [`Stats::solutions`](quadrille_core::Stats) is larger if
    /// the search saw another one.
    Solutions(u64),
    /// The number of solutions; a lower bound if a limit stopped the count.
    Count(Count),
    /// The number of solutions, and of those that hold each candidate: cell by cell, in each cell
    /// from value 1.
    Marginals(Count, Vec<Count>),
    /// The values that each cell has in some solution. The text is a board with these pencil marks,
    /// below which comments name what is not known.
    Candidates(Candidates),
    /// The pencil marks of each blank cell: bit `v - 1` for value `v`. The text is a board with them.
    Marked(Vec<u64>),
    /// Whether the solution is unique and the board minimal.
    Check(Check),
    /// The minimal board and the redundant givens. The text lists the redundant givens.
    Minimized(Minimized),
    /// The puzzle without the rules and givens that it does not need. The text lists what was
    /// removed.
    MinimalPuzzle(MinimalPuzzle),
    /// Why it has no solution or several.
    Explained(BoardExplanation),
    /// The steps by which a person would solve it.
    Steps(BoardPath),
    /// The next step, and how much of it the text says: 1 where to look, 2 also the technique, 3
    /// the whole step.
    Hint(BoardPath, u8),
    /// How hard the board is for a person.
    Rated(Rating),
    /// What programs need to solve it.
    Effort(Effort),
    /// How long the chains of a kind must be that solve it; `None` if those of any length do not.
    Length(&'static str, Option<usize>),
    /// Its canonical form.
    Canonical(Canonical),
    /// Its canonical form; the text includes the number of automorphisms.
    Automorphisms(Canonical),
    /// Whether it has one solution, as the answer to a question that needs a board with one
    /// solution.
    Unique(Uniqueness),
    /// Why it has no canonical form.
    Refused(NotClassic),
    /// Why the question cannot be asked about it.
    Unfit(String),
}

/// A board and the finding about it. As text, one line or several lines.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    pub(super) shape: &'a Shape,
    pub(super) board: &'a Grid,
    pub(super) answer: &'a Answer<Finding>,
    record: Option<&'a Record>,
    pub(super) puzzle: Option<&'a Puzzle>,
}

impl<'a> About<'a> {
    /// Returns the report on a board of a shape.
    #[must_use]
    pub fn new(shape: &'a Shape, board: &'a Grid, answer: &'a Answer<Finding>) -> Self {
        Self {
            shape,
            board,
            answer,
            record: None,
            puzzle: None,
        }
    }

    /// Adds the puzzle of the board to the JSON, with its rules and texts.
    #[must_use]
    pub fn of_puzzle(mut self, puzzle: impl Into<Option<&'a Puzzle>>) -> Self {
        self.puzzle = puzzle.into();
        self
    }

    /// Writes values as this record does, such as `A` for 10.
    #[must_use]
    pub fn in_words_of(mut self, record: &'a Record) -> Self {
        self.record = Some(record);
        self
    }

    /// Returns whether it is proved that the board has no solution. An explanation says so itself.
    #[must_use]
    pub fn is_unsolvable(&self) -> bool {
        self.answer.stop == Stop::Exhausted
            && match &self.answer.value {
                Finding::Solutions(found) => *found == 0,
                Finding::Count(count) | Finding::Marginals(count, _) => count.is_zero(),
                Finding::Check(check) => *check == Check::None,
                Finding::Unique(unique) => *unique == Uniqueness::None,
                _ => false,
            }
    }

    /// The name of a value, as the record writes it.
    fn name(&self, value: u8) -> String {
        match self.record {
            Some(record) => record.name(value),
            None => self.shape.number(value).to_string(),
        }
    }

    /// Writes the number of solutions, and a line for each cell with its values, each with the
    /// number of solutions that have it.
    fn marginals(&self, count: &Count, each: &[Count], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{count}")?;
        if count.is_zero() {
            return Ok(());
        }
        for (cell, values) in each.chunks(self.shape.side()).enumerate() {
            write!(f, "\n{}:", self.shape.name(cell))?;
            for (value, through) in (1..).zip(values).filter(|(_, through)| !through.is_zero()) {
                write!(f, " {}={through}", self.name(value))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for About<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shape, answer, .. } = self;
        match &answer.value {
            Finding::Shown => f.write_str(&shape.line(self.board)),
            Finding::Solutions(found) => f.write_str(&quantity(found, "solution")),
            Finding::Count(count) if answer.stop.is_limit() => write!(f, "at least {count}"),
            Finding::Count(count) => count.fmt(f),
            Finding::Marginals(count, each) => self.marginals(count, each, f),
            Finding::Candidates(all) => candidates::write_text(all, shape, f),
            Finding::Marked(marks) => {
                let value = |cell: usize| self.board.get(cell).map_or(0, |value| 1 << (value - 1));
                let all = marks.iter().enumerate();
                let all: Vec<u64> = all.map(|(cell, &own)| own | value(cell)).collect();
                candidates::write_grid(&all, shape, f)
            }
            Finding::Check(check) => check.fmt(f),
            Finding::Minimized(minimized) => {
                let rules = not_needed(shape, &minimized.rules);
                removable(shape, &minimized.redundant, &rules, f)
            }
            Finding::MinimalPuzzle(minimal) => {
                let rules = removed(shape, minimal);
                removable(shape, &minimal.removed_givens, &rules, f)
            }
            Finding::Explained(explanation) => {
                let text = explanation.to_text_with(shape, |value| self.name(value));
                f.write_str(text.trim_end())
            }
            Finding::Steps(path) => steps::write_path(path, shape, |value| self.name(value), f),
            Finding::Hint(path, stage) => {
                f.write_str(&steps::hint(path, *stage, |value| self.name(value)))
            }
            Finding::Rated(rating) => rated::write_rating(rating, f),
            Finding::Effort(effort) => rated::write_effort(effort, f),
            Finding::Length(kind, length) => f.write_str(&rated::length(kind, *length)),
            Finding::Canonical(form) => form.board.fmt(f),
            Finding::Automorphisms(form) => write!(f, "{} {}", form.board, form.automorphisms),
            finding => f.write_str(word(finding)),
        }
    }
}

impl Ending for About<'_> {
    fn stop(&self) -> Stop {
        self.answer.stop
    }

    fn is_answer(&self) -> bool {
        let stop = self.answer.stop;
        !stop.is_limit()
            && match &self.answer.value {
                Finding::Solutions(found) => *found > 0 || stop == Stop::Solutions,
                Finding::Count(count) | Finding::Marginals(count, _) => {
                    !count.is_zero() || stop == Stop::Solutions
                }
                Finding::Check(check) => *check != Check::None || stop == Stop::Solutions,
                Finding::Unique(unique) => *unique == Uniqueness::One,
                Finding::Steps(path) | Finding::Hint(path, _) => path.end != Some(End::NoSolution),
                Finding::Explained(BoardExplanation::None(_))
                | Finding::Refused(_)
                | Finding::Unfit(_) => false,
                _ => true,
            }
    }

    fn remark(&self, limit: &str) -> String {
        match &self.answer.value {
            Finding::Refused(error) => error.to_string(),
            Finding::Unfit(reason) => reason.clone(),
            Finding::Unique(Uniqueness::Many) => "more than one solution".to_owned(),
            Finding::Unique(Uniqueness::None) => "no solution".to_owned(),
            Finding::Solutions(0) if self.answer.stop == Stop::Exhausted => {
                "no solution".to_owned()
            }
            Finding::Steps(path) if path.misses_last => "no step matches --until".to_owned(),
            _ if !self.answer.stop.is_limit() => String::new(),
            Finding::Candidates(all) => {
                let open = all
                    .open
                    .iter()
                    .map(|values| values.count_ones())
                    .sum::<u32>();
                let open = quantity(open, "candidate");
                format!("stopped by {limit}: {open} not decided")
            }
            Finding::Solutions(found @ 1..) => format!(
                "stopped by {limit}: {} written, but there may be more",
                quantity(found, "solution")
            ),
            Finding::Steps(path) if !path.steps.is_empty() => {
                let steps = quantity(path.steps.len(), "step");
                format!("stopped by {limit} after {steps}")
            }
            _ => format!("stopped by {limit}"),
        }
    }
}

impl Report for About<'_> {
    fn write_text(&self, out: &mut impl Write) -> Result<(), WriteError> {
        Ok(writeln!(out, "{self}")?)
    }
}

/// Returns the word for a board without an answer.
pub(super) fn word(finding: &Finding) -> &'static str {
    match finding {
        Finding::Unique(Uniqueness::None) => "none",
        Finding::Unique(Uniqueness::One) => "unique",
        Finding::Unique(Uniqueness::Many) => "several",
        Finding::Unique(_) => "unknown",
        _ => "bad",
    }
}

/// The names of rules that are not needed.
pub(super) fn not_needed(shape: &Shape, rules: &[(RulePlace, Need)]) -> Vec<String> {
    let not_needed = rules.iter().filter(|(_, need)| *need == Need::NotNeeded);
    not_needed
        .map(|(place, _)| shape.rule_name(*place))
        .collect()
}

/// The names of the rules that were removed.
pub(super) fn removed(shape: &Shape, minimal: &MinimalPuzzle) -> Vec<String> {
    let removed = minimal.removed.iter();
    removed.map(|&place| shape.rule_name(place)).collect()
}

/// Writes the cells of givens, and the names of rules.
fn removable(
    shape: &Shape,
    cells: &[usize],
    rules: &[String],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let names = cells.iter().map(|&cell| shape.name(cell).to_string());
    let names: Vec<_> = names.collect();
    f.write_str(&names.join(" "))?;
    if !names.is_empty() && !rules.is_empty() {
        f.write_str("; ")?;
    }
    f.write_str(&rules.join(", "))
}
