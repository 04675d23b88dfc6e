//! Which rules puzzles need, and what is left without the others, against plain counting.

use quadrille::sudoku::{
    BoardExplanation, CellRule, Grid, Need, Outline, Rule, RuleKind, RulePlace, Shape, Sudoku,
};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::draw::Case;
use super::naive::{self, Board};
use super::{TIMES, outlines};

/// Nodes after which plain counting gives up.
const NODES: usize = 30_000;

/// Rules and givens that have one solution.
#[derive(Clone)]
struct Drawn {
    rules: Vec<Rule>,
    cell_rules: Vec<CellRule>,
    givens: Vec<Option<i64>>,
}

/// Whether a rule holds or fails as soon as its own cells are filled.
fn is_local(rule: &CellRule) -> bool {
    use RuleKind as K;
    !matches!(
        rule.kind(),
        K::Minimum
            | K::Maximum
            | K::RowIndex
            | K::ColumnIndex
            | K::BoxIndex
            | K::FullRank
            | K::TiedRank
            | K::Either
    )
}

impl Drawn {
    /// Whether there is exactly one solution; `None` after too many nodes.
    fn is_unique(&self, board: &Board) -> Option<bool> {
        let fits = |v: &[Option<i64>]| {
            let is_full = v.iter().all(Option::is_some);
            let full: Vec<i64> = v.iter().map(|own| own.unwrap_or(board.low)).collect();
            let rules = self.cell_rules.iter();
            let mut known = rules.filter(|rule| {
                let is_known = rule.cells().iter().all(|&cell| v[cell].is_some());
                is_full || is_local(rule) && is_known
            });
            let mut others = self.rules.iter();
            others.all(|rule| naive::allows(board, rule, &self.cell_rules, v))
                && known.all(|rule| naive::holds(board, rule, &full))
        };
        let order = |_| (board.low..=board.high).collect();
        let (mut limits, mut found) = ((1, NODES), Vec::new());
        let mut v = self.givens.clone();
        let is_whole = naive::fill(board, &mut v, &fits, &order, &mut limits, &mut found);
        (is_whole || found.len() > 1).then_some(found.len() == 1)
    }

    fn without(&self, place: RulePlace) -> Self {
        let mut others = self.clone();
        match place {
            RulePlace::Board(place) => _ = others.rules.remove(place),
            RulePlace::Cells(place) => _ = others.cell_rules.remove(place),
        }
        others
    }

    /// Whether a rule must stay: without it, others say more.
    fn keeps(&self, place: RulePlace) -> bool {
        let place = match place {
            RulePlace::Board(place) => return self.rules[place] == Rule::Raw,
            RulePlace::Cells(place) => place,
        };
        let marks_of = |strict: &Rule| match strict {
            Rule::StrictXv => vec![RuleKind::PairSum],
            Rule::StrictWhite | Rule::StrictBlack => vec![RuleKind::Difference, RuleKind::Ratio],
            _ => Vec::new(),
        };
        self.rules.iter().any(|strict| {
            let kinds = marks_of(strict);
            let marked = |but: usize, pair: &[usize]| {
                self.cell_rules.iter().enumerate().any(|(own, rule)| {
                    let pairs = rule.cells().windows(2);
                    let mut turned = pairs.map(|own| own == pair || own == [pair[1], pair[0]]);
                    own != but && kinds.contains(&rule.kind()) && turned.any(|is_same| is_same)
                })
            };
            let own = &self.cell_rules[place];
            let mut pairs = own.cells().windows(2);
            kinds.contains(&own.kind()) && !pairs.all(|pair| marked(place, pair))
        })
    }

