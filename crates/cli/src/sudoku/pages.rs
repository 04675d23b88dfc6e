//! Boards as pictures on pages: the flags, and the boards that wait for their document.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use quadrille_draw::{Drawing, Picture, Sheet};
use quadrille_sudoku::Shape;

use super::format::Format;
use crate::help::OUTPUT;
use crate::outcome::Failure;
use crate::pages::{Document, Named, OutputArguments, PageArguments, needs_pages};

/// The longest title, in characters. Longer ones are cut.
const LONGEST_TITLE: usize = 60;

/// The number of pictures of steps on a page, for boards of at most so many columns.
const STEPS: usize = 4;
const STEP_COLUMNS: usize = 10;

/// Where puzzles are written, and how on pages.
#[derive(Args)]
pub(super) struct PuzzlePageArguments {
    #[command(flatten)]
    pub(super) pages: PageArguments,

    /// Print the puzzles first, and their solutions on pages at the end (svg and html)
    #[arg(long, hide_short_help = true, help_heading = OUTPUT)]
    pub(super) solutions: bool,

    /// The caption below each board (svg and html) [default: title]
    #[arg(long, value_enum, value_name = "WHAT", hide_short_help = true, help_heading = OUTPUT)]
    captions: Option<Captions>,
}

/// What names a board on a page.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Captions {
    /// The title of the puzzle or the line above the board, or the seed and the difficulty of a new
    /// puzzle, or else a number
    #[default]
    Title,
    /// 1, 2, 3, ...
    Number,
    /// Nothing but notes such as 'no solution'
    None,
}

/// How boards are written, and where to.
pub(super) struct Target<'a> {
    pub(super) format: Format,
    pub(super) output: &'a OutputArguments,
    pub(super) pages: Option<Pages>,
}

/// Boards that wait for their document. They are drawn one by one, so that the time limit holds.
pub(super) struct Pages {
    document: Document,
    sheet: Sheet,
    /// Whether the solutions stand on pages of their own.
    pub(super) with_solutions: bool,
    captions: Captions,
    /// Whether the user chose the number of pictures on a page.
    is_per_page_chosen: bool,
    /// The columns of the widest board whose steps are drawn.
    widest_of_steps: usize,
    /// The last title in the input.
    title: Option<String>,
    puzzles: Vec<(Drawing, Caption)>,
    solved: Vec<(Drawing, Caption)>,
    /// The title and the number of the last board that was begun.
    board: Caption,
}

/// What stands below a board.
#[derive(Clone, Default)]
struct Caption {
    title: Option<String>,
    /// The number of the board, from 1.
    number: u64,
    /// What is known about the board, such as "no solution". It may be empty.
    note: String,
}

impl Caption {
    /// The name of one of `count` boards, and the note. By default, a single board has no number.
    fn text(&self, captions: Captions, count: u64) -> String {
        let number = self.number.to_string();
        let name = match captions {
            Captions::Title => self.title.clone().or(Some(number).filter(|_| count > 1)),
            Captions::Number => Some(number),
            Captions::None => None,
        };
        match (name, &*self.note) {
            (name, "") => name.unwrap_or_default(),
            (None, note) => note.to_owned(),
            (Some(name), note) => format!("{name}: {note}"),
        }
    }
}

impl<'a> Target<'a> {
    /// A format without pictures: that of the flag, or else of the file name, or else the usual
    /// one.
    pub(super) fn named(
        format: Option<Format>,
        usual: Format,
        output: &'a OutputArguments,
    ) -> Result<Self, Failure> {
        output.check_no_pictures("'quadrille sudoku show FILE -o' draws the boards")?;
        let named = output.named().map(|_| Format::Json);
        Ok(Self {
            format: format.or(named).unwrap_or(usual),
            output,
            pages: None,
        })
    }

