//! Tilings as they are found.

use std::io::Write;

use quadrille_core::{Budget, Order, Solution, Solver, Stop};
use quadrille_draw::Picture;
use quadrille_report::{Found, Stopped, Tiled, Work, write_json};
use quadrille_tile::{Obstacle, Symmetries};

use super::arguments::{Format, Tile};
use super::input::{Case, Input};
use crate::diagram::outgrown;
use crate::end::end;
use crate::interrupt::Interrupt;
use crate::limits::COMPILING;
use crate::message;
use crate::outcome::{Failure, Outcome};
use crate::output::Stream;
use crate::pages::Document;
use crate::sample::draw;
use crate::solutions::{MOST_PICTURES, Pictures};

/// Prints tilings.
enum Printer {
    Json(Stream),
    Pictures(Box<Pictures>),
}

impl Printer {
    fn write(
        &mut self,
        case: &Case,
        tiling: &Solution,
        caption: Option<String>,
    ) -> Result<(), Failure> {
        match self {
            Self::Json(stream) => {
                let tiled = Tiled::new(&case.name, &case.packing, tiling);
                write_json(&tiled, stream).map_err(Failure::Write)
            }
            Self::Pictures(pictures) => pictures.write(case.packing.picture(tiling), caption),
        }
    }

    /// Writes a picture of a board without a tiling.
    fn write_picture(&mut self, picture: Picture, caption: String) -> Result<(), Failure> {
        match self {
            Self::Json(_) => Ok(()),
            Self::Pictures(pictures) => pictures.write(picture, Some(caption)),
        }
    }

    fn end(self) -> Result<(), Failure> {
        let mut stream = match self {
            Self::Json(stream) => stream,
            Self::Pictures(pictures) => pictures.end()?,
        };
        stream.flush().map_err(Failure::Write)
    }
}

impl Tile {
    /// Prints tilings of all boards.
    pub(super) fn print_tilings(
        &self,
        input: &Input,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        let (document, pages) = (self.output.document(), &self.output.pages);
        let mut printer = match self.output.format() {
            Format::Json => Printer::Json(self.open()?),
            Format::Pretty | Format::Svg | Format::Html => {
                let sheet = pages.sheet(document.unwrap_or(Document::Svg), "Tilings");
                Printer::Pictures(Box::new(Pictures::new(self.open()?, document, sheet)))
            }
        };
        let (mut outcome, mut printed) = (input.outcome, 0);
        for case in &input.cases {
            let most = match (document, self.n) {
                (Some(_), 0) => MOST_PICTURES,
                (_, 0) => u64::MAX,
                (_, n) => n,
            };
            let left = document.map_or(u64::MAX, |_| MOST_PICTURES - printed);
            let (found, ended) =
                self.print_case(case, input, most.min(left), &mut printer, interrupt)?;
            printed += found;
            outcome = outcome.max(ended);
            if ended == Outcome::Interrupted {
                break;
            }
            if document.is_some() && printed == MOST_PICTURES {
                let what = format_args!("one document holds at most {MOST_PICTURES} pictures");
                message::note(what);
                break;
            }
        }
        interrupt.print();
        printer.end()?;
        if printed == 0 && self.output.svg.is_none() {
            pages.output.note_unwritten();
        }
        Ok(outcome)
    }

    /// Prints at most `most` tilings of a board. Returns their number, and how that ended.
    fn print_case(
        &self,
        case: &Case,
        input: &Input,
        most: u64,
        printer: &mut Printer,
        interrupt: &Interrupt,
    ) -> Result<(u64, Outcome), Failure> {
        if let Some(obstacle) = self.obstacle(case, interrupt) {
            self.report_obstacle(case, input.cases.len() == 1, &obstacle, interrupt);
            let printed = self.print_obstacle(case, &obstacle, printer, interrupt)?;
            return Ok((printed, Outcome::NoSolution));
        }
        if self.output.format() != Format::Json && !case.packing.is_drawable() {
            return Err(Failure::usage(
                "the board has too many rows and columns to draw",
                "use '--format json'",
            ));
        }
        let solver = match self.compile(&case.packing, interrupt) {
            Ok(solver) => solver,
            Err(stop) => return Ok((0, end(&Stopped::new(stop), None))),
        };
        interrupt.step(COMPILING);
        if self.question.sample {
            self.print_samples(case, &solver, most, printer, interrupt)
        } else {
            self.print_found(case, &solver, most, printer, interrupt)
        }
    }

