//! Puzzles of the generator, and puzzles without what they do not need.

use quadrille_core::Answer as Found;
use quadrille_report::sudoku::{Finding, Made};
use quadrille_sudoku::{
    Difficulty, Generator, Minimized, Puzzle, Recipe, Shape, Sudoku, Symmetry, Technique,
    wanted_rules,
};
use serde::Deserialize;
use serde_json::Value;

use super::given::Given;
use super::shown;
use super::solve::Rules;
use crate::fault::Fault;
use crate::job::Job;
use crate::message::{self, Answer};

/// What a generated puzzle should be like.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wishes {
    shape: Option<String>,
    rules: Option<String>,
    symmetry: Option<String>,
    difficulty: Option<String>,
    technique: Option<String>,
    clues: Option<usize>,
    #[serde(default)]
    minimal: bool,
    #[serde(default)]
    seed: u64,
}

impl Wishes {
    fn difficulty(&self) -> Result<Option<Difficulty>, Fault> {
        let find = |word: &String| {
            let mut all = Difficulty::ALL.into_iter();
            let found = all.find(|difficulty| difficulty.name() == word);
            found.ok_or_else(|| Fault::new(format_args!("unknown difficulty {word:?}")))
        };
        self.difficulty.as_ref().map(find).transpose()
    }

    fn recipe(&self) -> Result<Recipe, Fault> {
        let mut recipe = Recipe::new();
        if let Some(word) = &self.symmetry {
            let found = Symmetry::from_word(word);
            let unknown = || Fault::new(format_args!("unknown symmetry {word:?}"));
            recipe = recipe.symmetry(found.ok_or_else(unknown)?);
        }
        if let Some(difficulty) = self.difficulty()? {
            recipe = recipe.difficulty(difficulty);
        }
        if let Some(word) = &self.technique {
            let found = Technique::from_word(word);
            let unknown = || Fault::new(format_args!("unknown technique {word:?}"));
            recipe = recipe.technique(found.ok_or_else(unknown)?);
        }
        if let Some(clues) = self.clues {
            recipe = recipe.clues(clues);
        }
        if self.minimal {
            recipe = recipe.minimal();
        }
        if let Some(rules) = self.rules.as_deref().filter(|rules| !rules.is_empty()) {
            for (kind, count) in wanted_rules(rules).map_err(Fault::new)? {
                recipe = recipe.rules(kind, count);
            }
        }
        Ok(recipe)
    }
}

/// A puzzle from a seed.
pub(super) fn generate(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let wishes: Wishes = message::fields(fields)?;
    let words = wishes.shape.as_deref().unwrap_or("9x9");
    let shape = Shape::from_text(words, Shape::CLASSIC_SIDE)?;
    let (recipe, difficulty) = (wishes.recipe()?, wishes.difficulty()?);
    let sudoku = Sudoku::within(shape.clone(), &job.settings(), job.budget.clone());
    let sudoku = sudoku.map_err(Fault::stopped)?;
    let mut generator = Generator::new(&sudoku, recipe).map_err(Fault::new)?;
    job.say("searching for a puzzle");
    let made = generator
        .limits(job.limits.clone().after(job.budget.elapsed()))
        .puzzle(wishes.seed, |_| true);
    let report = Made::new(&shape, wishes.seed, &made).of_difficulty(difficulty);
    let text = made.board.as_ref().map(|board| shape.line(board));
    let answer = Answer::of(&report, text.unwrap_or_default());
    Ok(match &made.board {
        Some(board) => {
            let shape = made.shape.clone().unwrap_or(shape);
            answer.and(shown::puzzle(&Puzzle::new(shape, board.clone()), None))
        }
        None => answer,
    })
}

/// The puzzle without the givens, and perhaps the rules, that it does not need.
pub(super) fn minimize(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (given, Rules { rules }) = Given::read(fields)?;
    let mut search = given.search(job)?;
    let board = &given.puzzle.board;
    let found: Found<_> = if rules {
        let found = search.minimize_rules(board, None);
        found.map(|found| found.map_or_else(Finding::Unique, Finding::MinimalPuzzle))
    } else {
        let found = search.minimize(board, None);
        found.map(|found| found.map_or_else(Finding::Unique, Finding::Minimized))
    };
    let answer = given.answer(&found);
    Ok(match &found.value {
        Finding::MinimalPuzzle(minimal) => {
            answer.and(shown::puzzle(&minimal.puzzle(Some(&given.puzzle)), None))
        }
        Finding::Minimized(Minimized { board, .. }) => {
            answer.and(shown::puzzle(&given.puzzle.with_board(board.clone()), None))
        }
        _ => answer,
    })
}
