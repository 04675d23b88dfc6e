//! All rules against their plain meaning, on random boards.

mod draw;
mod edges;
pub(crate) mod naive;
mod needs;

use std::collections::BTreeSet;

use quadrille::steps::End;
use quadrille::sudoku::{
    BoardExplanation, BoardSearch, CellRule, Check, Division, Grid, Outline, Route, Rule, RuleKind,
    Shape, Sudoku,
};
use quadrille::{EngineChoice, EngineName, Method, Settings, Uniqueness};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use draw::Case;

fn outline(
    rows: usize,
    columns: usize,
    values: usize,
    lowest: u8,
    boxes: (usize, usize),
) -> Outline {
    let division = match boxes {
        (0, _) => Division::None,
        (height, width) => Division::Boxes { height, width },
    };
    Outline {
        rows,
        columns,
        values,
        lowest,
        division,
    }
}

/// Boards of all sorts: boxes, regions or neither, values from 0 or 1, more values than cells.
fn outlines() -> Vec<Outline> {
    let mut jigsaw = outline(5, 5, 5, 1, (0, 0));
    let regions = "AABBBAABBCADCCCDDEECDDEEE";
    jigsaw.division = Division::Regions(regions.chars().collect());
    vec![
        outline(4, 4, 4, 1, (2, 2)),
        outline(4, 4, 4, 0, (2, 2)),
        outline(6, 6, 6, 1, (2, 3)),
        outline(3, 4, 5, 1, (0, 0)),
        outline(4, 4, 6, 0, (2, 2)),
        outline(5, 5, 5, 1, (0, 0)),
        jigsaw,
        outline(9, 9, 9, 1, (3, 3)),
        outline(9, 9, 9, 0, (3, 3)),
        outline(4, 6, 6, 1, (2, 3)),
        outline(2, 3, 12, 1, (0, 0)),
        outline(3, 3, 11, 0, (0, 0)),
        outline(3, 3, 4, 0, (0, 0)),
        outline(4, 4, 5, 0, (2, 2)),
    ]
}

/// The boards that follow all rules.
fn expected<'a>(case: &'a Case, rules: &[Rule], cell_rules: &[CellRule]) -> Vec<&'a Vec<i64>> {
    let is_good = |full: &&Vec<i64>| {
        let v: Vec<Option<i64>> = full.iter().copied().map(Some).collect();
        cell_rules
            .iter()
            .all(|rule| naive::holds(&case.board, rule, full))
            && case
                .shape
                .rules()
                .iter()
                .chain(rules)
                .all(|rule| naive::allows(&case.board, rule, cell_rules, &v))
    };
    case.plain.iter().filter(is_good).collect()
}

