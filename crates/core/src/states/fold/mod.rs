//! The fold: visits states depth first, combines the values of smaller states by sums and products,
//! and stores the values in a memo. It computes numbers of solutions, and builds diagrams.
//!
//! * `descent` is the depth-first loop.
//! * `branching` is the interface of the rules by which a state leads to smaller states: by the
//!   options of the `first` uncovered item, or of the `smallest` one (by its `sizes`).
//! * `algebra` is the interface of the values: numbers (`tally`), one solution (`witness`), or the
//!   nodes of a diagram.
//! * `memo` is the table from states to values.
//!
//! This file chooses the branching and the size of a state.

mod algebra;
mod branching;
mod descent;
mod first;
mod memo;
mod sizes;
mod smallest;
mod tally;
mod witness;

use std::sync::Arc;

pub(crate) use self::algebra::{Algebra, NONE, NodeKind, ONE, Valued, Via};
pub(crate) use self::branching::{Branching, Child, Entered};
pub(crate) use self::descent::{AnyDescent, Descent, Evaluation};
pub(crate) use self::first::First;
pub(crate) use self::smallest::Smallest;
pub(crate) use self::tally::Tally;
pub(crate) use self::witness::Witness;
use super::layout::Layout;
use super::progress::Progress;
use super::state::{MOST_WORDS, with_words};
use crate::ask::Count;
use crate::ask::{Meter, Stop};
use crate::policy::{FoldPolicies, RacePolicies};
use crate::schedule::Standing;

/// A fold. It branches on the first item where the problem allows it, and begins again with the
/// smallest item if most states turn out to be dead ends.
pub(crate) struct Fold<A> {
    layout: Arc<Layout>,
    forced: Vec<u32>,
    bytes: usize,
    /// The algebra with which every descent begins.
    algebra: A,
    evaluation: Evaluation<A>,
    /// Whether it branches on the first item, and whether that is still on trial.
    on_first: bool,
    on_trial: bool,
    trial: u64,
    /// Nodes of the descent that was given up after the trial.
    given_up: u64,
}

impl<A: Valued + Clone> Fold<A> {
    /// Prepares a fold that may use `bytes` of memory.
    pub(crate) fn new(
        layout: &Arc<Layout>,
        forced: &[u32],
        bytes: usize,
        algebra: A,
        policies: FoldPolicies,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NoFold> {
        if layout.words > MOST_WORDS {
            return Err(NoFold::TooLarge(format!(
                "a state would take {} bits, more than {}",
                layout.words * 64,
                MOST_WORDS * 64
            )));
        }
        let largest = policies.tables;
        let most = largest.min(bytes / 2);
        let tables = tables(layout);
        if tables > largest {
            return Err(NoFold::TooLarge(format!(
                "tables would take {tables} bytes, more than {largest}"
            )));
        }
        if tables > most {
            return Err(NoFold::Outgrown(format!(
                "tables would take {tables} bytes, more than the memory limit leaves"
            )));
        }
        let (layout, forced) = (Arc::clone(layout), forced.to_vec());
        let on_first = First::<1>::takes(&layout);
        let evaluation = Evaluation {
            descent: begin(on_first, &layout, &forced, bytes, meter)?,
            algebra: algebra.clone(),
        };
        Ok(Self {
            layout,
            forced,
            bytes,
            algebra,
            evaluation,
            on_first,
            on_trial: on_first,
            trial: policies.trial,
            given_up: 0,
        })
    }

    /// Continues until everything is counted, or until it has visited `pause` nodes.
    pub(crate) fn run(
        &mut self,
        pause: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Progress<A::Value>, Stop> {
        if self.on_trial {
            let progress = self.evaluation.run(pause.min(self.trial), meter)?;
            if !matches!(progress, Progress::Paused) || pause < self.trial {
                return Ok(progress);
            }
            self.on_trial = false;
            if self.evaluation.descent.is_mostly_dead() {
                // Until there is another descent, the present one and its numbers belong together:
                // a count that stops here still says what it found.
                let descent = begin(false, &self.layout, &self.forced, self.bytes, meter)?;
                self.on_first = false;
                self.given_up = self.evaluation.descent.nodes();
                self.evaluation = Evaluation {
                    descent,
                    algebra: self.algebra.clone(),
                };
            }
        }
        self.evaluation
            .run(pause.saturating_sub(self.given_up), meter)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.given_up + self.evaluation.descent.nodes()
    }

    /// The number of states in the memo, and the number of times that a state was found there.
    pub(crate) fn states(&self) -> (usize, u64) {
        self.evaluation.descent.states()
    }

    /// Returns the algebra with everything that it built.
    pub(crate) fn into_algebra(self) -> A {
        self.evaluation.algebra
    }

    /// The work so far, in nanoseconds, about.
    pub(crate) fn work(&self, pace: RacePolicies) -> u64 {
        let node = if !self.on_first {
            let quotas = (self.layout.quotas.len() as u64).saturating_mul(pace.quota);
            // Wide states take as many passes over the options as they have parts of four words.
            let parts = self.layout.words.div_ceil(4) as u64;
            let options = self.layout.len() as u64 * parts / pace.options;
            // Options of many items take longer to count.
            quotas.saturating_add(options.max(self.layout.uses() as u64 / pace.uses))
        } else {
            0
        };
        self.nodes().saturating_mul(pace.state.saturating_add(node))
    }

    /// How far it is.
    pub(crate) fn standing(&self, pace: RacePolicies) -> Standing {
        let work = self.work(pace);
        // The first parts are often the small ones: a fold that has covered nine tenths can have
        // most of its work left.
        let Standing { left, .. } = Standing::covered(work, self.evaluation.descent.share());
        let left = left.max(work.saturating_mul(pace.caution) as f64);
        Standing { work, left }
    }

    /// Changes the bytes that it may use. A fold that was outgrown can continue with more.
    pub(crate) fn allow(&mut self, bytes: usize) {
        self.bytes = bytes;
        self.evaluation.descent.allow(bytes);
    }
}

impl Fold<Tally> {
    /// A lower bound on the solutions, from the states counted so far.
    pub(crate) fn so_far(&self) -> Count {
        let Evaluation { descent, algebra } = &self.evaluation;
        algebra.so_far(|level| descent.is_last(level))
    }
}

pub(crate) enum NoFold {
    /// A state or the tables of options would be too large in any memory.
    TooLarge(String),
    /// The tables of options would exceed the memory limit.
    Outgrown(String),
    Stopped(Stop),
}

impl From<Stop> for NoFold {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// The approximate bytes of the tables of either branching rule: the options that need each bit,
/// and three states for each option.
fn tables(layout: &Layout) -> usize {
    let users = layout.bits.saturating_mul(layout.len().div_ceil(8));
    let words = with_words!(layout.words, W => W);
    let masks = layout.len().saturating_mul(3 * (words + 1) * 8);
    users.saturating_add(masks)
}

fn begin(
    on_first: bool,
    layout: &Arc<Layout>,
    forced: &[u32],
    bytes: usize,
    meter: &mut Meter<'_>,
) -> Result<Box<dyn AnyDescent>, Stop> {
    with_words!(layout.words, W => {
        let branching: Box<dyn Branching<W>> = if on_first {
            Box::new(First::<W>::new(layout, forced, meter)?)
        } else {
            Box::new(Smallest::<W>::new(Arc::clone(layout), forced.to_vec(), meter)?)
        };
        Ok(Box::new(Descent::new(branching, bytes)))
    })
}
