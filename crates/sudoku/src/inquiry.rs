//! Several questions about one board, under one budget.

use std::ops::ControlFlow;

use super::alone::Alone;
use super::compiled::Sudoku;
use super::encode::Encoding;
use super::grid::Grid;
use super::learned::Learned;
use super::search::BoardSearch;
use super::shape::Shape;
use super::steps::{self, LengthRating, Rating, Technique};
use quadrille_core::reduce::{self, reduce};
use quadrille_core::shared::Policies;
use quadrille_core::{
    Answer, Budget, Count, Limits, Order, Search, Solution, Stats, Stop, Uniqueness,
};

/// Questions about a board whose givens change from one question to the next. The limits of the
/// search hold for all of them together, and the first one that is stopped sets the reason. After
/// the time limit, the memory limit or a cancellation no question is asked: every answer is `None`.
pub(super) struct Inquiry<'a> {
    search: &'a mut BoardSearch,
    /// The board, if it is compiled for itself before a question.
    alone: Option<Alone>,
    /// The budget of all questions together.
    budget: Budget,
    /// The node limit of one question.
    nodes: Option<u64>,
    /// What answers the questions whether there is a solution, or another one, if they are hard.
    learned: Option<Learned>,
    /// The statistics of all questions together.
    pub(super) stats: Stats,
    /// Why a question had no answer, otherwise [`Stop::Exhausted`]. The node limit of one question
    /// does not count.
    pub(super) stop: Stop,
}

impl<'a> Inquiry<'a> {
    /// Starts an inquiry about a board. Where rules make searches hard, each board is
    /// compiled for itself before a question about it: that takes longer than assuming its givens,
    /// but the searches are much shorter.
    pub(super) fn of_rules(search: &'a mut BoardSearch, board: &Grid) -> Self {
        let shape = search.sudoku.shape();
        // A search that is compiled for one board knows no other one.
        let is_alone = shape.has_hard_rules() || search.sudoku.only().is_some();
        Self {
            alone: (is_alone && shape.fits(board)).then(|| Alone::new(board)),
            ..Self::new(search, board)
        }
    }

    /// Whether the board is compiled for itself before each question.
    pub(super) fn is_alone(&self) -> bool {
        self.alone.is_some()
    }

    /// Starts an inquiry in which givens are assumptions. The search must be compiled for all
    /// boards.
    pub(super) fn new(search: &'a mut BoardSearch, board: &Grid) -> Self {
        Self {
            budget: search.begin(board),
            search,
            alone: None,
            nodes: None,
            learned: None,
            stats: Stats::default(),
            stop: Stop::Exhausted,
        }
    }

    /// Returns whether the board has no solution, one, or several.
    pub(super) fn unique(&mut self) -> Answer<Uniqueness> {
        let answer = self.answer_of(Limits::new(), |_, search| search.unique());
        let answer =
            answer.unwrap_or_else(|stop| Answer::new(Uniqueness::Unknown, stop, Stats::default()));
        self.stats += &answer.stats;
        answer
    }

    /// Learns from conflicts in all questions to come whether the board has a solution, if the
    /// first answer was so hard that this pays. Says whether it does.
    pub(super) fn learn_after<T>(&mut self, first: &Answer<T>) -> bool {
        if self.alone.is_some() {
            return false;
        }
        let conflicts = first.stats.inferences.and_then(|all| all.conflicts);
        if conflicts.unwrap_or(0) < self.policies().board_learn.conflicts || self.is_over() {
            return false;
        }
        self.learn();
        self.learned.is_some()
    }

    /// Learns in all questions to come, unless each is compiled for itself.
    pub(super) fn learn(&mut self) {
        if self.alone.is_none() && self.learned.is_none() {
            self.learned = Learned::new(&self.search.sudoku, &self.budget).ok();
        }
    }

