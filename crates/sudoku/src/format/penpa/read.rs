//! From a drawing to a puzzle.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::pack::unpack;
use super::plan::Plan;
use crate::alphabet::LARGEST_SIDE;
use crate::format::arrow;
use crate::format::draft::Draft;
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::puzzle::Puzzle;
use crate::format::tree::{self, Entry, Node, Value};
use crate::regions::{division, other_size};
use crate::rule::{CellRule, RuleKind};
use crate::shape::{Division, Outline, Rule};
use quadrille_core::text::quantity;

/// The styles of thick black lines, which part regions.
const THICK: [i64; 2] = [2, 21];

/// The keys that are read, and those of the history of the drawing.
const READ: [&str; 10] = [
    "number",
    "numberS",
    "lineE",
    "killercages",
    "thermo",
    "arrows",
    "squareframe",
    "command_redo",
    "command_undo",
    "command_replay",
];

/// Reads the letters of a link.
pub(in crate::format) fn read(letters: &str) -> Result<Puzzle, PuzzleError> {
    let text = unpack(letters)
        .ok_or_else(|| PuzzleReason::bad_link("a part of it is missing or wrong"))?;
    let lines: Vec<&str> = text.split('\n').collect();
    let line = |at: usize| lines.get(at).copied().unwrap_or_default();
    let fields: Vec<&str> = line(0).split(',').collect();
    let field = |at: usize| fields.get(at).copied().unwrap_or_default();
    if !["sudoku", "square"].contains(&field(0)) {
        let kind: String = field(0).chars().take(40).collect();
        return Err(PuzzleReason::bad_link(format!(
            "a drawing of the kind {kind:?}, expected \"sudoku\" or \"square\""
        )));
    }
    let size = |at: usize| {
        let size = field(at).parse().ok();
        size.filter(|size| (1..=2 * LARGEST_SIDE).contains(size))
    };
    let (columns, rows) = size(1).zip(size(2)).ok_or_else(|| {
        let (columns, rows, most) = (field(1), field(2), 2 * LARGEST_SIDE);
        PuzzleReason::bad_link(format!(
            "a drawing of {columns:?} columns and {rows:?} rows, expected 1 to {most} of each"
        ))
    })?;
    let mut point = 0i64;
    let steps = tree::read(line(5))?.numbers("board")?;
    let points = steps.into_iter().map(|step| {
        point = point.checked_add(step)?;
        usize::try_from(point).ok()
    });
    let points: Option<Vec<usize>> = points.collect();
    let plan = points.and_then(|points| Plan::new(columns, rows, &points));
    let plan = plan.ok_or_else(|| {
        PuzzleReason::bad_link("the board in the drawing is not a rectangle of cells")
    })?;
    let root = tree::read(line(3))?;
    let drawing = Drawing { plan, root };
    let text = |at: usize, label: &str| {
        let text = field(at).replace("%2C", ",").replace("%2D", "\n");
        let text = text.replace("%2E", "&").replace("%2F", "=");
        let text = text.strip_prefix(label).unwrap_or(&text).trim().to_owned();
        Some(text).filter(|text| !text.is_empty())
    };
    Ok(Puzzle {
        title: text(15, "Title:"),
        author: text(16, "Author:"),
        ruleset: text(18, ""),
        ..drawing.puzzle()?
    })
}

struct Drawing {
    plan: Plan,
    root: Node,
}

impl Drawing {
    /// The entries of an object of the drawing, each with its point.
    fn points(&self, key: &str) -> Result<Vec<(usize, &Entry)>, PuzzleError> {
        let Some(node) = self.root.full(key) else {
            return Ok(Vec::new());
        };
        let entries = node.entries(key)?.iter();
        let points = entries.map(|entry| {
            let point = entry.key.parse().map_err(|_| {
                PuzzleReason::bad_link(format!("a key of {key:?} is not the number of a point"))
            })?;
            Ok((point, entry))
        });
        points.collect()
    }

    /// The lists of cells under a key that stay on the board.
    fn lists(&self, key: &str, ignored: &mut Ignored) -> Result<Vec<Vec<usize>>, PuzzleError> {
        let mut lists = Vec::new();
        let nodes = self.root.full(key).map(|node| node.list(key)).transpose()?;
        for node in nodes.into_iter().flatten().filter(|node| !node.is_empty()) {
            let points = node.numbers(key)?.into_iter();
            let cells = points.map(|point| self.plan.cell(usize::try_from(point).ok()?));
            match cells.collect() {
                Some(cells) => lists.push(cells),
                None => ignored.add(key, 1),
            }
        }
        Ok(lists)
    }

