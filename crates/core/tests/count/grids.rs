//! All sudoku grids of a size, as the example `sudoku_grids` counts them: by classes of first
//! bands.

use quadrille::{Count, Method, OptionId, Solver};

use crate::puzzles::sudoku_grids::{Grids, sudoku_grids};

/// The completions of a class, sorted by the first column.
fn completions(solver: &Solver, option: OptionId, method: Method) -> Count {
    let answer = solver.search().force(option).count_by(method);
    assert!(answer.is_complete());
    answer.value
}

/// The number of grids with these boxes; also checks the number of classes.
fn grids(rows: usize, columns: usize, classes: usize, method: Method) -> String {
    let Grids {
        problem,
        classes: all,
        ..
    } = sudoku_grids(rows, columns).unwrap();
    assert_eq!(all.len(), classes);
    let solver = Solver::new(problem);
    let mut total = Count::default();
    for class in all {
        total += completions(&solver, class.option, method) * Count::from(class.times);
    }
    total.to_string()
}

#[test]
fn all_4x4_and_6x6_grids_are_counted_by_every_method() {
    for method in [Method::Auto, Method::Memo, Method::Walk] {
        assert_eq!(grids(2, 2, 2, method), "288");
        assert_eq!(grids(2, 3, 3, method), "28200960");
        assert_eq!(grids(3, 2, 4, method), "28200960");
    }
}

#[test]
fn the_first_bands_of_9x9_grids_form_44_classes() {
    let Grids {
        problem,
        classes,
        splits,
    } = sudoku_grids(3, 3).unwrap();
    assert_eq!(classes.len(), 44);
    let bands: u64 = classes.iter().map(|class| class.bands).sum();
    assert_eq!(bands, 948_109_639_680);
    assert!(classes.iter().all(|class| class.times == 72 * class.bands));
    assert_eq!(splits.len(), 28);
    assert_eq!((problem.item_count(), problem.option_count()), (254, 576));
}

#[test]
#[cfg(feature = "slow")]
fn all_8x8_grids_are_counted() {
    assert_eq!(grids(2, 4, 5, Method::Memo), "29136487207403520");
}
