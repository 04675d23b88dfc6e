//! From a puzzle to a drawing.

use serde_json::{Map, Value, json};

use super::pack::pack;
use super::plan::Plan;
use crate::format::puzzle::Puzzle;
use crate::format::written::{self, Written, only_single};
use crate::format::{arrow, marks};
use crate::regions;
use crate::rule::{CellRule, RuleKind};
use crate::shape::{Division, Rule};

const START: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=";

/// The pixels of a cell.
const SIZE: usize = 38;
/// The style of thick lines, and that of diagonals.
const THICK: usize = 2;
const DASHED: usize = 12;

/// Writes a puzzle as a link.
///
/// # Errors
/// A rule that is not drawn.
pub(in crate::format) fn write(puzzle: &Puzzle) -> Written {
    let shape = &puzzle.shape;
    let outline = shape.outline();
    let (rows, columns) = (outline.rows, outline.columns);
    only_single(shape)?;
    if outline.values != rows.max(columns) || outline.lowest != 1 {
        return Err("values other than 1 to the number of rows".to_owned());
    }
    let mut drawing = Drawing {
        plan: Plan::of_board(rows, columns),
        pills: Vec::new(),
        parts: empty(),
    };
    drawing.regions(&outline.division)?;
    let mut diagonals = [false; 2];
    for rule in shape.rules() {
        let both = match rule {
            Rule::Diagonals => [true, true],
            Rule::Falling => [true, false],
            Rule::Rising => [false, true],
            rule => return Err(written::board_rule(rule)),
        };
        for (at, _) in both.iter().enumerate().filter(|(_, is_drawn)| **is_drawn) {
            diagonals[at] = true;
            for (one, other) in drawing.plan.diagonal(at == 0) {
                drawing.put("lineE", format!("{one},{other}"), json!(DASHED));
            }
        }
    }
    for rule in shape.cell_rules() {
        let drawn = drawing.rule(rule);
        drawn.ok_or_else(|| shape.describe(rule))?;
    }
    for (cell, values) in marks::known(&puzzle.board, outline.values) {
        let point = drawing.plan.point(cell).to_string();
        let number = match puzzle.board.get(cell) {
            Some(value) => json!([value.to_string(), 1, "1"]),
            None if outline.values < 10 && !values.is_empty() => {
                let marks = (0..9).map(|value| usize::from(values.contains(&value)));
                json!([marks.collect::<Vec<_>>(), 1, "7"])
            }
            None => return Err(written::candidates(shape, cell)),
        };
        drawing.put("number", point, number);
    }
    let text = drawing.text(puzzle, diagonals);
    let letters = pack(&text).ok_or("the puzzle")?;
    Ok(START.to_owned() + &letters)
}

/// The parts of a drawing, and whether they are lists.
const PARTS: [(&str, bool); 16] = [
    ("surface", false),
    ("number", false),
    ("numberS", false),
    ("symbol", false),
    ("thermo", true),
    ("arrows", true),
    ("direction", true),
    ("squareframe", true),
    ("polygon", true),
    ("line", false),
    ("lineE", false),
    ("wall", false),
    ("cage", false),
    ("deletelineE", false),
    ("killercages", true),
    ("nobulbthermo", true),
];

/// The parts of a drawing of nothing, and of its history.
fn empty() -> Map<String, Value> {
    let parts = PARTS.map(|(key, is_list)| (key, if is_list { json!([]) } else { json!({}) }));
    let history = ["command_redo", "command_undo", "command_replay"];
    let history = history.map(|key| (key, json!({ "__a": [] })));
    let all = parts.into_iter().chain(history);
    all.map(|(key, part)| (key.to_owned(), part)).collect()
}

struct Drawing {
    plan: Plan,
    /// The circles and pills of arrows.
    pills: Vec<Vec<usize>>,
    parts: Map<String, Value>,
}

impl Drawing {
    fn put(&mut self, part: &str, key: String, value: Value) {
        if let Some(Value::Object(object)) = self.parts.get_mut(part) {
            object.insert(key, value);
        }
    }

    fn push(&mut self, part: &str, cells: &[usize]) {
        let points: Vec<usize> = cells.iter().map(|&cell| self.plan.point(cell)).collect();
        if let Some(Value::Array(list)) = self.parts.get_mut(part) {
            list.push(json!(points));
        }
    }

