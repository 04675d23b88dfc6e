//! Numbers of tilings that others have found.

use std::sync::atomic::{AtomicUsize, Ordering};

use quadrille::tile::{CellGrid, Gaps, Packing, Symmetries, Turning, UpToSymmetry, boards, pieces};
use quadrille::{BigUint, Budget, Count, Limits, Problem, Settings, Solver, Stop};

fn packing(board: &str, words: &str, grid: Option<CellGrid>) -> Packing {
    let board = boards(board, grid).unwrap().remove(0).board;
    Packing::new(board, pieces(words, grid).unwrap(), Gaps::None).unwrap()
}

fn count(problem: Problem) -> Result<Count, ()> {
    let answer = Solver::new(problem).search().count();
    assert!(answer.is_complete());
    Ok(answer.value)
}

/// Checks the number of tilings up to symmetry, and of all.
fn check(board: &str, words: &str, grid: Option<CellGrid>, up_to_symmetry: u64, all: u64) {
    let packing = packing(board, words, grid);
    let found = within(&packing, Limits::new());
    let numbers = (found.up_to_symmetry, found.all.value, found.stop);
    let expected = (up_to_symmetry.into(), all.into(), Stop::Exhausted);
    assert_eq!(numbers, expected, "{board} {words}");
}

/// Counts up to symmetry, within limits.
fn within(packing: &Packing, limits: Limits) -> UpToSymmetry {
    let solver = Solver::new(packing.problem().clone());
    let (settings, budget) = (Settings::new(), Budget::start(&limits));
    let symmetries = Symmetries::new(packing);
    let counted = symmetries.count_within(&solver, &settings, &budget, |_| ());
    counted.unwrap()
}

/// A count that stops early is a lower bound, rounded up.
#[test]
fn a_count_up_to_symmetry_keeps_limits() {
    let packing = packing("4x4", "domino*", None);
    for (most, least) in [(0, 0), (1, 1), (5, 1), (8, 1), (9, 2), (17, 3)] {
        let found = within(&packing, Limits::new().solutions(most));
        let numbers = (found.up_to_symmetry, found.stop);
        assert_eq!(numbers, (least.into(), Stop::Solutions), "{most}");
    }
    let all = within(&packing, Limits::new());
    assert_eq!((all.up_to_symmetry, all.all.value), (9.into(), 36.into()));
}

#[test]
fn pentominoes() {
    // Haselgrove (1960) and Fletcher (1965).
    check("3x20", "pentominoes", None, 2, 8);
    check("4x15", "pentominoes", None, 368, 1472);
    check("5x12", "pentominoes", None, 1010, 4040);
    // Scott (1958).
    check("8x8-2x2", "pentominoes", None, 65, 520);
    // Y pentominoes: OEIS A233427 has the sum up to symmetry.
    check("5x10", "Y*10", None, 4, 10);
}

#[test]
fn one_sided_pentominoes() {
    // Golomb, Polyominoes.
    check("3x30", "one-sided-pentominoes", None, 46, 184);
}

#[test]
fn cubes() {
    // Conway and Guy (1961).
    check("3x3x3", "soma", None, 240, 11_520);
    // Bouwkamp (1969).
    check("2x3x10", "pentominoes", None, 12, 96);
    check("2x5x6", "pentominoes", None, 264, 2112);
    check("3x4x5", "pentominoes", None, 3940, 31_520);
    // Bouwkamp and Klarner (1970).
    check("5x5x5", "Y*25", None, 1264, 60_672);
}

#[test]
fn other_grids() {
    check("6x6", "hexiamonds", Some(CellGrid::Triangles), 156, 624);
    check("4x7", "tetrahexes", Some(CellGrid::Hexagons), 9, 18);
    // Knuth, Dancing links (2000).
    let sticks = Some(CellGrid::Sticks);
    for (piece, number) in [("H", 72), ("J", 382), ("L", 607), ("N", 530), ("Y", 204)] {
        let words = format!("tetrasticks-{piece}");
        check("5x5", &words, sticks, number, 8 * number);
    }
}

#[test]
fn dominoes() {
    // OEIS A004003 and A232622.
    for (side, up_to_symmetry, all) in [
        (2, 1, 2),
        (4, 9, 36),
        (6, 930, 6728),
        (8, 1_629_189, 12_988_816),
    ] {
        check(
            &format!("{side}x{side}"),
            "domino*",
            None,
            up_to_symmetry,
            all,
        );
    }
    // Elkies, Kuperberg, Larsen and Propp (1992): 2^(n(n+1)/2).
    for n in 1..=9_u32 {
        let packing = packing(&format!("aztec:{n}"), "domino*", None);
        let all = count((**packing.problem()).clone()).unwrap();
        assert_eq!(BigUint::from(all), BigUint::from(1_u8) << (n * (n + 1) / 2));
    }
}

