//! The dots of kropki among the drawings: small circles on the border of two cells.

use crate::format::tree::{Node, Value};
use crate::rule::{CellRule, RuleKind};
use crate::shape::Outline;

/// A small circle, white or black, between two cells.
#[derive(Debug, PartialEq)]
pub(super) struct Dot {
    pub(super) is_white: bool,
    pub(super) cells: [usize; 2],
}

/// What the drawing of a dot may have, with the short keys. Anything else may change its meaning.
const KEYS: [[&str; 2]; 9] = [
    CENTER,
    WIDTH,
    HEIGHT,
    ROUNDED,
    BORDER,
    BACKGROUND,
    ["borderSize", "bs"],
    ["color", "c"],
    ["fontSize", "fs"],
];
const CENTER: [&str; 2] = ["center", "ct"];
const WIDTH: [&str; 2] = ["width", "w"];
const HEIGHT: [&str; 2] = ["height", "h"];
const ROUNDED: [&str; 2] = ["rounded", "r"];
const BORDER: [&str; 2] = ["borderColor", "c1"];
const BACKGROUND: [&str; 2] = ["backgroundColor", "c2"];

/// The least and the largest width of a dot, in hundredths of a cell. Bulbs and circles are larger.
const WIDTHS: std::ops::RangeInclusive<i64> = 20..=40;

impl Dot {
    /// Reads a drawing; `None` if it is anything else.
    pub(super) fn read(node: &Node, outline: &Outline) -> Option<Dot> {
        let Value::Object(entries) = &node.value else {
            return None;
        };
        let is_known = |key: &str| KEYS.iter().any(|own| own.contains(&key));
        let mut others = entries.iter().filter(|entry| !is_known(&entry.key));
        others.all(|entry| entry.node.is_empty()).then_some(())?;
        let get = |keys: [&str; 2]| node.full(keys[0]).or_else(|| node.full(keys[1]));
        let width = hundredths(get(WIDTH)?)?;
        let is_round = match &get(ROUNDED)?.value {
            Value::Bool(is_round) => *is_round,
            Value::Number(number) => number == "1",
            _ => false,
        };
        let is_square = hundredths(get(HEIGHT)?)? == width;
        (is_round && is_square && WIDTHS.contains(&width)).then_some(())?;
        let is_white = is_white(get(BACKGROUND)?)?;
        // A white circle without a border may hide what is below it.
        let border = get(BORDER).and_then(self::is_white);
        (!is_white || border == Some(false)).then_some(())?;
        let Value::List(center) = &get(CENTER)?.value else {
            return None;
        };
        let &[row, column] = &center.iter().map(hundredths).collect::<Option<Vec<_>>>()?[..] else {
            return None;
        };
        let cells = match (row.rem_euclid(100), column.rem_euclid(100)) {
            (50, 0) => [(row - 50, column - 100), (row - 50, column)],
            (0, 50) => [(row - 100, column - 50), (row, column - 50)],
            _ => return None,
        };
        let cell = |(row, column): (i64, i64)| {
            let row = usize::try_from(row / 100).ok().filter(|_| row >= 0)?;
            let column = usize::try_from(column / 100).ok().filter(|_| column >= 0)?;
            let is_inside = row < outline.rows && column < outline.columns;
            is_inside.then_some(row * outline.columns + column)
        };
        let cells = [cell(cells[0])?, cell(cells[1])?];
        Some(Dot { is_white, cells })
    }

    /// The dot that a rule on a board is, if it is one.
    pub(super) fn of(rule: &CellRule, columns: usize) -> Option<Dot> {
        let &[one, two] = rule.cells() else {
            return None;
        };
        let cells = [one.min(two), one.max(two)];
        let step = cells[1] - cells[0];
        let is_pair = step == columns || step == 1 && cells[1] % columns > 0;
        let dot = |is_white| Dot { is_white, cells };
        let is_same = |dot: &Dot| dot.rule() == *rule;
        [dot(true), dot(false)]
            .into_iter()
            .find(|dot| is_pair && is_same(dot))
    }

    /// The drawing of the dot, with the long keys.
    pub(super) fn drawing(&self, columns: usize) -> serde_json::Value {
        let middle = |of: fn(usize, usize) -> usize| {
            let [one, two] = self.cells.map(|cell| of(cell, columns));
            (one + two + 1) as f64 / 2.0
        };
        let center = [
            middle(|cell, columns| cell / columns),
            middle(|cell, columns| cell % columns),
        ];
        let background = if self.is_white { "#FFFFFF" } else { "#000000" };
        serde_json::json!({
            "center": center,
            "width": 0.3,
            "height": 0.3,
            "rounded": true,
            "borderColor": "#000000",
            "backgroundColor": background,
        })
    }

    pub(super) fn rule(&self) -> CellRule {
        let kind = if self.is_white {
            RuleKind::Difference
        } else {
            RuleKind::Ratio
        };
        CellRule::new(kind, self.cells)
    }
}

/// A number in whole hundredths.
fn hundredths(node: &Node) -> Option<i64> {
    let Value::Number(text) = &node.value else {
        return None;
    };
    let number = 100.0 * text.parse::<f64>().ok()?;
    let whole = number.round();
    ((number - whole).abs() < 0.01 && whole.abs() < 1e6).then_some(whole as i64)
}

/// Whether a colour is white, and not black.
fn is_white(node: &Node) -> Option<bool> {
    let Value::Text(text) = &node.value else {
        return None;
    };
    match &*text.to_ascii_lowercase() {
        "#fff" | "#ffff" | "#ffffff" | "#ffffffff" | "white" => Some(true),
        "#000" | "#000f" | "#000000" | "#000000ff" | "black" => Some(false),
        _ => None,
    }
}
