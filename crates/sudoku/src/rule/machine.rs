//! State machines and regular expressions: rules that users write themselves.

use std::fmt;
use std::sync::Arc;

use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::primitives::StateID;
use regex_automata::util::{start, syntax};
use regex_automata::{Anchored, MatchKind};

/// A state machine that reads the values of cells in order. It may be in several states at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(from = "Given")]
pub struct Machine {
    /// Ascending, as the others.
    start: Vec<u32>,
    accept: Vec<u32>,
    steps: Vec<(u32, i64, u32)>,
}

/// A machine as JSON has it, in any order.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    start: Vec<u32>,
    accept: Vec<u32>,
    steps: Vec<(u32, i64, u32)>,
}

impl From<Given> for Machine {
    fn from(given: Given) -> Self {
        Self::new(given.start, given.accept, given.steps)
    }
}

impl Machine {
    /// Returns a machine: the states before the first value; the states that are accepted after the
    /// last value; and the steps, each from a state, by a value, to a state.
    #[must_use]
    pub fn new(mut start: Vec<u32>, mut accept: Vec<u32>, mut steps: Vec<(u32, i64, u32)>) -> Self {
        start.sort_unstable();
        start.dedup();
        accept.sort_unstable();
        accept.dedup();
        steps.sort_unstable();
        steps.dedup();
        Self {
            start,
            accept,
            steps,
        }
    }

    /// Returns the states before the first value, ascending.
    #[must_use]
    pub fn start(&self) -> &[u32] {
        &self.start
    }

    /// Returns the states that are accepted after the last value, ascending.
    #[must_use]
    pub fn accept(&self) -> &[u32] {
        &self.accept
    }

    /// Returns the steps, ascending: from a state, by a value, to a state.
    #[must_use]
    pub fn steps(&self) -> &[(u32, i64, u32)] {
        &self.steps
    }

    /// The states after a value; `None` if there are none.
    pub(crate) fn step(&self, states: &[u32], value: i64) -> Option<Vec<u32>> {
        let mut next = Vec::new();
        for &state in states {
            let first = self
                .steps
                .partition_point(|step| (step.0, step.1) < (state, value));
            let steps = self.steps[first..].iter();
            let steps = steps.take_while(|step| (step.0, step.1) == (state, value));
            next.extend(steps.map(|step| step.2));
        }
        next.sort_unstable();
        next.dedup();
        (!next.is_empty()).then_some(next)
    }

    /// Whether one of the states is accepted.
    pub(crate) fn accepts(&self, states: &[u32]) -> bool {
        let is_accepted = |state| self.accept.binary_search(state).is_ok();
        states.iter().any(is_accepted)
    }
}

/// A regular expression that the values of cells match as a whole. Values from 10 are the letters
/// from `A`.
#[derive(Clone)]
pub struct Pattern {
    text: String,
    machine: Arc<dense::DFA<Vec<u32>>>,
}

/// What is wrong with a regular expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PatternError(String);

/// The most memory of the machine of a pattern, in bytes.
const MEMORY: usize = 1 << 22;

impl Pattern {
    /// Compiles a regular expression.
    ///
    /// # Errors
    /// [`PatternError`] if it is not valid, or its state machine takes too much memory.
    pub fn new(text: &str) -> Result<Self, PatternError> {
        Self::compile(text).map_err(PatternError)
    }

    fn compile(text: &str) -> Result<Self, String> {
        let config = dense::Config::new()
            .start_kind(StartKind::Anchored)
            .match_kind(MatchKind::All)
            .dfa_size_limit(Some(MEMORY))
            .determinize_size_limit(Some(MEMORY));
        let own = syntax::Config::new().unicode(false).utf8(false);
        let parsed =
            syntax::parse_with(text, &own).map_err(|error| last_line(&error.to_string()))?;
        let too_large = || format!("its state machine takes more than {} MB", MEMORY >> 20);
        let nfa = thompson::Compiler::new()
            .configure(thompson::Config::new().nfa_size_limit(Some(MEMORY)))
            .build_from_hir(&parsed)
            // The text is valid, so only its size can be wrong.
            .map_err(|_| too_large())?;
        let machine = dense::Builder::new()
            .configure(config)
            .build_from_nfa(&nfa)
            .map_err(|error| {
                if error.is_size_limit_exceeded() {
                    return too_large();
                }
                let error: &dyn std::error::Error = &error;
                let deepest = std::iter::successors(Some(error), |error| error.source());
                deepest
                    .last()
                    .map_or_else(String::new, |error| last_line(&error.to_string()))
            })?;
        Ok(Self {
            text: text.to_owned(),
            machine: Arc::new(machine),
        })
    }

    /// Returns the text of the expression.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn begin(&self) -> Option<StateID> {
        let config = start::Config::new().anchored(Anchored::Yes);
        self.machine.start_state(&config).ok()
    }

    pub(crate) fn step(&self, state: StateID, value: i64) -> Option<StateID> {
        let next = self.machine.next_state(state, character(value)?);
        (!self.machine.is_dead_state(next)).then_some(next)
    }

    /// Whether the values so far match as a whole. The machine finds all matches, so it is in a
    /// state of a match after each of them.
    pub(crate) fn accepts(&self, state: StateID) -> bool {
        self.machine
            .is_match_state(self.machine.next_eoi_state(state))
    }
}

/// The last line of an error, which says what is wrong; the lines before it show where.
fn last_line(error: &str) -> String {
    let last = error.lines().last().unwrap_or_default();
    last.trim_start_matches("error: ").to_owned()
}

/// The character of a value: 0 to 9, then A to Z.
fn character(value: i64) -> Option<u8> {
    match value {
        0..=9 => Some(b'0' + value as u8),
        10..=35 => Some(b'A' + (value - 10) as u8),
        _ => None,
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pattern({:?})", self.text)
    }
}
