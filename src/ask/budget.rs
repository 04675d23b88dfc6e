//! A budget: limits whose clock is running. This is the one place that compares them with what was
//! spent; everything that can take long asks here whether to go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{Limits, Stop, clock};
use crate::policy::METER_WORK;

/// Limits whose clock is running, to be shared by several questions or threads.
///
/// A clone is the same budget: what one question spends of the nodes or the solutions, the others do
/// not have. Each solution that a question reports, visits or counts is one of these: `first` takes one,
/// `unique` up to two, `best` all that its walk meets, `count` as many as it counts by whatever method,
/// also those of a count that was stopped. Questions about all solutions together (`diagram`, `marginals`,
/// `sample`, `estimate`, `why`) take none, and are not bounded by a limit of solutions.
///
/// A [part](Self::part) has limits of its own within those of the whole. Wherever a budget is
/// expected, [`Limits`] will do: then the clock starts there.
///
/// ```
/// use quadrille::{Budget, Limits, Problem, Solver, Stop};
///
/// let mut builder = Problem::builder();
/// for item in ["a", "b", "c", "d"] {
///     let item = builder.primary(item)?;
///     builder.option([item])?;
///     builder.option([item])?;
/// }
/// let mut search = Solver::new(builder.build()).search();
///
/// let budget = Budget::start(&Limits::new().nodes(40));
/// search.budget(&budget);
/// assert_eq!(search.walk().stop, Stop::Exhausted); // takes 31 nodes
/// assert_eq!(search.walk().stop, Stop::Nodes); // has 9 left
/// assert_eq!(budget.nodes_left(), 0);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    limits: Limits,
    started: Instant,
    /// The earlier one of the limit of time and the deadline, and of the end of the whole.
    end: Option<Instant>,
    nodes: Option<Purse>,
    solutions: Option<Purse>,
    /// Whether solutions are neither bounded nor taken, whatever the whole says.
    ignores_solutions: bool,
    /// What this is a part of.
    whole: Option<Arc<Self>>,
}

impl Budget {
    /// Starts the clock.
    #[must_use]
    pub fn start(limits: &Limits) -> Self {
        Self::within(limits, None)
    }

    /// A part of this budget with limits of its own: what it spends, the whole spends too, and it
    /// ends with the whole. A limit of memory takes the place of that of the whole.
    #[must_use]
    pub fn part(&self, limits: &Limits) -> Self {
        Self::within(limits, Some(Arc::new(self.clone())))
    }

    /// The same for a whole that is shared already.
    pub(crate) fn within(limits: &Limits, whole: Option<Arc<Self>>) -> Self {
        let started = clock::now();
        // A time that ends beyond what the clock can hold bounds nothing.
        let end = limits.time.and_then(|time| started.checked_add(time));
        let ends = end.into_iter().chain(limits.deadline);
        Self {
            end: ends.chain(whole.as_ref().and_then(|whole| whole.end)).min(),
            nodes: limits.nodes.map(Purse::new),
            solutions: limits.solutions.map(Purse::new),
            limits: limits.clone(),
            started,
            ignores_solutions: false,
            whole,
        }
    }

    pub(crate) fn unlimited() -> Self {
        Self::start(&Limits::default())
    }

    /// The same budget for a question that takes no solutions, or takes them at its end: no limit of
    /// solutions bounds it, and none is taken.
    #[must_use]
    pub fn without_solutions(mut self) -> Self {
        self.ignores_solutions = true;
        self
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        clock::now().saturating_duration_since(self.started)
    }

