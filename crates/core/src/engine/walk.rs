//! The walk: depth-first search through a tree, with the stack inside the tree.

use std::fmt::Debug;

use super::interface::{Engine, Fuel, Step};
use super::priced::Priced;
use super::rest::Rest;
use super::tree::{Branch, Tree};
use crate::ask::{Inferences, Meter, Order, Part, Parts, Question, Stop};
use crate::policy::WALK_STEP;
use crate::problem::OptionId;

/// A tree and the present position of the walk.
#[derive(Clone, Debug)]
pub(crate) struct Walk<T> {
    tree: T,
    /// For each open level the number of its last try, counted from 1; 0 before the first.
    tries: Vec<u32>,
    /// The number of levels whose later tries belong to other walks. This walk ends when only they
    /// are open.
    floor: usize,
    ahead: Ahead,
    /// Whether options are tried in random order.
    is_random: bool,
    /// Whether a position leads to the same state again. It does not if ties are broken at random,
    /// or if the costs found so far prune the tree.
    has_positions: bool,
    /// The work of the walk that this one was split from.
    before: Before,
}

/// The counters of a tree at the moment of a split.
#[derive(Clone, Copy, Debug, Default)]
struct Before {
    updates: u64,
    inferences: Inferences,
}

/// The next step of the walk.
#[derive(Clone, Copy, Debug)]
enum Ahead {
    /// Examine a new state.
    Branch,
    /// Act on the result of `branch`, after a pause.
    Resume(Branch),
    /// Try the next option of the last level.
    Advance,
    /// Nothing: the walk is at its end.
    End,
}

impl<T: Tree> Walk<T> {
    pub(crate) fn new(tree: T) -> Self {
        Self {
            tree,
            tries: Vec::new(),
            floor: 0,
            ahead: Ahead::Branch,
            is_random: false,
            has_positions: true,
            before: Before::default(),
        }
    }

