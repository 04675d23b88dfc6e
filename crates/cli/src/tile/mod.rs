//! `quadrille tile`.
//!
//! * [`arguments`] has the flags; [`input`] reads boards and pieces; [`fewest`]
//!   finds the least number of free cells.
//! * [`search`] prints tilings, [`count`] counts them, [`steps`] finds one as a person would,
//!   [`without`] reports why there is none. `open` opens the board in a browser.

mod arguments;
mod count;
mod fewest;
mod input;
#[cfg(feature = "serve")]
mod open;
mod search;
mod steps;
mod without;

use std::io::Write;

use quadrille_core::text::dlx;

use self::arguments::{Format, QuestionArguments};
pub(super) use self::arguments::{Tile, with_group};
use self::input::{Case, Input};
use super::Execute;
use super::interrupt::Interrupt;
use super::outcome::{Failure, Outcome};
use super::output;

impl Execute for Tile {
    fn prints(&self) -> bool {
        self.output.prints()
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        self.bounds.limits.start_clock(interrupt);
        self.check()?;
        interrupt.bound_memory(self.bounds.limits.memory.most);
        let mut input = self.read(interrupt)?;
        if self.free.fewest_gaps {
            self.close_gaps(&mut input, interrupt);
        }
        let question = &self.question;
        #[cfg(feature = "serve")]
        if question.open {
            return self.open_in_browser(&input, interrupt);
        }
        if question.dlx {
            return self.write_problems(&input);
        }
        if question.count || question.estimate || question.explain {
            let mut outcome = input.outcome;
            for case in &input.cases {
                self.print_name(case)?;
                outcome = outcome.max(if question.count {
                    self.count_tilings(case, &input, interrupt)?
                } else if question.estimate {
                    self.estimate_tilings(case, interrupt)?
                } else {
                    self.explain_none(case, interrupt)?
                });
                if outcome == Outcome::Interrupted {
                    break;
                }
            }
            return Ok(outcome);
        }
        if question.steps {
            return self.print_steps(&input, interrupt);
        }
        self.print_tilings(&input, interrupt)
    }
}

impl Tile {
    /// Prints the name of a board above an answer of several lines.
    fn print_name(&self, case: &Case) -> Result<(), Failure> {
        let is_json = self.output.format() == Format::Json;
        if self.question.count || case.name.is_empty() || is_json {
            return Ok(());
        }
        output::print(format!("{}:\n", case.name).as_bytes()).map_err(Failure::Write)
    }

    /// Rejects flags that mean nothing together.
    fn check(&self) -> Result<(), Failure> {
        let &QuestionArguments {
            count,
            estimate,
            sample,
            explain,
            dlx,
            ..
        } = &self.question;
        let prints_no_tilings = count || estimate || explain || dlx;
        let (document, pages) = (self.output.document(), &self.output.pages);
        if prints_no_tilings && document.is_some() {
            return Err(Failure::usage(
                "there is no picture to draw: no tilings are printed",
                "leave out the picture, or '--count' and the like",
            ));
        }
        if prints_no_tilings && pages.output.path().is_some() && !dlx {
            return Err(Failure::usage(
                "'-o' is for tilings, not for a number",
                "redirect the output: quadrille tile ... --count > FILE",
            ));
        }
        if self.up_to_symmetry.is_some() && (estimate || explain || dlx) {
            return Err(Failure::usage(
                "'--up-to-symmetry' is for tilings and for '--count'",
                "leave out one of the two flags",
            ));
        }
        let is_side = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let times = self.pieces.first();
        if is_side(&self.board) && times.is_some_and(|word| matches!(&**word, "x" | "X" | "×")) {
            return Err(Failure::usage(
                "the size of the board stands in several words",
                "write it as one word: 6x10, or '6 x 10' in quotes",
            ));
        }
        if sample && self.n == 0 {
            return Err(Failure::usage(
                "'--sample -n 0' would never end",
                "give the number of random tilings: '-n 10'",
            ));
        }
        pages.check(document)
    }

    fn write_problems(&self, input: &Input) -> Result<Outcome, Failure> {
        let [case] = &*input.cases else {
            return Err(Failure::usage(
                "'--dlx' writes one problem, but there are several boards",
                "give one board",
            ));
        };
        let mut stream = self.open()?;
        dlx::write(case.packing.problem(), &mut stream)?;
        stream.flush().map_err(Failure::Write)?;
        Ok(input.outcome)
    }
}
