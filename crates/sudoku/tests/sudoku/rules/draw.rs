//! Random boards, and random rules that a board obeys.

use quadrille::sudoku::{
    CellRule, Detail, Grid, Machine, Outline, Pattern, Rule, RuleKind, RuleReason, Shape,
};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64;

use super::naive::{self, Board};

/// A shape, some givens, and all boards that extend them.
pub(super) struct Case {
    pub(super) outline: Outline,
    pub(super) shape: Shape,
    pub(super) board: Board,
    pub(super) givens: Vec<Option<i64>>,
    /// All boards, before rules about dots and about some cells.
    pub(super) plain: Vec<Vec<i64>>,
    /// One of them.
    pub(super) planted: Vec<i64>,
}

impl Case {
    /// A board with at most about `most` solutions.
    pub(super) fn new(
        rng: &mut Pcg64,
        outline: &Outline,
        rules: &[Rule],
        most: usize,
    ) -> Option<Case> {
        let shape = Shape::outlined(outline, rules.to_vec()).unwrap();
        let mut board = Board::new(outline);
        board.is_raw = rules.contains(&Rule::Raw);
        let fits = |v: &[Option<i64>]| rules.iter().all(|rule| naive::allows(&board, rule, &[], v));
        let all: Vec<i64> = (board.low..=board.high).collect();
        let mut found = Vec::new();
        for _ in 0..10 {
            let orders: Vec<Vec<i64>> = (0..board.size())
                .map(|_| {
                    let mut values = all.clone();
                    values.shuffle(rng);
                    values
                })
                .collect();
            let order = |cell: usize| orders[cell].clone();
            let mut blank = vec![None; board.size()];
            naive::fill(
                &board,
                &mut blank,
                &fits,
                &order,
                &mut (0, 2000),
                &mut found,
            );
            if !found.is_empty() {
                break;
            }
        }
        let planted = found.pop()?;
        let mut cells: Vec<usize> = (0..board.size()).collect();
        cells.shuffle(rng);
        let mut givens: Vec<Option<i64>> = planted.iter().copied().map(Some).collect();
        let mut plain = vec![planted.clone()];
        let first = if board.size() > 40 { 20 } else { 0 };
        for blanks in (first..=board.size()).step_by(if board.size() > 20 { 2 } else { 1 }) {
            let mut fewer: Vec<Option<i64>> = planted.iter().copied().map(Some).collect();
            cells[..blanks].iter().for_each(|&cell| fewer[cell] = None);
            let mut all_of = Vec::new();
            let order = |_| all.clone();
            let mut v = fewer.clone();
            if !naive::fill(
                &board,
                &mut v,
                &fits,
                &order,
                &mut (most, 20_000),
                &mut all_of,
            ) {
                break;
            }
            (givens, plain) = (fewer, all_of);
        }
        Some(Case {
            outline: outline.clone(),
            shape,
            board,
            givens,
            plain,
            planted,
        })
    }

    pub(super) fn grid(&self, values: &[Option<i64>]) -> Grid {
        let number =
            |value: &Option<i64>| value.map_or(0, |value| (value - self.board.low + 1) as u8);
        Grid::new(values.iter().map(number).collect())
    }

    pub(super) fn full(&self, values: &[i64]) -> Grid {
        let values: Vec<Option<i64>> = values.iter().copied().map(Some).collect();
        self.grid(&values)
    }

    /// A random rule of a kind that fits the shape; mostly one that the planted board obeys.
    pub(super) fn rule(&self, rng: &mut Pcg64, kind: RuleKind, longest: usize) -> Option<CellRule> {
        let is_planted = rng.random_ratio(9, 10);
        for _ in 0..400 {
            let Some(rule) = self.any_rule(rng, kind, longest) else {
                continue;
            };
            let holds = || naive::holds(&self.board, &rule, &self.planted);
            match self.shape.clone().with_cell_rules([rule.clone()]) {
                Ok(_) if !is_planted || holds() => return Some(rule),
                Err(error) => {
                    // A rule that the planted board obeys is refused only if it makes no sense, or
                    // as part of a choice.
                    use RuleKind::{
                        BoxIndex, ColumnIndex, Either, Entropic, FullRank, Modular, Ratio,
                        RegionSum, RellikCage, RowIndex, TiedRank,
                    };
                    let cells = rule.cells();
                    let of_board = matches!(
                        kind,
                        BoxIndex
                            | ColumnIndex
                            | Entropic
                            | FullRank
                            | RegionSum
                            | RowIndex
                            | TiedRank
                    );
                    let may_be_refused = match error.reason {
                        RuleReason::Twice { .. } => {
                            (1..cells.len()).any(|place| cells[..place].contains(&cells[place]))
                        }
                        RuleReason::TooFew { least, .. } => cells.len() < least,
                        RuleReason::Number { .. } => matches!(kind, Modular | Ratio | RellikCage),
                        RuleReason::Board { .. } => of_board,
                        _ => false,
                    };
                    let is_fine = kind == Either || may_be_refused || !holds();
                    assert!(is_fine, "{error}: {rule:?}");
                }
                _ => {}
            }
        }
        None
    }

