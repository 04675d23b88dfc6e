//! Budgets: limits with a running clock. All code that can take long asks a budget whether to
//! continue; only this file compares limits with what was spent.

use std::sync::Arc;
use std::time::Duration;

use super::allowance::{Allowance, take};
use super::clock::{self, Instant};
use super::{Limits, Stop};
use crate::policy::METER_WORK;

/// Limits with a running clock, which several questions or threads can share.
///
/// Clones share one state: the nodes and solutions that one question uses are no longer available
/// to the others. A question uses up every solution that it reports, visits or counts: `first` uses
/// one, `unique` at most two, `best` all that it visits, `count` all that it counts, even if a
/// limit stops it. Questions about all solutions together (`diagram`, `marginals`, `sample`,
/// `estimate`, `why`) use none, and ignore the solution limit.
///
/// A [part](Self::part) has its own limits within those of the whole. Functions that take a budget
/// also accept [`Limits`], whose clock then starts with the call.
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
/// assert_eq!(search.walk().stop, Stop::Exhausted); // uses 31 nodes
/// assert_eq!(search.walk().stop, Stop::Nodes); // 9 are left
/// assert_eq!(budget.nodes_left(), 0);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    limits: Limits,
    started: Instant,
    /// The earliest of the time limit, the deadline, and the end of the whole.
    end: Option<Instant>,
    nodes: Option<Allowance>,
    solutions: Option<Allowance>,
    /// Whether the solution limits of this budget and of the whole do not apply.
    ignores_solutions: bool,
    /// The budget of which this is a part.
    whole: Option<Arc<Self>>,
}

impl Budget {
    /// Makes a budget with these limits, and starts its clock.
    #[must_use]
    pub fn start(limits: &Limits) -> Self {
        Self::within(limits, None)
    }

    /// Makes a part of this budget with its own limits. What the part uses is subtracted from the
    /// whole too, and the part ends at the latest with the whole. A memory limit of the part
    /// replaces that of the whole.
    ///
    /// ```
    /// use quadrille::{Budget, Limits, Problem, Solver, Stop};
    ///
    /// let whole = Budget::start(&Limits::new().nodes(10));
    /// let part = whole.part(&Limits::new().nodes(4));
    /// assert_eq!((part.nodes_left(), whole.nodes_left()), (4, 10));
    /// let mut search = Solver::new(Problem::default()).search();
    /// assert_eq!(search.budget(&part).walk().stop, Stop::Exhausted); // uses 1 node
    /// assert_eq!((part.nodes_left(), whole.nodes_left()), (3, 9));
    /// ```
    #[must_use]
    pub fn part(&self, limits: &Limits) -> Self {
        Self::within(limits, Some(Arc::new(self.clone())))
    }

    /// Makes a budget, as a part of `whole` if there is one.
    pub(crate) fn within(limits: &Limits, whole: Option<Arc<Self>>) -> Self {
        let started = clock::now();
        // A time limit beyond the range of the clock is no limit.
        let end = limits.time.and_then(|time| started.checked_add(time));
        let ends = end.into_iter().chain(limits.deadline);
        Self {
            end: ends.chain(whole.as_ref().and_then(|whole| whole.end)).min(),
            nodes: limits.nodes.map(Allowance::new),
            solutions: limits.solutions.map(Allowance::new),
            limits: limits.clone(),
            started,
            ignores_solutions: false,
            whole,
        }
    }

    pub(crate) fn unlimited() -> Self {
        Self::start(&Limits::default())
    }

    /// Returns the same budget without its solution limits: solutions are neither counted nor
    /// limited.
    #[must_use]
    pub fn without_solutions(mut self) -> Self {
        self.ignores_solutions = true;
        self
    }

