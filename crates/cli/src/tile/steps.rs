//! `--steps`: how a person would find the tiling.

use std::io::Write;

use quadrille_core::{Assumptions, Budget};
use quadrille_draw::Picture;
use quadrille_report::{Report, Stepped, TilingWords, write_json};
use quadrille_tile::Packing;

use super::arguments::{Format, Tile};
use super::input::{Case, Input};
use crate::end::end;
use crate::interrupt::Interrupt;
use crate::message;
use crate::outcome::{Failure, Outcome};
use crate::output::Stream;
use crate::pages::Document;
use crate::solutions::{MOST_PICTURES, Pictures};
use crate::steps;

/// Where the steps go: lines with a picture of the board at the end, objects, or a picture of each
/// step.
enum Printer {
    Lines(Stream),
    Objects(Stream),
    Pictures(Box<Pictures>, u64),
}

impl Tile {
    /// Prints the steps that solve each board.
    pub(super) fn print_steps(
        &self,
        input: &Input,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        let (document, pages) = (self.output.document(), &self.output.pages);
        let mut printer = match self.output.format() {
            Format::Pretty => Printer::Lines(self.open()?),
            Format::Json => Printer::Objects(self.open()?),
            Format::Svg | Format::Html => {
                let sheet = pages.sheet(document.unwrap_or(Document::Svg), "Steps");
                let pictures = Pictures::new(self.open()?, document, sheet);
                Printer::Pictures(Box::new(pictures), 0)
            }
        };
        let mut outcome = input.outcome;
        for (number, case) in input.cases.iter().enumerate() {
            if let Printer::Lines(stream) = &mut printer {
                let break_before = if number > 0 { "\n" } else { "" };
                let name = match &*case.name {
                    "" => String::new(),
                    name => format!("{name}:\n"),
                };
                write!(stream, "{break_before}{name}").map_err(Failure::Write)?;
            }
            let is_only = input.cases.len() == 1;
            let ended = self.print_steps_of(case, is_only, &mut printer, interrupt)?;
            outcome = outcome.max(ended);
            if ended == Outcome::Interrupted || printer.is_full() {
                break;
            }
        }
        if printer.is_full() {
            message::note(format_args!(
                "one document holds at most {MOST_PICTURES} pictures"
            ));
        }
        interrupt.print();
        let is_empty = matches!(printer, Printer::Pictures(_, 0));
        printer.end()?;
        if is_empty && self.output.svg.is_none() {
            pages.output.note_unwritten();
        }
        Ok(outcome)
    }

    fn print_steps_of(
        &self,
        case: &Case,
        is_only: bool,
        printer: &mut Printer,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        let packing = &case.packing;
        if matches!(printer, Printer::Pictures(..)) && !packing.is_drawable() {
            return Err(Failure::usage(
                "the board has too many rows and columns to draw",
                "use '--format json'",
            ));
        }
        let words = TilingWords {
            board: &case.name,
            packing,
        };
        let techniques = &self.question.techniques;
        let mut stepped = Stepped::new(words, techniques.is_empty());
        let obstacle = self.obstacle(case, interrupt);
        if obstacle.is_some() {
            stepped = stepped.without_solution();
        } else {
            let budget = Budget::start(&self.bounds.limits.question(interrupt));
            let search = steps::search(packing.problem(), &Assumptions::new(), techniques, &budget);
            let mut number = 0;
            stepped.take(search, &budget, |step, text, chosen| {
                number += 1;
                printer.draw(packing, || {
                    let picture = packing.step_picture(chosen, step);
                    (picture, format!("{number}. {text}"))
                })
            })?;
        }
        match printer {
            Printer::Objects(stream) => write_json(&stepped, stream).map_err(Failure::Write)?,
            Printer::Lines(stream) if obstacle.is_none() => {
                stepped.write_text(stream)?;
                if !stepped.chosen().is_empty() && packing.is_drawable() {
                    let picture = if stepped.is_solved() {
                        packing.picture(&stepped.chosen().iter().copied().collect())
                    } else {
                        packing.picture_so_far(stepped.chosen())
                    };
                    let text = picture.to_text(stream.colours());
                    stream.write_all(text.as_bytes()).map_err(Failure::Write)?;
                }
            }
            Printer::Lines(_) => {}
            Printer::Pictures(..) => {
                if let Some(line) = stepped.last_line().filter(|_| obstacle.is_none()) {
                    printer.draw(packing, || (packing.picture_so_far(stepped.chosen()), line))?;
                }
            }
        }
        let Some(obstacle) = obstacle else {
            return Ok(end(&stepped, None));
        };
        self.report_obstacle(case, is_only, &obstacle, interrupt);
        Ok(Outcome::NoSolution)
    }
}

impl Printer {
    /// Draws a picture with a sentence below it, if the answer consists of pictures and there is
    /// room. Where there can be no text below the cells, the begin of the sentence is the caption.
    fn draw(
        &mut self,
        packing: &Packing,
        drawn: impl FnOnce() -> (Picture, String),
    ) -> Result<(), Failure> {
        match self {
            Self::Pictures(pictures, drawn_before) if *drawn_before < MOST_PICTURES => {
                *drawn_before += 1;
                let (mut picture, text) = drawn();
                let caption = if packing.has_squares() {
                    picture.paragraph(text);
                    String::new()
                } else {
                    text.split(':').next().unwrap_or_default().to_owned()
                };
                pictures.write(picture, Some(caption))
            }
            _ => Ok(()),
        }
    }

    fn is_full(&self) -> bool {
        matches!(self, Self::Pictures(_, drawn) if *drawn >= MOST_PICTURES)
    }

    fn end(self) -> Result<(), Failure> {
        let mut stream = match self {
            Self::Lines(stream) | Self::Objects(stream) => stream,
            Self::Pictures(pictures, _) => pictures.end()?,
        };
        stream.flush().map_err(Failure::Write)
    }
}
