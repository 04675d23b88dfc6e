//! How Ctrl-C, SIGTERM and the time limit stop a command.
//!
//! A command is always in one [`Phase`]. During a search the library stops it: a signal cancels the
//! token, the deadline is one of the limits, and the command prints what was found. In a step that
//! the library cannot stop, such as reading or parsing, there is nothing to print: a signal or the
//! deadline ends the program at once.
//!
//! One lock makes this safe. A thread that ends the program holds the lock and finds the command in
//! a phase that may be cut short; the command takes the lock to enter its next phase. So the
//! deadline never cuts an answer that is being printed.
//!
//! The second signal ends the program in any phase. SIGHUP is not caught: a handler would undo
//! `nohup`. SIGXFSZ is caught and does nothing: a write beyond the largest size of a file
//! (`ulimit -f`) then fails like one to a full disk, with an error that the command reports.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process;
#[cfg(not(unix))]
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quadrille_core::{CancelToken, Stop};
#[cfg(unix)]
use signal_hook::consts::SIGXFSZ;
use signal_hook::consts::{SIGINT, SIGTERM};

use super::message;
use super::outcome::Outcome;
use super::stop_reason::{set_terminated, stop_reason};
use super::{line, memory};

/// How long a step may continue after the deadline, and a stoppable step after a signal.
const GRACE: Duration = Duration::from_millis(250);

/// How long after the deadline boards are still read, so that what has arrived is answered.
pub(super) const LAST_INPUT: Duration = Duration::from_millis(150);

/// The state that signals and the deadline act on. Clones share it.
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
    /// The number of phases so far, to see whether the phase has changed.
    phases: u64,
    /// The time limit, and when it ends.
    time: Option<Duration>,
    deadline: Option<Instant>,
    /// The most bytes of the process, if they are limited.
    most_memory: Option<usize>,
    /// An incomplete file to remove if the program ends early.
    incomplete_file: Option<PathBuf>,
}

/// What the command is doing. The words describe it and follow "stopped by the time limit".
enum Phase {
    /// Waiting until somebody has typed the input: a signal ends the program. The clock does not
    /// count.
    Typing(String),
    /// Waiting for more of a file, with nothing to print: a signal ends the program.
    Wait,
    /// Waiting for more of an input that was answered so far: a signal or the deadline ends the
    /// program.
    Idle,
    /// In a step that cannot be stopped: a signal or the deadline ends the program.
    Step(String),
    /// In a step that stops itself: the program ends if it takes too long to stop.
    Stoppable(String),
    /// Printing a long answer: a signal ends the program.
    Print,
    /// Searching, or printing the answer: the library and the command stop by themselves.
    Search,
}

impl Phase {
    /// What an early end would cut short.
    fn words(&self) -> &str {
        match self {
            Self::Typing(words) | Self::Step(words) | Self::Stoppable(words) => words,
            Self::Idle => " before the end of the input",
            Self::Print => " while printing the answer",
            Self::Wait | Self::Search => "",
        }
    }

    /// How long after a signal the program ends.
    fn delay_after_signal(&self) -> Option<Duration> {
        match self {
            Self::Typing(_) | Self::Wait | Self::Idle | Self::Step(_) | Self::Print => {
                Some(Duration::ZERO)
            }
            Self::Stoppable(_) => Some(GRACE),
            Self::Search => None,
        }
    }

    /// How long after the deadline the program ends.
    fn delay_after_deadline(&self) -> Option<Duration> {
        match self {
            Self::Typing(_) | Self::Wait | Self::Print | Self::Search => None,
            Self::Idle => Some(LAST_INPUT),
            // A step that ends within this time leads to a search, which reports what is known.
            Self::Step(_) | Self::Stoppable(_) => Some(GRACE),
        }
    }
}

