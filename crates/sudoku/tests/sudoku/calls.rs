//! Random sequences of all questions about small boards under changing limits, each answer checked against
//! all solutions by a reference. proptest shrinks what fails.
//!
//! Under limits an answer may be a part of the truth, and must say so; without limits it is the truth.

use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille::sudoku::{BoardExplanation, BoardSearch, Check, Grid, Shape, Sudoku};
use quadrille::{
    Answer, Budget, Count, Limits, Method, Order, Question, Reply, Stop, Uniqueness, Want,
};

/// The first solutions of a board by the definition, up to so many: the blank with the fewest values that no
/// cell of its units has is filled in with each of them.
fn solutions(shape: &Shape, cells: &[u8], most: usize) -> Vec<Vec<u8>> {
    let clashes = |cells: &[u8], cell: usize, value: u8| {
        let mut units = shape.units().filter(|unit| unit.cells().contains(&cell));
        units.any(|unit| unit.cells().iter().any(|&c| c != cell && cells[c] == value))
    };
    if (0..cells.len()).any(|cell| cells[cell] != 0 && clashes(cells, cell, cells[cell])) {
        return Vec::new();
    }
    let (mut found, mut waiting) = (Vec::new(), vec![cells.to_vec()]);
    while let Some(cells) = waiting.pop() {
        let values = |cell: usize| -> Vec<u8> {
            let all = 1..=shape.side() as u8;
            all.filter(|&value| !clashes(&cells, cell, value)).collect()
        };
        let blanks = (0..cells.len()).filter(|&cell| cells[cell] == 0);
        match blanks
            .map(|cell| (values(cell), cell))
            .min_by_key(|(values, _)| values.len())
        {
            None => found.push(cells),
            Some((values, cell)) => waiting.extend(values.into_iter().map(|value| {
                let mut filled = cells.clone();
                filled[cell] = value;
                filled
            })),
        }
        if found.len() == most {
            break;
        }
    }
    found.sort();
    found
}

fn without(cells: &[u8], blank: &[usize]) -> Vec<u8> {
    let mut cells = cells.to_vec();
    blank.iter().for_each(|&cell| cells[cell] = 0);
    cells
}

#[derive(Clone, Debug)]
enum Call {
    /// Another board: which cells of a solution stay, and a value to put in.
    Board(Vec<bool>, Option<(usize, u8)>),
    /// The most nodes of each question, and the most solutions.
    Limits(Option<u64>, Option<u64>),
    /// The most nodes of all questions to come together.
    Budget(Option<u64>),
    Order(Option<u64>),
    First,
    All,
    /// Stops after so many.
    ForEach(u64),
    Count(Method),
    Marginals,
    /// So many, from a seed.
    Sample(u64, u64),
    Estimate(u64, u64),
    /// The search underneath, and another one by the text of its question.
    Underneath,
    Unique,
    Smallest,
    Check,
    Minimize(Option<u64>),
    Rate,
    Explain,
    Candidates,
}

fn boards(cells: usize) -> impl Strategy<Value = Call> {
    let side = cells.isqrt() as u8;
    // A blank 6 x 6 has 28 million solutions.
    let part = if side == 4 { 0.3..0.8 } else { 0.55..0.8 };
    let given = part.prop_flat_map(move |part| vec(prop::bool::weighted(part), cells));
    (given, of((0..cells, 1..=side))).prop_map(|(given, put)| Call::Board(given, put))
}

