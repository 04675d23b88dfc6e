//! The keys of f-puzzles.

use crate::format::table::{Flag, Row, row};
use crate::rule::RuleKind as K;
use crate::shape::Rule;

/// What an element of a key is.
#[derive(Clone, Copy)]
pub(super) enum Layout {
    /// A rule for each line.
    Lines,
    /// A rule on a set of cells.
    Cells,
    /// A rule about two neighbours.
    Dots,
    /// `X` or `V` between two neighbours.
    Letter,
    /// A single cell, which is a part of one rule.
    Single,
    /// A number outside the board, for a row or column.
    Outside,
    /// A number outside the board, for a diagonal.
    Diagonal,
    /// A circle or a pill, and lines from it.
    Arrow,
    /// Four cells around a point, and values.
    Square,
    /// Cells, and the cells that repeat them.
    Copies,
}

impl Layout {
    /// The keys of an element.
    pub(super) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Lines => &["lines", "value"],
            Self::Cells | Self::Dots | Self::Letter => &["cells", "value"],
            Self::Single => &["cell"],
            Self::Outside => &["cell", "value"],
            // The cells follow from the place and the direction.
            Self::Diagonal => &["cell", "direction", "value", "cells"],
            Self::Arrow => &["cells", "lines"],
            Self::Square => &["cells", "values"],
            Self::Copies => &["cells", "cloneCells"],
        }
    }
}

/// The keys of rules about cells.
pub(super) const RULES: &[Row<Layout>] = &[
    row("thermometer", K::Thermometer, Layout::Lines),
    row("slowthermometer", K::SlowThermometer, Layout::Lines),
    row("palindrome", K::Palindrome, Layout::Lines),
    row("renban", K::Renban, Layout::Lines),
    row("whispers", K::Whispers, Layout::Lines),
    row("regionsumline", K::RegionSum, Layout::Lines),
    row("betweenline", K::Between, Layout::Lines),
    row("lockout", K::Lockout, Layout::Lines),
    row("entropicline", K::Entropic, Layout::Lines),
    row("modularline", K::Modular, Layout::Lines),
    row("nabner", K::Nabner, Layout::Lines),
    row("doublearrow", K::DoubleArrow, Layout::Lines),
    row("zipperline", K::Zipper, Layout::Lines),
    row("arrow", K::Arrow, Layout::Arrow),
    row("arrow", K::PillArrow, Layout::Arrow),
    row("killercage", K::Cage, Layout::Cells),
    row("extraregion", K::AllDifferent, Layout::Cells),
    row("clone", K::Clone, Layout::Copies),
    row("quadruple", K::Quadruple, Layout::Square),
    row("difference", K::Difference, Layout::Dots),
    row("ratio", K::Ratio, Layout::Dots),
    row("xv", K::PairSum, Layout::Letter),
    row("rowindexer", K::RowIndex, Layout::Cells),
    row("columnindexer", K::ColumnIndex, Layout::Cells),
    row("boxindexer", K::BoxIndex, Layout::Cells),
    row("odd", K::Odd, Layout::Single),
    row("even", K::Even, Layout::Single),
    row("minimum", K::Minimum, Layout::Single),
    row("maximum", K::Maximum, Layout::Single),
    row("sandwichsum", K::Sandwich, Layout::Outside),
    row("xsum", K::XSum, Layout::Outside),
    row("skyscraper", K::Skyscraper, Layout::Outside),
    row("littlekillersum", K::LittleKiller, Layout::Diagonal),
];

/// Rules for the whole board: `true`. `nonconsecutive` is not among them.
pub(super) const FLAGS: &[Flag] = &[
    ("antiknight", Rule::AntiKnight),
    ("antiking", Rule::AntiKing),
    ("disjointgroups", Rule::Disjoint),
    ("diagonal-", Rule::Falling),
    ("diagonal+", Rule::Rising),
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
];

/// Words under `negative`: no neighbours without a dot or letter are as if they had one.
pub(super) const NEGATIVE: &[Flag] = &[
    ("xv", Rule::StrictXv),
    ("ratio", Rule::StrictBlack),
    ("difference", Rule::StrictWhite),
];

/// Keys without a meaning for a solver, which are ignored: texts about the puzzle, and what
/// websites do with it.
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
    let rules = RULES.iter().map(|row| row.name);
    rules.chain(flags).chain(others)
}
