//! The depth-first loop of a fold, with a memo of the states that were visited before.
//!
//! ```text
//! visit a state:          in the memo?    take its value from there
//!                         dead, solved?   its value is 0 or 1
//!                         otherwise       open a level for it, and visit its children in turn
//! at the end of a level:  store its value in the memo, and add it to the level above
//! ```
//!
//! The stack is explicit. An [`Algebra`] defines the values: numbers, or nodes of a diagram.

use super::algebra::{Algebra, NodeKind, Via};
use super::branching::{Branching, Child, Entered};
use super::memo::Memo;
use crate::ask::{Meter, Stop};
use crate::count::progress::Progress;
use crate::count::state::State;

#[derive(Clone, Debug)]
pub(in crate::count) struct Descent<const W: usize, B, A> {
    branching: B,
    algebra: A,
    memo: Memo<W>,
    /// The most bytes for everything together.
    most: usize,
    levels: Vec<Frame<W>>,
    /// The children of all levels, end to end.
    children: Vec<Child<W>>,
    begun: bool,
    /// The number of states that were branched on, of those among them without a solution, and of
    /// the times that a state was found in the memo.
    nodes: u64,
    dead: u64,
    hits: u64,
}

#[derive(Clone, Debug)]
struct Frame<const W: usize> {
    state: State<W>,
    /// The step that led here from the level above.
    via: Via,
    /// Its children begin here.
    start: usize,
    /// The next child to visit.
    next: usize,
    kind: NodeKind,
}

/// A descent with states of any size.
pub(in crate::count) trait AnyDescent<A: Algebra> {
    /// Continues until everything is counted, or until it has visited `pause` nodes.
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Progress<A::Value>;
    /// Changes the bytes that it may use. A descent that was outgrown can continue with more.
    fn allow(&mut self, bytes: usize);
    fn nodes(&self) -> u64;
    /// Whether most of the visited states turned out to have no solution.
    fn is_mostly_dead(&self) -> bool;
    /// The number of states in the memo, and the number of times that a state was found there.
    fn states(&self) -> (usize, u64);
    /// The share of the tree that was covered: each option of a state has the same part of its
    /// share.
    fn share(&self) -> f64;
    /// Whether a level is at its last child. The level of the root is 0.
    fn is_last(&self, level: usize) -> bool;
    fn algebra(&self) -> &A;
    fn into_algebra(self: Box<Self>) -> A;
}

impl<const W: usize, B: Branching<W>, A: Algebra> Descent<W, B, A> {
    pub(in crate::count) fn new(branching: B, algebra: A, most: usize) -> Self {
        Self {
            branching,
            algebra,
            memo: Memo::new(),
            most,
            levels: Vec::new(),
            children: Vec::new(),
            begun: false,
            nodes: 0,
            dead: 0,
            hits: 0,
        }
    }

