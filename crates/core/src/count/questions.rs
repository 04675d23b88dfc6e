//! The questions of a [`Search`] about all solutions together: their number, by the method that
//! suits the problem; a diagram; marginals; random samples.

use std::ops::ControlFlow;

use super::compile::compile;
use super::diagram::Diagram;
use super::race::{Finish, Race, RivalCount, Rivals};
use crate::ask::{
    Answer, Assumptions, Budget, Count, CountReason, Counted, Method, Stats, Stop, Threads,
};
use crate::solver::{Place, Search, Solution, Solver};
use crate::states::fold::NoFold;
use crate::states::layout::NoLayout;
use crate::symmetry;

impl Search {
    /// Counts the solutions. If the answer is not complete, the value is a lower bound: the best
    /// one that any method has proved.
    ///
    /// A walk visits every solution, or one of several that are alike by symmetry, so its time
    /// grows with their number. A sweep and a fold visit states instead, and store the states that
    /// they have visited. The three methods take turns, which grow longer, until one of them is
    /// done; [`Stats::counted`] names it. [`Stats::nodes`] is the sum over all methods; the nodes
    /// of a fold are the states that it branched on.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// // Eighty coins, each heads or tails.
    /// let mut builder = Problem::builder();
    /// for coin in 0..80 {
    ///     let coin = builder.primary(coin.to_string())?;
    ///     builder.option([coin])?;
    ///     builder.option([coin])?;
    /// }
    /// let count = Solver::new(builder.build()).search().count();
    /// assert_eq!(count.value.to_string(), (1_u128 << 80).to_string());
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn count(&mut self) -> Answer<Count> {
        self.count_by(Method::Auto)
    }

    /// Counts the solutions by a given method. The value of [`Method::Walk`] is that of
    /// [`walk`](Self::walk); the search has no [position](Self::position) afterwards.
    #[must_use]
    pub fn count_by(&mut self, method: Method) -> Answer<Count> {
        let budget = self.start_budget();
        let mut answer = count_by(self, method, &budget);
        // Other threads may have taken solutions from a shared budget in the meantime.
        let most = answer.value.to_u64().unwrap_or(u64::MAX);
        let taken = Count::from(budget.take_solutions(most));
        if budget.solutions_left().is_some() && taken < answer.value {
            answer.stats.solutions = taken.clone();
            (answer.value, answer.stop) = (taken, Stop::Solutions);
        }
        answer
    }

    /// Builds a diagram of all solutions.
    ///
    /// The value is `None` if a limit stopped the question, if the diagram exceeded the
    /// [memory limit](crate::Limits::memory), or if a state of the problem has too many bits for
    /// any diagram ([`Stop::TooLarge`]; then [`Stats::counted`] gives the reason). The solution
    /// limit does not apply. Time and memory grow with the number of states, not of solutions.
    #[must_use]
    pub fn diagram(&mut self) -> Answer<Option<Diagram>> {
        let budget = self.start_budget();
        let mut counted = Counted {
            method: Method::Memo,
            ..Counted::default()
        };
        let mut nodes = 0;
        // A diagram makes no engine.
        let room = Room::new(self.solver(), &budget);
        let built = compile(self, &budget, room.beside(0), &mut nodes, &mut counted);
        let (value, stop) = match built {
            Ok(diagram) => (Some(diagram), Stop::Exhausted),
            Err(NoFold::Stopped(stop)) => (None, stop),
            Err(NoFold::TooLarge(reason)) => {
                counted.reason = CountReason::Impossible(reason.into());
                (None, Stop::TooLarge)
            }
            Err(NoFold::Outgrown(_)) => (None, Stop::Memory),
        };
        Answer {
            stats: Stats {
                solutions: value.as_ref().map(Diagram::count).unwrap_or_default(),
                nodes,
                threads: 1,
                elapsed: budget.elapsed(),
                counted: Some(counted),
                ..Stats::default()
            },
            value,
            stop,
        }
    }

