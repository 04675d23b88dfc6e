//! Word rectangles: three words of four letters across, four words of three letters down.
//!
//! Every row and every column is a **primary** item, and an option is a word in one of them. A word
//! across and a word down share a cell and must agree on its letter. So a cell is a **secondary**
//! item, and letters are its **colours**.
//!
//! Source: Knuth, TAOCP volume 4B, section 7.2.2.1, on word rectangles (exercise 87). The word
//! lists were made for this example, and the known count was found by this program.
//!
//! `cargo run --release --example word_rectangles -- [--dlx]`

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::arguments::run;
use puzzles::word_rectangles::{ACROSS, DOWN, word_rectangles};

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let [] = arguments.sizes([])?;
        let words = |list: &'static str| -> Vec<_> { list.split_whitespace().collect() };
        let (across, down) = (words(ACROSS), words(DOWN));
        let problem = word_rectangles(&across, &down)?;
        if dlx {
            return Ok(text::dlx::write(&problem, out)?);
        }
        let solver = Solver::new(problem);
        let mut search = solver.search();
        if let Some(solution) = search.first().value {
            // The options for words across come first, row by row.
            for option in solution.into_iter().take(3) {
                writeln!(out, "{}", across[option.index() % across.len()])?;
            }
        }
        let count = search.count().value;
        writeln!(out, "{count} rectangles")?;
        assert_eq!(count, 21);
        Ok(())
    })
}
