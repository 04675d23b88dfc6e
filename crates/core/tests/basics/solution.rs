//! A `Solution` is a list of options.

use quadrille::{OptionId, Problem, Solver};

#[test]
fn a_solution_converts_into_its_options() {
    let mut builder = Problem::builder();
    builder.option::<[&str; 0]>([]).unwrap();
    for item in ["c", "a", "b"] {
        builder.primary(item).unwrap();
        builder.option([item]).unwrap();
    }
    let solution = Solver::new(builder.build()).search().first().value.unwrap();
    let expected = [1, 2, 3].map(OptionId::new);
    assert_eq!(solution.options(), expected);
    assert_eq!(solution.as_ref(), expected);
    assert!(solution.iter().eq(expected));
    assert!((&solution).into_iter().eq(expected));
    let owned = solution.into_iter();
    assert_eq!(owned.len(), 3);
    assert!(owned.rev().eq(expected.into_iter().rev()));
}
