//! `--judge`: the boards of a known judge, in its shape, in its order, with its words.
//!
//! A judge's input is small: it is read whole, cut into boards by the judge's own rule, and
//! answered one board after the other. A board ends at a blank line too, so that half a board spoils
//! no other. What has no answer in the judge's words comes out as it came, in its place, and is told.

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

/// A board as the judge gives it.
struct Case<'a> {
    /// The lines before it.
    before: usize,
    lines: Vec<&'a str>,
    /// Rows and columns of a box; `None` if they were to be told and were not.
    base: Option<usize>,
}

/// The boards of an input.
struct Cases<'a> {
    cases: Vec<Case<'a>>,
    /// How many there should be, if that is told, and the line after them.
    announced: Option<usize>,
    next_line: Option<usize>,
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
    let Cases {
        cases,
        announced,
        next_line,
    } = judge.cut(&text).map_err(|expected| Failure::NoBoard {
        name: source.name(),
        expected,
    })?;
    let mut output = output::stdout();
    let mut outcome = Outcome::Answered;
    let mut compiled: Option<Sudoku> = None;
    for (number, case) in cases.iter().enumerate() {
        let mut answer = Vec::new();
        if judge.parts() && number > 0 {
            answer.push(b'\n');
        }
        let start = answer.len();
        let Some(base) = case.base else {
            case.echo(&mut answer);
            output.write_all(&answer).map_err(Failure::Write)?;
            let (name, line, found) = (source.name(), case.before + 1, case.lines[0].trim());
            message::say(format_args!(
                "{name}:{line}: {found:?} is not N, expected 1 to 6"
            ));
            outcome = outcome.max(Outcome::BadInput);
            continue;
        };
        let is_side = |sudoku: &Sudoku| sudoku.shape().side() == base * base;
        if !compiled.as_ref().is_some_and(is_side) {
            let shape: Shape = format!("boxes:{base}x{base}").parse().unwrap_or_default();
            compiled = Some(Sudoku::with_settings(shape, settings));
        }
        let Some(sudoku) = &compiled else { continue };
        let mut search = sudoku.search();
        search.limits(limits.clone());
        let record = case.record(sudoku.shape());
        let ended = judge.answer(number + 1, &record, &mut search, &mut answer);
        // The cases of this judge are numbered.
        if answer.len() == start && judge != Judge::Uva10957 {
            case.echo(&mut answer);
        }
        output.write_all(&answer).map_err(Failure::Write)?;
        outcome = outcome.max(case.tell(ended, &record, source));
    }
    output.flush().map_err(Failure::Write)?;
    let name = source.name();
    if let Some(announced) = announced.filter(|&announced| announced != cases.len()) {
        let (announced, found) = (message::count(announced as u64, "board"), cases.len());
        message::say(format_args!(
            "{name}:1: {announced} announced, {found} found"
        ));
        outcome = outcome.max(Outcome::BadInput);
    } else if let (Some(announced), Some(line)) = (announced, next_line) {
        let announced = message::count(announced as u64, "board");
        message::say(format_args!(
            "{name}:{line}: {announced} announced, what follows is not read"
        ));
        outcome = outcome.max(Outcome::BadInput);
    }
    Ok(outcome)
}

impl Judge {
    /// Whether a blank line parts its answers.
    fn parts(self) -> bool {
        matches!(self, Self::Boj2580 | Self::Boj2239 | Self::SpojSudoku)
    }

    /// Cuts an input into its boards, or says what it should begin with.
    fn cut(self, text: &str) -> Result<Cases<'_>, &'static str> {
        let is_blank = |line: &str| line.trim().is_empty();
        let mut lines = text.lines().enumerate().peekable();
        let mut announced = None;
        if self == Self::SpojSudoku {
            let count = lines.by_ref().find(|(_, line)| !is_blank(line));
            let count = count.and_then(|(_, count)| count.trim().parse().ok());
            announced = Some(count.ok_or("the number of boards in the first line")?);
        }
        let mut cases = Vec::new();
        let mut next_line = None;
        while let Some((mut before, first)) = lines.next() {
            if is_blank(first) {
                continue;
            }
            if self == Self::Poj3074 && first.trim() == "end" {
                break;
            }
            if announced == Some(cases.len()) {
                next_line = Some(before + 1);
                break;
            }
            let (base, rows) = match self {
                Self::Poj3074 => (Some(3), 1),
                Self::SpojSudoku => (Some(4), 16),
                Self::Hdu3909 => match size(first) {
                    Some(base) => (Some(base), base * base),
                    None => (None, usize::MAX),
                },
                _ => (Some(3), 9),
            };
            let mut board = vec![first];
            if self == Self::Hdu3909 && base.is_some() {
                before += 1;
                board.clear();
                while lines.next_if(|(_, line)| is_blank(line)).is_some() {
                    before += 1;
                }
            }
            // The next board begins with N again, which no row is where there are more than one.
            let is_next = |line: &str| self == Self::Hdu3909 && rows > 1 && size(line).is_some();
            while board.len() < rows
                && let Some((_, line)) =
                    lines.next_if(|(_, line)| !is_next(line) && (base.is_none() || !is_blank(line)))
            {
                board.push(line);
            }
            cases.push(Case {
                before,
                lines: board,
                base,
            });
        }
        if cases.is_empty() {
            return Err(self.expected());
        }
        Ok(Cases {
            cases,
            announced,
            next_line,
        })
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
            Content::Bad(error) if matches!(error.reason, Reason::Clash { .. }) => {
                output.extend(match self {
                    Self::Uva10957 => format!("Case {number}: Illegal.\n").into_bytes(),
                    Self::Hdu3909 => b"No Solution\n".to_vec(),
                    _ => return Err(Problem::Bad),
                });
                return Ok(search.first(&Grid::default()).map(|_| ()));
            }
            _ => {
                if self == Self::Uva10957 {
                    output.extend(format!("Case {number}: Illegal.\n").bytes());
                }
                return Err(Problem::Bad);
            }
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

/// The N that a line is.
fn size(line: &str) -> Option<usize> {
    line.trim()
        .parse()
        .ok()
        .filter(|base| (1..=6).contains(base))
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
    /// Writes it as it came.
    fn echo(&self, output: &mut Vec<u8>) {
        for line in &self.lines {
            output.extend(line.bytes().chain([b'\n']));
        }
    }

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
