//! The limits of commands about many boards: the time of the whole command, and what each board may
//! take of it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::{Arg, Args};
use quadrille_core::parallel::Source;
use quadrille_core::{Budget, Limits};

use super::question::Question;
use crate::help::LIMITS;
use crate::interrupt::{Interrupt, LAST_INPUT};
use crate::limits::{LimitArguments, TimeArguments, seconds, until};
use crate::memory_limit::memory_of;

/// The time that one board may take.
#[derive(Args)]
pub(super) struct PerBoardArguments {
    /// Spend at most this time on each board
    ///
    /// It is written as for --time.
    #[arg(
        long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true,
        help_heading = LIMITS, hide_short_help = true
    )]
    pub(super) time_per_board: Option<Duration>,
}

/// The limits of a search for each board.
#[derive(Args)]
#[command(mut_arg("nodes", nodes_of_board), mut_arg("time", time_of_command))]
#[command(mut_arg("memory", memory_of_boards))]
pub(super) struct BoardLimitArguments {
    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    per_board: PerBoardArguments,
}

/// The limit of a command that searches nothing.
#[derive(Args)]
#[command(mut_arg("time", time_of_command))]
pub(super) struct CommandTimeArguments {
    #[command(flatten)]
    time: TimeArguments,
}

/// The flag `--nodes`, where it holds for each board.
pub(super) fn nodes_of_board(nodes: Arg) -> Arg {
    let nodes = nodes.help("Visit at most N nodes (search states) for each board");
    nodes.hide_short_help(true)
}

/// The flag `--memory`, where it holds for all boards together.
pub(super) fn memory_of_boards(memory: Arg) -> Arg {
    let what = "the tables of engines, and what they learn; and the visited states of the counts of all threads together.";
    memory_of(what)(memory).hide_short_help(true)
}

/// The flag `--time`, where it holds for all boards together.
pub(super) fn time_of_command(time: Arg) -> Arg {
    let first = "Stop after this time: seconds, or 500ms, 5m, 2h";
    time.help(first).long_help(format!(
        "{first}\n\nA number of seconds, such as 10 or 0.5, or a number with one of the units ms, s, m \
         and h. It is the time of the whole command: of the boards that are left, those already read \
         are written without an answer."
    ))
}

/// The limits of a command about many boards.
#[derive(Clone, Copy)]
pub(super) struct BoardLimits {
    /// The nodes for each board.
    nodes: Option<u64>,
    /// The time of the command.
    time: Option<Duration>,
    /// The time for each board.
    per_board: Option<Duration>,
    /// The bytes of the tables of engines, and of the counts of all threads together.
    pub(super) memory: usize,
}

impl Default for BoardLimits {
    fn default() -> Self {
        Self {
            nodes: None,
            time: None,
            per_board: None,
            memory: Limits::MEMORY,
        }
    }
}

impl BoardLimits {
    pub(super) fn new(limits: &LimitArguments, per_board: &PerBoardArguments) -> Self {
        Self {
            nodes: limits.nodes,
            time: limits.time.limit,
            per_board: per_board.time_per_board,
            memory: limits.memory.most,
        }
    }

    /// Starts the clock of the command.
    pub(super) fn start_clock(self, interrupt: &Interrupt) {
        interrupt.start_clock(self.time);
    }

    /// Returns the limits for each board, on one of these threads, which end at the latest with the
    /// command. From here on Ctrl-C stops the search cleanly.
    pub(super) fn for_each_board(
        self,
        question: &dyn Question,
        threads: usize,
        interrupt: &Interrupt,
    ) -> Limits {
        let mut limits = until(interrupt)
            .memory(self.memory / threads.max(1))
            .cancel(interrupt.token());
        if let Some(most) = self.nodes {
            limits = limits.nodes(most);
        }
        let is_free = self.nodes.is_none() && self.time.is_none();
        let usual = question.usual_time().filter(|_| is_free);
        if let Some(most) = self.per_board.or(usual) {
            limits = limits.time(most);
        }
        question.limits(limits)
    }
}

impl From<&BoardLimitArguments> for BoardLimits {
    fn from(arguments: &BoardLimitArguments) -> Self {
        Self::new(&arguments.limits, &arguments.per_board)
    }
}

impl From<&CommandTimeArguments> for BoardLimits {
    fn from(arguments: &CommandTimeArguments) -> Self {
        Self {
            time: arguments.time.limit,
            ..Self::default()
        }
    }
}

/// The records of an input that may never end, or be very long. It ends a moment after the
/// deadline, so that the boards that were read by then still get their records.
pub(super) struct Until<S> {
    source: S,
    end: Option<Budget>,
    /// Set if the input goes on.
    is_cut: Arc<AtomicBool>,
}

impl<S> Until<S> {
    /// The records up to a moment after the deadline, if there is one.
    pub(super) fn new(source: S, deadline: Option<Instant>) -> Self {
        let end = deadline.and_then(|deadline| deadline.checked_add(LAST_INPUT));
        Self {
            source,
            end: end.map(|end| Budget::start(&Limits::new().deadline(end))),
            is_cut: Arc::default(),
        }
    }

    /// Whether the end came before that of the input.
    pub(super) fn is_cut(&self) -> Arc<AtomicBool> {
        self.is_cut.clone()
    }
}

impl<S: Source> Source for Until<S> {
    type Item = S::Item;

    fn next_item(
        &mut self,
        spare: Option<Self::Item>,
        before_wait: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self::Item> {
        let item = self.source.next_item(spare, before_wait)?;
        if self.end.as_ref().is_some_and(|end| end.poll().is_err()) {
            self.is_cut.store(true, Ordering::Relaxed);
            return None;
        }
        Some(item)
    }

    fn weight(&self, item: &Self::Item) -> usize {
        self.source.weight(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_says_how_long_boards_are_read_after_the_limit() {
        let manual = include_str!("../../../../docs/formats.md");
        let words: Vec<&str> = manual.split_whitespace().collect();
        let sentence = format!(
            "An input of boards is read for {} ms after the limit",
            LAST_INPUT.as_millis()
        );
        assert!(words.join(" ").contains(&sentence), "{sentence}");
    }
}