fn calls(cells: usize) -> impl Strategy<Value = Call> {
    let methods = vec![Method::Auto, Method::Walk, Method::Memo];
    prop_oneof![
        4 => boards(cells),
        2 => (of(0..40_u64), of(0..4_u64)).prop_map(|(nodes, most)| Call::Limits(nodes, most)),
        1 => of(0..99_u64).prop_map(Call::Budget),
        1 => of(0..4_u64).prop_map(Call::Order),
        1 => Just(Call::First),
        1 => Just(Call::All),
        1 => (1..9_u64).prop_map(Call::ForEach),
        2 => select(methods).prop_map(Call::Count),
        1 => Just(Call::Marginals),
        1 => (0..5_u64, 0..3_u64).prop_map(|(solutions, seed)| Call::Sample(solutions, seed)),
        1 => (1..9_u64, 0..3_u64).prop_map(|(probes, seed)| Call::Estimate(probes, seed)),
        1 => Just(Call::Underneath),
        1 => Just(Call::Unique),
        1 => Just(Call::Smallest),
        1 => Just(Call::Check),
        1 => of(0..3_u64).prop_map(Call::Minimize),
        1 => Just(Call::Rate),
        2 => Just(Call::Explain),
        2 => Just(Call::Candidates),
    ]
}

fn called_boards() -> impl Strategy<Value = (&'static str, Vec<Call>)> {
    select(vec![("4x4", 16), ("6x6", 36)]).prop_flat_map(|(shape, cells)| {
        let calls = (boards(cells), vec(calls(cells), 1..12)).prop_map(|(board, mut calls)| {
            calls.insert(0, board);
            calls
        });
        (Just(shape), calls)
    })
}

/// What was said to the search, and what it must answer.
struct Model {
    shape: Shape,
    solved: Vec<u8>,
    board: Grid,
    solutions: Vec<Vec<u8>>,
    /// The most nodes and solutions of each question.
    most: (Option<u64>, Option<u64>),
    /// The budget of several questions, and the nodes that it had.
    budget: Option<(Budget, u64)>,
}

impl Model {
    fn solutions(&self, cells: &[u8], most: usize) -> Vec<Vec<u8>> {
        solutions(&self.shape, cells, most)
    }

    fn uniqueness(&self) -> Uniqueness {
        match self.solutions.len() {
            0 => Uniqueness::None,
            1 => Uniqueness::One,
            _ => Uniqueness::Many,
        }
    }

    fn is(&self, grid: &Grid) -> bool {
        self.solutions
            .iter()
            .any(|solution| solution == grid.cells())
    }

    /// Whether the board has one solution without this given, too.
    fn is_redundant(&self, cells: &[u8], given: usize) -> bool {
        self.solutions(&without(cells, &[given]), 2).len() == 1
    }

    /// Whether no limit but that of solutions stopped the answer.
    fn is_whole<T>(&self, answer: &Answer<T>) -> bool {
        let nodes = answer.stats.nodes;
        assert!(self.most.0.is_none_or(|most| nodes <= most), "{nodes}");
        if let Some((budget, most)) = &self.budget {
            assert!(nodes + budget.nodes_left() <= *most, "{nodes} of {most}");
        }
        self.is_unstopped(answer.stop)
    }

    fn is_unstopped(&self, stop: Stop) -> bool {
        let is_bounded = self.most.0.is_some() || self.budget.is_some();
        assert!(
            !stop.is_limit() || is_bounded && stop == Stop::Nodes,
            "{stop}"
        );
        !stop.is_limit()
    }

    /// So many solutions, or the limit of them.
    fn up_to(&self, solutions: usize) -> u64 {
        self.most.1.unwrap_or(u64::MAX).min(solutions as u64)
    }

