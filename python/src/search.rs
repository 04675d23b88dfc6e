//! Questions about problems. Each takes the assumptions, and the limits and callback of [`Bounds`].

use std::fmt::Write as _;
use std::sync::Arc;

use num_bigint::BigUint;
use pyo3::prelude::*;
use quadrille::reduce::reduce;
use quadrille::report::{Ending, Explained};
use quadrille::{
    Answer, Budget, CancelToken, Count, Explanation, ItemId, Method, OptionId, Order, Problem,
    Search, Sense, Stop, Uniqueness, flaws,
};

use crate::bounds::Bounds;
use crate::cost::Shown;
use crate::diagram::DiagramCore;
use crate::failure;
use crate::problem::{Core, Frozen};
use crate::solution::{Solution, Solutions};
use crate::wait::{News, ask, wait};

/// Options that every solution uses, and options that none uses.
#[pyclass(frozen, module = "quadrille._quadrille")]
pub(crate) struct Assumptions(pub(crate) quadrille::Assumptions);

#[pymethods]
impl Assumptions {
    #[new]
    fn new(force: Vec<u32>, forbid: Vec<u32>) -> Self {
        let mut assumptions = quadrille::Assumptions::new();
        let force: Vec<OptionId> = force.into_iter().map(OptionId::new).collect();
        assumptions.force_all(&force);
        for option in forbid {
            assumptions.forbid(OptionId::new(option));
        }
        Self(assumptions)
    }
}

/// The name of a limit.
pub(crate) fn name_of(stop: Stop) -> String {
    match stop {
        Stop::Solutions => "solution limit".to_owned(),
        stop => stop.to_string(),
    }
}

/// The name of the limit that stopped a question early; `None` if it had enough.
pub(crate) fn limit_name(stop: Stop) -> Option<String> {
    stop.is_limit().then(|| name_of(stop))
}

/// The name of the limit that stopped a question about all solutions.
pub(crate) fn cut_by(stop: Stop) -> Option<String> {
    (stop != Stop::Exhausted).then(|| name_of(stop))
}

/// What a search is set up with before a question.
pub(crate) struct Setup {
    assumed: quadrille::Assumptions,
    order: Order,
    threads: usize,
}

impl Setup {
    pub(crate) fn new(assumed: Option<&Assumptions>, bounds: &Bounds) -> Self {
        Self {
            assumed: assumed.map(|assumed| assumed.0.clone()).unwrap_or_default(),
            order: bounds.order(),
            threads: bounds.threads(),
        }
    }

    pub(crate) fn apply(&self, search: &mut Search, budget: &Budget, news: Option<&News>) {
        search.assume(self.assumed.clone());
        search
            .budget(budget)
            .threads(self.threads)
            .order(self.order);
        if let Some(news) = news.cloned() {
            search.watch(News::EVERY, move |progress| news.bring(progress));
        }
    }
}

impl Core {
    /// Asks a question about the problem.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        assumed: Option<&Assumptions>,
        bounds: &Bounds,
        question: impl Fn(&mut Search) -> Answer<T> + Send + 'static,
    ) -> PyResult<Result<Answer<T>, Stop>> {
        let frozen = self.frozen(py);
        let setup = Setup::new(assumed, bounds);
        ask(py, bounds, move |budget, news| {
            let mut search = frozen.search(budget)?;
            setup.apply(&mut search, budget, news);
            let answer = question(&mut search);
            // The callback of a search that is watched cannot be removed.
            if news.is_none() {
                search.budget(None);
                frozen.give(search, budget);
            }
            Ok(answer)
        })
    }
}

/// The numbers of an estimate: the mean, and the bounds of its interval.
type Interval = (f64, f64, f64);

fn interval(interval: quadrille::count::Interval) -> Interval {
    (interval.mean, interval.low, interval.high)
}

/// Estimated nodes, solutions and seconds; the number of probes; the limit that stopped them.
type Estimated = (Interval, Option<Interval>, Interval, u64, Option<String>);

