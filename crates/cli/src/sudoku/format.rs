//! The formats in which boards, and what is found out about them, are written.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use quadrille_sudoku::PuzzleFormat;

use super::judge::Judge;
use crate::pages::Document;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Laid out as in the input; comments stay, except in 'dedup'
    Same,
    /// One line of characters, a dot for a blank; without comments
    Line,
    /// Lines of numbers, and a blank line between boards; without comments
    Grid,
    /// A picture for a terminal, in colour if the terminal shows colours
    Pretty,
    /// Pictures as one SVG document
    Svg,
    /// Pictures on pages to print, in one HTML file
    Html,
    /// One JSON object per line, with the board and the answer
    Json,
    /// The text of Interactive Sudoku Solver, with all rules: one puzzle a line
    Iss,
    /// The JSON of f-puzzles, with all rules that it has
    #[value(name = "f-puzzles")]
    FPuzzles,
    /// A link that opens the puzzle in f-puzzles
    Link,
    /// Our own JSON of puzzles, with all rules
    Puzzle,
    /// A link that opens the puzzle in penpa-edit
    Penpa,
    /// The library line of HoDoKu: a classic board and removed candidates
    Hodoku,
    /// The id of the puzzle in Solo of Simon Tatham's collection
    Tatham,
    /// The XML of OpenSudoku, one document a line
    #[value(name = "opensudoku")]
    OpenSudoku,
    /// One line of numbers with commas between them, nothing for a blank
    Csv,
    /// Words and numbers
    Text,
    /// The output that a judge expects
    #[value(skip)]
    Judge(Judge),
}

impl Format {
    /// Formats of boards.
    pub(super) const BOARDS: &'static [Self] = &[
        Self::Same,
        Self::Line,
        Self::Grid,
        Self::Pretty,
        Self::Svg,
        Self::Html,
        Self::Json,
        Self::Iss,
        Self::FPuzzles,
        Self::Link,
        Self::Puzzle,
        Self::Penpa,
        Self::Hodoku,
        Self::Tatham,
        Self::OpenSudoku,
        Self::Csv,
    ];
    /// Formats of boards that do not stand in the input.
    pub(super) const NEW: &'static [Self] = Self::BOARDS.split_at(1).1;
    /// Formats of boards that are kept or skipped.
    pub(super) const KEPT: &'static [Self] = &[Self::Same, Self::Json];
    /// Formats of answers about boards.
    pub(super) const WORDS: &'static [Self] = &[Self::Text, Self::Json];

    /// Returns a parser of some of the formats.
    pub(super) fn of(some: &'static [Self]) -> impl TypedValueParser<Value = Self> {
        let values = some.iter().filter_map(Self::to_possible_value);
        PossibleValuesParser::new(values).try_map(|name| Self::from_str(&name, false))
    }

    /// The format of puzzles with rules of their own, if it is one.
    pub(super) fn of_puzzle(self) -> Option<PuzzleFormat> {
        match self {
            Self::Iss => Some(PuzzleFormat::Iss),
            Self::FPuzzles => Some(PuzzleFormat::FPuzzles),
            Self::Link => Some(PuzzleFormat::Link),
            Self::Puzzle => Some(PuzzleFormat::Json),
            Self::Penpa => Some(PuzzleFormat::Penpa),
            Self::Hodoku => Some(PuzzleFormat::Hodoku),
            Self::Tatham => Some(PuzzleFormat::Tatham),
            Self::OpenSudoku => Some(PuzzleFormat::OpenSudoku),
            Self::Csv => Some(PuzzleFormat::Csv),
            _ => None,
        }
    }

    /// The document for all boards, if the format is one.
    pub(super) fn document(self) -> Option<Document> {
        match self {
            Self::Svg => Some(Document::Svg),
            Self::Html => Some(Document::Html),
            _ => None,
        }
    }
}
