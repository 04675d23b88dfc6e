//! The engine `learn`: it learns from conflicts, as SAT solvers do, on the exact cover itself.
//!
//! A *literal* says of an option that it is chosen or that it is dead. The engine decides that an
//! option is chosen, and concludes what follows (`search.rs`):
//!
//! ```text
//! propagate: items, colours, multiplicities, learned clauses, the support rule   (`propagate.rs`)
//!     no conflict: decide on the most active open option                         (`heap.rs`)
//!                  none is open: the chosen options are a solution
//!     conflict:    learn a clause, return to an earlier level        (`analyse.rs`, `shorten.rs`)
//! ```
//!
//! Nothing is translated into clauses. Each conclusion keeps a short reason, such as "item 7 needs
//! it" (`state.rs`), and names the facts that it follows from only when the analysis of a conflict
//! asks for them (`reasons.rs`). From these the analysis finds a *clause*: literals of which at
//! least one is true in every solution. So the dead end is never met again, nor are many others
//! like it (`clauses.rs`).
//!
//! A solution is a conflict, too: its options must not all be chosen again. The clause learned from
//! it excludes this solution and no other, and is never forgotten. When a conflict needs no
//! decision, there are no more solutions.
//!
//! The engine returns to the root after some conflicts and keeps what it has learned (`pace.rs`).
//! When there are many clauses, it forgets most of those whose literals are from many levels (G.
//! Audemard and L. Simon, "Predicting learnt clauses quality in modern SAT solvers", 2009). All
//! choices depend on counters alone, so every run is the same.

mod analyse;
mod assume;
mod clauses;
mod heap;
mod literal;
mod log;
mod pace;
mod propagate;
mod reasons;
mod search;
mod shorten;
mod state;
mod tables;
#[cfg(test)]
mod tests;
mod watches;

use std::sync::Arc;

use self::analyse::Analysis;
use self::assume::Assumed;
use self::clauses::Clauses;
use self::heap::Heap;
use self::literal::Literal;
use self::log::Log;
use self::pace::Pace;
use self::propagate::Agenda;
use self::reasons::Grounds;
use self::state::{Conflict, Reason, State};
use self::tables::Tables;
use super::interface::{Engine, Fuel, Step};
use super::remains::Remains;
use crate::ask::{Inferences, Meter, Question, Stop};
use crate::policy::LearnPolicies;
use crate::problem::{OptionId, Problem};

/// More memory has no numbers for its clauses.
const MOST_MEMORY: usize = u32::MAX as usize;

/// Why the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// There are no more solutions.
    Exhausted,
    /// There is none under the assumptions.
    Failed,
}

/// The engine that learns from conflicts. Clones share the tables.
#[derive(Clone, Debug)]
pub(crate) struct Learn {
    tables: Arc<Tables>,
    policies: LearnPolicies,
    state: State,
    clauses: Clauses,
    agenda: Agenda,
    heap: Heap,
    analysis: Analysis,
    status: Status,
    counts: Counts,
    pace: Pace,
    capacity: Capacity,
    /// Steps that no meter has seen yet, one nanosecond each, about. Unlike `counts.work` they
    /// contain the lengths of clauses, and no choice depends on them.
    unseen: usize,
    assumed: Assumed,
    /// The clauses of a proof, if there is to be one.
    log: Option<Box<Log>>,
}

/// Where the search stands, when it returns and when it goes on.
#[derive(Clone, Copy, Debug, Default)]
struct Status {
    /// Whether the trail is a solution that was returned.
    is_solved: bool,
    /// Whether that solution is to be returned again.
    is_put_back: bool,
    /// The conflict to learn from; a limit may stop the engine before it has learned.
    conflict: Option<Conflict>,
    end: Option<End>,
}

/// How many clauses are kept.
#[derive(Clone, Copy, Debug)]
struct Capacity {
    /// The number of clauses at which some are forgotten.
    most: usize,
    /// No clause is forgotten to save memory if there are fewer than these.
    least: usize,
    /// The most bytes of learned clauses.
    memory: usize,
}

/// What the engine has done since the root.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    conflicts: u64,
    restarts: u64,
    unsupported: u64,
    /// The work, in nanoseconds, about.
    work: u64,
}

impl Learn {
    /// The bytes of the engine without learned clauses, about. `uses` are those of all options.
    pub(crate) fn memory(options: usize, uses: usize, items: usize) -> usize {
        let of_options = options.saturating_mul(120);
        of_options.saturating_add(uses.saturating_add(items).saturating_mul(40))
    }

    /// Compiles what assumptions leave of a problem. Learned clauses take at most `memory` bytes,
    /// about.
    pub(crate) fn compile(
        problem: &Problem,
        remains: Remains,
        policies: LearnPolicies,
        memory: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let tables = Tables::compile(problem, remains, meter)?;
        let mut state = State::new(&tables);
        let agenda = Agenda::new(&tables, &mut state, policies);
        // Before the first conflicts, options of the smallest items are decided first.
        let activity = |option| {
            let items = tables.primary_of(option).iter();
            let left = items.map(|&item| state.counters[item as usize].left).min();
            1e-3 / f64::from(left.unwrap_or(1))
        };
        let heap = Heap::new(
            (0..tables.len() as u32).map(activity).collect(),
            policies.decay,
        );
        Ok(Self {
            clauses: Clauses::new(tables.len()),
            analysis: Analysis::new(tables.len(), tables.bounds.len()),
            status: Status::default(),
            counts: Counts::default(),
            pace: Pace::new(policies),
            capacity: Capacity {
                most: policies.first,
                least: 16,
                memory: memory.min(MOST_MEMORY),
            },
            unseen: 0,
            assumed: Assumed::default(),
            log: None,
            agenda,
            heap,
            state,
            policies,
            tables: Arc::new(tables),
        })
    }

