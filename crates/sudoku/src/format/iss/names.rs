//! The names that ISS text has for cells and rules.

/// The names of rules that this program does not have, or how they begin.
pub(super) const UNSUPPORTED: &[&str] = &[
    "Chaos",
    "Connected",
    "Doppelganger",
    "FullRank",
    "GlobalMod",
    "Var",
];

/// The names of all parts that this program reads.
pub(super) const KNOWN: &[&str] = &[
    "AllDifferent",
    "And",
    "AntiConsecutive",
    "AntiKing",
    "AntiKnight",
    "AntiTaxicab",
    "Arrow",
    "Between",
    "Binary",
    "BinaryX",
    "BlackDot",
    "Cage",
    "ContainAtLeast",
    "ContainExact",
    "CountDistinct",
    "CountingCircles",
    "Diagonal",
    "DisjointSets",
    "DoubleArrow",
    "DutchFlatmates",
    "End",
    "Entropic",
    "EqualSum",
    "EqualityCage",
    "Given",
    "GlobalEntropy",
    "GreaterThan",
    "HiddenSkyscraper",
    "Indexing",
    "Jigsaw",
    "LittleKiller",
    "Lockout",
    "LookAndSay",
    "Lunchbox",
    "Modular",
    "NFA",
    "NoBoxes",
    "NumberedRoom",
    "Or",
    "Pair",
    "PairX",
    "Palindrome",
    "PillArrow",
    "Quad",
    "Regex",
    "RegionSameValues",
    "RegionSize",
    "RegionSumLine",
    "RellikCage",
    "Renban",
    "Replicate",
    "SameValues",
    "Sandwich",
    "SearchPriority",
    "Shape",
    "Skyscraper",
    "StrictKropki",
    "StrictXV",
    "Sum",
    "SumLine",
    "Thermo",
    "V",
    "ValueIndexing",
    "Whisper",
    "WhiteDot",
    "Windoku",
    "X",
    "XSum",
    "Zipper",
];

/// The name of a cell by its row and column from 0: `R1C1`, with letters for rows and columns from
/// ten.
pub(super) fn name(row: usize, column: usize) -> String {
    format!("R{}C{}", letter(row + 1), letter(column + 1))
}

/// A number as one character: letters from 10.
pub(super) fn letter(number: usize) -> char {
    char::from_digit(number as u32, 36).unwrap_or('?')
}
