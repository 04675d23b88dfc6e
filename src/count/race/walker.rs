//! The walk of a race. If many options of an item are alike by symmetry, it visits one of each
//! orbit, and counts the solutions found for all of them.

use super::standing::Standing;
use crate::ask::{Answer, Assumptions, Budget, Count, Lent, Stats, Stop};
use crate::problem::OptionId;
use crate::solver::{Place, Run, Search};
use crate::symmetry;

pub(super) struct Walker {
    /// The assumptions of the question.
    assumptions: Assumptions,
    run: Run,
    /// The part that the run walks.
    part: Part,
    /// The parts that are left, the next one last.
    left: Vec<Part>,
    /// The number of parts, if options are alike by symmetry; else 0.
    pub(super) parts: u64,
    /// The statistics of the runs before, and the solutions that they count.
    before: Stats,
    /// The work of the runs before, in nanoseconds, about.
    work_before: u64,
    /// Whether the run has become one of the runs before.
    is_over: bool,
    /// The share of the whole that was walked by the runs before.
    share: f64,
    /// The number of solutions that the run has found.
    found: Count,
    /// A lower bound on the number of solutions, from walks that were begun again.
    proved: Count,
    pub(super) nodes: u64,
    pub(super) work: u64,
    /// The work that is left, as predicted when the share that was covered was looked at.
    left_then: f64,
    /// The work then.
    work_then: u64,
    /// The work of a node, in nanoseconds, about: as long as several threads share the walk, what
    /// it was before.
    node: u64,
}

/// A part of the whole: the solutions that use certain options.
#[derive(Clone)]
struct Part {
    /// The options that are forced beside those of the question.
    forced: Vec<OptionId>,
    /// The number of parts that are like it, itself included.
    times: Count,
    /// Its share of the whole.
    share: f64,
    /// Whether symmetries of this part may still be looked for.
    is_new: bool,
}

impl Walker {
    pub(super) fn new(search: &mut Search, budget: &Budget) -> Self {
        Self {
            assumptions: search.assumptions().clone(),
            run: search.start_walk(budget, Place::default()),
            part: Part {
                forced: Vec::new(),
                times: 1.into(),
                share: 1.0,
                is_new: true,
            },
            left: Vec::new(),
            parts: 0,
            before: Stats::default(),
            work_before: 0,
            is_over: false,
            share: 0.0,
            found: Count::ZERO,
            proved: Count::ZERO,
            nodes: 0,
            work: 0,
            left_then: f64::INFINITY,
            work_then: 0,
            node: search.solver().policies().race.node,
        }
    }

    /// Makes the threads of the walk available to others until the returned values are dropped.
    pub(super) fn lend_threads(&self) -> Vec<Lent> {
        self.run.lend_threads()
    }

    /// A lower bound on the number of solutions.
    pub(super) fn at_least(&self) -> Count {
        let counted = &self.before.solutions + &self.part.times * &self.found;
        counted.max(self.proved.clone())
    }

    /// Continues until the walk has done about this much work. Returns the answer if it ended.
    pub(super) fn work_up_to(
        &mut self,
        work: u64,
        search: &mut Search,
        budget: &Budget,
    ) -> Option<Answer<Count>> {
        let nodes = self.nodes_at(work);
        self.walk_up_to(nodes, search, budget)
    }

    /// The number of nodes visited when this much work is done.
    pub(super) fn nodes_at(&self, work: u64) -> u64 {
        let left = work.saturating_sub(self.work);
        self.nodes.saturating_add(left.div_ceil(self.node))
    }

    /// Continues until the walk has visited this many nodes. Returns the answer if it ended.
    pub(super) fn walk_up_to(
        &mut self,
        nodes: u64,
        search: &mut Search,
        budget: &Budget,
    ) -> Option<Answer<Count>> {
        while self.nodes < nodes {
            let pause = nodes - self.before.nodes;
            let look = match self.part.is_new {
                true => self.enough(search).div_ceil(self.node),
                false => u64::MAX,
            };
            self.run.go_on(pause.min(look));
            let answer = search.walk_on(&mut self.run);
            self.measure(&answer, search);
            let step = match answer.stop {
                Stop::Nodes if budget.nodes_left() == 0 => Err(Stop::Nodes),
                Stop::Nodes if look <= pause => self.look(search, budget),
                Stop::Nodes => Ok(()),
                Stop::Exhausted => self.next_part(search, budget),
                stop => Err(stop),
            };
            if let Err(stop) = step {
                return Some(self.answer(stop, search, budget));
            }
        }
        None
    }

    /// The work of a run after which symmetries are looked for.
    fn enough(&self, search: &Search) -> u64 {
        let (problem, policies) = (search.solver().problem(), search.solver().policies());
        let uses = problem.use_count() as u64;
        let looking = uses.saturating_mul(policies.symmetry.enough);
        looking.saturating_add(policies.race.turn)
    }

