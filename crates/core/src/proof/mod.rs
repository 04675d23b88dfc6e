//! Proofs that there are no other solutions, which other programs check.
//!
//! A *proof* refutes a *formula*: the problem under assumptions, without the solutions that were
//! found, as linear constraints over variables with the values 0 and 1. If the formula has no
//! solution, the problem has no other one. [`Search::prove`] finds the solutions and writes the
//! proof; [`opb::write_without`](crate::text::opb::write_without) writes the formula.
//!
//! ```
//! use quadrille::{Solver, text::{dlx, opb}};
//!
//! let solver = Solver::new(dlx::read(b"a b c\na b\nb c\nc\na\n")?);
//! let mut search = solver.search();
//! let mut proof = Vec::new();
//! let answer = search.prove(&mut proof)?;
//! assert_eq!((answer.value.len(), answer.is_complete()), (2, true));
//!
//! let mut formula = Vec::new();
//! opb::write_without(solver.problem(), search.assumptions(), &answer.value, &mut formula)?;
//! let proof = String::from_utf8(proof)?;
//! assert!(proof.starts_with("pseudo-Boolean proof version 3.0\n"));
//! assert!(proof.contains("\nconclusion UNSAT : -1 ;\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Both are in the language of the checker VeriPB 3 (S. Gocht, "Certifying Correctness for
//! Combinatorial Algorithms by Using Pseudo-Boolean Reasoning", 2022): `veripb a.opb a.pbp`. A line
//! of a proof is
//!
//! * `rup 1 ~x3 1 x8 >= 1 ;`: a clause. If all of its literals are false, unit propagation finds
//!   a contradiction with the formula and the earlier lines. These are the clauses that the engine
//!   `learn` learns, and the dead ends of the engine `links`;
//! * `pol 1 3 + 5 + ;`: a sum of constraints, of a [`Colouring`].
//!
//! A complete proof ends with a clause without literals, or with a sum that is a contradiction.

mod lines;
mod sums;
mod walk;

use std::io;
use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use self::lines::Lines;
use crate::ask::{self, Answer, Budget, Inferences, Meter, Question, Stats, Stop};
use crate::colouring::{Colouring, colouring_with};
use crate::engine::{Engine, EngineName, Fuel, Learn, Remains, Step};
use crate::problem::OptionId;
use crate::solver::{Progress, Search, Solution};
use crate::text::WriteError;
use crate::text::opb::Rows;

/// The engine returns after this many nodes or conflicts, to write lines and to check the limits.
const PIECE: u64 = 64;

impl Search {
    /// Finds all solutions under the assumptions, and writes a proof that there are no others; see
    /// the module [`proof`](crate::proof).
    ///
    /// The answer is complete, and the proof valid, if the stop reason is [`Stop::Exhausted`]. With
    /// a solution limit `n`, the search goes on after the last solution: it stops with
    /// [`Stop::Solutions`] only if there are more than `n`. So with the limit 1 the proof shows
    /// that the solution is unique. A proof that is not complete ends with the conclusion `NONE`.
    ///
    /// If the search is long, it looks for a [`Colouring`] once, unless the policy `colouring.work`
    /// is 0. The engine is `learn`; or `links`, which proves the same in more lines, if the
    /// settings request it or the tables of `learn` would exceed
    /// [`Settings::memory`](crate::Settings::memory). If there are many solutions and `links` find
    /// them faster, they take over. One thread is used.
    ///
    /// The solutions are kept in memory: the search stops with [`Stop::Memory`] when they exceed
    /// [`Limits::memory`](crate::Limits::memory).
    ///
    /// # Errors
    /// [`WriteError::Feature`] if there are more than 2,147,483,647 variables. Nothing is written
    /// then. [`WriteError::Io`] if `proof` fails.
    pub fn prove(&mut self, proof: impl io::Write) -> Result<Answer<Vec<Solution>>, WriteError> {
        self.prove_with(proof, |_| ControlFlow::Continue(()))
    }