impl Interrupt {
    /// Starts to listen for signals.
    pub(super) fn listen() -> Self {
        let interrupt = Self(Arc::new(Shared {
            token: CancelToken::new(),
            state: Mutex::new(State {
                phase: Phase::Step(String::new()),
                phases: 0,
                time: None,
                deadline: None,
                most_memory: None,
                incomplete_file: None,
            }),
            changed: Condvar::new(),
        }));
        let heard = interrupt.clone();
        // Without this handler the signal ends the program without a message.
        #[cfg(unix)]
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
        // Without a handler a signal ends the program at once, which is acceptable.
        let _ = each_signal(move |signal| heard.on_signal(signal));
        interrupt
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        let state = self.0.state.lock();
        state.unwrap_or_else(PoisonError::into_inner)
    }

    /// Handles a signal, on a thread of its own.
    fn on_signal(&self, signal: i32) {
        let state = self.lock();
        if self.0.token.is_cancelled() {
            quit(&state, Outcome::Interrupted, None);
        }
        set_terminated(signal == SIGTERM);
        self.0.token.cancel();
        let Some(delay) = state.phase.delay_after_signal() else {
            return;
        };
        let begun = state.phases;
        let same = |state: &mut State| state.phases == begun;
        let state = if delay.is_zero() {
            state
        } else {
            let waited = self.0.changed.wait_timeout_while(state, delay, same);
            waited.unwrap_or_else(PoisonError::into_inner).0
        };
        if state.phases == begun {
            quit(&state, Outcome::Interrupted, Some(Stop::Cancelled));
        }
    }

    /// Starts the clock of the command: everything after this counts against its time limit.
    pub(super) fn start_clock(&self, time: Option<Duration>) {
        let Some(time) = time else { return };
        let mut state = self.lock();
        state.time = Some(time);
        // A deadline beyond the range of the clock is no limit.
        state.deadline = Instant::now().checked_add(time);
        drop(state);
        let watcher = self.clone();
        // Without this thread the searches still keep the limit.
        let _ = thread::Builder::new().spawn(move || watcher.watch());
    }

    /// Starts the clock again, after somebody has typed the input.
    fn restart_clock(&self) {
        let mut state = self.lock();
        state.deadline = state.time.and_then(|time| Instant::now().checked_add(time));
    }

