//! What the threads of a team share with its caller.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::plan::{Goal, Plan};
use super::signals::Signals;
use super::state::{Job, State};
use crate::ask::{Budget, Part, Parts, Question};
use crate::solver::Solver;
use crate::solver::engines::Role;

/// What the threads of a team share with its caller.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) solver: Solver,
    pub(super) question: Question,
    pub(super) role: Role,
    pub(super) goal: Goal,
    pub(super) needed: u64,
    pub(super) parts: Parts,
    /// The share of each part in the search, about.
    pub(super) weights: Vec<f64>,
    /// Whether walks for the best solutions use the linear relaxation.
    pub(super) relaxes: bool,
    /// A part of the budget of the question, which the team can end.
    pub(super) budget: Budget,
    pub(super) room: Room,
    /// The number of nodes between two checks of the clock.
    pub(super) interval: u64,
    pub(super) signals: Signals,
    state: Mutex<State>,
    /// Notified when there may be work for a thread.
    pub(super) work: Condvar,
    /// Notified when there is news for the caller.
    pub(super) news: Condvar,
}

/// How many options solutions may have before they must be passed on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// Those that a thread collects.
    pub(super) batch: usize,
    /// Those that wait for a caller who takes them in any order.
    pub(super) unordered: usize,
}

impl Shared {
    pub(super) fn new(plan: &Plan<'_>, parts: Parts, budget: Budget) -> Self {
        let needed = match plan.goal {
            Goal::Count => plan.needed,
            Goal::List | Goal::Rank => u64::MAX,
        };
        let policies = plan.solver.policies().team;
        let problem = plan.solver.problem();
        let (uses, options) = (problem.use_count().max(1), problem.option_count());
        let of_mean_length =
            |most: usize| ((most as u128 * options as u128 / uses as u128) as usize).max(1);
        Self {
            solver: plan.solver.clone(),
            question: plan.question.clone(),
            role: plan.role,
            goal: plan.goal,
            needed,
            relaxes: plan.relaxes,
            budget,
            room: Room {
                batch: of_mean_length(policies.batch),
                unordered: of_mean_length(policies.unordered),
            },
            interval: plan.interval,
            signals: Signals::default(),
            state: Mutex::new(State::new(parts.len(), needed, policies.buffer)),
            weights: parts.weights(),
            parts,
            work: Condvar::new(),
            news: Condvar::new(),
        }
    }

    /// A part, by its number.
    pub(super) fn part(&self, number: usize) -> Part {
        self.parts.part(number)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether another engine fits into the memory of the process.
    pub(super) fn has_room(&self) -> bool {
        self.solver.has_room_for_engine(&self.budget)
    }

    /// Waits for work. `None` if there will be none. A thread without an engine begins a part only
    /// if there is room for one, or no other thread works.
    pub(super) fn next_job(&self, has_engine: bool) -> Option<Job> {
        let mut state = self.lock();
        while !state.is_closed {
            let may_begin = has_engine || state.running == 0 || self.has_room();
            if let Some(job) = state.take_job(&self.signals, may_begin) {
                return Some(job);
            }
            state = self
                .signals
                .idle(|| self.work.wait(state))
                .unwrap_or_else(PoisonError::into_inner);
        }
        None
    }
}
