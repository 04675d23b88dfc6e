//! A puzzle of any rules, as files hold it.

use super::kind::PuzzleFormat;
use crate::grid::Grid;
use crate::rule::named;
use crate::shape::{Rule, Shape};

/// A board with its rules, as one puzzle of a file: the shape has the rules, the board the givens
/// and the candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The cells and the rules.
    pub shape: Shape,
    /// The givens, and the candidates of other cells.
    pub board: Grid,
    /// The title, if the file has one.
    pub title: Option<String>,
    /// Who made the puzzle, if the file says so.
    pub author: Option<String>,
    /// The rules in words, if the file has them. They are kept, and never read as rules.
    pub ruleset: Option<String>,
    /// The solution, if the file has one.
    pub solution: Option<Grid>,
    /// What the file has and this puzzle has not, such as drawings that are no rules.
    pub notes: Vec<String>,
}

impl Puzzle {
    /// Returns a puzzle without a title.
    #[must_use]
    pub fn new(shape: Shape, board: Grid) -> Puzzle {
        Puzzle {
            shape,
            board,
            title: None,
            author: None,
            ruleset: None,
            solution: None,
            notes: Vec::new(),
        }
    }

    /// Returns what the puzzle has and a format has no place for, in words.
    #[must_use]
    pub fn left_out(&self, format: PuzzleFormat) -> Vec<&'static str> {
        use PuzzleFormat as F;
        let mut all = self.texts();
        all.extend(self.solution.is_some().then_some("the solution"));
        match format {
            F::FPuzzles | F::Link | F::Page | F::Json | F::SudokuPad => all.clear(),
            F::Penpa => all.retain(|part| *part == "the solution"),
            F::OpenSudoku => all.retain(|part| !["the title", "the author"].contains(part)),
            F::Iss | F::Hodoku | F::Tatham | F::Csv => {}
        }
        all
    }

    /// Returns the name of a rule in the texts about the puzzle that it surely does not have: it has
    /// no rules at all, or not this one for the whole board.
    #[must_use]
    pub fn missing_rule(&self) -> Option<&'static str> {
        let rules = [
            ("antiknight", Rule::AntiKnight),
            ("antiking", Rule::AntiKing),
            ("nonconsecutive", Rule::NonConsecutive),
        ];
        let is_plain = Shape::with_side(self.shape.side()).as_ref() == Some(&self.shape);
        let is_missing = |name: &&str| {
            let name = name.replace(['-', '_'], "");
            let lacks = |rule: &(&str, Rule)| !self.shape.rules().contains(&rule.1);
            is_plain || rules.iter().find(|rule| rule.0 == name).is_some_and(lacks)
        };
        let texts = [&self.title, &self.ruleset].into_iter().flatten();
        texts
            .filter_map(|text| named(text.as_bytes()))
            .find(is_missing)
    }

    /// Returns the names of the texts about the puzzle that it has.
    #[must_use]
    pub fn texts(&self) -> Vec<&'static str> {
        let names = ["the title", "the author", "the rules in words"];
        let texts = names.into_iter().zip(self.about());
        texts
            .filter_map(|(name, (_, text))| text.map(|_| name))
            .collect()
    }

    /// The texts about the puzzle, each with the key that JSON has for it.
    pub(super) fn about(&self) -> [(&'static str, Option<&str>); 3] {
        [
            ("title", self.title.as_deref()),
            ("author", self.author.as_deref()),
            ("ruleset", self.ruleset.as_deref()),
        ]
    }

    /// Returns the puzzle with another board, such as its solution.
    #[must_use]
    pub fn with_board(&self, board: Grid) -> Puzzle {
        Puzzle {
            board,
            ..self.clone()
        }
    }
}
