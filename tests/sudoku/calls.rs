//! Random sequences of all questions about small boards under changing limits, each answer checked against
//! all solutions by a reference. proptest shrinks what fails.
//!
//! Under limits an answer may be a part of the truth, and must say so; without limits it is the truth.

use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille::sudoku::{BoardSearch, Check, Explanation, Grid, Inference, Shape, Sudoku};
use quadrille::{Count, Limits, Method, Stop, Uniqueness};

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
    /// The most nodes of each question.
    Nodes(Option<u64>),
    First,
    /// Stops after so many.
    ForEach(u64),
    Count(Method),
    Marginals,
    Unique,
    Smallest,
    Check,
    Minimize(Option<u64>),
    Rate,
    Explain,
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
        2 => of(0..40_u64).prop_map(Call::Nodes),
        1 => Just(Call::First),
        1 => (1..9_u64).prop_map(Call::ForEach),
        2 => select(methods).prop_map(Call::Count),
        1 => Just(Call::Marginals),
        1 => Just(Call::Unique),
        1 => Just(Call::Smallest),
        1 => Just(Call::Check),
        1 => of(0..3_u64).prop_map(Call::Minimize),
        1 => Just(Call::Rate),
        2 => Just(Call::Explain),
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
    nodes: Option<u64>,
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

    /// Whether the answer is the whole truth.
    fn is_whole(&self, stop: Stop) -> bool {
        assert!(
            !stop.is_limit() || self.nodes.is_some() && stop == Stop::Nodes,
            "{stop}"
        );
        !stop.is_limit()
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
            Call::Nodes(most) => {
                self.nodes = most;
                search.limits(most.map_or(Limits::new(), |most| Limits::new().nodes(most)));
            }
            Call::First => {
                let answer = search.first(&board);
                let is_whole = self.is_whole(answer.stop);
                match answer.value {
                    Some(first) => assert!(self.is(&first)),
                    None => assert!(!is_whole || self.solutions.is_empty()),
                }
            }
            Call::ForEach(most) => {
                let mut seen = Vec::new();
                let answer = search.for_each(&board, |grid| {
                    seen.push(grid.cells().to_vec());
                    match seen.len() as u64 == most {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                });
                assert_eq!(answer.value, seen.len() as u64);
                seen.sort();
                seen.dedup();
                assert_eq!(answer.value, seen.len() as u64);
                assert!(seen.iter().all(|cells| self.solutions.contains(cells)));
                let expected = self.solutions.len().min(most as usize);
                assert!(!self.is_whole(answer.stop) || seen.len() == expected);
            }
            Call::Count(method) => {
                let answer = search.counting(method, 1 << 28).count(&board);
                assert!(answer.value <= count);
                assert!(!self.is_whole(answer.stop) || answer.value == count);
            }
            Call::Marginals => {
                let answer = search.marginals(&board);
                let is_whole = self.is_whole(answer.stop);
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
                self.is_known(answer.value, self.is_whole(answer.stop));
            }
            Call::Smallest => {
                let answer = search.smallest(&board);
                let is_whole = self.is_whole(answer.stop);
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
                        match givens.any(|(cell, _)| self.is_redundant(board.cells(), cell)) {
                            true => Check::NotMinimal,
                            false => Check::Unique,
                        }
                    }
                    _ => Check::Several,
                };
                let is_whole = self.is_whole(answer.stop);
                assert!(answer.value == truth || !is_whole && answer.value == Check::Unknown);
            }
            Call::Minimize(seed) => {
                let answer = search.minimize(&board, seed);
                let is_whole = self.is_whole(answer.stop);
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
                let is_whole = self.is_whole(answer.stop);
                match answer.value {
                    Err(found) => {
                        self.is_known(found, is_whole);
                        assert!(found != Uniqueness::One);
                    }
                    Ok(rating) => {
                        assert_eq!(self.solutions.len(), 1);
                        let is_guessed = rating.guesses.mean > 0.0;
                        assert_eq!(is_guessed, rating.inference == Inference::Search);
                    }
                }
            }
            Call::Explain => {
                let answer = search.explain(&board);
                let is_whole = self.is_whole(answer.stop);
                self.check_explanation(&answer.value, is_whole);
            }
        }
    }

    fn check_explanation(&self, explanation: &Explanation, is_whole: bool) {
        let board = self.board.cells();
        let count = self.solutions.len();
        match explanation {
            Explanation::Unique => assert_eq!(count, 1),
            Explanation::None(contradiction) => {
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
            Explanation::Several(ambiguity) => {
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
            Explanation::Unknown => assert!(!is_whole),
            other => panic!("{other:?}"),
        }
    }
}

proptest! {
    #[test]
    fn every_question_about_a_board_is_answered_after_any_calls((shape, calls) in called_boards()) {
        let shape: Shape = shape.parse().unwrap();
        let board = shape.blank();
        let solved = solutions(&shape, board.cells(), 1).remove(0);
        let mut search = Sudoku::new(shape.clone()).search();
        let mut model = Model { shape, solved, board, solutions: Vec::new(), nodes: None };
        for next in calls {
            model.call(next, &mut search);
        }
    }
}