    fn advance(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Progress<A::Value>, Stop> {
        if !self.begun && pause > 0 {
            self.begun = true;
            let known = match self.branching.root() {
                Some(root) => self.visit(root, Via::Nothing, meter)?,
                None => Some(self.algebra.none()),
            };
            if let Some(value) = known {
                return Ok(Progress::Done(value));
            }
        }
        while let Some(level) = self.levels.last_mut() {
            let known = if let Some(child) = self.children.get(level.next) {
                if self.nodes >= pause {
                    return Ok(Progress::Paused);
                }
                level.next += 1;
                let Child { state, via, .. } = *child;
                let known = self.visit(state, via, meter)?;
                known.map(|value| (via, value))
            } else {
                // Before the level is left: nothing is lost if the descent continues.
                if self.held() > self.most && !self.thin() {
                    return Ok(Progress::Outgrown);
                }
                let (via, value) = self.leave(meter);
                if self.levels.is_empty() {
                    return Ok(Progress::Done(value));
                }
                Some((via, value))
            };
            if let Some((via, value)) = known {
                self.add(via, &value);
            }
        }
        Ok(Progress::Paused)
    }

    fn held(&self) -> usize {
        let beside = self.algebra.bytes().saturating_add(self.aside());
        self.memo.bytes().saturating_add(beside)
    }

    /// The bytes that the memo may use.
    fn room(&self) -> usize {
        let beside = self.algebra.bytes().saturating_add(self.aside());
        self.most.saturating_sub(beside)
    }

    /// Bytes outside the memo and the algebra.
    fn aside(&self) -> usize {
        let children = self.children.capacity() * size_of::<Child<W>>();
        let levels = self.levels.capacity() * size_of::<Frame<W>>();
        self.branching.bytes() + children + levels
    }

    /// Halves the memo until everything fits into the memory. Returns whether it does.
    #[cold]
    fn thin(&mut self) -> bool {
        while self.held() > self.most {
            let algebra = &mut self.algebra;
            if !self.memo.halve(|word| algebra.forget(word)) {
                return false;
            }
        }
        true
    }

    /// Returns the value of a state if it is already known. Otherwise opens a level for it.
    fn visit(
        &mut self,
        mut state: State<W>,
        via: Via,
        meter: &mut Meter<'_>,
    ) -> Result<Option<A::Value>, Stop> {
        meter.spend(self.branching.work())?;
        match self.branching.enter(&mut state) {
            Entered::Dead => return Ok(Some(self.algebra.none())),
            Entered::Solved => return Ok(Some(self.algebra.one())),
            Entered::Forced => {}
            Entered::Open => {
                if let Some(value) = self.recall(&state) {
                    return Ok(Some(value));
                }
            }
        }
        self.nodes += 1;
        let start = self.children.len();
        let kind = self.branching.branch(&state, &mut self.children, meter)?;
        self.algebra.open(kind);
        self.levels.push(Frame {
            state,
            via,
            start,
            next: start,
            kind,
        });
        Ok(None)
    }

    fn recall(&mut self, state: &State<W>) -> Option<A::Value> {
        let word = self.memo.get(state);
        self.hits += u64::from(word != 0);
        (word != 0).then(|| self.algebra.unpack(word))
    }

    /// Adds the value of a child to the last level. A product with a part without solutions has
    /// none: its other parts are skipped.
    fn add(&mut self, via: Via, value: &A::Value) {
        self.algebra.add(via, value);
        if let Some(level) = self.levels.last_mut()
            && level.kind == NodeKind::Product
            && self.algebra.is_none(value)
        {
            level.next = self.children.len();
        }
    }

    /// Closes the last level. A state with one child is not worth a place in the memo: its child
    /// has one.
    fn leave(&mut self, meter: &Meter<'_>) -> (Via, A::Value) {
        let value = self.algebra.close();
        self.branching.leave();
        self.dead += u64::from(self.algebra.is_none(&value));
        let Some(level) = self.levels.pop() else {
            return (Via::Nothing, value);
        };
        if self.children.len() > level.start + 1 {
            let word = self.algebra.pack(&value);
            if self.memo.would_grow(self.room()) {
                // Memory that others have freed can still belong to the process.
                self.most = self.most.min(self.held().saturating_add(meter.room()));
            }
            let lost = self.memo.insert(&level.state, word, self.room());
            if lost != 0 {
                self.algebra.forget(lost);
            }
        }
        self.children.truncate(level.start);
        (level.via, value)
    }
}

impl<const W: usize, B: Branching<W>, A: Algebra> AnyDescent<A> for Descent<W, B, A> {
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Progress<A::Value> {
        match self.advance(pause, meter) {
            Ok(progress) => progress,
            Err(stop) => Progress::Stopped(stop),
        }
    }

    fn allow(&mut self, bytes: usize) {
        self.most = bytes;
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn is_mostly_dead(&self) -> bool {
        self.dead * 2 > self.nodes
    }

    fn states(&self) -> (usize, u64) {
        (self.memo.len(), self.hits)
    }

    fn share(&self) -> f64 {
        let ends = self.levels.iter().skip(1).map(|level| level.start);
        let ends = ends.chain([self.children.len()]);
        let (mut covered, mut weight) = (0.0, 1.0);
        for (level, end) in self.levels.iter().zip(ends) {
            let options = |children: &[Child<W>]| {
                let options = children.iter().map(|child| f64::from(child.options));
                options.sum::<f64>()
            };
            let children = &self.children[level.start..end];
            let all = options(children).max(1.0);
            let (begun, _) = children.split_at(level.next - level.start);
            if let [done @ .., present] = begun {
                covered += weight * options(done) / all;
                weight *= f64::from(present.options) / all;
            }
        }
        covered
    }

    fn is_last(&self, level: usize) -> bool {
        let next = self.levels.get(level + 1);
        let end = next.map_or(self.children.len(), |level| level.start);
        self.levels
            .get(level)
            .is_some_and(|level| level.next == end)
    }

    fn algebra(&self) -> &A {
        &self.algebra
    }

    fn into_algebra(self: Box<Self>) -> A {
        self.algebra
    }
}
