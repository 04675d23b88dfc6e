//! What a rule alone says about the candidates of its cells, in words.

use std::collections::BTreeSet;

use quadrille_core::shared::listing;

use super::items::{Item, Items};
use super::sentence::value;
use super::technique::Technique;
use super::view::cannot_be;
use crate::encode::KnownSum;
use crate::rule::{CellRule, Clause, RuleKind, all_hold};

/// The most combinations that a text lists.
const MOST_LISTED: usize = 4;
/// The most ways to fill the cells of a rule that are tried.
const MOST_TRIED: usize = 4_000;

/// What a rule excludes, and what it can use for that.
pub(super) struct Excluded<'a> {
    pub(super) items: &'a Items,
    /// The candidates of each cell before the step, ascending.
    pub(super) candidates: Box<dyn Fn(usize) -> Vec<u8> + 'a>,
    /// The units whose cells differ.
    pub(super) units: &'a [usize],
    pub(super) removed: &'a [(usize, u8)],
}

/// A step in words: the technique, the argument, and where to look.
pub(super) type Story = (Technique, String, String);

impl Excluded<'_> {
    /// Why a rule, or a sum that follows from cages, excludes these.
    pub(super) fn by(&self, rule: Item) -> Story {
        let shape = self.items.shape();
        match rule {
            Item::Rule(number) => {
                let rule = &shape.cell_rules()[number];
                (Technique::Rule, self.by_rule(rule), shape.describe(rule))
            }
            Item::Sum(number) => match self.items.known_sums().get(number) {
                Some(known) => (
                    Technique::KnownSum,
                    self.by_sum(known),
                    self.items.units(known.units.iter().copied()),
                ),
                None => self.because_of(&self.items.place(rule)),
            },
            other => self.because_of(&self.items.place(other)),
        }
    }

    /// The argument without more than the names of rules.
    pub(super) fn because_of(&self, place: &str) -> Story {
        let text = format!("because of {place}, {}.", self.cannot());
        (Technique::Rule, text, place.to_owned())
    }

    /// Why several rules exclude these.
    pub(super) fn by_all(&self, place: String) -> Story {
        let text = format!("{place} together leave no way to put {}.", self.put());
        (Technique::TwoRules, text, place)
    }

    fn cannot(&self) -> String {
        cannot_be(self.items, self.removed)
    }

    fn by_rule(&self, rule: &CellRule) -> String {
        self.in_detail(rule).unwrap_or_else(|| {
            let (name, s) = self.subject(rule);
            format!("{name} leave{s} no way to put {}.", self.put())
        })
    }

    /// Bounds, combinations or partners, if these exclude all that is removed.
    pub(super) fn in_detail(&self, rule: &CellRule) -> Option<String> {
        let own = match rule.kind() {
            RuleKind::Thermometer | RuleKind::SlowThermometer | RuleKind::Greater => {
                self.by_bounds(rule)
            }
            RuleKind::Arrow => self.by_arrow(rule),
            _ => None,
        };
        let own = own.or_else(|| self.by_only_cell(rule));
        let own = own.or_else(|| {
            let sets = self.listed(rule)?;
            let cells = self.items.cells(rule.all_cells(), "and");
            let (name, s) = self.subject(rule);
            let cannot = self.cannot();
            Some(format!("{name} leave{s} {sets} for {cells}, so {cannot}."))
        });
        own.or_else(|| self.without_partner(rule))
    }

    /// The rule, and the units that it needs; with the ending of a verb.
    fn subject(&self, rule: &CellRule) -> (String, &'static str) {
        let name = self.items.shape().describe(rule);
        if self.units.is_empty() {
            return (name, "s");
        }
        let units = self.units.iter().map(|&unit| self.items.unit(unit));
        (listing([name].into_iter().chain(units), "and"), "")
    }

    /// `3 or 4 in r1c2, or 5 in r1c3`
    fn put(&self) -> String {
        let groups = super::view::groups(self.items, self.removed).into_iter();
        let groups = groups.map(|(cells, values)| format!("{} in {cells}", listing(values, "or")));
        let groups: Vec<String> = groups.collect();
        groups.join(", or ")
    }

    /// `3 9, 4 8 or 5 7`, if these are few, and the removed values are in none of them.
    fn listed(&self, rule: &CellRule) -> Option<String> {
        let cells = rule.all_cells();
        let sets: BTreeSet<Vec<u8>> = match (rule.kind(), rule.number()) {
            (RuleKind::Cage, Some(sum)) => self.sets(&cells, sum)?,
            _ => {
                let ways = self.ways(&cells, &rule.meaning(self.items.shape()))?;
                let sorted = ways.into_iter().map(|mut way| {
                    way.sort_unstable();
                    way
                });
                sorted.collect()
            }
        };
        self.list(sets)
    }

    fn list(&self, sets: BTreeSet<Vec<u8>>) -> Option<String> {
        let is_outside = |&(_, own): &(usize, u8)| sets.iter().all(|set| !set.contains(&own));
        if sets.is_empty() || sets.len() > MOST_LISTED || !self.removed.iter().all(is_outside) {
            return None;
        }
        let words = sets.into_iter().map(|set| {
            let values: Vec<String> = set.into_iter().map(|own| value(own).to_string()).collect();
            values.join(" ")
        });
        Some(listing(words, "or"))
    }

    /// The sets of different values with a sum that the candidates of the cells allow.
    fn sets(&self, cells: &[usize], sum: i64) -> Option<BTreeSet<Vec<u8>>> {
        let candidates: Vec<Vec<u8>> = cells.iter().map(|&cell| (self.candidates)(cell)).collect();
        let mut all: Vec<u8> = candidates.concat();
        all.sort_unstable();
        all.dedup();
        let low = self.items.shape().value_range().0 - 1;
        let mut found = BTreeSet::new();
        let mut open = vec![(Vec::new(), 0, sum)];
        while let Some((set, from, left)) = open.pop() {
            if set.len() == cells.len() {
                if left == 0 && can_fill(&candidates, &set) {
                    found.insert(set);
                    if found.len() > MOST_LISTED {
                        return None;
                    }
                }
                continue;
            }
            for (place, &own) in all.iter().enumerate().skip(from) {
                let left = left - (low + i64::from(own));
                if left >= 0 {
                    let set: Vec<u8> = [&set[..], &[own]].concat();
                    open.push((set, place + 1, left));
                }
            }
        }
        Some(found)
    }

    /// All ways to fill cells so that clauses hold and the cells of the units differ; none if there
    /// are too many to try.
    fn ways(&self, cells: &[usize], clauses: &[Clause]) -> Option<Vec<Vec<u8>>> {
        let candidates: Vec<Vec<u8>> = cells.iter().map(|&cell| (self.candidates)(cell)).collect();
        let counts = candidates.iter().map(Vec::len);
        if counts.fold(1, usize::saturating_mul) > MOST_TRIED {
            return None;
        }
        let shape = self.items.shape();
        let low = shape.value_range().0 - 1;
        let see = |one: usize, other: usize| {
            let mut units = self.units.iter().map(|&unit| shape.unit(unit).cells());
            units.any(|own| own.contains(&one) && own.contains(&other))
        };
        let mut ways: Vec<Vec<u8>> = vec![Vec::new()];
        for (place, own) in candidates.iter().enumerate() {
            let fits = |way: &Vec<u8>| {
                let last = way[place];
                let before = way[..place].iter().zip(cells);
                let differs = before
                    .filter(|(value, _)| **value == last)
                    .all(|(_, &cell)| !see(cell, cells[place]));
                let value = |cell: usize| {
                    let place = cells.iter().position(|&own| own == cell)?;
                    way.get(place).map(|&value| low + i64::from(value))
                };
                differs && all_hold(clauses, &value) != Some(false)
            };
            let longer = ways
                .iter()
                .flat_map(|way| own.iter().map(|&value| [&way[..], &[value]].concat()));
            ways = longer.filter(fits).collect();
        }
        Some(ways)
    }

    /// Bounds of values that increase along a line.
    fn by_bounds(&self, rule: &CellRule) -> Option<String> {
        let mut cells = rule.cells().to_vec();
        if rule.kind() == RuleKind::Greater {
            cells.reverse();
        }
        let gap = u8::from(rule.kind() != RuleKind::SlowThermometer);
        let candidates: Vec<Vec<u8>> = cells.iter().map(|&cell| (self.candidates)(cell)).collect();
        let mut lows: Vec<u8> = Vec::new();
        for own in &candidates {
            let before = lows.last().map_or(0, |last| last + gap);
            lows.push(*own.iter().find(|&&value| value >= before)?);
        }
        let mut highs: Vec<u8> = Vec::new();
        for own in candidates.iter().rev() {
            let after = highs
                .last()
                .map_or(u8::MAX, |last| last.saturating_sub(gap));
            highs.push(*own.iter().rev().find(|&&value| value <= after)?);
        }
        highs.reverse();
        let mut bounds = Vec::new();
        for (place, &cell) in cells.iter().enumerate() {
            let (low, high) = (lows[place], highs[place]);
            let removed = self.removed.iter().filter(|removed| removed.0 == cell);
            let is_below = removed.clone().any(|removed| removed.1 < low);
            let is_above = removed.clone().any(|removed| removed.1 > high);
            if removed
                .clone()
                .any(|removed| (low..=high).contains(&removed.1))
            {
                return None;
            }
            let bound = match (is_below, is_above) {
                (true, _) | (_, true) if low == high => value(low).to_string(),
                (true, true) if low + 1 == high => {
                    format!("{} or {}", value(low), value(high))
                }
                (true, true) => format!("{} to {}", value(low), value(high)),
                (true, false) => format!("at least {}", value(low)),
                (false, true) => format!("at most {}", value(high)),
                (false, false) => continue,
            };
            bounds.push(format!("{} is {bound}", self.items.cell(cell)));
        }
        if self
            .removed
            .iter()
            .any(|removed| !cells.contains(&removed.0))
        {
            return None;
        }
        let verb = match rule.kind() {
            RuleKind::Thermometer => "increase along",
            RuleKind::SlowThermometer => "do not decrease along",
            _ => "decrease along",
        };
        let name = self.items.shape().describe(rule);
        Some(format!(
            "values {verb} {name}, so {}.",
            listing(bounds, "and")
        ))
    }

    /// The sums of an arrow.
    fn by_arrow(&self, rule: &CellRule) -> Option<String> {
        let (&circle, shaft) = rule.cells().split_first()?;
        let clauses = rule.meaning(self.items.shape());
        let all = rule.all_cells();
        let (name, s) = self.subject(rule);
        if all.len() == rule.cells().len()
            && let Some(ways) = self.ways(&all, &clauses)
        {
            let mut sums: BTreeSet<Vec<u8>> = BTreeSet::new();
            for mut way in ways {
                way[1..].sort_unstable();
                sums.insert(way);
            }
            let is_outside = |&(cell, own): &(usize, u8)| {
                let mut sums = sums.iter();
                match cell == circle {
                    true => sums.all(|sum| sum[0] != own),
                    false => sums.all(|sum| !sum[1..].contains(&own)),
                }
            };
            if (1..=MOST_LISTED).contains(&sums.len()) && self.removed.iter().all(is_outside) {
                let sums = sums.into_iter().map(|sum| {
                    let terms: Vec<String> =
                        sum[1..].iter().map(|&own| value(own).to_string()).collect();
                    format!("{} = {}", value(sum[0]), terms.join(" + "))
                });
                return Some(format!(
                    "{name} leave{s} {}, so {}.",
                    listing(sums, "or"),
                    self.cannot()
                ));
            }
        }
        let low = self.items.shape().value_range().0 - 1;
        let number = |own: u8| low + i64::from(own);
        let ends = |cell: usize| {
            let own = (self.candidates)(cell);
            Some((number(*own.first()?), number(*own.last()?)))
        };
        // Cells of one unit differ.
        let least = self.least_sum(shaft, low)?;
        let most = ends(circle)?.1;
        let is_explained = |&(cell, own): &(usize, u8)| {
            let own = number(own);
            if cell == circle {
                return own < least;
            }
            let others: Vec<usize> = shaft
                .iter()
                .copied()
                .filter(|&other| other != cell)
                .collect();
            let others = self.least_sum(&others, low);
            others.is_some_and(|others| own + others > most)
        };
        if all.len() != rule.cells().len() || !self.removed.iter().all(is_explained) {
            return None;
        }
        let is_circle = |removed: &&(usize, u8)| removed.0 == circle;
        let has_circle = self.removed.iter().any(|removed| is_circle(&removed));
        let has_shaft = self.removed.iter().any(|removed| !is_circle(&removed));
        let cells = self.items.cells(shaft.iter().copied(), "and");
        let verb = match shaft.len() {
            1 => "is",
            _ => "sum to",
        };
        let least = format!("{cells} {verb} at least {least}");
        let most = format!("{} is at most {most}", self.items.cell(circle));
        let facts = match (has_circle, has_shaft) {
            (true, false) => least,
            (false, _) => most,
            _ => format!("{least}, and {most}"),
        };
        Some(format!("on {name}, {facts}, so {}.", self.cannot()))
    }

    /// The least sum of cells, those of one unit being different: a bound, by the least candidates
    /// from the first cell to the last.
    fn least_sum(&self, cells: &[usize], low: i64) -> Option<i64> {
        let shape = self.items.shape();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for &cell in cells {
            let joins = |group: &&mut Vec<usize>| {
                self.units.iter().any(|&unit| {
                    let own = shape.unit(unit).cells();
                    own.contains(&cell) && group.iter().all(|other| own.contains(other))
                })
            };
            match groups.iter_mut().find(joins) {
                Some(group) => group.push(cell),
                None => groups.push(vec![cell]),
            }
        }
        let mut sum = 0;
        for group in groups {
            let all = group.iter().map(|&cell| (self.candidates)(cell));
            let mut all: Vec<u8> = all.flatten().collect();
            all.sort_unstable();
            all.dedup();
            let least = all.get(..group.len())?.iter();
            sum += least.map(|&own| low + i64::from(own)).sum::<i64>();
        }
        Some(sum)
    }

    /// A rule about one cell, such as a cage of one cell.
    fn by_only_cell(&self, rule: &CellRule) -> Option<String> {
        let cells = rule.all_cells();
        let &[cell] = &cells[..] else {
            return None;
        };
        let ways = self.ways(&cells, &rule.meaning(self.items.shape()))?;
        let values = ways.into_iter().flatten().map(value);
        let (name, cell) = (self.items.shape().describe(rule), self.items.cell(cell));
        Some(format!(
            "because of {name}, {cell} is {}.",
            listing(values, "or")
        ))
    }

    /// `no value of r1c2 goes with 3 or 7 in r1c1`: of two cells, each loses the values without a
    /// partner.
    fn without_partner(&self, rule: &CellRule) -> Option<String> {
        let cells = rule.all_cells();
        let &[one, other] = &cells[..] else {
            return None;
        };
        let in_cells = |removed: &(usize, u8)| [one, other].contains(&removed.0);
        if self.removed.is_empty() || !self.removed.iter().all(in_cells) {
            return None;
        }
        let mut parts = Vec::new();
        for (cell, other) in [(one, other), (other, one)] {
            let own = self.removed.iter().filter(|removed| removed.0 == cell);
            let values: Vec<char> = own.map(|removed| value(removed.1)).collect();
            if !values.is_empty() {
                parts.push(format!(
                    "no value of {} goes with {} in {}",
                    self.items.cell(other),
                    listing(values, "or"),
                    self.items.cell(cell),
                ));
            }
        }
        let (name, _) = self.subject(rule);
        let parts = listing(parts, "and");
        Some(format!("by {name}, {parts}, so {}.", self.cannot()))
    }

    /// Innies and outies.
    fn by_sum(&self, known: &KnownSum) -> String {
        let items = self.items;
        let (least, most) = items.shape().value_range();
        let all: i64 = (least..=most).sum::<i64>() * known.units.len() as i64;
        let units = items.units(known.units.iter().copied());
        let (sums, them) = match known.units.len() {
            1 => ("sums", "it"),
            _ => ("sum", "them"),
        };
        let begin = if known.is_inside {
            let cages = all - known.sum;
            format!("{units} {sums} to {all}; the cages inside {them} sum to {cages}")
        } else {
            let cages = all + known.sum;
            format!("{units} {sums} to {all}; the cages that cover {them} sum to {cages}")
        };
        let cells = items.cells(known.cells.iter().copied(), "and");
        let sum = known.sum;
        if known.cells.len() == 1 {
            let own =
                u8::try_from(sum - least + 1).map_or(String::new(), |own| value(own).to_string());
            return format!("{begin}, so {cells} is {own}.");
        }
        let rule = CellRule::new(RuleKind::Sum, known.cells.iter().copied()).with_number(sum);
        let listed = match items.shape().differ(&known.cells) {
            true => self
                .sets(&known.cells, sum)
                .and_then(|sets| self.list(sets)),
            false => self.listed(&rule),
        };
        let listed = listed.map_or_else(String::new, |sets| format!(": {sets}"));
        format!(
            "{begin}, so {cells} sum to {sum}{listed}. So {}.",
            self.cannot()
        )
    }
}

/// Whether cells can hold the values of a set, one each.
fn can_fill(candidates: &[Vec<u8>], set: &[u8]) -> bool {
    let Some((first, rest)) = candidates.split_first() else {
        return true;
    };
    let mut own = set.iter().filter(|value| first.contains(value));
    own.any(|value| {
        let left: Vec<u8> = set.iter().copied().filter(|other| other != value).collect();
        can_fill(rest, &left)
    })
}
