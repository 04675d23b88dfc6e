//! Solutions as the commands print them: in words, as JSON, or as pictures.

use std::io::Write;
use std::path::Path;

use clap::{Args, ValueEnum};
use quadrille_core::text::solutions::{Words, Writer};
use quadrille_core::{Costed, Decimal, Solution};
use quadrille_draw::{Picture, Sheet};
use quadrille_picture::Drawing;
use quadrille_units::SolutionFormat;

use super::help::OUTPUT;
use super::message;
use super::outcome::{Failure, Outcome};
use super::output::Stream;
use super::pages::{Document, Named, PageArguments};

/// The most pictures of solutions in one document. They wait in memory for its end.
pub(super) const MOST_PICTURES: u64 = 1000;

/// How solutions are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// One option per line as its items, and a blank line between solutions
    Text,
    /// One object per line; options are numbered from 0
    Json,
    /// Pictures for a terminal, if the items are named like cells (r1c2, 3,4, a1, ...)
    Pretty,
    /// Up to 1000 such pictures as one SVG document
    Svg,
    /// Up to 1000 such pictures as one HTML page to print
    Html,
}

/// How solutions are printed, and where to.
#[derive(Args)]
pub(super) struct SolutionArguments {
    /// How solutions are printed [default: text, or that of the -o file]
    ///
    /// By default the extension of the -o file decides: .json, .svg or .html.
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = OUTPUT)]
    format: Option<Format>,

    #[command(flatten)]
    pages: PageArguments,
}

/// Prints solutions one after the other.
pub(super) enum Printer<'a> {
    Words(Writer<'a, Stream>),
    Pictures(Box<Drawing<'a>>, Box<Pictures>),
}

/// Prints pictures, or collects them for a document.
pub(super) struct Pictures {
    output: Stream,
    written: u64,
    /// Without a document every picture is printed at once.
    document: Option<Document>,
    sheet: Sheet,
    /// The only picture has no caption. So the first is kept until there is a second one.
    first: Option<Picture>,
}

impl Format {
    fn document(self) -> Option<Document> {
        match self {
            Self::Svg => Some(Document::Svg),
            Self::Html => Some(Document::Html),
            Self::Text | Self::Json | Self::Pretty => None,
        }
    }
}

impl SolutionArguments {
    /// Whether the solutions go to standard output.
    pub(super) fn prints(&self) -> bool {
        self.pages.output.prints()
    }

    /// The file of the solutions, if there is one.
    pub(super) fn path(&self) -> Option<&Path> {
        self.pages.output.path()
    }

    /// The format that was asked for, or else that of the file.
    fn format(&self) -> Format {
        let named = self.pages.output.named().map(|named| match named {
            Named::Json => Format::Json,
            Named::Document(Document::Svg) => Format::Svg,
            Named::Document(Document::Html) => Format::Html,
        });
        self.format.or(named).unwrap_or(Format::Text)
    }

    /// Whether more lines may follow the solutions.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.format(), Format::Text | Format::Pretty)
    }

    /// Whether each solution is a line of JSON.
    pub(super) fn is_json(&self) -> bool {
        self.format() == Format::Json
    }

    /// Whether solutions are drawn.
    pub(super) fn is_drawn(&self) -> bool {
        !self.is_json() && self.format() != Format::Text
    }

    /// Whether all solutions are printed together, at the end.
    pub(super) fn is_document(&self) -> bool {
        self.format().document().is_some()
    }

    /// Returns the file of the solutions and their form, for a search that is saved in `ledger`.
    pub(super) fn file(
        &self,
        input: Option<&Path>,
        ledger: &Path,
    ) -> Result<(&Path, SolutionFormat), Failure> {
        let format = match self.format() {
            Format::Text => SolutionFormat::Text,
            Format::Json => SolutionFormat::Json,
            Format::Pretty | Format::Svg | Format::Html => {
                return Err(Failure::usage(
                    "pictures cannot be continued from a ledger",
                    "use '--format text' or '--format json'",
                ));
            }
        };
        self.pages.check(None)?;
        Ok((self.pages.output.file(input, ledger)?, format))
    }

    /// Returns how many solutions are printed if `wanted` are asked for: a document holds a limited
    /// number of pictures. 0 means all.
    pub(super) fn most(&self, wanted: u64) -> u64 {
        match (self.format().document(), wanted) {
            (None, _) => wanted,
            (Some(_), 1..=MOST_PICTURES) => wanted,
            (Some(_), _) => MOST_PICTURES,
        }
    }

    /// Ends a command that printed some of `wanted` solutions: reports why a document is cut, and
    /// that nothing was written to a file.
    pub(super) fn end(&self, wanted: u64, printed: u64, outcome: Outcome) -> Outcome {
        if printed == 0 {
            self.pages.output.note_unwritten();
        }
        if self.most(wanted) != wanted && printed == MOST_PICTURES {
            message::note_with(
                format_args!("one document holds at most {MOST_PICTURES} pictures"),
                "'--format pretty' draws any number of solutions",
            );
        }
        outcome
    }

    /// Opens the output, which must not be the input, and finds out how to draw the solutions if
    /// they are to be drawn.
    pub(super) fn printer<'a>(
        &self,
        words: impl Into<Words<'a>>,
        input: Option<&Path>,
    ) -> Result<Printer<'a>, Failure> {
        let (words, format) = (words.into(), self.format());
        let document = format.document();
        self.pages.check(document)?;
        let open = || self.pages.output.open(input);
        let drawing = match format {
            Format::Text => return Ok(Printer::Words(Writer::text(words, open()?))),
            Format::Json => return Ok(Printer::Words(Writer::json(words, open()?))),
            _ => Drawing::new(words).map_err(Failure::Drawing)?,
        };
        let sheet = self
            .pages
            .sheet(document.unwrap_or(Document::Svg), "Solutions");
        let pictures = Pictures::new(open()?, document, sheet);
        Ok(Printer::Pictures(Box::new(drawing), Box::new(pictures)))
    }
}