    /// Learns in all questions to come, which are whether a board has another solution than this
    /// one.
    pub(super) fn learn_others_of(&mut self, solved: &Grid) {
        self.learn();
        self.assume(solved);
        self.exclude_solution();
    }

    /// The same for a board with one solution: the questions to come are whether it has
    /// [another](Self::other).
    pub(super) fn learn_others_after<T>(&mut self, first: &Answer<T>) {
        if self.learn_after(first) {
            self.exclude_solution();
        }
    }

    /// Excludes a solution of the board from all questions to come.
    fn exclude_solution(&mut self) {
        if let Some(learned) = &mut self.learned {
            let answer = learned.exclude_solution(self.search.search.assumptions(), &self.budget);
            if self.note(answer) != Some(true) {
                self.learned = None;
            }
        }
    }

    /// Sets the node limit of each question to come.
    pub(super) fn nodes(mut self, most: u64) -> Self {
        self.nodes = Some(most);
        self
    }

    /// Asks a question with another node limit.
    pub(super) fn within<T>(
        &mut self,
        nodes: Option<u64>,
        question: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = std::mem::replace(&mut self.nodes, nodes);
        let answer = question(self);
        self.nodes = before;
        answer
    }

    /// Ends the inquiry with a value, the stop reason and the statistics.
    pub(super) fn answer<T>(self, value: T) -> Answer<T> {
        Answer::new(value, self.stop, self.stats)
    }

    /// Returns whether the time limit, the memory limit or a cancellation has ended the inquiry. Long work between
    /// two questions asks this, too.
    pub(super) fn is_over(&mut self) -> bool {
        if is_end(self.stop) {
            return true;
        }
        if let Err(stop) = self.budget.poll() {
            self.stop = stop;
        }
        is_end(self.stop)
    }

    /// The budget of all questions together.
    pub(super) fn budget(&self) -> Budget {
        self.budget.clone()
    }

    /// Returns the compiled shape of the boards.
    pub(super) fn sudoku(&self) -> &Sudoku {
        &self.search.sudoku
    }

    /// Returns the shape of the boards.
    pub(super) fn shape(&self) -> &Shape {
        self.search.sudoku.shape()
    }

    /// Reduces the exact cover of a board. Returns what each rule removed if the rules alone solve
    /// the board, otherwise `None`. O(size of the problem) for the exact cover, and the time of
    /// [`reduce()`].
    pub(super) fn solve_by_rules(&mut self, board: &Grid) -> Option<reduce::Report> {
        if self.is_over() {
            return None;
        }
        let (_, problem) = Encoding::of_board(self.shape(), board, &self.budget).ok()?;
        let reduced = reduce(problem, &self.budget).ok()?;
        let is_solved = reduced.problem().item_count() == 0;
        is_solved.then_some(*reduced.report())
    }

    /// Returns the number of values.
    pub(super) fn side(&self) -> usize {
        self.search.sudoku.shape().side()
    }

    /// The tuned numbers of the solver underneath.
    pub(super) fn policies(&self) -> &Policies {
        self.search.policies()
    }

    /// Replaces the board.
    pub(super) fn assume(&mut self, board: &Grid) {
        match &mut self.alone {
            Some(alone) => *alone = Alone::new(board),
            None => self.search.set_board(board),
        }
    }

    /// Adds a given.
    pub(super) fn put(&mut self, cell: usize, value: u8) {
        if let Some(alone) = &mut self.alone {
            return alone.put(cell, value);
        }
        let given = self.search.sudoku.encoding().option(cell, value);
        self.search.search.force(given);
    }

    /// Removes a given.
    pub(super) fn take(&mut self, cell: usize, value: u8) {
        if let Some(alone) = &mut self.alone {
            return alone.clear(cell, None);
        }
        let given = self.search.sudoku.encoding().option(cell, value);
        self.search.search.retract(given);
    }

