//! The next step: the first kind that finds anything, and of that the best one.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::chain::Pairs;
use super::check::Known;
use super::deduction::{Deduction, Kind};
use super::fresh::Fresh;
use super::live::Live;
use super::rule::{self, Rule, Rules};
use super::{bits, forcing, ranked, shrink, simple, square, trial};
use crate::ask::{Assumptions, Budget, Stop};
use crate::problem::{OptionId, Problem};

/// The most truths of a set, whose rank must be 0 if they are more than 3; longer arguments are
/// chains.
const LARGEST_SET: usize = 4;
/// The most truths of a chain.
const LONGEST_CHAIN: usize = 24;

/// The steps that solve a problem, one after the other.
///
/// ```
/// use quadrille::steps::{Kind, Steps};
/// use quadrille::{Assumptions, Budget, Limits, Problem};
///
/// let mut builder = Problem::builder();
/// for item in ["a", "b", "c"] {
///     builder.primary(item)?;
/// }
/// for option in ["a b", "b c", "c"] {
///     builder.option(option.split(' '))?;
/// }
/// let budget = Budget::start(&Limits::new());
/// let steps = Steps::new(builder.build(), &Assumptions::new(), &budget);
/// let mut steps = steps.expect("there is memory for three options");
/// let step = steps.next(&budget).expect("there is no limit");
/// let step = step.expect("only `a b` covers `a`");
/// assert_eq!(step.reason.kind(), Kind::Single);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Steps {
    problem: Arc<Problem>,
    live: Live,
    fresh: Fresh,
    rules: Rules,
    chosen: Vec<OptionId>,
    kinds: BTreeSet<Kind>,
    rank: Rank,
    end: Option<End>,
}

/// How hard a deduction is: of those of one kind, the least is the next step.
type Rank = Arc<dyn Fn(&Deduction) -> u64 + Send + Sync>;

/// Why there is no further step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "json", serde(rename_all = "kebab-case"))]
pub enum End {
    /// All items are covered, and no other option may be used.
    Solved,
    /// An item has fewer live options than it needs: there is no solution.
    NoSolution,
    /// No allowed kind of argument removes an option. If all are allowed, each live option is in some
    /// solution.
    Stuck,
}

impl Steps {
    /// Begins with the live options of a problem under assumptions. Takes memory for a bit for each
    /// pair of live options.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget grants less.
    pub fn new(
        problem: impl Into<Arc<Problem>>,
        assumptions: &Assumptions,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let problem = problem.into();
        let forbidden = assumptions.forbidden();
        let is_dead = |option: OptionId| {
            problem.is_dropped(option) || forbidden.binary_search(&option).is_ok()
        };
        let mut live = Live::new(&problem, is_dead, budget)?;
        let mut end = None;
        for &option in assumptions.forced().iter() {
            let number = live.number(option);
            match number.filter(|&number| bits::has(live.options(), number)) {
                Some(number) => live.choose(number),
                None => end = Some(End::NoSolution),
            }
        }
        live.compact();
        Ok(Self {
            chosen: assumptions.forced().into_owned(),
            kinds: Kind::ALL.into_iter().collect(),
            rank: Arc::new(|_| 0),
            problem,
            live,
            fresh: Fresh::default(),
            rules: Rules::default(),
            end,
        })
    }

    /// Names the rules of the problem. What follows from the hidden items of one rule is then a
    /// deduction of kind [`Rule`](Kind::Rule).
    #[must_use]
    pub fn rules(mut self, rules: &[Rule]) -> Self {
        self.rules = Rules::new(&self.problem, &self.live, rules);
        self
    }

    /// Allows only some kinds of arguments.
    #[must_use]
    pub fn kinds(mut self, kinds: impl IntoIterator<Item = Kind>) -> Self {
        self.kinds = kinds.into_iter().collect();
        self
    }

    /// Ranks deductions of one kind: the least is the next step. Among equals, it is the smallest
    /// one, then the one that removes the most options.
    #[must_use]
    pub fn ranked(mut self, rank: impl Fn(&Deduction) -> u64 + Send + Sync + 'static) -> Self {
        self.rank = Arc::new(rank);
        self
    }

    /// Returns what is known before the next step, for [`check`](super::check()).
    #[must_use]
    pub fn known(&self) -> Known {
        Known {
            chosen: self.chosen.iter().copied().collect(),
            live: self.live.ids(self.live.options()).into_iter().collect(),
        }
    }