    /// Returns the time since the start of the clock.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        clock::now().saturating_duration_since(self.started)
    }

    /// Returns the time until this budget ends; `None` if it has no time limit and no deadline.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let end = self.end?;
        Some(end.saturating_duration_since(clock::now()))
    }

    /// Checks the cancel token, the time limit and the memory of the process. This takes about as
    /// long as reading the clock.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] if the token is cancelled, [`Stop::Time`] if the time limit or the
    /// deadline is reached, [`Stop::Memory`] if the process uses more memory than it may.
    pub fn poll(&self) -> Result<(), Stop> {
        if self.is_cancelled() {
            Err(Stop::Cancelled)
        } else if self.end.is_some_and(|end| clock::now() >= end) {
            Err(Stop::Time)
        } else if self.process_memory().any(|(most, used)| used > most) {
            Err(Stop::Memory)
        } else {
            Ok(())
        }
    }

    /// Returns the bytes that the process may still take; `usize::MAX` if nothing limits its
    /// memory. Ask before you allocate much at once: between two polls, the process could take it
    /// all.
    pub(crate) fn room(&self) -> usize {
        let left = self
            .process_memory()
            .map(|(most, used)| most.saturating_sub(used));
        left.min().unwrap_or(usize::MAX)
    }

    /// Whether the memory of the process is limited.
    pub(crate) fn bounds_process(&self) -> bool {
        self.chain()
            .any(|budget| budget.limits.process_memory.is_some())
    }

    /// For each limit of the memory of the process, the most bytes and the bytes in use.
    fn process_memory(&self) -> impl Iterator<Item = (usize, usize)> {
        let limits = self
            .chain()
            .filter_map(|budget| budget.limits.process_memory);
        limits.map(|(most, used)| (most, used()))
    }

    /// This budget, the budget of which it is a part, and so on.
    fn chain(&self) -> impl Iterator<Item = &Self> + Clone {
        std::iter::successors(Some(self), |budget| budget.whole.as_deref())
    }

    fn is_cancelled(&self) -> bool {
        let mut tokens = self
            .chain()
            .filter_map(|budget| budget.limits.cancel.as_ref());
        tokens.any(super::CancelToken::is_cancelled)
    }

    /// Takes 1 to `most` of the nodes that are left. Returns the number taken.
    pub(crate) fn take_nodes(&self, most: u64) -> Result<u64, Stop> {
        // The node limit comes first, because it is reached at the same place on every machine.
        if self.nodes_left() == 0 {
            return Err(Stop::Nodes);
        }
        self.poll()?;
        match take(most, self.nodes()) {
            0 => Err(Stop::Nodes),
            taken => Ok(taken),
        }
    }

    /// Returns nodes that were taken but not used.
    pub(crate) fn give_nodes(&self, unused: u64) {
        self.nodes().for_each(|nodes| nodes.give(unused));
    }

    /// Takes at most `most` of the solutions that are left. Returns the number taken.
    pub(crate) fn take_solutions(&self, most: u64) -> u64 {
        take(most, self.solutions())
    }

    /// The node allowances of this budget and of all wholes.
    fn nodes(&self) -> impl Iterator<Item = &Allowance> + Clone {
        self.chain().filter_map(|budget| budget.nodes.as_ref())
    }

    /// The solution allowances of this budget and of the wholes, up to one that ignores solutions.
    fn solutions(&self) -> impl Iterator<Item = &Allowance> + Clone {
        let bounding = self.chain().take_while(|budget| !budget.ignores_solutions);
        bounding.filter_map(|budget| budget.solutions.as_ref())
    }

    /// Returns the number of nodes that are left; `u64::MAX` if there is no node limit. A running
    /// walk takes some nodes in advance, and returns at its end those that it did not use.
    #[must_use]
    pub fn nodes_left(&self) -> u64 {
        self.nodes().map(Allowance::left).min().unwrap_or(u64::MAX)
    }

    /// Returns the number of solutions that are left; `None` if there is no solution limit.
    #[must_use]
    pub fn solutions_left(&self) -> Option<u64> {
        self.solutions().map(Allowance::left).min()
    }

    /// The memory limit of the innermost budget that has one.
    fn memory(&self) -> Option<usize> {
        self.chain().find_map(|budget| budget.limits.memory)
    }

    pub(crate) fn bounds_memory(&self) -> bool {
        self.memory().is_some()
    }

    /// Returns the memory limit in bytes: [`Limits::MEMORY`] if none was set.
    #[must_use]
    pub fn most_memory(&self) -> usize {
        self.memory().unwrap_or(Limits::MEMORY)
    }

    /// Whether other questions may need the nodes that were taken from this budget.
    pub(crate) fn shares_nodes(&self) -> bool {
        self.chain().skip(1).any(|whole| whole.nodes.is_some())
    }

    /// Makes a meter for pieces of work that are too small to read the clock after each.
    #[doc(hidden)]
    pub fn meter(&self) -> Meter<'_> {
        Meter {
            budget: self,
            left: METER_WORK,
            ignores_process: false,
        }
    }

    /// Makes a meter that first polls after this much work: it goes on where another one was
    /// [left](Meter::left).
    pub(crate) fn meter_after(&self, work: u64) -> Meter<'_> {
        Meter {
            budget: self,
            left: work,
            ignores_process: false,
        }
    }
}

