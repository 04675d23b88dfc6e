//! Ratings: how hard a board is for a person.

use quadrille_core::steps::Steps;
use quadrille_core::{Answer, Uniqueness};

use super::effort::normalized;
use crate::grid::Grid;
use crate::inquiry::Inquiry;
use crate::search::BoardSearch;
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
        let sudoku = self.sudoku.clone();
        let mut inquiry = Inquiry::of_rules(self, board);
        let unique = inquiry.unique();
        if unique.value != Uniqueness::One {
            return unique.map(Err);
        }
        let board = normalized(board, sudoku.shape());
        let rating = inquiry.rate(&board, u64::MAX);
        inquiry.answer(rating.flatten().ok_or(Uniqueness::Unknown))
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
        let sudoku = self.sudoku.clone();
        let mut inquiry = Inquiry::of_rules(self, board);
        let unique = inquiry.unique();
        if unique.value != Uniqueness::One {
            return unique.map(Err);
        }
        let board = normalized(board, sudoku.shape());
        let length = inquiry.length(&board, rating, most);
        inquiry.answer(length.ok_or(Uniqueness::Unknown))
    }
}
