//! Whether solutions are correct.

use std::fmt;
use std::io::Write;

use serde::Serialize;

use super::{Ending, Report};
use quadrille_core::Stop;
use quadrille_core::text::solutions::{Fault, Verdict};
use quadrille_core::text::{WriteError, quantity};

/// The faults of one solution. As text: a line for each fault, which starts with the file name and
/// the line number. As JSON: `{"solution":2,"line":5,"faults":[{"line":6,"message":"..."}]}`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Judged<'a> {
    #[serde(skip)]
    name: &'a str,
    solution: u64,
    line: usize,
    faults: &'a [Fault],
}

impl fmt::Display for Judged<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, solution, .. } = self;
        let mut separator = "";
        self.faults
            .iter()
            .try_for_each(|Fault { line, message, .. }| {
                write!(
                    f,
                    "{separator}{name}:{line}: solution {solution}: {message}"
                )?;
                separator = "\n";
                Ok(())
            })
    }
}

/// The number of solutions read and the number of wrong ones: `3 solutions: 1 wrong`, or
/// `{"solutions":3,"wrong":1}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Checked {
    /// The number of solutions read.
    pub solutions: u64,
    /// The number of wrong ones.
    pub wrong: u64,
}

impl Checked {
    /// Counts the next solution of the file with this name. Returns its faults, if it has any.
    pub fn add<'a>(&mut self, name: &'a str, verdict: &'a Verdict) -> Option<Judged<'a>> {
        let is_wrong = !verdict.faults.is_empty();
        self.solutions += 1;
        self.wrong += u64::from(is_wrong);
        is_wrong.then_some(Judged {
            name,
            solution: self.solutions,
            line: verdict.line,
            faults: &verdict.faults,
        })
    }
}

impl Ending for Checked {
    fn stop(&self) -> Stop {
        Stop::Exhausted
    }

    fn is_answer(&self) -> bool {
        self.wrong == 0
    }

    fn remark(&self, _: &str) -> String {
        String::new()
    }
}

impl Report for Checked {
    fn write_text(&self, out: &mut impl Write) -> Result<(), WriteError> {
        let solutions = quantity(self.solutions, "solution");
        match self.wrong {
            0 => writeln!(out, "{solutions}: right")?,
            wrong => writeln!(out, "{solutions}: {wrong} wrong")?,
        }
        Ok(())
    }
}
