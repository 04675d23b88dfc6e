//! Rules about some cells, as puzzle setters draw them.

use std::collections::BTreeSet;

use super::outside;
use crate::rule::{CellRule, Detail, RuleKind};
use crate::shape::{Rule, Shape};
use quadrille_draw::{Backdrop, End, Ink, Path, Picture, Sign, Weight};

/// The longest label of a line.
const LONGEST: usize = 10;

/// Draws the rules of a shape into a picture of a board.
pub(super) struct Artist<'a> {
    shape: &'a Shape,
    picture: &'a mut Picture,
    /// The first shade that is still free.
    shade: usize,
    /// The pairs of cells that have a sign between them.
    signs: BTreeSet<[usize; 2]>,
    /// Whether the rules are those of a choice.
    faint: bool,
}

/// Whether text names a rule about the whole board: one that has no units of its own.
fn is_noted(rule: &Rule) -> bool {
    matches!(
        rule,
        Rule::AntiTaxicab
            | Rule::Entropy
            | Rule::StrictWhite
            | Rule::StrictBlack
            | Rule::StrictXv
            | Rule::SameValues
            | Rule::Flatmates
            | Rule::UnequalLines
            | Rule::Doppelganger
            | Rule::Raw
    )
}

impl<'a> Artist<'a> {
    pub(super) fn new(shape: &'a Shape, picture: &'a mut Picture, shade: usize) -> Self {
        Self {
            shape,
            picture,
            shade,
            signs: BTreeSet::new(),
            faint: false,
        }
    }

    /// Draws all rules, and notes those that text does not show.
    pub(super) fn draw(mut self) {
        let shape = self.shape;
        for rule in shape.rules().iter().filter(|rule| is_noted(rule)) {
            self.picture
                .note(format!("{}: {}", rule.word(), rule.says()));
        }
        // A number outside says what it means only if all of them mean the same.
        let numbers = shape.cell_rules().iter();
        let numbers = numbers.filter(|rule| outside::step(shape, rule).is_some());
        let mut kinds: Vec<RuleKind> = numbers.map(CellRule::kind).collect();
        kinds.dedup();
        if let [kind] = kinds[..] {
            let title = kind.title();
            self.picture.note(format!("numbers outside: {title}"));
        }
        for rule in shape.cell_rules() {
            let is_shown = self.rule(rule);
            let is_clear = outside::step(shape, rule).is_none() || kinds.len() == 1;
            if !(is_shown && is_clear) {
                let note = self.words(rule);
                self.picture.note(note);
            }
        }
    }

    /// A rule with all its cells, in words.
    fn words(&self, rule: &CellRule) -> String {
        if rule.kind() == RuleKind::Either {
            let branch = |rules: &Vec<CellRule>| {
                let rules: Vec<String> = rules.iter().map(|rule| self.words(rule)).collect();
                match &rules[..] {
                    [] => "nothing".to_owned(),
                    rules => rules.join(" and "),
                }
            };
            let branches: Vec<String> = rule.branches().iter().map(branch).collect();
            return format!("the choice: {}", branches.join("; or "));
        }
        let cells = rule
            .cells()
            .iter()
            .map(|&cell| self.shape.name(cell).to_string());
        let cells: Vec<String> = cells.collect();
        format!("{}: {}", self.shape.describe(rule), cells.join(" "))
    }

