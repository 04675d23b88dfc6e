//! The pricing of the root: a long ascent, in parts between which limits are checked. Its prices are
//! kept for the next question with the same assumptions, which may have another ceiling.

use std::sync::Arc;

use super::state::{Halt, Infeasible};
use super::{Costs, Known, Root};
use crate::ask::{Meter, Stop};

impl Costs {
    /// Does one part of the pricing at the root. Returns whether more is left to do. The first call
    /// of `branch` does all of it.
    pub(super) fn price_root_once(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        match self.root {
            Root::New => match self.begin_root(meter) {
                Ok(()) if self.recall() => {}
                Ok(()) => {
                    let Self {
                        tables,
                        state,
                        prices,
                        ..
                    } = self;
                    let (ascent, bound) = prices.start_root(tables, state, meter)?;
                    (self.root, self.bound) = (Root::Ascending(ascent), bound);
                    return Ok(true);
                }
                Err(Halt::Stopped(stop)) => return Err(stop),
                // There is no cover. The next propagation says so again.
                Err(Halt::Because(Infeasible)) => {}
            },
            Root::Ascending(ref mut ascent) => {
                let (tables, state) = (&self.tables, &mut self.state);
                if self.prices.ascend_once(ascent, tables, state, meter)? == Some(true) {
                    self.bound = ascent.best;
                    return Ok(true);
                }
                // The ascent does not climb at every step, so it rarely ends at its best prices.
                self.prices.restore_best(state);
                self.remember();
            }
            Root::Priced => return Ok(false),
        }
        self.root = Root::Priced;
        Ok(false)
    }

    /// Makes the state ready for pricing at the root.
    fn begin_root(&mut self, meter: &mut Meter<'_>) -> Result<(), Halt> {
        if self.prices_all {
            self.state.sweep(&self.tables, meter)?;
            Ok(())
        } else {
            self.state.propagate(&self.tables, meter)
        }
    }

    /// Keeps the prices of the root for later questions.
    fn remember(&mut self) {
        self.known = Some(Arc::new(Known {
            trail: self.state.trail.clone(),
            alive: self.state.alive.all().to_vec(),
            prices: self.prices.all().to_vec(),
        }));
    }

    /// Returns to the prices of an earlier question, if it had the same assumptions.
    fn recall(&mut self) -> bool {
        let Some(known) = &self.known else {
            return false;
        };
        let is_same = known.trail == self.state.trail && known.alive == self.state.alive.all();
        if is_same {
            self.prices.set(&known.prices);
        }
        is_same
    }
}
