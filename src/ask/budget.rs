//! A budget: limits whose clock is running. This is the one place that compares them with what was
//! spent; everything that can take long asks here whether to go on.

use std::time::{Duration, Instant};

use super::{Limits, Stop};

/// The limits of a question that was asked at a certain moment.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    limits: Limits,
    started: Instant,
    /// The earlier one of the limit of time and the deadline.
    end: Option<Instant>,
}

impl Budget {
    /// Starts the clock.
    pub(crate) fn start(limits: &Limits) -> Self {
        let started = Instant::now();
        // A time that ends beyond what the clock can hold bounds nothing.
        let end = limits.time.and_then(|time| started.checked_add(time));
        Self {
            end: end.into_iter().chain(limits.deadline).min(),
            limits: limits.clone(),
            started,
        }
    }

    /// A budget without limits.
    pub(crate) fn unlimited() -> Self {
        Self::start(&Limits::default())
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time until the end, if there is one.
    pub(crate) fn left(&self) -> Option<Duration> {
        let end = self.end?;
        Some(end.saturating_duration_since(Instant::now()))
    }

    /// Whether the question must stop at once: it was cancelled, or its time is over.
    pub(crate) fn poll(&self) -> Result<(), Stop> {
        let cancel = self.limits.cancel.as_ref();
        if cancel.is_some_and(super::CancelToken::is_cancelled) {
            Err(Stop::Cancelled)
        } else if self.end.is_some_and(|end| Instant::now() >= end) {
            Err(Stop::Time)
        } else {
            Ok(())
        }
    }

    /// Whether the question must stop after so many nodes. Nodes come first, as they are the
    /// same on every machine.
    pub(crate) fn poll_at(&self, nodes: u64) -> Result<(), Stop> {
        if nodes >= self.limits.most_nodes() {
            return Err(Stop::Nodes);
        }
        self.poll()
    }

    /// The budget of a part of the question, with its own limit of nodes; it ends with this one.
    pub(crate) fn with_nodes(&self, nodes: u64) -> Self {
        let mut part = self.clone();
        part.limits.nodes = Some(nodes);
        part
    }

    /// Limits for another question that is to end when this budget ends.
    pub(crate) fn rest(&self) -> Limits {
        let mut limits = self.limits.clone();
        (limits.time, limits.deadline) = (None, self.end);
        limits
    }

    /// A meter for work that is too small to look at the clock each time.
    pub(crate) fn meter(&self) -> Meter<'_> {
        Meter {
            budget: self,
            left: Meter::WORK,
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

impl Limits {
    /// The same limits, with the time counted from now: it becomes a deadline, which several
    /// questions can share.
    ///
    /// ```
    /// use std::time::Duration;
    /// use quadrille::{Limits, Stop};
    ///
    /// let limits = Limits::new().time(Duration::from_secs(60)).from_now();
    /// assert_eq!(limits.reached(), None); // there is time for a question, and for another
    /// assert_eq!(limits.time(Duration::ZERO).reached(), Some(Stop::Time));
    /// ```
    #[must_use]
    pub fn from_now(self) -> Self {
        Budget::start(&self).rest()
    }

    /// Whether it is time to stop, and why: the deadline has passed, or the token is cancelled.
    /// For work between two questions that share their limits.
    #[must_use]
    pub fn reached(&self) -> Option<Stop> {
        Budget::start(self).poll().err()
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
    /// The work between two looks at the clock, in steps of about a nanosecond or a few: at most
    /// some milliseconds.
    const WORK: u64 = 1 << 20;

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
    fn look(&mut self) -> Result<(), Stop> {
        self.left = Self::WORK;
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
        let at = |limits: &Limits| Budget::start(limits).poll_at(5);
        let mut limits = Limits::new();
        assert_eq!(at(&limits), Ok(()));
        assert_eq!(at(&limits.clone().nodes(6)), Ok(()));
        limits = limits.time(Duration::ZERO).cancel(&token);
        assert_eq!(at(&limits), Err(Stop::Time));
        token.cancel();
        assert_eq!(at(&limits), Err(Stop::Cancelled));
        limits = limits.nodes(5);
        assert_eq!(at(&limits), Err(Stop::Nodes));
        assert_eq!(Budget::start(&limits).poll(), Err(Stop::Cancelled));
    }

    #[test]
    fn the_earlier_of_time_and_deadline_ends_a_budget() {
        let (now, hour) = (Instant::now(), Duration::from_secs(3600));
        let ends = |limits: Limits| Budget::start(&limits).poll() == Err(Stop::Time);
        assert!(ends(Limits::new().time(hour).deadline(now)));
        assert!(ends(
            Limits::new().time(Duration::ZERO).deadline(now + hour)
        ));
        assert!(!ends(Limits::new().time(hour).deadline(now + hour)));
        assert!(!ends(Limits::new().time(Duration::MAX)));
        let rest = Budget::start(&Limits::new().time(Duration::ZERO)).rest();
        assert!(ends(rest));
    }

    #[test]
    fn a_meter_looks_at_the_clock_now_and_then() {
        let budget = Budget::start(&Limits::new().time(Duration::ZERO));
        let mut meter = budget.meter();
        assert_eq!(meter.spend(1), Ok(()));
        let stopped = (0..).find(|_| meter.spend(1000).is_err());
        assert_eq!(stopped, Some(Meter::WORK as usize / 1000));
        assert_eq!(meter.spend(usize::MAX), Err(Stop::Time));
    }
}
