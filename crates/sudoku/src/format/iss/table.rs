//! The parts that say one rule about cells with one layout of arguments. Reading and writing walk
//! the same table; parts with more to say have code of their own in `rules` and `write_rules`.

use crate::rule::RuleKind as K;

/// A part, and the kind of its rule.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) kind: K,
    pub(super) layout: Layout,
}

/// What stands in the arguments of a part.
pub(super) enum Layout {
    /// Cells.
    Cells,
    /// Cells; a line with fewer than its kind needs says nothing.
    Line,
    /// A number, then cells.
    Number,
    /// A row or column, then a number at either end.
    Ends,
}

const fn row(name: &'static str, kind: K, layout: Layout) -> Row {
    Row { name, kind, layout }
}

/// No two rows have the same kind, so that writing finds the part which reading came from.
pub(super) const TABLE: &[Row] = &[
    row("AllDifferent", K::AllDifferent, Layout::Line),
    row("Thermo", K::Thermometer, Layout::Line),
    row("Renban", K::Renban, Layout::Line),
    row("Palindrome", K::Palindrome, Layout::Line),
    row("RegionSumLine", K::RegionSum, Layout::Line),
    row("Zipper", K::Zipper, Layout::Line),
    row("Between", K::Between, Layout::Line),
    row("Entropic", K::Entropic, Layout::Line),
    row("Arrow", K::Arrow, Layout::Cells),
    row("DoubleArrow", K::DoubleArrow, Layout::Cells),
    row("CountingCircles", K::CountingCircles, Layout::Cells),
    row("CountDistinct", K::CountDistinct, Layout::Cells),
    row("EqualityCage", K::EqualityCage, Layout::Cells),
    row("ValueIndexing", K::ValueIndex, Layout::Cells),
    row("SameValues", K::SameValues, Layout::Number),
    row("SumLine", K::SumLine, Layout::Number),
    row("Whisper", K::Whispers, Layout::Number),
    row("Lunchbox", K::Lunchbox, Layout::Number),
    row("RellikCage", K::RellikCage, Layout::Number),
    row("Lockout", K::Lockout, Layout::Number),
    row("Modular", K::Modular, Layout::Number),
    row("XSum", K::XSum, Layout::Ends),
    row("Skyscraper", K::Skyscraper, Layout::Ends),
    row("HiddenSkyscraper", K::HiddenSkyscraper, Layout::Ends),
    row("NumberedRoom", K::NumberedRoom, Layout::Ends),
];