    /// The same, without lists of one cell, which say nothing as lines.
    fn lines(&self, key: &str, ignored: &mut Ignored) -> Result<Vec<Vec<usize>>, PuzzleError> {
        let mut lines = self.lists(key, ignored)?;
        lines.retain(|cells| cells.len() > 1);
        Ok(lines)
    }

    fn puzzle(&self) -> Result<Puzzle, PuzzleError> {
        let mut lines = self.edges()?;
        let mut drawn = Vec::new();
        for (rule, is_falling) in [(Rule::Falling, true), (Rule::Rising, false)] {
            let diagonal = self.plan.diagonal(is_falling);
            let is_drawn = |line| lines.contains_key(line);
            if !diagonal.is_empty() && diagonal.iter().all(is_drawn) {
                lines.retain(|line, _| !diagonal.contains(line));
                drawn.push(rule);
            }
        }
        let mut draft = Draft::new(self.outline(&mut lines)?, &(0..0))?;
        drawn.into_iter().for_each(|rule| draft.push(rule, 0..0));
        let mut ignored = Ignored::default();
        ignored.add("lineE", lines.len());
        self.numbers(&mut draft, &mut ignored)?;
        self.cages(&mut draft, &mut ignored)?;
        self.thermometers(&mut draft, &mut ignored)?;
        self.arrows(&mut draft, &mut ignored)?;
        for entry in self.root.entries("drawing")? {
            if !READ.contains(&&*entry.key) {
                ignored.add(&entry.key, count(&entry.node));
            }
        }
        let is_plain = draft.outline.division == Division::None;
        let plain =
            is_plain.then(|| "no regions are drawn: only rows and columns count".to_owned());
        let notes = plain.into_iter().chain(ignored.notes()).collect();
        Ok(Puzzle {
            notes,
            ..draft.finish()?
        })
    }

    /// The lines between corners, each with its style.
    fn edges(&self) -> Result<HashMap<(usize, usize), i64>, PuzzleError> {
        let Some(node) = self.root.full("lineE") else {
            return Ok(HashMap::new());
        };
        let line = |entry: &Entry| {
            let (one, other) = entry.key.split_once(',')?;
            let (one, other): (usize, usize) = (one.parse().ok()?, other.parse().ok()?);
            // A style of its own may be a list with the style.
            let style = entry.node.number("lineE").unwrap_or_default();
            Some(((one.min(other), one.max(other)), style))
        };
        let lines: Option<HashMap<_, _>> = node.entries("lineE")?.iter().map(line).collect();
        lines.ok_or_else(|| PuzzleReason::bad_link("a key of \"lineE\" is not a pair of points"))
    }

    /// The size and the regions; takes the lines between regions away.
    fn outline(&self, lines: &mut HashMap<(usize, usize), i64>) -> Result<Outline, PuzzleError> {
        let &Plan { rows, columns, .. } = &self.plan;
        let is_thick = |edge| lines.get(&edge).is_some_and(|style| THICK.contains(style));
        let is_border = |one, other| is_thick(self.plan.edge(one, other));
        let regions = self.plan.connected(is_border);
        let edges = self
            .plan
            .neighbours()
            .map(|(one, other)| self.plan.edge(one, other));
        let inner: Vec<(usize, usize)> = edges.filter(|&edge| is_thick(edge)).collect();
        let side = rows.max(columns);
        let mut outline = Outline {
            rows,
            columns,
            values: side,
            lowest: 1,
            division: Division::None,
        };
        if !inner.is_empty() {
            if let Some(other) = other_size(&regions, side) {
                let cells = quantity(other, "cell");
                let why = format!("thick lines enclose {cells}, expected regions of {side} cells");
                return Err(PuzzleReason::bad_link(why));
            }
            outline.division = division(rows, columns, &regions);
        }
        lines.retain(|edge, _| !inner.contains(edge) && !self.plan.is_frame(*edge));
        Ok(outline)
    }

