//! Which numbers of cells pieces can have together.

use std::collections::BTreeSet;

use super::piece::{Copies, Piece};

/// Returns for each number of cells up to `largest` whether pieces can have so many together. The
/// least numbers of copies are ignored. O(pieces * largest).
#[must_use]
pub fn areas(pieces: &[Piece], largest: usize) -> Vec<bool> {
    let mut is_sum = vec![false; largest + 1];
    is_sum[0] = true;
    for piece in pieces {
        let size = piece.shape.len();
        let most = piece.copies.most().map_or(usize::MAX, |most| most as usize);
        // How many copies the sum needs at least.
        let mut needed: Vec<usize> = is_sum
            .iter()
            .map(|&is_sum| if is_sum { 0 } else { usize::MAX })
            .collect();
        for sum in size..=largest {
            if needed[sum] == usize::MAX && needed[sum - size] < most {
                needed[sum] = needed[sum - size] + 1;
                is_sum[sum] = true;
            }
        }
    }
    is_sum
}

/// The sums of the pieces that may be used beside those that must be.
pub(super) fn free_areas(pieces: &[Piece], largest: usize) -> Vec<bool> {
    let more = pieces.iter().filter_map(|piece| {
        let least = piece.copies.least();
        let most = piece.copies.most().map(|most| most - least);
        let copies = Copies::new(0, most).ok()?;
        Some(Piece {
            copies,
            ..piece.clone()
        })
    });
    areas(&more.collect::<Vec<_>>(), largest)
}

/// Why no pieces have from `least` to `most` cells together: all sizes are multiples of a number,
/// or else the next possible sums.
pub(super) fn no_sum(pieces: &[Piece], least: u64, most: u64) -> String {
    let used: u64 = pieces
        .iter()
        .map(|piece| u64::from(piece.copies.least()) * piece.shape.len() as u64)
        .fold(0, u64::saturating_add);
    let more = pieces
        .iter()
        .filter(|piece| piece.copies.most() != Some(piece.copies.least()));
    let sizes: BTreeSet<u64> = more.map(|piece| piece.shape.len() as u64).collect();
    let common = sizes.iter().copied().fold(0, common_divisor);
    let (first, last) = (least.saturating_sub(used), most.saturating_sub(used));
    let left = match (used, first == last) {
        (0, true) => first.to_string(),
        (0, false) => format!("none of {first} to {last}"),
        (_, true) => format!("{first} of them are left for other pieces, and {first}"),
        (_, false) => format!("{first} to {last} are left for other pieces, and none of these"),
    };
    let is = if first == last {
        "is not a multiple"
    } else {
        "is a multiple"
    };
    if common > 1 && last / common * common < first {
        return match (used, sizes.len()) {
            (0, 1) => format!("each piece has {common}, and {left} {is} of {common}"),
            (0, _) => format!(
                "the size of each piece is a multiple of {common}, and {left} {is} of {common}"
            ),
            _ => format!("{left} {is} of {common}, as their sizes are"),
        };
    }
    let sums = free_areas(
        pieces,
        usize::try_from(last.saturating_mul(2)).unwrap_or(usize::MAX),
    );
    let sum = |at: usize| (sums[at]).then(|| at as u64 + used);
    let below = (0..(first as usize).min(sums.len())).rev().find_map(sum);
    let above = (last as usize + 1..sums.len()).find_map(sum);
    let next: Vec<String> = below
        .into_iter()
        .chain(above)
        .map(|sum| sum.to_string())
        .collect();
    format!(
        "no choice of pieces has so many: the next possible numbers are {}",
        next.join(" and ")
    )
}

/// The greatest common divisor; of 0 and a number, the number.
fn common_divisor(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        b => common_divisor(b, a % b),
    }
}
