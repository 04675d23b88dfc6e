//! The next step: the one that costs least.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::check::Known;
use super::deduction::{Deduction, Kind};
use super::fresh::Fresh;
use super::live::Live;
use super::position::Position;
use super::rule::{Rule, Rules};
use super::search::Search;
use super::{
    argument, bits, cases, chain, family, forcing, grouped, ranked, shrink, simple, square, trial,
};
use crate::ask::{Assumptions, Budget, Stop};
use crate::problem::{OptionId, Problem};

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
    /// Further steps inside rules, which were found with the last one. The next one is the last.
    inside: Vec<Deduction>,
    chosen: Vec<OptionId>,
    searches: Arc<[Search]>,
    cost: Cost,
    end: Option<End>,
}

/// What a deduction costs; `None` if it must not be taken.
type Cost = Arc<dyn Fn(Position<'_>, &Deduction) -> Option<u64> + Send + Sync>;

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
            searches: Search::of_kinds(Kind::ALL).into(),
            cost: Arc::new(|_, deduction| Some(deduction.reason.kind() as u64)),
            problem,
            live,
            fresh: Fresh::default(),
            rules: Rules::default(),
            inside: Vec::new(),
            end,
        })
    }

    /// Names the rules of the problem. What follows from the hidden items of one rule is then a
    /// deduction of kind [`Rule`](Kind::Rule).
    #[must_use]
    pub fn rules(mut self, rules: &[Rule]) -> Self {
        self.rules = Rules::new(&self.problem, &self.live, rules);
        self.inside.clear();
        self.go_on();
        self
    }

    /// Allows only some kinds of arguments. The easiest kind that finds a step gives the next one, and
    /// of that kind the smallest step, then the one that removes the most options.
    #[must_use]
    pub fn kinds(self, kinds: impl IntoIterator<Item = Kind>) -> Self {
        let kinds: BTreeSet<Kind> = kinds.into_iter().collect();
        let cost = |_: Position<'_>, deduction: &Deduction| Some(deduction.reason.kind() as u64);
        self.by_cost(Search::of_kinds(kinds), cost)
    }

    /// Makes these searches, in their order. The step that costs least is the next one; among equals,
    /// the smallest, then the set of the least rank, then the one that removes the most options.
    /// Deductions without a cost are not taken.
    #[must_use]
    pub fn by_cost(
        mut self,
        searches: impl IntoIterator<Item = Search>,
        cost: impl Fn(Position<'_>, &Deduction) -> Option<u64> + Send + Sync + 'static,
    ) -> Self {
        self.searches = searches.into_iter().collect();
        self.cost = Arc::new(cost);
        self.inside.clear();
        self.go_on();
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

    /// Returns what is left to decide.
    #[must_use]
    pub fn position(&self) -> Position<'_> {
        Position { live: &self.live }
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
        if let Some(deduction) = self.next_inside() {
            return Ok(Some(deduction));
        }
        let mut best: Option<((u64, usize, usize, usize), Deduction)> = None;
        let mut inside: Vec<(u64, Deduction)> = Vec::new();
        for search in &*Arc::clone(&self.searches) {
            if best.as_ref().is_some_and(|(key, _)| key.0 <= search.least) {
                break;
            }
            for deduction in self.of_search(search, budget)? {
                let Some(cost) = (self.cost)(self.position(), &deduction) else {
                    continue;
                };
                let Deduction {
                    reason, removed, ..
                } = &deduction;
                let key = (
                    cost,
                    reason.size(),
                    reason.rank(),
                    usize::MAX - removed.len(),
                );
                if self.rules.is_inside(&self.live, &deduction) {
                    inside.push((cost, deduction.clone()));
                }
                if best.as_ref().is_none_or(|(least, _)| key < *least) {
                    best = Some((key, deduction));
                }
            }
        }
        let Some(((cost, ..), mut best)) = best else {
            self.end = Some(End::Stuck);
            return Ok(None);
        };
        // People do not see these steps: there is no need to look for an easier one after each.
        if self.rules.is_inside(&self.live, &best) {
            inside.retain(|(other, deduction)| *other == cost && *deduction != best);
            self.inside = inside
                .into_iter()
                .rev()
                .map(|(_, deduction)| deduction)
                .collect();
        }
        shrink::shrink(&self.live, &mut best);
        argument::shrink(&self.problem, &self.live, &mut best, budget)?;
        Ok(Some(best))
    }

    /// The next of the steps inside rules that were found together.
    fn next_inside(&mut self) -> Option<Deduction> {
        while let Some(deduction) = self.inside.pop() {
            // One that has come to remove what people see is found again, with its own cost.
            if let Some(deduction) = simple::anew(&self.live, deduction)
                && self.rules.is_inside(&self.live, &deduction)
            {
                self.inside.push(deduction.clone());
                return Some(deduction);
            }
        }
        None
    }

    /// Takes a step.
    pub fn take(&mut self, deduction: &Deduction) {
        for &option in &deduction.chosen {
            let number = self.live.number(option);
            if let Some(number) = number.filter(|&number| bits::has(self.live.options(), number)) {
                self.live.choose(number);
                self.chosen.push(option);
            }
        }
        self.remove(deduction.removed.iter().copied());
    }

    /// Removes options that the caller excludes for a reason of its own: an assumption that is no part
    /// of the problem. Options that are not live are skipped.
    pub fn remove(&mut self, options: impl IntoIterator<Item = OptionId>) {
        let mut set = vec![0; self.live.words()];
        let numbers = options.into_iter();
        numbers
            .filter_map(|option| self.live.number(option))
            .for_each(|number| bits::add(&mut set, number));
        self.live.remove(&set);
        self.live.compact();
        self.go_on();
    }

    /// Forgets that no further step was found.
    fn go_on(&mut self) {
        self.end = self.end.filter(|end| *end == End::NoSolution);
    }

    /// The deductions that a search finds.
    fn of_search(&mut self, search: &Search, budget: &Budget) -> Result<Vec<Deduction>, Stop> {
        let (own, mut own_fresh);
        let (live, fresh) = match &search.truths {
            Some(truths) => {
                own = self.live.with_truths(truths);
                own_fresh = Fresh::default();
                (&own, &mut own_fresh)
            }
            None => (&self.live, &mut self.fresh),
        };
        let options = || match search.truths {
            // What other options lead to is an argument with more truths.
            Some(_) => live.options_of_truths(),
            None => self.rules.seen(live),
        };
        let mut found = match search.kind {
            Kind::Single => self.rules.split(live, simple::singles(live)).0,
            Kind::Locked => self.rules.split(live, simple::locked(live, fresh)).0,
            Kind::Rule => {
                let mut found = self.rules.of_one(&self.problem, live, budget)?;
                if found.is_empty() {
                    // Through several rules, or a unit and a rule.
                    found = self.rules.split(live, simple::locked(live, fresh)).1;
                }
                if found.is_empty() {
                    // Of items that need several options.
                    found = self.rules.split(live, simple::singles(live)).1;
                }
                found
            }
            Kind::TwoRules => self.rules.of_two(&self.problem, live, budget)?,
            Kind::Set => match &search.families {
                Some(families) => {
                    let mut found = Vec::new();
                    for size in search.sizes.clone() {
                        for family in families.iter() {
                            budget.poll()?;
                            family::of_size(live, size, family, &mut found);
                        }
                    }
                    found
                }
                None => sets(live, fresh, &self.rules, search, budget)?,
            },
            Kind::Chain => {
                let longest = *search.sizes.end();
                let mut found = if search.is_of_groups {
                    let is_truth = |item: usize| !self.rules.is_hidden(item as u32);
                    grouped::chains(live, is_truth, &options(), longest, budget)?
                } else {
                    chain::chains(live, &options(), longest, budget)?
                };
                found.retain(|deduction| search.sizes.contains(&deduction.reason.size()));
                found
            }
            Kind::Forcing => forcing::refuted(live, &options(), &search.sizes, budget)?,
            Kind::Cases => {
                let is_hidden = |item: usize| self.rules.is_hidden(item as u32);
                let truths = live.truths().filter(|&item| !is_hidden(item));
                match search.is_by_chains {
                    true => cases::by_chains(live, truths, &options(), budget)?,
                    false => cases::by_singles(live, truths, &options(), budget)?,
                }
            }
            Kind::Trial => {
                let is_hidden = |item: usize| self.rules.is_hidden(item as u32);
                trial::refuted(&self.problem, live, is_hidden, &self.chosen, budget)?
            }
        };
        if search.is_direct {
            let direct: Vec<Deduction> = found
                .iter()
                .flat_map(|deduction| simple::direct(live, deduction))
                .collect();
            found.extend(direct);
        }
        Ok(found)
    }
}

/// The sets of the smallest size that has any.
fn sets(
    live: &Live,
    fresh: &mut Fresh,
    rules: &Rules,
    search: &Search,
    budget: &Budget,
) -> Result<Vec<Deduction>, Stop> {
    let options = rules.seen(live);
    let is_hidden = |item: usize| rules.is_hidden(item as u32);
    for size in search.sizes.clone() {
        let changed = fresh.items(live, size);
        let found = match size {
            2 | 3 => ranked::of_size(live, size, &changed, &options, is_hidden, budget)?,
            _ => square::of_size(live, size, &changed, budget)?,
        };
        if !found.is_empty() {
            return Ok(found);
        }
        fresh.found_none(live, size);
    }
    Ok(Vec::new())
}