    /// Goes from the root to a position, passing over all earlier tries.
    fn go_to(&mut self, tries: &[u32], meter: &mut Meter<'_>) -> Result<(), Stop> {
        for &number in tries {
            if self.tree.branch_within(meter)? != Branch::Open {
                self.ahead = Ahead::Advance;
                return Ok(());
            }
            self.tree.enter();
            self.tries.push(number.max(1));
            for _ in 0..number.max(1) {
                meter.spend(WALK_STEP)?;
                if !self.tree.advance_within(meter)? {
                    self.leave();
                    self.ahead = Ahead::Advance;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Closes the last level.
    fn leave(&mut self) {
        self.tree.leave();
        self.tries.pop();
    }
}

impl<T: Tree + Clone> Walk<T> {
    /// Gives away a piece of the walk, as [`Engine::split`] does.
    fn split_walk(&mut self) -> Option<Self> {
        let is_over = matches!(self.ahead, Ahead::End) || self.floor == self.tries.len();
        if self.is_random || is_over {
            return None;
        }
        // From here on, a position would include the tries that were given away.
        self.has_positions = false;
        let Some(level) = self.untried() else {
            self.floor = self.tries.len();
            return None;
        };
        // All later tries of this level and those above now belong to the other walk.
        self.floor = level;
        let mut other = self.clone();
        // The clone brings counters along that this walk reports already.
        other.before = self.spent();
        while other.tries.len() > level {
            other.leave();
        }
        other.floor = level - 1;
        // To look for the next try here could take long: the other walk does it, under its limits.
        other.ahead = Ahead::Advance;
        Some(other)
    }

    /// The number of the first own level that may have another try, counted from 1.
    fn untried(&self) -> Option<usize> {
        // `may_advance` looks at the last level only, so a copy is closed level by level.
        let mut walk = self.clone();
        let mut first = None;
        while walk.tries.len() > self.floor {
            if walk.tree.may_advance() {
                first = Some(walk.tries.len());
            }
            walk.leave();
        }
        first
    }

    /// What is left, with all choices of the levels that `is_listed` names.
    fn rest_with(&self, is_listed: &dyn Fn(usize) -> bool) -> Option<Rest> {
        if self.is_random {
            return None;
        }
        let is_open = match self.ahead {
            Ahead::Branch | Ahead::Resume(_) => true,
            Ahead::Advance => false,
            Ahead::End => return Some(Rest::default()),
        };
        let levels = self.tree.rests(&self.tries, is_listed);
        Some(Rest::new(levels, self.floor, is_open))
    }

    /// What the tree has counted since the root.
    fn spent(&self) -> Before {
        Before {
            updates: self.tree.updates().unwrap_or(0),
            inferences: self.tree.inferences().unwrap_or_default(),
        }
    }
}

impl<T: Tree + Clone + Debug + Send + Sync + 'static> Engine for Walk<T> {
    /// Positions are always in natural order, even if the question asks for random order. Trees
    /// that are pruned by costs ignore `from`.
    fn start(
        &mut self,
        question: &Question,
        from: Option<&[u32]>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        self.tries.clear();
        (self.floor, self.before, self.is_random) = (0, Before::default(), false);
        self.ahead = Ahead::End;
        self.tree.reset(meter)?;
        self.has_positions = self.tree.priced().is_none();
        let from = from.filter(|_| self.has_positions);
        if let (Order::Random(seed), None) = (question.order, from) {
            self.tree.randomise(seed, meter)?;
            (self.is_random, self.has_positions) = (true, false);
        }
        for &option in &*question.assumptions.forbidden() {
            self.tree.forbid(option);
            meter.spend(64)?;
        }
        if !self.tree.force_all(&question.assumptions.forced()) {
            return Ok(false);
        }
        self.ahead = Ahead::Branch;
        if let Some(tries) = from {
            self.go_to(tries, meter)?;
        }
        Ok(true)
    }

    /// The hot loop of all trees. Add nothing that is not needed at every node.
    fn run(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Step {
        let Self {
            tree,
            tries,
            floor,
            ahead,
            ..
        } = self;
        loop {
            let branch = match *ahead {
                Ahead::Branch => match tree.branch_within(meter) {
                    Ok(branch) => Some(branch),
                    Err(stop) => return Step::Stopped(stop),
                },
                Ahead::Resume(branch) => Some(branch),
                Ahead::Advance => None,
                Ahead::End => return Step::Exhausted,
            };
            if let Some(branch) = branch {
                // Some trees find dead ends without a node: these have fuel of their own, so that
                // the clock is read.
                let is_node = branch != Branch::Dead || tree.dead_ends_are_nodes();
                let (left, out_of_fuel) = if is_node {
                    (&mut fuel.nodes, Step::OutOfNodes)
                } else {
                    (&mut fuel.dead_ends, Step::OutOfDeadEnds)
                };
                if *left == 0 {
                    *ahead = Ahead::Resume(branch);
                    return out_of_fuel;
                }
                *left -= 1;
                *ahead = Ahead::Advance;
                match branch {
                    Branch::Dead => {}
                    Branch::Solved => return Step::Solved,
                    Branch::Open => {
                        tree.enter();
                        tries.push(0);
                    }
                }
            }
            let own = tries.get_mut(*floor..).and_then(<[_]>::last_mut);
            let Some(tried) = own else {
                *ahead = Ahead::End;
                return Step::Exhausted;
            };
            match tree.advance_within(meter) {
                Ok(true) => {
                    *tried += 1;
                    *ahead = Ahead::Branch;
                }
                Ok(false) => {
                    tree.leave();
                    tries.pop();
                }
                Err(stop) => return Step::Stopped(stop),
            }
        }
    }

    fn put_back(&mut self, fuel: &mut Fuel) {
        self.ahead = Ahead::Resume(Branch::Solved);
        fuel.nodes += 1;
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        self.tree.trail(out);
    }

    fn tries(&self) -> Option<Vec<u32>> {
        if !self.has_positions {
            return None;
        }
        let mut tries = self.tries.clone();
        match (self.ahead, tries.last_mut()) {
            (Ahead::End, _) => return None,
            (Ahead::Advance, Some(last)) => *last += 1,
            // The root has no tries. Its first try would be the end of the walk.
            (Ahead::Advance, None) => tries.push(1),
            (Ahead::Branch | Ahead::Resume(_), _) => {}
        }
        Some(tries)
    }

    fn split(&mut self, _: bool) -> Option<Box<dyn Engine>> {
        let piece = self.split_walk()?;
        Some(Box::new(piece))
    }

    fn rest(&self) -> Option<Rest> {
        self.rest_with(&|_| false)
    }

    fn parts(&self, part: &Part, is_exact: bool, most: usize) -> Option<(f64, Parts)> {
        let rest = self.rest()?;
        let is_listed = rest.listed(most);
        let rest = if is_listed.contains(&true) {
            self.rest_with(&|level| is_listed.get(level) == Some(&true))?
        } else {
            rest
        };
        Some((rest.share(), rest.parts(part, is_exact)))
    }

    fn remaining_bound(&self) -> i64 {
        self.tree.remaining_bound(self.floor)
    }

    fn updates(&self) -> Option<u64> {
        let updates = self.tree.updates()?;
        Some(updates - self.before.updates)
    }

    fn inferences(&self) -> Option<Inferences> {
        let inferences = self.tree.inferences()?;
        Some(inferences.since(self.before.inferences))
    }

    fn forget_counts(&mut self) {
        self.before = self.spent();
    }

    fn work(&self) -> u64 {
        self.tree.work()
    }

    fn tree(&mut self) -> Option<&mut dyn Tree> {
        Some(&mut self.tree)
    }

    fn priced(&mut self) -> Option<&mut dyn Priced> {
        self.tree.priced()
    }

    fn boxed(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