    /// Returns whether the board has a solution, or `None` if a limit stopped the search.
    pub(super) fn is_solvable(&mut self) -> Option<bool> {
        if self.alone.is_some() {
            return self.any().map(|found| found.is_some());
        }
        if self.learned.is_none() {
            return self.count(1).map(|count| !count.is_zero());
        }
        self.find_learned().map(|found| found.is_some())
    }

    /// Returns a solution, which is random unless the inquiry [learns](Self::learn), if there is
    /// one; the outer `None` means that a limit stopped the search.
    pub(super) fn find(&mut self, seed: u64) -> Option<Option<Grid>> {
        if self.learned.is_none() {
            return self.first(Order::Random(seed));
        }
        let found = self.find_learned()?;
        let encoding = self.search.sudoku.encoding();
        Some(found.map(|found| encoding.grid(found.options())))
    }

    fn find_learned(&mut self) -> Option<Option<Solution>> {
        if self.is_over() {
            return None;
        }
        let limits = self.with_nodes(Limits::new());
        let learned = self.learned.as_mut()?;
        let part = self.budget.part(&limits);
        let answer = learned.find(self.search.search.assumptions(), &part);
        self.note(answer)?
    }

    /// Returns whether the board has exactly one solution.
    pub(super) fn is_unique(&mut self) -> Option<bool> {
        match self.another() {
            Some(another) => Some(!another),
            None => self.count(2).map(|count| count == 1),
        }
    }

    /// Returns whether the board has another solution than the excluded one, if learning about
    /// others tells. If a question with a node limit takes too long, all questions to come are
    /// answered by searches.
    fn another(&mut self) -> Option<bool> {
        if !self.is_about_others() {
            return None;
        }
        let most = self.policies().generate.learned;
        let nodes = self.nodes.map(|nodes| nodes.min(most));
        let found = self.within(nodes, Self::find_learned);
        if found.is_none() && !self.is_over() {
            self.learned = None;
        }
        found.map(|found| found.is_some())
    }

    /// Whether a known solution is excluded from all questions.
    pub(super) fn is_about_others(&self) -> bool {
        self.learned.as_ref().is_some_and(Learned::is_about_others)
    }

    /// Removes a given, and returns whether the cell can hold another value.
    pub(super) fn other(&mut self, cell: usize, value: u8) -> Option<bool> {
        if let Some(alone) = &mut self.alone {
            alone.clear(cell, Some(value));
            let other = self.is_solvable();
            self.take(cell, value);
            return other;
        }
        let given = self.search.sudoku.encoding().option(cell, value);
        self.search.search.retract(given);
        // If the known solution is excluded, any solution has another value. A core without this
        // assumption answers more questions.
        if let Some(another) = self.another() {
            return Some(another);
        }
        self.search.search.forbid(given);
        let other = self.is_solvable();
        self.search.search.retract(given);
        other
    }

    /// Counts the solutions, up to `most`.
    pub(super) fn count(&mut self, most: u64) -> Option<Count> {
        self.ask(Limits::new().solutions(most), |_, search| search.walk())
    }

    /// Returns a random solution, or `None` if there is none or a limit stopped the search.
    pub(super) fn random(&mut self, seed: u64) -> Option<Grid> {
        self.first(Order::Random(seed)).flatten()
    }

    /// Returns a solution if there is one; the outer `None` means that a limit stopped the search.
    pub(super) fn any(&mut self) -> Option<Option<Grid>> {
        self.first(Order::Natural)
    }

    /// Returns the first solution in an order.
    fn first(&mut self, order: Order) -> Option<Option<Grid>> {
        self.ask(Limits::new(), |encoding, search| {
            let first = search.order(order).first();
            search.order(Order::Natural);
            first.map(|found| found.map(|found| encoding.grid(found.options())))
        })
    }