    fn any_rule(&self, rng: &mut Pcg64, kind: RuleKind, longest: usize) -> Option<CellRule> {
        use RuleKind as K;
        let (low, high) = (self.board.low, self.board.high);
        if kind == K::Either {
            let branches: Vec<Vec<CellRule>> = (0..rng.random_range(1..=3))
                .map(|_| {
                    (0..rng.random_range(1..=2))
                        .filter_map(|_| {
                            let kind = *RuleKind::ALL.choose(rng)?;
                            let longest = rng.random_range(2..=4);
                            self.any_rule(rng, kind, longest)
                        })
                        .collect()
                })
                .collect();
            return Some(CellRule::either(branches));
        }
        let mut cells = self.cells(rng, longest);
        if matches!(kind, K::FullRank | K::TiedRank) {
            cells = self.line(rng);
        }
        if matches!(kind, K::Clone | K::EqualityCage) && cells.len() % 2 == 1 {
            cells.pop();
        }
        if cells.is_empty() {
            return None;
        }
        let v: Vec<i64> = cells.iter().map(|&cell| self.planted[cell]).collect();
        let rule = CellRule::new(kind, cells.clone());
        let value = |rng: &mut Pcg64| rng.random_range(low..=high);
        let letter = |value: i64| {
            char::from_digit(value as u32, 36)
                .unwrap()
                .to_ascii_uppercase()
        };
        let detail = match kind {
            K::Sum => {
                let factors: Vec<i64> = cells.iter().map(|_| rng.random_range(-3..=3)).collect();
                let factors = if rng.random() { Vec::new() } else { factors };
                let products = v.iter().enumerate();
                let sum = products.map(|(at, own)| own * factors.get(at).copied().unwrap_or(1));
                Detail::Factors(sum.sum(), factors)
            }
            K::SameValues => {
                let sizes = 1..=cells.len();
                let sets: Vec<usize> = sizes
                    .filter(|sets| cells.len().is_multiple_of(*sets))
                    .collect();
                Detail::Number(*sets.choose(rng)? as i64)
            }
            K::EqualSums => {
                let mut lengths = Vec::new();
                let mut left = cells.len();
                while left > 0 {
                    let length = rng.random_range(1..=left);
                    lengths.push(length as i64);
                    left -= length;
                }
                Detail::Values(lengths)
            }
            K::Quadruple => {
                let mut values = v;
                values.shuffle(rng);
                values.truncate(rng.random_range(0..=values.len()));
                Detail::Values(values)
            }
            K::Counts => {
                let mut values: Vec<i64> = (low..=high).collect();
                values.shuffle(rng);
                values.truncate(rng.random_range(0..=3));
                let count = |value: i64| v.iter().filter(|&&own| own == value).count() as i64;
                let pairs = values.into_iter().flat_map(|value| [count(value), value]);
                Detail::Values(pairs.collect())
            }
            K::Pairs | K::AllPairs => {
                let count = rng.random_range(0..=2 * (high - low));
                let mut pairs: Vec<(i64, i64)> =
                    (0..count).map(|_| (value(rng), value(rng))).collect();
                for one in 0..v.len() {
                    for other in one + 1..v.len() {
                        if kind == K::AllPairs || other == one + 1 {
                            pairs.push((v[one], v[other]));
                        }
                    }
                }
                Detail::Pairs(pairs)
            }
            K::Regex => {
                let mut text = String::new();
                for &own in &v {
                    let other = letter(value(rng));
                    let own = letter(own);
                    text.push_str(&match rng.random_range(0..7) {
                        0 => format!("[{own}{other}]"),
                        1 => format!("({own}|{other}{own})"),
                        2 => format!("[{own}{other}]*"),
                        3 => format!("{own}{other}?"),
                        4 => format!("({own}{other}|{own}|{other})*"),
                        5 => format!("({own}?|{other})"),
                        _ => own.to_string(),
                    });
                }
                if rng.random_ratio(1, 4) {
                    let other = letter(value(rng));
                    text = format!("{text}|[{other}{}]*", letter(low));
                }
                Detail::Pattern(Pattern::new(&text).unwrap())
            }
            K::Machine => {
                let states = rng.random_range(1..=5);
                let state = |rng: &mut Pcg64| rng.random_range(0..states);
                let some = |rng: &mut Pcg64| -> Vec<u32> {
                    (0..rng.random_range(1..=2)).map(|_| state(rng)).collect()
                };
                let count = rng.random_range(1..=3 * states * (high - low) as u32);
                let steps = (0..count).map(|_| (state(rng), value(rng), state(rng)));
                let steps = steps.collect();
                let (start, accept) = (some(rng), some(rng));
                Detail::Machine(Machine::new(start, accept, steps))
            }
            K::Product => Detail::Number(v.iter().product()),
            K::Cage if rng.random() => Detail::None,
            K::Cage | K::LittleKiller => Detail::Number(v.iter().sum()),
            K::SumLine
            | K::SumLoop
            | K::DifferenceCage
            | K::RatioCage
            | K::PillArrow
            | K::Difference
            | K::Ratio
            | K::PairSum
            | K::Whispers
            | K::Lockout
            | K::Modular
            | K::Sandwich
            | K::Lunchbox
            | K::XSum
            | K::Skyscraper
            | K::HiddenSkyscraper
            | K::NumberedRoom
            | K::FullRank
            | K::TiedRank
            | K::RellikCage => {
                let least = match kind {
                    K::Sandwich | K::Lunchbox | K::Difference | K::HiddenSkyscraper => 0,
                    K::NumberedRoom => 0,
                    K::Modular => 2,
                    K::DifferenceCage => 0,
                    K::PillArrow | K::Whispers | K::Lockout | K::Ratio | K::RatioCage => 1,
                    _ => low.min(1),
                };
                let most = match kind {
                    K::PillArrow => 3.min(cells.len() as i64 - 1),
                    _ => 40,
                };
                let mut numbers: Vec<i64> = (least..=most).collect();
                numbers.shuffle(rng);
                if matches!(kind, K::Modular | K::Whispers | K::Lockout) && rng.random() {
                    numbers.retain(|&own| own < 5);
                }
                let holds = |&number: &i64| {
                    naive::holds(
                        &self.board,
                        &rule.clone().with_number(number),
                        &self.planted,
                    )
                };
                let is_usable =
                    !matches!(kind, K::Lockout | K::Lunchbox | K::Sandwich | K::PillArrow)
                        || cells.len() > 1;
                let found = numbers.iter().copied().filter(|_| is_usable).find(holds);
                Detail::Number(found.or_else(|| numbers.first().copied())?)
            }
            _ => return (cells.len() >= 3 || !needs_three(kind)).then_some(rule),
        };
        Some(rule.with(detail))
    }