    /// Time until the end, if there is one.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        let end = self.end?;
        Some(end.saturating_duration_since(clock::now()))
    }

    /// Whether to go on. It costs as much as reading a clock.
    ///
    /// # Errors
    /// Why to stop: a token is cancelled, or the time is over.
    pub fn poll(&self) -> Result<(), Stop> {
        if self.is_cancelled() {
            Err(Stop::Cancelled)
        } else if self.end.is_some_and(|end| clock::now() >= end) {
            Err(Stop::Time)
        } else {
            Ok(())
        }
    }

    /// This budget, what it is a part of, and so on.
    fn chain(&self) -> impl Iterator<Item = &Self> + Clone {
        std::iter::successors(Some(self), |budget| budget.whole.as_deref())
    }

    fn is_cancelled(&self) -> bool {
        let mut tokens = self
            .chain()
            .filter_map(|budget| budget.limits.cancel.as_ref());
        tokens.any(super::CancelToken::is_cancelled)
    }

    /// Takes up to so many nodes, one at least, out of what is left.
    pub(crate) fn take_nodes(&self, most: u64) -> Result<u64, Stop> {
        // Nodes come first, as they are the same on every machine.
        if self.nodes_left() == 0 {
            return Err(Stop::Nodes);
        }
        self.poll()?;
        match take(most, self.nodes()) {
            0 => Err(Stop::Nodes),
            taken => Ok(taken),
        }
    }

    /// Gives back nodes that were taken and not used.
    pub(crate) fn give_nodes(&self, unused: u64) {
        self.nodes().for_each(|nodes| nodes.give(unused));
    }

    /// Takes up to so many of the solutions that are left. Returns how many.
    pub(crate) fn take_solutions(&self, most: u64) -> u64 {
        take(most, self.solutions())
    }

    /// What is left of nodes here and in the wholes.
    fn nodes(&self) -> impl Iterator<Item = &Purse> + Clone {
        self.chain().filter_map(|budget| budget.nodes.as_ref())
    }

    /// What is left of solutions here and in the wholes, up to the one that ignores them.
    fn solutions(&self) -> impl Iterator<Item = &Purse> + Clone {
        let bounding = self.chain().take_while(|budget| !budget.ignores_solutions);
        bounding.filter_map(|budget| budget.solutions.as_ref())
    }

    /// How many nodes are left; `u64::MAX` if nothing bounds them. A walk takes some in advance, and gives
    /// back what it did not need at its end.
    #[must_use]
    pub fn nodes_left(&self) -> u64 {
        self.nodes().map(Purse::left).min().unwrap_or(u64::MAX)
    }

    /// How many solutions are left, if something bounds them.
    #[must_use]
    pub fn solutions_left(&self) -> Option<u64> {
        self.solutions().map(Purse::left).min()
    }

    /// The limit of memory, of the innermost that has one.
    fn memory(&self) -> Option<usize> {
        self.chain().find_map(|budget| budget.limits.memory)
    }

    pub(crate) fn bounds_memory(&self) -> bool {
        self.memory().is_some()
    }

    pub(crate) fn most_memory(&self) -> usize {
        self.memory().unwrap_or(Limits::MEMORY)
    }

    /// Whether others may wait for the nodes that were taken from it.
    pub(crate) fn shares_nodes(&self) -> bool {
        self.chain().skip(1).any(|whole| whole.nodes.is_some())
    }

    /// A meter for work that is too small to look at the clock each time.
    pub(crate) fn meter(&self) -> Meter<'_> {
        Meter {
            budget: self,
            left: METER_WORK,
        }
    }

    /// A meter that first looks at the clock after so much work, for tests that stop at every place.
    #[cfg(test)]
    pub(crate) fn meter_after(&self, work: u64) -> Meter<'_> {
        Meter {
            budget: self,
            left: work,
        }
    }
}

impl Drop for Budget {
    /// Parts may be nested deeper than a stack is high.
    fn drop(&mut self) {
        let mut whole = self.whole.take();
        while let Some(mut last) = whole.and_then(Arc::into_inner) {
            whole = last.whole.take();
        }
    }
}

/// Takes up to so many from each of these, from all the same. Returns how many.
fn take<'p>(most: u64, purses: impl Iterator<Item = &'p Purse> + Clone) -> u64 {
    let mut granted = most;
    for (number, purse) in purses.clone().enumerate() {
        let taken = purse.take(granted);
        if taken < granted {
            let earlier = purses.clone().take(number);
            earlier.for_each(|purse| purse.give(granted - taken));
            granted = taken;
        }
    }
    granted
}

impl From<&Limits> for Budget {
    fn from(limits: &Limits) -> Self {
        Self::start(limits)
    }
}

impl From<Limits> for Budget {
    fn from(limits: Limits) -> Self {
        Self::start(&limits)
    }
}

impl From<&Budget> for Budget {
    fn from(budget: &Budget) -> Self {
        budget.clone()
    }
}

/// What is left of something, shared by all clones.
#[derive(Clone, Debug)]
struct Purse(Arc<AtomicU64>);

impl Purse {
    fn new(all: u64) -> Self {
        Self(Arc::new(AtomicU64::new(all)))
    }

    fn left(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes up to so many.
    fn take(&self, most: u64) -> u64 {
        let mut left = self.left();
        loop {
            let taken = left.min(most);
            let set =
                self.0
                    .compare_exchange(left, left - taken, Ordering::Relaxed, Ordering::Relaxed);
            match set {
                Ok(_) => return taken,
                Err(now) => left = now,
            }
        }
    }

    fn give(&self, unused: u64) {
        self.0.fetch_add(unused, Ordering::Relaxed);
    }
}

/// Adds up small pieces of work, and polls a budget now and then.
#[derive(Clone, Debug)]
pub(crate) struct Meter<'b> {
    budget: &'b Budget,
    /// Work until the next look.
    left: u64,
}

