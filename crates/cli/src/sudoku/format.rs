//! The formats in which boards, and what is found out about them, are written.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

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
    /// Words and numbers
    Text,
    /// The output that a judge expects
    #[value(skip)]
    Judge(Judge),
    /// A format of puzzles with rules of their own
    #[value(skip)]
    Puzzle(PuzzleFormat),
}

impl Format {
    /// Formats of boards that are kept or skipped.
    pub(super) const KEPT: &'static [Self] = &[Self::Same, Self::Json];
    /// Formats of answers about boards.
    pub(super) const WORDS: &'static [Self] = &[Self::Text, Self::Json];

    /// Formats of answers in words that have pictures, too.
    pub(super) const DRAWN: &'static [Self] = &[Self::Text, Self::Json, Self::Svg, Self::Html];

    /// Formats of boards. The first one is for boards that stand in the input.
    pub(super) fn boards() -> Vec<Self> {
        let mut all = vec![
            Self::Same,
            Self::Line,
            Self::Grid,
            Self::Pretty,
            Self::Svg,
            Self::Html,
            Self::Json,
        ];
        let puzzles = PuzzleFormat::ALL.iter().copied();
        let written = puzzles.filter(|format| format.writes().is_some());
        all.extend(written.map(Self::Puzzle));
        all
    }

    /// Returns a parser of some of the formats.
    pub(super) fn of(some: &[Self]) -> impl TypedValueParser<Value = Self> + use<> {
        let values = some.iter().filter_map(|format| match format {
            Self::Puzzle(puzzle) => Some(PossibleValue::new(puzzle.word()).help(puzzle.writes()?)),
            format => format.to_possible_value(),
        });
        PossibleValuesParser::new(values).try_map(|name| match PuzzleFormat::from_word(&name) {
            Some(format) => Ok(Self::Puzzle(format)),
            None => Self::from_str(&name, false),
        })
    }

    /// The format of puzzles with rules of their own, if it is one.
    pub(super) fn of_puzzle(self) -> Option<PuzzleFormat> {
        match self {
            Self::Puzzle(format) => Some(format),
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
