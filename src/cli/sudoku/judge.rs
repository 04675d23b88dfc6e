//! `--judge`: the boards of a known judge, in its shape, in its order, with its words.
//!
//! A judge's input is small: it is read whole, cut into boards by the judge's own rule, and
//! answered one board after the other.

use std::io::Write;

use clap::ValueEnum;
use quadrille::sudoku::text::{Content, Reader, Reason, Record};
use quadrille::sudoku::{BoardSearch, Check, Grid, Shape, Sudoku};
use quadrille::{Answer, Limits, Settings, Uniqueness};

use crate::cli::input::Source;
use crate::cli::limits::culprit;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::{message, output};

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Judge {
    /// Nine lines of nine numbers; any solution
    Boj2580,
    /// Nine lines of nine digits; the smallest solution
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

/// A board as the judge gives it.
struct Case<'a> {
    /// The lines before it.
    before: usize,
    lines: Vec<&'a str>,
    /// Rows and columns of a box.
    base: usize,
}

/// How a board ends that has no answer in the judge's words.
enum Problem {
    Bad,
    None,
}

/// Answers all boards of the input.
pub(super) fn run(
    judge: Judge,
    source: &Source<'_>,
    settings: &Settings,
    limits: &Limits,
) -> Result<Outcome, Failure> {
    let text = source.read_all()?;
    let text = String::from_utf8_lossy(&text);
    let cases = judge.cut(&text).map_err(|expected| Failure::NoBoard {
        name: source.name(),
        expected,
    })?;
    let mut output = output::stdout();
    let mut outcome = Outcome::Answered;
    let mut compiled: Option<Sudoku> = None;
    for (number, case) in cases.iter().enumerate() {
        let side = case.base * case.base;
        if compiled
            .as_ref()
            .is_none_or(|sudoku| sudoku.shape().side() != side)
        {
            let shape = Shape::with_side(side).unwrap_or_default();
            compiled = Some(Sudoku::with(shape, settings));
        }
        let Some(sudoku) = &compiled else { continue };
        let mut search = sudoku.search();
        search.limits(limits.clone());
        let record = case.record(sudoku.shape());
        let mut answer = Vec::new();
        if judge == Judge::SpojSudoku && number > 0 {
            answer.push(b'\n');
        }
        let ended = judge.answer(number + 1, &record, &mut search, &mut answer);
        output.write_all(&answer).map_err(Failure::Write)?;
        outcome = outcome.max(case.tell(ended, &record, source));
    }
    output.flush().map_err(Failure::Write)?;
    Ok(outcome)
}

