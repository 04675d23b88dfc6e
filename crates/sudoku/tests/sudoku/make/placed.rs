//! Puzzles with rules that the generator places.

use quadrille::sudoku::{CellRule, Generated, Generator, Recipe, RecipeError, RuleKind, Shape};
use quadrille::sudoku::{Grid, Sudoku};
use quadrille::{EngineChoice, EngineName, Settings, Uniqueness};

use super::{assert_minimal, is_unique};
use crate::rules::naive::{Board, holds};

fn generate(shape: &str, recipe: Recipe, seed: u64) -> Generated {
    let sudoku = Sudoku::new(shape.parse().unwrap());
    let mut generator = Generator::new(&sudoku, recipe).unwrap();
    generator.puzzle(seed, |_| true)
}

/// The puzzle of a seed.
#[track_caller]
fn made(shape: &str, recipe: Recipe, seed: u64) -> (Shape, Grid) {
    let made = generate(shape, recipe, seed);
    (made.shape.unwrap(), made.board.unwrap())
}

/// Checks that a puzzle has one solution, in which all rules hold by a naive reading. Small boards
/// are solved by another engine than that of the generator.
#[track_caller]
fn assert_good(shape: &Shape, board: &Grid, kinds: &[RuleKind]) {
    let links = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
    let sudoku = match shape.side() {
        ..7 => Sudoku::with_settings(shape.clone(), &links),
        _ => Sudoku::new(shape.clone()),
    };
    let mut search = sudoku.search();
    let all = search.all(board).value;
    assert_eq!(all.len(), 1, "{board} {:?}", shape.cell_rules());
    let naive = Board::new(&shape.outline());
    let values = all[0].cells().iter();
    let values: Vec<i64> = values
        .map(|&value| i64::from(shape.number(value)))
        .collect();
    for rule in shape.cell_rules() {
        assert!(kinds.contains(&rule.kind()), "{rule:?}");
        assert!(holds(&naive, rule, &values), "{rule:?} on {values:?}");
    }
}

fn placed() -> Vec<RuleKind> {
    let all = RuleKind::ALL.iter().copied();
    all.filter(|kind| kind.is_placed()).collect()
}

/// Cages without a number cover what the lines leave, wherever their word stands.
#[test]
fn the_order_of_the_kinds_does_not_matter() {
    let cages = (RuleKind::Cage, None);
    for others in [
        vec![(RuleKind::Thermometer, Some(2))],
        vec![(RuleKind::Thermometer, None)],
        vec![(RuleKind::Arrow, Some(1)), (RuleKind::Odd, Some(2))],
    ] {
        let first: Vec<_> = [cages].into_iter().chain(others.clone()).collect();
        let last: Vec<_> = others.into_iter().chain([cages]).collect();
        for seed in 1..4 {
            let [first, last] = [&first, &last].map(|wanted| {
                let recipe = wanted
                    .iter()
                    .fold(Recipe::new().tries(5), |recipe, &(kind, count)| {
                        recipe.rules(kind, count)
                    });
                made("6x6", recipe, seed)
            });
            assert_eq!(first, last);
        }
    }
}

#[test]
fn every_kind_gives_puzzles_with_one_solution() {
    let kinds = placed();
    assert!(kinds.len() > 30);
    for kind in kinds {
        for (shape, seed) in [("4x4", 1), ("6x6", 2), ("6x6", 3)] {
            // These need more values.
            let is_small = shape == "4x4";
            let more = matches!(kind, RuleKind::Whispers | RuleKind::Lockout);
            if kind == RuleKind::Entropic || is_small && more {
                continue;
            }
            let recipe = || Recipe::new().rules(kind, None).tries(50);
            let first = generate(shape, recipe(), seed);
            assert_eq!(generate(shape, recipe(), seed), first, "{kind:?} {shape}");
            assert!(first.board.is_some(), "{kind:?} {shape}: {first:?}");
            let (rules, board) = (first.shape.unwrap(), first.board.unwrap());
            assert_good(&rules, &board, &[kind]);
        }
    }
}

#[test]
fn boards_of_nine_follow_the_common_kinds() {
    use RuleKind as K;
    for kind in [
        K::Cage,
        K::Thermometer,
        K::Arrow,
        K::Whispers,
        K::Ratio,
        K::Renban,
        K::Sandwich,
        K::Entropic,
    ] {
        let (shape, board) = made("9x9", Recipe::new().rules(kind, None), 4);
        assert_good(&shape, &board, &[kind]);
        let usual = Sudoku::classic();
        let mut plain = usual.search();
        let without = plain.unique(&board).value;
        assert_eq!(without, Uniqueness::Many, "{kind:?}: the rules say nothing");
    }
}

#[test]
fn kinds_come_together_and_in_the_number_asked_for() {
    let recipe = Recipe::new()
        .rules(RuleKind::Thermometer, 3)
        .rules(RuleKind::Cage, 4);
    let (shape, board) = made("9x9", recipe, 7);
    let count = |kind| {
        let rules = shape.cell_rules().iter();
        rules.filter(|rule| rule.kind() == kind).count()
    };
    assert_eq!(count(RuleKind::Thermometer), 3);
    assert_eq!(count(RuleKind::Cage), 4);
    assert_good(&shape, &board, &[RuleKind::Thermometer, RuleKind::Cage]);
    let mut cells: Vec<usize> = shape
        .cell_rules()
        .iter()
        .flat_map(|rule| rule.cells().to_vec())
        .collect();
    let before = cells.len();
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(cells.len(), before, "rules overlap");
}

