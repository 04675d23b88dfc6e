//! Puzzles from a seed.

use pyo3::prelude::*;
use quadrille::sudoku::{
    Difficulty, Generator, Puzzle, Recipe, RecipeError, Shape, Symmetry, wanted_rules,
};
use quadrille::{Budget, CancelToken};

use super::BoardCore;
use super::compiled::Compiled;
use super::shape::bad_shape;
use super::steps::technique_of;
use crate::bounds::Bounds;
use crate::failure;
use crate::wait::wait;

/// Makes the puzzle of a seed. An exception if no try gives one.
#[pyfunction]
#[pyo3(signature = (seed, bounds, shape, clues, symmetry, difficulty, technique, is_minimal, tries, rules))]
#[expect(clippy::too_many_arguments, reason = "the Python side has keywords")]
pub(crate) fn generate(
    py: Python<'_>,
    seed: u64,
    bounds: Bounds,
    shape: &str,
    clues: Option<usize>,
    symmetry: &str,
    difficulty: Option<&str>,
    technique: Option<&str>,
    is_minimal: bool,
    tries: u64,
    rules: &str,
) -> PyResult<Option<BoardCore>> {
    let shape = Shape::from_text(shape, Shape::CLASSIC_SIDE)
        .map_err(|error| bad_shape(py, shape, &error))?;
    let mut recipe = Recipe::new().tries(tries);
    if let Some(symmetry) = Symmetry::from_word(symmetry) {
        recipe = recipe.symmetry(symmetry);
    }
    if let Some(clues) = clues {
        recipe = recipe.clues(clues);
    }
    if is_minimal {
        recipe = recipe.minimal();
    }
    let mut difficulties = Difficulty::ALL.into_iter();
    if let Some(difficulty) = difficulties.find(|own| Some(own.name()) == difficulty) {
        recipe = recipe.difficulty(difficulty);
    }
    if let Some(word) = technique {
        recipe = recipe.technique(technique_of("technique", word)?);
    }
    if !rules.is_empty() {
        let wanted = wanted_rules(rules).map_err(|what| failure::with_help(py, what, None))?;
        for (kind, count) in wanted {
            recipe = recipe.rules(kind, count);
        }
    }
    let token = CancelToken::new();
    let limits = bounds.limits(&token);
    let compiled = Compiled::of(&shape);
    let made = wait(py, &token, None, move || {
        let sudoku = match compiled.sudoku(&Budget::start(&limits)) {
            Ok(sudoku) => sudoku,
            Err(stop) => return Ok(Err(stop)),
        };
        let mut generator = Generator::new(&sudoku, recipe)?;
        Ok(Ok(generator.limits(limits).puzzle(seed, |_| true)))
    })?;
    let made = made.map_err(|error: RecipeError| failure::with_help(py, error, None))?;
    let made = made.map_err(|stop| failure::stopped(py, stop))?;
    match made.board {
        Some(board) => Ok(Some(BoardCore::new(Puzzle::new(
            made.shape.unwrap_or(shape),
            board,
        )))),
        None if made.stop.is_limit() => Err(failure::stopped(py, made.stop)),
        None => Ok(None),
    }
}