/// Compares all answers about a board with its plain solutions. `rules` are for the whole board,
/// beside those of the case; `turn` chooses one of the engines and methods.
fn compare(rng: &mut Pcg64, case: &Case, rules: &[Rule], cell_rules: &[CellRule], turn: usize) {
    let mut own = case.shape.rules().to_vec();
    own.extend(rules.iter().cloned());
    let shape = Shape::outlined(&case.outline, own).unwrap();
    let shape = shape.with_cell_rules(cell_rules.to_vec()).unwrap();
    let boards = expected(case, rules, cell_rules);
    let good: BTreeSet<Vec<u8>> = boards
        .iter()
        .map(|full| case.full(full).cells().to_vec())
        .collect();
    let givens = case.grid(&case.givens);
    let about = format!(
        "turn {turn} {:?} {rules:?} {cell_rules:?} givens {:?} low {}",
        case.outline,
        givens.cells(),
        case.board.low
    );
    let settings = |name| Settings::new().engine(EngineChoice::Prefer(name));
    let sudoku = match turn % 7 {
        0 => Sudoku::new(shape.clone()),
        1 => Sudoku::with_settings(shape.clone(), &settings(EngineName::Links)),
        2 => Sudoku::with_settings(shape.clone(), &settings(EngineName::Bits)),
        3 => Sudoku::with_settings(shape.clone(), &settings(EngineName::Learn)),
        4 => Sudoku::for_board(&shape, &givens, &settings(EngineName::Learn)),
        5 => Sudoku::with_settings(shape.clone(), &Settings::new().few_questions(true)),
        _ => Sudoku::for_board(&shape, &givens, &Settings::new()),
    };
    let mut search = sudoku.search();
    let all = search.all(&givens).value;
    let found: BTreeSet<Vec<u8>> = all.iter().map(|grid| grid.cells().to_vec()).collect();
    let missing: Vec<_> = good.difference(&found).take(2).collect();
    let extra: Vec<_> = found.difference(&good).take(2).collect();
    assert!(missing.is_empty(), "missing {missing:?}: {about}");
    assert!(extra.is_empty(), "no solutions {extra:?}: {about}");
    assert_eq!(all.len(), good.len(), "solutions occur twice: {about}");
    let count = good.len() as u64;
    match turn / 7 % 4 {
        0 => assert_eq!(search.count(&givens).value, count, "{about}"),
        1 => assert_eq!(
            search.count_by(&givens, Method::Memo).value,
            count,
            "{about}"
        ),
        2 => assert_eq!(
            search.count_by(&givens, Method::Walk).value,
            count,
            "{about}"
        ),
        _ => {
            let marginals = search.marginals(&givens).value.unwrap();
            for (place, number) in marginals.into_iter().enumerate() {
                let side = shape.side();
                let (cell, value) = (place / side, (place % side) as u8 + 1);
                let holds = good.iter().filter(|cells| cells[cell] == value).count();
                assert_eq!(number, holds as u64, "cell {cell} value {value}: {about}");
            }
        }
    }
    let unique = match count {
        0 => Uniqueness::None,
        1 => Uniqueness::One,
        _ => Uniqueness::Many,
    };
    assert_eq!(search.unique(&givens).value, unique, "{about}");
    if turn.is_multiple_of(4) {
        let candidates = search.candidates(&givens).value;
        for (cell, found) in candidates.found.into_iter().enumerate() {
            let bits = good.iter().map(|cells| 1_u64 << (cells[cell] - 1));
            assert_eq!(
                found,
                bits.fold(0, |all, bit| all | bit),
                "cell {cell}: {about}"
            );
        }
    }
    // Large boards with few givens are hard for some engines.
    let is_small = case.board.size() <= 36;
    if turn.is_multiple_of(3) && is_small {
        compare_givens(&mut search, &shape, case, &good, &about);
    }
    if turn % 9 == 1 && is_small {
        compare_steps(&mut search, &givens, &good, &about);
    }
    if turn.is_multiple_of(20) && is_small {
        compare_explanation(&mut search, case, &good, &about);
    }
    if turn.is_multiple_of(5) {
        assert_eq!(
            search
                .smallest(&givens)
                .value
                .map(|grid| grid.cells().to_vec()),
            good.first().cloned()
        );
    }
    for _ in 0..60 {
        let full = &case.plain[rng.random_range(0..case.plain.len())];
        let grid = case.full(full);
        let is_good = good.contains(grid.cells());
        assert_eq!(shape.is_solution(&grid), is_good, "{full:?}: {about}");
        assert_eq!(shape.clash(&grid).is_none(), is_good, "{full:?}: {about}");
        let mut partial = case.givens.clone();
        let shown = rng.random_range(0..=100);
        for (cell, &value) in full.iter().enumerate() {
            if rng.random_ratio(shown, 100) {
                partial[cell] = Some(value);
            }
        }
        let partial = case.grid(&partial);
        if let Some(clash) = shape.clash(&partial) {
            let is_good = good
                .iter()
                .any(|cells| Grid::new(cells.clone()).extends(&partial));
            assert!(!is_good, "{clash} on {:?}: {about}", partial.cells());
        }
    }
}

