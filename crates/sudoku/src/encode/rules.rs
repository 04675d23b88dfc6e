//! Rules about some cells.

use super::Encoder;
use crate::rule::{Automaton, CellRule, RuleKind};
use quadrille_core::model::Variable;

/// The most values of a board for which all sets of values are examined.
const MOST_VALUES: usize = 10;
/// The most cells of a choice whose values are all remembered.
const MOST_REMEMBERED: usize = 4;

impl Encoder<'_> {
    /// Lays out a rule. The cells determine all that it adds, so each filled board is one solution.
    // It is long, because it has an arm for each kind of rule.
    pub(super) fn cell_rule(&mut self, name: &str, rule: &CellRule) {
        use RuleKind as K;
        if let Some(choice) = rule.as_choice(self.shape) {
            return self.either(name, &choice);
        }
        let cells = self.variables(rule.cells());
        let (low, high) = self.shape.value_range();
        let number = rule.number().unwrap_or_default();
        // Sets of values, and the sum of a cage, also say that the cells differ. For other rules,
        // items of their own say it.
        if rule.is_distinct() && !self.is_set(rule) && rule.number().is_none()
            || matches!(rule.kind(), K::Lunchbox)
            || rule.kind() == K::RellikCage && !self.is_set(rule)
        {
            self.differ(name, rule.cells());
        }
        match rule.kind() {
            K::AllDifferent => {}
            K::Cage => match rule.number() {
                _ if cells.len() == 1 => {
                    let number = rule.number();
                    self.model
                        .restrict(cells[0], |value| number.is_none_or(|sum| value == sum));
                }
                // Its sum is that of all values.
                Some(_) if cells.len() == self.shape.side() => {
                    self.model.all_different(name, &cells);
                }
                Some(sum) => self.model.distinct_sum(name, &cells, sum),
                None => {}
            },
            K::Renban => {
                // Any order is allowed, so an option chooses the set only. There are few runs.
                let length = cells.len() as i64;
                let runs = low..=high + 1 - length;
                let sets = runs
                    .map(|start| (start..start + length).collect())
                    .collect();
                self.model.one_of_sets(name, &cells, sets);
            }
            K::SameValues => self.same_values_in(name, rule, &cells),
            K::Clone => {
                let (one, other) = cells.split_at(cells.len() / 2);
                for (&one, &other) in one.iter().zip(other) {
                    self.model.equal(one, other);
                }
            }
            K::Palindrome => {
                for (&one, &other) in cells.iter().zip(cells.iter().rev()) {
                    self.model.equal(one, other);
                }
            }
            _ if rule.is_about_neighbours() => {
                for (place, pair) in cells.windows(2).enumerate() {
                    let name = format!("{name}.{}", place + 1);
                    let pair = [pair[0], pair[1]];
                    let allows = |a, b| rule.allows_neighbours(a, b);
                    self.model.pair(&name, pair, allows);
                }
            }
            K::AllPairs | K::Nabner => {
                // One chain would have a state for each set of values; a table of two cells has a
                // row for each two values at most.
                for (place, &one) in cells.iter().enumerate() {
                    for (later, &other) in cells.iter().enumerate().skip(place + 1) {
                        let name = format!("{name}.{}.{}", place + 1, later + 1);
                        let allows = |a, b| rule.allows_neighbours(a, b);
                        self.model.pair(&name, [one, other], allows);
                    }
                }
            }
            K::RegionSum | K::EqualSums | K::Zipper => self.equal_sums(name, rule),
            K::Between | K::Lockout => self.between(name, rule, &cells),
            K::Modular => self.classes(name, &cells, number as usize, |value| {
                value.rem_euclid(number)
            }),
            K::Entropic => self.classes(name, &cells, 3, |value| (value - low) / 3),
            K::Lunchbox => self.lunchbox(name, &cells, number),
            K::Sandwich if rule.has_own_ends(self.shape) => self.lunchbox(name, &cells, number),
            K::Sandwich if self.holds_all(rule) => self.sandwich(name, &cells, number),
            K::XSum if self.holds_all(rule) => self.x_sum(name, &cells, number),
            K::NumberedRoom => {
                let case =
                    |(place, &cell): (i64, &Variable)| vec![(cells[0], place), (cell, number)];
                let cases = (1..).zip(&cells).map(case).collect();
                self.model.cases(name, cases);
            }
            K::RowIndex | K::ColumnIndex | K::BoxIndex => {
                for (place, &cell) in rule.cells().iter().enumerate() {
                    let (pointed, own) = self.shape.indexed(rule.kind(), cell);
                    let cell = self.cells[cell];
                    let pointed = self.variables(&pointed);
                    let case = |(at, &other): (i64, &Variable)| vec![(cell, at), (other, own)];
                    let cases = (1..).zip(&pointed).map(case).collect();
                    self.model.cases(&format!("{name}.{}", place + 1), cases);
                }
            }
            K::ValueIndex => {
                let mut cases = Vec::new();
                for (place, &cell) in (1..).zip(&cells[2..]) {
                    let case = |value| vec![(cells[1], place), (cell, value), (cells[0], value)];
                    cases.extend((low..=high).map(case));
                }
                self.model.cases(name, cases);
            }
            K::Quadruple | K::Counts => self.counts(name, rule, &cells),
            K::RellikCage | K::EqualityCage if self.shape.side() <= MOST_VALUES => {
                let sets = self.sets(rule);
                self.model.one_of_sets(name, &cells, sets);
            }
            K::CountingCircles => self.counting_circles(name, &cells),
            K::CountDistinct => self.count_distinct(name, cells[0], &cells[1..]),
            K::Odd => {
                for cell in cells {
                    self.model.restrict(cell, |value| value % 2 == 1);
                }
            }
            K::Even => {
                for cell in cells {
                    self.model.restrict(cell, |value| value % 2 == 0);
                }
            }
            K::Minimum | K::Maximum => {
                for &cell in rule.cells() {
                    let others = self.shape.neighbours(cell).into_iter();
                    for other in others.filter(|other| !rule.cells().contains(other)) {
                        let name = format!(
                            "{name}.{},{}",
                            self.shape.name(cell),
                            self.shape.name(other)
                        );
                        let pair = match rule.kind() {
                            K::Minimum => [cell, other],
                            _ => [other, cell],
                        };
                        let pair = pair.map(|cell| self.cells[cell]);
                        self.model.pair(&name, pair, |less, more| less < more);
                    }
                }
            }
            K::Either if self.is_few(rule) => {
                let machine = Automaton::of_values(rule, self.shape);
                self.chain(name, machine);
            }
            K::Either => self.either(name, rule),
            _ => match rule.terms() {
                Some((cells, factors, total)) => {
                    // Of the digits of a pill, only the first may be above 9.
                    for place in rule.digits() {
                        self.model
                            .restrict(self.cells[cells[place]], |value| value <= 9);
                    }
                    let terms = self.variables(&cells).into_iter().zip(factors);
                    let terms: Vec<(Variable, i64)> = terms.collect();
                    self.model.sum(name, &terms, total);
                }
                None => {
                    if let Some(machine) = Automaton::of(rule, self.shape) {
                        self.chain(name, machine);
                    }
                }
            },
        }
    }

    /// The cells of a machine lead to a state that it accepts.
    fn chain(&mut self, name: &str, machine: Automaton) {
        let cells = self.variables(&machine.cells);
        self.model
            .regular(name, &cells, machine.start, machine.step, machine.accept);
    }

    /// Whether a rule is laid out as sets of values, which says that the cells differ.
    fn is_set(&self, rule: &CellRule) -> bool {
        match rule.kind() {
            RuleKind::Renban => true,
            RuleKind::EqualityCage | RuleKind::RellikCage => self.shape.side() <= MOST_VALUES,
            _ => false,
        }
    }

    /// Whether the cells hold each value once, and there are few sets of values.
    fn holds_all(&self, rule: &CellRule) -> bool {
        let side = self.shape.side();
        side <= MOST_VALUES && rule.cells().len() == side && self.shape.differ(rule.cells())
    }

    /// Whether the rules of a choice read so few cells that one chain remembers all their values.
    fn is_few(&self, rule: &CellRule) -> bool {
        self.shape.side() <= 9 && rule.reads(self.shape).len() <= MOST_REMEMBERED
    }

    /// Cells that differ, unless a unit says so already.
    fn differ(&mut self, name: &str, cells: &[usize]) {
        if cells.len() > 1 && !self.shape.differ(cells) {
            let variables = self.variables(cells);
            self.model
                .all_different(&format!("{name}.different"), &variables);
        }
    }

    /// Each value is held by as many cells as a rule says; of a quadruple, at least.
    fn counts(&mut self, name: &str, rule: &CellRule, cells: &[Variable]) {
        for (value, wanted) in rule.wanted() {
            let wanted = wanted as u32;
            let most = match rule.kind() {
                RuleKind::Quadruple => cells.len() as u32,
                _ => wanted,
            };
            self.model
                .count(&format!("{name}={value}"), cells, value, wanted..=most);
        }
    }

    /// The sets of values that a rule about different cells allows.
    fn sets(&self, rule: &CellRule) -> Vec<Vec<i64>> {
        let (low, high) = self.shape.value_range();
        let count = rule.cells().len();
        let mut sets = vec![Vec::new()];
        for value in low..=high {
            let with = sets.iter().filter(|set| set.len() < count).map(|set| {
                let mut set = set.clone();
                set.push(value);
                set
            });
            let with: Vec<Vec<i64>> = with.collect();
            sets.extend(with);
        }
        sets.retain(|set| {
            let value = |cell: usize| {
                let place = rule.cells().iter().position(|&own| own == cell)?;
                set.get(place).copied()
            };
            set.len() == count && rule.holds(self.shape, &value) == Some(true)
        });
        sets
    }
}
