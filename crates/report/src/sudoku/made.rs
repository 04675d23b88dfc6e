//! The result of a seed.

use std::io::Write;

use serde::Serialize;

use crate::{Ending, Report};
use quadrille_core::Stop;
use quadrille_core::text::WriteError;
use quadrille_sudoku::{Difficulty, Generated, Puzzle, Rated, Refused, Shape};

/// The result of a seed. As text, the puzzle as a line of characters. As JSON
/// `{"board":"...","seed":7,"tries":1,"refused":{...},"verdict":"made"}`: the board is `null` if
/// the verdict is `none` or `stopped`, and `refused` has the number of rejected tries for each
/// reason. If a difficulty was asked for, `difficulty` is its word. If rules were placed, `puzzle`
/// holds them and the board, as our own JSON of puzzles.
#[derive(Clone, Debug, Serialize)]
pub struct Made<'a> {
    board: Option<String>,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<Puzzle>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<&'static str>,
    tries: u64,
    refused: &'a Refused,
    verdict: &'static str,
    #[serde(skip)]
    stop: Stop,
}

impl<'a> Made<'a> {
    /// Reports the result of this seed.
    #[must_use]
    pub fn new(shape: &Shape, seed: u64, generated: &'a Generated) -> Self {
        Self {
            board: generated.board.as_ref().map(|board| shape.line(board)),
            puzzle: generated.board.as_ref().and_then(|board| {
                let shape = generated.shape.as_ref()?;
                Some(Puzzle::new(shape.clone(), board.clone()))
            }),
            seed,
            difficulty: None,
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

    /// Names the difficulty that was asked for.
    #[must_use]
    pub fn of_difficulty(mut self, difficulty: impl Into<Option<Difficulty>>) -> Self {
        self.difficulty = difficulty.into().map(Difficulty::name);
        self
    }

    /// The boards nearest to the difficulty or the guesses that were asked for.
    fn nearest(&self) -> String {
        match (self.refused.easier, self.refused.harder) {
            (Some(easier), None) => format!("the hardest found is {}", in_words(easier)),
            (None, Some(harder)) => format!("the easiest found is {}", in_words(harder)),
            (Some(easier), Some(harder)) => {
                let (easier, harder) = (in_words(easier), in_words(harder));
                format!("the nearest found are {easier} and {harder}")
            }
            (None, None) => String::new(),
        }
    }
}

/// `hard` or `one with 2.1 guesses`
fn in_words(rated: Rated) -> String {
    match rated {
        Rated::Cost(cost) => Difficulty::of(cost).to_string(),
        Rated::Guesses(guesses) => format!("one with {guesses:.1} guesses"),
        _ => String::new(),
    }
}

impl Made<'_> {
    /// Returns the caption of a picture of the puzzle: its seed, and the difficulty if one was
    /// requested.
    #[must_use]
    pub fn caption(&self) -> String {
        let difficulty = self.difficulty.map(|word| format!(", {word}"));
        format!("seed {}{}", self.seed, difficulty.unwrap_or_default())
    }
}

impl Ending for Made<'_> {
    fn stop(&self) -> Stop {
        self.stop
    }

    fn is_answer(&self) -> bool {
        self.board.is_some()
    }

    /// Why there is no puzzle: the number of rejected tries for each reason, and the nearest
    /// boards.
    fn remark(&self, stop_reason: &str) -> String {
        if self.is_answer() {
            return String::new();
        }
        let refused = self.refused;
        let clues = match (refused.below, refused.above) {
            (Some(below), Some(above)) => format!(" (nearest: {below} and {above})"),
            (Some(one), None) | (None, Some(one)) => format!(" (nearest: {one})"),
            (None, None) => String::new(),
        };
        let too_hard = refused.guesses.saturating_sub(refused.too_easy);
        let (easy, hard) = match self.difficulty {
            Some(_) => ("were too easy", "were too hard"),
            None => ("had too few guesses", "had too many guesses"),
        };
        let mut reasons = Vec::new();
        for (tries, reason) in [
            (refused.solutions, "gave no board with one solution"),
            (refused.rules, "had no place for one of the rules"),
            (
                refused.clues,
                &*format!("had the wrong number of givens{clues}"),
            ),
            (refused.minimal, "were not minimal"),
            (refused.too_easy, easy),
            (too_hard, hard),
            (refused.technique, "did not need the technique"),
            (refused.other, "were not legal"),
        ] {
            let is_measured = reason == easy || reason == hard;
            match tries {
                0 => {}
                1 => reasons.push(format!("1 {}", reason.replacen("were ", "was ", 1))),
                _ if is_measured && tries == self.tries => reasons.push(format!("all {reason}")),
                _ => reasons.push(format!("{tries} {reason}")),
            }
        }
        reasons.extend(Some(self.nearest()).filter(|nearest| !nearest.is_empty()));
        let wanted = self.difficulty.unwrap_or("such");
        let stopped = match self.stop {
            Stop::Exhausted => String::new(),
            _ => format!(", stopped by {stop_reason}"),
        };
        let tries = match self.tries {
            1 => "1 try".to_owned(),
            tries => format!("{tries} tries"),
        };
        let seed = self.seed;
        let message = format!("seed {seed}: no {wanted} puzzle in {tries}{stopped}");
        if reasons.is_empty() {
            message
        } else {
            format!("{message}: {}", reasons.join("; "))
        }
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