    /// Like [`prove`](Self::prove), and calls `visit` for each solution as soon as it is found.
    /// Stops when `visit` breaks, without a complete proof.
    ///
    /// # Errors
    /// As [`prove`](Self::prove).
    pub fn prove_with(
        &mut self,
        proof: impl io::Write,
        visit: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Answer<Vec<Solution>>, WriteError> {
        let budget = self.start_budget();
        let assumptions = self.assumptions().clone();
        let (forced, forbidden) = (assumptions.forced(), assumptions.forbidden());
        let solver = self.solver().clone();
        let rows = Rows::under(solver.problem(), &forced, &forbidden)?;
        let mut prover = Prover {
            search: self,
            budget: &budget,
            lines: Lines::begin(io::BufWriter::new(proof))?,
            rows,
            visit,
            solutions: Vec::new(),
            known: None,
            bytes: 0,
            stats: Stats {
                threads: 1,
                ..Stats::default()
            },
        };
        let stop = match prover.run() {
            Ok(()) => Stop::Exhausted,
            Err(Halt::Stopped(stop)) => stop,
            Err(Halt::Because(error)) => return Err(error.into()),
        };
        prover.lines.end(stop == Stop::Exhausted)?;
        let mut stats = prover.stats;
        stats.solutions = (prover.solutions.len() as u64).into();
        stats.elapsed = budget.elapsed();
        Ok(Answer::new(prover.solutions, stop, stats))
    }
}

/// The most bytes of lines that wait for a colouring.
const MOST_HELD: usize = 1 << 22;

/// The steps of work that a literal of a line takes, about.
const LITERAL: usize = 50;

/// Why the prover stopped before the end: the text could not be written, or a limit was reached.
type Halt = ask::Halt<io::Error>;

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Self {
        Self::Because(error)
    }
}

/// A walk of at most some nodes. It goes on to the end if it finds more solutions than this by
/// then.
#[derive(Clone, Copy)]
struct Trial {
    nodes: u64,
    solutions: u64,
}

/// A proof in progress.
struct Prover<'a, W: io::Write, V> {
    search: &'a Search,
    budget: &'a Budget,
    lines: Lines<W>,
    rows: Rows,
    visit: V,
    solutions: Vec<Solution>,
    /// The options of each solution, ascending, if two searches may find it.
    known: Option<FxHashSet<Box<[OptionId]>>>,
    /// The bytes of the solutions, about.
    bytes: usize,
    stats: Stats,
}