    /// Returns when the command must end.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.lock().deadline
    }

    /// Limits the memory of the process to about this many bytes, which stops every later search
    /// and every step that the library cannot stop.
    pub(super) fn bound_memory(&self, bytes: usize) {
        self.lock().most_memory = Some(memory::most_of_process(bytes));
        let watcher = self.clone();
        // Without this thread the searches still keep the limit.
        let _ = thread::Builder::new().spawn(move || watcher.watch_memory());
    }

    /// Ends the program when it uses too much memory, except during a search.
    fn watch_memory(&self) {
        // A command that has just begun is far from its limit.
        thread::sleep(memory::BETWEEN_LOOKS);
        while let Some(wait) = self.look_at_memory() {
            thread::sleep(wait);
        }
    }

    /// Ends the program if it uses too much memory, except during a search. Returns the time to the
    /// next look, if memory is limited.
    fn look_at_memory(&self) -> Option<Duration> {
        // To ask the system takes longer than others should wait for the lock.
        let used = memory::used_memory();
        let state = self.lock();
        let most = state.most_memory?;
        // A search looks at its memory itself.
        let is_cut = matches!(state.phase, Phase::Step(_) | Phase::Stoppable(_));
        if !is_cut {
            return Some(memory::BETWEEN_LOOKS);
        }
        if used > most {
            quit(&state, Outcome::Stopped, Some(Stop::Memory));
        }
        Some(memory::until_next_look(most.saturating_sub(used)))
    }

    /// Looks at the memory after each part of an input. On a busy machine, the thread that watches
    /// may come too late: a reader takes a gigabyte in a second.
    pub(super) fn watched<R: Read>(&self, input: R) -> impl Read + use<R> {
        Watched {
            interrupt: self.clone(),
            input,
            unseen: 0,
        }
    }

    /// The most bytes of the process, if they are limited.
    pub(super) fn most_memory(&self) -> Option<usize> {
        self.lock().most_memory
    }

    /// Ends the program at the deadline, except during a search.
    fn watch(&self) {
        let mut state = self.lock();
        loop {
            let delay = state.phase.delay_after_deadline();
            let end = delay.and_then(|delay| state.deadline?.checked_add(delay));
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
        // A signal arrived a moment ago, during a phase that would have stopped on its own.
        let is_cut = matches!(
            state.phase,
            Phase::Typing(_) | Phase::Wait | Phase::Idle | Phase::Step(_)
        );
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

    /// Begins a step that stops itself by the token. The words follow "stopped by the time limit".
    pub(super) fn stoppable(&self, words: impl Into<String>) -> &CancelToken {
        self.enter(Phase::Stoppable(format!(" {}", words.into())));
        &self.0.token
    }

    /// Begins to print a long answer.
    pub(super) fn print(&self) {
        self.enter(Phase::Print);
    }

    /// Begins a search, or its answer, and returns the token that stops it.
    pub(super) fn token(&self) -> &CancelToken {
        self.enter(Phase::Search);
        &self.0.token
    }

    /// Begins to wait for more of a file, with nothing to print if a signal arrives.
    pub(super) fn wait_for_file(&self) {
        self.enter(Phase::Wait);
    }

    /// Begins to wait for more of any other input, which may never come.
    pub(super) fn idle(&self) {
        self.enter(Phase::Idle);
    }

    /// Waits until somebody has typed a text. The clock starts again when the text is there.
    pub(super) fn wait_for_text<T>(&self, words: impl Into<String>, wait: impl FnOnce() -> T) -> T {
        self.enter(Phase::Typing(format!(" {}", words.into())));
        let text = wait();
        self.restart_clock();
        text
    }

    /// Sets the file to remove if the program ends early.
    pub(super) fn set_incomplete_file(&self, path: Option<&Path>) {
        self.lock().incomplete_file = path.map(Path::to_owned);
    }
}

/// Ends the program and reports the stop reason. The caller holds the lock, so the state is final.
fn quit(state: &State, outcome: Outcome, stop: Option<Stop>) -> ! {
    line::clear();
    if let Some(stop) = stop {
        let words = state.phase.words();
        message::say(format_args!("stopped by {}{words}", stop_reason(stop)));
    }
    if let Some(path) = &state.incomplete_file {
        let _ = fs::remove_file(path);
    }
    process::exit(outcome.code().into())
}

/// Calls `on_signal` for each SIGINT and SIGTERM, on a thread of its own.
#[cfg(unix)]
fn each_signal(on_signal: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    thread::Builder::new().spawn(move || signals.forever().for_each(on_signal))?;
    Ok(())
}

/// Calls `on_signal` for each SIGINT and SIGTERM, on a thread of its own that polls for them.
#[cfg(not(unix))]
fn each_signal(on_signal: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    let flags = [SIGINT, SIGTERM].map(|signal| (signal, Arc::new(AtomicBool::new(false))));
    for (signal, flag) in &flags {
        signal_hook::flag::register(*signal, Arc::clone(flag))?;
    }
    thread::Builder::new().spawn(move || {
        loop {
            thread::sleep(Duration::from_millis(50));
            for (signal, flag) in &flags {
                if flag.swap(false, Ordering::Relaxed) {
                    on_signal(*signal);
                }
            }
        }
    })?;
    Ok(())
}

/// The bytes of an input between two looks at the memory.
const BYTES_BETWEEN_LOOKS: usize = 1 << 20;

/// An input that is stored while it is read.
struct Watched<R> {
    interrupt: Interrupt,
    input: R,
    /// The bytes since the last look at the memory.
    unseen: usize,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(bytes)?;
        self.unseen += read;
        if self.unseen > BYTES_BETWEEN_LOOKS {
            self.unseen = 0;
            let _ = self.interrupt.look_at_memory();
        }
        Ok(read)
    }
}