    /// Draws the reason why there is no tiling, if the answer is a document of pictures. Returns
    /// the number of pictures.
    fn print_obstacle(
        &self,
        case: &Case,
        obstacle: &Obstacle,
        printer: &mut Printer,
        interrupt: &Interrupt,
    ) -> Result<u64, Failure> {
        if self.output.document().is_none() || !case.packing.is_drawable() {
            return Ok(0);
        }
        // A board of a million cells takes seconds, and much memory.
        interrupt.step("while drawing the board");
        // Reasons such as the area have no picture of their own: the caption says them below the
        // board.
        let picture = obstacle.picture(&case.packing);
        let picture = picture.unwrap_or_else(|| case.packing.marked_picture(&[]));
        let words = obstacle.caption(&case.packing);
        let caption = match caption(case) {
            Some(name) => format!("{name}: {words}"),
            None => words,
        };
        printer.write_picture(picture, caption)?;
        interrupt.token();
        Ok(1)
    }

    /// Searches for tilings, and prints each that is found.
    fn print_found(
        &self,
        case: &Case,
        solver: &Solver,
        most: u64,
        printer: &mut Printer,
        interrupt: &Interrupt,
    ) -> Result<(u64, Outcome), Failure> {
        let limits = self.bounds.limits.question(interrupt);
        let symmetries = match self.symmetries(&case.packing, &Budget::start(&limits)) {
            Ok(symmetries) => symmetries,
            Err(stop) => return Ok((0, end(&Stopped::new(stop), None))),
        };
        let (mut search, mut progress) = self.search(solver);
        if let Some(seed) = self.seed {
            search.order(Order::Random(seed));
        }
        let limits = match (&symmetries, most) {
            (None, most) if most < u64::MAX => limits.solutions(most),
            _ => limits,
        };
        let budget = Budget::start(&limits);
        let mut solutions = search.budget(&budget).solutions();
        let (mut printed, mut cut) = (0, None);
        for solution in &mut solutions {
            let is_canonical = |all: &Symmetries<'_>| all.is_canonical(&solution);
            if !symmetries.as_ref().is_none_or(is_canonical) {
                continue;
            }
            printer.write(case, &solution, caption(case))?;
            printed += 1;
            cut = if printed == most {
                Some(Stop::Solutions)
            } else {
                budget.poll().err()
            };
            if cut.is_some() {
                break;
            }
        }
        progress.end();
        let stop = cut.or(solutions.stop()).unwrap_or(Stop::Exhausted);
        let stats = solutions.stats();
        drop(solutions);
        if self.stats {
            message::say(Work::new(solver, &stats, stop));
        }
        if printed == 0 && stop == Stop::Exhausted {
            self.report_none(case, interrupt);
            return Ok((0, Outcome::NoSolution));
        }
        let found = Found {
            solutions: printed,
            stop,
        };
        Ok((printed, end(&found, None)))
    }

    /// Prints random tilings.
    fn print_samples(
        &self,
        case: &Case,
        solver: &Solver,
        most: u64,
        printer: &mut Printer,
        interrupt: &Interrupt,
    ) -> Result<(u64, Outcome), Failure> {
        let (mut search, mut progress) = self.search(solver);
        let answer = search
            .limits(self.bounds.limits.question(interrupt))
            .diagram();
        progress.end();
        let Some(diagram) = answer.value else {
            let stopped = outgrown(answer.stop, &answer.stats)?;
            return Ok((0, end(&stopped, None)));
        };
        let seed = self.seed.unwrap_or(0);
        let sampled = draw(&diagram, seed, most, interrupt, |tiling| {
            printer.write(case, tiling, caption(case))
        })?;
        if !sampled.any {
            self.report_none(case, interrupt);
            return Ok((0, Outcome::NoSolution));
        }
        Ok((sampled.drawn, end(&sampled, None)))
    }
}

/// What stands below a picture: the name of the board.
fn caption(case: &Case) -> Option<String> {
    Some(case.name.clone()).filter(|name| !name.is_empty())
}
