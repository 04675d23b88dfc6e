//! Problems that are written as text and read back.

use quadrille::text::{dlx, json};

use super::{Outcome, Trial, same};
use crate::case::Case;

pub(super) fn text(trial: &mut Trial<'_>) -> Outcome {
    same!(
        Case::of(&trial.problem).items,
        trial.case.items,
        "items of the problem"
    );
    let sorted = trial.case.sorted();
    let mut text = Vec::new();
    json::write(&sorted.problem(), &mut text).map_err(|error| error.to_string())?;
    let read = json::read(&text).map_err(|error| error.to_string())?;
    same!(
        Case::of(&read),
        Case::of(&sorted.problem()),
        "a problem through json"
    );

    // An empty option has no line.
    let filled = sorted.without(|row| sorted.rows[row].uses.is_empty());
    let read = dlx::read(filled.dlx().as_bytes()).map_err(|error| error.to_string())?;
    same!(
        Case::of(&read),
        Case::of(&filled.problem()),
        "a problem read from dlx"
    );
    let mut text = Vec::new();
    dlx::write(&filled.problem(), &mut text).map_err(|error| error.to_string())?;
    let read = dlx::read(&text).map_err(|error| error.to_string())?;
    same!(
        Case::of(&read),
        Case::of(&filled.problem()),
        "a problem through dlx"
    );
    Ok(())
}
