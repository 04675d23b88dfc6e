//! The table of rules about some cells.

use crate::worded::worded;
use quadrille_core::shared::nearest_letters;

/// What a rule says besides its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    Nothing,
    /// A number, by this name.
    Number(&'static str),
    /// A number, or none.
    Perhaps(&'static str),
    /// A number; this one if none is given.
    Usually(&'static str, i64),
    /// A total, and perhaps a factor for each cell.
    Factors,
    /// Some values.
    Values,
    /// The pairs of values that are allowed.
    Pairs,
    /// A regular expression.
    Pattern,
    /// A state machine.
    Machine,
    /// Lists of rules.
    Branches,
}

/// Whether a rule may have a cell several times: a line may cross itself, and a loop ends where it
/// begins.
const OFTEN: bool = true;
const ONCE: bool = false;

/// The columns of the table besides the word and what a rule says.
struct Row {
    title: &'static str,
    least_cells: usize,
    may_repeat_cells: bool,
    needs: Needs,
}

const fn row(title: &'static str, least_cells: usize, may_repeat_cells: bool, needs: Needs) -> Row {
    Row {
        title,
        least_cells,
        may_repeat_cells,
        needs,
    }
}

impl RuleKind {
    /// Returns the kind with a word, also by other names that people use: `killer`, `thermo`,
    /// `white-dot`.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let word = word.to_ascii_lowercase().replace('_', "-");
        let other = OTHER_WORDS.iter().find(|own| own.0 == word);
        let word = other.map_or(&*word, |own| own.1);
        Self::ALL.iter().copied().find(|kind| kind.word() == word)
    }

    /// Returns the word of a kind, or another name for it, of which a word is probably a
    /// misspelling.
    ///
    /// ```
    /// use quadrille::sudoku::RuleKind;
    ///
    /// assert_eq!(RuleKind::nearest("killr"), Some("killer"));
    /// assert_eq!(RuleKind::nearest("zebra"), None);
    /// ```
    #[must_use]
    pub fn nearest(word: &str) -> Option<&'static str> {
        let words = Self::ALL.iter().map(|kind| kind.word());
        nearest_letters(word, words.chain(OTHER_WORDS.iter().map(|own| own.0)))
    }

    /// The name of a rule of this kind in a sentence.
    pub(crate) fn title(self) -> &'static str {
        self.row().title
    }

    /// The least number of cells.
    pub(crate) fn least_cells(self) -> usize {
        self.row().least_cells
    }

    /// Whether a cell may occur twice.
    pub(crate) fn may_repeat_cells(self) -> bool {
        self.row().may_repeat_cells
    }

    /// What it says besides its cells.
    pub(crate) fn needs(self) -> Needs {
        self.row().needs
    }

    /// Whether a rule of this kind has a number.
    pub(crate) fn has_number(self) -> bool {
        matches!(self.needs(), Number(_) | Perhaps(_) | Usually(..))
    }
}

/// Other names of kinds that people use.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("killer", "cage"),
    ("cages", "cage"),
    ("killer-cage", "cage"),
    ("thermo", "thermometer"),
    ("thermos", "thermometer"),
    ("thermometers", "thermometer"),
    ("arrows", "arrow"),
    ("white-dot", "difference"),
    ("white-dots", "difference"),
    ("consecutive", "difference"),
    ("black-dot", "ratio"),
    ("black-dots", "ratio"),
    ("xv", "pair-sum"),
    ("whisper", "whispers"),
    ("german-whispers", "whispers"),
    ("quad", "quadruple"),
    ("quads", "quadruple"),
    ("quadruples", "quadruple"),
    ("xsum", "x-sum"),
    ("x-sums", "x-sum"),
    ("xsums", "x-sum"),
    ("skyscrapers", "skyscraper"),
    ("littlekiller", "little-killer"),
];

use Needs::{
    Branches, Factors, Machine, Nothing, Number, Pairs, Pattern, Perhaps, Usually, Values,
};

