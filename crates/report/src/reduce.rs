//! The result of a reduction.

use std::io::Write;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::{Ending, Refutation, Report};
use quadrille_core::reduce::{self, NoCover, Reduced};
use quadrille_core::shared::Each;
use quadrille_core::text::solutions::Words;
use quadrille_core::text::{WriteError, dlx};
use quadrille_core::{Decimal, OptionId, Problem, Stop};

/// The result of a reduction. As text: the problem that remains, in DLX, with comments that name
/// the options in every solution and give the original number of each option.
///
/// * `{"problem":{...},"origins":[1,3],"in_every_solution":[{"option":0,"items":["a"]}],
///   "cost":0,"forced":1,"excluded":0,"unsupported":0,"dropped":0,"spare":1,"complete":true,
///   "stop":"exhausted"}`: the problem that remains; the original number of each of its options;
///   the options that are in every solution, and their total cost, which must be added to the cost
///   of every solution; and the numbers of options and items that each rule removed.
/// * `{"proof":{...},"stop":"exhausted"}`: there is no solution.
/// * `{"stop":"time limit"}`: a limit stopped the reduction before anything was removed.
#[derive(Clone, Copy, Debug)]
pub struct Reduction<'a> {
    problem: &'a Arc<Problem>,
    outcome: Result<&'a Reduced, &'a NoCover>,
}

impl<'a> Reduction<'a> {
    /// Wraps the result of reducing a problem.
    #[must_use]
    pub fn new(problem: &'a Arc<Problem>, outcome: &'a Result<Reduced, NoCover>) -> Self {
        Self {
            problem,
            outcome: outcome.as_ref(),
        }
    }

    fn proof(&self, no_cover: &'a NoCover) -> Refutation<'a> {
        let problem = self.problem;
        Refutation { problem, no_cover }
    }

    /// The reduced problem, unless a limit stopped the reduction before anything was removed.
    fn remains(&self) -> Option<&'a Reduced> {
        self.outcome.ok().filter(|reduced| {
            !(reduced.report().stop.is_limit() && Arc::ptr_eq(reduced.problem(), self.problem))
        })
    }
}

impl Ending for Reduction<'_> {
    fn stop(&self) -> Stop {
        self.outcome
            .map_or(Stop::Exhausted, |reduced| reduced.report().stop)
    }

    /// A reduced problem is an answer, even if a limit stopped the reduction.
    fn is_answer(&self) -> bool {
        self.remains().is_some()
    }

    fn remark(&self, stop_reason: &str) -> String {
        match (self.outcome, self.remains()) {
            (Err(no_cover), _) => format!("no solution: {}", self.proof(no_cover)),
            (_, None) => format!("stopped by {stop_reason} before anything was removed"),
            (_, Some(reduced)) => describe(self.problem, reduced),
        }
    }
}

/// Describes what each rule removed, one line each.
fn describe(problem: &Problem, reduced: &Reduced) -> String {
    let (after, work) = (reduced.problem(), reduced.report());
    let complete = if work.complete {
        "yes".to_owned()
    } else if work.stop.is_limit() {
        format!("no ({})", work.stop)
    } else {
        "no (too much work)".to_owned()
    };
    format!(
        "items: {} of {}\noptions: {} of {}\nforced: {}\nexcluded: {}\nunsupported: {}\ndropped: {}\nspare: {}\n\
         complete: {complete}",
        after.item_count(),
        problem.item_count(),
        after.option_count(),
        problem.option_count(),
        work.forced,
        work.excluded,
        work.unsupported,
        work.dropped,
        work.spare,
    )
}

impl Report for Reduction<'_> {
    fn write_text(&self, out: &mut impl Write) -> Result<(), WriteError> {
        let Some(reduced) = self.remains() else {
            return Ok(());
        };
        // The text has a line of items, then a line for each option.
        let mut text = Vec::new();
        dlx::write(reduced.problem(), &mut text)?;
        let mut lines = text.split_inclusive(|&byte| byte == b'\n');
        for &option in reduced.forced() {
            let items = self.problem.display_option(option);
            write!(out, "| in every solution: option {option} ({items})")?;
            match self.problem.cost(option) {
                0 => writeln!(out)?,
                cost => writeln!(out, " of cost {}", self.problem.decimal(cost))?,
            }
        }
        if reduced.forced_cost() != 0 {
            let cost = self.problem.decimal(reduced.forced_cost());
            writeln!(out, "| to add to every cost: {cost}")?;
        }
        out.write_all(lines.next().unwrap_or_default())?;
        for (option, line) in reduced.problem().options().zip(lines) {
            if let Some(origin) = reduced.origin(option) {
                writeln!(out, "| option {origin}")?;
            }
            out.write_all(line)?;
        }
        Ok(())
    }
}

impl Serialize for Reduction<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Document<'a, O, F> {
            Reduced {
                problem: &'a Problem,
                origins: O,
                in_every_solution: F,
                cost: Decimal,
                #[serde(flatten)]
                rules: &'a reduce::Report,
            },
            NoCover {
                proof: Refutation<'a>,
                stop: Stop,
            },
            Unchanged {
                stop: Stop,
            },
        }

        let problem = self.problem;
        let named = |&option: &OptionId| Words::from(&**problem).of(option);
        let stop = self.stop();
        let document = match (self.outcome, self.remains()) {
            (Err(no_cover), _) => Document::NoCover {
                proof: self.proof(no_cover),
                stop,
            },
            (_, None) => Document::Unchanged { stop },
            (_, Some(reduced)) => Document::Reduced {
                problem: reduced.problem(),
                origins: Each(|| {
                    let options = reduced.problem().options();
                    options.filter_map(|option| reduced.origin(option))
                }),
                in_every_solution: Each(|| reduced.forced().iter().map(named)),
                cost: problem.decimal(reduced.forced_cost()),
                rules: reduced.report(),
            },
        };
        document.serialize(serializer)
    }
}