    /// A row or a column, from one of its ends.
    fn line(&self, rng: &mut Pcg64) -> Vec<usize> {
        let first = rng.random_range(0..self.board.size());
        let (is_row, is_turned) = (rng.random::<bool>(), rng.random::<bool>());
        let is_in = |&cell: &usize| {
            let (a, b) = (self.board.place(first), self.board.place(cell));
            if is_row { a.0 == b.0 } else { a.1 == b.1 }
        };
        let mut cells: Vec<usize> = (0..self.board.size()).filter(is_in).collect();
        if is_turned {
            cells.reverse();
        }
        cells
    }

    /// Some cells: a walk, cells of a house, one of them perhaps twice, or any.
    fn cells(&self, rng: &mut Pcg64, longest: usize) -> Vec<usize> {
        let size = self.board.size();
        let length = rng.random_range(1..=longest.min(size));
        let blanks: Vec<usize> = (0..size)
            .filter(|&cell| self.givens[cell].is_none())
            .collect();
        let any = |rng: &mut Pcg64| match blanks.choose(rng) {
            Some(&blank) if rng.random_ratio(4, 5) => blank,
            _ => rng.random_range(0..size),
        };
        let way = rng.random_range(0..9);
        if way < 2 || way == 8 {
            let mut house = self.board.houses().choose(rng).cloned().unwrap_or_default();
            house.shuffle(rng);
            house.truncate(length);
            // A line that crosses itself.
            if way == 8 {
                let again = house.choose(rng).copied();
                house.extend(again);
                house.shuffle(rng);
            }
            return house;
        }
        let mut cells = vec![any(rng)];
        for _ in 0..4 * length {
            if cells.len() == length {
                break;
            }
            let next = any(rng);
            let (a, b) = (
                self.board.place(next),
                self.board.place(cells[cells.len() - 1]),
            );
            let is_near = a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) == 1;
            let fits = match way {
                2..4 => is_near,
                4..7 => !cells.contains(&next),
                _ => true,
            };
            if fits {
                cells.push(next);
            }
        }
        cells
    }
}

fn needs_three(kind: RuleKind) -> bool {
    use RuleKind::{Arrow, Between, CountDistinct, DoubleArrow, ValueIndex};
    matches!(
        kind,
        Arrow | Between | CountDistinct | DoubleArrow | ValueIndex
    )
}
