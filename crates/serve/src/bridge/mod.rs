//! The messages of the userscript of f-puzzles, which was made for another solver. docs/page.md has
//! the commands.
//!
//! ```text
//! count    solve, check, count, estimate
//! marks    truecandidates
//! steps    step, solvepath
//! work     the compiled puzzle, its limits, and reports of progress
//! puzzle   the puzzle of a message, and what a person has entered
//! answer   the answers as JSON
//! ```
//!
//! The script has one command at a time: a new one cancels the one before it. Each message has a
//! number, the nonce, which its answers repeat; the script ignores answers to old messages.

mod answer;
mod count;
mod marks;
mod puzzle;
mod steps;
mod work;

use std::sync::Arc;

use quadrille_core::CancelToken;
use quadrille_core::shared::listing;
use quadrille_page::Host;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::ask::{MOST, json};
use super::questions::Questions;
use answer::{Answer, Numbered};
use puzzle::Asked;
use work::{Report, Work};

/// A message of the script.
#[derive(Deserialize)]
struct Message {
    nonce: Box<RawValue>,
    command: String,
    #[serde(default, rename = "dataType")]
    kind: String,
    #[serde(default)]
    data: String,
}

/// Answers a command about a puzzle.
type Command = fn(&Asked, &Work) -> Answer;

/// The commands about a puzzle.
const COMMANDS: &[(&str, Command)] = &[
    ("solve", count::solve),
    ("check", count::check),
    ("count", count::count),
    ("estimate", count::estimate),
    ("truecandidates", marks::candidates),
    ("step", steps::step),
    ("solvepath", steps::path),
];

/// The conversation with a script.
pub(crate) struct Bridge {
    questions: Arc<Questions>,
    host: Host,
    /// The number of messages so far, and the nonce of the last command.
    count: u64,
    last: Option<Box<RawValue>>,
}

impl Bridge {
    pub(crate) fn new(questions: Arc<Questions>, host: Host) -> Self {
        Self {
            questions,
            host,
            count: 0,
            last: None,
        }
    }

    /// Takes a message.
    pub(crate) fn take(&mut self, text: &str) {
        let message: Message = match serde_json::from_str(text) {
            Ok(message) => message,
            // There is no number to answer.
            Err(error) => {
                return self.send(None, Answer::invalid(format!("invalid message: {error}")));
            }
        };
        self.cancel();
        match self.begin(&message) {
            Ok(()) => {}
            Err(answer) => self.send(Some(&message.nonce), answer),
        }
    }

    /// Cancels the command before this.
    fn cancel(&mut self) {
        if let Some(nonce) = self.last.take()
            && self.questions.cancel(&self.count.to_string())
        {
            self.send(Some(&nonce), Answer::Canceled);
        }
    }

    /// Begins a command, or answers at once.
    fn begin(&mut self, message: &Message) -> Result<(), Answer> {
        if message.command == "cancel" {
            return Err(Answer::Canceled);
        }
        let known = COMMANDS.iter().find(|known| known.0 == message.command);
        let &(_, command) = known.ok_or_else(|| {
            let names = COMMANDS.iter().map(|known| known.0);
            let names = listing(names.chain(["cancel"]), "or");
            Answer::invalid(format!(
                "no command {:?}, expected {names}",
                message.command
            ))
        })?;
        if message.kind != "fpuzzles" {
            let kind = &message.kind;
            return Err(Answer::invalid(format!(
                "no data of the type {kind:?}, expected \"fpuzzles\""
            )));
        }
        self.count += 1;
        self.last = Some(message.nonce.clone());
        let seed = self.count;
        let (nonce, data, host) = (message.nonce.clone(), message.data.clone(), self.host);
        let questions = Arc::clone(&self.questions);
        // After `invalid` the script might say that there is no solution.
        let failed = numbered(Some(&nonce), Answer::Canceled);
        let begun = self
            .questions
            .begin(&self.count.to_string(), MOST, failed, move |token| {
                let number = nonce.clone();
                let report: Report =
                    Arc::new(move |answer| questions.send(numbered(Some(&number), answer)));
                numbered(
                    Some(&nonce),
                    answer(command, &data, &host, token, (report, seed)),
                )
            });
        // The command before this was cancelled, and ends within milliseconds.
        begun.map_err(|_| Answer::Canceled)
    }

    fn send(&self, nonce: Option<&RawValue>, answer: Answer) {
        self.questions.send(numbered(nonce, answer));
    }
}

fn answer(
    command: Command,
    data: &str,
    host: &Host,
    token: &CancelToken,
    report: (Report, u64),
) -> Answer {
    let asked = match Asked::read(data) {
        Ok(asked) => asked,
        Err(message) => return Answer::invalid(message),
    };
    match Work::begin(&asked, host, token, report) {
        Ok(work) => command(&asked, &work),
        Err(stop) => Answer::stopped(stop, ""),
    }
}

fn numbered(nonce: Option<&RawValue>, answer: Answer) -> String {
    json(&Numbered { nonce, answer })
}
