//! Shapes that are compiled once for all their boards.

use std::sync::{Arc, Mutex};

use quadrille::sudoku::{Shape, Sudoku};
use quadrille::{Budget, Limits, Stop};

use crate::bounds::settings;

/// A shape, compiled by the first question about one of its boards.
pub(super) struct Compiled {
    shape: Shape,
    /// Not locked while it is compiled: a fork would wait forever, and a question with less time, too.
    /// With it, the memory limit under which it was compiled.
    sudoku: Mutex<Option<(usize, Sudoku)>>,
}

/// The number of shapes that stay compiled although no board has them.
const SHAPES: usize = 8;

impl Compiled {
    /// Returns the shape, compiled already if a board had it not long ago.
    pub(super) fn of(shape: &Shape) -> Arc<Self> {
        static RECENT: Mutex<Vec<Arc<Compiled>>> = Mutex::new(Vec::new());
        let new = || {
            Arc::new(Self {
                shape: shape.clone(),
                sudoku: Mutex::new(None),
            })
        };
        // Nobody waits for the lock: see `Frozen::search`.
        let Ok(mut recent) = RECENT.try_lock() else {
            return new();
        };
        let found = recent.iter().position(|known| known.shape == *shape);
        let compiled = match found {
            Some(place) => recent.remove(place),
            None => new(),
        };
        recent.truncate(SHAPES - 1);
        recent.insert(0, Arc::clone(&compiled));
        compiled
    }

    pub(super) fn sudoku(&self, budget: &Budget) -> Result<Sudoku, Stop> {
        let memory = budget.most_memory();
        let known = self.sudoku.try_lock().ok().and_then(|known| known.clone());
        if let Some((_, sudoku)) = known.filter(|(of, _)| *of == memory) {
            return Ok(sudoku);
        }
        let is_default = memory == Limits::MEMORY;
        let compiled = if is_default && self.shape == *Sudoku::classic().shape() {
            Sudoku::classic().clone()
        } else {
            Sudoku::within(self.shape.clone(), &settings(budget), budget)?
        };
        if let Ok(mut known) = self.sudoku.try_lock() {
            *known = Some((memory, compiled.clone()));
        }
        Ok(compiled)
    }
}