    /// Different solutions were found: as many as the limits allow.
    fn are(&self, found: &[Grid], expected: u64, is_whole: bool) {
        let mut cells: Vec<_> = found.iter().map(Grid::cells).collect();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), found.len());
        assert!(found.iter().all(|grid| self.is(grid)));
        assert!(found.len() as u64 == expected || !is_whole && (found.len() as u64) < expected);
    }

    /// What was found is the truth, or not known because of a limit.
    fn is_known(&self, found: Uniqueness, is_whole: bool) {
        assert!(found == self.uniqueness() || !is_whole && found == Uniqueness::Unknown);
    }

    fn call(&mut self, call: Call, search: &mut BoardSearch) {
        let board = self.board.clone();
        let count = Count::from(self.solutions.len() as u64);
        match call {
            Call::Board(given, put) => {
                let kept = self.solved.iter().zip(given);
                let mut cells: Vec<u8> =
                    kept.map(|(&v, given)| if given { v } else { 0 }).collect();
                if let Some((cell, value)) = put {
                    cells[cell] = value;
                }
                self.solutions = self.solutions(&cells, usize::MAX);
                self.board = Grid::new(cells);
            }
            Call::Limits(nodes, solutions) => {
                self.most = (nodes, solutions);
                let limits = nodes.map_or(Limits::new(), |most| Limits::new().nodes(most));
                search.limits(solutions.map_or(limits.clone(), |most| limits.solutions(most)));
            }
            Call::Budget(most) => {
                let begin = |most| (Budget::start(&Limits::new().nodes(most)), most);
                self.budget = most.map(begin);
                search.budget(self.budget.as_ref().map(|budget| &budget.0));
            }
            Call::Order(seed) => {
                search.order(seed.map_or(Order::Natural, Order::Random));
            }
            Call::First => {
                let answer = search.first(&board);
                let expected = self.up_to(self.solutions.len().min(1));
                let found: Vec<_> = answer.value.clone().into_iter().collect();
                self.are(&found, expected, self.is_whole(&answer));
            }
            Call::All => {
                let answer = search.all(&board);
                let expected = self.up_to(self.solutions.len());
                self.are(&answer.value, expected, self.is_whole(&answer));
            }
            Call::ForEach(most) => {
                let mut seen = Vec::new();
                let answer = search.for_each(&board, |grid| {
                    seen.push(grid.clone());
                    if seen.len() as u64 == most {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                assert_eq!(answer.value, seen.len() as u64);
                let expected = self.up_to(self.solutions.len().min(most as usize));
                self.are(&seen, expected, self.is_whole(&answer));
            }
            Call::Count(method) => {
                let answer = match method {
                    Method::Auto => search.count(&board),
                    _ => search.count_by(&board, method),
                };
                let expected = self.up_to(self.solutions.len());
                assert!(answer.value <= expected);
                assert!(!self.is_whole(&answer) || answer.value == expected);
            }
            Call::Marginals => {
                let answer = search.marginals(&board);
                let is_whole = self.is_whole(&answer);
                match answer.value {
                    None => assert!(!is_whole),
                    Some(each) => {
                        assert_eq!(answer.stats.solutions, count);
                        let side = self.shape.side();
                        assert_eq!(each.len(), side * board.cells().len());
                        for (place, found) in each.iter().enumerate() {
                            let (cell, value) = (place / side, (place % side) as u8 + 1);
                            let with = self.solutions.iter().filter(|s| s[cell] == value);
                            assert_eq!(*found, with.count() as u64);
                        }
                    }
                }
            }
            Call::Unique => {
                let answer = search.unique(&board);
                let is_whole = self.is_whole(&answer) && self.up_to(2) == 2;
                self.is_known(answer.value, is_whole);
            }
            Call::Sample(solutions, seed) => {
                let answer = search.sample(&board, solutions, seed);
                let expected = if count.is_zero() { 0 } else { solutions };
                let is_whole = self.is_whole(&answer);
                assert!(answer.value.iter().all(|drawn| self.is(drawn)));
                assert!(!is_whole || answer.value.len() as u64 == expected);
                if is_whole {
                    assert_eq!(search.sample(&board, 0, seed).value, []);
                }
            }
            Call::Estimate(probes, seed) => {
                let answer = search.estimate(&board, probes, seed);
                // So small a tree is walked.
                if self.is_unstopped(answer.stop) {
                    let found = answer.value.solutions.unwrap();
                    let truth = self.solutions.len() as f64;
                    assert_eq!((found.low, found.high), (truth, truth));
                }
            }
            Call::Underneath => {
                let sudoku = Sudoku::new(self.shape.clone());
                let answer = search.assume(&board).walk();
                let expected = self.up_to(self.solutions.len());
                assert!(!self.is_whole(&answer) || answer.value == expected);
                let answer = search.assume(&board).diagram();
                if self.is_whole(&answer) {
                    let diagram = answer.value.unwrap();
                    assert_eq!(diagram.count(), count);
                    let mut boards = diagram.iter().map(|s| sudoku.encoding().grid(s.options()));
                    assert!(boards.all(|board| self.is(&board)));
                }
                let question = Question {
                    want: Want::Count(Method::Auto),
                    ..search.assume(&board).question().clone()
                };
                let question = question.to_string().parse().unwrap();
                let reply = sudoku.solver().search().ask(&question).value;
                assert_eq!(reply, Reply::Count(count.clone()));
                // No other question shall know of these.
                let option = sudoku.encoding().option(0, 1);
                let none = search.assume(&board).force(option).forbid(option).first();
                assert!(none.value.is_none());
                let walk = search.assume(&board).order(Order::Natural).budget(None);
                let mut seen = walk.limits(Limits::new().nodes(3)).walk().value;
                if let Some(rest) = walk.position() {
                    seen += walk.begin_at(rest).limits(Limits::new()).walk().value;
                }
                assert_eq!(seen, count);
            }
            Call::Smallest => {
                let answer = search.smallest(&board);
                let is_whole = self.is_whole(&answer);
                match answer.value {
                    Some(smallest) => assert_eq!(smallest.cells(), self.solutions[0]),
                    None => assert!(!is_whole || self.solutions.is_empty()),
                }
            }
            Call::Check => {
                let answer = search.check(&board);
                let truth = match self.uniqueness() {
                    Uniqueness::None => Check::None,
                    Uniqueness::One => {
                        let mut givens = board.givens();
                        if givens.any(|(cell, _)| self.is_redundant(board.cells(), cell)) {
                            Check::NotMinimal
                        } else {
                            Check::Unique
                        }
                    }
                    _ => Check::Several,
                };
                let is_whole = self.is_whole(&answer);
                assert!(answer.value == truth || !is_whole && answer.value == Check::Unknown);
            }
            Call::Minimize(seed) => {
                let answer = search.minimize(&board, seed);
                let is_whole = self.is_whole(&answer);
                match answer.value {
                    Err(found) => {
                        self.is_known(found, is_whole);
                        assert!(found != Uniqueness::One);
                    }
                    Ok(minimized) => {
                        assert!(board.extends(&minimized.board));
                        let cells = minimized.board.cells();
                        assert_eq!(self.solutions(cells, 2), self.solutions);
                        let mut givens = minimized.board.givens();
                        assert!(givens.all(|(cell, _)| !self.is_redundant(cells, cell)));
                        let givens = board.givens().map(|(cell, _)| cell);
                        let redundant = givens.filter(|&c| self.is_redundant(board.cells(), c));
                        assert_eq!(minimized.redundant, redundant.collect::<Vec<_>>());
                    }
                }
            }
            Call::Rate => {
                let answer = search.rate(&board);
                let is_whole = self.is_whole(&answer);
                match answer.value {
                    Err(found) => {
                        self.is_known(found, is_whole);
                        assert!(found != Uniqueness::One);
                    }
                    Ok(rating) => {
                        assert_eq!(self.solutions.len(), 1);
                        let most = rating.difficulty().most();
                        assert!((rating.cost..=most).contains(&rating.cost));
                        assert!(rating.cost <= rating.sum);
                        assert_eq!(rating.hardest.is_none(), rating.cost == 0);
                    }
                }
            }
            Call::Explain => {
                let answer = search.explain(&board);
                let is_whole = self.is_whole(&answer);
                self.check_explanation(&answer.value, is_whole);
            }
            Call::Candidates => {
                let answer = search.candidates(&board);
                let is_whole = self.is_whole(&answer);
                let mut expected = vec![0; board.cells().len()];
                for solution in &self.solutions {
                    let cells = expected.iter_mut().zip(solution);
                    cells.for_each(|(all, &value)| *all |= 1_u64 << (value - 1));
                }
                let found = answer.value;
                for (cell, expected) in expected.into_iter().enumerate() {
                    assert_eq!(found.found[cell] & !expected, 0);
                    assert_eq!(expected & !(found.found[cell] | found.open[cell]), 0);
                    assert!(!is_whole || found.found[cell] == expected && found.open[cell] == 0);
                }
            }
        }
    }

    fn check_explanation(&self, explanation: &BoardExplanation, is_whole: bool) {
        let board = self.board.cells();
        let count = self.solutions.len();
        match explanation {
            BoardExplanation::Unique | BoardExplanation::Rules(_) => assert_eq!(count, 1),
            BoardExplanation::None(contradiction) => {
                assert_eq!(count, 0);
                let mut clash = vec![0; board.len()];
                for &(cell, value) in &contradiction.clash {
                    assert_eq!(board[cell], value);
                    clash[cell] = value;
                }
                assert!(self.solutions(&clash, 1).is_empty());
                assert!(contradiction.minimal || !is_whole);
                for &(cell, _) in contradiction.clash.iter().filter(|_| contradiction.minimal) {
                    assert!(!self.solutions(&without(&clash, &[cell]), 1).is_empty());
                }
                for changes in &contradiction.changes {
                    assert_eq!(changes.len(), contradiction.changes[0].len());
                    let cells: Vec<usize> = changes.iter().map(|change| change.cell).collect();
                    let rest = without(board, &cells);
                    assert!(!self.solutions(&rest, 1).is_empty());
                    for change in changes {
                        assert_eq!(board[change.cell], change.from);
                        for &value in &change.to {
                            let mut changed = rest.clone();
                            changed[change.cell] = value;
                            assert!(!self.solutions(&changed, 1).is_empty());
                        }
                    }
                }
            }
            BoardExplanation::Several(ambiguity) => {
                assert!(count > 1 && ambiguity.solutions <= count as u64);
                assert!(!ambiguity.complete || ambiguity.solutions == count as u64);
                assert!(ambiguity.complete || !is_whole);
                let values = |cell: usize| {
                    let mut values: Vec<u8> = self.solutions.iter().map(|s| s[cell]).collect();
                    values.sort_unstable();
                    values.dedup();
                    values
                };
                for cell in &ambiguity.cells {
                    let found = cell.values.iter().map(|&(value, _)| value);
                    let known = values(cell.cell);
                    assert!(found.clone().all(|value| known.contains(&value)));
                    assert!(!ambiguity.settled || found.eq(known));
                }
                if ambiguity.settled {
                    let cells = ambiguity.cells.iter().map(|cell| cell.cell);
                    assert!(cells.eq((0..board.len()).filter(|&cell| values(cell).len() > 1)));
                }
                let mut more = board.to_vec();
                for &(cell, value) in &ambiguity.add {
                    assert_eq!(more[cell], 0);
                    more[cell] = value;
                }
                if ambiguity.add.is_empty() {
                    assert!(!is_whole);
                    return;
                }
                assert_eq!(self.solutions(&more, 2).len(), 1);
                for &(cell, _) in ambiguity.add.iter().filter(|_| ambiguity.minimal) {
                    assert_eq!(self.solutions(&without(&more, &[cell]), 2).len(), 2);
                }
            }
            BoardExplanation::Unknown => assert!(!is_whole),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_question_about_a_board_is_answered_after_any_calls((shape, calls) in called_boards()) {
        let shape: Shape = shape.parse().unwrap();
        let board = shape.blank();
        let solved = solutions(&shape, board.cells(), 1).remove(0);
        let mut search = Sudoku::new(shape.clone()).search();
        let mut model = Model { shape, solved, board, solutions: Vec::new(), most: (None, None), budget: None };
        for next in calls {
            model.call(next, &mut search);
        }
    }
}