impl Drop for Budget {
    /// Drops the wholes in a loop, because deep nesting would overflow the stack.
    fn drop(&mut self) {
        let mut whole = self.whole.take();
        while let Some(mut last) = whole.and_then(Arc::into_inner) {
            whole = last.whole.take();
        }
    }
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

/// Adds up small pieces of work, and polls the budget each time they reach `METER_WORK`.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Meter<'b> {
    budget: &'b Budget,
    /// The work until the next poll.
    left: u64,
    /// Whether the memory of the process is ignored.
    ignores_process: bool,
}

impl<'b> Meter<'b> {
    /// Does something that must not depend on how much memory the process uses at the moment. The
    /// polls still stop it.
    pub(crate) fn ignoring_process<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        self.ignores_process = true;
        let result = act(self);
        self.ignores_process = false;
        result
    }

    /// The budget that is polled.
    pub(crate) fn budget(&self) -> &'b Budget {
        self.budget
    }

    /// Reports work that was done. Fails when the budget says to stop.
    #[inline]
    pub fn spend(&mut self, work: usize) -> Result<(), Stop> {
        match self.left.checked_sub(work as u64) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => self.poll(),
        }
    }

    /// The work until the next poll.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// The [room](Budget::room) of the budget.
    pub(crate) fn room(&self) -> usize {
        if self.ignores_process {
            usize::MAX
        } else {
            self.budget.room()
        }
    }

    #[cold]
    pub(crate) fn poll(&mut self) -> Result<(), Stop> {
        self.left = METER_WORK;
        self.budget.poll()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CancelToken;

    #[test]
    fn one_of_several_reached_limits_is_reported() {
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
    fn the_memory_of_the_process_ends_a_budget_and_its_parts() {
        let at = |most| Budget::start(&Limits::new().process_memory(most, || 1_000));
        assert_eq!(at(1_000).poll(), Ok(()));
        assert_eq!(at(999).poll(), Err(Stop::Memory));
        assert_eq!((at(1_500).room(), at(999).room()), (500, 0));
        assert_eq!(Budget::unlimited().room(), usize::MAX);
        assert_eq!(
            at(999).part(&Limits::new()).take_nodes(1),
            Err(Stop::Memory)
        );
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
    fn parts_can_be_nested_to_any_depth() {
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
    fn threads_share_every_node_of_a_budget() {
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
    fn a_meter_polls_after_a_fixed_amount_of_work() {
        let budget = Budget::start(&Limits::new().time(Duration::ZERO));
        let mut meter = budget.meter();
        assert_eq!(meter.spend(1), Ok(()));
        let stopped = (0..).find(|_| meter.spend(1000).is_err());
        assert_eq!(stopped, Some(METER_WORK as usize / 1000));
        assert_eq!(meter.spend(usize::MAX), Err(Stop::Time));
    }
}