    /// Thick lines between regions, which must be whole and connected to be read again.
    fn regions(&mut self, division: &Division) -> Written<()> {
        let &Plan { rows, columns, .. } = &self.plan;
        let side = rows.max(columns);
        match division {
            Division::None => return Ok(()),
            Division::Boxes { height, width } if height * width != side => {
                return Err(format!("boxes that do not have {side} cells"));
            }
            _ => {}
        }
        let region = regions::of_division(rows, columns, division);
        let is_border = |one: usize, other: usize| region[one] != region[other];
        let connected = self.plan.connected(is_border);
        if region.contains(&None) || regions::other_size(&connected, side).is_some() {
            return Err(format!("regions that are not {side} connected cells each"));
        }
        let pairs: Vec<(usize, usize)> = self.plan.neighbours().collect();
        for (one, other) in pairs
            .into_iter()
            .filter(|&(one, other)| is_border(one, other))
        {
            let edge = self.plan.edge(one, other);
            self.put("lineE", format!("{},{}", edge.0, edge.1), json!(THICK));
        }
        Ok(())
    }

    /// Draws a rule; `None` if it has no drawing.
    fn rule(&mut self, rule: &CellRule) -> Option<()> {
        let cells = rule.cells();
        match (rule.kind(), rule.number()) {
            (RuleKind::Thermometer, _) => self.push("thermo", cells),
            (RuleKind::Cage, Some(sum)) => {
                let first = *cells.iter().min()?;
                let corner = self.plan.quarter(first).to_string();
                let sums = self.parts.get("numberS")?.as_object()?;
                (!sums.contains_key(&corner)).then_some(())?;
                self.put("numberS", corner, json!([sum.to_string(), 1]));
                self.push("killercages", cells);
            }
            _ => self.arrow(rule)?,
        }
        Some(())
    }

    /// Draws an arrow and its pill. A reader takes the first frame with the first cell as the pill.
    fn arrow(&mut self, rule: &CellRule) -> Option<()> {
        let (circle, line) = arrow::parts(rule)?;
        let is_free = |cell: &usize| self.pills.iter().all(|own| !own.contains(cell));
        let is_known = self.pills.iter().any(|own| own == circle);
        (is_known || circle.iter().all(is_free)).then_some(())?;
        if !is_known {
            self.pills.push(circle.to_vec());
            if circle.len() > 1 {
                self.push("squareframe", circle);
            }
        }
        self.push("arrows", &[&circle[..1], line].concat());
        Some(())
    }

    /// The lines of the text.
    fn text(self, puzzle: &Puzzle, diagonals: [bool; 2]) -> String {
        let &Plan { rows, columns, .. } = &self.plan;
        let escape =
            |text: &Option<String>| text.as_deref().unwrap_or_default().replace(',', "%2C");
        let rules = escape(&puzzle.ruleset).replace('\n', "%2D");
        let rules = rules.replace('&', "%2E").replace('=', "%2F");
        let grid = if rows == columns { "sudoku" } else { "square" };
        let (middle, [falling, rising]) = (self.plan.middle(), diagonals.map(usize::from));
        let (width, height) = (SIZE * (columns + 1), SIZE * (rows + 1));
        let head = format!(
            "{grid},{columns},{rows},{SIZE},0,1,1,{width},{height},{middle},{middle},\
             {falling},0,0,{rising},Title: {},Author: {},,{rules},OFF,false,",
            escape(&puzzle.title).replace('\n', " "),
            escape(&puzzle.author).replace('\n', " "),
        );
        let mut last = 0;
        let steps: Vec<usize> = (0..self.plan.cells())
            .map(|cell| {
                let point = self.plan.point(cell);
                std::mem::replace(&mut last, point).abs_diff(point)
            })
            .collect();
        let (drawing, empty) = (Value::Object(self.parts), Value::Object(empty()));
        let steps = json!(steps);
        // Settings, the version that writes such links, and the colours of the drawing.
        let version = json!([3, 1, 2]);
        format!(
            "{head}\n[0,0,0,0]\n{{}}\n{drawing}\n{empty}\n{steps}\n[]\n{{}}\n\"x\"\n\"x\"\n\
             {version}\n{{}}\n\"x\"\n0\n{empty}\n{empty}\n{{}}\n[]\nfalse"
        )
    }
}