/// Compares the answers about fewer givens with the solutions of a case.
fn compare_givens(
    search: &mut BoardSearch,
    shape: &Shape,
    case: &Case,
    good: &BTreeSet<Vec<u8>>,
    about: &str,
) {
    let givens = case.grid(&case.givens);
    let check = search.check(&givens).value;
    let rated = search.rate(&givens).value;
    match good.len() {
        0 => {
            assert_eq!(check, Check::None, "{about}");
            assert_eq!(rated, Err(Uniqueness::None), "{about}");
        }
        1 => {
            let is_unique = matches!(check, Check::Unique | Check::NotMinimal);
            assert!(is_unique && rated.is_ok(), "{check}: {about}");
            let minimized = search.minimize(&givens, None).value.unwrap();
            let is_minimal = minimized.redundant.is_empty();
            assert_eq!(check == Check::Unique, is_minimal, "{about}");
            let again = search.check(&minimized.board).value;
            assert_eq!(again, Check::Unique, "{about}");
            let sudoku = Sudoku::new(shape.clone());
            let first = sudoku.search().first(&minimized.board).value.unwrap();
            assert!(good.contains(first.cells()), "{about}");
        }
        _ => {
            assert_eq!(check, Check::Several, "{about}");
            assert_eq!(rated, Err(Uniqueness::Many), "{about}");
        }
    }
}

/// Compares steps with the solutions of a case: none may lose one.
fn compare_steps(search: &mut BoardSearch, givens: &Grid, good: &BTreeSet<Vec<u8>>, about: &str) {
    let path = search.steps(givens, &Route::new()).value;
    for step in &path.steps {
        let text = step.to_text(|value| value.to_string());
        assert!(
            !text.contains("  ") && text.ends_with('.'),
            "{text} {about}"
        );
        if let Some((cell, value)) = step.placed {
            let holds = good.iter().all(|cells| cells[cell] == value);
            assert!(holds, "{text} {about}");
        }
        for &(cell, value) in &step.removed {
            let holds = good.iter().all(|cells| cells[cell] != value);
            assert!(holds, "{text} {about}");
        }
    }
    match path.end {
        Some(End::Solved) => {
            let only = good.iter().map(Vec::as_slice);
            assert!(only.eq([path.board.cells()]), "{about}");
        }
        Some(End::NoSolution) => assert!(good.is_empty(), "{about}"),
        Some(End::Stuck) => assert!(good.len() > 1, "{about}"),
        None => panic!("the steps do not end: {about}"),
    }
}

/// Compares an explanation with the solutions of a case.
fn compare_explanation(
    search: &mut BoardSearch,
    case: &Case,
    good: &BTreeSet<Vec<u8>>,
    about: &str,
) {
    let givens = case.grid(&case.givens);
    match search.explain(&givens).value {
        BoardExplanation::None(_) => assert!(good.is_empty(), "{about}"),
        BoardExplanation::Unique => assert_eq!(good.len(), 1, "{about}"),
        BoardExplanation::Several(ambiguity) => {
            let solutions = good.len() as u64;
            assert!(solutions > 1 && ambiguity.solutions <= solutions, "{about}");
            let is_all = ambiguity.solutions == solutions;
            assert!(is_all || !ambiguity.complete, "{about}");
            for cell in ambiguity.cells {
                for (value, count) in cell.values {
                    let holds = good.iter().filter(|cells| cells[cell.cell] == value);
                    assert!(count <= holds.count() as u64, "{about}");
                }
            }
        }
        explanation => panic!("{explanation:?}: {about}"),
    }
}

fn cases(rng: &mut Pcg64, rules: &[Rule], most: usize) -> Vec<Case> {
    let all = outlines();
    let fits = |outline: &&Outline| Shape::outlined(outline, rules.to_vec()).is_ok();
    all.iter()
        .filter(fits)
        .filter_map(|outline| Case::new(rng, outline, rules, most))
        .collect()
}

fn longest(case: &Case) -> usize {
    if case.board.size() > 40 { 12 } else { 9 }
}

/// How often the tests run with feature `slow`, as a multiple of the usual number.
const TIMES: usize = if cfg!(feature = "slow") { 8 } else { 1 };

#[test]
fn each_rule_alone() {
    let mut rng = Pcg64::seed_from_u64(1);
    let mut drawn = vec![0; RuleKind::ALL.len()];
    for round in 0..2 * TIMES {
        for case in cases(&mut rng, &[], 100) {
            for (place, &kind) in RuleKind::ALL.iter().enumerate() {
                if let Some(rule) = case.rule(&mut rng, kind, longest(&case)) {
                    drawn[place] += 1;
                    compare(
                        &mut rng,
                        &case,
                        &[],
                        &[rule],
                        round * 13 + place + drawn[place],
                    );
                }
            }
        }
    }
    for (kind, drawn) in RuleKind::ALL.iter().zip(drawn) {
        assert!(drawn > 1, "{kind:?} was drawn {drawn} times");
    }
}