impl Judge {
    /// Cuts an input into its boards, or says what it should begin with.
    fn cut(self, text: &str) -> Result<Vec<Case<'_>>, &'static str> {
        let mut lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty());
        let mut left = match self {
            Self::Boj2580 | Self::Boj2239 => 1,
            Self::SpojSudoku => lines
                .next()
                .and_then(|(_, count)| count.trim().parse().ok())
                .ok_or("the number of boards in the first line")?,
            _ => usize::MAX,
        };
        let mut cases = Vec::new();
        while left > 0 {
            left -= 1;
            let Some((mut before, mut first)) = lines.next() else {
                break;
            };
            let (mut base, mut rows) = (3, 9);
            match self {
                Self::Poj3074 if first.trim() == "end" => break,
                Self::Poj3074 => rows = 1,
                Self::SpojSudoku => (base, rows) = (4, 16),
                Self::Hdu3909 => {
                    base = match first.trim().parse() {
                        Ok(base @ 2..=6) => base,
                        _ => return Err("N, from 2 to 6, before each one"),
                    };
                    rows = base * base;
                    (before, first) = lines.next().unwrap_or((before + 1, ""));
                }
                _ => {}
            }
            let rest = lines.by_ref().take(rows - 1).map(|(_, line)| line);
            let lines = std::iter::once(first).chain(rest).collect();
            cases.push(Case {
                before,
                lines,
                base,
            });
        }
        if cases.is_empty() {
            return Err(self.expected());
        }
        Ok(cases)
    }

    /// What its input consists of.
    fn expected(self) -> &'static str {
        match self {
            Self::Boj2580 | Self::Uva10957 => "nine lines of nine numbers",
            Self::Boj2239 => "nine lines of nine digits",
            Self::Poj3074 => "lines of 81 cells",
            Self::SpojSudoku => "16 lines of 16 letters",
            Self::Hdu3909 => "N and N x N lines",
        }
    }

    /// Writes what the judge expects about one board.
    fn answer(
        self,
        number: usize,
        record: &Record,
        search: &mut BoardSearch<'_>,
        output: &mut Vec<u8>,
    ) -> Result<Answer<()>, Problem> {
        let board = match record.content() {
            Content::Board(board) => board,
            Content::Bad(error) if matches!(error.reason, Reason::Clash(_)) => {
                output.extend(match self {
                    Self::Uva10957 => format!("Case {number}: Illegal.\n").into_bytes(),
                    Self::Hdu3909 => b"No Solution\n".to_vec(),
                    _ => return Err(Problem::Bad),
                });
                return Ok(search.first(&Grid::default()).map(|_| ()));
            }
            _ => return Err(Problem::Bad),
        };
        match self {
            Self::Uva10957 => {
                let answer = search.uniqueness(board);
                let word = match answer.value {
                    Uniqueness::None => "Impossible",
                    Uniqueness::One => "Unique",
                    Uniqueness::Many => "Ambiguous",
                    _ => return Ok(answer.map(|_| ())),
                };
                output.extend(format!("Case {number}: {word}.\n").bytes());
                Ok(answer.map(|_| ()))
            }
            Self::Hdu3909 => {
                let answer = search.check(board);
                match answer.value {
                    Check::None => output.extend(b"No Solution\n"),
                    Check::Several => output.extend(b"Multiple Solutions\n"),
                    Check::NotMinimal => output.extend(b"Not Minimal\n"),
                    Check::Unique => return write(record, search.first(board), output),
                    _ => {}
                }
                Ok(answer.map(|_| ()))
            }
            Self::Boj2239 => write(record, search.smallest(board), output),
            _ => write(record, search.first(board), output),
        }
    }
}

/// Writes a solution in the shape of its board.
fn write(
    record: &Record,
    answer: Answer<Option<Grid>>,
    output: &mut Vec<u8>,
) -> Result<Answer<()>, Problem> {
    match &answer.value {
        // Writing into memory does not fail.
        Some(solution) => drop(record.write_solution(output, solution)),
        None if answer.is_complete() => return Err(Problem::None),
        None => {}
    }
    Ok(answer.map(|_| ()))
}

impl Case<'_> {
    /// What its lines are.
    fn record(&self, shape: &Shape) -> Record {
        let text: String = self
            .lines
            .iter()
            .map(|line| format!("{}\n", line.trim_end()))
            .collect();
        let mut reader = Reader::of(shape.clone(), text.as_bytes());
        let mut record = Record::new();
        // Bytes in memory can be read.
        let _ = reader.next_record(&mut record);
        record
    }

    /// Tells what the judge has no words for.
    fn tell(
        &self,
        ended: Result<Answer<()>, Problem>,
        record: &Record,
        source: &Source<'_>,
    ) -> Outcome {
        let (name, line) = (source.name(), self.before + 1);
        match (ended, record.content()) {
            (Err(Problem::Bad), Content::Bad(error)) => {
                let mut error = error.clone();
                error.line += self.before as u64;
                message::board_error(&name, record, &error);
                Outcome::BadInput
            }
            (Err(Problem::Bad), _) => {
                message::say(format_args!("{name}:{line}: no board"));
                Outcome::BadInput
            }
            (Err(Problem::None), _) => {
                message::say(format_args!("{name}:{line}: no solution"));
                Outcome::NoSolution
            }
            (Ok(answer), _) => {
                let outcome = Outcome::of(answer.stop, true);
                if outcome != Outcome::Answered {
                    let culprit = culprit(answer.stop);
                    message::say(format_args!("{name}:{line}: stopped by {culprit}"));
                }
                outcome
            }
        }
    }
}
