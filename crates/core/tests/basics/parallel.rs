//! The ordered thread pool. On any number of threads the sink receives the same answers in the same
//! order.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use quadrille::CancelToken;
use quadrille::parallel::{End, Pool, Sink, Source};

const THREADS: [usize; 4] = [0, 1, 2, 7];

/// An event at an item.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    Nothing,
    /// The sink breaks.
    Break,
    /// Its worker panics.
    Panic,
    /// Its worker cancels the work.
    Cancel,
    /// The source pauses before it.
    Wait,
}

/// A run: the work of each item in microseconds, and one event that may end it.
fn runs() -> impl Strategy<Value = (Vec<u64>, usize, Event)> {
    let work = prop_oneof![9 => Just(0_u64), 3 => 0..50_u64, 1 => 500..2000_u64];
    let events = prop_oneof![
        Just(Event::Nothing),
        Just(Event::Break),
        Just(Event::Panic),
        Just(Event::Cancel),
        Just(Event::Wait),
    ];
    (prop::collection::vec(work, 0..400), any::<usize>(), events)
}

/// Numbered items. The source may wait before one of them.
struct Items {
    work: Vec<u64>,
    next: usize,
    wait: Option<usize>,
}

impl Source for Items {
    type Item = (usize, u64);

    fn next_item(
        &mut self,
        _spare: Option<Self::Item>,
        before_wait: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self::Item> {
        if self.wait == Some(self.next) {
            if before_wait().is_break() {
                return None;
            }
            thread::sleep(Duration::from_millis(3));
        }
        let item = (self.next, *self.work.get(self.next)?);
        self.next += 1;
        Some(item)
    }

    fn weight(&self, item: &Self::Item) -> usize {
        1 + item.0 % 97
    }
}

/// A sink that records its calls.
#[derive(Default)]
struct Notes {
    taken: Vec<(usize, usize)>,
    /// The number of items taken before each pause.
    paused: Vec<usize>,
    resumed: usize,
    break_at: Option<usize>,
}

impl Sink<(usize, u64), usize, usize> for Notes {
    fn take(&mut self, item: &(usize, u64), answer: usize) -> ControlFlow<usize> {
        self.taken.push((item.0, answer));
        match self.break_at {
            Some(at) if at == item.0 => ControlFlow::Break(at),
            _ => ControlFlow::Continue(()),
        }
    }

    fn pause(&mut self) -> ControlFlow<usize> {
        self.paused.push(self.taken.len());
        ControlFlow::Continue(())
    }

