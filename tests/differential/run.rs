//! Runs problems on all cores, and prints progress and failures.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use crate::case::Case;
use crate::checks::{Failure, judge, judge_by, times};
use crate::families::{FAMILIES, problem};
use crate::random::Random;
use crate::reference::Truth;
use crate::shrink::shrink;

/// The family and the check of each failure so far. Only the first failure of a kind is made
/// smaller.
static SHRUNK: Mutex<BTreeSet<(usize, usize)>> = Mutex::new(BTreeSet::new());
/// Time between two reports of progress.
const REPORT: Duration = Duration::from_secs(20);
/// A problem that takes longer than this is reported.
const SLOW: Duration = Duration::from_secs(10);

thread_local! {
    /// Whether panics of this thread print nothing, because a check catches them.
    static PANICS_ARE_SILENT: Cell<bool> = const { Cell::new(false) };
}

/// A message of a thread about its work.
enum Progress {
    Started {
        thread: usize,
        number: u64,
    },
    Done {
        thread: usize,
        family: usize,
        is_large: bool,
    },
    Failed {
        report: String,
    },
}

/// Runs the problems of a seed with these numbers, until `most_failures` have failed. Returns the
/// number of failures.
pub(crate) fn run(seed: u64, numbers: Range<u64>, most_failures: u64) -> u64 {
    let others = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !PANICS_ARE_SILENT.get() {
            others(panic);
        }
    }));
    let total = numbers.end - numbers.start;
    let next = AtomicU64::new(numbers.start);
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    eprintln!("{total} problems of seed {seed}, {threads} threads");
    let start = Instant::now();
    let mut summary = Summary::default();
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for thread in 0..threads {
            let (sender, next, end) = (sender.clone(), &next, numbers.end);
            scope.spawn(move || {
                PANICS_ARE_SILENT.set(true);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= end {
                        return;
                    }
                    work(seed, number, thread, &sender);
                }
            });
        }
        drop(sender);
        let mut reported = start;
        let mut running = vec![None; threads];
        loop {
            match receiver.recv_timeout(Duration::from_secs(1)) {
                Ok(Progress::Started { thread, number }) => {
                    running[thread] = Some((number, Instant::now()));
                }
                Ok(Progress::Done {
                    thread,
                    family,
                    is_large,
                }) => {
                    if let Some((number, began)) = running[thread].take() {
                        summary.done(seed, number, family, is_large, began.elapsed());
                    }
                }
                Ok(Progress::Failed { report }) => {
                    eprintln!("{report}");
                    summary.failed += 1;
                    if summary.failed == most_failures {
                        eprintln!("{most_failures} problems failed: the run ends here");
                        next.store(numbers.end, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if reported.elapsed() >= REPORT {
                reported = Instant::now();
                let seconds = start.elapsed().as_secs();
                eprintln!("{} of {total} problems, {seconds} seconds", summary.all());
                for (number, began) in running.iter().flatten() {
                    let elapsed = began.elapsed();
                    if elapsed > SLOW {
                        eprintln!(
                            "problem {number} is running for {} seconds",
                            elapsed.as_secs()
                        );
                    }
                }
            }
        }
    });
    let _ = std::panic::take_hook();
    summary.print(seed, start.elapsed());
    summary.failed
}

/// Generates and checks one problem.
fn work(seed: u64, number: u64, thread: usize, sender: &Sender<Progress>) {
    // Sending fails only after the end of the run.
    let _ = sender.send(Progress::Started { thread, number });
    let (family, case, truth) = generate(seed, number);
    let is_large = truth.as_ref().is_ok_and(|truth| truth.covers.is_none());
    let report = match truth {
        Ok(truth) => judge(&case, &truth, seed, number)
            .err()
            .map(|failure| report(seed, number, family, case, failure)),
        Err(message) => Some(format!(
            "--- problem {number} of seed {seed}: {message}\n{}---",
            case.dlx()
        )),
    };
    if let Some(report) = report {
        let _ = sender.send(Progress::Failed { report });
    }
    let _ = sender.send(Progress::Done {
        thread,
        family,
        is_large,
    });
}

/// Generates problem `number` of a seed, with the results of the references, which are an error if
/// the references differ. A problem that is too large for the references is replaced by a smaller
/// one.
fn generate(seed: u64, number: u64) -> (usize, Case, Result<Truth, String>) {
    let mut random = Random::new(seed, number, 0);
    let mut size = 10;
    loop {
        let (family, case) = problem(&mut random, size);
        match Truth::of(&case).transpose() {
            Some(truth) => return (family, case, truth),
            None => size = (size / 2).max(1),
        }
    }
}

/// The text about a failure: the problem, made smaller, and how to run it alone.
fn report(seed: u64, number: u64, family: usize, case: Case, failure: Failure) -> String {
    let message = |case: &Case| {
        let truth = Truth::of(case).ok()??;
        judge_by(failure.check, case, &truth, seed, number).err()
    };
    let is_first = match SHRUNK.lock() {
        Ok(mut shrunk) => shrunk.insert((family, failure.check)),
        Err(_) => false,
    };
    let small = match is_first {
        true => shrink(case, |case| message(case).is_some()),
        false => case,
    };
    let message = message(&small).unwrap_or(failure.message.clone());
    let (family, check) = (FAMILIES[family].name, failure.name());
    let order = match small.is_sorted() {
        true => "",
        false => "\n(unlike in this text, its primary items do not come first)",
    };
    format!(
        "--- problem {number} of seed {seed} ({family}) fails: {check}\n\
         first: {}\nsmaller: {message}{order}\n{}\
         alone: QUADRILLE_SEED={seed} QUADRILLE_CASE={number} \
         cargo test --release --test differential -- --nocapture\n---",
        failure.message,
        small.dlx(),
    )
}

/// The totals of a run.
#[derive(Default)]
struct Summary {
    families: [Tally; FAMILIES.len()],
    failed: u64,
    /// The slowest problem.
    slowest: (Duration, u64),
}

#[derive(Clone, Copy, Default)]
struct Tally {
    problems: u64,
    /// The number of problems with too many covers to list.
    large: u64,
    time: Duration,
}

impl Summary {
    fn all(&self) -> u64 {
        self.families.iter().map(|family| family.problems).sum()
    }

    fn done(&mut self, seed: u64, number: u64, family: usize, is_large: bool, time: Duration) {
        let tally = &mut self.families[family];
        tally.problems += 1;
        tally.large += u64::from(is_large);
        tally.time += time;
        self.slowest = self.slowest.max((time, number));
        if time > SLOW {
            let seconds = time.as_secs();
            eprintln!("problem {number} of seed {seed} took {seconds} seconds");
        }
    }

    fn print(&self, seed: u64, elapsed: Duration) {
        eprintln!(
            "{:>16} {:>9} {:>9} {:>10}",
            "family", "problems", "large", "ms each"
        );
        for (family, tally) in FAMILIES.iter().zip(&self.families) {
            let each = tally.time.as_secs_f64() * 1e3 / tally.problems.max(1) as f64;
            let Tally {
                problems, large, ..
            } = tally;
            eprintln!("{:>16} {problems:>9} {large:>9} {each:>10.2}", family.name);
        }
        let all: Duration = self.families.iter().map(|family| family.time).sum();
        eprintln!("{:>26} {:>9}", "check", "seconds");
        for (name, time) in times() {
            eprintln!("{name:>26} {:>9.1}", time.as_secs_f64());
        }
        let rest = all.saturating_sub(times().map(|check| check.1).sum());
        eprintln!("{:>26} {:>9.1}", "references", rest.as_secs_f64());
        let (time, number) = self.slowest;
        eprintln!("slowest: problem {number}, {} ms", time.as_millis());
        let seconds = elapsed.as_secs_f64();
        let (all, failed) = (self.all(), self.failed);
        eprintln!("seed {seed}: {all} problems, {failed} failed, {seconds:.1} seconds");
    }
}