    /// Boards in the format of the flag, or else of the file name, or else the usual one.
    pub(super) fn on_pages(
        format: Option<Format>,
        usual: Format,
        pages: &'a PageArguments,
    ) -> Result<Self, Failure> {
        let named = pages.output.named().map(|named| match named {
            Named::Json => Format::Json,
            Named::Document(Document::Svg) => Format::Svg,
            Named::Document(Document::Html) => Format::Html,
        });
        let format = format.or(named).unwrap_or(usual);
        let document = format.document();
        pages.check(document)?;
        Ok(Self {
            format,
            output: &pages.output,
            pages: document.map(|document| Pages::new(document, pages)),
        })
    }
}

impl PuzzlePageArguments {
    /// See [`Target::on_pages`].
    pub(super) fn target(
        &self,
        format: Option<Format>,
        usual: Format,
    ) -> Result<Target<'_>, Failure> {
        let mut target = Target::on_pages(format, usual, &self.pages)?;
        match &mut target.pages {
            Some(pages) => {
                pages.with_solutions = self.solutions;
                pages.captions = self.captions.unwrap_or_default();
            }
            None if self.captions.is_some() => return Err(needs_pages("--captions")),
            None if self.solutions => return Err(needs_pages("--solutions")),
            None => {}
        }
        Ok(target)
    }
}

impl Pages {
    fn new(document: Document, pages: &PageArguments) -> Self {
        Self {
            document,
            sheet: pages.sheet(document, "Sudoku"),
            with_solutions: false,
            captions: Captions::default(),
            is_per_page_chosen: pages.chooses_per_page(),
            widest_of_steps: 0,
            title: None,
            puzzles: Vec::new(),
            solved: Vec::new(),
            board: Caption::default(),
        }
    }

    /// Takes lines between boards. The last one with a letter or a digit that is not a comment is
    /// the title of the next board.
    pub(super) fn between(&mut self, lines: &[u8]) {
        let lines = String::from_utf8_lossy(lines);
        let lines = lines.lines().map(str::trim);
        let mut titles = lines
            .filter(|line| !line.starts_with('#') && line.contains(|c: char| c.is_alphanumeric()));
        if let Some(title) = titles.next_back() {
            self.title = Some(title.chars().take(LONGEST_TITLE).collect());
        }
    }

    /// Begins the next board.
    pub(super) fn begin(&mut self) {
        self.board = Caption {
            title: self.title.take(),
            number: self.board.number + 1,
            note: String::new(),
        };
    }

    /// Gives the current board a title.
    pub(super) fn entitle(&mut self, title: &str) {
        let title: String = title.trim().chars().take(LONGEST_TITLE).collect();
        self.board.title = Some(title).filter(|title| !title.is_empty());
    }

    /// Adds a picture of the current board, with a note, which may be empty.
    pub(super) fn puzzle(&mut self, picture: &Picture, note: impl Into<String>) {
        self.puzzles
            .push((picture.draw(), self.caption(note.into())));
    }

    /// Adds a picture of a step of a board of this shape, or of the end of its steps.
    pub(super) fn step(&mut self, picture: &Picture, shape: &Shape, note: &str) {
        self.widest_of_steps = self.widest_of_steps.max(shape.columns());
        self.puzzle(picture, note);
    }

    /// Adds a solution of the current board.
    pub(super) fn solution(&mut self, picture: &Picture, note: impl Into<String>) {
        let figure = (picture.draw(), self.caption(note.into()));
        if self.with_solutions {
            self.solved.push(figure);
        } else {
            self.puzzles.push(figure);
        }
    }

    fn caption(&self, note: String) -> Caption {
        Caption {
            note,
            ..self.board.clone()
        }
    }

    /// Writes the document.
    pub(super) fn write(mut self, output: &mut impl Write) -> io::Result<()> {
        let (captions, count) = (self.captions, self.board.number);
        // Small candidates must stay readable.
        if (1..=STEP_COLUMNS).contains(&self.widest_of_steps) && !self.is_per_page_chosen {
            self.sheet.per_page(STEPS);
        }
        for (drawing, caption) in self.puzzles {
            self.sheet.add(drawing, caption.text(captions, count));
        }
        if !self.solved.is_empty() {
            self.sheet.part("Solutions");
        }
        for (drawing, caption) in self.solved {
            self.sheet.add(drawing, caption.text(captions, count));
        }
        self.document.write(&self.sheet, output)
    }
}