impl Printer<'_> {
    /// Prints a solution, or keeps it for the document.
    pub(super) fn write(&mut self, solution: &Solution) -> Result<(), Failure> {
        match self {
            Self::Words(writer) => writer.write(solution).map_err(Failure::Write),
            Self::Pictures(drawing, pictures) => {
                let picture = drawing.picture(solution).map_err(Failure::Drawing)?;
                pictures.write(picture, None)
            }
        }
    }

    /// Prints a solution and its cost, which is that of `costed` with its decimals.
    pub(super) fn write_costed(&mut self, costed: &Costed, cost: Decimal) -> Result<(), Failure> {
        match self {
            Self::Words(writer) => writer.write_costed(costed).map_err(Failure::Write),
            Self::Pictures(drawing, pictures) => {
                let picture = drawing.picture(&costed.solution);
                let caption = format!("cost {cost}");
                pictures.write(picture.map_err(Failure::Drawing)?, Some(caption))
            }
        }
    }

    /// How many solutions were printed or kept.
    pub(super) fn written(&self) -> u64 {
        match self {
            Self::Words(writer) => writer.written(),
            Self::Pictures(_, pictures) => pictures.written,
        }
    }

    /// Prints what is left, and returns the output, flushed.
    pub(super) fn end(self) -> Result<Stream, Failure> {
        let mut output = match self {
            Self::Words(writer) => writer.into_inner(),
            Self::Pictures(_, pictures) => return pictures.end(),
        };
        output.flush().map_err(Failure::Write)?;
        Ok(output)
    }
}

impl Pictures {
    /// Begins to print pictures one by one, or to collect them on a sheet.
    pub(super) fn new(output: Stream, document: Option<Document>, sheet: Sheet) -> Self {
        Self {
            output,
            written: 0,
            document,
            sheet,
            first: None,
        }
    }

    /// Prints a picture, with a line below it if it has a caption, or keeps it. In a document,
    /// several pictures without a caption are numbered.
    pub(super) fn write(
        &mut self,
        picture: Picture,
        caption: Option<String>,
    ) -> Result<(), Failure> {
        self.written += 1;
        if self.document.is_none() {
            let text = picture.to_text(self.output.colours());
            let break_before = if self.written > 1 { "\n" } else { "" };
            let caption = caption.map(|caption| caption + "\n").unwrap_or_default();
            let text = format!("{break_before}{text}{caption}");
            return self
                .output
                .write_all(text.as_bytes())
                .map_err(Failure::Write);
        }
        match (caption, self.written) {
            (Some(caption), _) => {
                self.sheet.add(picture, caption);
            }
            (None, 1) => self.first = Some(picture),
            (None, number) => {
                if let Some(first) = self.first.take() {
                    self.sheet.add(first, "solution 1");
                }
                self.sheet.add(picture, format!("solution {number}"));
            }
        }
        Ok(())
    }

    /// Prints what is left, and returns the output, flushed.
    pub(super) fn end(mut self) -> Result<Stream, Failure> {
        if let Some(first) = self.first.take() {
            self.sheet.add(first, "");
        }
        if let Some(document) = self.document {
            let written = document.write(&self.sheet, &mut self.output);
            written.map_err(Failure::Write)?;
        }
        self.output.flush().map_err(Failure::Write)?;
        Ok(self.output)
    }
}
