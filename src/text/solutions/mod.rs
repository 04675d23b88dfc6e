//! Solutions as text, written by a [`Writer`], and read to be judged by [`flaws`].
//!
//! Two forms, those that the command line prints. As text, an option is a line of its items, in
//! any order, with their colours; blank lines stand between solutions:
//!
//! ```text
//! c e
//! a d f
//! b g
//! cost 7
//! ```
//!
//! A line `cost N` tells the cost of its solution. It may be left out. Of equal options the first
//! is meant where they first stand, then the second; if their costs differ, any cost that some of
//! them make possible is right. The line `2 solutions share the least cost 7` that ends the cheapest
//! ones is passed over: it speaks of all solutions of the problem, and to judge it is to solve that.
//!
//! As JSON, a solution is one object, on one line or on several. Options are numbered from 0; items
//! and costs may be left out:
//!
//! ```json
//! {"options":[{"option":0,"items":["c","e"]},{"option":3,"items":["a",{"item":"s","colour":"red"}]}],"cost":7}
//! ```
//!
//! What is well formed and no solution is no error: the [`Verdict`] says what is wrong.

mod costs;
mod equals;
#[cfg(feature = "json")]
mod find;
#[cfg(feature = "json")]
mod json;
mod words;
#[cfg(feature = "json")]
mod write;
#[cfg(feature = "json")]
mod write_json;

use std::collections::HashMap;

use costs::Costs;
#[cfg(feature = "json")]
pub use find::UnknownOption;
#[cfg(feature = "json")]
pub use json::judge as judge_json;
pub use words::judge as judge_text;
#[cfg(feature = "json")]
pub use write::{NamedOption, Words, Writer};

use crate::{Flaw, OptionId, Problem, flaws};

/// What is to be said of a solution in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Verdict {
    /// The number of the line in which the solution starts, from 1.
    pub line: usize,
    /// What is wrong with it; nothing, if it is right.
    pub faults: Vec<Fault>,
}

/// Something wrong with a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Fault {
    /// The number of the line that is wrong, from 1.
    pub line: usize,
    /// What is wrong, in one line.
    pub message: String,
}

#[derive(Default)]
struct Told {
    line: usize,
    /// The options with their lines.
    options: Vec<(OptionId, usize)>,
    /// The cost that is told, with its line.
    cost: Option<(u64, usize)>,
    /// What was found to be wrong while reading.
    faults: Vec<Fault>,
}

impl Told {
    fn fault(&mut self, line: usize, message: impl Into<String>) {
        let message = message.into();
        self.faults.push(Fault { line, message });
    }

    /// Judges the solution, which may have these costs.
    fn judge(mut self, problem: &Problem, costs: &Costs) -> Verdict {
        // The line in which an option stands, for the last time.
        let lines: HashMap<OptionId, usize> = self.options.iter().copied().collect();
        let options: Vec<OptionId> = self.options.iter().map(|&(option, _)| option).collect();
        let mut strange = !self.faults.is_empty();
        for flaw in flaws(problem, &options) {
            strange |= matches!(flaw, Flaw::UnknownOption(_));
            // What an option of another problem leaves uncovered is not worth telling.
            if strange && matches!(flaw, Flaw::NotCovered(_) | Flaw::WrongMultiplicity { .. }) {
                continue;
            }
            let culprit = match flaw {
                Flaw::UnknownOption(option)
                | Flaw::DroppedOption(option)
                | Flaw::RepeatedOption(option)
                | Flaw::CoveredTwice { second: option, .. }
                | Flaw::TwoColours { second: option, .. } => Some(option),
                _ => None,
            };
            let line = culprit.and_then(|option| lines.get(&option));
            let line = line.copied().unwrap_or(self.line);
            self.fault(line, flaw.display(problem).to_string());
        }
        // Where options are missing the cost is wrong for that reason.
        if let Some((cost, line)) = self.cost
            && self.faults.is_empty()
            && !costs.allow(cost)
        {
            let message = match (costs.least(), costs.most()) {
                (least, most) if least == most => format!("the cost is {least}, not {cost}"),
                (least, most) if (least..=most).contains(&cost) => format!(
                    "the cost is {least} to {most}, and no choice of equal options makes it {cost}"
                ),
                (least, most) => format!("the cost is {least} to {most}, not {cost}"),
            };
            self.fault(line, message);
        }
        Verdict {
            line: self.line,
            faults: self.faults,
        }
    }
}
