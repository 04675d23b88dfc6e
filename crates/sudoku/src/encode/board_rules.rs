//! Rules for the whole board.

use std::collections::HashSet;

use super::Encoder;
use crate::rule::RuleKind;
use crate::shape::{Rule, Unit};
use quadrille_core::model::Variable;

impl Encoder<'_> {
    /// Lays out a rule that units cannot express.
    pub(super) fn rule(&mut self, rule: &Rule) {
        match rule {
            Rule::NonConsecutive => self.non_consecutive(),
            Rule::AntiTaxicab => self.anti_taxicab(),
            Rule::Entropy => self.entropy(),
            Rule::StrictWhite | Rule::StrictBlack | Rule::StrictXv => self.strict(rule),
            Rule::SameValues => self.same_values(),
            Rule::Flatmates => self.flatmates(),
            Rule::UnequalLines => {
                for (number, (_, _, clause)) in (1..).zip(self.shape.equal_lines()) {
                    self.clauses(&format!("unequal{number}"), vec![clause]);
                }
            }
            Rule::Doppelganger => self.doppelganger(),
            // Their units express them.
            _ => {}
        }
    }

    /// The values 5 and 6 in two neighbours all exclude each other, so one item suffices.
    fn non_consecutive(&mut self) {
        let shape = self.shape;
        let (least, most) = shape.value_range();
        for [a, b] in shape.apart() {
            for value in least..most {
                let name = format!("apart:{},{}={value}", shape.name(a), shape.name(b));
                let item = self.model.secondary(name);
                for cell in [a, b] {
                    self.model.cover(item, self.cells[cell], value);
                    self.model.cover(item, self.cells[cell], value + 1);
                }
            }
        }
    }

    fn anti_taxicab(&mut self) {
        let shape = self.shape;
        for one in 0..shape.cell_count() {
            for other in one + 1..shape.cell_count() {
                let ((row, column), (other_row, other_column)) =
                    (shape.place(one), shape.place(other));
                let steps = row.abs_diff(other_row) + column.abs_diff(other_column);
                // In a unit the cells differ anyway.
                let is_unit = |&unit: &usize| shape.units_of(other).contains(&unit);
                let (least, most) = shape.value_range();
                let value = steps as i64;
                if !(least..=most).contains(&value) || shape.units_of(one).iter().any(is_unit) {
                    continue;
                }
                let (a, b) = (shape.name(one), shape.name(other));
                let item = self.model.secondary(format!("taxicab:{a},{b}"));
                self.model.cover(item, self.cells[one], value);
                self.model.cover(item, self.cells[other], value);
            }
        }
    }

    fn entropy(&mut self) {
        let shape = self.shape;
        let least = shape.value_range().0;
        // The squares around a cell share its band. So their tables have a row for each way to mix
        // three bands, not nine values.
        let band = |cell: usize| {
            let name = format!("band({})", shape.name(cell));
            let third = move |value| (value - least) / 3;
            self.model.function(name, self.cells[cell], third)
        };
        let bands: Vec<_> = (0..shape.cell_count()).map(band).collect();
        let is_varied = |row: &Vec<i64>| (0..3).all(|band| row.contains(&band));
        let rows = (0..81).map(|number| [27, 9, 3, 1].map(|power| number / power % 3).to_vec());
        let rows: Vec<Vec<i64>> = rows.filter(is_varied).collect();
        for square in shape
            .squares()
            .into_iter()
            .filter(|square| square.len() == 4)
        {
            let name = format!("entropy:{}", shape.name(square[0]));
            let bands: Vec<_> = square.iter().map(|&cell| bands[cell]).collect();
            self.model.table(&name, &bands, rows.iter().cloned());
        }
    }

    /// Neighbours without a dot or letter do not have what it says.
    fn strict(&mut self, rule: &Rule) {
        let shape = self.shape;
        let marked = shape.marked(rule);
        for one in 0..shape.cell_count() {
            for other in shape.neighbours(one) {
                if one > other || marked.contains(&[one, other]) {
                    continue;
                }
                let name = format!("{}:{},{}", rule.word(), shape.name(one), shape.name(other));
                let pair = [one, other].map(|cell| self.cells[cell]);
                self.model
                    .pair(&name, pair, |a, b| rule.allows_unmarked(a, b));
            }
        }
    }

    fn same_values(&mut self) {
        let houses = self.shape.largest_houses().into_iter();
        let sets: Vec<_> = houses.map(|unit| self.variables(unit.cells())).collect();
        // Houses with all values have the same ones.
        if sets
            .first()
            .is_some_and(|set| set.len() < self.shape.side())
        {
            self.model.same_sets("same-values", &sets);
        }
    }

    /// What each row, column and box lacks is a hidden variable.
    fn doppelganger(&mut self) {
        let shape = self.shape;
        let (least, most) = shape.value_range();
        let mut lacks: Vec<(&Unit, Variable)> = Vec::new();
        for unit in shape.doppelganger_units() {
            let name = format!("lacks({})", super::unit_name(shape, unit));
            let own = self.model.hidden(name.clone(), least + 1..=most);
            let cells = [self.variables(unit.cells()), vec![own]].concat();
            self.model.all_different(&format!("{name}.all"), &cells);
            lacks.push((unit, own));
        }
        let is_like = |one: &(&Unit, _), other: &(&Unit, _)| one.0.is_like(other.0);
        for (number, alike) in (1..).zip(lacks.chunk_by(is_like)) {
            let alike: Vec<Variable> = alike.iter().map(|lack| lack.1).collect();
            self.model.all_different(&format!("lacks{number}"), &alike);
        }
        for cell in 0..shape.cell_count() {
            let own: Vec<(&Unit, Variable)> = lacks
                .iter()
                .filter(|lack| lack.0.cells().contains(&cell))
                .copied()
                .collect();
            for (place, one) in own.iter().enumerate() {
                for (number, other) in own.iter().enumerate().skip(place + 1) {
                    if one.0.board() != other.0.board() {
                        continue;
                    }
                    let name = format!("lack:{}.{place}.{number}", shape.name(cell));
                    let variables = [self.cells[cell], one.1, other.1];
                    // The value that must not come, or none.
                    let step = move |&before: &Option<i64>, place: usize, value: i64| match place {
                        0 => Some((value == least).then_some(value)),
                        1 => Some(before.map(|_| value)),
                        _ => (before != Some(value)).then_some(None),
                    };
                    self.model.regular(&name, &variables, None, step, |_| true);
                }
            }
        }
    }

    fn flatmates(&mut self) {
        let (least, most) = self.shape.value_range();
        let middle = i64::midpoint(least, most);
        for (number, piece) in (1..).zip(self.shape.column_pieces()) {
            let cells = self.variables(&piece);
            // The value above, and whether the value below must be the largest.
            let step = move |&(above, needs): &(i64, bool), _: usize, value: i64| {
                let is_served = !needs || value == most;
                is_served.then_some((value, value == middle && above != least))
            };
            let name = format!("flatmates{number}");
            // Above the first cell is no least value: as if it were the largest.
            self.model
                .regular(&name, &cells, (most, false), step, |state| !state.1);
        }
    }
}