    /// Counts, for each option, the solutions that use it. The value is a list in the order of the
    /// options, or `None` if a limit stopped the search. [`Stats::solutions`] is the number of all
    /// solutions.
    ///
    /// The counts come from a [diagram](Self::diagram), or from a walk through all solutions if the
    /// problem is too large for a diagram.
    #[must_use]
    pub fn marginals(&mut self) -> Answer<Option<Vec<Count>>> {
        let budget = self.start_budget().without_solutions();
        let diagram = within(self, &budget, Search::diagram);
        if diagram.stop == Stop::TooLarge {
            let mut marginals = within(self, &budget, walk_marginals);
            self.forget_position();
            let reason = diagram.stats.counted.map(|counted| counted.reason);
            marginals.stats.counted = Some(walked(reason.unwrap_or_default()));
            return marginals;
        }
        let Some(all) = &diagram.value else {
            return diagram.map(|_| None);
        };
        let mut marginals = all.marginals(&budget);
        marginals.stats += &diagram.stats;
        marginals.stats.solutions = all.count();
        marginals.stats.elapsed = budget.elapsed();
        let is_complete = marginals.is_complete();
        marginals.map(|marginals| is_complete.then_some(marginals))
    }

    /// Draws random solutions. All solutions are equally likely, and the draws are independent, so
    /// the same solution can occur twice. The same seed gives the same solutions on every machine.
    ///
    /// The solutions are drawn from a [diagram](Self::diagram). The answer is complete if as many
    /// were drawn as requested, or if there is no solution; then the list is empty. It is also
    /// empty if a limit stopped the diagram, and shorter if a limit stopped the draws.
    #[must_use]
    pub fn sample(&mut self, solutions: u64, seed: u64) -> Answer<Vec<Solution>> {
        let budget = self.start_budget();
        let diagram = within(self, &budget, Search::diagram);
        let mut stop = diagram.stop;
        let mut drawn = Vec::new();
        let most = usize::try_from(solutions).unwrap_or(usize::MAX);
        let sampler = diagram.value.iter().flat_map(|all| all.sampler(seed));
        for solution in sampler.take(most) {
            if let Err(limit) = budget.poll() {
                stop = limit;
                break;
            }
            drawn.push(solution);
        }
        let mut answer = diagram.map(|_| drawn);
        answer.stop = stop;
        answer.stats.elapsed = budget.elapsed();
        answer
    }
}

/// Asks a question under a budget that has already started.
fn within<T>(search: &mut Search, budget: &Budget, ask: impl FnOnce(&mut Search) -> T) -> T {
    let own = search.replace_bounds(budget);
    let answer = ask(search);
    search.restore_bounds(own);
    answer
}

/// Counts marginals by a walk through all solutions, even if the search begins at a position.
fn walk_marginals(search: &mut Search) -> Answer<Option<Vec<Count>>> {
    let mut each = vec![0_u64; search.solver().problem().option_count()];
    let from = search.question().from.clone();
    let answer = search.begin_at(None).for_each(|options| {
        options.iter().for_each(|option| each[option.index()] += 1);
        ControlFlow::Continue(())
    });
    search.begin_at(from);
    let is_complete = answer.is_complete();
    answer.map(|_| is_complete.then(|| each.into_iter().map(Count::from).collect()))
}

fn count_by(search: &mut Search, method: Method, budget: &Budget) -> Answer<Count> {
    let room = Room::new(search.solver(), budget);
    if !room.fits() {
        let nothing = RivalCount {
            stop: Stop::Memory,
            method,
            ..RivalCount::default()
        };
        return by_states(nothing, CountReason::NoMemory, budget);
    }
    if method == Method::Walk {
        return walk(search, CountReason::Asked, 0, budget);
    }
    let from = search.question().from.as_ref();
    if from.is_some_and(|position| !position.is_root()) {
        return walk(search, CountReason::Position, 0, budget);
    }
    let race = match method {
        Method::Memo => Race::without_walk(search, budget),
        _ => Race::new(search, budget),
    };
    let begin =
        |search: &Search, assumptions: &_| rivals(search, assumptions, method, &room, budget);
    let finish = race.run(begin);
    finished(search, finish, method, budget)
}

/// The methods that race with the walk, under assumptions.
fn rivals(
    search: &Search,
    assumptions: &Assumptions,
    method: Method,
    room: &Room,
    budget: &Budget,
) -> Result<Rivals, NoLayout> {
    let solver = search.solver();
    // One thread keeps a node limit at the same states.
    let threads = match budget.nodes_left() {
        u64::MAX => search.shared_threads().clone(),
        _ => Threads::default(),
    };
    // The walk may look for symmetries meanwhile.
    let looking = match method {
        Method::Memo => None,
        _ => symmetry::memory(solver.problem(), budget),
    };
    // Where the memory of the process is limited, a second engine is made only if it fits.
    let engines = if budget.bounds_process() { 1 } else { 2 };
    let bytes = room.beside(engines).saturating_sub(looking.unwrap_or(0));
    let means = (bytes, &threads);
    Rivals::new(
        solver.problem(),
        assumptions,
        means,
        budget,
        solver.policies(),
    )
}

