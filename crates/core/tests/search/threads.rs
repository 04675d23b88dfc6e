//! One solver, used by many threads.

use std::iter;
use std::ops::ControlFlow;
use std::thread;

use quadrille::count::{Diagram, Estimate};
use quadrille::parallel::Pool;
use quadrille::reduce::Reduced;
use quadrille::{
    Answer, Assumptions, Best, Budget, Builder, CancelToken, Count, Explanation, Limits, OptionId,
    Position, Problem, Question, Search, Settings, Solution, Solutions, Solver, Stats, Threads,
};

use crate::problems::queens;

const fn is_send<T: Send>() {}
const fn is_shared<T: Send + Sync>() {}

/// All types of the public interface can be sent to threads; the compiler checks it.
const _: () = {
    is_shared::<Problem>();
    is_shared::<Solver>();
    is_shared::<Settings>();
    is_shared::<Question>();
    is_shared::<Assumptions>();
    is_shared::<Position>();
    is_shared::<Limits>();
    is_shared::<Budget>();
    is_shared::<CancelToken>();
    is_shared::<Solution>();
    is_shared::<Answer<Count>>();
    is_shared::<Stats>();
    is_shared::<Best>();
    is_shared::<Diagram>();
    is_shared::<Estimate>();
    is_shared::<Explanation>();
    is_send::<Builder>();
    is_send::<Search>();
    is_send::<Solutions>();
    is_send::<Solutions<&mut Search>>();
    is_send::<Reduced>();
};

/// Each thread gets the answers that a single thread would get: all solutions, those with a queen
/// in one of the cells, and those in a random order.
#[test]
fn searches_in_several_threads_agree() {
    let solver = queens(8);
    let ask = |cell: u32| {
        let mut search = solver.search();
        let all: Vec<Solution> = search.solutions().collect();
        search.order(quadrille::Order::Random(u64::from(cell)));
        let shuffled: Vec<Solution> = search.solutions().collect();
        search.force(OptionId::new(cell));
        let with_cell: Vec<Solution> = search.solutions().collect();
        (all, shuffled, with_cell)
    };
    let cells = [0, 9, 27, 63];
    let together: Vec<_> = thread::scope(|scope| {
        let threads = cells.map(|cell| scope.spawn(move || ask(cell)));
        threads.map(|thread| thread.join().unwrap()).into()
    });
    for (cell, answers) in cells.into_iter().zip(together) {
        let (all, shuffled, with_cell) = &answers;
        assert_eq!((all.len(), shuffled.len()), (92, 92));
        assert_ne!(all, shuffled);
        let has_cell = |s: &&Solution| s.options().contains(&OptionId::new(cell));
        assert_eq!(all.iter().filter(has_cell).count(), with_cell.len());
        assert_eq!(ask(cell), answers);
    }
}

#[test]
fn a_long_search_uses_the_threads_of_a_pool_that_wait() {
    let waiting = Threads::default();
    let solver = queens(10);
    let worker = {
        let waiting = waiting.clone();
        move || {
            let mut search = solver.search();
            search.threads(&waiting);
            // The operating system says when the other threads of the pool begin to wait. On a busy
            // machine, several searches may end before that.
            move |_: &u8| {
                let stats = || search.walk().stats;
                let alone = |stats: &Stats| stats.solutions == 724 && stats.threads == 1;
                iter::repeat_with(stats)
                    .take(5_000)
                    .find(|stats| !alone(stats))
            }
        }
    };
    let mut all = Vec::new();
    let mut sink = |_: &u8, stats: Option<Stats>| -> ControlFlow<()> {
        all.push(stats.map(|stats| (stats.solutions, stats.threads > 1)));
        ControlFlow::Continue(())
    };
    let pool = Pool::new(3).lend_to(&waiting);
    pool.run(iter::once(0), worker, &mut sink).unwrap();
    assert_eq!(all, [Some((Count::from(724_u64), true))]);
}
