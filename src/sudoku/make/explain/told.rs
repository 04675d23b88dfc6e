//! Explanations in words.

use super::{Ambiguity, Change, Contradiction, Explanation};
use crate::sudoku::Shape;

impl Explanation {
    /// The explanation in words, one finding a line. Cells are named by row and column from 1: `r1c9`.
    #[must_use]
    pub fn told(&self, shape: &Shape) -> String {
        let mut lines = Vec::new();
        match self {
            Explanation::Unique => lines.push("one solution".to_owned()),
            Explanation::Unknown => lines.push("stopped by a limit: nothing is known".to_owned()),
            Explanation::None(contradiction) => contradiction.tell(shape, &mut lines),
            Explanation::Several(ambiguity) => ambiguity.tell(shape, &mut lines),
        }
        lines
            .into_iter()
            .fold(String::new(), |text, line| text + &line + "\n")
    }
}

impl Contradiction {
    fn tell(&self, shape: &Shape, lines: &mut Vec<String>) {
        lines.push("no solution".to_owned());
        let name = |cell| shape.name(cell);
        match *self.clash {
            [] => lines.push("there is none for the blank board either".to_owned()),
            [(cell, value)] => lines.push(format!("{} cannot be {value}", name(cell))),
            [(a, x), (b, y)] if x == y => {
                lines.push(format!("{} and {} are both {x}", name(a), name(b)));
            }
            _ => {
                let givens = list(
                    &self.clash,
                    |&(cell, value)| format!("{} is {value}", name(cell)),
                    "and",
                );
                lines.push(format!("these {} givens clash: {givens}", self.clash.len()));
                if self.minimal && self.clash.len() > 2 {
                    lines.push("leave any one of them out and the others do not clash".to_owned());
                }
            }
        }
        if self.changes.is_empty() && !self.clash.is_empty() {
            lines.push("which givens to change was not found within the limit".to_owned());
        }
        for (number, changes) in self.changes.iter().enumerate() {
            let told = list(changes, |change| change.told(shape), "and");
            let start = if number == 0 { "change" } else { "or change" };
            lines.push(format!("{start} {told}"));
        }
    }
}

impl Change {
    fn told(&self, shape: &Shape) -> String {
        let mut to: Vec<String> = self.to.iter().map(ToString::to_string).collect();
        if !self.settled {
            to.push("perhaps another".to_owned());
        }
        let to = list(&to, Clone::clone, "or");
        format!("{} from {} to {to}", shape.name(self.cell), self.from)
    }
}

impl Ambiguity {
    fn tell(&self, shape: &Shape, lines: &mut Vec<String>) {
        let at_least = if self.complete { "" } else { "at least " };
        lines.push(format!("{at_least}{} solutions", self.solutions));
        for cell in &self.cells {
            let value = |&(value, count): &(u8, u64)| format!("{value} in {at_least}{count}");
            lines.push(format!(
                "{} is {}",
                shape.name(cell.cell),
                list(&cell.values, value, "or")
            ));
        }
        if !self.settled {
            lines.push("what else cells can be was not found within the limit".to_owned());
        }
        if self.add.is_empty() {
            return;
        }
        let mut line = String::from("one solution is left if ");
        line += &list(
            &self.add,
            |&(cell, value)| format!("{} is {value}", shape.name(cell)),
            "and",
        );
        if self.fewest && self.add.len() > 1 {
            line += "; fewer givens do not do";
        } else if !self.minimal {
            line += "; perhaps fewer givens do";
        }
        lines.push(line);
    }
}

/// `a`, `a and b`, `a, b and c`.
fn list<T>(things: &[T], name: impl Fn(&T) -> String, last: &str) -> String {
    let names: Vec<String> = things.iter().map(name).collect();
    match names.split_last() {
        Some((end, start)) if !start.is_empty() => format!("{} {last} {end}", start.join(", ")),
        _ => names.concat(),
    }
}