    /// What is left after removing, in the usual order, what plain counting finds not needed.
    fn minimal(mut self, board: &Board) -> Option<Self> {
        for cells in [false, true] {
            let mut next = 0;
            while next < [self.rules.len(), self.cell_rules.len()][usize::from(cells)] {
                let kind = if cells {
                    RulePlace::Cells
                } else {
                    RulePlace::Board
                };
                let without = self.without(kind(next));
                if !self.keeps(kind(next)) && without.is_unique(board)? {
                    self = without;
                } else {
                    next += 1;
                }
            }
        }
        for cell in 0..self.givens.len() {
            let mut without = self.clone();
            if without.givens[cell].take().is_some() && without.is_unique(board)? {
                self = without;
            }
        }
        Some(self)
    }

    /// Whether nothing more can be removed.
    fn is_minimal(&self, board: &Board) -> Option<bool> {
        let rules = (0..self.rules.len()).map(RulePlace::Board);
        for place in rules.chain((0..self.cell_rules.len()).map(RulePlace::Cells)) {
            if !self.keeps(place) && self.without(place).is_unique(board)? {
                return Some(false);
            }
        }
        for cell in 0..self.givens.len() {
            let mut without = self.clone();
            if without.givens[cell].take().is_some() && without.is_unique(board)? {
                return Some(false);
            }
        }
        self.is_unique(board)
    }
}

/// The dots or letters of all pairs that a strict rule would forbid on the planted board.
fn marks(case: &Case, rule: &Rule) -> Vec<CellRule> {
    let mut marks = Vec::new();
    for one in 0..case.board.size() {
        for other in case.board.neighbours(one) {
            let (a, b) = (case.planted[one], case.planted[other]);
            let mark = match rule {
                Rule::StrictWhite if a - b == 1 => (RuleKind::Difference, 1),
                Rule::StrictBlack if a == 2 * b => (RuleKind::Ratio, 2),
                Rule::StrictXv if one < other && [5, 10].contains(&(a + b)) => {
                    (RuleKind::PairSum, a + b)
                }
                _ => continue,
            };
            marks.push(CellRule::new(mark.0, [one, other]).with_number(mark.1));
        }
    }
    marks
}

/// Random rules that the planted board follows, and as many givens as they need.
fn draw(rng: &mut Pcg64, case: &Case) -> Option<(Drawn, Shape)> {
    let v: Vec<Option<i64>> = case.planted.iter().copied().map(Some).collect();
    let mut rules = case.shape.rules().to_vec();
    let mut cell_rules = Vec::new();
    let all = Rule::WORDS.iter().filter_map(|word| Rule::from_word(word));
    let mut all: Vec<Rule> = all.filter(|rule| *rule != Rule::Raw).collect();
    all.shuffle(rng);
    let most = rng.random_range(0..3);
    for rule in all {
        let marks = marks(case, &rule);
        let together = [&rules[..], std::slice::from_ref(&rule)].concat();
        if together.len() <= most
            && Shape::outlined(&case.outline, together).is_ok()
            && naive::allows(&case.board, &rule, &marks, &v)
        {
            rules.push(rule);
            cell_rules.extend(marks);
        }
    }
    for _ in 0..rng.random_range(0..8) {
        let kind = *RuleKind::ALL.choose(rng).unwrap();
        let rule = case.rule(rng, kind, 5)?;
        if naive::holds(&case.board, &rule, &case.planted) {
            cell_rules.push(rule);
        }
    }
    let shape = Shape::outlined(&case.outline, rules.clone()).ok()?;
    let shape = shape.with_cell_rules(cell_rules.clone()).ok()?;
    // A shape sorts its rules.
    let rules = shape.rules().to_vec();
    let (mut blanks, givens) = ((0..v.len()).collect::<Vec<_>>(), vec![None; v.len()]);
    blanks.shuffle(rng);
    let mut drawn = Drawn {
        rules,
        cell_rules,
        givens,
    };
    while drawn.is_unique(&case.board) != Some(true) {
        for _ in 0..3 {
            let cell = blanks.pop()?;
            drawn.givens[cell] = v[cell];
        }
    }
    // With few givens more rules are needed.
    for cell in 0..if rng.random_ratio(3, 4) { v.len() } else { 0 } {
        let given = drawn.givens[cell].take();
        if given.is_some() && drawn.is_unique(&case.board) != Some(true) {
            drawn.givens[cell] = given;
        }
    }
    Some((drawn, shape))
}