#[test]
fn killers_need_no_givens() {
    for (shape, seed) in [("6x6", 1), ("9x9", 2), ("9x9 x", 3)] {
        let recipe = Recipe::new().rules(RuleKind::Cage, None).clues(0);
        let (shape, board) = made(&shape.replace(' ', "+"), recipe, seed);
        assert_eq!(board.givens().count(), 0);
        assert_good(&shape, &board, &[RuleKind::Cage]);
    }
}

#[test]
fn minimal_puzzles_need_every_given_and_every_rule() {
    for (kind, side) in [
        (RuleKind::Cage, "6x6"),
        (RuleKind::Thermometer, "6x6"),
        (RuleKind::Difference, "4x4"),
        (RuleKind::Sandwich, "6x6"),
        (RuleKind::XSum, "6x6"),
        (RuleKind::Skyscraper, "6x6"),
        (RuleKind::LittleKiller, "6x6"),
    ] {
        let recipe = Recipe::new().rules(kind, None).minimal();
        let (shape, board) = made(side, recipe, 5);
        assert_good(&shape, &board, &[kind]);
        let mut search = Sudoku::new(shape.clone()).search();
        assert_minimal(&mut search, &board);
        let rules = shape.cell_rules();
        for place in 0..rules.len() {
            let mut fewer: Vec<CellRule> = rules.to_vec();
            let without = fewer.remove(place);
            let shape: Shape = side.parse().unwrap();
            let shape = shape.with_cell_rules(fewer).unwrap();
            let mut search = Sudoku::new(shape).search();
            assert!(!is_unique(&mut search, &board), "{without:?} is not needed");
        }
    }
}

/// Rules that are not needed are removed, but never all of a kind.
#[test]
fn each_kind_that_was_asked_for_stays() {
    let count = |shape: &Shape, kind| {
        let rules = shape.cell_rules().iter();
        rules.filter(|rule| rule.kind() == kind).count()
    };
    for kind in placed() {
        if kind == RuleKind::Entropic {
            continue;
        }
        for seed in 1..4 {
            let recipe = Recipe::new().rules(kind, 2).minimal().tries(50);
            let (shape, board) = made("6x6", recipe, seed);
            assert!(count(&shape, kind) > 0, "{kind:?} {seed}");
            assert_good(&shape, &board, &[kind]);
        }
    }
    // Cages that cover the board leave nothing to the others.
    for seed in 1..5 {
        let kinds = [RuleKind::Cage, RuleKind::Even, RuleKind::Greater];
        let recipe = kinds
            .iter()
            .fold(Recipe::new(), |recipe, &kind| recipe.rules(kind, None));
        let (shape, _) = made("6x6", recipe.minimal(), seed);
        for kind in kinds {
            assert!(count(&shape, kind) > 0, "{kind:?} {seed}");
        }
    }
}

/// A line inside one box has one piece, so it would say nothing.
#[test]
fn lines_that_are_placed_say_something() {
    for seed in 2..6 {
        let recipe = Recipe::new().rules(RuleKind::RegionSum, 6).minimal();
        let (shape, _) = made("9x9", recipe, seed);
        assert!(!shape.cell_rules().is_empty(), "{seed}");
        for rule in shape.cell_rules() {
            let regions = rule.cells().iter().map(|cell| (cell / 27, cell % 9 / 3));
            let regions: std::collections::HashSet<_> = regions.collect();
            assert!(regions.len() > 1, "{seed}: {rule:?}");
        }
    }
    for (kind, least) in [(RuleKind::Zipper, 3), (RuleKind::Between, 3)] {
        for seed in 0..5 {
            let (shape, _) = made("4x4", Recipe::new().rules(kind, 3), seed);
            let rules = shape.cell_rules();
            assert!(rules.iter().all(|rule| rule.cells().len() >= least));
        }
    }
}

#[test]
fn a_kind_without_a_place_is_a_reason() {
    // No two of the values 1 to 4 differ by 5.
    let recipe = Recipe::new().rules(RuleKind::Whispers, None).tries(3);
    let none = generate("4x4", recipe, 1);
    assert_eq!((none.board, none.refused.rules, none.tries), (None, 3, 3));
    // Boards that overlap have no rows to look along.
    let samurai = Sudoku::new("samurai".parse().unwrap());
    let recipe = Recipe::new().rules(RuleKind::Skyscraper, None);
    let (kind, needs) = ("skyscraper", "needs a single board");
    let unfit = Some(RecipeError::Unfit { kind, needs });
    assert_eq!(Generator::new(&samurai, recipe).err(), unfit);
}

#[test]
fn recipes_that_no_puzzle_can_follow_are_rejected() {
    let sudoku = Sudoku::classic();
    let wanted = |kind| Generator::new(sudoku, Recipe::new().rules(kind, None).clues(0)).err();
    // The mirror image of a solution, each value from 10, is another one.
    let (clues, least) = (0, 1);
    let few = Some(RecipeError::Few { clues, least });
    assert_eq!(wanted(RuleKind::Whispers), few);
    assert_eq!(wanted(RuleKind::Renban), few);
    assert_eq!(wanted(RuleKind::Arrow), None);
    let kind = "regex";
    let not_placed = Some(RecipeError::NotPlaced { kind });
    assert_eq!(wanted(RuleKind::from_word(kind).unwrap()), not_placed);
    let small = Sudoku::new("6x6".parse().unwrap());
    let unfit = Generator::new(&small, Recipe::new().rules(RuleKind::Entropic, None)).err();
    let (kind, needs) = ("entropic", "needs a board with nine values");
    assert_eq!(unfit, Some(RecipeError::Unfit { kind, needs }));
}