/// The best solutions; a bound of all costs, if there may be a solution; the number of solutions that cost the same as the
/// first; the limit that stopped the search.
type Ranked = (
    Vec<Solution>,
    Option<Shown>,
    Option<BigUint>,
    Option<String>,
);

/// A bound of all costs, if there may be a solution; the price of each item; the limit that stopped the
/// search for prices.
type PricedItems = (Option<Shown>, Vec<f64>, Option<String>);

/// Weights of items, and a modulus.
type Weights = (Vec<(usize, i64)>, Option<u32>);

/// A reduced problem; the options of the original that are in every solution; the original of each
/// option that is left; whether the rules ran to their end; the limit that stopped them.
type Reduction = (Core, Vec<usize>, Vec<usize>, bool, Option<String>);

/// Why there is no solution, in numbers.
#[pyclass(frozen, get_all, module = "quadrille._quadrille")]
pub(crate) struct ExplainedCore {
    /// A solution, if there is one.
    solution: Option<Py<Solution>>,
    items: Vec<usize>,
    forced: Vec<usize>,
    /// The weights of items, a modulus, and their sum.
    weights: Option<Weights>,
    is_minimal: bool,
    stop: Option<String>,
    text: String,
}

pub(crate) fn indices<I: Copy>(ids: &[I], index: fn(I) -> usize) -> Vec<usize> {
    ids.iter().map(|&id| index(id)).collect()
}

#[pymethods]
impl Core {
    /// A solution. An exception if a limit comes first.
    #[pyo3(signature = (owner, assumed, bounds))]
    fn first(
        &self,
        py: Python<'_>,
        owner: Py<PyAny>,
        assumed: Option<&Assumptions>,
        bounds: Bounds,
    ) -> PyResult<Option<Solution>> {
        match self.ask(py, assumed, &bounds, Search::first)? {
            Ok(Answer {
                value: Some(found), ..
            }) => Ok(Some(Solution::new(owner, found))),
            Ok(answer) if answer.stop == Stop::Exhausted => Ok(None),
            Ok(Answer { stop, .. }) | Err(stop) => Err(failure::stopped(py, stop)),
        }
    }

    /// An iterator over solutions.
    #[pyo3(signature = (owner, assumed, bounds))]
    fn solutions(
        &self,
        py: Python<'_>,
        owner: Py<PyAny>,
        assumed: Option<&Assumptions>,
        bounds: Bounds,
    ) -> Solutions {
        Solutions::new(self.frozen(py), owner, assumed, bounds)
    }

    /// Whether there is exactly one solution; `None` if a limit comes first.
    #[pyo3(signature = (assumed, bounds))]
    fn is_unique(
        &self,
        py: Python<'_>,
        assumed: Option<&Assumptions>,
        bounds: Bounds,
    ) -> PyResult<Option<bool>> {
        let unique = self.ask(py, assumed, &bounds, Search::unique)?;
        Ok(match unique.map(|answer| answer.value) {
            Ok(Uniqueness::Unknown) | Err(_) => None,
            Ok(unique) => Some(unique == Uniqueness::One),
        })
    }

    /// The number of solutions, and the limit that stopped the count.
    #[pyo3(signature = (assumed, bounds, method))]
    fn count(
        &self,
        py: Python<'_>,
        assumed: Option<&Assumptions>,
        bounds: Bounds,
        method: &str,
    ) -> PyResult<(BigUint, Option<String>)> {
        let method = match method {
            "walk" => Method::Walk,
            "memo" => Method::Memo,
            _ => Method::Auto,
        };
        let counted = self.ask(py, assumed, &bounds, move |search| search.count_by(method))?;
        Ok(match counted {
            Ok(answer) => (answer.value.into(), cut_by(answer.stop)),
            Err(stop) => (0_u32.into(), limit_name(stop)),
        })
    }

