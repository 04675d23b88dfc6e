//! What came of a seed.

use std::io::Write;

use serde::Serialize;

use crate::Stop;
use crate::report::{Ending, Report};
use crate::sudoku::{Generated, Refused, Shape};
use crate::text::WriteError;

/// What came of a seed. As text the puzzle as a line of characters. As JSON
/// `{"board":"...","seed":7,"tries":1,"refused":{...},"verdict":"made"}`: the board is `null` if
/// the verdict is `none` or `stopped`, and `refused` says how many tries were refused for which
/// reason.
#[derive(Clone, Debug, Serialize)]
pub struct Made<'a> {
    board: Option<String>,
    seed: u64,
    tries: u64,
    refused: &'a Refused,
    verdict: &'static str,
    #[serde(skip)]
    stop: Stop,
}

impl<'a> Made<'a> {
    /// What came of this seed.
    #[must_use]
    pub fn new(shape: &Shape, seed: u64, generated: &'a Generated) -> Self {
        Self {
            board: generated.board.as_ref().map(|board| shape.line(board)),
            seed,
            tries: generated.tries,
            refused: &generated.refused,
            verdict: match (&generated.board, generated.stop) {
                (Some(_), _) => "made",
                (None, stop) if stop.is_limit() => "stopped",
                (None, _) => "none",
            },
            stop: generated.stop,
        }
    }
}

impl Made<'_> {
    /// What stands below a picture of the puzzle: its seed.
    #[must_use]
    pub fn caption(&self) -> String {
        format!("seed {}", self.seed)
    }
}

impl Ending for Made<'_> {
    fn stop(&self) -> Stop {
        self.stop
    }

    fn is_answer(&self) -> bool {
        self.board.is_some()
    }

    /// What was tried for a puzzle that was not found.
    fn remark(&self, culprit: &str) -> String {
        if self.is_answer() {
            return String::new();
        }
        let (seed, refused) = (self.seed, self.refused);
        let tries = match self.tries {
            1 => "1 try".to_owned(),
            tries => format!("{tries} tries"),
        };
        let why = match self.stop {
            Stop::Exhausted => String::new(),
            _ => format!(", stopped by {culprit}"),
        };
        let clues = match (refused.below, refused.above) {
            (Some(below), Some(above)) => format!(", the nearest {below} and {above}"),
            (Some(one), None) | (None, Some(one)) => format!(", the nearest {one}"),
            (None, None) => String::new(),
        };
        let reasons = [
            (refused.solutions, "had not one solution", ""),
            (refused.clues, "had other numbers of givens", &*clues),
            (refused.minimal, "were not minimal", ""),
            (refused.guesses, "took other numbers of guesses", ""),
            (refused.other, "were not legal", ""),
        ];
        let reasons = reasons.iter().filter(|(tries, ..)| *tries > 0);
        let reasons = reasons.map(|(tries, what, more)| format!("{tries} {what}{more}"));
        let reasons: Vec<_> = reasons.collect();
        let colon = if reasons.is_empty() { "" } else { ": " };
        let reasons = reasons.join("; ");
        format!("seed {seed}: no such puzzle in {tries}{why}{colon}{reasons}")
    }
}

impl Report for Made<'_> {
    fn write_text(&self, out: &mut impl Write) -> Result<(), WriteError> {
        if let Some(board) = &self.board {
            writeln!(out, "{board}")?;
        }
        Ok(())
    }
}