/// Makes the answer of a race, or counts by a walk if no other method is able to.
fn finished(search: &mut Search, finish: Finish, method: Method, budget: &Budget) -> Answer<Count> {
    match finish {
        Finish::Walked {
            mut answer,
            walked: nodes,
            walked_parts,
            is_alone,
        } => {
            let reason = match answer.stop {
                _ if is_alone => CountReason::Memory,
                Stop::Exhausted => CountReason::Ended(nodes),
                Stop::Solutions => CountReason::Enough(nodes),
                _ => CountReason::UnderWay {
                    walk: nodes,
                    all: answer.stats.nodes,
                },
            };
            answer.stats.counted = Some(Counted {
                walked_parts,
                ..walked(reason)
            });
            *answer
        }
        Finish::Counted(found) => counted(found, method, budget),
        Finish::Unable {
            reason,
            nodes,
            proved,
        } => {
            let reason = CountReason::Impossible(reason.into());
            let mut answer = walk(search, reason, nodes, budget);
            if answer.stop.is_limit() {
                answer.value = answer.value.max(proved);
            }
            answer
        }
        Finish::Contradiction => {
            let none = RivalCount {
                method: Method::Memo,
                ..RivalCount::default()
            };
            by_states(none, CountReason::NoSolution, budget)
        }
    }
}

fn counted(mut found: RivalCount, asked: Method, budget: &Budget) -> Answer<Count> {
    match budget.solutions_left().map(Count::from) {
        Some(enough) if found.value >= enough => {
            (found.value, found.stop) = (enough, Stop::Solutions);
        }
        _ => {}
    }
    let reason = match asked {
        Method::Memo => CountReason::Asked,
        _ if found.stop.is_limit() => CountReason::UnderWay {
            walk: found.walked,
            all: found.nodes,
        },
        _ => CountReason::Outlasted(found.walked),
    };
    by_states(found, reason, budget)
}

/// Makes the answer of a count by states.
fn by_states(found: RivalCount, reason: CountReason, budget: &Budget) -> Answer<Count> {
    Answer {
        stats: Stats {
            solutions: found.value.clone(),
            nodes: found.nodes,
            threads: found.threads.max(1),
            elapsed: budget.elapsed(),
            counted: Some(Counted {
                method: found.method,
                reason,
                memory: found.memory,
                states: found.states,
                hits: found.hits,
                ..Counted::default()
            }),
            ..Stats::default()
        },
        value: found.value,
        stop: found.stop,
    }
}

/// Counts by a walk. Other methods have used `spent` nodes before.
fn walk(search: &mut Search, reason: CountReason, spent: u64, budget: &Budget) -> Answer<Count> {
    let mut run = search.start_walk(budget, Place::default());
    let mut answer = search.walk_on(&mut run);
    answer.stats.nodes = answer.stats.nodes.saturating_add(spent);
    answer.stats.counted = Some(walked(reason));
    answer
}

/// The statistics of a count by a walk, which was used for this reason.
fn walked(reason: CountReason) -> Counted {
    Counted {
        method: Method::Walk,
        reason,
        ..Counted::default()
    }
}

/// The memory that a budget leaves for a count, next to the problem and its engines.
struct Room {
    is_bounded: bool,
    most: usize,
    problem: usize,
    engine: Option<usize>,
}

impl Room {
    fn new(solver: &Solver, budget: &Budget) -> Self {
        let (problem, policies) = (solver.problem(), solver.policies().count);
        Self {
            is_bounded: budget.bounds_memory(),
            most: budget.most_memory().max(policies.least_memory),
            problem: problem.bytes(),
            engine: solver.engine_bytes(),
        }
    }

    /// Whether the problem and one engine fit into the memory limit, if there is one.
    fn fits(&self) -> bool {
        !self.is_bounded || self.left(1).is_some()
    }

    /// The bytes left next to the problem and this many engines.
    fn beside(&self, engines: usize) -> usize {
        self.left(engines).unwrap_or(0)
    }

    fn left(&self, engines: usize) -> Option<usize> {
        let engines = match engines {
            0 => 0,
            engines => self.engine?.checked_mul(engines)?,
        };
        self.most.checked_sub(self.problem.checked_add(engines)?)
    }
}
