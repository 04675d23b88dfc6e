//! Tilings: boards filled with pieces, and their numbers.

use std::io::Write;

use serde::Serialize;

use super::{Ending, Report};
use quadrille_core::text::WriteError;
use quadrille_core::{Count, Solution, Stop};
use quadrille_tile::{Cell, Packing, Symmetries, Turning};

/// A tiling: `{"board":"11-25","pieces":[{"piece":"L","cells":["r1c1",...]},...],"free":["r2c3"]}`.
///
/// Cells are named as in the problem. `board` is there if the board has a name, `free` if cells
/// stay free.
#[derive(Clone, Debug, Serialize)]
pub struct Tiled<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    board: &'a str,
    pieces: Vec<Placed<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    free: Vec<String>,
}

/// A piece on the board.
#[derive(Clone, Debug, Serialize)]
struct Placed<'a> {
    piece: &'a str,
    cells: Vec<String>,
}

impl<'a> Tiled<'a> {
    /// Reports a solution of a packing. The name of the board may be empty.
    #[must_use]
    pub fn new(board: &'a str, packing: &'a Packing, solution: &'a Solution) -> Self {
        let names = |cells: Vec<Cell>| -> Vec<String> {
            let grid = packing.board().grid();
            cells.into_iter().map(|cell| grid.cell_name(cell)).collect()
        };
        let placements = packing.placements(solution).map(|placement| Placed {
            piece: &placement.piece.name,
            cells: names(placement.cells),
        });
        Self {
            board,
            pieces: placements.collect(),
            free: names(packing.free_cells(solution)),
        }
    }
}

/// The number of tilings: `{"count":9356,"stop":"exhausted"}`; up to symmetry
/// `{"count":9356,"up_to_symmetry":2339,"symmetries":4,"rotations":2,"stop":"exhausted"}`; or a lower bound if a
/// limit stopped the count: `{"at_least":17,"stop":"time limit"}`, or up to symmetry
/// `{"at_least":5,"symmetries":4,"rotations":2,"stop":"time limit"}`.
///
/// As text, it is one number: that up to symmetry if there is one. If the board has a name, it
/// stands before the number: `11-25: 216`.
#[derive(Clone, Debug, Serialize)]
pub struct Tilings<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    board: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to_symmetry: Option<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetries: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotations: Option<usize>,
    /// Whether reflections were looked for, too.
    #[serde(skip)]
    with_reflections: bool,
    stop: Stop,
}

impl<'a> Tilings<'a> {
    /// Reports the number of all tilings, or of those found until the count stopped. The name of
    /// the board may be empty.
    #[must_use]
    pub fn new(board: &'a str, count: Count, stop: Stop) -> Self {
        let stopped = stop.is_limit();
        Self {
            board,
            count: (!stopped).then(|| count.clone()),
            at_least: stopped.then_some(count),
            up_to_symmetry: None,
            symmetries: None,
            rotations: None,
            with_reflections: false,
            stop,
        }
    }

    /// Adds the number of tilings up to these symmetries. If the count was stopped, the number is a
    /// lower bound, and that of all tilings is left out.
    #[must_use]
    pub fn up_to_symmetry(self, count: Count, symmetries: &Symmetries<'_>) -> Self {
        let (at_least, up_to_symmetry) = if self.stop.is_limit() {
            (Some(count), None)
        } else {
            (None, Some(count))
        };
        Self {
            at_least,
            up_to_symmetry,
            symmetries: Some(symmetries.len()),
            rotations: Some(symmetries.rotations()),
            with_reflections: symmetries.turning() == Turning::Free,
            ..self
        }
    }

    fn number(&self) -> Option<&Count> {
        self.up_to_symmetry.as_ref().or(self.count.as_ref())
    }
}

/// A group of symmetries in words.
fn group(symmetries: usize, rotations: usize) -> String {
    let number = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    let rotated = number(rotations, "rotation", "rotations");
    match symmetries.checked_sub(rotations) {
        None | Some(0) => format!("{rotated} of the board"),
        Some(reflections) => format!(
            "{symmetries} symmetries of the board ({rotated}, {})",
            number(reflections, "reflection", "reflections")
        ),
    }
}

impl Ending for Tilings<'_> {
    fn stop(&self) -> Stop {
        self.stop
    }

    fn is_answer(&self) -> bool {
        self.number().is_some_and(|count| !count.is_zero())
    }

    fn remark(&self, limit: &str) -> String {
        let name = match self.board {
            "" => String::new(),
            name => format!("{name}: "),
        };
        match (
            &self.at_least,
            &self.count,
            &self.up_to_symmetry,
            self.symmetries,
        ) {
            (Some(least), .., Some(_)) => {
                format!("{name}at least {least} up to symmetry: stopped by {limit}")
            }
            (Some(least), ..) => format!("{name}at least {least}: stopped by {limit}"),
            (_, Some(all), Some(count), Some(1)) if !count.is_zero() => {
                let kind = if self.with_reflections {
                    "rotation or reflection"
                } else {
                    "rotation"
                };
                let tilings = if *all == 1 { "tiling" } else { "tilings" };
                format!(
                    "{name}{all} {tilings}: no {kind} maps the board and its pieces onto themselves"
                )
            }
            (_, Some(all), Some(count), Some(symmetries)) if !count.is_zero() => {
                let group = group(symmetries, self.rotations.unwrap_or(symmetries));
                format!("{name}{count} up to the {group}, {all} in all")
            }
            _ => String::new(),
        }
    }
}

impl Report for Tilings<'_> {
    fn write_text(&self, out: &mut impl Write) -> Result<(), WriteError> {
        match (self.number(), self.board) {
            (Some(count), "") => writeln!(out, "{count}")?,
            (Some(count), name) => writeln!(out, "{name}: {count}")?,
            (None, _) => {}
        }
        Ok(())
    }
}
