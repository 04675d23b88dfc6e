//! What was found about boards as JSON: an object a line.
//!
//! An object is written in pieces, so that the solutions of a board are not held: it begins with
//! the first solution, or with the verdict if there is none.

use std::io::{self, Write};

use quadrille::sudoku::text::{BoardError, Reason};
use quadrille::sudoku::{Grid, Shape};
use quadrille::{Answer, Count};
use serde_json::{Value, json};

use super::question::Verdict;

/// Writes a solution; with the board, if it is the first.
pub(super) fn solution(
    output: &mut impl Write,
    shape: &Shape,
    [board, solution]: [&Grid; 2],
    first: bool,
    several: bool,
) -> io::Result<()> {
    let solution = line(shape, solution);
    if !first {
        return write!(output, ",{solution}");
    }
    begin(output, shape, board)?;
    if several {
        write!(output, ",\"solutions\":[{solution}")
    } else {
        write!(output, ",\"solution\":{solution}")
    }
}

/// Writes the rest of a board's object.
pub(super) fn verdict(
    output: &mut impl Write,
    shape: &Shape,
    board: &Grid,
    answer: &Answer<Verdict>,
    several: bool,
) -> io::Result<()> {
    let stopped = answer.stop.is_limit();
    let word;
    let (verdict, count) = match &answer.value {
        Verdict::Solutions(0) => {
            begin(output, shape, board)?;
            let none = if several { "s\":[]" } else { "\":null" };
            write!(output, ",\"solution{none}")?;
            let verdict = if stopped { "stopped" } else { "none" };
            (verdict, Some(Value::from(0)))
        }
        Verdict::Solutions(count) => {
            if several {
                write!(output, "]")?;
            }
            let verdict = if stopped { "stopped" } else { "solved" };
            (verdict, Some(Value::from(*count)))
        }
        Verdict::Count(count) => {
            begin(output, shape, board)?;
            let verdict = if stopped { "stopped" } else { "counted" };
            (verdict, Some(number(count)))
        }
        Verdict::Marginals(count, each) => {
            begin(output, shape, board)?;
            marginals(output, shape, each)?;
            ("counted", Some(number(count)))
        }
        Verdict::Check(check) => {
            begin(output, shape, board)?;
            word = check.to_string();
            (&*word, None)
        }
    };
    write!(output, ",\"verdict\":{}", Value::from(verdict))?;
    if let Some(count) = count {
        write!(output, ",\"count\":{count}")?;
    }
    let (nodes, time) = (answer.stats.nodes, answer.stats.elapsed);
    writeln!(
        output,
        ",\"nodes\":{nodes},\"microseconds\":{}}}",
        time.as_micros()
    )
}

/// A count; as text where it is larger than a number of JSON can be.
fn number(count: &Count) -> Value {
    match count.to_u64() {
        Some(count) => count.into(),
        None => count.to_string().into(),
    }
}

/// Writes for each cell the values that it can hold, and how many solutions have them there.
fn marginals(output: &mut impl Write, shape: &Shape, each: &[Count]) -> io::Result<()> {
    for (cell, values) in each.chunks(shape.side()).enumerate() {
        let begin = if cell == 0 { ",\"marginals\":{" } else { "," };
        write!(output, "{begin}\"{}\":{{", shape.name(cell))?;
        let values = (1..).zip(values).filter(|(_, through)| !through.is_zero());
        for (place, (value, through)) in values.enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(output, "{comma}\"{value}\":{}", number(through))?;
        }
        output.write_all(b"}")?;
    }
    output.write_all(b"}")
}

/// Writes a board of which nothing was asked.
pub(super) fn board(output: &mut impl Write, shape: &Shape, board: &Grid) -> io::Result<()> {
    begin(output, shape, board)?;
    output.write_all(b"}\n")
}

/// Writes what is wrong with what is no board, or with a board that breaks a rule.
pub(super) fn bad(output: &mut impl Write, shape: &Shape, error: &BoardError) -> io::Result<()> {
    let board = match &error.reason {
        Reason::Clash { board, .. } => Some(line(shape, board)),
        _ => None,
    };
    let bad = json!({
        "board": board,
        "verdict": "bad",
        "line": error.line,
        "column": error.column,
        "message": error.reason.to_string(),
    });
    writeln!(output, "{bad}")
}

fn begin(output: &mut impl Write, shape: &Shape, board: &Grid) -> io::Result<()> {
    write!(output, "{{\"board\":{}", line(shape, board))
}

fn line(shape: &Shape, board: &Grid) -> Value {
    shape.line(board).into()
}