/// As part of a choice, a rule of any length is a state machine.
#[test]
fn each_rule_in_a_choice() {
    let mut rng = Pcg64::seed_from_u64(5);
    let (mut drawn, mut turn) = (vec![0; RuleKind::ALL.len()], 0);
    for _ in 0..2 * TIMES {
        for case in cases(&mut rng, &[], 100) {
            for (place, &kind) in RuleKind::ALL.iter().enumerate() {
                let Some(rule) = case.rule(&mut rng, kind, longest(&case)) else {
                    continue;
                };
                let kind = *RuleKind::ALL.choose(&mut rng).unwrap();
                let other = case.rule(&mut rng, kind, 4).into_iter().collect();
                let choice = CellRule::either(vec![vec![rule], other]);
                match case.shape.clone().with_cell_rules([choice.clone()]) {
                    Ok(_) => {
                        drawn[place] += 1;
                        turn += 1;
                        compare(&mut rng, &case, &[], &[choice], turn);
                    }
                    Err(error) => {
                        let text = error.to_string();
                        let is_rank = text.contains("a rank cannot be part of a choice");
                        assert!(
                            is_rank || text.contains("too many states"),
                            "{text}: {choice:?}"
                        );
                        drawn[place] += i32::from(is_rank);
                    }
                }
            }
        }
    }
    for (kind, drawn) in RuleKind::ALL.iter().zip(drawn) {
        assert!(drawn > 1, "{kind:?} was drawn {drawn} times");
    }
}

#[test]
fn rules_in_pairs() {
    let mut rng = Pcg64::seed_from_u64(2);
    let mut turn = 0;
    for _ in 0..TIMES {
        for (place, &one) in RuleKind::ALL.iter().enumerate() {
            let boards = cases(&mut rng, &[], 60);
            for &other in &RuleKind::ALL[place..] {
                // Not all rules suit all boards.
                let drawn = (0..50).find_map(|_| {
                    let case = boards.choose(&mut rng)?;
                    let one = case.rule(&mut rng, one, longest(case))?;
                    let other = case.rule(&mut rng, other, longest(case))?;
                    Some((case, vec![one, other]))
                });
                let Some((case, rules)) = drawn else {
                    panic!("no board for {one:?} and {other:?}");
                };
                turn += 1;
                compare(&mut rng, case, &[], &rules, turn);
            }
        }
    }
}

#[test]
fn rules_for_the_board_alone_and_with_others() {
    let mut rng = Pcg64::seed_from_u64(3);
    let mut turn = 0;
    let own = Rule::WORDS.iter().filter_map(|word| Rule::from_word(word));
    for rule in own {
        let mut drawn = 0;
        // Some rounds find no board that follows the rule.
        for round in 0..20 {
            if round >= TIMES && drawn > 0 {
                break;
            }
            for case in cases(&mut rng, std::slice::from_ref(&rule), 100) {
                turn += 1;
                drawn += 1;
                compare(&mut rng, &case, &[], &[], turn);
                for _ in 0..TIMES.min(2) {
                    let kind = *RuleKind::ALL.choose(&mut rng).unwrap();
                    if let Some(marks) = case.rule(&mut rng, kind, longest(&case)) {
                        compare(&mut rng, &case, &[], &[marks], turn);
                    }
                }
            }
        }
        assert!(drawn > 0, "{rule:?} was never drawn");
    }
}

/// The rules that say "nowhere else" look at the marks.
#[test]
fn strict_rules_see_the_marks() {
    let mut rng = Pcg64::seed_from_u64(4);
    let marks = [RuleKind::Difference, RuleKind::Ratio, RuleKind::PairSum];
    for turn in 0..6 * TIMES {
        for case in cases(&mut rng, &[], 100) {
            let rules: Vec<CellRule> = (0..3)
                .filter_map(|_| {
                    let kind = *marks.choose(&mut rng)?;
                    case.rule(&mut rng, kind, 2)
                })
                .collect();
            for strict in [Rule::StrictWhite, Rule::StrictBlack, Rule::StrictXv] {
                compare(&mut rng, &case, &[strict], &rules, turn);
            }
        }
    }
}

