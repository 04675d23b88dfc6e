//! From the parts of an ISS text to a puzzle.

use std::ops::Range;

use super::machine;
use super::outline::{jigsaw, outline, raw, region_size};
use super::parts::{self, Part};
use super::table::FLAGS;
use crate::format::draft::Draft;
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::marks;
use crate::format::puzzle::Puzzle;
use crate::format::table::rule_of;
use crate::rule::{CellRule, RuleKind};
use crate::shape::{Division, Kind, Outline, Rule, Shape};

/// Reads a puzzle.
///
/// # Errors
/// [`PuzzleError`], with the part or the argument that makes no sense.
pub(in crate::format) fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    let parts = parts::read(text)?;
    let size = parts.iter().find(|part| part.name == "Shape");
    let size = size.map_or(0..0, |part| part.span.clone());
    let mut reading = Reading {
        draft: Draft::new(outline(&parts)?, &size)?,
        region_size: region_size(&parts)?,
        has_ties: false,
        diagonals: [None, None],
        notes: Vec::new(),
    };
    let raw = raw(&parts).map(|part| (Rule::Raw, part.span.clone()));
    reading.draft.board_rules.extend(raw);
    for part in &parts {
        reading.part(part)?;
    }
    reading.finish()
}

/// What was read so far.
pub(super) struct Reading {
    pub(super) draft: Draft,
    /// The number of cells of a box, if the text names it.
    region_size: Option<usize>,
    diagonals: [Option<Range<usize>>; 2],
    /// Whether lines with a rank may be equal to others.
    has_ties: bool,
    /// What is ignored.
    notes: Vec<String>,
}

impl Reading {
    fn finish(self) -> Result<Puzzle, PuzzleError> {
        let mut draft = self.draft;
        let ranks = draft.rules.iter_mut().map(|own| &mut own.0.kind);
        for kind in ranks.filter(|kind| **kind == RuleKind::FullRank && self.has_ties) {
            *kind = RuleKind::TiedRank;
        }
        let (rule, span) = match self.diagonals {
            [Some(span), Some(_)] => (Some(Rule::Diagonals), span),
            [Some(span), None] => (Some(Rule::Falling), span),
            [None, Some(span)] => (Some(Rule::Rising), span),
            [None, None] => (None, 0..0),
        };
        draft.board_rules.extend(rule.map(|rule| (rule, span)));
        Ok(Puzzle {
            notes: self.notes,
            ..draft.finish()?
        })
    }

    fn part(&mut self, part: &Part<'_>) -> Result<(), PuzzleError> {
        match part.name {
            // They were read before all others.
            "Shape" | "RegionSize" | "NoBoxes" => Ok(()),
            "" | "Given" => self.givens(part),
            "Jigsaw" => self.jigsaw(part),
            "Diagonal" => {
                let is_rising = match part.arguments.first().map(|first| first.text) {
                    Some("1") => 1,
                    Some("-1") => 0,
                    _ => return Err(part.missing("1 or -1")),
                };
                self.diagonals[is_rising] = Some(part.span.clone());
                part.no_more(1)
            }
            "FullRankTies" => {
                match part.arguments.first().map(|first| first.text) {
                    Some("only-unclued") => {}
                    Some("any") => self.has_ties = true,
                    Some("none") => {
                        let rule = (Rule::UnequalLines, part.span.clone());
                        self.draft.board_rules.push(rule);
                    }
                    _ => return Err(part.missing("none, only-unclued or any")),
                }
                part.no_more(1)
            }
            "SearchPriority" => {
                self.notes
                    .push(format!("ignored {}, a hint for the search", part.name));
                Ok(())
            }
            "StrictKropki" => {
                let rules = [Rule::StrictWhite, Rule::StrictBlack];
                let rules = rules.map(|rule| (rule, part.span.clone()));
                self.draft.board_rules.extend(rules);
                part.no_more(0)
            }
            "Replicate" => self.replicate(part),
            name => match rule_of(FLAGS, name) {
                Some(rule @ (Rule::Windows | Rule::Disjoint)) => self.of_boxes(part, rule),
                Some(rule) => {
                    self.draft.board_rules.push((rule, part.span.clone()));
                    part.no_more(0)
                }
                None => {
                    let rules = self.cell_rules(part)?;
                    let spans = rules.into_iter().map(|rule| (rule, part.span.clone()));
                    self.draft.rules.extend(spans);
                    Ok(())
                }
            },
        }
    }