    /// Draws a rule. Returns whether text shows it.
    // It is long, because it has an arm for each kind of rule.
    fn rule(&mut self, rule: &CellRule) -> bool {
        use RuleKind as K;
        let cells = rule.cells();
        let number = rule.number();
        let text = number.map_or_else(String::new, |number| number.to_string());
        match rule.kind() {
            K::AllDifferent => self.shade(cells),
            K::SameValues => {
                let sets = number
                    .and_then(|sets| usize::try_from(sets).ok())
                    .unwrap_or(1);
                let length = (cells.len() / sets.max(1)).max(1);
                for set in cells.chunks(length).filter(|set| set.len() > 1) {
                    self.cage(set, "", Ink::Purple);
                }
                self.shade(cells);
            }
            K::Clone => {
                let (one, other) = cells.split_at(cells.len() / 2);
                self.shade(cells);
                // A cell and its copy have the same letter.
                for (number, (&one, &other)) in one.iter().zip(other).enumerate() {
                    let letter = char::from(b'a' + (number % 26) as u8);
                    for cell in [one, other] {
                        self.picture.corner(self.shape.place(cell), letter);
                    }
                }
            }
            K::Cage => self.cage(cells, &text, Ink::Black),
            K::Product => self.cage(cells, &format!("{text}×"), Ink::Black),
            K::DifferenceCage => self.cage(cells, &format!("{text}−"), Ink::Black),
            K::RatioCage => self.cage(cells, &format!("{text}÷"), Ink::Black),
            K::Sum => {
                self.cage(cells, &format!("={text}"), Ink::Blue);
                let is_apart = |pair: &[usize]| !self.shape.neighbours(pair[0]).contains(&pair[1]);
                if cells.windows(2).any(is_apart) {
                    self.path(cells, Weight::Thin, Ink::Blue);
                }
                for (&cell, factor) in cells.iter().zip(rule.factors()) {
                    if factor != 1 {
                        let place = self.shape.place(cell);
                        self.picture.corner(place, format!("×{factor}"));
                    }
                }
            }
            K::Lunchbox => self.cage(cells, &format!("[{text}]"), Ink::Orange),
            K::EqualityCage => self.cage(cells, "=", Ink::Purple),
            K::RellikCage => self.cage(cells, &format!("!{text}"), Ink::Red),
            K::Counts => {
                let counts = rule.values().chunks(2).map(|pair| match pair {
                    [count, value] => format!("{count}×{value}"),
                    _ => String::new(),
                });
                let counts: Vec<String> = counts.collect();
                self.cage(cells, &counts.join(" "), Ink::Teal);
            }
            K::EqualSums => {
                let mut rest = cells;
                for &length in rule.values() {
                    let length = usize::try_from(length).unwrap_or_default();
                    let (piece, others) = rest.split_at(length.min(rest.len()));
                    self.cage(piece, "Σ", Ink::Green);
                    rest = others;
                }
            }
            K::Difference | K::Ratio | K::PairSum | K::Greater => return self.neighbours(rule),
            K::Sandwich
            | K::LittleKiller
            | K::XSum
            | K::Skyscraper
            | K::HiddenSkyscraper
            | K::NumberedRoom
            | K::FullRank
            | K::TiedRank => {
                if self.outside(rule) {
                    return true;
                }
                let ink = outside::ink(rule.kind()).unwrap_or_default();
                let path = self.path(cells, Weight::Thin, ink);
                path.ends(End::Plain, End::Arrow).label(text);
            }
            K::Quadruple => self.quadruple(rule),
            K::RowIndex | K::ColumnIndex | K::BoxIndex => {
                let ink = match rule.kind() {
                    K::RowIndex => Ink::Pink,
                    K::ColumnIndex => Ink::Blue,
                    _ => Ink::Teal,
                };
                self.backdrop(cells, Backdrop::Fill, ink);
            }
            K::CountingCircles => self.backdrop(cells, Backdrop::Ring, Ink::Black),
            K::Odd => self.backdrop(cells, Backdrop::Disc, Ink::Grey),
            K::Even => self.backdrop(cells, Backdrop::Square, Ink::Grey),
            K::Minimum | K::Maximum => self.extremes(rule),
            K::Pairs | K::AllPairs => {
                let ink = if rule.kind() == K::Pairs {
                    Ink::Grey
                } else {
                    Ink::Brown
                };
                self.path(cells, Weight::Thin, ink).label("pairs");
            }
            K::Regex => {
                let label = match rule.detail() {
                    Detail::Pattern(pattern) => shortened(pattern.as_str()),
                    _ => String::new(),
                };
                let path = self.path(cells, Weight::Thin, Ink::Teal);
                path.ends(End::Plain, End::Arrow).label(label);
            }
            K::Machine => {
                let path = self.path(cells, Weight::Thin, Ink::Grey);
                path.ends(End::Plain, End::Arrow).label("M");
            }
            K::Either => {
                let before = std::mem::replace(&mut self.faint, true);
                self.picture.faint(true);
                for rule in rule.branches().iter().flatten() {
                    self.rule(rule);
                }
                self.faint = before;
                self.picture.faint(before);
            }
            _ => self.line(rule),
        }
        false
    }

    /// Draws a number outside, where the line begins; false if the cells are no such line.
    fn outside(&mut self, rule: &CellRule) -> bool {
        let (Some(step), Some(ink)) = (outside::step(self.shape, rule), outside::ink(rule.kind()))
        else {
            return false;
        };
        let Some(first) = self.places(rule.cells()).next() else {
            return false;
        };
        let label = rule
            .number()
            .map_or_else(String::new, |number| number.to_string());
        self.picture.outside(first, step, label, ink);
        true
    }

