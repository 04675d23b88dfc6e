//! Limits on boards too large to be done with.

use std::time::{Duration, Instant};

use quadrille::sudoku::{BoardSearch, Generator, Grid, Recipe, Sudoku};
use quadrille::{CancelToken, Limits, Stop};

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
    note("rate", now(), search.rate(board).stop);
    note("explain", now(), search.explain(board).stop);
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
