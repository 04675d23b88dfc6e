//! Limits on boards too large to be done with.

use std::time::{Duration, Instant};

use quadrille::sudoku::{BoardSearch, Check, Generator, Grid, Recipe, Sudoku};
use quadrille::{Budget, CancelToken, Limits, Stop, Uniqueness};

/// Far longer than the limits allow, on any machine.
const LONG: Duration = Duration::from_secs(20);

/// Every question about a board: its name, and why it stopped.
fn ask_all(search: &mut BoardSearch, board: &Grid) -> Vec<(&'static str, Stop)> {
    let mut stops = Vec::new();
    let mut note = |name, begun: Instant, stop| {
        assert!(begun.elapsed() < LONG, "{name}");
        stops.push((name, stop));
    };
    let now = Instant::now;
    note("smallest", now(), search.smallest(board).stop);
    note("uniqueness", now(), search.unique(board).stop);
    note("check", now(), search.check(board).stop);
    note("minimize", now(), search.minimize(board, None).stop);
    note("rules", now(), search.minimize_rules(board, None).stop);
    note("rate", now(), search.rate(board).stop);
    note("explain", now(), search.explain(board).stop);
    note("needs", now(), search.explain_and_rules(board).stop);
    note("candidates", now(), search.candidates(board).stop);
    note("first", now(), search.first(board).stop);
    stops
}

#[test]
fn every_question_about_a_large_blank_board_stops_in_time() {
    for side in ["25x25", "36x36"] {
        let sudoku = Sudoku::new(side.parse().unwrap());
        let blank = sudoku.shape().blank();
        let mut search = sudoku.search();
        search.limits(Limits::new().time(Duration::from_millis(100)));
        let stops = ask_all(&mut search, &blank);
        // A blank board has many solutions, of which the smallest is hard to prove.
        assert_eq!(stops[0], ("smallest", Stop::Time), "{side}");

        let token = CancelToken::new();
        token.cancel();
        search.limits(Limits::new().cancel(&token));
        for (name, stop) in ask_all(&mut search, &blank) {
            assert_eq!(stop, Stop::Cancelled, "{name}");
        }
    }
}

#[test]
fn a_puzzle_that_takes_too_long_is_given_up() {
    let sudoku = Sudoku::new("36x36".parse().unwrap());
    let recipe = Recipe::new().minimal().nodes(1_000_000);
    let mut generator = Generator::new(&sudoku, recipe).unwrap();
    let begun = Instant::now();
    let limits = Limits::new().time(Duration::from_millis(100));
    let made = generator.limits(limits).puzzle(1, |_| true);
    assert!(begun.elapsed() < LONG);
    assert_eq!((made.board, made.stop), (None, Stop::Time));
}

/// Eight blank boards on a diagonal have 288^8 solutions, more than 64 bits hold.
#[test]
fn marginals_of_very_many_solutions_are_complete() {
    let places: String = (0..8).map(|n| format!(" at:r{0}c{0}", 4 * n + 1)).collect();
    let sudoku = Sudoku::new(format!("4x4{places}").parse().unwrap());
    let answer = sudoku.search().marginals(&sudoku.shape().blank());
    assert_eq!(answer.stop, Stop::Exhausted);
    assert_eq!(answer.stats.solutions.to_string(), "47330370277129322496");
    let each = answer.value.unwrap();
    assert!(each.len() == 8 * 64 && each.iter().all(|n| n.to_string() == "11832592569282330624"));
}

/// Questions about all solutions take none from a budget, and are not bounded by it.
#[test]
fn only_solutions_that_are_asked_for_are_taken_from_a_budget() {
    let sudoku = Sudoku::new("4x4".parse().unwrap());
    let board: Grid = "1......2....3...".parse().unwrap();
    let puzzle: Grid = "1......2....3..4".parse().unwrap();
    let mut search = sudoku.search();
    let budget = Budget::start(&Limits::new().solutions(4));
    search.budget(&budget).limits(Limits::new().solutions(1));
    assert_eq!(search.check(&board).value, Check::Several);
    assert_eq!(search.check(&puzzle).value, Check::Unique);
    assert!(search.explain(&board).is_complete());
    assert!(search.minimize(&puzzle, None).value.is_ok());
    assert!(search.rate(&puzzle).value.is_ok());
    assert!(search.smallest(&board).value.is_some());
    assert_eq!(search.marginals(&board).stats.solutions, 3);
    assert_eq!(search.sample(&board, 9, 1).value.len(), 9);
    assert!(search.estimate(&board, 9, 1).is_complete());
    assert_eq!(budget.solutions_left(), Some(4));
    assert!(search.first(&board).value.is_some());
    assert_eq!(budget.solutions_left(), Some(3));
    assert_eq!(search.unique(&board).value, Uniqueness::Unknown);
    search.limits(Limits::new());
    assert_eq!(search.all(&board).value.len(), 2);
    assert_eq!(
        (budget.solutions_left(), search.count(&board).value),
        (Some(0), 0.into())
    );
    assert_eq!(search.budget(None).count(&board).value, 3);
}
