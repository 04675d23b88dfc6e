//! Writes solutions, and checks solutions in text with [`flaws`].
//!
//! There are two forms, the two that the command line prints. In the text form an option is one
//! line of its items with their colours, in any order. Blank lines separate solutions:
//!
//! ```text
//! c e
//! a d f
//! b g
//! cost 7
//! ```
//!
//! The line `(no options)` is the solution without options.
//!
//! A line `cost N` is the cost of the solution. It is optional. If the problem has equal options,
//! the first of several equal lines means the first of these options, the next line the second, and
//! so on. If equal options have different costs, the cost may be that of any choice among them. The
//! last line of the command `best`, such as `2 solutions share the least cost 7`, is skipped,
//! because checking it would require solving the problem.
//!
//! In JSON a solution is one object, on one line or several. An option is an object with its
//! number, counted from 0, with its items, or with both; or the number alone. Costs are optional:
//!
//! ```json
//! {"options":[{"option":0,"items":["c","e"]},{"option":3,"items":["a",{"item":"s","colour":"red"}]}],"cost":7}
//! ```
//!
//! A wrong solution is not an error: its [`Verdict`] lists what is wrong. The functions for JSON
//! ([`Writer::json`], [`judge_json`]) need the feature `json`.

mod costs;
mod equals;
mod find;
#[cfg(feature = "json")]
mod json;
mod words;
mod write;
#[cfg(feature = "json")]
mod write_json;

use std::collections::HashMap;

use costs::Costs;
pub use find::UnknownOption;
#[cfg(feature = "json")]
pub use json::judge as judge_json;
pub use words::judge as judge_text;
pub use write::{NamedOption, Words, Writer};

use crate::{Decimal, Flaw, OptionId, Problem, flaws};

/// The result of checking one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Verdict {
    /// The first line of the solution, counted from 1.
    pub line: usize,
    /// The faults of the solution; none if it is correct.
    pub faults: Vec<Fault>,
}

/// One fault of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Fault {
    /// The wrong line, counted from 1.
    pub line: usize,
    /// What is wrong, in one line.
    pub message: String,
}

/// A solution as the text gives it.
#[derive(Default)]
struct Claim {
    line: usize,
    /// The options with their lines.
    options: Vec<(OptionId, usize)>,
    /// The cost with its line.
    cost: Option<(Decimal, usize)>,
    /// The faults found while reading.
    faults: Vec<Fault>,
}

impl Claim {
    fn add_fault(&mut self, line: usize, message: impl Into<String>) {
        let message = message.into();
        self.faults.push(Fault { line, message });
    }

    /// Checks the solution, whose possible costs are `costs`.
    fn judge(mut self, problem: &Problem, costs: &Costs) -> Verdict {
        // The last line of each option.
        let lines: HashMap<OptionId, usize> = self.options.iter().copied().collect();
        let options: Vec<OptionId> = self.options.iter().map(|&(option, _)| option).collect();
        let mut has_unknown_options = !self.faults.is_empty();
        for flaw in flaws(problem, &options) {
            has_unknown_options |= matches!(flaw, Flaw::UnknownOption(_));
            // Uncovered items then follow from the unknown options, and would only distract.
            if has_unknown_options
                && matches!(flaw, Flaw::NotCovered(_) | Flaw::WrongMultiplicity { .. })
            {
                continue;
            }
            let wrong = match flaw {
                Flaw::UnknownOption(option)
                | Flaw::DroppedOption(option)
                | Flaw::RepeatedOption(option)
                | Flaw::CoveredTwice { second: option, .. }
                | Flaw::TwoColours { second: option, .. } => Some(option),
                _ => None,
            };
            let line = wrong.and_then(|option| lines.get(&option));
            let line = line.copied().unwrap_or(self.line);
            self.add_fault(line, flaw.display(problem).to_string());
        }
        // After other faults, a wrong cost is to be expected.
        if let Some((cost, line)) = self.cost
            && self.faults.is_empty()
            && !cost
                .units_of(problem.cost_decimals())
                .is_some_and(|cost| costs.allow(cost))
        {
            let range = costs.least()..=costs.most();
            let units = cost.units_of(problem.cost_decimals());
            let (least, most) = (
                problem.decimal(*range.start()),
                problem.decimal(*range.end()),
            );
            let message = if least == most {
                format!("the cost is {least}, not {cost}")
            } else if units.is_some_and(|cost| range.contains(&cost)) {
                format!(
                    "the cost is between {least} and {most}, \
                     but no choice of equal options gives {cost}"
                )
            } else {
                format!("the cost is between {least} and {most}, not {cost}")
            };
            self.add_fault(line, message);
        }
        Verdict {
            line: self.line,
            faults: self.faults,
        }
    }
}