    /// The same engine, which keeps the clauses of a proof. Call [`take_log`](Self::take_log)
    /// often.
    pub(crate) fn logging(self) -> Self {
        Self {
            log: Some(Box::default()),
            ..self
        }
    }

    /// Visits the clauses since the last call, in the order in which each follows from the problem
    /// and the earlier ones by unit propagation: options, and whether they are chosen. When the
    /// engine is at its end, the empty clause follows, too. An error of `visit` ends the visits,
    /// and the other clauses are lost.
    pub(crate) fn take_log<E>(
        &mut self,
        mut visit: impl FnMut(&mut dyn Iterator<Item = (OptionId, bool)>) -> Result<(), E>,
    ) -> Result<(), E> {
        let tables = &self.tables;
        let Some(log) = &mut self.log else {
            return Ok(());
        };
        log.take(tables, |clause| {
            let literal = |literal: &Literal| (tables.id(literal.option()), !literal.is_dead());
            visit(&mut clause.iter().map(literal))
        })
    }

    /// Begins a new question: whether there is a solution with these options chosen or, with
    /// `false`, not chosen. No assumption is listed twice: each takes a level. What was learned
    /// before is kept. Returns false if a chosen option is unknown or dropped.
    pub(crate) fn assume(&mut self, assumptions: &[(OptionId, bool)]) -> bool {
        self.return_to(0);
        // A conflict is gone with the decisions behind it. If there are no more solutions at all,
        // there are none under assumptions.
        self.status = Status {
            end: self.status.end.filter(|&end| end == End::Exhausted),
            ..Status::default()
        };
        self.assumed.set(&self.tables, assumptions)
    }

    /// The assumptions that failed in the last question: no solution satisfies all of them. Empty
    /// if there is no solution without assumptions either.
    pub(crate) fn failed(&self) -> &[(OptionId, bool)] {
        &self.assumed.failed
    }

    /// Finds the assumptions that made this one false. All levels are those of assumptions.
    fn fail(&mut self, literal: Literal, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let grounds = Grounds {
            tables: &self.tables,
            state: &self.state,
            clauses: &self.clauses,
        };
        // The assumptions before this one are the decisions so far, and it is false because of some
        // of them.
        let others = self.analysis.decisions(&grounds, literal.option(), meter)?;
        self.status.end = Some(End::Failed);
        self.assumed.fail(&self.tables, literal);
        others
            .into_iter()
            .for_each(|other| self.assumed.fail(&self.tables, other));
        Ok(())
    }

    /// At the root, after `start`: excludes a solution. It is then not among the solutions, and
    /// what is learned holds for the others alone.
    pub(crate) fn exclude(&mut self, solution: &[OptionId]) {
        // What is left of the clause may follow from these alone.
        self.log_root();
        let mut is_chosen = vec![false; self.tables.len()];
        for &option in solution {
            let Some(number) = self.tables.number(option) else {
                // It is no solution of this problem.
                return;
            };
            is_chosen[number as usize] = true;
        }
        let mut clause = Vec::new();
        for option in 0..self.tables.len() as u32 {
            let literal = if is_chosen[option as usize] {
                Literal::dead(option)
            } else if self.tables.has_multiplicities {
                // If items may be covered several times, another solution may have more options.
                Literal::chosen(option)
            } else {
                continue;
            };
            match self.state.value(literal) {
                0 => clause.push(literal),
                1 => return,
                _ => {}
            }
        }
        match clause[..] {
            [] => self.status.end = Some(End::Exhausted),
            [only] => self.state.assign(only, Reason::None),
            _ => _ = self.clauses.add(&clause, 0, true),
        }
    }

    /// Logs the conclusions of level 0 by the support rule: analysis does not look at them.
    fn log_root(&mut self) {
        if let Some(log) = &mut self.log {
            log.root(&self.state);
        }
    }

    /// Concludes what follows from items that need all their options at the root.
    fn begin(&mut self) -> Option<Conflict> {
        // Propagation looks at an item when it loses an option; here none has lost any.
        for item in 0..self.tables.primary {
            let (low, left) = (
                self.tables.bounds[item as usize].low,
                self.state.counters[item as usize].left,
            );
            if left < low {
                return Some(Conflict::Short(item));
            }
            if left == low {
                for &option in self.tables.users(item) {
                    if self.state.is_open(option) {
                        self.state
                            .assign(Literal::chosen(option), Reason::Needed(item));
                    }
                }
            }
        }
        None
    }
}

impl Engine for Learn {
    fn start(&mut self, _: &Question, _: Option<&[u32]>, _: &mut Meter<'_>) -> Result<bool, Stop> {
        if self.begin().is_some() {
            self.status.end = Some(End::Exhausted);
        }
        Ok(true)
    }

    fn run(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Step {
        self.walk(fuel, meter)
    }

    fn put_back(&mut self, fuel: &mut Fuel) {
        self.status.is_put_back = true;
        fuel.nodes += 1;
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        out.extend_from_slice(self.tables.forced());
        let chosen = self.state.trail.iter().filter(|literal| !literal.is_dead());
        out.extend(chosen.map(|literal| self.tables.id(literal.option())));
    }

    fn tries(&self) -> Option<Vec<u32>> {
        None
    }

    fn inferences(&self) -> Option<Inferences> {
        Some(Inferences {
            unsupported: Some(self.counts.unsupported),
            conflicts: Some(self.counts.conflicts),
            restarts: Some(self.counts.restarts),
            ..Inferences::default()
        })
    }

    fn forget_counts(&mut self) {
        self.counts = Counts {
            work: self.counts.work,
            ..Counts::default()
        };
    }

    fn work(&self) -> u64 {
        self.counts.work
    }

    fn boxed(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
