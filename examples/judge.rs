//! Sudoku for an online judge. `judge_single_file.rs` solves the same task without the library.
//!
//! **Problem**: <https://www.acmicpc.net/problem/2580>. Nine lines of nine numbers, 0 a blank;
//! print the board filled, any solution if there are several.
//!
//! **Encoding**: 324 primary items: each cell holds a digit (81), and each row, column and box
//! holds each digit (3 * 81). 729 options, "digit d in cell c", of four items each. The problem
//! is the same for every board: the givens are options that are forced.
//!
//! **Source**: Knuth, TAOCP volume 4B, section 7.2.2.1, on sudoku as an exact cover.
//!
//! `cargo run --release --example judge < examples/boards/judge.txt`
//!
//! Exit code: 0 solved, 1 there is no solution, 2 the input is not a board.

use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use quadrille::sudoku::Sudoku;
use quadrille::sudoku::text::{Content, Reader, Record};

fn main() -> ExitCode {
    let (code, message) = match judge(io::stdin().lock(), &mut io::stdout().lock()) {
        Ok(true) => return ExitCode::SUCCESS,
        Ok(false) => (1, "no solution".to_owned()),
        Err(error) => (2, error.to_string()),
    };
    // If this fails too, nothing is left to do.
    let _ = writeln!(io::stderr(), "{message}");
    ExitCode::from(code)
}

/// Solves the first board of the input; false if it has no solution.
fn judge(input: impl Read, output: &mut impl Write) -> Result<bool, Box<dyn Error>> {
    let mut reader = Reader::new(input);
    let mut record = Record::new();
    while reader.next_record(&mut record)? {
        match record.content() {
            Content::Board(board) => {
                let solution = Sudoku::classic().search().first(board).value;
                if let Some(solution) = &solution {
                    // In the format of the input, with each 0 replaced.
                    record.write_solution(output, solution)?;
                    output.flush()?;
                }
                return Ok(solution.is_some());
            }
            Content::Bad(error) => return Err(error.clone().into()),
            _ => {} // a blank line or a comment
        }
    }
    Err("no board: expected nine lines of nine numbers".into())
}