    /// Returns at most `most` solutions, and whether these are all.
    pub(super) fn solutions(&mut self, most: usize) -> (Vec<Grid>, bool) {
        let mut solutions = Vec::new();
        let complete = self.ask(Limits::new(), |encoding, search| {
            let answer = search.for_each(|options| {
                if solutions.len() == most {
                    return ControlFlow::Break(());
                }
                solutions.push(encoding.grid(options));
                ControlFlow::Continue(())
            });
            let complete = answer.is_complete();
            answer.map(|_| complete)
        });
        (solutions, complete == Some(true))
    }

    /// Searches for all solutions with ties broken at random, and returns the statistics.
    pub(super) fn walk(&mut self, seed: u64) -> Option<Stats> {
        self.ask(Limits::new(), |_, search| {
            let answer = search.order(Order::Random(seed)).walk();
            search.order(Order::Natural);
            let stats = answer.stats.clone();
            answer.map(|_| stats)
        })
    }

    /// Searches for all solutions of a board under rules about cells, with all inferences from the
    /// first node on. Returns the statistics, and whether the search was stopped after many nodes.
    pub(super) fn infer(&mut self, board: &Grid) -> Option<(Stats, bool)> {
        if self.is_over() {
            return None;
        }
        // The walk on rows joins at once and keeps the turn.
        let policies = [("contest.patience", 0.0), ("contest.turn", 1e15)];
        let settings = self.search.sudoku.settings().clone().learning(false);
        let settings = policies
            .into_iter()
            .try_fold(settings, |settings, own| settings.policy(own.0, own.1));
        let settings = settings.unwrap_or_else(|error| unreachable!("{error}"));
        let search = self.search.for_board(board, &settings, &self.budget);
        let mut search = self.go_on(search)?;
        let most = self.nodes.unwrap_or_else(|| self.policies().rate.nodes);
        let limits = Limits::new().solutions(2).nodes(most);
        let answer = search.search.limits(limits).walk();
        let stats = answer.stats.clone();
        let is_stopped = answer.stop == Stop::Nodes && self.budget.nodes_left() > 0;
        let noted = self.note(answer);
        (is_stopped || noted.is_some()).then_some((stats, is_stopped))
    }

    /// Rates a board by steps that cost at most `most`. The inner value is `None` if these do not
    /// solve it.
    pub(super) fn rate(&mut self, board: &Grid, most: u64) -> Option<Option<Rating>> {
        if self.is_over() {
            return None;
        }
        let rating = steps::rate(self.search, board, most, &self.budget);
        self.go_on(rating)
    }

    /// Whether a person who solves a board needs a technique.
    pub(super) fn needs(&mut self, board: &Grid, technique: Technique) -> Option<bool> {
        if self.is_over() {
            return None;
        }
        let needs = steps::needs(self.search, board, technique, &self.budget);
        self.go_on(needs)
    }

    /// The length of the arguments that solve a board.
    pub(super) fn length(
        &mut self,
        board: &Grid,
        rating: LengthRating,
        most: usize,
    ) -> Option<Option<usize>> {
        if self.is_over() {
            return None;
        }
        let rating = steps::length(self.search, board, rating, most, &self.budget);
        self.go_on(rating)
    }

    /// Asks a question within these limits and the node limit. Returns `None` if a limit stopped
    /// it, or the inquiry has ended.
    fn ask<T>(
        &mut self,
        limits: Limits,
        question: impl FnOnce(&Encoding, &mut Search) -> Answer<T>,
    ) -> Option<T> {
        if self.is_over() {
            return None;
        }
        let answer = self.answer_of(self.with_nodes(limits), question);
        let answer = self.go_on(answer)?;
        self.note(answer)
    }