    /// The `k` cheapest solutions, or the dearest.
    #[pyo3(signature = (owner, assumed, bounds, k, dearest))]
    fn best(
        &self,
        py: Python<'_>,
        owner: Py<PyAny>,
        assumed: Option<&Assumptions>,
        bounds: Bounds,
        k: usize,
        dearest: bool,
    ) -> PyResult<Ranked> {
        let best = self.ask(py, assumed, &bounds, move |search| match (k, dearest) {
            (1, false) => search.cheapest(),
            (1, true) => search.dearest(),
            (_, false) => search.best(k),
            (_, true) => search.best_by(Sense::Max, k),
        })?;
        let Answer { value, stop, .. } = best.map_err(|stop| failure::stopped(py, stop))?;
        let bound = value.bound.map(|bound| Shown(value.decimal(bound)));
        let solutions = value.solutions.into_iter();
        let solutions = solutions.map(|costed| Solution::new(owner.clone_ref(py), costed.solution));
        let ties = (k > 1).then(|| value.ties.into());
        Ok((solutions.collect(), bound, ties, cut_by(stop)))
    }

    /// The prices of items, and the bound of all costs that they prove; of the least cost, or of the
    /// greatest.
    #[pyo3(signature = (assumed, bounds, dearest))]
    fn prices(
        &self,
        py: Python<'_>,
        assumed: Option<&Assumptions>,
        bounds: Bounds,
        dearest: bool,
    ) -> PyResult<PricedItems> {
        let sense = if dearest { Sense::Max } else { Sense::Min };
        let prices = self.ask(py, assumed, &bounds, move |search| search.prices_by(sense))?;
        let Answer { value, stop, .. } = prices.map_err(|stop| failure::stopped(py, stop))?;
        let problem = &self.frozen(py).problem;
        let bound = value.bound.map(|bound| Shown(problem.decimal(bound)));
        // Prices are in units of the last decimal of the costs.
        let unit = 10_f64.powi(problem.cost_decimals() as i32);
        let items = value.items.iter().map(|price| price / unit).collect();
        Ok((bound, items, cut_by(stop)))
    }

    /// Random solutions; fewer than wanted if a limit came first or if there is none.
    #[pyo3(signature = (owner, assumed, bounds, solutions, seed))]
    fn sample(
        &self,
        py: Python<'_>,
        owner: Py<PyAny>,
        assumed: Option<&Assumptions>,
        bounds: Bounds,
        solutions: u64,
        seed: u64,
    ) -> PyResult<Vec<Solution>> {
        let drawn = self.ask(py, assumed, &bounds, move |search| {
            search.sample(solutions, seed)
        })?;
        match drawn {
            Ok(answer) if !answer.stop.is_limit() => {
                let drawn = answer.value.into_iter();
                Ok(drawn
                    .map(|drawn| Solution::new(owner.clone_ref(py), drawn))
                    .collect())
            }
            Ok(answer) => Err(failure::stopped(py, answer.stop)),
            Err(stop) => Err(failure::stopped(py, stop)),
        }
    }

    /// The estimated size of a walk.
    #[pyo3(signature = (assumed, bounds, probes, seed))]
    fn estimate(
        &self,
        py: Python<'_>,
        assumed: Option<&Assumptions>,
        bounds: Bounds,
        probes: u64,
        seed: u64,
    ) -> PyResult<Estimated> {
        let estimate = self.ask(py, assumed, &bounds, move |search| {
            search.estimate(probes, seed)
        })?;
        let Answer { value, stop, .. } = estimate.map_err(|stop| failure::stopped(py, stop))?;
        if value.probes < 2 && stop.is_limit() {
            return Err(failure::stopped(py, stop));
        }
        Ok((
            interval(value.nodes),
            value.solutions.map(interval),
            interval(value.seconds),
            value.probes,
            limit_name(stop),
        ))
    }

