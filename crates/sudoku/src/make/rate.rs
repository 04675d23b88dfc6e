//! Ratings: how hard a board is for a person.

use std::borrow::Cow;

use quadrille_core::steps::Steps;
use quadrille_core::{Answer, Uniqueness};

use crate::compiled::Sudoku;
use crate::grid::Grid;
use crate::inquiry::Inquiry;
use crate::search::BoardSearch;
use crate::shape::Shape;
use crate::steps::{LengthRating, Rating};

impl BoardSearch {
    /// Rates a board with one solution by the steps of a person who solves it, the easiest first.
    ///
    /// A board of the classic shape is rated in its canonical form, so turning and relabelling it
    /// does not change its rating.
    ///
    /// # Errors
    /// The value is an error if the board has no solution or several, or if a limit stopped the
    /// search ([`Uniqueness::Unknown`]).
    ///
    /// ```
    /// use quadrille::sudoku::{Grid, Sudoku, Technique};
    ///
    /// let sudoku = Sudoku::classic();
    /// let board: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let rating = sudoku.search().rate(&board).value.unwrap();
    /// assert_eq!((rating.hardest, rating.cost), (Some(Technique::HiddenSingle), 12));
    /// assert_eq!(rating.difficulty().to_string(), "easy");
    /// # Ok::<(), quadrille::sudoku::GridError>(())
    /// ```
    pub fn rate(&mut self, board: &Grid) -> Answer<Result<Rating, Uniqueness>> {
        self.measure(board, |inquiry, board| {
            inquiry.rate(board, u64::MAX).flatten()
        })
    }

    /// Returns the least `n` such that singles and braids of at most `n` items solve a board with one
    /// solution: 0 if singles suffice, 1 if singles and locked candidates do. `None` if braids of at
    /// most `most` items do not solve it (Berthier's B rating: see
    /// [`Steps::braid_rating`](quadrille_core::steps::Steps::braid_rating)).
    ///
    /// # Errors
    /// As [`rate`](Self::rate).
    pub fn braid_rating(
        &mut self,
        board: &Grid,
        most: usize,
    ) -> Answer<Result<Option<usize>, Uniqueness>> {
        self.length(board, Steps::braid_rating, most)
    }

    /// Returns the least `n` such that singles and whips of at most `n` items solve a board with one
    /// solution, as [`braid_rating`](Self::braid_rating) does for braids (Berthier's W rating: see
    /// [`Steps::whip_rating`](quadrille_core::steps::Steps::whip_rating)).
    ///
    /// A board of the classic shape is rated in its canonical form, so turning and relabelling it
    /// does not change its rating.
    ///
    /// # Errors
    /// As [`rate`](Self::rate).
    pub fn whip_rating(
        &mut self,
        board: &Grid,
        most: usize,
    ) -> Answer<Result<Option<usize>, Uniqueness>> {
        self.length(board, Steps::whip_rating, most)
    }

    fn length(
        &mut self,
        board: &Grid,
        rating: LengthRating,
        most: usize,
    ) -> Answer<Result<Option<usize>, Uniqueness>> {
        self.measure(board, |inquiry, board| inquiry.length(board, rating, most))
    }

    /// Measures a board with one solution, in its canonical form if it has the classic shape. The
    /// measure is `None` if a limit stopped it.
    pub(super) fn measure<T>(
        &mut self,
        board: &Grid,
        measure: impl FnOnce(&mut Inquiry<'_>, &Grid) -> Option<T>,
    ) -> Answer<Result<T, Uniqueness>> {
        let board_in_form = normalized(board, self.sudoku.shape()).into_owned();
        let mut inquiry = Inquiry::of_rules(self, board);
        let unique = inquiry.unique();
        if unique.value != Uniqueness::One {
            return unique.map(Err);
        }
        inquiry.assume(&board_in_form);
        let measured = measure(&mut inquiry, &board_in_form);
        inquiry.answer(measured.ok_or(Uniqueness::Unknown))
    }
}

/// Returns the canonical form of a board of the classic shape, and other boards unchanged.
pub(super) fn normalized<'b>(board: &'b Grid, shape: &Shape) -> Cow<'b, Grid> {
    if shape == Sudoku::classic().shape()
        && let Ok(form) = board.canonical()
    {
        return Cow::Owned(form.board);
    }
    Cow::Borrowed(board)
}
