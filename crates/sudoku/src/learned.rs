//! Hard questions about a board, answered by learning from conflicts. A question that fails gives a
//! *core*: the givens that it needs. While these are on the board, all later questions fail too, at
//! once.

use super::compiled::Sudoku;
use quadrille_core::{Answer, Assumptions, Budget, Core, Cores, Solution, Stats, Stop};

/// What was learned about a board.
pub(super) struct Learned {
    cores: Cores,
    /// The cores so far.
    known: Vec<Assumptions>,
    is_about_others: bool,
}

impl Learned {
    /// Compiles the boards of a shape. Fails if a limit is reached.
    pub(super) fn new(sudoku: &Sudoku, budget: &Budget) -> Result<Self, Stop> {
        Ok(Self {
            cores: Cores::within(sudoku.solver(), budget)?,
            known: Vec::new(),
            is_about_others: false,
        })
    }

    /// Finds a solution and excludes it. Returns whether it was found before a limit.
    pub(super) fn exclude_solution(
        &mut self,
        assumptions: &Assumptions,
        budget: &Budget,
    ) -> Answer<bool> {
        let answer = self.cores.find(assumptions, budget);
        if let Core::Cover(solution) = &answer.value {
            self.cores.exclude(solution);
            self.is_about_others = true;
        }
        answer.map(|_| self.is_about_others)
    }

    /// Whether a known solution is excluded.
    pub(super) fn is_about_others(&self) -> bool {
        self.is_about_others
    }

    /// Finds a solution under these assumptions, if there is one; the outer `None` means that a
    /// limit stopped the search.
    pub(super) fn find(
        &mut self,
        assumptions: &Assumptions,
        budget: &Budget,
    ) -> Answer<Option<Option<Solution>>> {
        if self.known.iter().any(|core| is_part(core, assumptions)) {
            return Answer::new(Some(None), Stop::Exhausted, Stats::default());
        }
        self.cores
            .find(assumptions, budget)
            .map(|found| match found {
                Core::Cover(solution) => Some(Some(solution)),
                Core::Core(core) => {
                    self.known.push(core);
                    Some(None)
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