    /// Draws a rule whose picture is a line.
    fn line(&mut self, rule: &CellRule) {
        use RuleKind as K;
        let cells = rule.cells();
        let text = rule
            .number()
            .map_or_else(String::new, |number| number.to_string());
        // The number that is not the usual one of its kind.
        let unusual = if CellRule::new(rule.kind(), []).number() == rule.number() {
            String::new()
        } else {
            text.clone()
        };
        let (weight, ink, ends, label) = match rule.kind() {
            K::Thermometer => (Weight::Thick, Ink::Grey, [End::Bulb, End::Plain], ""),
            K::SlowThermometer => (Weight::Medium, Ink::Grey, [End::Bulb, End::Plain], ""),
            K::Arrow => (Weight::Thin, Ink::Grey, [End::Circle, End::Arrow], ""),
            K::DoubleArrow => (Weight::Thin, Ink::Grey, [End::Circle, End::Circle], ""),
            K::CountDistinct => (
                Weight::Thin,
                Ink::Teal,
                [End::Circle, End::Plain],
                "distinct",
            ),
            K::ValueIndex => (Weight::Thin, Ink::Brown, [End::Circle, End::Arrow], "index"),
            K::Whispers => (Weight::Thick, Ink::Green, [End::Plain; 2], &*unusual),
            K::Renban => (Weight::Thick, Ink::Purple, [End::Plain; 2], ""),
            K::Palindrome => (Weight::Thick, Ink::Grey, [End::Plain; 2], ""),
            K::RegionSum => (Weight::Thick, Ink::Blue, [End::Plain; 2], ""),
            K::SumLine | K::SumLoop => (Weight::Thick, Ink::Red, [End::Plain; 2], &*text),
            K::Zipper => (Weight::Thick, Ink::Lavender, [End::Plain; 2], ""),
            K::Between => (Weight::Thick, Ink::Grey, [End::Circle; 2], ""),
            K::Lockout => (Weight::Thick, Ink::Blue, [End::Diamond; 2], &*unusual),
            K::Modular => (Weight::Thick, Ink::Teal, [End::Plain; 2], &*unusual),
            K::Entropic => (Weight::Thick, Ink::Orange, [End::Plain; 2], ""),
            K::Nabner => (Weight::Thick, Ink::Yellow, [End::Plain; 2], ""),
            K::PillArrow => return self.pill(rule),
            _ => (Weight::Thin, Ink::Black, [End::Plain; 2], &*text),
        };
        let mut line = cells.to_vec();
        if rule.kind() == K::SumLoop {
            line.extend(cells.first());
        }
        self.path(&line, weight, ink)
            .ends(ends[0], ends[1])
            .label(label);
        if rule.kind() == K::Zipper {
            let half = cells.len() / 2;
            match cells.len() % 2 {
                1 => self.backdrop(&cells[half..=half], Backdrop::Ring, Ink::Lavender),
                _ => {
                    let pair = [half - 1, half].map(|place| self.shape.place(cells[place]));
                    self.picture.sign(pair, Sign::Ring(String::new()));
                }
            }
        }
    }

    /// Draws a pill, and an arrow from the cell of it that is next to the others.
    fn pill(&mut self, rule: &CellRule) {
        let cells = rule.cells();
        let length = rule
            .number()
            .and_then(|length| usize::try_from(length).ok());
        let (pill, others) = cells.split_at(length.unwrap_or(1).min(cells.len()));
        let distance = |cell: usize, other: usize| {
            let (a, b) = (self.shape.place(cell), self.shape.place(other));
            a.0.abs_diff(b.0).max(a.1.abs_diff(b.1))
        };
        let nearest = |&cell: &usize| others.first().map(|&other| distance(cell, other));
        let start = pill.iter().copied().min_by_key(nearest);
        let line: Vec<usize> = start.into_iter().chain(others.iter().copied()).collect();
        self.path(&line, Weight::Thin, Ink::Grey)
            .ends(End::Plain, End::Arrow);
        self.path(pill, Weight::Pill, Ink::Grey);
    }

