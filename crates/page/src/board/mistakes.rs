//! What a person entered wrongly. Steps that rest on it would be wrong, too.

use quadrille_core::shared::listing;
use quadrille_core::{Order, Stop};

use super::given::Given;
use super::solve::solutions;
use crate::fault::Fault;
use crate::job::Job;
use crate::message::Answer;

/// Finds values and marks that exclude the solution of the puzzle, and says so in place of steps.
/// Of a puzzle with several solutions, nothing is wrong as long as one of them is left.
pub(super) fn mistakes(given: &Given, job: &Job) -> Result<Option<Answer>, Fault> {
    let puzzle = given.without_entries();
    if puzzle.board == given.board {
        return Ok(None);
    }
    let known = solutions(&puzzle, 0, 2, Order::Natural, job)?;
    let wrong = match (&*known.value, known.stop) {
        // The steps say why.
        ([], _) => return Ok(None),
        ([only], Stop::Exhausted) => given.board.excluded_cells(only),
        _ => {
            let left = given.search_board(job)?.first(&given.board);
            let is_wrong = left.value.is_none() && left.stop == Stop::Exhausted;
            let words = "What you entered leaves no solution.";
            return Ok(is_wrong.then(|| answer(words, Vec::new())));
        }
    };
    if wrong.is_empty() {
        return Ok(None);
    }
    let names = given.names(wrong);
    let words = format!("What you entered in {} is wrong.", listing(&names, "and"));
    Ok(Some(answer(&words, names)))
}

fn answer(words: &str, wrong: Vec<String>) -> Answer {
    Answer::new(Stop::Exhausted)
        .with("text", words)
        .with("wrong", wrong)
}
