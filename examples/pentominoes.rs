//! Pentominoes: pack the twelve shapes of five cells into a board of sixty.
//!
//! All items are **primary**: every piece is used and every cell is covered, exactly once. An
//! option is a piece in one of its 1 to 8 orientations at one place. It covers the item of the
//! piece and five cells. A rotation or reflection of a tiling counts as another tiling.
//!
//! Source: the pieces and their letters, S. W. Golomb (1954); 6 x 10 has 4 x 2339 tilings,
//! C. B. and J. Haselgrove (1960); 8 x 8 without the middle has 8 x 65, Dana S. Scott,
//! "Programming a combinatorial puzzle", Princeton (1958), one of the first backtrack programs;
//! Knuth, "Dancing links" (2000), and TAOCP volume 4B, section 7.2.2.1.
//!
//! `cargo run --release --example pentominoes -- [ROWS COLUMNS | scott] [--svg | --dlx]`, by
//! default 3 x 20, whose eight tilings it draws; `--svg` prints only a drawing of the first one.

use std::io::Write;
use std::process::ExitCode;

use quadrille::{Solver, text};

mod puzzles;
use puzzles::{arguments::run, pentominoes};

/// At most this many tilings are drawn; larger boards have thousands.
const DRAWN: usize = 8;

/// The rectangles of 60 cells that can be tiled, with the number of their tilings.
const KNOWN: [([usize; 2], u64); 4] = [
    ([3, 20], 8),
    ([4, 15], 1472),
    ([5, 12], 4040),
    ([6, 10], 9356),
];

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let svg = arguments.flag("--svg");
        let scott = arguments.flag("scott");
        let [rows, columns] = arguments.sizes(if scott { [8, 8] } else { [3, 20] })?;
        let packing = match scott {
            true => pentominoes::scott()?,
            false => pentominoes::rectangle(rows, columns)?,
        };
        if dlx {
            return Ok(text::dlx::write(packing.problem(), out)?);
        }
        let mut search = Solver::new(packing.problem().clone()).search();
        for solution in search.solutions().take(DRAWN) {
            let picture = packing.picture(&solution);
            if svg {
                return Ok(out.write_all(picture.to_svg().as_bytes())?);
            }
            writeln!(out, "{}", picture.to_text(false))?;
        }
        let count = search.count().value;
        writeln!(out, "{count} tilings")?;
        if scott {
            assert_eq!(count, 520);
        } else if let Some((_, known)) = KNOWN.iter().find(|(size, _)| *size == [rows, columns]) {
            assert_eq!(count, *known);
        }
        Ok(())
    })
}
