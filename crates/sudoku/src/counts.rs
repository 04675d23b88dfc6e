//! Questions about the number of solutions of a board.

use std::ops::ControlFlow;

use super::compiled::Sudoku;
use super::encode::Encoding;
use super::grid::Grid;
use super::search::BoardSearch;
use quadrille_core::{
    Answer, Budget, Count, Limits, Method, OptionId, Order, Solution, Stats, Stop,
};

impl BoardSearch {
    /// Counts the solutions of the board, however many there are: see
    /// [`Search::count`](quadrille_core::Search::count).
    ///
    /// Most boards under [hard rules](crate::Shape::has_hard_rules) have one solution or none. So a
    /// search for two solutions comes first there, and then a short search for all; not within a
    /// shared [budget](Self::budget).
    #[must_use]
    pub fn count(&mut self, board: &Grid) -> Answer<Count> {
        if !self.sudoku.shape().has_hard_rules() || self.budget.is_some() {
            return self.assume(board).count();
        }
        let budget = Budget::start(&self.limits);
        let few = self.few(board, &budget);
        let is_enough = budget.solutions_left().is_some_and(|most| most <= 2);
        if few.stop != Stop::Solutions || is_enough {
            return few.map(|found| Count::from(found.len() as u64));
        }
        let mut before = few.stats;
        let mut least = Count::from(few.value.len() as u64);
        if budget.solutions_left().is_none() {
            let mut listed = self.list(board, &budget, |_| {});
            listed.stats += &before;
            listed.stats.solutions = listed.value.clone();
            if listed.is_complete() {
                return listed;
            }
            before = listed.stats;
            least = least.max(listed.value);
        }
        let search = self.search.limits(Limits::new()).budget(&budget);
        let mut count = search.count();
        if !count.is_complete() {
            count.value = count.value.max(least);
        }
        count.stats += &before;
        count.stats.solutions = count.value.clone();
        count
    }

    /// Lists all solutions if they are few and soon found. Takes no solutions from the budget.
    fn list(
        &mut self,
        board: &Grid,
        budget: &Budget,
        mut visit: impl FnMut(&[OptionId]),
    ) -> Answer<Count> {
        let policies = self.policies().board_count;
        let limits = Limits::new()
            .solutions(policies.first_solutions)
            .nodes(policies.first_nodes);
        let budget = budget.clone().without_solutions();
        let search = self.assume(board).limits(limits).order(Order::Natural);
        search.budget(&budget).for_each(|options| {
            visit(options);
            ControlFlow::Continue(())
        })
    }

    /// Searches for two solutions within a budget, or for one if that is all that the budget
    /// allows. Takes no solutions from the budget.
    fn few(&mut self, board: &Grid, budget: &Budget) -> Answer<Vec<Solution>> {
        let most = budget.solutions_left().map_or(2, |most| most.min(2));
        let budget = budget.clone().without_solutions();
        let search = self.assume(board).limits(Limits::new().solutions(most));
        search.order(Order::Natural).budget(&budget).all()
    }

    /// Counts the solutions of the board by this method.
    #[must_use]
    pub fn count_by(&mut self, board: &Grid, method: Method) -> Answer<Count> {
        match method {
            Method::Auto => self.count(board),
            method => self.assume(board).count_by(method),
        }
    }

    /// Counts for each candidate the solutions that hold it: cell by cell in reading order, in each
    /// cell from value 1. The value is `None` if a limit stops the search;
    /// [`Stats::solutions`](quadrille_core::Stats) is then a lower bound of the number of
    /// solutions. See [`Search::marginals`](quadrille_core::Search::marginals).
    #[must_use]
    pub fn marginals(&mut self, board: &Grid) -> Answer<Option<Vec<Count>>> {
        let budget = self.begin(board);
        let mut before = Stats::default();
        if self.sudoku.shape().has_hard_rules() {
            let few = self.few(board, &budget);
            if few.stop != Stop::Solutions {
                let mut times = Times::of(&self.sudoku);
                few.value.iter().for_each(|own| times.add(own.options()));
                let is_complete = few.is_complete();
                return few.map(|_| is_complete.then(|| times.counts()));
            }
            let sudoku = self.sudoku.clone();
            let mut times = Times::of(&sudoku);
            let mut listed = self.list(board, &budget, |options| times.add(options));
            listed.stats += &few.stats;
            listed.stats.solutions = listed.value.clone();
            if listed.is_complete() {
                return listed.map(|_| Some(times.counts()));
            }
            self.begin_within(board, &budget);
            before = listed.stats;
        }
        let mut counted = self.search.count();
        counted.stats += &before;
        counted.stats.solutions.clone_from(&counted.value);
        if !counted.is_complete() {
            return counted.map(|_| None);
        }
        // A diagram may take much longer than a list of few solutions.
        let few = self.policies().board_count.listed;
        if self.sudoku.shape().has_hard_rules() && counted.value <= few {
            return self.listed_marginals(counted);
        }
        let options = self.sudoku.encoding().options().iter();
        let of_cells = |all: Vec<Count>| {
            let count = |option: &OptionId| all.get(option.index()).cloned();
            options
                .map(|option| count(option).unwrap_or_default())
                .collect()
        };
        let mut each = self.search.marginals().map(|all| all.map(of_cells));
        each.stats += &counted.stats;
        each.stats.solutions = counted.value;
        each
    }

    /// The marginals of the assumed board, by a list of its solutions, given their number.
    fn listed_marginals(&mut self, counted: Answer<Count>) -> Answer<Option<Vec<Count>>> {
        let mut times = Times::of(&self.sudoku);
        let mut listed = self.search.for_each(|options| {
            times.add(options);
            ControlFlow::Continue(())
        });
        listed.stats += &counted.stats;
        listed.stats.solutions = counted.value;
        let is_complete = listed.is_complete();
        listed.map(|_| is_complete.then(|| times.counts()))
    }
}

/// For each candidate, the number of solutions that hold it.
struct Times<'s> {
    encoding: &'s Encoding,
    side: usize,
    times: Vec<u64>,
}

impl<'s> Times<'s> {
    fn of(sudoku: &'s Sudoku) -> Self {
        let encoding = sudoku.encoding();
        Self {
            encoding,
            side: sudoku.shape().side(),
            times: vec![0; encoding.options().len()],
        }
    }

    /// Adds a solution.
    fn add(&mut self, options: &[OptionId]) {
        for (cell, value) in options
            .iter()
            .filter_map(|&own| self.encoding.candidate(own))
        {
            self.times[cell * self.side + usize::from(value) - 1] += 1;
        }
    }

    fn counts(self) -> Vec<Count> {
        self.times.into_iter().map(Count::from).collect()
    }
}
