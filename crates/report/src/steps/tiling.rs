//! Steps of a tiling: placements of pieces instead of options.

use std::io::Write;

use quadrille_core::steps::{Deduction, End};
use quadrille_core::text::WriteError;
use quadrille_core::{ItemId, OptionId, Problem};
use quadrille_tile::{Cell, Packing};
use serde::Serialize;

use super::StepWords;

/// Words about pieces and cells. The name of the board may be empty.
#[derive(Clone, Copy, Debug)]
pub struct TilingWords<'a> {
    /// The name of the board.
    pub board: &'a str,
    /// The board and its pieces.
    pub packing: &'a Packing,
}

/// A placement of a piece, or a cell that stays free.
#[derive(Clone, Debug, Serialize)]
pub struct NamedPlacement<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    free: Vec<String>,
}

impl StepWords for TilingWords<'_> {
    type Named<'o>
        = NamedPlacement<'o>
    where
        Self: 'o;

    fn problem(&self) -> &Problem {
        self.packing.problem()
    }

    fn named(&self, option: OptionId) -> NamedPlacement<'_> {
        let names = |cells: Vec<Cell>| -> Vec<String> {
            let grid = self.packing.board().grid();
            cells.into_iter().map(|cell| grid.cell_name(cell)).collect()
        };
        let cells = names(self.packing.cells_of_option(option));
        match self.packing.placement(option) {
            Some(placement) => NamedPlacement {
                piece: Some(&placement.piece.name),
                cells,
                free: Vec::new(),
            },
            None => NamedPlacement {
                piece: None,
                cells: Vec::new(),
                free: cells,
            },
        }
    }

    fn name(&self) -> &str {
        self.board
    }

    fn text(&self, live: &[OptionId], step: &Deduction) -> String {
        self.packing.step_text(live, step)
    }

    fn left(&self, live: &[OptionId]) -> Option<usize> {
        Some(self.packing.placements_among(live))
    }

    fn last_line(
        &self,
        end: End,
        short: Option<ItemId>,
        live: &[OptionId],
        is_free: bool,
    ) -> Option<String> {
        self.packing.end_text(end, short, live, is_free)
    }

    fn write_solution(&self, _: &[OptionId], _: &mut dyn Write) -> Result<(), WriteError> {
        // The program draws it.
        Ok(())
    }
}
