//! The parts of ISS text, and what they stand for. `rules` reads them, and `write_rules` writes
//! them.

use crate::format::table::{Flag, Row, row};
use crate::rule::RuleKind as K;
use crate::shape::Rule;

/// What stands in the arguments of a part.
#[derive(Clone, Copy)]
pub(super) enum Layout {
    /// Cells.
    Cells,
    /// Cells; a line with fewer than its kind needs says nothing.
    Line,
    /// A number, then cells.
    Number,
    /// A line, perhaps with a number before it.
    NumberOrLine,
    /// A sum, 0 for none, then cells.
    Cage,
    /// A number, then cells, then `LOOP` if the line is closed.
    Loop,
    /// The length of the pill, then cells.
    Pill,
    /// Cells; neighbours among them have this number.
    Dots(Option<i64>),
    /// A row or column, then a number at either end.
    Ends,
    /// A number, then a row or column.
    Whole,
    /// A sum, then the cell at the edge where a diagonal begins.
    Diagonal,
    /// `R` or `C`, then cells.
    Axis,
    /// A sum, perhaps with a factor for each cell, then cells.
    Factors,
    /// The upper left of four cells, then values.
    Square,
    /// Values, each at least as often as it is named, then cells.
    AtLeast,
    /// Values, each exactly as often as it is named, then cells.
    Exact,
    /// Digits, of each two a count and a value, then cells.
    Digits,
    /// Lists of cells.
    Lists,
    /// A key of pairs, then groups of cells.
    Pairs,
    /// The same, by the old key, which two letters have the other way round.
    OldPairs,
    /// A pattern, then groups of cells.
    Pattern,
    /// A state machine, then groups of cells.
    Machine,
}

/// The parts that say rules about cells.
pub(super) const TABLE: &[Row<Layout>] = &[
    row("AllDifferent", K::AllDifferent, Layout::Line),
    row("Thermo", K::Thermometer, Layout::Line),
    row("Renban", K::Renban, Layout::Line),
    row("Palindrome", K::Palindrome, Layout::Line),
    row("RegionSumLine", K::RegionSum, Layout::Line),
    row("Zipper", K::Zipper, Layout::Line),
    row("Between", K::Between, Layout::Line),
    row("Entropic", K::Entropic, Layout::Line),
    row("Arrow", K::Arrow, Layout::Cells),
    row("PillArrow", K::PillArrow, Layout::Pill),
    row("DoubleArrow", K::DoubleArrow, Layout::Cells),
    row("CountingCircles", K::CountingCircles, Layout::Cells),
    row("CountDistinct", K::CountDistinct, Layout::Cells),
    row("EqualityCage", K::EqualityCage, Layout::Cells),
    row("ValueIndexing", K::ValueIndex, Layout::Cells),
    row("Indexing", K::RowIndex, Layout::Axis),
    row("Indexing", K::ColumnIndex, Layout::Axis),
    row("Cage", K::Cage, Layout::Cage),
    row("SameValues", K::SameValues, Layout::Number),
    row("SumLine", K::SumLine, Layout::Loop),
    row("SumLine", K::SumLoop, Layout::Loop),
    row("Whisper", K::Whispers, Layout::NumberOrLine),
    row("Lunchbox", K::Lunchbox, Layout::Number),
    row("RellikCage", K::RellikCage, Layout::Number),
    row("Lockout", K::Lockout, Layout::Number),
    row("Modular", K::Modular, Layout::Number),
    row("Sum", K::Sum, Layout::Factors),
    row("EqualSum", K::EqualSums, Layout::Lists),
    row("GreaterThan", K::Greater, Layout::Dots(None)),
    row("WhiteDot", K::Difference, Layout::Dots(Some(1))),
    row("BlackDot", K::Ratio, Layout::Dots(Some(2))),
    row("X", K::PairSum, Layout::Dots(Some(10))),
    row("V", K::PairSum, Layout::Dots(Some(5))),
    row("Sandwich", K::Sandwich, Layout::Whole),
    row("LittleKiller", K::LittleKiller, Layout::Diagonal),
    row("XSum", K::XSum, Layout::Ends),
    row("Skyscraper", K::Skyscraper, Layout::Ends),
    row("HiddenSkyscraper", K::HiddenSkyscraper, Layout::Ends),
    row("NumberedRoom", K::NumberedRoom, Layout::Ends),
    row("FullRank", K::FullRank, Layout::Ends),
    row("FullRank", K::TiedRank, Layout::Ends),
    row("Quad", K::Quadruple, Layout::Square),
    row("ContainAtLeast", K::Quadruple, Layout::AtLeast),
    row("LookAndSay", K::Counts, Layout::Digits),
    row("ContainExact", K::Counts, Layout::Exact),
    row("Pair", K::Pairs, Layout::Pairs),
    row("PairX", K::AllPairs, Layout::Pairs),
    row("Binary", K::Pairs, Layout::OldPairs),
    row("BinaryX", K::AllPairs, Layout::OldPairs),
    row("Regex", K::Regex, Layout::Pattern),
    row("NFA", K::Machine, Layout::Machine),
];

/// The parts that say a rule for the whole board, without arguments.
pub(super) const FLAGS: &[Flag] = &[
    ("Windoku", Rule::Windows),
    ("DisjointSets", Rule::Disjoint),
    ("AntiKnight", Rule::AntiKnight),
    ("AntiKing", Rule::AntiKing),
    ("AntiConsecutive", Rule::NonConsecutive),
    ("AntiTaxicab", Rule::AntiTaxicab),
    ("GlobalEntropy", Rule::Entropy),
    ("StrictXV", Rule::StrictXv),
    ("RegionSameValues", Rule::SameValues),
    ("DutchFlatmates", Rule::Flatmates),
    ("Doppelganger", Rule::Doppelganger),
];

/// The parts with a meaning of their own.
const OTHERS: &[&str] = &[
    "And",
    "Diagonal",
    "End",
    "FullRankTies",
    "Given",
    "GlobalMod",
    "Jigsaw",
    "NoBoxes",
    "Or",
    "RegionSize",
    "Replicate",
    "SearchPriority",
    "Shape",
    "StrictKropki",
];

/// The names of rules that this program does not have, or how they begin.
pub(super) const UNSUPPORTED: &[&str] = &["Chaos", "Connected", "Var"];

/// The names of all parts that this program reads.
pub(super) fn known() -> impl Iterator<Item = &'static str> {
    let rows = TABLE.iter().map(|row| row.name);
    let flags = FLAGS.iter().map(|flag| flag.0);
    rows.chain(flags).chain(OTHERS.iter().copied())
}
