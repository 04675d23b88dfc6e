//! The problems of these tests.

use quadrille::{EngineChoice, EngineName, ItemId, Problem, Settings, Solver};

use crate::puzzles;

/// A solver of primary items followed by secondary items, named by their numbers.
pub(crate) fn solver(
    primary: usize,
    secondary: usize,
    options: impl IntoIterator<Item = Vec<usize>>,
) -> Solver {
    let mut builder = Problem::builder();
    let mut items: Vec<ItemId> = Vec::new();
    for number in 0..primary + secondary {
        let name = number.to_string();
        items.push(if number < primary {
            builder.primary(&name).unwrap()
        } else {
            builder.secondary(&name).unwrap()
        });
    }
    for option in options {
        builder
            .option(option.into_iter().map(|item| items[item]))
            .unwrap();
    }
    Solver::with_settings(builder.build(), &links())
}

pub(crate) fn queens(n: usize) -> Solver {
    Solver::with_settings(puzzles::queens::queens(n).unwrap(), &links())
}

pub(crate) fn dominoes(rows: usize, columns: usize) -> Solver {
    Solver::with_settings(
        puzzles::dominoes::dominoes(rows, columns)
            .unwrap()
            .into_problem(),
        &links(),
    )
}

/// Dominoes on a board without some of its cells.
pub(crate) fn mutilated(rows: usize, columns: usize, missing: &[&str]) -> Solver {
    let whole = puzzles::dominoes::dominoes(rows, columns)
        .unwrap()
        .into_problem();
    let is_there = |item: &ItemId| !missing.contains(&whole.name(*item));
    let mut builder = Problem::builder();
    for item in whole.items().filter(is_there) {
        builder.primary(whole.name(item)).unwrap();
    }
    for option in whole.options().map(|option| whole.items_of(option)) {
        if option.iter().all(is_there) {
            builder
                .option(option.iter().map(|&item| whole.name(item)))
                .unwrap();
        }
    }
    let problem = builder.build();
    assert_eq!(problem.item_count(), rows * columns - missing.len());
    Solver::with_settings(problem, &links())
}

/// The engine whose nodes are known.
pub(crate) fn links() -> Settings {
    Settings::new().engine(EngineChoice::Prefer(EngineName::Links))
}