#[test]
fn boxes() {
    // Conway's puzzle of 5 x 5 x 5 cubes has tilings; without the bars of three it has none.
    let conway = packing("5x5x5", "1x2x4*13 2x2x2 1x2x2 1x1x3*3", None);
    assert!(
        Solver::new(conway.into_problem())
            .search()
            .first()
            .value
            .is_some()
    );
    // The numbers of ways to fill 2 x 2 x n with bricks of 1 x 1 x 2: OEIS A006253.
    for (layers, all) in [(1, 2), (2, 9), (3, 32), (4, 121), (5, 450), (6, 1681)] {
        let packing = packing(&format!("2x2x{layers}"), "1x1x2*", None);
        assert_eq!(count(packing.into_problem()).unwrap(), all, "{layers}");
    }
}

#[test]
fn a_puzzle_a_day_has_a_tiling_for_every_day() {
    let pieces = pieces("a-puzzle-a-day", None).unwrap();
    let mut counts = Vec::new();
    for named in boards("a-puzzle-a-day", None).unwrap() {
        let packing = Packing::new(named.board, pieces.clone(), Gaps::None).unwrap();
        let found = count(packing.into_problem()).unwrap();
        counts.push((u64::try_from(found).unwrap(), named.name));
    }
    counts.sort();
    assert_eq!(counts.len(), 366);
    // As the makers of the puzzle and others report.
    assert_eq!(counts[0], (7, "10-06".to_owned()));
    assert_eq!(counts[365], (216, "01-25".to_owned()));
}

/// Monomers and dimers: squares and dominoes on a square, in two ways.
#[test]
fn gaps_of_any_number() {
    // OEIS A028420.
    for (side, all) in [
        (1_u32, 1_u64),
        (2, 7),
        (3, 131),
        (4, 10_012),
        (5, 2_810_694),
    ] {
        let board = boards(&format!("{side}x{side}"), None)
            .unwrap()
            .remove(0)
            .board;
        let free =
            Packing::new(board.clone(), pieces("domino*", None).unwrap(), Gaps::Any).unwrap();
        let filled = Packing::new(board, pieces("domino* M*", None).unwrap(), Gaps::None).unwrap();
        for packing in [free, filled] {
            assert_eq!(count(packing.into_problem()).unwrap(), all, "{side}");
        }
    }
}

/// Counts beyond 2^128 and their division by the number of symmetries.
#[test]
fn large_counts_up_to_symmetry() {
    let packing = packing("6x100", "domino*", None);
    let all = count((**packing.problem()).clone()).unwrap();
    let number = BigUint::from(all.clone());
    assert!(number > BigUint::from(1_u8) << 200);
    let symmetries = Symmetries::new(&packing);
    assert_eq!(symmetries.len(), 4);
    let orbits = symmetries.count(all, count).unwrap();
    let found = BigUint::from(orbits.up_to_symmetry);
    let quarter = number / 4_u8;
    assert!(found >= quarter && found < &quarter + (&quarter >> 32));
}

/// Each look at the budget asks for the memory of the process, so it can be counted.
#[test]
fn a_budget_is_looked_at_often_while_symmetries_are_sought() {
    static LOOKS: AtomicUsize = AtomicUsize::new(0);
    let looks = || LOOKS.fetch_add(1, Ordering::Relaxed);
    // 19,800 placements, and eight symmetries.
    let packing = packing("100x100", "domino*", None);
    let budget = Budget::start(&Limits::new().process_memory(usize::MAX, looks));
    let symmetries = Symmetries::within(&packing, Turning::Free, &budget).unwrap();
    assert_eq!((symmetries.len(), symmetries.rotations()), (8, 4));
    let all = LOOKS.load(Ordering::Relaxed);
    assert!(all >= 8 * 4, "{all}");
    // It ends at each of them.
    for most in [0, all / 2, all - 2] {
        LOOKS.store(0, Ordering::Relaxed);
        let budget = Budget::start(&Limits::new().process_memory(most, looks));
        let found = Symmetries::within(&packing, Turning::Free, &budget);
        assert_eq!(found.err(), Some(Stop::Memory));
        assert_eq!(LOOKS.load(Ordering::Relaxed), most + 2);
    }
}
