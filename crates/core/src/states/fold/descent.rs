//! The depth-first loop of a fold, with a memo of the states that were visited before.
//!
//! ```text
//! visit a state:          in the memo?    take its value from there
//!                         dead, solved?   its value is 0 or 1
//!                         otherwise       open a level for it, and visit its children in turn
//! at the end of a level:  store its value in the memo, and add it to the level above
//! ```
//!
//! The stack is explicit. A [`Branching`] says how states lead to others, and an [`Algebra`] what
//! their values are: numbers, or nodes of a diagram. A state costs a few dynamic calls; in return
//! the loop is compiled only once for each size of a state.

use super::algebra::{Algebra, NONE, NodeKind, ONE, Valued, Via};
use super::branching::{Branching, Child, Entered};
use super::memo::Memo;
use crate::ask::{Meter, Stop};
use crate::states::progress::Progress;
use crate::states::state::State;

pub(crate) struct Descent<const W: usize> {
    branching: Box<dyn Branching<W>>,
    /// The work of a state: see [`Branching::work`].
    work: usize,
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

/// A descent with states of any size. The caller has the values.
pub(crate) trait AnyDescent: Send {
    /// Continues until everything is counted, or until it has visited `pause` nodes. Returns the
    /// word of the root.
    fn run(
        &mut self,
        algebra: &mut dyn Algebra,
        pause: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Progress<u64>, Stop>;
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
}

/// A descent and the values of its states.
pub(crate) struct Evaluation<A> {
    pub(crate) descent: Box<dyn AnyDescent>,
    pub(crate) algebra: A,
}

impl<A: Valued> Evaluation<A> {
    /// Continues until everything is counted, or until it has visited `pause` nodes.
    pub(crate) fn run(
        &mut self,
        pause: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Progress<A::Value>, Stop> {
        Ok(match self.descent.run(&mut self.algebra, pause, meter)? {
            Progress::Done(word) => Progress::Done(self.algebra.value(word)),
            Progress::Paused => Progress::Paused,
            Progress::Outgrown => Progress::Outgrown,
        })
    }
}

impl<const W: usize> Descent<W> {
    pub(crate) fn new(branching: Box<dyn Branching<W>>, most: usize) -> Self {
        Self {
            work: branching.work(),
            branching,
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

    fn held(&self, algebra: &dyn Algebra) -> usize {
        let beside = algebra.bytes().saturating_add(self.aside());
        self.memo.bytes().saturating_add(beside)
    }

    /// The bytes that the memo may use.
    fn room(&self, algebra: &dyn Algebra) -> usize {
        let beside = algebra.bytes().saturating_add(self.aside());
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
    fn thin(&mut self, algebra: &mut dyn Algebra) -> bool {
        while self.held(algebra) > self.most {
            if !self.memo.halve(&mut |word| algebra.forget(word)) {
                return false;
            }
        }
        true
    }

    /// Returns the word of the value of a state if it is already known. Otherwise opens a level for
    /// it.
    fn visit(
        &mut self,
        mut state: State<W>,
        via: Via,
        algebra: &mut dyn Algebra,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u64>, Stop> {
        meter.spend(self.work)?;
        match self.branching.enter(&mut state) {
            Entered::Dead => return Ok(Some(NONE)),
            Entered::Solved => return Ok(Some(ONE)),
            Entered::Forced => {}
            Entered::Open => {
                let word = self.memo.get(&state);
                if word != 0 {
                    self.hits += 1;
                    return Ok(Some(word));
                }
            }
        }
        self.nodes += 1;
        let start = self.children.len();
        let kind = self.branching.branch(&state, &mut self.children, meter)?;
        algebra.open(kind);
        self.levels.push(Frame {
            state,
            via,
            start,
            next: start,
            kind,
        });
        Ok(None)
    }

    /// Adds the value of a child to the last level. A product with a part without solutions has
    /// none: its other parts are skipped, as are children that a sum does not need.
    fn add(&mut self, via: Via, word: u64, algebra: &mut dyn Algebra) {
        let Some(level) = self.levels.last_mut() else {
            return;
        };
        if word == NONE {
            match level.kind {
                NodeKind::Sum => return,
                NodeKind::Product => level.next = self.children.len(),
            }
        }
        if level.kind == NodeKind::Sum && algebra.is_enough(word) {
            level.next = self.children.len();
        }
        algebra.add(via, word);
    }

    /// Closes the last level, adds its value to the level above and returns the word of it. A state
    /// with one child is not worth a place in the memo: its child has one.
    fn leave(&mut self, algebra: &mut dyn Algebra, meter: &Meter<'_>) -> u64 {
        let word = algebra.close();
        self.branching.leave();
        self.dead += u64::from(word == NONE);
        let Some(level) = self.levels.pop() else {
            return word;
        };
        let lost = if self.children.len() > level.start + 1 {
            self.remember(&level.state, word, algebra, meter)
        } else {
            word
        };
        self.children.truncate(level.start);
        // The caller takes the value of the root. Others are lost only after they were added: the
        // memo may have dropped this very word.
        if !self.levels.is_empty() {
            self.add(level.via, word, algebra);
            if lost != 0 {
                algebra.forget(lost);
            }
        }
        word
    }

    /// Stores the value of a state. Returns a word that is in the memo no longer, or 0.
    fn remember(
        &mut self,
        state: &State<W>,
        word: u64,
        algebra: &dyn Algebra,
        meter: &Meter<'_>,
    ) -> u64 {
        if self.memo.is_full() {
            if self.memo.fits_doubled(self.room(algebra)) {
                // Memory that others have freed can still belong to the process.
                self.most = self
                    .most
                    .min(self.held(algebra).saturating_add(meter.room()));
            }
            if !self.memo.grow(self.room(algebra)) {
                return self.memo.replace(state, word);
            }
        }
        self.memo.insert(state, word);
        0
    }
}

impl<const W: usize> AnyDescent for Descent<W> {
    fn run(
        &mut self,
        algebra: &mut dyn Algebra,
        pause: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Progress<u64>, Stop> {
        if !self.begun && pause > 0 {
            self.begun = true;
            let known = match self.branching.root() {
                Some(root) => self.visit(root, Via::Nothing, algebra, meter)?,
                None => Some(NONE),
            };
            if let Some(word) = known {
                return Ok(Progress::Done(word));
            }
        }
        while let Some(level) = self.levels.last_mut() {
            if let Some(child) = self.children.get(level.next) {
                if self.nodes >= pause {
                    return Ok(Progress::Paused);
                }
                level.next += 1;
                let Child { state, via, .. } = *child;
                if let Some(word) = self.visit(state, via, algebra, meter)? {
                    self.add(via, word, algebra);
                }
            } else {
                // Before the level is left: nothing is lost if the descent continues.
                if self.held(algebra) > self.most && !self.thin(algebra) {
                    return Ok(Progress::Outgrown);
                }
                let word = self.leave(algebra, meter);
                if self.levels.is_empty() {
                    return Ok(Progress::Done(word));
                }
            }
        }
        Ok(Progress::Paused)
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
}