    /// A rule about boxes, which need not be the regions of the board: without boxes, or with other
    /// regions, it is about the boxes that such a board usually has. If it has none, the rule says
    /// nothing.
    fn of_boxes(&mut self, part: &Part<'_>, rule: Rule) -> Result<(), PuzzleError> {
        part.no_more(0)?;
        let outline = &self.draft.outline;
        let division = boxes_of(&rule, outline, self.region_size);
        if division == Division::None {
            return Ok(());
        }
        if division == outline.division || outline.rows != outline.columns {
            self.draft.board_rules.push((rule, part.span.clone()));
            return Ok(());
        }
        let boxes = Outline {
            division,
            ..outline.clone()
        };
        let shape = Shape::outlined(&boxes, [rule])
            .map_err(|reason| PuzzleReason::Shape(reason).at(part.span.clone()))?;
        let units = shape.units();
        let units = units.filter(|unit| matches!(unit.kind(), Kind::Window(_) | Kind::Group(_)));
        for unit in units {
            let rule = CellRule::new(RuleKind::AllDifferent, unit.cells().iter().copied());
            self.draft.rules.push((rule, part.span.clone()));
        }
        Ok(())
    }

    fn givens(&mut self, part: &Part<'_>) -> Result<(), PuzzleError> {
        for argument in &part.arguments {
            let (cell, marks) = self.given(part, argument)?;
            self.draft.restrict(cell, marks);
        }
        Ok(())
    }

    fn jigsaw(&mut self, part: &Part<'_>) -> Result<(), PuzzleError> {
        let letters = jigsaw(part, &self.draft.outline)?;
        if Division::Regions(letters.clone()) == self.draft.outline.division {
            return Ok(());
        }
        for cells in marks::regions(&letters, ' ') {
            let rule = CellRule::new(RuleKind::AllDifferent, cells);
            self.draft.rules.push((rule, part.span.clone()));
        }
        Ok(())
    }

    /// The parts of a group, moved to other places: one bit for each place, in reading order from
    /// that of a cell.
    fn replicate(&mut self, part: &Part<'_>) -> Result<(), PuzzleError> {
        let (places, origin) = part.first("letters for the places")?;
        part.no_more(2)?;
        let origin = match origin.first() {
            Some(origin) => self.cell(part, origin)?,
            None => 0,
        };
        let mut rules = Vec::new();
        for child in &part.children {
            let spans = self.cell_rules(child)?.into_iter();
            rules.extend(spans.map(|rule| (rule, child.span.clone())));
        }
        let mut all = Vec::new();
        for (number, letter) in places.text.bytes().enumerate() {
            let Some(bits) = machine::six_bits(letter) else {
                return Err(part.bad(places, "letters for the places"));
            };
            for bit in (0..6).filter(|bit| bits >> bit & 1 == 1) {
                let to = origin + 6 * number + bit;
                let moved = |cell| self.moved(cell, origin, to);
                for (rule, span) in &rules {
                    let Some(rule) = rule.mapped(&moved) else {
                        return Err(part.bad(places, "places on the board"));
                    };
                    all.push((rule, span.clone()));
                }
            }
        }
        self.draft.rules.extend(all);
        Ok(())
    }
}

/// The boxes that windows and disjoint groups are about, given the number of cells that the text
/// names.
pub(super) fn boxes_of(rule: &Rule, outline: &Outline, cells: Option<usize>) -> Division {
    let usual = match rule {
        Rule::Windows => outline.values,
        _ => outline.rows.max(outline.columns),
    };
    Division::of_size(outline.rows, outline.columns, cells.unwrap_or(usual))
}