impl<W: io::Write, V: FnMut(&Solution) -> ControlFlow<()>> Prover<'_, W, V> {
    fn run(&mut self) -> Result<(), Halt> {
        self.budget.poll()?;
        let solver = self.search.solver();
        let (problem, assumptions) = (solver.problem(), self.search.assumptions());
        // Such a formula is false by unit propagation alone.
        if !Remains::is_possible(problem, assumptions) {
            return Ok(self.lines.contradiction()?);
        }
        let (options, items) = (problem.option_count(), problem.item_count());
        let bytes = Learn::memory(options, problem.use_count(), items);
        match solver.memory().checked_sub(bytes) {
            Some(memory) if !solver.requests(EngineName::Links) => self.by_learning(memory)?,
            _ => _ = self.by_walking(None)?,
        }
        Ok(())
    }

    fn question(&self) -> Question {
        Question {
            assumptions: self.search.assumptions().clone(),
            ..Question::default()
        }
    }

    /// Proves by what the engine `learn` learns, in at most this many bytes of clauses, about.
    fn by_learning(&mut self, memory: usize) -> Result<(), Halt> {
        self.stats.inferences = Some(Inferences::default());
        let mut meter = self.budget.meter();
        let mut engine = self.learner(memory, &mut meter)?;
        let policies = self.search.solver().policies();
        // The conflicts until a colouring is looked for. Its sums need none of the lines before
        // them, so these are held back.
        let mut patience = Some(policies.proof.conflicts).filter(|_| policies.colouring.work > 0);
        if patience.is_some() {
            self.lines.hold();
        }
        let mut most_solutions = policies.proof.solutions;
        loop {
            if self.lines.held() > MOST_HELD {
                self.lines.release()?;
            }
            if patience == Some(0) {
                patience = None;
                if self.sum_up()? {
                    return Ok(());
                }
                self.lines.release()?;
            }
            let (step, conflicts) = self.learn(&mut engine, &mut meter)?;
            patience = patience.map(|left| left.saturating_sub(conflicts));
            match step {
                Step::Solved => {
                    // A colouring shows that there is no solution.
                    patience = None;
                    self.lines.release()?;
                    let mut trail = Vec::new();
                    engine.trail(&mut trail);
                    self.solved(&trail)?;
                    let solutions = self.solutions.len() as u64;
                    if solutions >= most_solutions {
                        most_solutions = solutions.saturating_mul(2);
                        // The walk begins at the root and meets the solutions again.
                        self.remember();
                        let nodes = (engine.work() / policies.proof.node).max(policies.proof.trial);
                        if self.by_walking(Some(Trial { nodes, solutions }))? {
                            return Ok(());
                        }
                    }
                }
                Step::OutOfNodes | Step::OutOfDeadEnds => self.pause()?,
                Step::Exhausted => return Ok(self.lines.contradiction()?),
                Step::Stopped(stop) => return Err(stop.into()),
            }
        }
    }

    /// Compiles the engine `learn` and starts it.
    fn learner(&self, memory: usize, meter: &mut Meter<'_>) -> Result<Learn, Stop> {
        let solver = self.search.solver();
        let (problem, assumptions) = (solver.problem(), self.search.assumptions());
        let remains = Remains::under(problem, assumptions, meter)?;
        let engine = Learn::compile(problem, remains, solver.policies().learn, memory, meter)?;
        let mut engine = engine.logging();
        engine.start(&self.question(), None, meter)?;
        Ok(engine)
    }

    /// Lets the engine continue for a piece, and writes the clauses that it learned. Returns its
    /// step and the number of conflicts.
    fn learn(&mut self, engine: &mut Learn, meter: &mut Meter<'_>) -> Result<(Step, u64), Halt> {
        let nodes = self.budget.take_nodes(PIECE)?;
        let mut fuel = Fuel {
            nodes,
            dead_ends: PIECE,
        };
        let step = engine.run(&mut fuel, meter);
        self.budget.give_nodes(fuel.nodes);
        self.stats.nodes += nodes - fuel.nodes;
        self.stats.inferences = engine.inferences();
        engine.take_log(|clause| {
            let mut literals = 0;
            self.lines.clause(&mut clause.inspect(|_| literals += 1))?;
            meter.spend(LITERAL * literals).map_err(Halt::Stopped)
        })?;
        Ok((step, PIECE - fuel.dead_ends))
    }

    /// Looks for a colouring, and proves by its sums. Returns whether there is one.
    fn sum_up(&mut self) -> Result<bool, Halt> {
        let Some(colouring) = self.colouring()? else {
            return Ok(false);
        };
        Ok(sums::write(
            &colouring,
            self.search,
            &self.rows,
            &mut self.lines,
        )?)
    }

    fn colouring(&self) -> Result<Option<Colouring>, Stop> {
        let solver = self.search.solver();
        let (problem, assumptions) = (solver.problem(), self.search.assumptions());
        let policies = solver.policies().colouring;
        let (forced, forbidden) = (assumptions.forced(), assumptions.forbidden());
        let found = if assumptions.is_empty() {
            colouring_with(problem, self.budget, policies)
        } else {
            let mut meter = self.budget.meter();
            let assumed = problem.assuming(&forced, &forbidden, |work| meter.spend(work))?;
            let mut found = colouring_with(&assumed, self.budget, policies);
            if let Ok(Some(argument)) = &mut found {
                argument.name_assumptions(problem, assumptions);
            }
            found
        };
        match found {
            // Without a colouring, the search goes on.
            Err(Stop::TooLarge) => Ok(None),
            found => found,
        }
    }

    /// Keeps a solution, unless it is known. Fails if there are enough.
    fn solved(&mut self, trail: &[OptionId]) -> Result<(), Halt> {
        if let Some(known) = &mut self.known
            && !known.insert(sorted(trail))
        {
            return Ok(());
        }
        // Taken before the visit: a solution over the limit shows only that there are more.
        if self.budget.take_solutions(1) == 0 {
            return Err(Stop::Solutions.into());
        }
        let solution = Solution::new(trail);
        let flow = (self.visit)(&solution);
        self.bytes += 2 * (64 + size_of_val(trail));
        self.solutions.push(solution);
        if flow.is_break() {
            return Err(Stop::Solutions.into());
        }
        if self.bytes > self.budget.most_memory() {
            Err(Stop::Memory.into())
        } else {
            Ok(())
        }
    }

    /// Before a second search: remembers the solutions of the first.
    fn remember(&mut self) {
        if self.known.is_none() {
            let all = self.solutions.iter();
            self.known = Some(all.map(|one| sorted(one.options())).collect());
        }
    }

    /// Reports the progress, and stops at a limit of time.
    fn pause(&self) -> Result<(), Stop> {
        if let Some(watch) = self.search.watcher() {
            watch.report_at_times(self.budget, || Progress {
                solutions: (self.solutions.len() as u64).into(),
                nodes: self.stats.nodes,
                ..Progress::default()
            });
        }
        self.budget.poll()
    }
}

fn sorted(options: &[OptionId]) -> Box<[OptionId]> {
    let mut options: Box<[OptionId]> = options.into();
    options.sort_unstable();
    options
}
