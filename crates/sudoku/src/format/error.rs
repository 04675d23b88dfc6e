//! Why a text is not a puzzle.

use std::ops::Range;

use super::kind::PuzzleFormat;
use crate::rule::RuleReason;
use crate::shape::ShapeReason;
use quadrille_core::shared::Source;
use quadrille_core::text::shorten;

/// An invalid puzzle: where it is wrong, what is wrong, and the likely fix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", shorten(&reason.to_string()))]
#[non_exhaustive]
pub struct PuzzleError {
    /// The bytes of the text that are wrong; empty if that is not known.
    pub span: Range<usize>,
    /// What is wrong there.
    pub reason: PuzzleReason,
}

/// What is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message of each explains its fields")]
pub enum PuzzleReason {
    /// The text is not in this format at all.
    #[error("not {format}: {why}")]
    Format { format: &'static str, why: String },
    /// No rule has this name.
    #[error("unknown rule {name:?}")]
    UnknownRule { name: String, near: Option<String> },
    /// A rule that this program does not have.
    #[error("the rule {name:?} is not supported")]
    Unsupported { name: String },
    /// A rule for the whole board where only rules about cells can stand.
    #[error("{name} cannot stand inside .Or, .And or .Replicate")]
    InGroup { name: String },
    /// A key that this format does not have.
    #[error("unknown key {key:?}{}", place.as_ref().map(|place| format!(" in {place}")).unwrap_or_default())]
    UnknownKey {
        key: String,
        place: Option<String>,
        near: Option<String>,
        /// The known keys, if they are few enough to list.
        known: Option<String>,
    },
    /// An object with the key `board`, such as an answer of this program, which may hold several
    /// boards.
    #[error("an object with the key \"board\" is not a puzzle")]
    Answer,
    /// A key that must be there is missing.
    #[error("no {key:?}{}", place.as_ref().map(|place| format!(" in {place}")).unwrap_or_default())]
    MissingKey {
        key: &'static str,
        place: Option<String>,
    },
    /// A link that has only the name of a puzzle.
    #[error("the link has no puzzle, only the name {name:?} under which a website keeps one")]
    Remote { name: String },
    /// A link that names rules, but holds only cells.
    #[error("the address names rules ({name}), but holds only cells")]
    NamedRules { name: String },
    /// A line of links with more than one board.
    #[error("the line has two boards")]
    TwoBoards,
    /// A cell was expected, and the text names none of this board.
    #[error("{rule}: {text:?} is not a cell of the board, expected {first} to {last}")]
    Cell {
        rule: String,
        text: String,
        first: String,
        last: String,
    },
    /// Something else was expected here: a number, a pattern, a list.
    #[error("{rule}: {}", argument(text, expected))]
    Argument {
        rule: String,
        text: String,
        expected: String,
    },
    /// Something after all that a rule needs.
    #[error("{rule}: unexpected argument {text:?}")]
    Extra { rule: String, text: String },
    /// A rule that does not fit the board.
    #[error("{rule}: {reason}")]
    Rule { rule: String, reason: RuleReason },
    /// The size or the regions of the board make no sense.
    #[error("{0}")]
    Shape(ShapeReason),
    /// A rule of the puzzle that the format cannot say.
    #[error("{format} has no way to write {rule}")]
    Unwritable { format: &'static str, rule: String },
}

/// What only a picture can say.
pub(super) const OVERLAPPING: &str = "boards that overlap";

/// What a text of an unknown format is not.
pub(super) const UNKNOWN: &str = "a puzzle";
/// What links are called.
pub(super) const LINK: &str = "a link to a puzzle";

/// What is wrong with an argument, or with a value of JSON.
fn argument(text: &str, expected: &str) -> String {
    match text {
        "" => format!("expected {expected}"),
        list if list.starts_with("a list") => format!("expected {expected}, found {list}"),
        "an object" | "null" | "an empty cell" => format!("expected {expected}, found {text}"),
        _ => format!("{text:?} is not {expected}"),
    }
}

impl PuzzleReason {
    /// What is wrong with an argument of a rule; an empty text is one that is missing.
    pub(super) fn argument(
        rule: impl Into<String>,
        text: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        let (rule, text, expected) = (rule.into(), text.into(), expected.into());
        Self::Argument {
            rule,
            text,
            expected,
        }
    }

    /// Returns the likely fix, if there is one.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            PuzzleReason::Shape(reason) => reason.help(),
            PuzzleReason::Unsupported { .. } => Some(
                "this kind of rule cannot be solved here; docs/variants.md lists those that can"
                    .to_owned(),
            ),
            PuzzleReason::Unwritable { rule, .. } if rule == OVERLAPPING => {
                Some("the format pretty draws such boards, and is read again".to_owned())
            }
            PuzzleReason::Unwritable { .. } => {
                Some("the format puzzle can hold the rules of all puzzles".to_owned())
            }
            PuzzleReason::UnknownKey {
                near: None,
                known: Some(known),
                ..
            } => Some(format!("use these keys: {known}")),
            PuzzleReason::UnknownRule { near, .. } | PuzzleReason::UnknownKey { near, .. } => {
                Some(match near {
                    Some(near) => format!("did you mean {near:?}?"),
                    None => "docs/variants.md lists the rules and how each format writes them".to_owned(),
                })
            }
            PuzzleReason::Answer => Some(
                "give a line of cells, or a puzzle with \"givens\"; quadrille writes them with '--format line' \
                 and '--format puzzle'"
                    .to_owned(),
            ),
            PuzzleReason::Format { format, .. } if *format == LINK => Some(
                "copy the whole link again, or export the puzzle as JSON, or paste its cells".to_owned(),
            ),
            PuzzleReason::Rule {
                reason: RuleReason::TooMany { .. },
                ..
            } => Some("leave out cells, or use a sum, whose cells may be equal".to_owned()),
            PuzzleReason::Remote { .. } => Some(
                "open the link in a browser, and export the puzzle itself: as f-puzzles link or JSON"
                    .to_owned(),
            ),
            PuzzleReason::NamedRules { .. } => Some(
                "paste the rules with the cells, for example as f-puzzles JSON or ISS text".to_owned(),
            ),
            PuzzleReason::TwoBoards => {
                Some("write each board on a line of its own, or paste the cells of one".to_owned())
            }
            _ => None,
        }
    }

    /// What is wrong with a piece of a text that is not in a format.
    pub(super) fn not_in(
        format: &'static str,
        why: impl Into<String>,
        (text, piece): (&str, &str),
    ) -> PuzzleError {
        let (why, start) = (why.into(), Source::new(text).offset(piece));
        Self::Format { format, why }.at(start..start + piece.len())
    }

    /// What is wrong with a link, which has no places that mean anything.
    pub(super) fn bad_link(why: impl Into<String>) -> PuzzleError {
        let (format, why) = (LINK, why.into());
        Self::Format { format, why }.at(0..0)
    }

    /// What a format has no way to write, which is at no place of a text.
    pub(super) fn unwritable(format: PuzzleFormat, rule: String) -> PuzzleError {
        let format = format.title();
        Self::Unwritable { format, rule }.at(0..0)
    }

    /// The error at a place of the text.
    pub(super) fn at(self, span: Range<usize>) -> PuzzleError {
        PuzzleError { span, reason: self }
    }
}

impl From<ShapeReason> for PuzzleReason {
    fn from(reason: ShapeReason) -> Self {
        Self::Shape(reason)
    }
}