    /// The givens and the candidates.
    fn numbers(&self, draft: &mut Draft, ignored: &mut Ignored) -> Result<(), PuzzleError> {
        for (point, entry) in self.points("number")? {
            let parts = entry.node.list("number")?;
            let mode = parts.get(2).map(|node| &node.value);
            let mode = mode.and_then(|mode| match mode {
                Value::Text(mode) | Value::Number(mode) => Some(&**mode),
                _ => None,
            });
            let text = parts.first().map(|node| &node.value);
            let bits = match (mode, text) {
                (Some("7"), Some(Value::List(marks))) => {
                    let marks = marks.iter().map(|node| node.number("number"));
                    let marks = marks.collect::<Result<Vec<i64>, _>>()?;
                    let values = (1..).zip(marks).filter(|(_, mark)| *mark == 1);
                    values
                        .map(|(value, _)| draft.bit(value))
                        .collect::<Option<Vec<u64>>>()
                }
                (Some("1" | "5" | "6" | "8" | "10"), Some(Value::Text(text))) => {
                    let value = text.trim().parse().ok();
                    value.and_then(|value| Some(vec![draft.bit(value)?]))
                }
                _ => None,
            };
            match (self.plan.cell(point), bits) {
                (Some(cell), Some(bits)) if !bits.is_empty() => {
                    draft.restrict(cell, bits.into_iter().fold(0, |all, bit| all | bit));
                }
                _ => ignored.add("number", 1),
            }
        }
        Ok(())
    }

    /// The cages with a sum, which stands in a corner of a cell.
    fn cages(&self, draft: &mut Draft, ignored: &mut Ignored) -> Result<(), PuzzleError> {
        let mut sums: HashMap<usize, Vec<i64>> = HashMap::new();
        for (point, entry) in self.points("numberS")? {
            let text = entry.node.list("numberS")?.first();
            let sum = text.and_then(|node| node.loose_number("numberS").ok());
            match self.plan.cell_of_quarter(point).zip(sum) {
                Some((cell, sum)) => sums.entry(cell).or_default().push(sum),
                None => ignored.add("numberS", 1),
            }
        }
        for cells in self.lists("killercages", ignored)? {
            let own: Vec<i64> = cells
                .iter()
                .filter_map(|cell| sums.remove(cell))
                .flatten()
                .collect();
            match own[..] {
                [sum] => {
                    let rule = CellRule::new(RuleKind::Cage, cells).with_number(sum);
                    draft.rules.push((rule, 0..0));
                }
                _ => ignored.add("killercages", 1),
            }
        }
        ignored.add("numberS", sums.len());
        Ok(())
    }

    fn thermometers(&self, draft: &mut Draft, ignored: &mut Ignored) -> Result<(), PuzzleError> {
        let rules = self.lines("thermo", ignored)?.into_iter();
        let rules = rules.map(|cells| (CellRule::new(RuleKind::Thermometer, cells), 0..0));
        draft.rules.extend(rules);
        Ok(())
    }

    /// The arrows; one that begins in a frame has that as its pill.
    fn arrows(&self, draft: &mut Draft, ignored: &mut Ignored) -> Result<(), PuzzleError> {
        let mut frames = self.lists("squareframe", ignored)?;
        frames.iter_mut().for_each(|frame| frame.sort_unstable());
        let mut pills: HashSet<usize> = HashSet::new();
        for cells in self.lines("arrows", ignored)? {
            let frame = frames.iter().position(|frame| frame.contains(&cells[0]));
            pills.extend(frame);
            let circle = frame.map_or(vec![cells[0]], |frame| frames[frame].clone());
            draft.rules.push((arrow::rule(&circle, cells), 0..0));
        }
        ignored.add("squareframe", frames.len() - pills.len());
        Ok(())
    }
}

/// How many elements a part of a drawing has.
fn count(node: &Node) -> usize {
    match &node.value {
        Value::List(nodes) => nodes.iter().filter(|node| !node.is_empty()).count(),
        Value::Object(entries) => entries.len(),
        _ => 0,
    }
}

/// What has no meaning here, by its key.
#[derive(Default)]
struct Ignored(BTreeMap<String, usize>);

impl Ignored {
    fn add(&mut self, key: &str, count: usize) {
        *self.0.entry(key.to_owned()).or_default() += count;
    }

    fn notes(self) -> impl Iterator<Item = String> {
        let some = self.0.into_iter().filter(|own| own.1 > 0);
        some.map(|(key, count)| {
            let drawings = quantity(count, "drawing");
            format!("ignored {drawings} under {key:?}, which may be rules")
        })
    }
}