    /// Asks about a board under the rules of another shape, within the same limits.
    pub(super) fn ask_under<T>(
        &mut self,
        shape: &Shape,
        board: &Grid,
        question: impl FnOnce(&mut BoardSearch) -> Answer<T>,
    ) -> Option<T> {
        if self.is_over() {
            return None;
        }
        let sudoku = match self.budget.nodes_left() {
            0 => Err(Stop::Nodes),
            _ => {
                let settings = self.search.sudoku.settings();
                Sudoku::for_board_within(shape, board, settings, &self.budget)
            }
        };
        let mut search = self.go_on(sudoku)?.search();
        let limits = self.with_nodes(Limits::new());
        search.limits(limits).budget(&self.budget);
        let answer = question(&mut search);
        self.note(answer)
    }

    /// Limits with the node limit of one question.
    fn with_nodes(&self, limits: Limits) -> Limits {
        match self.nodes {
            Some(most) => limits.nodes(most),
            None => limits,
        }
    }

    /// The answer to a question about the board; why there is none, if the board was not compiled.
    fn answer_of<T>(
        &mut self,
        limits: Limits,
        question: impl FnOnce(&Encoding, &mut Search) -> Answer<T>,
    ) -> Result<Answer<T>, Stop> {
        let search = match &mut self.alone {
            Some(alone) => alone.search(self.search, &self.budget)?,
            None => &mut *self.search,
        };
        let BoardSearch { sudoku, search, .. } = search;
        Ok(question(sudoku.encoding(), search.limits(limits)))
    }

    /// The value, unless a limit stopped its preparation, which is noted.
    fn go_on<T>(&mut self, prepared: Result<T, Stop>) -> Option<T> {
        match prepared {
            Ok(value) => Some(value),
            Err(stop) => {
                self.stop = stop;
                None
            }
        }
    }

    /// Notes how a question ended. Returns `None` if a limit stopped it.
    fn note<T>(&mut self, answer: Answer<T>) -> Option<T> {
        self.stats += &answer.stats;
        if answer.stop.is_limit() {
            // The node limit of one question does not stop the others.
            if answer.stop != Stop::Nodes || self.budget.nodes_left() == 0 {
                self.stop = answer.stop;
            }
            return None;
        }
        Some(answer.value)
    }
}

/// Whether no question is asked after this stop.
fn is_end(stop: Stop) -> bool {
    matches!(stop, Stop::Time | Stop::Memory | Stop::Cancelled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled::Sudoku;
    use quadrille_core::CancelToken;

    #[test]
    fn no_question_is_asked_after_the_end() {
        let token = CancelToken::new();
        let mut search = Sudoku::classic().search();
        search.limits(Limits::new().cancel(&token));
        let blank = Grid::new(vec![0; 81]);
        let mut inquiry = Inquiry::new(&mut search, &blank);
        assert_eq!(inquiry.is_solvable(), Some(true));
        assert!(!inquiry.is_over());
        let nodes = inquiry.stats.nodes;
        token.cancel();
        assert_eq!((inquiry.is_solvable(), inquiry.is_unique()), (None, None));
        assert_eq!((inquiry.count(5), inquiry.other(0, 1)), (None, None));
        assert_eq!((inquiry.any(), inquiry.random(1)), (None, None));
        assert_eq!(inquiry.solutions(5), (Vec::new(), false));
        assert_eq!(inquiry.walk(1), None);
        assert!(inquiry.is_over());
        let answer = inquiry.answer(());
        assert_eq!((answer.stop, answer.stats.nodes), (Stop::Cancelled, nodes));
    }

    #[test]
    fn questions_share_the_nodes() {
        let mut search = Sudoku::classic().search();
        let blank = Grid::new(vec![0; 81]);
        search.limits(Limits::new().nodes(1000));
        let mut inquiry = Inquiry::new(&mut search, &blank).nodes(400);
        let stops: Vec<Stop> = (0..3)
            .map(|_| {
                assert_eq!(inquiry.walk(1), None);
                inquiry.stop
            })
            .collect();
        assert_eq!(stops, [Stop::Exhausted, Stop::Exhausted, Stop::Nodes]);
        assert_eq!(inquiry.stats.nodes, 1000);
    }
}