    /// Updates the numbers after a step of the run.
    fn measure(&mut self, answer: &Answer<Count>, search: &Search) {
        self.found = answer.value.clone();
        let own = answer.stats.nodes;
        self.nodes = self.before.nodes + own;
        if let Some(work) = search.work_of(&self.run) {
            self.node = work.div_ceil(own.max(1));
        }
        let work = own.saturating_mul(self.node);
        self.work = self.work_before.saturating_add(work);
    }

    /// Ends the present part and begins the next. Fails if there is none.
    fn next_part(&mut self, search: &mut Search, budget: &Budget) -> Result<(), Stop> {
        self.before.solutions += &self.part.times * &self.found;
        self.share += self.part.share;
        self.end_run(search);
        let enough = budget.solutions_left();
        if enough.is_some_and(|enough| self.before.solutions >= enough) {
            return Err(Stop::Solutions);
        }
        self.part = self.left.pop().ok_or(Stop::Exhausted)?;
        self.begin(search, budget);
        Ok(())
    }

    /// Adds the work of the present run to that of the runs before.
    fn end_run(&mut self, search: &Search) {
        let stats = search.stats(&self.run);
        let solutions = std::mem::take(&mut self.before.solutions);
        self.before += &stats;
        self.before.solutions = solutions;
        self.work_before = self.work;
        self.found = Count::ZERO;
        self.is_over = true;
    }

    /// Begins the present part.
    fn begin(&mut self, search: &mut Search, budget: &Budget) {
        let mut assumptions = self.assumptions.clone();
        assumptions.force_all(&self.part.forced);
        let place = Place {
            times: self.part.times.clone(),
            share: self.part.share,
            solutions: self.before.solutions.clone(),
            nodes: self.before.nodes,
            walked: self.share,
        };
        self.run = search.assume(assumptions).start_walk(budget, place);
        self.is_over = false;
    }

    /// Looks for symmetries of the present part. If there are any, walks one option of each orbit
    /// instead of the part as it is.
    fn look(&mut self, search: &mut Search, budget: &Budget) -> Result<(), Stop> {
        self.part.is_new = false;
        let (problem, policies) = (search.solver().problem(), search.solver().policies());
        let policies = policies.symmetry;
        if symmetry::memory(problem) > budget.most_memory() / 8 {
            return Ok(());
        }
        // Each part is started anew, so it must be worth that.
        let work = self.work.saturating_sub(self.work_before);
        let left = Standing::covered(work, search.share_of(&self.run)).left;
        let start = (problem.use_count() as u64).saturating_mul(policies.part);
        let most = left / start.max(1) as f64;
        if most < 1.0 {
            return Ok(());
        }
        let assumptions = search.assumptions();
        let orbits = symmetry::orbits(
            problem,
            assumptions,
            policies,
            left / policies.effort,
            &mut budget.meter(),
        )?;
        let Some(orbits) = orbits.filter(|orbits| orbits.len() as f64 <= most) else {
            return Ok(());
        };
        self.proved = self.at_least();
        self.end_run(search);
        let options: u64 = orbits.iter().map(|orbit| orbit.size).sum();
        let saved = 1.0 - orbits.len() as f64 / options as f64;
        let open = (1.0 - self.share).max(self.part.share);
        let left = self.standing().left * (1.0 - saved * self.part.share / open);
        (self.left_then, self.work_then) = (left, self.work);
        self.parts += orbits.len() as u64 - u64::from(self.parts > 0);
        for orbit in orbits.iter().rev() {
            let mut part = self.part.clone();
            part.forced.push(orbit.option);
            part.times *= orbit.size;
            part.share /= orbits.len() as f64;
            part.is_new = true;
            self.left.push(part);
        }
        if let Some(part) = self.left.pop() {
            self.part = part;
            self.begin(search, budget);
        }
        Ok(())
    }

    fn answer(&self, stop: Stop, search: &Search, budget: &Budget) -> Answer<Count> {
        let mut stats = self.before.clone();
        if !self.is_over {
            stats += &search.stats(&self.run);
        }
        stats.solutions = self.at_least();
        stats.elapsed = budget.elapsed();
        Answer {
            value: stats.solutions.clone(),
            stop,
            stats,
        }
    }

    /// Predicts the work that is left by the share of the whole that was covered.
    pub(super) fn predict(&mut self, search: &Search) {
        let share = self.share + self.part.share * search.share_of(&self.run);
        self.left_then = Standing::covered(self.work, share).left;
        self.work_then = self.work;
    }

    pub(super) fn standing(&self) -> Standing {
        let since = self.work.saturating_sub(self.work_then);
        Standing {
            work: self.work,
            left: (self.left_then - since as f64).max(0.0),
        }
    }
}
