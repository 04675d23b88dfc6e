//! Pictures on pages, and the file that an answer is written to.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use quadrille::draw::Sheet;

use super::limits::positive;
use super::message;
use super::outcome::Failure;
use super::output::Stream;

/// A document that holds all pictures of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Document {
    Svg,
    Html,
}

/// Where an answer is written.
#[derive(Args)]
pub(super) struct OutputArguments {
    /// Write to FILE instead of standard output. Without an answer, FILE stays unchanged
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Where pictures are written, and how on pages.
#[derive(Args)]
pub(super) struct PageArguments {
    #[command(flatten)]
    pub(super) output: OutputArguments,

    /// Put N pictures on a page (svg and html) [default: by their size]
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    per_page: Option<u64>,

    /// The title above the pictures (svg and html)
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

impl OutputArguments {
    /// Whether the answer goes to standard output.
    pub(super) fn prints(&self) -> bool {
        self.output.is_none()
    }

    /// The document that the name of the file asks for.
    pub(super) fn document(&self) -> Option<Document> {
        let extension = self.output.as_ref()?.extension()?;
        match &*extension.to_str()?.to_ascii_lowercase() {
            "svg" => Some(Document::Svg),
            "html" | "htm" => Some(Document::Html),
            _ => None,
        }
    }

    /// Rejects an input file as the output: it would be lost, and may still be read.
    pub(super) fn check(&self, input: Option<&Path>) -> Result<(), Failure> {
        let real = |path: Option<&Path>| path.and_then(|path| fs::canonicalize(path).ok());
        let input = real(input);
        if input.is_some() && input == real(self.output.as_deref()) {
            return Err(Failure::Usage {
                what: "the output file is the input file",
                help: Some("give '-o' another file"),
            });
        }
        Ok(())
    }

    /// Opens the output, which must not be the input.
    pub(super) fn open(&self, input: Option<&Path>) -> Result<Stream, Failure> {
        self.check(input)?;
        match &self.output {
            Some(path) => Stream::file(path),
            None => Ok(Stream::stdout()),
        }
    }

    /// Reports that nothing was written, if the answer was meant for a file.
    pub(super) fn note_unwritten(&self) {
        if let Some(path) = &self.output {
            message::note(
                format_args!("nothing was written to {}", path.display()),
                None,
            );
        }
    }
}

impl PageArguments {
    /// Checks that flags about pages come with a format that has pages.
    pub(super) fn check(&self, document: Option<Document>) -> Result<(), Failure> {
        match document {
            None if self.per_page.is_some() || self.title.is_some() => Err(Failure::Usage {
                what: "'--per-page' and '--title' are about pages of pictures",
                help: Some("add '--format svg' or '--format html'"),
            }),
            _ => Ok(()),
        }
    }

    /// A sheet for one document, with a title for HTML if there is no other.
    pub(super) fn sheet(&self, document: Document, title: &str) -> Sheet {
        let mut sheet = Sheet::new(match (&self.title, document) {
            (Some(title), _) => title,
            (None, Document::Html) => title,
            (None, Document::Svg) => "",
        });
        if let Some(count) = self.per_page {
            sheet.per_page(usize::try_from(count).unwrap_or(usize::MAX));
        }
        sheet
    }
}

impl Document {
    /// Writes the pictures of a sheet; nothing if there are none.
    pub(super) fn write(self, sheet: &Sheet, output: &mut impl Write) -> io::Result<()> {
        let text = match self {
            _ if sheet.is_empty() => return Ok(()),
            Self::Svg => sheet.to_svg(),
            Self::Html => sheet.to_html(),
        };
        output.write_all(text.as_bytes())
    }
}