    /// Draws a sign between each two neighbours on a line. Returns whether text shows all of them.
    fn neighbours(&mut self, rule: &CellRule) -> bool {
        let number = rule.number().unwrap_or_default();
        let text = if CellRule::new(rule.kind(), []).number() == rule.number() {
            String::new()
        } else {
            number.to_string()
        };
        let sign = match (rule.kind(), number) {
            (RuleKind::Difference, _) => Sign::White(text),
            (RuleKind::Ratio, _) => Sign::Black(text),
            (RuleKind::PairSum, 10) => Sign::Letters("X".to_owned()),
            (RuleKind::PairSum, 5) => Sign::Letters("V".to_owned()),
            (RuleKind::PairSum, _) => Sign::Letters(text),
            _ => Sign::Angle,
        };
        let is_character = match &sign {
            Sign::White(text) | Sign::Black(text) => text.is_empty(),
            Sign::Letters(text) => ["X", "V"].contains(&&**text),
            _ => true,
        };
        let mut is_shown = is_character;
        for pair in rule.cells().windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|cell| self.shape.place(cell));
            let (rows, columns) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
            if rows.max(columns) > 1 {
                self.path(pair, Weight::Thin, Ink::Grey);
            }
            self.picture.sign([a, b], sign.clone());
            is_shown &= rows + columns == 1 && self.is_free(pair[0], pair[1]);
        }
        is_shown
    }

    /// Whether the border of two cells has no sign yet; then it has one.
    fn is_free(&mut self, one: usize, other: usize) -> bool {
        !self.faint && self.signs.insert([one.min(other), one.max(other)])
    }

    /// Draws a circle with values where four cells meet, or in the middle of other cells.
    fn quadruple(&mut self, rule: &CellRule) {
        let values: Vec<String> = rule.values().iter().map(i64::to_string).collect();
        let places: Vec<(usize, usize)> = self.places(rule.cells()).collect();
        let top = places.iter().map(|place| place.0).min().unwrap_or_default();
        let left = places.iter().map(|place| place.1).min().unwrap_or_default();
        let is_near = |place: &(usize, usize)| place.0 - top <= 1 && place.1 - left <= 1;
        if places.len() > 1 && places.iter().all(is_near) {
            let lines = match values.len() {
                0..=2 => values.len().max(1),
                count => count.div_ceil(2),
            };
            let lines: Vec<String> = values.chunks(lines).map(|line| line.join(" ")).collect();
            self.picture.sign(places, Sign::Ring(lines.join("\n")));
        } else {
            let cells = rule.cells();
            self.cage(cells, &format!("∋{}", values.join(" ")), Ink::Teal);
        }
    }

    /// Draws an angle to or from each neighbour that is not among the cells.
    fn extremes(&mut self, rule: &CellRule) {
        self.backdrop(rule.cells(), Backdrop::Fill, Ink::Yellow);
        for &cell in rule.cells() {
            for other in self.shape.neighbours(cell) {
                if rule.cells().contains(&other) {
                    continue;
                }
                let pair = match rule.kind() {
                    RuleKind::Maximum => [cell, other],
                    _ => [other, cell],
                };
                self.is_free(cell, other);
                let pair = pair.map(|cell| self.shape.place(cell));
                self.picture.sign(pair, Sign::Angle);
            }
        }
    }

    /// The rows and columns of cells.
    fn places(&self, cells: &[usize]) -> impl Iterator<Item = (usize, usize)> + use<'a> {
        let (shape, cells) = (self.shape, cells.to_vec());
        cells.into_iter().map(move |cell| shape.place(cell))
    }

    fn path(&mut self, cells: &[usize], weight: Weight, ink: Ink) -> &mut Path {
        let places = self.places(cells);
        self.picture.path(places).weight(weight).ink(ink)
    }

    fn cage(&mut self, cells: &[usize], label: &str, ink: Ink) {
        let places = self.places(cells);
        self.picture.cage(places, label).ink(ink);
    }

    fn backdrop(&mut self, cells: &[usize], backdrop: Backdrop, ink: Ink) {
        for place in self.places(cells) {
            self.picture.backdrop(place, backdrop, ink);
        }
    }

    /// Shades some cells in a shade of their own.
    fn shade(&mut self, cells: &[usize]) {
        if self.faint {
            return self.backdrop(cells, Backdrop::Fill, Ink::Grey);
        }
        let number = self.shade;
        self.shade += 1;
        for (row, column) in self.places(cells) {
            if let Some(cell) = self.picture.get_mut(row, column) {
                cell.shade(number);
            }
        }
    }
}

/// A text, cut if it is long.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