    /// A diagram of all solutions.
    #[pyo3(signature = (owner, assumed, bounds))]
    fn compile(
        &self,
        py: Python<'_>,
        owner: Py<PyAny>,
        assumed: Option<&Assumptions>,
        bounds: Bounds,
    ) -> PyResult<DiagramCore> {
        match self.ask(py, assumed, &bounds, Search::diagram)? {
            Ok(Answer {
                value: Some(diagram),
                ..
            }) => Ok(DiagramCore::new(owner, diagram)),
            Ok(answer) => Err(failure::stopped(py, answer.stop)),
            Err(stop) => Err(failure::stopped(py, stop)),
        }
    }

    /// Why there is no solution.
    #[pyo3(signature = (owner, assumed, bounds))]
    fn explain(
        &self,
        py: Python<'_>,
        owner: Py<PyAny>,
        assumed: Option<&Assumptions>,
        bounds: Bounds,
    ) -> PyResult<ExplainedCore> {
        let explained = self.ask(py, assumed, &bounds, Search::why)?;
        let answer = explained.map_err(|stop| failure::stopped(py, stop))?;
        let problem = &self.frozen(py).problem;
        let text = explanation_text(problem, &answer);
        let mut explained = ExplainedCore {
            solution: None,
            items: Vec::new(),
            forced: Vec::new(),
            weights: None,
            is_minimal: false,
            stop: limit_name(answer.stop),
            text,
        };
        match answer.value {
            Explanation::Cover(found) => {
                explained.solution = Some(Py::new(py, Solution::new(owner, found))?);
            }
            Explanation::Conflict(conflict) => {
                explained.items = indices(&conflict.items, ItemId::index);
                explained.forced = indices(&conflict.options, OptionId::index);
                explained.is_minimal = conflict.is_minimal();
            }
            Explanation::Colouring(argument) => {
                let weights = argument.weights.iter();
                let weights = weights
                    .map(|&(item, weight)| (item.index(), weight))
                    .collect();
                explained.weights = Some((weights, argument.modulus));
                let forced = argument.options.iter();
                explained.forced = forced.map(|(option, _)| option.index()).collect();
            }
            _ => return Err(failure::stopped(py, answer.stop)),
        }
        Ok(explained)
    }

    /// A smaller problem with the same solutions; `None` if the rules prove that there is none.
    #[pyo3(signature = (bounds))]
    fn reduce(&self, py: Python<'_>, bounds: Bounds) -> PyResult<Option<Reduction>> {
        let problem = Arc::clone(&self.frozen(py).problem);
        let token = CancelToken::new();
        let limits = bounds.limits(&token);
        let reduced = wait(py, &token, None, move || reduce(problem, &limits))?;
        Ok(reduced.ok().map(|reduced| {
            let options = (0..reduced.problem().option_count() as u32).map(OptionId::new);
            let origins = options.filter_map(|option| reduced.origin(option));
            (
                Core::of(Frozen::new(Arc::clone(reduced.problem()))),
                indices(reduced.forced(), OptionId::index),
                origins.map(OptionId::index).collect(),
                reduced.report().complete,
                limit_name(reduced.report().stop),
            )
        }))
    }

    /// What is wrong with a solution, by the definition.
    fn check(&self, py: Python<'_>, options: Vec<u32>) -> PyResult<Vec<String>> {
        let problem = Arc::clone(&self.frozen(py).problem);
        wait(py, &CancelToken::new(), None, move || {
            let options: Vec<OptionId> = options.into_iter().map(OptionId::new).collect();
            let flaws = flaws(&problem, &options).into_iter();
            flaws
                .map(|flaw| flaw.display(&problem).to_string())
                .collect()
        })
    }
}

/// An explanation as the command line prints it.
fn explanation_text(problem: &Problem, answer: &Answer<Explanation>) -> String {
    let mut text = Explained { problem, answer }.remark(&format!("the {}", answer.stop));
    if let Explanation::Conflict(conflict) = &answer.value {
        for &item in &conflict.items {
            let _ = write!(text, "\n{}", problem.display_item(item));
        }
    }
    text
}

/// A count as a Python integer.
pub(crate) fn integer(count: &Count) -> BigUint {
    count.into()
}
