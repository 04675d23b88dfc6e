//! The parts of ISS text, and what they stand for. `rules` and `write_rules` walk the table, `head`
//! and `body` read and write what stands in a part.

use crate::format::table::{Flag, Row};
use crate::rule::RuleKind::{self, *};
use crate::shape::Rule;

/// What stands before the cells of a part.
#[derive(Clone, Copy)]
pub(super) enum Head {
    Nothing,
    /// Nothing; the rule has this number.
    Always(i64),
    /// This letter: `R` or `C`.
    Letter(&'static str),
    Number,
    /// A number, or nothing.
    Perhaps,
    /// A sum, which one argument follows; both in words.
    Sum(&'static str),
    /// A sum, perhaps with a factor for each cell.
    Factors,
    /// Values, each at least as often as it is named.
    AtLeast,
    /// Values, each exactly as often as it is named.
    Exact,
    /// Digits, of each two a count and a value.
    Digits,
    /// A key of pairs.
    Pairs,
    /// The same, by the old key, which two letters have the other way round. It is only read.
    OldPairs,
    Pattern,
    Machine,
}

/// How a part names its cells.
#[derive(Clone, Copy)]
pub(super) enum Body {
    /// One after the other.
    Cells,
    /// The same; a line with fewer than its kind needs says nothing.
    Line,
    /// Cells, then `LOOP`.
    Loop,
    /// Cells, of which the first are a pill, as many as the number says.
    Pill,
    /// Cells, of which any two neighbours have a rule.
    Neighbours,
    /// Groups of cells, with names or nothing between them.
    Groups,
    /// Lists of cells with a dash between them, whose lengths are the values.
    Lists,
    /// The upper left of four cells, then values.
    Square,
    /// A row or column.
    Whole,
    /// A row or column, then a number at either end.
    Ends,
    /// The cell at the edge where a diagonal begins.
    Diagonal,
}

/// The last argument of a closed line.
pub(super) const LOOP: &str = "LOOP";

/// The head and the body of a part.
pub(super) type Layout = (Head, Body);

const fn row(name: &'static str, kind: RuleKind, head: Head, body: Body) -> Row<Layout> {
    let layout = (head, body);
    Row { name, kind, layout }
}

use Body as B;
use Head as H;

/// The parts that say rules about cells. A name is read as the first of its rows that fits; the
/// other rows say rules of other kinds by that name.
pub(super) const TABLE: &[Row<Layout>] = &[
    row("AllDifferent", AllDifferent, H::Nothing, B::Line),
    row("Thermo", Thermometer, H::Nothing, B::Line),
    row("Renban", Renban, H::Nothing, B::Line),
    row("Palindrome", Palindrome, H::Nothing, B::Line),
    row("RegionSumLine", RegionSum, H::Nothing, B::Line),
    row("Zipper", Zipper, H::Nothing, B::Line),
    row("Between", Between, H::Nothing, B::Line),
    row("Entropic", Entropic, H::Nothing, B::Line),
    row("Arrow", Arrow, H::Nothing, B::Cells),
    row("PillArrow", PillArrow, H::Number, B::Pill),
    row("Arrow", PillArrow, H::Always(1), B::Cells),
    row("DoubleArrow", DoubleArrow, H::Nothing, B::Cells),
    row("CountingCircles", CountingCircles, H::Nothing, B::Cells),
    row("CountDistinct", CountDistinct, H::Nothing, B::Cells),
    row("EqualityCage", EqualityCage, H::Nothing, B::Cells),
    row("ValueIndexing", ValueIndex, H::Nothing, B::Cells),
    row("Indexing", RowIndex, H::Letter("R"), B::Cells),
    row("Indexing", ColumnIndex, H::Letter("C"), B::Cells),
    row("Cage", Cage, H::Number, B::Cells),
    row("SameValues", SameValues, H::Number, B::Cells),
    row("SumLine", SumLoop, H::Number, B::Loop),
    row("SumLine", SumLine, H::Number, B::Cells),
    row("Whisper", Whispers, H::Perhaps, B::Line),
    row("Lunchbox", Lunchbox, H::Number, B::Cells),
    row("RellikCage", RellikCage, H::Number, B::Cells),
    row("Lockout", Lockout, H::Number, B::Cells),
    row("Modular", Modular, H::Number, B::Cells),
    row("Sum", Sum, H::Factors, B::Cells),
    row("EqualSum", EqualSums, H::Nothing, B::Lists),
    row("GreaterThan", Greater, H::Nothing, B::Neighbours),
    row("WhiteDot", Difference, H::Always(1), B::Neighbours),
    row("BlackDot", Ratio, H::Always(2), B::Neighbours),
    row("X", PairSum, H::Always(10), B::Neighbours),
    row("V", PairSum, H::Always(5), B::Neighbours),
    row(
        "Sandwich",
        Sandwich,
        H::Sum("a sum and a row or column"),
        B::Whole,
    ),
    row(
        "LittleKiller",
        LittleKiller,
        H::Sum("a sum and a cell at the edge"),
        B::Diagonal,
    ),
    row("Sum", LittleKiller, H::Factors, B::Cells),
    row("XSum", XSum, H::Nothing, B::Ends),
    row("Skyscraper", Skyscraper, H::Nothing, B::Ends),
    row("HiddenSkyscraper", HiddenSkyscraper, H::Nothing, B::Ends),
    row("NumberedRoom", NumberedRoom, H::Nothing, B::Ends),
    row("FullRank", FullRank, H::Nothing, B::Ends),
    row("FullRank", TiedRank, H::Nothing, B::Ends),
    row("Quad", Quadruple, H::Nothing, B::Square),
    row("ContainAtLeast", Quadruple, H::AtLeast, B::Cells),
    row("LookAndSay", Counts, H::Digits, B::Cells),
    row("ContainExact", Counts, H::Exact, B::Cells),
    row("Pair", Pairs, H::Pairs, B::Groups),
    row("Pair", Difference, H::Pairs, B::Groups),
    row("Pair", Ratio, H::Pairs, B::Groups),
    row("Pair", PairSum, H::Pairs, B::Groups),
    row("Pair", SlowThermometer, H::Pairs, B::Groups),
    row("Pair", Product, H::Pairs, B::Groups),
    row("Pair", DifferenceCage, H::Pairs, B::Groups),
    row("Pair", RatioCage, H::Pairs, B::Groups),
    row("PairX", AllPairs, H::Pairs, B::Groups),
    row("PairX", Nabner, H::Pairs, B::Groups),
    row("Binary", Pairs, H::OldPairs, B::Groups),
    row("BinaryX", AllPairs, H::OldPairs, B::Groups),
    row("Regex", Regex, H::Pattern, B::Groups),
    row("NFA", Machine, H::Machine, B::Groups),
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
