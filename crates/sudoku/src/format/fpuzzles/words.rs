//! The keys of f-puzzles.

use crate::rule::RuleKind;
use crate::shape::Rule;

/// Rules on lines: `{lines, value}`.
pub(super) const LINES: &[(&str, RuleKind)] = &[
    ("thermometer", RuleKind::Thermometer),
    ("slowthermometer", RuleKind::SlowThermometer),
    ("palindrome", RuleKind::Palindrome),
    ("renban", RuleKind::Renban),
    ("whispers", RuleKind::Whispers),
    ("regionsumline", RuleKind::RegionSum),
    ("betweenline", RuleKind::Between),
    ("lockout", RuleKind::Lockout),
    ("entropicline", RuleKind::Entropic),
    ("modularline", RuleKind::Modular),
    ("nabner", RuleKind::Nabner),
    ("doublearrow", RuleKind::DoubleArrow),
    ("zipperline", RuleKind::Zipper),
];

/// Rules on sets of cells: `{cells, value}`.
pub(super) const CELLS: &[(&str, RuleKind)] = &[
    ("killercage", RuleKind::Cage),
    ("extraregion", RuleKind::AllDifferent),
    ("difference", RuleKind::Difference),
    ("ratio", RuleKind::Ratio),
    ("rowindexer", RuleKind::RowIndex),
    ("columnindexer", RuleKind::ColumnIndex),
    ("boxindexer", RuleKind::BoxIndex),
];

/// Rules on single cells, which are one rule together: `{cell}`.
pub(super) const SINGLE: &[(&str, RuleKind)] = &[
    ("odd", RuleKind::Odd),
    ("even", RuleKind::Even),
    ("minimum", RuleKind::Minimum),
    ("maximum", RuleKind::Maximum),
];

/// Numbers outside the board: `{cell, value}`.
pub(super) const OUTSIDE: &[(&str, RuleKind)] = &[
    ("sandwichsum", RuleKind::Sandwich),
    ("xsum", RuleKind::XSum),
    ("skyscraper", RuleKind::Skyscraper),
];

/// Rules for the whole board: `true`. The diagonals and `nonconsecutive` are not among them.
pub(super) const FLAGS: &[(&str, Rule)] = &[
    ("antiknight", Rule::AntiKnight),
    ("antiking", Rule::AntiKing),
    ("disjointgroups", Rule::Disjoint),
];

/// The other keys that have a meaning.
pub(super) const OTHERS: &[&str] = &[
    "size",
    "title",
    "author",
    "ruleset",
    "rules",
    "grid",
    "solution",
    "negative",
    "nonconsecutive",
    DIAGONALS[0],
    DIAGONALS[1],
    "arrow",
    "littlekillersum",
    "xv",
    "quadruple",
    "clone",
];

/// The diagonal from the upper left, and that from the lower left.
pub(super) const DIAGONALS: [&str; 2] = ["diagonal-", "diagonal+"];

/// Keys without a meaning for a solver, which are ignored: texts about the puzzle, and what websites
/// do with it.
pub(super) const IGNORED: &[&str] = &[
    "rules",
    "metadata",
    "successMessage",
    "msgcorrect",
    "highlightConflicts",
    "disabledlogic",
    "truecandidatesoptions",
    "fogofwar",
    "foglight",
    "foglink",
    "triggereffect",
    "customstyle",
    "id",
];

/// Drawings. They have no meaning for a solver, but a person may read one into them, so the puzzle
/// gets a note.
pub(super) const DRAWN: &[&str] = &["text", "circle", "rectangle", "line", "cage"];

/// Keys of one rule that say how it looks.
pub(super) const LOOKS: &[&str] = &[
    "outlineC",
    "baseC",
    "fontC",
    "color",
    "size",
    "width",
    "height",
    "angle",
    "opacity",
    "style",
    "isNewConstraint",
    "fromConstraint",
];

/// Keys of one cell without a meaning for a solver: notes and colours.
pub(super) const NOTES: &[&str] = &[
    "centerPencilMarks",
    "cornerPencilMarks",
    "c",
    "cArray",
    "highlight",
    "parity",
    "hue",
    "outlineC",
];

/// All keys that have a meaning.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    let kinds = [LINES, CELLS, SINGLE, OUTSIDE].into_iter().flatten();
    let flags = FLAGS.iter().map(|flag| flag.0);
    let others = OTHERS.iter().copied();
    kinds.map(|kind| kind.0).chain(flags).chain(others)
}
