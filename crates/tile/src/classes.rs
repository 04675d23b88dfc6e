//! Counts of tilings up to symmetry, within limits.

use std::ops::ControlFlow;

use super::invariant::OrbitsError;
use super::symmetry::Symmetries;
use quadrille_core::{Answer, Budget, Count, Search, Settings, Solver, Stop};

/// The number of tilings, and the number up to symmetry.
#[derive(Clone, Debug)]
pub struct UpToSymmetry {
    /// All tilings; a lower bound unless this count is complete.
    pub all: Answer<Count>,
    /// Those that no symmetry maps to each other: a lower bound unless [`stop`](Self::stop) is
    /// [`Stop::Exhausted`].
    pub up_to_symmetry: Count,
    /// Why counting stopped.
    pub stop: Stop,
}

impl Symmetries<'_> {
    /// Counts the tilings and their number up to symmetry: by Burnside's lemma, or else by visiting
    /// all tilings. `solver` is the compiled packing; other problems are compiled with `settings`.
    /// `prepare` is called with each search before it begins, for example to set its threads. What it
    /// returns is dropped when the search has ended.
    ///
    /// # Errors
    /// [`OrbitsError::NotAnInteger`] and [`OrbitsError::Tile`], which are bugs in this crate. Limits
    /// are no errors.
    ///
    /// ```
    /// use quadrille::tile::{Gaps, Packing, Symmetries, boards, pieces};
    /// use quadrille::{Budget, Limits, Settings, Solver};
    ///
    /// let board = boards("3x20", None)?.remove(0).board;
    /// let packing = Packing::new(board, pieces("pentominoes", None)?, Gaps::None)?;
    /// let solver = Solver::new(packing.problem().clone());
    /// let budget = Budget::start(&Limits::new());
    /// let symmetries = Symmetries::new(&packing);
    /// let counted = symmetries.count_within(&solver, &Settings::new(), &budget, |_| ());
    /// assert_eq!(counted.expect("there is no limit").up_to_symmetry, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_within<G>(
        &self,
        solver: &Solver,
        settings: &Settings,
        budget: &Budget,
        mut prepare: impl FnMut(&mut Search) -> G,
    ) -> Result<UpToSymmetry, OrbitsError<Stop>> {
        let mut search = solver.search();
        let ended = prepare(search.budget(budget));
        let all = search.count();
        drop(ended);
        let (up_to_symmetry, stop) = match all.stop {
            Stop::Exhausted => match self.count(all.value.clone(), |problem| {
                let solver = Solver::within(problem, settings, budget.clone())?;
                let mut search = solver.search();
                let _ended = prepare(search.budget(budget));
                let answer = search.count();
                match answer.stop {
                    Stop::Exhausted => Ok(answer.value),
                    stop => Err(stop),
                }
            }) {
                Ok(orbits) => (orbits.up_to_symmetry, Stop::Exhausted),
                Err(OrbitsError::Stopped(stop)) => (self.least(&all.value), stop),
                Err(OrbitsError::TooMany) => {
                    let mut search = solver.search();
                    let _ended = prepare(search.budget(budget));
                    self.visit(&mut search, &all.value)
                }
                Err(error) => return Err(error),
            },
            stop => (self.least(&all.value), stop),
        };
        Ok(UpToSymmetry {
            all,
            up_to_symmetry,
            stop,
        })
    }

    /// Counts the canonical ones among all tilings.
    fn visit(&self, search: &mut Search, all: &Count) -> (Count, Stop) {
        let mut found = 0_u64;
        let visited = search.for_each(|tiling| {
            found += u64::from(self.is_canonical(&tiling.iter().copied().collect()));
            ControlFlow::Continue(())
        });
        match visited.stop {
            Stop::Exhausted => (found.into(), Stop::Exhausted),
            // Few were seen before the limit, so the share of all tilings may be a better bound.
            stop => (self.least(all).max(found.into()), stop),
        }
    }

    /// The least number up to symmetry of so many tilings: a tiling is the same as at most as many
    /// as there are symmetries, itself included.
    fn least(&self, all: &Count) -> Count {
        let Some((least, rest)) = all.checked_div_rem(&Count::from(self.len() as u64)) else {
            return Count::default();
        };
        if rest.is_zero() {
            least
        } else {
            least + Count::from(1)
        }
    }
}
