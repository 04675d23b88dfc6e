//! Explanations as text.

use std::collections::HashSet;

use super::{
    Ambiguity, BoardExplanation, Change, Contradiction, Need, Repair, RulePlace, WrongMarks,
};
use crate::shape::Shape;
use quadrille_core::shared::listing;
use quadrille_core::text;

/// More solutions than this are not counted exactly: the number depends on the order of the search.
const SHOWN: u64 = 10_000;

/// More numbers than this are not listed.
const NUMBERS: usize = 9;

/// Writes a value.
type Symbol<'a> = dyn Fn(u8) -> String + 'a;

impl BoardExplanation {
    /// Returns the explanation as text, one finding on each line. Cells are named by row and column
    /// from 1: `r1c9`.
    #[must_use]
    pub fn to_text(&self, shape: &Shape) -> String {
        self.to_text_with(shape, |value| shape.number(value).to_string())
    }

    /// Returns the explanation as text with other names of the values, such as those of a
    /// [record](crate::text::Record::name).
    #[must_use]
    pub fn to_text_with(&self, shape: &Shape, symbol: impl Fn(u8) -> String) -> String {
        let mut lines = Vec::new();
        match self {
            Self::Unique => lines.push("one solution".to_owned()),
            Self::Rules(rules) => {
                lines.push("one solution".to_owned());
                describe_needs(rules, shape, &mut lines);
            }
            Self::Unknown => lines.push("unknown: the search did not finish".to_owned()),
            Self::None(contradiction) => contradiction.describe(shape, &symbol, &mut lines),
            Self::Several(ambiguity) => ambiguity.describe(shape, &symbol, &mut lines),
        }
        lines
            .into_iter()
            .fold(String::new(), |text, line| text + &line + "\n")
    }
}

/// The rules of a board with one solution: a line for each answer, the needed ones last.
fn describe_needs(rules: &[(RulePlace, Need)], shape: &Shape, lines: &mut Vec<String>) {
    if rules.is_empty() {
        lines.push("it has no rules that could be removed".to_owned());
    }
    let kept = if shape.is_single() {
        "not examined, because other rules may say more without it"
    } else {
        "not examined, because boards overlap"
    };
    for (need, begin) in [
        (Need::NotNeeded, "not needed"),
        (Need::Unknown, "not decided within the limit"),
        (Need::Kept, kept),
        (Need::Needed, "needed"),
    ] {
        let own = rules.iter().filter(|(_, own)| *own == need);
        let names: Vec<String> = own.map(|(place, _)| shape.rule_name(*place)).collect();
        if names.is_empty() {
            continue;
        }
        let mut line = format!("{begin}: {}", names.join(", "));
        if need == Need::NotNeeded && names.len() > 1 {
            line += "; each of them alone can be removed";
        }
        lines.push(line);
    }
}

impl Contradiction {
    /// Returns the names of the rules and units, in the order of the fields.
    #[must_use]
    pub fn names(&self, shape: &Shape) -> Vec<String> {
        let rules = self.rules.iter().map(|rule| shape.describe(rule));
        let others = self.board_rules.iter();
        let others = others.map(|rule| format!("the rule {}", rule.word()));
        let units = self.units.iter().map(ToString::to_string);
        let mut names: Vec<String> = rules.chain(others).chain(units).collect();
        // Two moves have the same name.
        let mut seen = HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        names
    }

    fn has_rules(&self) -> bool {
        !(self.rules.is_empty() && self.board_rules.is_empty() && self.units.is_empty())
    }

    fn describe(&self, shape: &Shape, symbol: &Symbol<'_>, lines: &mut Vec<String>) {
        lines.push("no solution".to_owned());
        if let Some(marks) = &self.marks {
            return marks.describe(shape, symbol, lines);
        }
        // What to do comes before a list that may be long.
        self.describe_changes(shape, symbol, lines);
        self.describe_clash(shape, symbol, lines);
        self.describe_failure(lines);
    }

    /// The givens and rules that clash.
    fn describe_clash(&self, shape: &Shape, symbol: &Symbol<'_>, lines: &mut Vec<String>) {
        let name = |cell| shape.name(cell);
        match *self.clash {
            [] if self.has_rules() => lines.push("the rules clash without any givens".to_owned()),
            [] => lines.push("the blank board has no solution either".to_owned()),
            [(cell, value)] => lines.push(format!("{} cannot be {}", name(cell), symbol(value))),
            [(a, x), (b, y)] if x == y => {
                lines.push(format!(
                    "{} and {} are both {}",
                    name(a),
                    name(b),
                    symbol(x)
                ));
            }
            _ => {
                let givens = listing(
                    self.clash
                        .iter()
                        .map(|&(cell, value)| format!("{} is {}", name(cell), symbol(value))),
                    "and",
                );
                lines.push(format!("these {} givens clash: {givens}", self.clash.len()));
                if self.minimal && self.clash.len() > 2 {
                    lines.push("removing any one of them removes the clash".to_owned());
                }
            }
        }
        if self.has_rules() {
            let because = listing(self.names(shape), "and");
            lines.push(format!("because of {because}"));
        }
    }

