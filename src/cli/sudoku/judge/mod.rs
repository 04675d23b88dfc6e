//! `--judge`: the boards of a known judge, in its shape, in its order, with its words.
//!
//! A judge's input is small: it is read whole, [`cut`] into boards by the judge's own rule, and
//! answered one board after the other. A board ends at a blank line too, so that half a board spoils
//! no other. What has no answer in the judge's words comes out as it came, in its place, and is told.

mod cut;

use std::io::Write;

use clap::ValueEnum;
use quadrille::sudoku::text::{Content, Reason, Record};
use quadrille::sudoku::{BoardSearch, Check, Grid, Shape, Sudoku};
use quadrille::{Answer, Limits, Settings, Uniqueness};

use super::bad;
use super::batch::judged;
use super::question::{Finding, Reply, free};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::{message, output};
use cut::{Case, Cases};

/// Whose boards they are.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Judge {
    /// Nine lines of nine numbers, for each board; any solution
    Boj2580,
    /// Nine lines of nine digits, for each board; the smallest solution
    Boj2239,
    /// A board a line up to a line "end"; a solution a line
    Poj3074,
    /// The number of boards, then boards of 16 lines of A to P
    SpojSudoku,
    /// Boards of nine lines; Case 1: Unique. and so on
    Uva10957,
    /// N, then N x N lines, again and again; the solution, or what is wrong with the puzzle
    Hdu3909,
}

/// Answers all boards of an input, which has a name.
pub(super) fn run(
    judge: Judge,
    name: &str,
    input: &[u8],
    settings: &Settings,
    limits: &Limits,
) -> Result<Outcome, Failure> {
    let cut = Cases::of(judge, input).map_err(|expected| Failure::NoBoard {
        name: name.to_owned(),
        expected,
    })?;
    let (mut output, mut outcome) = (output::stdout(), Outcome::Answered);
    // Those that were compiled last, and the rows of their boxes.
    let mut compiled: Option<(usize, Sudoku)> = None;
    for (number, case) in (1..).zip(&cut.cases) {
        let (mut text, mut record, mut reply) = (Vec::new(), Record::new(), None);
        if let Some(base) = case.base {
            let known = compiled.take().filter(|known| known.0 == base);
            let known = known.unwrap_or_else(|| {
                let shape: Shape = format!("boxes:{base}x{base}").parse().unwrap_or_default();
                (base, Sudoku::with_settings(shape, settings))
            });
            let sudoku = &compiled.insert(known).1;
            record = case.record(sudoku.shape());
            let mut search = sudoku.search();
            search.limits(limits.clone());
            reply = judge.answer(number, &record, &mut search, &mut text);
        }
        if judge.parts() && number > 1 {
            output.write_all(b"\n").map_err(Failure::Write)?;
        }
        // The cases of this judge are numbered.
        let is_echoed = text.is_empty() && judge != Judge::Uva10957;
        let text = if is_echoed { &case.text } else { &text };
        output.write_all(text).map_err(Failure::Write)?;
        outcome = outcome.max(case.tell(name, &record, reply.as_ref()));
        if outcome == Outcome::Interrupted {
            break;
        }
    }
    output.flush().map_err(Failure::Write)?;
    match outcome {
        Outcome::Interrupted => Ok(outcome),
        _ => Ok(outcome.max(cut.tell(name))),
    }
}

impl Judge {
    /// Whether a blank line parts its answers.
    fn parts(self) -> bool {
        matches!(self, Self::Boj2580 | Self::Boj2239 | Self::SpojSudoku)
    }

