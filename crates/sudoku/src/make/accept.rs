//! Whether a board follows a recipe, and how to make a hard board easier.

use std::cmp::Ordering;

use super::carve::{Carved, Puzzle, is_minimal};
use super::difficulty::Difficulty;
use super::effort::guesses;
use super::generate::{Generated, Rated, Refused};
use super::rate::normalized;
use super::recipe::Recipe;
use crate::grid::Grid;
use crate::inquiry::Inquiry;
use crate::shape::Shape;

impl Recipe {
    /// Judges a try: keeps its board if it follows the recipe, else the reason. Returns whether
    /// there are no more tries.
    pub(super) fn is_last(
        &self,
        shape: &Shape,
        inquiry: &mut Inquiry<'_>,
        tried: Option<Puzzle>,
        accept: impl FnOnce(&Grid) -> bool,
        generated: &mut Generated,
    ) -> bool {
        let mut refused = generated.refused.clone();
        let is_good = match &tried {
            Some(tried) => self.accepts(shape, inquiry, tried, accept, &mut refused),
            None => {
                refused.solutions += 1;
                false
            }
        };
        if inquiry.is_over() {
            // This try is unfinished: without the limit it might have given another board.
            generated.stop = inquiry.stop;
        } else if is_good {
            generated.board = tried.map(|tried| tried.board);
        } else {
            generated.refused = refused;
            return false;
        }
        true
    }

    /// Returns whether a board follows the recipe, and counts the reason if it does not.
    fn accepts(
        &self,
        shape: &Shape,
        inquiry: &mut Inquiry<'_>,
        puzzle: &Puzzle,
        accept: impl FnOnce(&Grid) -> bool,
        refused: &mut Refused,
    ) -> bool {
        let board = &puzzle.board;
        let givens = board.givens().count();
        let clues = self.clues.unwrap_or(givens);
        let reason = if givens < clues {
            refused.below = refused.below.max(Some(givens));
            &mut refused.clues
        } else if givens > clues {
            refused.above = Some(refused.above.map_or(givens, |least| least.min(givens)));
            &mut refused.clues
        } else if self.minimal && !puzzle.minimal.unwrap_or_else(|| is_minimal(inquiry, board)) {
            &mut refused.minimal
        } else if !self.has_difficulty(shape, inquiry, puzzle, refused)
            || !self.has_guesses(shape, inquiry, board, refused)
        {
            &mut refused.guesses
        } else if self
            .technique
            .is_some_and(|own| inquiry.needs(board, own) != Some(true))
        {
            &mut refused.technique
        } else if !accept(board) {
            &mut refused.other
        } else {
            return true;
        };
        *reason += 1;
        false
    }

    /// Returns whether a board has the difficulty of the recipe, and keeps the nearest boards that
    /// have not.
    fn has_difficulty(
        &self,
        shape: &Shape,
        inquiry: &mut Inquiry<'_>,
        puzzle: &Puzzle,
        refused: &mut Refused,
    ) -> bool {
        let Some(level) = self.difficulty else {
            return true;
        };
        // Harder boards than the nearest one need not be rated to the end.
        let most = match refused.harder {
            Some(Rated::Cost(nearest)) => nearest.saturating_sub(1).max(level.most()),
            _ => u64::MAX,
        };
        let rated = match puzzle.cost {
            Some(known) => Some(known),
            None => inquiry
                .rate(&normalized(&puzzle.board, shape), most)
                .flatten()
                .map(|rating| rating.cost),
        };
        let Some(cost) = rated else {
            return false;
        };
        refused.compare(Rated::Cost(cost), Difficulty::of(cost).cmp(&level))
    }

    /// Returns whether a board has the guesses of the recipe, and keeps the nearest boards that have
    /// not.
    fn has_guesses(
        &self,
        shape: &Shape,
        inquiry: &mut Inquiry<'_>,
        board: &Grid,
        refused: &mut Refused,
    ) -> bool {
        let Some((low, high)) = self.guesses else {
            return true;
        };
        // Harder boards than the nearest one need not be measured.
        let most = match refused.harder {
            Some(Rated::Guesses(nearest)) => nearest,
            _ => high + inquiry.policies().generate.harder as f64,
        };
        let board = normalized(board, shape);
        inquiry.assume(&board);
        // The recipe may ask for more guesses than the node limit of other questions allows.
        let measured = inquiry.within(None, |inquiry| guesses(inquiry, &board, most));
        let Some((guesses, _)) = measured else {
            return false;
        };
        let to_wanted = match guesses.mean {
            mean if mean < low => Ordering::Less,
            mean if mean > high => Ordering::Greater,
            _ => Ordering::Equal,
        };
        refused.compare(Rated::Guesses(guesses.mean), to_wanted)
    }

    /// Puts givens back into a board that is too hard, those that were removed last first, until it
    /// has the difficulty of the recipe or less.
    ///
    /// Some shapes, such as 16x16 and X, have no easy boards among those with few givens.
    pub(super) fn ease(
        &self,
        shape: &Shape,
        inquiry: &mut Inquiry<'_>,
        carved: Carved,
        groups: &[&[usize]],
    ) -> Puzzle {
        let Carved { puzzle, solved } = carved;
        let level = self.difficulty.filter(|level| *level < Difficulty::Extreme);
        let Some(level) = level.filter(|_| self.clues.is_none() && !self.minimal) else {
            return puzzle;
        };
        let mut removed = groups.to_vec();
        removed.retain(|group| puzzle.board.get(group[0]).is_none());
        let with_givens_back = |left_out: usize| {
            let mut board = puzzle.board.clone();
            for &cell in removed[left_out..].iter().copied().flatten() {
                board.put(cell, solved.cells()[cell]);
            }
            board
        };
        // What the hardest step costs, if the board is not too hard.
        let cost_of = |inquiry: &mut Inquiry<'_>, board: &Grid| {
            let board = normalized(board, shape);
            let rating = inquiry.rate(&board, level.most()).flatten()?;
            Some(rating.cost)
        };
        let cost = cost_of(inquiry, &puzzle.board);
        if cost.is_some() {
            return Puzzle { cost, ..puzzle };
        }
        // Difficulty falls with nearly every given: search by halves. The solved board is easy.
        let (mut easy, mut hard, mut cost) = (0, removed.len(), None);
        while hard - easy > 1 {
            let middle = easy.midpoint(hard);
            match cost_of(inquiry, &with_givens_back(middle)) {
                None => hard = middle,
                known => (easy, cost) = (middle, known),
            }
        }
        let board = with_givens_back(easy);
        Puzzle {
            board,
            minimal: None,
            cost,
        }
    }
}