    /// The givens to change, or else the rules that alone repair the board.
    fn describe_changes(&self, shape: &Shape, symbol: &Symbol<'_>, lines: &mut Vec<String>) {
        if self.erases_marks && !(self.changes.is_empty() && self.repairs.is_empty()) {
            lines.push("erase the pencil marks, and".to_owned());
        }
        let changes = self.changes.iter().map(|changes| {
            let changes = listing(
                changes.iter().map(|change| change.to_text(shape, symbol)),
                "and",
            );
            format!("change {changes}")
        });
        let repairs = self.repairs.iter().map(|repair| repair.to_text(shape));
        for (number, words) in changes.chain(repairs).enumerate() {
            let start = if number == 0 { "" } else { "or " };
            lines.push(format!("{start}{words}"));
        }
        if !self.settled && !self.repairs.is_empty() {
            lines.push("other rules were not decided within the limit".to_owned());
        }
    }

    /// What was not found.
    fn describe_failure(&self, lines: &mut Vec<String>) {
        if self.changes.is_empty() && !self.clash.is_empty() {
            lines.push(
                "the givens to change were not found: there are too many sets to try, or a limit \
                 stopped the search"
                    .to_owned(),
            );
        }
        let end = match (self.settled, &*self.repairs) {
            (true, []) if !self.rules.is_empty() => "no change of a single rule gives a solution",
            (false, []) => "the rule to change was not found within the limit",
            _ => return,
        };
        lines.push(end.to_owned());
    }
}

impl Repair {
    fn to_text(&self, shape: &Shape) -> String {
        let rule = shape.describe(&self.rule);
        let mut numbers: Vec<String> = match &*self.numbers {
            [first, .., last] if self.numbers.len() > NUMBERS => {
                let many = self.numbers.len();
                vec![format!("one of {many} numbers from {first} to {last}")]
            }
            numbers => numbers.iter().map(i64::to_string).collect(),
        };
        if !self.settled {
            numbers.push("possibly another number".to_owned());
        }
        // The name shows no number that is the usual one.
        let from = match self.rule.number() {
            Some(number) if !rule.ends_with(&format!(" {number})")) => format!(" from {number}"),
            _ => String::new(),
        };
        let end = if self.may_leave_out {
            ", or leave it out"
        } else {
            ""
        };
        match (&*self.numbers, self.settled) {
            ([], true) => format!("leave out {rule}"),
            ([], false) => format!(
                "leave out {rule}; it was not decided within the limit whether another number suffices"
            ),
            _ => format!("change {rule}{from} to {}{end}", listing(numbers, "or")),
        }
    }
}

impl WrongMarks {
    fn describe(&self, shape: &Shape, symbol: &Symbol<'_>, lines: &mut Vec<String>) {
        if self.cells.is_empty() {
            lines.push(if self.settled {
                "the pencil marks of at least two cells are wrong".to_owned()
            } else {
                "the givens or the pencil marks clash; which of them was not found within \
                          the limit"
                    .to_owned()
            });
            return;
        }
        for (number, lack) in self.cells.iter().enumerate() {
            let name = shape.name(lack.cell);
            let mut values: Vec<String> = lack.values.iter().map(|&value| symbol(value)).collect();
            if !lack.settled {
                let possibly = if values.is_empty() { "" } else { "possibly " };
                values.push(format!("{possibly}another value"));
            }
            let values = listing(values, "or");
            lines.push(match (self.forced, number) {
                (true, _) => format!("the pencil marks of {name} lack {values}, its only value"),
                (false, 0) => format!("the pencil marks clash: add {values} in {name}"),
                (false, _) => format!("or add {values} in {name}"),
            });
        }
        if !self.settled {
            lines.push("other cells were not decided within the limit".to_owned());
        }
    }
}

impl Change {
    fn to_text(&self, shape: &Shape, symbol: &Symbol<'_>) -> String {
        let mut to: Vec<String> = self.to.iter().map(|&value| symbol(value)).collect();
        if !self.settled {
            to.push("possibly another value".to_owned());
        }
        let (from, to) = (symbol(self.from), listing(to, "or"));
        format!("{} from {from} to {to}", shape.name(self.cell))
    }
}

impl Ambiguity {
    fn describe(&self, shape: &Shape, symbol: &Symbol<'_>, lines: &mut Vec<String>) {
        let at_least = if self.complete { "" } else { "at least " };
        let solutions = match self.solutions {
            many @ SHOWN.. if !self.complete => format!("more than {}", many.min(SHOWN)),
            solutions => format!("{at_least}{solutions}"),
        };
        lines.push(format!("{solutions} solutions"));
        self.describe_answer(shape, symbol, lines);
        for cell in &self.cells {
            let mut line = format!("{} is", shape.name(cell.cell));
            for (number, &(value, count)) in cell.values.iter().enumerate() {
                line += &match number {
                    0 => format!(
                        " {} in {at_least}{}",
                        symbol(value),
                        text::quantity(count, "solution")
                    ),
                    _ => format!(", {} in {at_least}{count}", symbol(value)),
                };
            }
            lines.push(line);
        }
        if !self.settled {
            lines.push("cells may also take values not reached within the limit".to_owned());
        }
    }

    /// The givens to add.
    fn describe_answer(&self, shape: &Shape, symbol: &Symbol<'_>, lines: &mut Vec<String>) {
        if self.add.is_empty() {
            return;
        }
        let mut line = String::from("one solution is left if ");
        line += &listing(
            self.add
                .iter()
                .map(|&(cell, value)| format!("{} is {}", shape.name(cell), symbol(value))),
            "and",
        );
        if self.fewest && self.add.len() > 1 {
            line += "; no smaller set of givens suffices";
        } else if !self.minimal {
            line += "; a smaller set of givens may suffice";
        }
        lines.push(line);
    }
}
