//! One solver, many threads.

use std::thread;

use quadrille::{Answer, CancelToken, Count, Limits, OptionId, Problem, Search, Solution, Solver};

use crate::problems::queens;

#[test]
fn what_is_shared_is_send_and_sync() {
    fn shared<T: Send + Sync>() {}
    shared::<Problem>();
    shared::<Solver>();
    shared::<Search>();
    shared::<Solution>();
    shared::<Answer<Count>>();
    shared::<Limits>();
    shared::<CancelToken>();
}

/// Each thread asks what one alone would be told: all solutions, and those with a queen in one
/// of the cells, and in random order by a seed.
#[test]
fn searches_of_many_threads_agree() {
    let solver = queens(8);
    let ask = |cell: u32| {
        let mut search = solver.search();
        let all: Vec<Solution> = search.solutions().collect();
        search.order(quadrille::Order::Random(u64::from(cell)));
        let shuffled: Vec<Solution> = search.solutions().collect();
        search.force(OptionId::new(cell));
        let held: Vec<Solution> = search.solutions().collect();
        (all, shuffled, held)
    };
    let cells = [0, 9, 27, 63];
    let together: Vec<_> = thread::scope(|scope| {
        let threads = cells.map(|cell| scope.spawn(move || ask(cell)));
        threads.map(|thread| thread.join().unwrap()).into()
    });
    for (cell, answers) in cells.into_iter().zip(together) {
        let (all, shuffled, held) = &answers;
        assert_eq!((all.len(), shuffled.len()), (92, 92));
        assert_ne!(all, shuffled);
        let cell_is_held = |s: &&Solution| s.options().contains(&OptionId::new(cell));
        assert_eq!(all.iter().filter(cell_is_held).count(), held.len());
        assert_eq!(ask(cell), answers);
    }
}