    /// Returns the live options, ascending.
    #[must_use]
    pub fn live(&self) -> Vec<OptionId> {
        self.live.ids(self.live.options())
    }

    pub(super) fn state(&self) -> &Live {
        &self.live
    }

    /// Returns the chosen options, in the order in which they were chosen.
    #[must_use]
    pub fn chosen(&self) -> &[OptionId] {
        &self.chosen
    }

    /// Returns why there is no further step, once [`next`](Self::next) has returned `None`.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Finds the next step and takes it. Returns `None` at the end.
    ///
    /// # Errors
    /// The limit that stopped the search. The same step can be asked for again.
    pub fn next(&mut self, budget: &Budget) -> Result<Option<Deduction>, Stop> {
        let found = self.find(budget)?;
        if let Some(deduction) = &found {
            self.take(deduction);
        }
        Ok(found)
    }

    /// Finds the next step.
    ///
    /// # Errors
    /// The limit that stopped the search.
    pub fn find(&mut self, budget: &Budget) -> Result<Option<Deduction>, Stop> {
        budget.poll()?;
        if self.end.is_none() {
            self.end = match () {
                () if self.live.short().is_some() => Some(End::NoSolution),
                () if self.live.is_solved() => Some(End::Solved),
                () => None,
            };
        }
        if self.end.is_some() {
            return Ok(None);
        }
        for kind in self.kinds.clone() {
            let found = self.of_kind(kind, budget)?;
            let key = |deduction: &&Deduction| {
                let size = deduction.reason.size();
                (
                    (self.rank)(deduction),
                    size,
                    usize::MAX - deduction.removed.len(),
                )
            };
            if let Some(best) = found.iter().min_by_key(key) {
                let mut best = best.clone();
                shrink::shrink(&self.live, &mut best);
                rule::shrink(&self.problem, &self.live, &mut best, budget);
                return Ok(Some(best));
            }
        }
        self.end = Some(End::Stuck);
        Ok(None)
    }

    /// Takes a step.
    pub fn take(&mut self, deduction: &Deduction) {
        let number = |option: &OptionId| self.live.number(*option);
        let removed: Vec<usize> = deduction.removed.iter().filter_map(number).collect();
        for &option in &deduction.chosen {
            if let Some(number) = self.live.number(option) {
                self.live.choose(number);
                self.chosen.push(option);
            }
        }
        let mut set = vec![0; self.live.words()];
        removed
            .into_iter()
            .for_each(|option| bits::add(&mut set, option));
        self.live.remove(&set);
        self.live.compact();
    }

    /// The deductions of a kind, of the smallest size that has any.
    fn of_kind(&mut self, kind: Kind, budget: &Budget) -> Result<Vec<Deduction>, Stop> {
        let live = &self.live;
        Ok(match kind {
            Kind::Single => self.rules.split(live, simple::singles(live)).0,
            Kind::Locked => self.rules.split(live, simple::locked(live)).0,
            Kind::Rule => {
                let found = self.rules.of_one(&self.problem, live, budget)?;
                if !found.is_empty() {
                    return Ok(found);
                }
                // Through several rules, or a unit and a rule.
                let locked = simple::locked(live);
                self.rules.split(live, locked).1
            }
            Kind::TwoRules => self.rules.of_two(&self.problem, live, budget)?,
            Kind::Set => {
                for size in 2..=LARGEST_SET {
                    let fresh = self.fresh.items(live, size);
                    let found = match size {
                        2 | 3 => ranked::of_size(live, size, &fresh, budget)?,
                        _ => square::of_size(live, size, &fresh, budget)?,
                    };
                    if !found.is_empty() {
                        return Ok(found);
                    }
                    self.fresh.found_none(live, size);
                }
                Vec::new()
            }
            Kind::Chain => {
                let pairs = Pairs::new(live);
                let mut chains = Vec::new();
                for option in bits::ones(live.options()) {
                    budget.poll()?;
                    chains.extend(pairs.chain(live, option, LONGEST_CHAIN));
                }
                chains
            }
            Kind::Forcing => forcing::refuted(live, budget)?,
            Kind::Cases => forcing::cases(live, budget)?,
            Kind::Trial => trial::refuted(&self.problem, live, &self.chosen, budget)?,
        })
    }
}
