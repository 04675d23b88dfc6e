//! The fewest givens that distinguish one solution of a list from all others.

use crate::grid::Grid;
use crate::inquiry::Inquiry;

/// Finds the smallest set of these candidates, with fewer than `than` givens, that exactly one of
/// the solutions has. The flag says whether the search was finished, so that there is no smaller
/// set than the one found, or than `than` if none was found. The limits of the inquiry hold.
///
/// Tries all sets of one given, then of two, and so on. A set is stored as the solutions that have
/// all its givens, one bit each.
pub(super) fn fewest(
    inquiry: &mut Inquiry<'_>,
    solutions: &[Grid],
    candidates: impl IntoIterator<Item = (usize, u8)>,
    than: usize,
) -> (Option<Vec<(usize, u8)>>, bool) {
    let mut givens = Vec::new();
    let words = solutions.len().div_ceil(64);
    let mut work = 0;
    for (cell, value) in candidates {
        if inquiry.is_over() {
            return (None, false);
        }
        givens.push(((cell, value), having(solutions, cell, value)));
    }
    let policies = inquiry.policies().board_explain;
    let (between_looks, most, mut looked) = (policies.words, policies.fewest, 0);
    for size in 1..than {
        // The places of the givens of the set; and for each of them the solutions that have it and
        // all givens before it.
        let mut places: Vec<usize> = vec![0];
        let mut having: Vec<Vec<u64>> = Vec::new();
        while let Some(&place) = places.last() {
            let Some((_, last)) = givens.get(place) else {
                places.pop();
                having.pop();
                if let Some(place) = places.last_mut() {
                    *place += 1;
                }
                continue;
            };
            looked += 1;
            work += words + 8;
            if looked > most || work > between_looks && inquiry.is_over() {
                return (None, false);
            }
            if work > between_looks {
                work = 0;
            }
            let both: Vec<u64> = match having.last() {
                Some(before) => before.iter().zip(last).map(|(a, b)| a & b).collect(),
                None => last.clone(),
            };
            let left: u32 = both.iter().map(|word| word.count_ones()).sum();
            if left == 1 {
                return (
                    Some(places.iter().map(|&place| givens[place].0).collect()),
                    true,
                );
            }
            if left > 1 && places.len() < size {
                having.push(both);
                places.push(place + 1);
            } else if let Some(place) = places.last_mut() {
                *place += 1;
            }
        }
    }
    (None, true)
}

/// The solutions with this value in the cell, one bit each.
fn having(solutions: &[Grid], cell: usize, value: u8) -> Vec<u64> {
    let mut having = vec![0; solutions.len().div_ceil(64)];
    for (number, solution) in solutions.iter().enumerate() {
        having[number / 64] |= u64::from(solution.cells()[cell] == value) << (number % 64);
    }
    having
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled::Sudoku;
    use quadrille_core::{CancelToken, Limits};

    /// Two solutions that differ in two cells are distinguished by one given.
    #[test]
    fn the_limits_hold() {
        let solutions: Vec<Grid> = [[1, 2], [2, 1]]
            .map(|values| Grid::new(values.to_vec()))
            .into();
        let candidates = [(0, 1), (0, 2), (1, 1), (1, 2)];
        let token = CancelToken::new();
        let mut search = Sudoku::classic().search();
        search.limits(Limits::new().cancel(&token));
        let mut inquiry = Inquiry::new(&mut search, &Grid::new(vec![0; 81]));
        let found = fewest(&mut inquiry, &solutions, candidates, 2);
        assert_eq!(found, (Some(vec![(0, 1)]), true));
        token.cancel();
        let found = fewest(&mut inquiry, &solutions, candidates, 2);
        assert_eq!(found, (None, false));
    }
}
