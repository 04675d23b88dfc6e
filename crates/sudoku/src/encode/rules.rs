//! Rules about some cells: each clause of their meaning as constraints.

use super::Encoder;
use crate::rule::{Automaton, Better, CellRule, Clause, loop_machine, weight};
use quadrille_core::model::Variable;

impl Encoder<'_> {
    /// Lays out a rule. The cells determine all that it adds, so each filled board is one solution.
    pub(super) fn cell_rule(&mut self, name: &str, rule: &CellRule) {
        self.clauses(name, rule.meaning(self.shape));
    }

    pub(super) fn clauses(&mut self, name: &str, clauses: Vec<Clause>) {
        let is_one = clauses.len() == 1;
        for (number, clause) in (1..).zip(clauses) {
            let own = if is_one {
                name.to_owned()
            } else {
                format!("{name}.{number}")
            };
            self.clause(&own, clause);
        }
    }

    fn clause(&mut self, name: &str, clause: Clause) {
        match clause {
            Clause::Each(cells, values) => {
                for cell in self.variables(&cells) {
                    self.model.restrict(cell, |value| values.has(value));
                }
            }
            Clause::Differ(cells) => self.differ(name, &cells),
            Clause::Pairs(pairs, table) => {
                for (number, pair) in (1..).zip(pairs) {
                    let pair = pair.map(|cell| self.cells[cell]);
                    if table.is_equality() {
                        self.model.equal(pair[0], pair[1]);
                    } else {
                        let allows = |a, b| table.allows(a, b);
                        self.model.pair(&format!("{name}.{number}"), pair, allows);
                    }
                }
            }
            Clause::Sum(terms, total) => {
                let term = |(cell, factor): (usize, i64)| (self.cells[cell], factor);
                let terms: Vec<(Variable, i64)> = terms.into_iter().map(term).collect();
                self.model.sum(name, &terms, total);
            }
            Clause::SameTotals(pieces, counted) => self.same_totals(name, &pieces, counted),
            Clause::Count(cells, values, times) => {
                let cells = self.variables(&cells);
                let (least, most) = (*times.start(), *times.end());
                match values.only() {
                    Some(value) => {
                        let times = least as u32..=most as u32;
                        self.model.count(name, &cells, value, times);
                    }
                    None => {
                        let step = move |&count: &i64, _: usize, value| {
                            let count = count + i64::from(values.has(value));
                            (count <= most).then_some(count)
                        };
                        let accept = move |&count: &i64| count >= least;
                        self.model.regular(name, &cells, 0, step, accept);
                    }
                }
            }
            Clause::Cases(cases) => {
                let term = |&(cell, value): &(usize, i64)| (self.cells[cell], value);
                let cases = cases.iter().map(|case| case.iter().map(term).collect());
                self.model.cases(name, cases.collect());
            }
            Clause::Machine(machine) => self.chain(name, machine),
            Clause::Holding(clauses, times) => {
                let mut holds = Vec::new();
                for (number, clause) in (1..).zip(clauses) {
                    holds.push(self.holds(&format!("{name}.{number}"), vec![clause]));
                }
                let times = *times.start() as u32..=*times.end() as u32;
                self.model.count(name, &holds, 1, times);
            }
            Clause::Choice(branches) => self.choice(name, branches),
            Clause::Better(clauses, better) => self.better(name, clauses, better),
        }
    }

    fn better(&mut self, name: &str, clauses: Vec<Clause>, better: Better) {
        match better {
            Better::Cage(cells, sum) => self.cage(name, &cells, sum),
            Better::Sets(cells, sets) => {
                self.model.one_of_sets(name, &self.variables(&cells), sets);
            }
            Better::AllSets(cells) => {
                let sets = self.sets(&cells, &clauses);
                self.model.one_of_sets(name, &self.variables(&cells), sets);
            }
            Better::SameSets(sets) => {
                let sets: Vec<_> = sets.iter().map(|set| self.variables(set)).collect();
                self.model.same_sets(name, &sets);
            }
            Better::Classes(cells, length, class) => self.classes(name, &cells, length, class),
            Better::Loop(cells, sum) => match loop_machine(&cells, sum, self.shape) {
                Some(machine) => self.chain(name, machine),
                None => self.clauses(name, clauses),
            },
            Better::Fan => {
                for machine in clauses.into_iter().filter_map(Clause::machine) {
                    self.fan(name, machine);
                }
            }
            Better::Guess => {
                for machine in clauses.into_iter().filter_map(Clause::machine) {
                    self.guess(name, machine);
                }
            }
            Better::Sandwich(cells, sum) => self.sandwich(name, &cells, sum),
            Better::XSum(cells, sum) => self.x_sum(name, &cells, sum),
            Better::CountDistinct(cells) => self.count_distinct(name, &cells),
            Better::CountingCircles(cells) => self.counting_circles(name, &cells),
        }
    }

    /// The cells of a machine lead to a state that it accepts.
    pub(super) fn chain(&mut self, name: &str, machine: Automaton) {
        let cells = self.variables(&machine.cells);
        self.model
            .regular(name, &cells, machine.start, machine.step, machine.accept);
    }

    /// Cells that differ, unless a unit says so already.
    fn differ(&mut self, name: &str, cells: &[usize]) {
        if cells.len() > 1 && !self.shape.differ(cells) {
            let variables = self.variables(cells);
            self.model
                .all_different(&format!("{name}.different"), &variables);
        }
    }

    /// The total of each piece is a hidden variable.
    fn same_totals(&mut self, name: &str, pieces: &[Vec<usize>], counted: Option<i64>) {
        let (low, high) = self.shape.value_range();
        let bounds = pieces.iter().map(|piece| {
            let count = piece.len() as i64;
            if counted.is_some() {
                (0, count)
            } else if self.shape.differ(piece) {
                ((low..low + count).sum(), (high + 1 - count..=high).sum())
            } else {
                (low * count, high * count)
            }
        });
        // A total that one of the pieces cannot have needs no option.
        let least = bounds.clone().map(|bounds: (i64, i64)| bounds.0).max();
        let most = bounds.map(|bounds| bounds.1).min();
        let totals = least.unwrap_or_default()..=most.unwrap_or_default();
        let total = self.model.hidden(format!("sum({name})"), totals);
        for (number, piece) in (1..).zip(pieces) {
            let name = format!("{name}.{number}");
            let cells = self.variables(piece);
            if counted.is_some() {
                let step =
                    move |&count: &i64, _: usize, value| Some(count + weight(counted, value));
                self.computes(&name, &cells, total, 0, step, |&count| count);
            } else {
                let terms = cells.into_iter().map(|cell| (cell, 1)).chain([(total, -1)]);
                self.model.sum(&name, &terms.collect::<Vec<_>>(), 0);
            }
        }
    }
}
