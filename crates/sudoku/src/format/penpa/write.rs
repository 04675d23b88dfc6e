//! From a puzzle to a drawing.

use serde_json::{Map, Value, json};

use super::pack::pack;
use super::plan::Plan;
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::marks;
use crate::format::puzzle::Puzzle;
use crate::rule::{CellRule, RuleKind};
use crate::shape::{Division, Rule};

const START: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=";
const FORMAT: &str = "penpa-edit";

/// The pixels of a cell.
const SIZE: usize = 38;
/// The style of thick lines, and that of diagonals.
const THICK: usize = 2;
const DASHED: usize = 12;

fn unwritable(rule: impl Into<String>) -> PuzzleError {
    PuzzleReason::unwritable(FORMAT, rule)
}

/// Writes a puzzle as a link.
///
/// # Errors
/// [`PuzzleReason::Unwritable`], with the name of a rule that is not drawn.
pub(in crate::format) fn write(puzzle: &Puzzle) -> Result<String, PuzzleError> {
    let shape = &puzzle.shape;
    let outline = shape.outline();
    let (rows, columns) = (outline.rows, outline.columns);
    if !shape.is_single() {
        return Err(unwritable("boards that overlap"));
    }
    if outline.values != rows.max(columns) || outline.lowest != 1 {
        return Err(unwritable("values other than 1 to the number of rows"));
    }
    let mut drawing = Drawing {
        plan: Plan::of_board(rows, columns),
        pills: Vec::new(),
        parts: PARTS
            .iter()
            .map(|(key, is_list)| {
                let empty = if *is_list { json!([]) } else { json!({}) };
                ((*key).to_owned(), empty)
            })
            .collect(),
    };
    drawing.regions(&outline.division)?;
    let mut diagonals = [false; 2];
    for rule in shape.rules() {
        let both = match rule {
            Rule::Diagonals => [true, true],
            Rule::Falling => [true, false],
            Rule::Rising => [false, true],
            rule => return Err(unwritable(format!("the rule {}", rule.word()))),
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
        drawn.ok_or_else(|| unwritable(shape.describe(rule)))?;
    }
    for (cell, values) in marks::known(&puzzle.board, outline.values) {
        let point = drawing.plan.point(cell).to_string();
        let number = match puzzle.board.get(cell) {
            Some(value) => json!([value.to_string(), 1, "1"]),
            None if outline.values < 10 && !values.is_empty() => {
                let marks = (0..9).map(|value| usize::from(values.contains(&value)));
                json!([marks.collect::<Vec<_>>(), 1, "7"])
            }
            None => {
                return Err(unwritable(format!(
                    "the candidates of {}",
                    shape.name(cell)
                )));
            }
        };
        drawing.put("number", point, number);
    }
    let text = drawing.text(puzzle, diagonals);
    pack(&text)
        .map(|letters| START.to_owned() + &letters)
        .ok_or_else(|| unwritable("the puzzle"))
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
    fn regions(&mut self, division: &Division) -> Result<(), PuzzleError> {
        let side = self.plan.rows.max(self.plan.columns);
        let columns = self.plan.columns;
        let region: Vec<usize> = match division {
            Division::None => return Ok(()),
            &Division::Boxes { height, width } if height * width == side => {
                let of = |cell: usize| cell / columns / height * columns + cell % columns / width;
                (0..self.plan.cells()).map(of).collect()
            }
            Division::Boxes { .. } => {
                return Err(unwritable(format!("boxes that do not have {side} cells")));
            }
            Division::Regions(letters) => letters.iter().map(|&letter| letter as usize).collect(),
        };
        let is_border = |one: usize, other: usize| region[one] != region[other];
        let connected = self.plan.connected(is_border);
        let is_whole = |&part: &usize| connected.iter().filter(|&&own| own == part).count() == side;
        if !connected.iter().all(is_whole) {
            return Err(unwritable(format!(
                "regions that are not {side} connected cells each"
            )));
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
            (RuleKind::Arrow, _) => self.arrow(1, cells)?,
            (RuleKind::PillArrow, Some(pill)) => self.arrow(usize::try_from(pill).ok()?, cells)?,
            (RuleKind::Cage, Some(sum)) => {
                let first = *cells.iter().min()?;
                let corner = self.plan.quarter(first).to_string();
                let sums = self.parts.get("numberS")?.as_object()?;
                (!sums.contains_key(&corner)).then_some(())?;
                self.put("numberS", corner, json!([sum.to_string(), 1]));
                self.push("killercages", cells);
            }
            _ => return None,
        }
        Some(())
    }

    /// Draws an arrow and its pill. A reader takes the first frame with the first cell as the pill.
    fn arrow(&mut self, pill: usize, cells: &[usize]) -> Option<()> {
        let (circle, line) = cells.split_at_checked(pill)?;
        let is_free = |cell: &usize| self.pills.iter().all(|own| !own.contains(cell));
        let is_known = self.pills.iter().any(|own| own == circle);
        let is_good = circle.is_sorted() && !circle.contains(line.first()?);
        (is_good && (is_known || circle.iter().all(is_free))).then_some(())?;
        if !is_known {
            self.pills.push(circle.to_vec());
            if pill > 1 {
                self.push("squareframe", circle);
            }
        }
        self.push("arrows", &[&circle[..1], line].concat());
        Some(())
    }

    /// The lines of the text.
    fn text(mut self, puzzle: &Puzzle, diagonals: [bool; 2]) -> String {
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
        let history = json!({ "__a": [] });
        let mut empty = Map::new();
        for key in ["command_redo", "command_undo", "command_replay"] {
            self.parts.insert(key.to_owned(), history.clone());
            empty.insert(key.to_owned(), history.clone());
        }
        for (key, is_list) in PARTS {
            empty.insert(key.to_owned(), if is_list { json!([]) } else { json!({}) });
        }
        let (drawing, empty) = (Value::Object(self.parts), Value::Object(empty));
        let steps = json!(steps);
        // Settings, the version that writes such links, and the colours of the drawing.
        let version = json!([3, 1, 2]);
        format!(
            "{head}\n[0,0,0,0]\n{{}}\n{drawing}\n{empty}\n{steps}\n[]\n{{}}\n\"x\"\n\"x\"\n\
             {version}\n{{}}\n\"x\"\n0\n{empty}\n{empty}\n{{}}\n[]\nfalse"
        )
    }
}
