//! The keys of f-puzzles.

use crate::rule::RuleKind;
use crate::shape::Rule;

/// A key whose elements are rules of one kind, for reading and writing.
pub(super) struct Row {
    pub(super) key: &'static str,
    pub(super) kind: RuleKind,
    pub(super) layout: Layout,
}

/// What an element of a key is.
#[derive(Clone, Copy)]
pub(super) enum Layout {
    /// A rule for each line: `{lines, value}`.
    Lines,
    /// A rule on a set of cells: `{cells, value}`.
    Cells,
    /// A single cell, which is a part of one rule: `{cell}`.
    Single,
    /// A number outside the board: `{cell, value}`.
    Outside,
}

const fn row(key: &'static str, kind: RuleKind, layout: Layout) -> Row {
    Row { key, kind, layout }
}

/// The keys of one kind and one layout. No two have the same kind.
pub(super) const RULES: &[Row] = &[
    row("thermometer", RuleKind::Thermometer, Layout::Lines),
    row("slowthermometer", RuleKind::SlowThermometer, Layout::Lines),
    row("palindrome", RuleKind::Palindrome, Layout::Lines),
    row("renban", RuleKind::Renban, Layout::Lines),
    row("whispers", RuleKind::Whispers, Layout::Lines),
    row("regionsumline", RuleKind::RegionSum, Layout::Lines),
    row("betweenline", RuleKind::Between, Layout::Lines),
    row("lockout", RuleKind::Lockout, Layout::Lines),
    row("entropicline", RuleKind::Entropic, Layout::Lines),
    row("modularline", RuleKind::Modular, Layout::Lines),
    row("nabner", RuleKind::Nabner, Layout::Lines),
    row("doublearrow", RuleKind::DoubleArrow, Layout::Lines),
    row("zipperline", RuleKind::Zipper, Layout::Lines),
    row("killercage", RuleKind::Cage, Layout::Cells),
    row("extraregion", RuleKind::AllDifferent, Layout::Cells),
    row("difference", RuleKind::Difference, Layout::Cells),
    row("ratio", RuleKind::Ratio, Layout::Cells),
    row("rowindexer", RuleKind::RowIndex, Layout::Cells),
    row("columnindexer", RuleKind::ColumnIndex, Layout::Cells),
    row("boxindexer", RuleKind::BoxIndex, Layout::Cells),
    row("odd", RuleKind::Odd, Layout::Single),
    row("even", RuleKind::Even, Layout::Single),
    row("minimum", RuleKind::Minimum, Layout::Single),
    row("maximum", RuleKind::Maximum, Layout::Single),
    row("sandwichsum", RuleKind::Sandwich, Layout::Outside),
    row("xsum", RuleKind::XSum, Layout::Outside),
    row("skyscraper", RuleKind::Skyscraper, Layout::Outside),
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
    let flags = FLAGS.iter().map(|flag| flag.0);
    let others = OTHERS.iter().copied();
    let rules = RULES.iter().map(|row| row.key);
    rules.chain(flags).chain(others)
}
