//! Ctrl-C, SIGTERM and the limit of time: what stops a command, and how.
//!
//! A command is always in one [`Phase`]. While a question is under way the library stops it: a
//! signal cancels the token, the deadline is among the limits, and the command prints what there
//! is. In a step that the library cannot stop, such as reading or parsing, there is nothing to
//! print: a signal or the deadline ends the program at once.
//!
//! One lock makes this safe. Whoever ends the program holds the lock and finds the command in a
//! phase that may be cut; the command takes the lock to enter the next phase. So an answer that
//! is being printed is never cut by the deadline.
//!
//! The second signal ends the program in any phase. SIGHUP is not caught: a handler would undo
//! `nohup`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
#[cfg(not(unix))]
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quadrille::{CancelToken, Stop};
use signal_hook::consts::{SIGINT, SIGTERM};

use super::message;
use super::outcome::Outcome;
use super::stop_reason::{set_terminated, stop_reason};

/// How long a step may go on after the deadline, and one that should stop by itself after a signal.
const GRACE: Duration = Duration::from_millis(250);

/// What a signal and the deadline find. Clones are the same.
#[derive(Clone)]
pub(super) struct Interrupt(Arc<Shared>);

struct Shared {
    token: CancelToken,
    state: Mutex<State>,
    /// Notified when the state changes.
    changed: Condvar,
}

struct State {
    phase: Phase,
    /// Phases so far: tells whether a phase is still the same one.
    phases: u64,
    /// The limit of time, and when it ends.
    time: Option<Duration>,
    deadline: Option<Instant>,
    /// An incomplete file to remove if the program ends early.
    scrap: Option<PathBuf>,
}

/// What a command does.
enum Phase {
    /// It waits for input, or waits in a step, as the words say: a signal ends the program. The
    /// time does not count.
    Wait(String),
    /// A step that cannot be stopped, as the words say: a signal and the deadline end the program.
    Step(String),
    /// A step that should stop by itself, as the words say, and is ended if it does not.
    Stoppable(String),
    /// It prints a long answer: a signal ends the program.
    Print,
    /// A question is under way, or its answer is printed: the library and the command stop.
    Question,
}

impl Phase {
    /// What is cut by an early end.
    fn words(&self) -> &str {
        match self {
            Self::Wait(words) | Self::Step(words) | Self::Stoppable(words) => words,
            Self::Print => " while printing the answer",
            Self::Question => "",
        }
    }

    /// How long after a signal the program is ended.
    fn patience(&self) -> Option<Duration> {
        match self {
            Self::Wait(_) | Self::Step(_) | Self::Print => Some(Duration::ZERO),
            Self::Stoppable(_) => Some(GRACE),
            Self::Question => None,
        }
    }

    /// How long after the deadline the program is ended.
    fn overtime(&self) -> Option<Duration> {
        match self {
            Self::Wait(_) | Self::Print | Self::Question => None,
            // What ends in time after all leads to a question, which says what is known.
            Self::Step(_) | Self::Stoppable(_) => Some(GRACE),
        }
    }
}