    fn resume(&mut self) {
        self.resumed += 1;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_number_of_threads_gives_the_same_answers((work, at, event) in runs()) {
        let length = work.len();
        let at = at % length.max(1);
        for threads in THREADS {
            let token = CancelToken::new();
            let mut notes = Notes {
                break_at: (event == Event::Break).then_some(at),
                ..Notes::default()
            };
            let items = Items { work: work.clone(), next: 0, wait: (event == Event::Wait).then_some(at) };
            let worker = {
                let token = token.clone();
                move || {
                    let token = token.clone();
                    // Each worker receives its items in ascending order.
                    let mut last = None;
                    move |&(number, micros): &(usize, u64)| {
                        assert!(last < Some(number));
                        last = Some(number);
                        thread::sleep(Duration::from_micros(micros));
                        match event {
                            Event::Panic if number == at => std::panic::resume_unwind(Box::new(number)),
                            Event::Cancel if number == at => token.cancel(),
                            _ => {}
                        }
                        number * number
                    }
                }
            };
            let pool = Pool::new(threads).cancel(&token);
            let end = catch_unwind(AssertUnwindSafe(|| pool.run(items, worker, &mut notes).unwrap()));
            let is_prefix = (0..).map(|number| (number, number * number)).take(notes.taken.len());
            prop_assert!(notes.taken.iter().copied().eq(is_prefix));
            let taken = notes.taken.len();
            let reached = length > 0;
            match event {
                Event::Break if reached => {
                    prop_assert_eq!(end.ok(), Some(End::Broken(at)));
                    prop_assert_eq!(taken, at + 1);
                }
                Event::Panic if reached => {
                    let panic = end.err().and_then(|panic| panic.downcast::<usize>().ok());
                    prop_assert_eq!(panic.as_deref(), Some(&at));
                    prop_assert_eq!(taken, at);
                }
                // On several threads, earlier items may be unfinished. On one thread, they and the
                // item itself are finished.
                Event::Cancel if reached && at + 1 < length => {
                    prop_assert!(threads > 1 || taken == at + 1);
                    if end.ok() != Some(End::Cancelled) {
                        prop_assert_eq!(taken, length);
                    }
                }
                Event::Cancel if reached => prop_assert!(end.is_ok()),
                _ => {
                    prop_assert_eq!(end.ok(), Some(End::Exhausted));
                    prop_assert_eq!(taken, length);
                    prop_assert_eq!(notes.paused.len(), notes.resumed);
                    // On several threads the sink may be slower than the source and need not wait.
                    if event == Event::Wait && reached && threads < 2 {
                        prop_assert!(notes.paused.contains(&at));
                    }
                }
            }
        }
    }
}

#[test]
fn a_bounded_number_of_items_is_in_progress() {
    let begun = Arc::new(AtomicUsize::new(0));
    let counted = begun.clone();
    let source = (0..10_000_000_u64).inspect(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let end = Pool::new(3).run(source, || |_: &u64| (), &mut |&item: &u64, (): ()| {
        if item == 1000 {
            thread::sleep(Duration::from_millis(200));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    assert_eq!(end.unwrap(), End::Broken(()));
    assert!(begun.load(Ordering::Relaxed) < 100_000);
}

/// A source that reads a channel, and may wait forever.
struct Channel(mpsc::Receiver<u64>);

impl Source for Channel {
    type Item = u64;

    fn next_item(
        &mut self,
        _spare: Option<u64>,
        before_wait: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<u64> {
        match self.0.try_recv() {
            Ok(item) => Some(item),
            Err(_) if before_wait().is_break() => None,
            Err(_) => self.0.recv().ok(),
        }
    }
}

/// Every item is answered while the source waits, and a cancel ends the wait.
#[test]
fn answers_arrive_while_the_source_waits_and_a_cancel_ends_the_wait() {
    let (items, source) = mpsc::channel();
    let (answers, received) = mpsc::channel();
    let token = CancelToken::new();
    let pool = Pool::new(2).cancel(&token);
    let run = thread::spawn(move || {
        let mut sink = |_: &u64, answer: u64| -> ControlFlow<()> {
            answers.send(answer).unwrap();
            ControlFlow::Continue(())
        };
        pool.run(Channel(source), || |item: &u64| item + 1, &mut sink)
            .unwrap()
    });
    for item in 0..50 {
        items.send(item).unwrap();
        assert_eq!(received.recv_timeout(Duration::from_secs(20)), Ok(item + 1));
    }
    token.cancel();
    assert_eq!(run.join().unwrap(), End::Cancelled);
}

/// A worker that ignores the token does not delay the end.
#[test]
fn a_cancel_does_not_wait_for_an_endless_item() {
    let token = CancelToken::new();
    let (begun, is_begun) = mpsc::channel();
    let ended = Arc::new(AtomicUsize::new(0));
    let worker = move || {
        let (begun, ended) = (begun.clone(), Arc::clone(&ended));
        move |&item: &u64| {
            if item < 3 {
                ended.fetch_add(1, Ordering::Relaxed);
            } else if item == 3 {
                while ended.load(Ordering::Relaxed) < 3 {
                    thread::yield_now();
                }
                begun.send(()).unwrap();
                loop {
                    thread::park();
                }
            }
        }
    };
    let canceller = {
        let token = token.clone();
        thread::spawn(move || {
            is_begun.recv().unwrap();
            token.cancel();
        })
    };
    let mut taken = 0;
    let mut sink = |_: &u64, (): ()| -> ControlFlow<()> {
        taken += 1;
        ControlFlow::Continue(())
    };
    let end = Pool::new(2).cancel(&token).run(0..9, worker, &mut sink);
    assert_eq!((end.unwrap(), taken), (End::Cancelled, 3));
    canceller.join().unwrap();
}

/// A worker that observes the token still delivers its item.
#[test]
fn an_item_in_progress_is_finished_after_a_cancel() {
    let token = CancelToken::new();
    let worker = {
        let token = token.clone();
        move || {
            let token = token.clone();
            move |&item: &u64| {
                if item == 0 {
                    token.cancel();
                    thread::sleep(Duration::from_millis(30));
                }
            }
        }
    };
    let mut taken = 0;
    let mut sink = |_: &u64, (): ()| -> ControlFlow<()> {
        taken += 1;
        ControlFlow::Continue(())
    };
    let end = Pool::new(2).cancel(&token).run(0.., worker, &mut sink);
    assert_eq!(end.unwrap(), End::Cancelled);
    assert!(taken >= 1);
}

#[test]
fn a_panic_of_the_source_is_passed_on() {
    for threads in THREADS {
        let source = (0..100_u64).map(|item| match item {
            50 => std::panic::resume_unwind(Box::new("source")),
            item => item,
        });
        let taken = AtomicUsize::new(0);
        let run = catch_unwind(AssertUnwindSafe(|| {
            let mut sink = |_: &u64, (): ()| -> ControlFlow<()> {
                taken.fetch_add(1, Ordering::Relaxed);
                ControlFlow::Continue(())
            };
            Pool::new(threads).run(source, || |_: &u64| (), &mut sink)
        }));
        assert_eq!(run.unwrap_err().downcast_ref(), Some(&"source"));
        assert_eq!(taken.load(Ordering::Relaxed), 50);
    }
}

#[test]
fn one_thread_starts_no_others() {
    let here = thread::current().id();
    let source = (0..10).inspect(move |_| assert_eq!(thread::current().id(), here));
    let worker = move || move |_: &i32| assert_eq!(thread::current().id(), here);
    let is_waiting = AtomicBool::new(false);
    let mut sink = |_: &i32, (): ()| -> ControlFlow<()> {
        is_waiting.store(true, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    assert_eq!(
        Pool::new(1).run(source, worker, &mut sink).unwrap(),
        End::Exhausted
    );
    assert!(is_waiting.into_inner());
}

/// A source of numbers that counts the items that it made anew.
struct Recycler {
    next: u64,
    fresh: Arc<AtomicUsize>,
}

impl Source for Recycler {
    type Item = Vec<u64>;

    fn next_item(
        &mut self,
        spare: Option<Self::Item>,
        _: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self::Item> {
        if self.next == 100_000 {
            return None;
        }
        self.next += 1;
        let mut item = spare.unwrap_or_else(|| {
            self.fresh.fetch_add(1, Ordering::Relaxed);
            Vec::new()
        });
        item.clear();
        item.push(self.next);
        Some(item)
    }
}

/// Items are used again, and each answer belongs to its item.
#[test]
fn a_source_gets_items_back() {
    for threads in THREADS {
        let fresh = Arc::new(AtomicUsize::new(0));
        let source = Recycler {
            next: 0,
            fresh: Arc::clone(&fresh),
        };
        let mut expected = 0;
        let end = Pool::new(threads).run(
            source,
            || |item: &Vec<u64>| 3 * item[0],
            &mut |item: &Vec<u64>, answer: u64| -> ControlFlow<()> {
                expected += 1;
                assert_eq!((item[0], answer), (expected, 3 * expected));
                ControlFlow::Continue(())
            },
        );
        assert_eq!((end.unwrap(), expected), (End::Exhausted, 100_000));
        let fresh = fresh.load(Ordering::Relaxed);
        assert!(fresh < 100_000, "{threads} threads: {fresh}");
    }
}
