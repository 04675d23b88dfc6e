//! Hard questions about a board, answered by learning from conflicts. A question that fails gives a
//! *core*: the givens that it needs. While these are on the board, all later questions fail too, at
//! once.

use super::search::Sudoku;
use crate::{Answer, Assumptions, Budget, Core, Cores, Solution, Stats, Stop};

/// What was learned about a board.
pub(super) struct Learned {
    cores: Cores,
    /// The cores so far.
    known: Vec<Assumptions>,
    is_about_others: bool,
}

impl Learned {
    /// Compiles the boards of a shape, without a solution if there is one. Fails if a limit is
    /// reached.
    pub(super) fn new(
        sudoku: &Sudoku,
        without: Option<&Solution>,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let mut cores = Cores::within(sudoku.solver(), budget)?;
        if let Some(solution) = without {
            cores.exclude(solution);
        }
        Ok(Self {
            cores,
            known: Vec::new(),
            is_about_others: without.is_some(),
        })
    }

    /// Whether a known solution is excluded.
    pub(super) fn is_about_others(&self) -> bool {
        self.is_about_others
    }

    /// Whether there is a solution under these assumptions; `None` if a limit stopped the search.
    pub(super) fn is_solvable(
        &mut self,
        assumptions: &Assumptions,
        budget: &Budget,
    ) -> Answer<Option<bool>> {
        if self.known.iter().any(|core| is_part(core, assumptions)) {
            return Answer::new(Some(false), Stop::Exhausted, Stats::default());
        }
        self.cores
            .find(assumptions, budget)
            .map(|found| match found {
                Core::Cover(_) => Some(true),
                Core::Core(core) => {
                    self.known.push(core);
                    Some(false)
                }
                _ => None,
            })
    }
}

/// Whether all assumptions of `part` are among `all`.
fn is_part(part: &Assumptions, all: &Assumptions) -> bool {
    let (forced, forbidden) = (all.forced(), all.forbidden());
    part.forced()
        .iter()
        .all(|option| forced.binary_search(option).is_ok())
        && part
            .forbidden()
            .iter()
            .all(|option| forbidden.binary_search(option).is_ok())
}