worded! {
    /// What a [`CellRule`](super::CellRule) says about its cells.
    RuleKind of Row;
    AllDifferent "all-different" row("all-different region", 2, ONCE, Nothing), "the cells differ";
    SameValues "same-values" row("same values", 2, ONCE, Number("sets")), "the cells, cut into this many sets of equal size, hold the same values in each set";
    Clone "clone" row("clone", 2, OFTEN, Nothing), "the second half of the cells repeats the first half";
    Cage "cage" row("cage", 1, ONCE, Perhaps("sum")), "the cells differ and add up to the sum, if one is given";
    Sum "sum" row("sum", 1, OFTEN, Factors), "the cells, each times its factor, add up to the sum; cells may be equal";
    Product "product" row("product", 1, ONCE, Number("product")), "the cells multiply to the product; cells may be equal";
    DifferenceCage "difference-cage" row("difference cage", 2, ONCE, Number("difference")), "the greatest of the cells, less all others, is the difference; cells may be equal";
    RatioCage "ratio-cage" row("ratio cage", 2, ONCE, Number("ratio")), "the greatest of the cells, divided by all others, is the ratio; cells may be equal";
    SumLine "sum-line" row("sum line", 1, OFTEN, Number("sum")), "the line is cut into pieces that add up to the sum each";
    SumLoop "sum-loop" row("sum loop", 1, ONCE, Number("sum")), "the same on a closed line";
    Thermometer "thermometer" row("thermometer", 2, ONCE, Nothing), "values increase from the bulb, the first cell";
    SlowThermometer "slow-thermometer" row("slow thermometer", 2, OFTEN, Nothing), "values do not decrease from the bulb, the first cell";
    Greater "greater" row("greater sign", 2, ONCE, Nothing), "each cell is greater than the next";
    Arrow "arrow" row("arrow", 2, OFTEN, Nothing), "the first cell, the circle, is the sum of the others";
    PillArrow "pill-arrow" row("pill arrow", 2, OFTEN, Number("pill")), "the first cells, as many as the pill is long, are the digits of the sum of the others, in this order; only the first may be above 9";
    DoubleArrow "double-arrow" row("double arrow", 3, OFTEN, Nothing), "the sum of both ends is the sum of the cells between";
    Difference "difference" row("white dot", 2, OFTEN, Usually("difference", 1)), "neighbours on the line have this difference, 1 if none is given (kropki: a white dot)";
    Ratio "ratio" row("black dot", 2, OFTEN, Usually("ratio", 2)), "of neighbours on the line, one is this many times the other, twice if none is given (kropki: a black dot)";
    PairSum "pair-sum" row("sum of neighbours", 2, OFTEN, Number("sum")), "neighbours on the line add up to the sum (X: 10, V: 5)";
    Whispers "whispers" row("whispers line", 2, OFTEN, Usually("difference", 5)), "neighbours on the line differ by at least this, 5 if none is given";
    Renban "renban" row("renban line", 1, ONCE, Nothing), "the cells hold consecutive values, in any order";
    Nabner "nabner" row("nabner line", 2, ONCE, Nothing), "no two of the cells hold equal or consecutive values";
    Palindrome "palindrome" row("palindrome", 2, OFTEN, Nothing), "the line reads the same from both ends";
    RegionSum "region-sum" row("region sum line", 2, OFTEN, Nothing), "the pieces of the line in each box or region have equal sums";
    EqualSums "equal-sums" row("equal sums", 2, OFTEN, Values), "the cells, cut into pieces of these lengths, have equal sums";
    Zipper "zipper" row("zipper line", 2, OFTEN, Nothing), "cells at the same distance from the centre add up to the same sum, which the centre holds if there is one";
    Between "between" row("between line", 3, ONCE, Nothing), "values lie between those of the two ends";
    Lockout "lockout" row("lockout line", 2, ONCE, Usually("difference", 4)), "the ends differ by at least this, 4 if none is given; no other cell of the line is between them or equal to one of them";
    Modular "modular" row("modular line", 2, OFTEN, Usually("modulus", 3)), "any M cells in a row have different remainders by the modulus M, 3 if none is given; on a shorter line, all cells";
    Entropic "entropic" row("entropic line", 2, OFTEN, Nothing), "any three cells in a row hold a low, a middle and a high value";
    Sandwich "sandwich" row("sandwich", 2, ONCE, Number("sum")), "the values between the lowest and the highest value add up to the sum";
    Lunchbox "lunchbox" row("lunchbox", 2, ONCE, Number("sum")), "the cells differ, and those between the lowest and the highest of them add up to the sum";
    LittleKiller "little-killer" row("little killer", 1, ONCE, Number("sum")), "the cells of the diagonal add up to the sum; cells may be equal";
    XSum "x-sum" row("X-sum", 1, ONCE, Number("sum")), "the first X cells add up to the sum, where X is the value of the first cell";
    Skyscraper "skyscraper" row("skyscraper", 1, ONCE, Number("count")), "this many cells are greater than all cells before them";
    HiddenSkyscraper "hidden-skyscraper" row("hidden skyscraper", 2, ONCE, Number("value")), "the first cell that is not greater than all cells before it holds this value";
    NumberedRoom "numbered-room" row("numbered room", 1, ONCE, Number("value")), "the X-th cell holds this value, where X is the value of the first cell";
    FullRank "full-rank" row("full rank", 2, ONCE, Number("rank")), "all rows and columns, read as numbers from both ends and sorted: the line has this place, from 1 for the lowest, and no other line equals it";
    TiedRank "tied-rank" row("tied rank", 2, ONCE, Number("rank")), "the same, but other lines may equal it: the number of lower lines, plus 1, is the rank";
    Quadruple "quadruple" row("quadruple", 1, ONCE, Values), "the cells hold these values, each at least as often as it is named";
    Counts "counts" row("counts", 1, ONCE, Values), "of pairs of a count and a value: the cells hold each value exactly as often";
    RowIndex "row-index" row("row index", 1, ONCE, Nothing), "a cell in row R that holds X says that the cell in row X of its column holds R";
    ColumnIndex "column-index" row("column index", 1, ONCE, Nothing), "a cell in column C that holds X says that the cell in column X of its row holds C";
    BoxIndex "box-index" row("box index", 1, ONCE, Nothing), "a cell at place P of its box that holds X says that the cell at place X of the box holds P";
    ValueIndex "value-index" row("value index", 3, OFTEN, Nothing), "the first cell is the value of the X-th cell after the second, where X is the value of the second cell";
    CountingCircles "counting-circles" row("counting circles", 1, ONCE, Nothing), "each value in a circle stands in exactly as many circles";
    CountDistinct "count-distinct" row("count of values", 2, ONCE, Nothing), "the first cell is the number of different values in the other cells";
    EqualityCage "equality-cage" row("equality cage", 1, ONCE, Nothing), "the cells differ; as many are even as odd, and as many low as high";
    RellikCage "rellik-cage" row("rellik cage", 1, ONCE, Number("sum")), "the cells differ, and no set of them adds up to the sum";
    Odd "odd" row("odd cell", 1, ONCE, Nothing), "the cells are odd";
    Even "even" row("even cell", 1, ONCE, Nothing), "the cells are even";
    Minimum "minimum" row("minimum", 1, ONCE, Nothing), "each cell is less than its neighbours that are not among the cells";
    Maximum "maximum" row("maximum", 1, ONCE, Nothing), "each cell is greater than its neighbours that are not among the cells";
    Pairs "pairs" row("pairs", 2, OFTEN, Pairs), "neighbours on the line hold one of these pairs of values";
    AllPairs "all-pairs" row("all-pairs rule", 2, ONCE, Pairs), "any two cells, in their order, hold one of these pairs of values";
    Regex "regex" row("pattern", 1, OFTEN, Pattern), "the values, read as characters, match a regular expression";
    Machine "machine" row("state machine", 1, OFTEN, Machine), "a state machine accepts the values";
    Either "either" row("choice", 0, ONCE, Branches), "all rules of at least one of the lists hold";
}
