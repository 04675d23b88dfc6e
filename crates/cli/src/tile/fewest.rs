//! `--fewest-gaps`: the least number of cells that stay free.
//!
//! For 0, 1, 2, ... gaps it is asked whether there is a tiling, until there is one. The area rules
//! out many numbers. Then the question of the command is asked with that number of gaps.

use quadrille_core::text::quantity;
use quadrille_core::{Answer, Solution, Stop};
use quadrille_tile::{Gaps, Packing, TileError, areas};

use super::arguments::Tile;
use super::input::{Case, Input, PLACING, unfit};
use crate::interrupt::Interrupt;
use crate::outcome::Outcome;
use crate::stop_reason::stop_reason;

/// Why the least number of gaps was not found.
enum Open {
    /// There is no tiling with any number of gaps.
    None,
    Stopped(Stop),
    /// The board and the pieces make no problem with some number of gaps.
    Unfit(TileError),
}

impl Tile {
    /// Gives each board the least number of gaps with which it has a tiling. Boards for which that
    /// is not found are reported and left out.
    pub(super) fn close_gaps(&self, input: &mut Input, interrupt: &Interrupt) {
        let is_only = input.cases.len() == 1;
        for case in std::mem::take(&mut input.cases) {
            let outcome = match self.closed(&case, interrupt) {
                Ok(packing) => {
                    input.cases.push(Case { packing, ..case });
                    continue;
                }
                Err(Open::Stopped(stop)) => Outcome::ended(stop, false),
                Err(Open::Unfit(error)) => {
                    unfit(&error).report();
                    Outcome::BadInput
                }
                Err(Open::None) => {
                    match self.obstacle(&case, interrupt) {
                        Some(obstacle) => {
                            self.report_obstacle(&case, is_only, &obstacle, interrupt);
                        }
                        None => self.report_none(&case, interrupt),
                    }
                    Outcome::NoSolution
                }
            };
            input.outcome = input.outcome.max(outcome);
        }
    }

    /// The packing with the least number of gaps.
    fn closed(&self, case: &Case, interrupt: &Interrupt) -> Result<Packing, Open> {
        let packing = &case.packing;
        let all = packing.board().len();
        let optional = packing
            .board()
            .cells()
            .filter(|(_, is_optional)| *is_optional);
        let must = all - optional.count();
        let areas = areas(packing.pieces(), all);
        for gaps in 0..=must {
            if !areas
                .get(must - gaps..=all - gaps)
                .unwrap_or_default()
                .contains(&true)
            {
                continue;
            }
            let stopped = |stop: Stop| {
                let least = quantity(gaps, "cell");
                let reason = stop_reason(stop);
                Self::say(
                    &case.name,
                    &format!("stopped by {reason}: at least {least} free in every tiling"),
                );
                Open::Stopped(stop)
            };
            let count = u32::try_from(gaps).unwrap_or(u32::MAX);
            let (board, pieces) = (packing.board().clone(), packing.pieces().to_vec());
            interrupt.step(PLACING);
            let packing = Packing::new(board, pieces, Gaps::Between(count..=count));
            let packing = packing.map_err(Open::Unfit)?;
            let answer = self.first(&packing, interrupt);
            match (answer.value, answer.stop) {
                (Some(_), _) => {
                    let what = quantity(gaps, "cell");
                    Self::say(&case.name, &format!("{what} free, and in no tiling fewer"));
                    return Ok(packing);
                }
                (None, Stop::Exhausted) => {}
                (None, stop) => return Err(stopped(stop)),
            }
        }
        Err(Open::None)
    }

    /// Whether there is a tiling.
    fn first(&self, packing: &Packing, interrupt: &Interrupt) -> Answer<Option<Solution>> {
        let none = |stop| Answer::new(None, stop, Default::default());
        let limits = self.bounds.limits.question(interrupt);
        if packing.obstacle(limits).value.is_some() {
            return none(Stop::Exhausted);
        }
        let solver = match self.compile(packing, interrupt) {
            Ok(solver) => solver,
            Err(stop) => return none(stop),
        };
        let (mut search, _progress) = self.search(&solver);
        search
            .limits(self.bounds.limits.question(interrupt))
            .first()
    }
}
