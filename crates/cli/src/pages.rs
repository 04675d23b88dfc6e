//! Pictures on pages, and the file that an answer is written to.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use quadrille_draw::Sheet;

use super::help::OUTPUT;
use super::limits::positive;
use super::message;
use super::outcome::Failure;
use super::output::{Stream, is_same};

/// A format that the name of a file asks for.
#[derive(PartialEq, Eq)]
pub(super) enum Named {
    Json,
    Document(Document),
}

/// A document that holds all pictures of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Document {
    Svg,
    Html,
}

/// Files that people ask for and that are not written.
pub(super) const IMAGES: [&str; 7] = ["pdf", "png", "jpg", "jpeg", "gif", "docx", "odt"];

/// Where an answer is written.
#[derive(Args)]
pub(super) struct OutputArguments {
    /// Write to FILE instead of standard output
    ///
    /// If there is nothing to write, FILE stays unchanged.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    output: Option<PathBuf>,
}

/// Where pictures are written, and how on pages.
#[derive(Args)]
pub(super) struct PageArguments {
    #[command(flatten)]
    pub(super) output: OutputArguments,

    /// Put N pictures on a page (svg and html) [default: depends on their size]
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true, hide_short_help = true, help_heading = OUTPUT)]
    per_page: Option<u64>,

    /// The title above the pictures (svg and html)
    #[arg(long, value_name = "TEXT", hide_short_help = true, help_heading = OUTPUT)]
    title: Option<String>,
}

impl OutputArguments {
    /// Whether the answer goes to standard output.
    pub(super) fn prints(&self) -> bool {
        self.output.is_none()
    }

    /// The format that the name of the file asks for.
    pub(super) fn named(&self) -> Option<Named> {
        match &*self.extension()? {
            "json" => Some(Named::Json),
            "svg" => Some(Named::Document(Document::Svg)),
            "html" | "htm" => Some(Named::Document(Document::Html)),
            _ => None,
        }
    }

    /// Rejects the name of a file of pictures, for a command that draws none. `help` says what
    /// does.
    pub(super) fn check_no_pictures(&self, help: &str) -> Result<(), Failure> {
        let Some(Named::Document(document)) = self.named() else {
            return Ok(());
        };
        let kind = match document {
            Document::Svg => "SVG",
            Document::Html => "HTML",
        };
        Err(Failure::usage(
            format!("no pictures are drawn here, and the name of the file asks for {kind}"),
            help.to_owned(),
        ))
    }

    fn extension(&self) -> Option<String> {
        let extension = self.output.as_ref()?.extension()?;
        Some(extension.to_str()?.to_ascii_lowercase())
    }

    /// Rejects a format that is not written; and an input file as the output: it would be lost, and
    /// may still be read.
    pub(super) fn check(&self, input: Option<&Path>) -> Result<(), Failure> {
        let is_image = |extension: &String| IMAGES.contains(&&**extension);
        if let Some(extension) = self.extension().filter(is_image) {
            return Err(Failure::usage(
                format!("cannot write {}", extension.to_ascii_uppercase()),
                "write .html, and print it from a browser",
            ));
        }
        if input.is_some_and(|input| self.is_output(input)) {
            return Err(Failure::usage(
                "the output file is the input file",
                "give '-o' another file",
            ));
        }
        Ok(())
    }

    /// The file, if there is one.
    pub(super) fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Whether the answer goes to this file.
    fn is_output(&self, path: &Path) -> bool {
        self.path().is_some_and(|output| is_same(output, path))
    }

    /// Returns the file, which must not be the input or the ledger.
    pub(super) fn file(&self, input: Option<&Path>, ledger: &Path) -> Result<&Path, Failure> {
        self.check(input)?;
        match &self.output {
            Some(path) if !self.is_output(ledger) => Ok(path),
            _ => Err(Failure::usage(
                "the output file is the ledger",
                "give '-o' another file",
            )),
        }
    }

    /// Opens the output, which must not be the input.
    pub(super) fn open(&self, input: Option<&Path>) -> Result<Stream, Failure> {
        self.check(input)?;
        match &self.output {
            Some(path) => Stream::file(path),
            None => Ok(Stream::stdout()),
        }
    }

    /// Opens the output of a command that draws nothing.
    pub(super) fn open_without_pictures(&self, input: Option<&Path>) -> Result<Stream, Failure> {
        self.check_no_pictures("'quadrille solve -o' draws solutions; name another file here")?;
        self.open(input)
    }

    /// Reports that nothing was written, if the answer was meant for a file.
    pub(super) fn note_unwritten(&self) {
        if let Some(path) = &self.output {
            message::note(format_args!("nothing was written to {}", path.display()));
        }
    }
}

impl PageArguments {
    /// Checks that flags about pages, and a name of a file of pictures, come with a format that has
    /// pages.
    pub(super) fn check(&self, document: Option<Document>) -> Result<(), Failure> {
        if document.is_none() {
            self.output
                .check_no_pictures("give '-o' a name with another ending")?;
        }
        let flags = [
            (self.per_page.is_some(), "--per-page"),
            (self.title.is_some(), "--title"),
        ];
        match flags.into_iter().find(|(is_given, _)| *is_given) {
            Some((_, flag)) if document.is_none() => Err(needs_pages(flag)),
            _ => Ok(()),
        }
    }

    /// Whether the user chose the number of pictures on a page.
    pub(super) fn chooses_per_page(&self) -> bool {
        self.per_page.is_some()
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

/// The failure of a flag that only documents understand.
pub(super) fn needs_pages(flag: &str) -> Failure {
    Failure::usage(
        format!("'{flag}' is for pages of pictures only"),
        "add '-o FILE.html', '--format html' or '--format svg'",
    )
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