#[test]
fn rules_are_needed_exactly_if_there_are_several_solutions_without_them() {
    let mut rng = Pcg64::seed_from_u64(11);
    let small = |outline: &&Outline| outline.rows * outline.columns <= 36 && outline.values < 7;
    let all = outlines();
    let (mut compared, mut kept, mut reduced) = ([0; 2], 0, 0);
    for turn in 0..60 * TIMES {
        let outline = all.iter().filter(small).nth(turn % 8).unwrap();
        let base = [Rule::Raw];
        let base = &base[..usize::from(turn % 10 == 9)];
        let Some(case) = Case::new(&mut rng, outline, base, 20) else {
            continue;
        };
        let Some((drawn, shape)) = draw(&mut rng, &case) else {
            continue;
        };
        let board = &case.board;
        let about = format!(
            "turn {turn} {outline:?} {:?} {:?} {:?}",
            drawn.rules, drawn.cell_rules, drawn.givens
        );
        let mut search = Sudoku::new(shape.clone()).search();
        let givens = case.grid(&drawn.givens);
        let BoardExplanation::Rules(needs) = search.explain_and_rules(&givens).value else {
            panic!("not unique: {about}");
        };
        let rules = drawn.rules.len() + drawn.cell_rules.len();
        assert_eq!(needs.len(), rules, "{about}");
        for (place, need) in needs {
            let has_sandwich = drawn.rules.contains(&Rule::Raw)
                && format!("{:?}", drawn.cell_rules).contains("Sandwich")
                && matches!(place, RulePlace::Board(_));
            if drawn.keeps(place) || has_sandwich {
                assert_eq!(need, Need::Kept, "{place:?}: {about}");
                kept += 1;
                continue;
            }
            let Some(is_unique) = drawn.without(place).is_unique(board) else {
                continue;
            };
            let expected = [Need::Needed, Need::NotNeeded][usize::from(is_unique)];
            assert_eq!(need, expected, "{place:?}: {about}");
            compared[usize::from(is_unique)] += 1;
        }
        if !base.is_empty() {
            continue;
        }
        let minimal = search.minimize_rules(&givens, None).value.unwrap();
        let left = Drawn {
            rules: minimal.shape.rules().to_vec(),
            cell_rules: minimal.shape.cell_rules().to_vec(),
            givens: numbers(&case, &minimal.board),
        };
        if let Some(expected) = drawn.clone().minimal(board) {
            assert_eq!(left.rules, expected.rules, "{about}");
            assert_eq!(left.cell_rules, expected.cell_rules, "{about}");
            assert_eq!(left.givens, expected.givens, "{about}");
            reduced += 1;
        }
        let gone = minimal.removed.len();
        assert_eq!(gone + left.rules.len() + left.cell_rules.len(), rules);
        let minimal = search.minimize_rules(&givens, 7).value.unwrap();
        let left = Drawn {
            rules: minimal.shape.rules().to_vec(),
            cell_rules: minimal.shape.cell_rules().to_vec(),
            givens: numbers(&case, &minimal.board),
        };
        assert_ne!(left.is_minimal(board), Some(false), "{about}");
        let again = search.minimize_rules(&givens, 7).value.unwrap();
        assert_eq!(again, minimal, "{about}");
    }
    assert!(compared[0] > 30 && compared[1] > 20, "{compared:?}");
    assert!(kept > 10 && reduced > 25, "{kept} {reduced}");
}

fn numbers(case: &Case, board: &Grid) -> Vec<Option<i64>> {
    let number = |cell| {
        board
            .get(cell)
            .map(|value| i64::from(value) - 1 + case.board.low)
    };
    (0..board.cells().len()).map(number).collect()
}