    /// What its input consists of.
    fn expected(self) -> &'static str {
        match self {
            Self::Boj2580 | Self::Uva10957 => "nine lines of nine numbers",
            Self::Boj2239 => "nine lines of nine digits",
            Self::Poj3074 => "lines of 81 cells",
            Self::SpojSudoku => "16 lines of 16 letters",
            Self::Hdu3909 => "N, from 1 to 6, and N x N lines",
        }
    }

    /// Writes what the judge expects about one board. Returns nothing if the board is bad.
    fn answer(
        self,
        number: usize,
        record: &Record,
        search: &mut BoardSearch,
        output: &mut Vec<u8>,
    ) -> Option<Reply> {
        let mut say = |word: &str| {
            output.extend(match self {
                Self::Uva10957 => format!("Case {number}: {word}.\n").into_bytes(),
                _ => format!("{word}\n").into_bytes(),
            });
        };
        match (self, record.content()) {
            (Self::Uva10957, Content::Board(board)) => {
                let answer = search.unique(board);
                match answer.value {
                    Uniqueness::None => say("Impossible"),
                    Uniqueness::One => say("Unique"),
                    Uniqueness::Many => say("Ambiguous"),
                    _ => return Some(answer.map(Finding::NotOne)),
                }
            }
            (Self::Hdu3909, Content::Board(board)) => {
                let answer = search.check(board);
                match answer.value {
                    Check::None => say("No Solution"),
                    Check::Several => say("Multiple Solutions"),
                    Check::NotMinimal => say("Not Minimal"),
                    Check::Unique => return Some(write(record, search.first(board), output)),
                    _ => return Some(answer.map(Finding::Check)),
                }
            }
            (Self::Boj2239, Content::Board(board)) => {
                return Some(write(record, search.smallest(board), output));
            }
            (_, Content::Board(board)) => {
                return Some(write(record, search.first(board), output));
            }
            (Self::Uva10957, content) => {
                say("Illegal");
                if !is_clash(content) {
                    return None;
                }
            }
            (Self::Hdu3909, content) if is_clash(content) => say("No Solution"),
            _ => return None,
        }
        Some(free(Finding::Shown))
    }
}

/// Whether it is a board that breaks a rule by itself.
fn is_clash(content: &Content) -> bool {
    matches!(content, Content::Bad(error) if matches!(error.reason, Reason::Clash { .. }))
}

/// Writes a solution in the shape of its board.
fn write(record: &Record, answer: Answer<Option<Grid>>, output: &mut Vec<u8>) -> Reply {
    answer.map(|solution| {
        let written = solution.map(|solution| record.write_solution(output, &solution));
        // Writing into memory does not fail.
        Finding::Solutions(u64::from(written.is_some()))
    })
}

impl Case {
    /// Says on standard error what the judge has no words for. There is no reply if the board is bad.
    fn tell(&self, name: &str, record: &Record, reply: Option<&Reply>) -> Outcome {
        let line = self.before + 1;
        if let Some(reply) = reply {
            let (outcome, told) = judged(reply);
            if let Some(told) = told {
                message::say(format_args!("{name}:{line}: {told}"));
            }
            return outcome;
        }
        match record.content() {
            Content::Bad(error) => {
                let mut error = error.clone();
                error.line += self.before as u64;
                bad::tell(name, record, &error);
            }
            _ if self.base.is_none() => {
                let found = self.text.split(|&byte| byte == b'\n').next();
                let found = String::from_utf8_lossy(found.unwrap_or_default().trim_ascii());
                message::say(format_args!(
                    "{name}:{line}: {found:?} is not N, expected 1 to 6"
                ));
            }
            _ => message::say(format_args!("{name}:{line}: no board")),
        }
        Outcome::BadInput
    }
}

impl Cases {
    /// Tells if those that were found are not as many as were announced.
    fn tell(&self, name: &str) -> Outcome {
        let Some(announced) = self.announced else {
            return Outcome::Answered;
        };
        let found = self.cases.len();
        let boards = message::count(announced as u64, "board");
        match self.next_line {
            _ if found != announced => {
                message::say(format_args!("{name}:1: {boards} announced, {found} found"));
            }
            Some(line) => message::say(format_args!(
                "{name}:{line}: {boards} announced, what follows is not read"
            )),
            None => return Outcome::Answered,
        }
        Outcome::BadInput
    }
}
