//! A problem as plain lists, and the definition of its covers.

use std::fmt::Write;

use quadrille::{OptionId, Problem};

/// The kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Primary { low: u32, high: u32 },
    Secondary,
}

pub(crate) const ONCE: Item = Item::Primary { low: 1, high: 1 };

impl Item {
    pub(crate) fn is_primary(self) -> bool {
        self != Self::Secondary
    }

    pub(crate) fn low(self) -> u32 {
        match self {
            Self::Primary { low, .. } => low,
            Self::Secondary => 0,
        }
    }
}

/// An option of a problem: a row of its matrix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Row {
    /// Each item and the colour of its use.
    pub(crate) uses: Vec<(usize, Option<u32>)>,
    pub(crate) cost: i64,
}

/// A valid problem: the sum of all costs without their signs fits an `i64`, no row repeats an item, and only secondary
/// items have colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) items: Vec<Item>,
    pub(crate) rows: Vec<Row>,
}

impl Case {
    pub(crate) fn item(&mut self, item: Item) -> usize {
        self.items.push(item);
        self.items.len() - 1
    }

    pub(crate) fn items(&mut self, count: usize, item: Item) -> Vec<usize> {
        (0..count).map(|_| self.item(item)).collect()
    }

    /// Adds an option without colours and cost.
    pub(crate) fn row(&mut self, items: impl IntoIterator<Item = usize>) {
        let uses = items.into_iter().map(|item| (item, None)).collect();
        self.rows.push(Row { uses, cost: 0 });
    }

    /// Returns whether a row has no primary item, so that no cover uses it.
    pub(crate) fn is_void(&self, row: &Row) -> bool {
        !row.uses.iter().any(|&(i, _)| self.items[i].is_primary())
    }

    /// Returns whether these rows, all different, are a cover by the definition.
    pub(crate) fn is_cover(&self, rows: &[usize]) -> bool {
        if rows.iter().any(|&row| self.is_void(&self.rows[row])) {
            return false;
        }
        self.items.iter().enumerate().all(|(item, demand)| {
            let uses = rows.iter().flat_map(|&row| &self.rows[row].uses);
            let colours: Vec<_> = uses.filter(|u| u.0 == item).map(|u| u.1).collect();
            match *demand {
                Item::Primary { low, high } => {
                    (low as usize..=high as usize).contains(&colours.len())
                }
                Item::Secondary => match colours.first() {
                    Some(Some(first)) => colours.iter().all(|&c| c == Some(*first)),
                    _ => colours.len() <= 1,
                },
            }
        })
    }

    pub(crate) fn cost(&self, rows: &[usize]) -> i64 {
        rows.iter().map(|&row| self.rows[row].cost).sum()
    }

    /// The case without some rows. The other rows get new numbers.
    pub(crate) fn without(&self, unwanted: impl Fn(usize) -> bool) -> Self {
        let rows = self.rows.iter().enumerate();
        let rows = rows.filter(|&(number, _)| !unwanted(number));
        Self {
            items: self.items.clone(),
            rows: rows.map(|(_, row)| row.clone()).collect(),
        }
    }

    /// The problem, with its items in this order.
    pub(crate) fn problem(&self) -> Problem {
        let mut builder = Problem::builder();
        let mut ids = Vec::new();
        for (number, item) in self.items.iter().enumerate() {
            let name = name(number);
            ids.push(
                match *item {
                    ONCE => builder.primary(&name),
                    Item::Primary { low, high } => builder.multiple(&name, low..=high),
                    Item::Secondary => builder.secondary(&name),
                }
                .unwrap(),
            );
        }
        for row in &self.rows {
            let mut uses = Vec::new();
            for &(item, colour) in &row.uses {
                uses.push((
                    ids[item],
                    colour.map(|c| builder.colour(colour_name(c)).unwrap()),
                ));
            }
            let option = builder.option(uses).unwrap();
            builder.add_cost(option, row.cost).unwrap();
        }
        builder.build()
    }

    /// The case of a problem of the library.
    pub(crate) fn of(problem: &Problem) -> Self {
        let item = |id| match problem.multiplicity(id) {
            Some(times) => Item::Primary {
                low: *times.start(),
                high: *times.end(),
            },
            None => Item::Secondary,
        };
        let row = |option: OptionId| Row {
            uses: problem
                .uses_of(option)
                .map(|(item, colour)| (item.index(), colour.map(|c| c.index() as u32)))
                .collect(),
            cost: problem.cost(option),
        };
        Self {
            items: problem.items().map(item).collect(),
            rows: problem.options().map(row).collect(),
        }
    }

    /// The uses of a row, as the command line prints an option.
    pub(crate) fn line(&self, row: usize) -> String {
        let word = |&(item, colour): &(usize, Option<u32>)| match colour {
            Some(colour) => format!("{}:{}", name(item), colour_name(colour)),
            None => name(item),
        };
        let words: Vec<String> = self.rows[row].uses.iter().map(word).collect();
        words.join(" ")
    }

    /// The case as DLX text, with primary items first and without empty options.
    pub(crate) fn dlx(&self) -> String {
        let mut text = String::new();
        for (number, item) in self.items.iter().enumerate() {
            let _ = match *item {
                ONCE => write!(text, "{} ", name(number)),
                Item::Primary { low, high } => write!(text, "{low}:{high}|{} ", name(number)),
                Item::Secondary => Ok(()),
            };
        }
        text.push_str(if text.is_empty() { " |" } else { "|" });
        for (number, item) in self.items.iter().enumerate() {
            if !item.is_primary() {
                let _ = write!(text, " {}", name(number));
            }
        }
        text.push('\n');
        for number in 0..self.rows.len() {
            if self.rows[number].uses.is_empty() {
                continue;
            }
            text.push_str(&self.line(number));
            if self.rows[number].cost != 0 {
                let _ = write!(text, " |{}", self.rows[number].cost);
            }
            text.push('\n');
        }
        text
    }

    /// Returns whether the DLX text has the items in the order of the case.
    pub(crate) fn is_sorted(&self) -> bool {
        self.items.is_sorted_by_key(|item| !item.is_primary())
    }

    /// The same problem with its primary items first.
    pub(crate) fn sorted(&self) -> Self {
        let mut order: Vec<usize> = (0..self.items.len()).collect();
        order.sort_by_key(|&item| !self.items[item].is_primary());
        self.reordered(&order)
    }

    /// The same problem with its items in another order.
    pub(crate) fn reordered(&self, order: &[usize]) -> Self {
        let mut place = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old] = new;
        }
        let mut rows = self.rows.clone();
        for row in &mut rows {
            for used in &mut row.uses {
                used.0 = place[used.0];
            }
        }
        Self {
            items: order.iter().map(|&old| self.items[old]).collect(),
            rows,
        }
    }
}

pub(crate) fn name(item: usize) -> String {
    format!("x{item}")
}

fn colour_name(colour: u32) -> String {
    format!("c{colour}")
}
