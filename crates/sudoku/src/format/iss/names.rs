//! The names that ISS text has for cells and rules.

use super::table::TABLE;

/// The names of rules that this program does not have, or how they begin.
pub(super) const UNSUPPORTED: &[&str] = &[
    "Chaos",
    "Connected",
    "Doppelganger",
    "FullRank",
    "GlobalMod",
    "Var",
];

/// The names of the other parts that this program reads, besides those of the table.
const OTHERS: &[&str] = &[
    "And",
    "AntiConsecutive",
    "AntiKing",
    "AntiKnight",
    "AntiTaxicab",
    "Binary",
    "BinaryX",
    "BlackDot",
    "Cage",
    "ContainAtLeast",
    "ContainExact",
    "Diagonal",
    "DisjointSets",
    "DutchFlatmates",
    "End",
    "EqualSum",
    "Given",
    "GlobalEntropy",
    "GreaterThan",
    "Indexing",
    "Jigsaw",
    "LittleKiller",
    "LookAndSay",
    "NFA",
    "NoBoxes",
    "Or",
    "Pair",
    "PairX",
    "PillArrow",
    "Quad",
    "Regex",
    "RegionSameValues",
    "RegionSize",
    "Replicate",
    "Sandwich",
    "SearchPriority",
    "Shape",
    "StrictKropki",
    "StrictXV",
    "Sum",
    "V",
    "WhiteDot",
    "Windoku",
    "X",
];

/// The names of all parts that this program reads.
pub(super) fn known() -> impl Iterator<Item = &'static str> {
    let rows = TABLE.iter().map(|row| row.name);
    rows.chain(OTHERS.iter().copied())
}

/// The name of a cell by its row and column from 0: `R1C1`, with letters for rows and columns from
/// ten.
pub(super) fn name(row: usize, column: usize) -> String {
    format!("R{}C{}", letter(row + 1), letter(column + 1))
}

/// A number as one character: letters from 10.
pub(super) fn letter(number: usize) -> char {
    char::from_digit(number as u32, 36).unwrap_or('?')
}
