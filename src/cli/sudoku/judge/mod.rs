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
use quadrille::{Answer, Limits, Settings, Stop, Uniqueness};

use super::bad;
use crate::cli::limits::culprit;
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

/// How a board ended.
enum Ended {
    /// With the answer that the judge expects.
    Answered,
    /// A limit stopped the search before that.
    Stopped(Stop),
    /// It has no solution, and the judge has no words for that.
    NoSolution,
    /// It is no board.
    Bad,
    /// Its size was to be told and was not.
    NoSize,
}

/// Answers all boards of an input, which has a name.
pub(super) fn run(
    judge: Judge,
    name: &str,
    input: &[u8],
    settings: &Settings,
    limits: &Limits,
) -> Result<Outcome, Failure> {
    let lines = cut::lines(input);
    let cut = Cases::of(judge, &lines).map_err(|expected| Failure::NoBoard {
        name: name.to_owned(),
        expected,
    })?;
    let mut output = output::stdout();
    let mut outcome = Outcome::Answered;
    let (mut compiled, mut record, mut answer) = (None, Record::new(), Vec::new());
    for (place, case) in cut.cases.iter().enumerate() {
        answer.clear();
        if judge.parts() && place > 0 {
            answer.push(b'\n');
        }
        let start = answer.len();
        let mut ended = Ended::NoSize;
        if let Some(base) = case.base {
            let sudoku = compile(&mut compiled, base, settings);
            let mut search = sudoku.search();
            search.limits(limits.clone());
            record = case.record(sudoku.shape());
            ended = judge.answer(place + 1, &record, &mut search, &mut answer);
        }
        // The cases of this judge are numbered.
        if answer.len() == start && judge != Judge::Uva10957 {
            case.echo(&mut answer);
        }
        output.write_all(&answer).map_err(Failure::Write)?;
        outcome = outcome.max(ended.tell(name, case, &record));
        if outcome == Outcome::Interrupted {
            break;
        }
    }
    output.flush().map_err(Failure::Write)?;
    if outcome != Outcome::Interrupted {
        outcome = outcome.max(cut.tell(name));
    }
    Ok(outcome)
}

/// The rules of boards with boxes of this size; those that were compiled last, if they are the same.
fn compile<'a>(
    last: &'a mut Option<(usize, Sudoku)>,
    base: usize,
    settings: &Settings,
) -> &'a Sudoku {
    let known = last.take().filter(|known| known.0 == base);
    let compiled = known.unwrap_or_else(|| {
        let shape: Shape = format!("boxes:{base}x{base}").parse().unwrap_or_default();
        (base, Sudoku::with_settings(shape, settings))
    });
    &last.insert(compiled).1
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

    /// Writes what the judge expects about one board, nothing if it has no words for it.
    fn answer(
        self,
        number: usize,
        record: &Record,
        search: &mut BoardSearch,
        output: &mut Vec<u8>,
    ) -> Ended {
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
                    _ => return Ended::Stopped(answer.stop),
                }
            }
            (Self::Hdu3909, Content::Board(board)) => {
                let answer = search.check(board);
                match answer.value {
                    Check::None => say("No Solution"),
                    Check::Several => say("Multiple Solutions"),
                    Check::NotMinimal => say("Not Minimal"),
                    Check::Unique => return write(record, &search.first(board), output),
                    _ => return Ended::Stopped(answer.stop),
                }
            }
            (Self::Boj2239, Content::Board(board)) => {
                return write(record, &search.smallest(board), output);
            }
            (_, Content::Board(board)) => return write(record, &search.first(board), output),
            (Self::Uva10957, content) => {
                say("Illegal");
                if !is_clash(content) {
                    return Ended::Bad;
                }
            }
            (Self::Hdu3909, content) if is_clash(content) => say("No Solution"),
            _ => return Ended::Bad,
        }
        Ended::Answered
    }
}

/// Whether it is a board that breaks a rule by itself.
fn is_clash(content: &Content) -> bool {
    matches!(content, Content::Bad(error) if matches!(error.reason, Reason::Clash { .. }))
}

/// Writes a solution in the shape of its board.
fn write(record: &Record, answer: &Answer<Option<Grid>>, output: &mut Vec<u8>) -> Ended {
    match &answer.value {
        Some(solution) => {
            // Writing into memory does not fail.
            let _ = record.write_solution(output, solution);
            Ended::Answered
        }
        None if answer.is_complete() => Ended::NoSolution,
        None => Ended::Stopped(answer.stop),
    }
}

impl Ended {
    /// Tells what the judge has no words for.
    fn tell(&self, name: &str, case: &Case<'_>, record: &Record) -> Outcome {
        let line = case.before + 1;
        match (self, record.content()) {
            (Self::Answered, _) => return Outcome::Answered,
            (Self::Stopped(stop), _) => {
                let culprit = culprit(*stop);
                message::say(format_args!("{name}:{line}: stopped by {culprit}"));
                return Outcome::of(*stop, true);
            }
            (Self::NoSolution, _) => {
                message::say(format_args!("{name}:{line}: no solution"));
                return Outcome::NoSolution;
            }
            (Self::NoSize, _) => {
                let found = case.lines.first().copied().unwrap_or_default().trim_ascii();
                let found = String::from_utf8_lossy(found);
                message::say(format_args!(
                    "{name}:{line}: {found:?} is not N, expected 1 to 6"
                ));
            }
            (Self::Bad, Content::Bad(error)) => {
                let mut error = error.clone();
                error.line += case.before as u64;
                bad::tell(name, record, &error);
            }
            (Self::Bad, _) => message::say(format_args!("{name}:{line}: no board")),
        }
        Outcome::BadInput
    }
}

impl Cases<'_> {
    /// Tells if there are not as many as were announced.
    fn tell(&self, name: &str) -> Outcome {
        let Some(announced) = self.announced else {
            return Outcome::Answered;
        };
        let boards = message::count(announced as u64, "board");
        match (self.cases.len(), self.next_line) {
            (found, _) if found != announced => {
                message::say(format_args!("{name}:1: {boards} announced, {found} found"));
            }
            (_, Some(line)) => message::say(format_args!(
                "{name}:{line}: {boards} announced, what follows is not read"
            )),
            (_, None) => return Outcome::Answered,
        }
        Outcome::BadInput
    }
}