#[test]
fn loops_of_every_sum_have_as_many_boards_as_plain_code_finds() {
    let outline = outline(2, 2, 9, 1, (0, 0));
    for sum in 3..=20 {
        let mut expected = 0_u64;
        for board in 0..9_i64.pow(4) {
            let [a, b, c, d] = [1, 9, 81, 729].map(|power| board / power % 9 + 1);
            let around = [a, b, d, c, a, b, d, c];
            let is_cut = |start: usize| {
                let mut so_far = 0;
                let sums = around[start..start + 4].iter().map(|value| {
                    so_far += value;
                    so_far
                });
                let sums: BTreeSet<i64> = sums.collect();
                so_far % sum == 0 && (1..=so_far / sum).all(|cut| sums.contains(&(cut * sum)))
            };
            let differ = a != b && c != d && a != c && b != d;
            expected += u64::from(differ && (0..4).any(is_cut));
        }
        let rule = CellRule::new(RuleKind::SumLoop, [0, 1, 3, 2]).with_number(sum);
        let shape = Shape::outlined(&outline, []).unwrap();
        let shape = shape.with_cell_rules([rule]).unwrap();
        let sudoku = Sudoku::new(shape);
        let count = sudoku.search().count(&Grid::new(vec![0; 4])).value;
        assert_eq!(count.to_string(), expected.to_string(), "sum {sum}");
    }
}

/// A line that holds each value once has an option for each part, not for each sum so far.
#[test]
fn sums_of_parts_have_as_many_lines_as_plain_code_finds() {
    for (lowest, kind) in [0, 1]
        .into_iter()
        .flat_map(|lowest| [RuleKind::Sandwich, RuleKind::XSum].map(|kind| (lowest, kind)))
    {
        let side = 5;
        let (low, high) = (i64::from(lowest), i64::from(lowest) + side - 1);
        let sum_of = |line: &[i64]| match kind {
            RuleKind::XSum => line[..line[0] as usize].iter().sum(),
            _ => {
                let end = |value| line.iter().position(|&own| own == value).unwrap();
                let (one, other) = (end(low), end(high));
                line[one.min(other) + 1..one.max(other)].iter().sum::<i64>()
            }
        };
        let mut expected = [0_u64; 17];
        for number in 0..side.pow(5) {
            let value = |place: u32| number / side.pow(place) % side + low;
            let line: Vec<i64> = (0..5).map(value).collect();
            if line.iter().collect::<BTreeSet<_>>().len() == 5 {
                expected[sum_of(&line) as usize] += 1;
            }
        }
        assert_eq!(expected.iter().sum::<u64>(), 120);
        let outline = outline(1, 5, 5, lowest, (0, 0));
        for (sum, expected) in (0..).zip(expected) {
            let rule = CellRule::new(kind, 0..5).with_number(sum);
            let shape = Shape::outlined(&outline, []).unwrap();
            // A sum that no line has may be refused.
            let Ok(shape) = shape.with_cell_rules([rule]) else {
                assert_eq!(expected, 0, "{kind:?} {sum} from {lowest}");
                continue;
            };
            let sudoku = Sudoku::new(shape);
            let count = sudoku.search().count(&Grid::new(vec![0; 5])).value;
            let what = format!("{kind:?} {sum} from {lowest}");
            assert_eq!(count.to_string(), expected.to_string(), "{what}");
        }
    }
    for kind in [RuleKind::Sandwich, RuleKind::XSum] {
        let shape: Shape = "9x9".parse().unwrap();
        let rule = CellRule::new(kind, 0..9).with_number(20);
        let sudoku = Sudoku::new(shape.with_cell_rules([rule]).unwrap());
        let own = sudoku.solver().problem().option_count() - 729;
        assert!(own < 250, "{kind:?}: {own} options");
    }
}
