//! Several questions share a limit of solutions: solutions that one question takes are not left for
//! the others.

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille::{Budget, Limits, Method, Problem, Search, Solver, Stop, Uniqueness};

use crate::case::{cases, coloured_cases, multiple_cases};

#[derive(Clone, Copy, Debug)]
enum Ask {
    First,
    All,
    Walk,
    Count(Method),
    Unique,
    /// Questions that take no solutions.
    Marginals,
    Sample,
    Estimate,
    Why,
}

fn asks() -> impl Strategy<Value = Vec<Ask>> {
    let some = [
        Ask::First,
        Ask::All,
        Ask::Walk,
        Ask::Count(Method::Auto),
        Ask::Count(Method::Walk),
        Ask::Count(Method::Memo),
        Ask::Unique,
        Ask::Marginals,
        Ask::Sample,
        Ask::Estimate,
        Ask::Why,
    ];
    vec(prop::sample::select(some.to_vec()), 1..8)
}

/// Asks a question of a problem with `covers` solutions while `left` solutions may still be taken.
/// Returns how many the question takes.
fn ask(search: &mut Search, ask: Ask, covers: u64, left: u64) -> u64 {
    let all = left.min(covers);
    let check = |found: u64, stop: Stop| {
        assert_eq!(found, all, "{ask:?}");
        // If exactly as many solutions are left, some questions know that there are no more.
        let is_right = match stop {
            Stop::Exhausted => covers <= left,
            Stop::Solutions => covers >= left,
            _ => false,
        };
        assert!(is_right, "{ask:?} of {covers}, {left} left: {stop}");
        all
    };
    match ask {
        Ask::First => {
            let found = u64::from(search.first().value.is_some());
            assert_eq!(found, all.min(1));
            found
        }
        Ask::All => {
            let answer = search.all();
            check(answer.value.len() as u64, answer.stop)
        }
        Ask::Walk => {
            let answer = search.walk();
            check(answer.value.to_u64().unwrap(), answer.stop)
        }
        Ask::Count(method) => {
            let answer = search.count_by(method);
            assert_eq!(answer.stats.solutions, answer.value);
            check(answer.value.to_u64().unwrap(), answer.stop)
        }
        Ask::Unique => {
            let truth = match (covers, left) {
                (2.., 2..) => Uniqueness::Many,
                (1, 2..) => Uniqueness::One,
                (0, 1..) => Uniqueness::None,
                _ => Uniqueness::Unknown,
            };
            let found = search.unique().value;
            assert!(
                found == truth || left == covers,
                "{found:?} of {covers}, {left} left"
            );
            all.min(2)
        }
        Ask::Marginals => {
            assert_eq!(search.marginals().stats.solutions, covers);
            0
        }
        Ask::Sample => {
            let expected = if covers == 0 { 0 } else { 3 };
            assert_eq!(search.sample(3, 1).value.len(), expected);
            0
        }
        Ask::Estimate => {
            let solutions = search.estimate(4, 1).value.solutions.unwrap();
            assert_eq!(solutions.mean, covers as f64);
            0
        }
        Ask::Why => {
            assert!(!search.why().stop.is_limit());
            0
        }
    }
}

proptest! {
    #[test]
    fn a_limit_of_solutions_is_shared_by_all_questions(
        case in prop_oneof![cases(), coloured_cases(), multiple_cases()],
        most in 0..12_u64,
        asks in asks(),
    ) {
        let budget = Budget::start(&Limits::new().solutions(most));
        let mut search = Solver::new(case.problem()).search();
        search.budget(&budget);
        let (covers, mut left) = (case.covers().len() as u64, most);
        for next in asks {
            left -= ask(&mut search, next, covers, left);
            prop_assert_eq!(budget.solutions_left(), Some(left), "{:?}", next);
        }
    }
}

/// A count that finds far more than what is left takes all of it, from a part of the budget and
/// from the whole.
#[test]
fn a_count_takes_all_solutions_that_are_left() {
    let mut builder = Problem::builder();
    for coin in 0..80 {
        let coin = builder.primary(coin.to_string()).unwrap();
        builder.option([coin]).unwrap();
        builder.option([coin]).unwrap();
    }
    let mut search = Solver::new(builder.build()).search();
    let whole = Budget::start(&Limits::new().solutions(1_000_000));
    let part = whole.part(&Limits::new().solutions(400_000));
    let answer = search.budget(&part).count_by(Method::Memo);
    assert_eq!(
        (answer.value, answer.stop),
        (400_000.into(), Stop::Solutions)
    );
    assert_eq!(whole.solutions_left(), Some(600_000));
    search.budget(&whole).limits(Limits::new().solutions(7));
    let answer = search.count_by(Method::Memo);
    assert_eq!((answer.value, answer.stop), (7.into(), Stop::Solutions));
    assert_eq!(whole.solutions_left(), Some(599_993));
}
