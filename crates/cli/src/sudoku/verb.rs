//! What is asked about every board, and the kind of answer.

use std::ops::ControlFlow;

use quadrille_core::{Answer, Count, Method, Stats, Stop, Uniqueness};
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{BoardExplanation, BoardSearch, Check, Grid};

/// The question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    /// No question: the board is shown.
    Show,
    /// A solution. For the first boards of an input also whether there is another one.
    First,
    /// Solutions, at most this number.
    Solve(Option<u64>),
    /// The lexicographically smallest solution.
    Smallest,
    /// The number of solutions, counted up to this number.
    Count(Option<u64>),
    /// The number of solutions with each candidate.
    Marginals,
    /// Whether there is exactly one solution, and the board is minimal.
    Check,
    /// Whether there is exactly one solution.
    Unique,
    /// The solution if there is exactly one, else whether there are several.
    Only,
    /// The solution of a minimal puzzle; the result of the check of any other board.
    Puzzle,
    /// The redundant givens, removed in the random order of a seed, if there is one; with `true`,
    /// also the rules that are not needed.
    Minimize(Option<u64>, bool),
    /// Why there is no solution or several.
    Explain,
    /// How hard the board is.
    Rate,
    /// The canonical form; with `true`, also the number of automorphisms.
    Canonical(bool),
    /// Whether an earlier board has the same canonical form.
    Dedup,
}

impl Verb {
    /// Whether the question is for boards of the classic shape only, and takes no search.
    pub(super) fn is_classic(self) -> bool {
        matches!(self, Self::Canonical(_) | Self::Dedup)
    }

    /// Whether solutions are written.
    pub(super) fn lists(self) -> bool {
        matches!(self, Self::First | Self::Solve(_) | Self::Smallest)
    }

    /// Whether other boards with fewer or other givens are searched, too.
    pub(super) fn changes_givens(self) -> bool {
        matches!(
            self,
            Self::Check | Self::Puzzle | Self::Minimize(..) | Self::Explain | Self::Rate
        )
    }

    /// Whether at most one solution is written.
    pub(super) fn lists_one(self) -> bool {
        matches!(self, Self::First | Self::Solve(Some(1)) | Self::Smallest)
    }

    /// Whether the question is also for boards that break a rule.
    pub(super) fn is_lenient(self) -> bool {
        self == Self::Explain || self.is_classic()
    }
}

/// The finding, the stop reason and the statistics.
pub(super) type Reply = Answer<Finding>;

/// Returns an answer without a search.
pub(super) fn free(finding: Finding) -> Reply {
    Answer::new(finding, Stop::Exhausted, Stats::default())
}

/// Sees solutions until it breaks.
pub(super) type Visit<'a> = &'a mut dyn FnMut(&Grid) -> ControlFlow<()>;

impl Verb {
    /// Returns an answer without a search.
    pub(super) fn look(self, board: &Grid) -> Finding {
        match self {
            Self::Canonical(_) | Self::Dedup => match board.canonical() {
                Ok(form) if self == Self::Canonical(true) => Finding::Automorphisms(form),
                Ok(form) => Finding::Canonical(form),
                Err(error) => Finding::Refused(error),
            },
            _ => Finding::Shown,
        }
    }

    /// The answer if the question was stopped before it began.
    pub(super) fn stopped(self, stop: Stop) -> Reply {
        let finding = match self {
            Self::First | Self::Solve(_) | Self::Smallest => Finding::Solutions(0),
            Self::Count(_) | Self::Marginals => Finding::Count(Count::default()),
            Self::Check | Self::Puzzle => Finding::Check(Check::Unknown),
            Self::Explain => Finding::Explained(BoardExplanation::Unknown),
            Self::Unique
            | Self::Only
            | Self::Minimize(..)
            | Self::Rate
            | Self::Canonical(_)
            | Self::Dedup => Finding::Unique(Uniqueness::Unknown),
            Self::Show => Finding::Shown,
        };
        Answer::new(finding, stop, Stats::default())
    }

    pub(super) fn ask(
        self,
        search: &mut BoardSearch,
        board: &Grid,
        method: Method,
        visit: Visit<'_>,
    ) -> Reply {
        match self {
            Self::First | Self::Solve(_) => {
                let mut seen = 0;
                let answer = search.for_each(board, |solution| {
                    seen += 1;
                    let flow = visit(solution);
                    if self == Self::First {
                        ControlFlow::Break(())
                    } else {
                        flow
                    }
                });
                answer.map(|_| Finding::Solutions(seen))
            }
            Self::Smallest => listed(search.smallest(board), visit),
            Self::Count(_) => search.count_by(board, method).map(Finding::Count),
            Self::Marginals => {
                let answer = search.marginals(board);
                let count = answer.stats.solutions.clone();
                answer.map(|each| match each {
                    Some(each) => Finding::Marginals(count, each),
                    None => Finding::Count(count),
                })
            }
            Self::Check => search.check(board).map(Finding::Check),
            Self::Unique => search.unique(board).map(Finding::Unique),
            Self::Only => match search.unique(board) {
                answer if answer.value == Uniqueness::One => listed(search.first(board), visit),
                answer => answer.map(Finding::Unique),
            },
            Self::Puzzle => match search.check(board) {
                answer if answer.value == Check::Unique => listed(search.first(board), visit),
                answer => answer.map(Finding::Check),
            },
            Self::Minimize(seed, false) => one(search.minimize(board, seed), Finding::Minimized),
            Self::Minimize(seed, true) => {
                one(search.minimize_and_rules(board, seed), Finding::Minimized)
            }
            Self::Rate => one(search.rate(board), Finding::Rated),
            Self::Explain => search.explain(board).map(Finding::Explained),
            Self::Show | Self::Canonical(_) | Self::Dedup => free(self.look(board)),
        }
    }
}

/// Wraps the answer about a board that should have one solution.
fn one<T>(
    answer: Answer<Result<T, Uniqueness>>,
    finding: impl FnOnce(T) -> Finding,
) -> Answer<Finding> {
    answer.map(|found| found.map_or_else(Finding::Unique, finding))
}

/// Shows the solution, if there is one.
pub(super) fn listed(answer: Answer<Option<Grid>>, visit: Visit<'_>) -> Reply {
    // There is only one solution, so whether the visitor breaks does not matter.
    let _ = answer.value.as_ref().map(visit);
    answer.map(|solution| Finding::Solutions(u64::from(solution.is_some())))
}
