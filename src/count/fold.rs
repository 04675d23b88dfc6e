//! The fold: depth first through the states of a problem, with sums and products on the way up,
//! and a memory of states that were met before.
//!
//! ```text
//! visit a state:  known?          its value is in the memory
//!                 dead, solved?   its value is nothing, or one
//!                 else            open a level for it: visit its children, one by one
//! at the end of a level:          remember its value, and add it to the level above
//! ```
//!
//! The stack is explicit, and whatever is made of the values is for an [`Algebra`] to say: numbers,
//! or the nodes of a diagram.

use super::branching::{Branching, Child, Entered, Kind, State, Step};
use super::memo::Memo;
use crate::ask::{Meter, Stop};

/// What is made of the states. Its levels open and close as those of the fold do.
pub(super) trait Algebra {
    /// What a state comes to.
    type Value: Clone;

    /// The value of a state without solutions.
    fn none(&self) -> Self::Value;
    /// The value of a state with nothing left to cover.
    fn one(&self) -> Self::Value;
    /// Whether a value is that of a state without solutions.
    fn is_none(&self, value: &Self::Value) -> bool;

    /// Opens a level.
    fn open(&mut self, kind: Kind);
    /// Adds the value of a child to the level opened last.
    fn add(&mut self, step: Step, value: &Self::Value);
    /// Closes the level opened last and gives its value.
    fn close(&mut self) -> Self::Value;

    /// A value as a word other than 0, for the memory.
    fn pack(&mut self, value: &Self::Value) -> u64;
    /// The value of a word.
    fn unpack(&self, word: u64) -> Self::Value;
    /// Says that a word is no longer in the memory.
    fn forget(&mut self, word: u64);
    /// Bytes that values take outside of the memory.
    fn bytes(&self) -> usize;
}

/// A fold under way.
#[derive(Clone, Debug)]
pub(super) struct Fold<const W: usize, B, A> {
    branching: B,
    pub(super) algebra: A,
    memo: Memo<W>,
    /// The most bytes for all of it together.
    most: usize,
    levels: Vec<Level<W>>,
    /// The children of all levels, end to end.
    children: Vec<Child<W>>,
    begun: bool,
    /// States that were branched on, those of them without a solution, and visits that found
    /// their state in the memory.
    pub(super) nodes: u64,
    pub(super) dead: u64,
    pub(super) hits: u64,
}

#[derive(Clone, Debug)]
struct Level<const W: usize> {
    state: State<W>,
    /// What led here from the level above.
    step: Step,
    /// Its children begin here.
    start: usize,
    /// The next child to visit.
    next: usize,
    kind: Kind,
}

/// Why a fold came back.
#[derive(Clone, Debug)]
pub(super) enum Progress<V> {
    /// At its end, with the value of the root.
    Done(V),
    /// Before another node.
    Paused,
    /// It needs more memory than there is.
    Outgrown,
    /// A limit stopped it. It cannot go on.
    Stopped(Stop),
}

impl<const W: usize, B: Branching<W>, A: Algebra> Fold<W, B, A> {
    pub(super) fn new(branching: B, algebra: A, most: usize) -> Self {
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

    /// States in the memory.
    pub(super) fn states(&self) -> usize {
        self.memo.len()
    }

    /// Whether the last child of a level is being visited; the level of the root is 0.
    pub(super) fn is_last(&self, level: usize) -> bool {
        let next = self.levels.get(level + 1);
        let end = next.map_or(self.children.len(), |level| level.start);
        self.levels
            .get(level)
            .is_some_and(|level| level.next == end)
    }

    /// Goes on until the end, or until there are `pause` nodes.
    pub(super) fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Progress<A::Value> {
        match self.advance(pause, meter) {
            Ok(progress) => progress,
            Err(stop) => Progress::Stopped(stop),
        }
    }

    fn advance(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Progress<A::Value>, Stop> {
        if !self.begun && pause > 0 {
            self.begun = true;
            let known = match self.branching.root() {
                Some(root) => self.visit(root, Step::Nothing, meter)?,
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
                let Child { state, step } = *child;
                let known = self.visit(state, step, meter)?;
                known.map(|value| (step, value))
            } else {
                let (step, value) = self.leave();
                if self.levels.is_empty() {
                    return Ok(Progress::Done(value));
                }
                if self.held() > self.most && !self.thin() {
                    return Ok(Progress::Outgrown);
                }
                Some((step, value))
            };
            if let Some((step, value)) = known {
                self.add(step, &value);
            }
        }
        Ok(Progress::Paused)
    }

    /// Bytes that all of it takes.
    fn held(&self) -> usize {
        self.memo.bytes() + self.algebra.bytes() + self.aside()
    }

    /// Bytes of what is not remembered.
    fn aside(&self) -> usize {
        let children = self.children.capacity() * size_of::<Child<W>>();
        let levels = self.levels.capacity() * size_of::<Level<W>>();
        self.branching.bytes() + children + levels
    }

    /// Forgets about half of the memory. Returns whether that brought it within its bytes.
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

    /// The value of a state, if it is known at once; else a level is opened for it.
    fn visit(
        &mut self,
        mut state: State<W>,
        step: Step,
        meter: &mut Meter<'_>,
    ) -> Result<Option<A::Value>, Stop> {
        let is_normal = self.branching.is_normal();
        if is_normal && let Some(value) = self.recall(&state) {
            return Ok(Some(value));
        }
        meter.spend(self.branching.work())?;
        match self.branching.enter(&mut state) {
            Entered::Dead => return Ok(Some(self.algebra.none())),
            Entered::Solved => return Ok(Some(self.algebra.one())),
            Entered::Open => {}
        }
        if !is_normal && let Some(value) = self.recall(&state) {
            return Ok(Some(value));
        }
        self.nodes += 1;
        let start = self.children.len();
        let kind = self.branching.branch(&state, &mut self.children, meter)?;
        self.algebra.open(kind);
        self.levels.push(Level {
            state,
            step,
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

    /// Adds the value of a child to the last level. A product with nothing is nothing: the other
    /// parts are not visited.
    fn add(&mut self, step: Step, value: &A::Value) {
        self.algebra.add(step, value);
        if let Some(level) = self.levels.last_mut()
            && level.kind == Kind::Product
            && self.algebra.is_none(value)
        {
            level.next = self.children.len();
        }
    }

    /// Closes the last level. A state with one child is not worth remembering: its child is.
    fn leave(&mut self) -> (Step, A::Value) {
        let value = self.algebra.close();
        self.branching.leave();
        self.dead += u64::from(self.algebra.is_none(&value));
        let Some(level) = self.levels.pop() else {
            return (Step::Nothing, value);
        };
        if self.children.len() > level.start + 1 {
            let word = self.algebra.pack(&value);
            let room = self
                .most
                .saturating_sub(self.algebra.bytes() + self.aside());
            let lost = self.memo.insert(&level.state, word, room);
            if lost != 0 {
                self.algebra.forget(lost);
            }
        }
        self.children.truncate(level.start);
        (level.step, value)
    }
}