impl crate::Shape {
    /// Whether a strict rule of the board says more without a rule about cells.
    pub(crate) fn is_mark(&self, own: &crate::CellRule) -> bool {
        self.rules().iter().any(|rule| is_mark(own.kind(), rule))
    }

    /// The pairs of neighbours that have a dot or a letter, for a rule about those that have none;
    /// the smaller cell first.
    pub(crate) fn marked(&self, rule: &Rule) -> HashSet<[usize; 2]> {
        let rules = self.cell_rules().iter();
        let rules = rules.filter(|own| is_mark(own.kind(), rule));
        let pairs = rules.flat_map(|rule| rule.cells().windows(2));
        pairs
            .map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])])
            .collect()
    }
}

impl Rule {
    /// Whether it is about neighbours without a dot or a letter.
    pub(crate) fn is_strict(&self) -> bool {
        matches!(self, Rule::StrictWhite | Rule::StrictBlack | Rule::StrictXv)
    }

    /// Whether two neighbours without a dot or a letter may hold these values.
    pub(crate) fn allows_unmarked(&self, a: i64, b: i64) -> bool {
        match self {
            Rule::StrictWhite => (a - b).abs() != 1,
            Rule::StrictBlack => a != 2 * b && b != 2 * a,
            Rule::StrictXv => a + b != 5 && a + b != 10,
            _ => true,
        }
    }
}

/// Whether rules of this kind are dots or signs that a strict rule looks for.
fn is_mark(kind: RuleKind, rule: &Rule) -> bool {
    match rule {
        Rule::StrictXv => kind == RuleKind::PairSum,
        Rule::StrictWhite | Rule::StrictBlack => {
            matches!(kind, RuleKind::Difference | RuleKind::Ratio)
        }
        _ => false,
    }
}