impl Interrupt {
    /// Listens for signals from now on.
    pub(super) fn listen() -> Self {
        let interrupt = Self(Arc::new(Shared {
            token: CancelToken::new(),
            state: Mutex::new(State {
                phase: Phase::Step(String::new()),
                phases: 0,
                time: None,
                deadline: None,
                scrap: None,
            }),
            changed: Condvar::new(),
        }));
        let heard = interrupt.clone();
        // Without a handler a signal ends the program at once, which is good enough.
        let _ = each_signal(move |signal| heard.hear(signal));
        interrupt
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        let state = self.0.state.lock();
        state.unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a signal, on a thread of its own.
    fn hear(&self, signal: i32) {
        let state = self.lock();
        if self.0.token.is_cancelled() {
            quit(&state, Outcome::Interrupted, None);
        }
        set_terminated(signal == SIGTERM);
        self.0.token.cancel();
        let Some(patience) = state.phase.patience() else {
            return;
        };
        let begun = state.phases;
        let same = |state: &mut State| state.phases == begun;
        let state = match patience.is_zero() {
            true => state,
            false => {
                let waited = self.0.changed.wait_timeout_while(state, patience, same);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        };
        if state.phases == begun {
            quit(&state, Outcome::Interrupted, Some(Stop::Cancelled));
        }
    }

    /// Starts the clock of a command: everything that it does from now on must end by then.
    pub(super) fn start_clock(&self, time: Option<Duration>) {
        let Some(time) = time else { return };
        let mut state = self.lock();
        state.time = Some(time);
        // A time that ends beyond what the clock can hold bounds nothing.
        state.deadline = Instant::now().checked_add(time);
        drop(state);
        let watcher = self.clone();
        // If there is no thread left, the questions still keep the limit.
        let _ = thread::Builder::new().spawn(move || watcher.watch());
    }

    /// Starts the clock again: what was waited for is there.
    fn restart_clock(&self) {
        let mut state = self.lock();
        state.deadline = state.time.and_then(|time| Instant::now().checked_add(time));
    }

    /// When the command must end.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.lock().deadline
    }

    /// Ends the program at the deadline, unless a question is under way.
    fn watch(&self) {
        let mut state = self.lock();
        loop {
            let overtime = state.phase.overtime();
            let end = overtime.and_then(|overtime| state.deadline?.checked_add(overtime));
            let waited = match end.map(|end| end.saturating_duration_since(Instant::now())) {
                Some(Duration::ZERO) => quit(&state, Outcome::Stopped, Some(Stop::Time)),
                Some(left) => {
                    let waited = self.0.changed.wait_timeout(state, left);
                    waited
                        .map(|(state, _)| state)
                        .map_err(|error| error.into_inner().0)
                }
                None => {
                    let waited = self.0.changed.wait(state);
                    waited.map_err(PoisonError::into_inner)
                }
            };
            state = waited.unwrap_or_else(|state| state);
        }
    }

    fn enter(&self, phase: Phase) {
        let mut state = self.lock();
        state.phase = phase;
        state.phases += 1;
        // A signal came a moment ago, when the command would still have stopped by itself.
        let is_cut = matches!(state.phase, Phase::Wait(_) | Phase::Step(_));
        if is_cut && self.0.token.is_cancelled() {
            quit(&state, Outcome::Interrupted, Some(Stop::Cancelled));
        }
        drop(state);
        self.0.changed.notify_all();
    }

    /// Begins a step that cannot be stopped. The words follow "stopped by the time limit".
    pub(super) fn step(&self, words: impl Into<String>) {
        self.enter(Phase::Step(format!(" {}", words.into())));
    }

    /// Begins a step that should stop by itself. The words follow "stopped by the time limit".
    pub(super) fn stoppable(&self, words: impl Into<String>) -> &CancelToken {
        self.enter(Phase::Stoppable(format!(" {}", words.into())));
        &self.0.token
    }

    /// Begins to print an answer that may be long.
    pub(super) fn print(&self) {
        self.enter(Phase::Print);
    }

    /// Begins a question, or the answer to it, and gives the token that stops it.
    pub(super) fn token(&self) -> &CancelToken {
        self.enter(Phase::Question);
        &self.0.token
    }

    /// Begins to wait for input, while there is nothing to stop cleanly.
    pub(super) fn idle(&self) {
        self.enter(Phase::Wait(String::new()));
    }

    /// Waits for the text of a source, as the words say. The clock starts when it is there.
    pub(super) fn wait_for_text<T>(&self, words: impl Into<String>, wait: impl FnOnce() -> T) -> T {
        self.enter(Phase::Wait(format!(" {}", words.into())));
        let come = wait();
        self.restart_clock();
        come
    }

    /// Says which file is to be removed if the program ends early.
    pub(super) fn set_scrap(&self, path: Option<&Path>) {
        self.lock().scrap = path.map(Path::to_owned);
    }
}

/// Ends the program, and says why. Nobody can change the state any more.
fn quit(state: &State, outcome: Outcome, stop: Option<Stop>) -> ! {
    if let Some(stop) = stop {
        let words = state.phase.words();
        message::say(format_args!("stopped by {}{words}", stop_reason(stop)));
    }
    if let Some(path) = &state.scrap {
        let _ = fs::remove_file(path);
    }
    process::exit(outcome.code().into())
}

/// Calls `hear` for each SIGINT and SIGTERM, on a thread of its own.
#[cfg(unix)]
fn each_signal(hear: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    thread::Builder::new().spawn(move || signals.forever().for_each(hear))?;
    Ok(())
}

/// Calls `hear` for each SIGINT and SIGTERM, on a thread of its own, which looks for them now and
/// then.
#[cfg(not(unix))]
fn each_signal(hear: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    let flags = [SIGINT, SIGTERM].map(|signal| (signal, Arc::new(AtomicBool::new(false))));
    for (signal, flag) in &flags {
        signal_hook::flag::register(*signal, Arc::clone(flag))?;
    }
    thread::Builder::new().spawn(move || {
        loop {
            thread::sleep(Duration::from_millis(50));
            for (signal, flag) in &flags {
                if flag.swap(false, Ordering::Relaxed) {
                    hear(*signal);
                }
            }
        }
    })?;
    Ok(())
}
