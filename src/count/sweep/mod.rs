//! The sweep: counting level by level, with nothing to remember but the states of a few levels.
//!
//! The items are put in an order once and for all. A level covers one item, by an option of which
//! no item comes earlier; what the later levels need to know is which items of the *frontier* are
//! covered: those that earlier options cover and later ones, too. So a state is a few bits, and
//! equal states meet in the table of their level, where the numbers of ways that lead to them
//! are added up:
//!
//! ```text
//! the first table:   the empty state, in one way
//! for each level:    for each state in its table, for each option that fits:
//!                        the ways are added to the new state, in the table of the next item
//!                        that is not covered
//! at the end:        the ways that lead to the last state are the solutions
//! ```
//!
//! Nothing is known of what is ahead: states that lead nowhere are swept along until an item
//! misses its last option. That suits problems with a narrow frontier, as tilings, matchings,
//! partitions and Latin squares, and none other: so a sweep is tried for a while beside other ways.
//!
//! Where the frontier is wide for some levels and then narrow again, as within a row of a Latin
//! square and at its end, tables are kept at the narrow places only; between them each state is
//! followed depth first. That is done where a state is followed by no more nodes, by a few samples,
//! than twice the number of states that a frontier passed over could have for one of the narrow one.
//!
//! What paid, in states or nodes. Dominoes on 14 x 14: 268,758 row by row, 83,031 in the narrowest
//! order; networks need a quarter to two thirds of those in the given order. Latin squares of order 6: 13.3
//! million states in tables in 262 MB; with tables at the ends of rows and wherever rows have too
//! many ways to go on 0.9 million and 46.7 million nodes, in 34 MB. Two things hurt: the leaves below a
//! state say too little, since many of its nodes are dead ends (259 million nodes); and widths
//! say too much, so that few bits of them count.
//!
//! Secondary items and colours are bits of the frontier like others, but for that none must be
//! covered. Multiplicities are not for a sweep.

mod levels;
mod order;
mod plan;
mod table;

pub(super) use self::levels::Swept;
use self::levels::{AnySweep, MOST_WORDS, levels};
use self::order::{Next, order};
use self::plan::Plan;
pub(super) use self::plan::Rest;

/// The least memory to start with, in bytes.
const LEAST: usize = 1 << 16;
/// Nodes with the items in the order of the problem before other orders are looked for.
const TRIAL: u64 = 4_096;

/// A sweep over the levels of a plan.
pub(super) struct Sweep {
    rest: Rest,
    memory: usize,
    /// The cost of the plan of the sweep under way.
    cost: f64,
    sweep: Box<dyn AnySweep>,
    on_trial: bool,
    /// Nodes of a sweep that was given up for a better order.
    given_up: u64,
}

impl Sweep {
    /// A sweep that may take so many bytes; `None` if its states are too wide, or that is too little.
    pub(super) fn new(rest: Rest, memory: usize) -> Option<Self> {
        if memory < LEAST {
            return None;
        }
        let plan = Plan::new(&rest, &rest.items);
        let (plan, on_trial) = if fits(&plan) {
            (plan, true)
        } else {
            (better(&rest, f64::INFINITY)?, false)
        };
        Some(Self {
            cost: plan.cost,
            sweep: levels(&plan, memory),
            rest,
            memory,
            on_trial,
            given_up: 0,
        })
    }

    /// Goes on until the end, or until there are `pause` nodes.
    pub(super) fn run(&mut self, pause: u64) -> Swept {
        if self.on_trial {
            let swept = self.go(pause.min(TRIAL));
            if !matches!(swept, Swept::Paused) || pause < TRIAL {
                return swept;
            }
            self.on_trial = false;
            if let Some(plan) = better(&self.rest, self.cost + 1.0) {
                self.given_up = self.sweep.nodes();
                self.sweep = levels(&plan, self.memory);
            }
        }
        self.go(pause)
    }

    fn go(&mut self, pause: u64) -> Swept {
        loop {
            let swept = self.sweep.run(pause.saturating_sub(self.given_up));
            if !matches!(swept, Swept::Overflow) {
                return swept;
            }
            self.sweep = self.sweep.widen();
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.given_up + self.sweep.nodes()
    }

    /// States that were looked up in tables.
    pub(super) fn work(&self) -> u64 {
        let (new, met) = self.states();
        self.given_up + new as u64 + met
    }

    /// States that were put into tables, and ways that led to one that was there.
    pub(super) fn states(&self) -> (usize, u64) {
        self.sweep.states()
    }
}

fn fits(plan: &Plan) -> bool {
    plan.width <= MOST_WORDS * 64
}

/// The best plan by other orders, if it costs less than that: one more than that of the given order,
/// since of two that cost the same the narrow one has fewer states.
fn better(rest: &Rest, cost: f64) -> Option<Plan> {
    [Next::Narrowest, Next::Oldest]
        .into_iter()
        .filter_map(|next| order(rest, next))
        .map(|order| Plan::new(rest, &order))
        .filter(|plan| fits(plan) && plan.cost < cost)
        .min_by(|a, b| a.cost.total_cmp(&b.cost))
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