impl Meter<'_> {
    /// Says that so much work was done.
    #[inline]
    pub(crate) fn spend(&mut self, work: usize) -> Result<(), Stop> {
        match self.left.checked_sub(work as u64) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => self.look(),
        }
    }

    #[cold]
    pub(crate) fn look(&mut self) -> Result<(), Stop> {
        self.left = METER_WORK;
        self.budget.poll()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CancelToken;

    #[test]
    fn of_several_limits_that_are_reached_one_is_reported() {
        let token = CancelToken::new();
        let at = |limits: &Limits| {
            let budget = Budget::start(limits);
            budget.take_nodes(5).and_then(|_| budget.take_nodes(1))
        };
        let mut limits = Limits::new();
        assert_eq!(at(&limits), Ok(1));
        assert_eq!(at(&limits.clone().nodes(6)), Ok(1));
        assert_eq!(at(&limits.clone().nodes(5)), Err(Stop::Nodes));
        limits = limits.time(Duration::ZERO).cancel(&token);
        assert_eq!(at(&limits), Err(Stop::Time));
        token.cancel();
        assert_eq!(at(&limits), Err(Stop::Cancelled));
        let budget = Budget::start(&limits.nodes(0));
        assert_eq!(budget.take_nodes(1), Err(Stop::Nodes));
        assert_eq!(budget.poll(), Err(Stop::Cancelled));
    }

    #[test]
    fn the_earlier_of_time_and_deadline_ends_a_budget() {
        let (now, hour) = (clock::now(), Duration::from_secs(3600));
        let ends = |limits: Limits| Budget::start(&limits).poll() == Err(Stop::Time);
        assert!(ends(Limits::new().time(hour).deadline(now)));
        assert!(ends(
            Limits::new().time(Duration::ZERO).deadline(now + hour)
        ));
        assert!(!ends(Limits::new().time(hour).deadline(now + hour)));
        assert!(!ends(Limits::new().time(Duration::MAX)));
    }

    #[test]
    fn a_part_ends_with_the_whole_and_spends_from_both() {
        let token = CancelToken::new();
        let limits = Limits::new().nodes(10).solutions(3).memory(77);
        let whole = Budget::start(&limits.cancel(&token));
        let part = whole.part(&Limits::new().nodes(8));
        assert_eq!((part.nodes_left(), part.most_memory()), (8, 77));
        assert_eq!(part.take_nodes(5), Ok(5));
        assert_eq!((part.nodes_left(), whole.nodes_left()), (3, 5));
        let other = whole.part(&Limits::new().nodes(8).solutions(9).memory(5));
        assert_eq!((other.take_nodes(9), other.nodes_left()), (Ok(5), 0));
        assert_eq!((other.most_memory(), other.solutions_left()), (5, Some(3)));
        assert_eq!(
            (part.take_nodes(1), part.nodes_left()),
            (Err(Stop::Nodes), 0)
        );
        part.give_nodes(2);
        assert_eq!((part.nodes_left(), other.nodes_left()), (2, 2));
        assert_eq!(other.clone().without_solutions().take_solutions(9), 9);
        assert_eq!((other.take_solutions(2), other.take_solutions(2)), (2, 1));
        assert_eq!(
            (whole.solutions_left(), other.take_solutions(1)),
            (Some(0), 0)
        );
        assert_eq!(part.poll(), Ok(()));
        token.cancel();
        assert_eq!(part.poll(), Err(Stop::Cancelled));
        let over = Budget::start(&Limits::new().time(Duration::ZERO));
        assert_eq!(over.part(&Limits::new()).poll(), Err(Stop::Time));
    }

    #[test]
    fn parts_of_parts_are_as_deep_as_one_likes() {
        let token = CancelToken::new();
        let whole = Budget::start(&Limits::new().nodes(9).cancel(&token));
        let mut part = whole.part(&Limits::new().nodes(5));
        for _ in 0..300_000 {
            part = part.part(&Limits::new());
        }
        assert_eq!((part.take_nodes(7), whole.nodes_left()), (Ok(5), 4));
        part.give_nodes(2);
        assert_eq!((part.nodes_left(), whole.nodes_left()), (2, 6));
        assert_eq!(part.poll(), Ok(()));
        token.cancel();
        assert_eq!(part.poll(), Err(Stop::Cancelled));
    }

    #[test]
    fn threads_share_a_budget_to_the_last_node() {
        let budget = Budget::start(&Limits::new().nodes(100_003));
        let spend = || {
            let (budget, mut spent) = (budget.clone(), 0);
            while let Ok(taken) = budget.take_nodes(10) {
                budget.give_nodes(taken / 3);
                spent += taken - taken / 3;
            }
            spent
        };
        let spent: u64 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(spend)).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .sum()
        });
        assert_eq!(spent + budget.nodes_left(), 100_003);
        assert_eq!(budget.nodes_left(), 0);
    }

    #[test]
    fn a_meter_looks_at_the_clock_now_and_then() {
        let budget = Budget::start(&Limits::new().time(Duration::ZERO));
        let mut meter = budget.meter();
        assert_eq!(meter.spend(1), Ok(()));
        let stopped = (0..).find(|_| meter.spend(1000).is_err());
        assert_eq!(stopped, Some(METER_WORK as usize / 1000));
        assert_eq!(meter.spend(usize::MAX), Err(Stop::Time));
    }
}
