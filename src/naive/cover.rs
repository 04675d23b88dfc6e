//! All exact covers, by the definition.
//!
//! ```text
//! a partial cover is a set of options, no two of which share an item; at first it is empty
//! take any partial cover:
//!     if it covers every primary item, it is a solution
//!     else, for each option that contains the first primary item not yet covered,
//!         and of whose items none is covered: add the option, which is a new partial cover
//! ```
//!
//! Each solution is met once, since the option that covers a given item in it is unique. Partial
//! covers wait in a list and own what they are, so there is nothing to undo and no recursion.

/// All exact covers: every primary item in exactly one chosen option, every other (secondary)
/// item in at most one.
///
/// Items are the numbers below `items`, and `primary` tells which of them must be covered;
/// `options[o]` are the items of option `o`. Each solution is the numbers of its options,
/// ascending, and the solutions are sorted.
///
/// * An option without a primary item is never used.
/// * Without primary items there is exactly one solution, the empty one.
/// * Equal options are two options: solutions with one or the other both count.
/// * An option is a set: naming an item twice is naming it once. An option that names an item
///   not below `items` is never used.
///
/// The reference that the engines are tested against, for small problems: each partial cover
/// costs O(items + total size of the options), and there may be exponentially many.
///
/// ```
/// use quadrille::naive::covers;
///
/// // Items 0 and 1 must be covered, item 2 need not.
/// let options = [vec![0, 2], vec![1, 2], vec![1], vec![0, 1]];
/// assert_eq!(covers(3, |item| item < 2, &options), [vec![0, 2], vec![3]]);
/// ```
#[must_use]
pub fn covers(
    items: usize,
    primary: impl Fn(usize) -> bool,
    options: &[Vec<usize>],
) -> Vec<Vec<usize>> {
    let mut solutions = Vec::new();
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new()];
    while let Some(chosen) = waiting.pop() {
        let mut covered = vec![false; items];
        for &option in &chosen {
            for &item in &options[option] {
                covered[item] = true;
            }
        }
        let Some(first) = (0..items).find(|&item| primary(item) && !covered[item]) else {
            solutions.push(chosen);
            continue;
        };
        for (option, its_items) in options.iter().enumerate() {
            // `get` gives nothing for an item that is not below `items`.
            let fits = |&item| covered.get(item) == Some(&false);
            if its_items.contains(&first) && its_items.iter().all(fits) {
                let mut larger = chosen.clone();
                larger.push(option);
                waiting.push(larger);
            }
        }
    }
    for solution in &mut solutions {
        solution.sort_unstable();
    }
    solutions.sort_unstable();
    solutions
}

#[cfg(test)]
mod tests {
    use super::covers;

    fn all(_: usize) -> bool {
        true
    }

    /// TAOCP 7.2.2.1, formula (5): the items a to g are 0 to 6.
    #[test]
    fn knuths_toy_has_one_cover() {
        let options = ["ce", "adg", "bcf", "adf", "bg", "deg"]
            .map(|option| option.bytes().map(|b| usize::from(b - b'a')).collect());
        assert_eq!(covers(7, all, &options), [[0, 3, 4]]);
    }

    #[test]
    fn no_primary_item_has_the_empty_cover_only() {
        let options = [vec![0], vec![], vec![1, 2]];
        assert_eq!(covers(3, |_| false, &options), [[0; 0]; 1]);
        assert_eq!(covers(0, all, &[]), [[0; 0]; 1]);
        assert_eq!(covers(0, all, &options), [[0; 0]; 1]);
    }

    #[test]
    fn an_item_without_an_option_cannot_be_covered() {
        assert!(covers(1, all, &[]).is_empty());
        assert!(covers(2, all, &[vec![0], vec![]]).is_empty());
    }

    #[test]
    fn equal_options_are_two() {
        assert_eq!(covers(1, all, &[vec![0], vec![0]]), [[0], [1]]);
    }

    #[test]
    fn a_secondary_item_is_covered_at_most_once_and_never_for_its_own_sake() {
        let options = [vec![0, 2], vec![1, 2], vec![0], vec![1], vec![2]];
        let both = covers(3, |item| item < 2, &options);
        assert_eq!(both, [[0, 3], [1, 2], [2, 3]]);
    }

    #[test]
    fn odd_options_are_as_documented() {
        let options = [vec![0, 0], vec![0, 7], vec![0]];
        assert_eq!(covers(1, all, &options), [[0], [2]]);
    }

    /// The partitions of a set of n things: every non-empty subset is an option.
    #[test]
    fn bell_numbers() {
        for (n, bell) in [1, 1, 2, 5, 15, 52, 203].into_iter().enumerate() {
            let subset = |bits: usize| (0..n).filter(|i| bits >> i & 1 == 1).collect();
            let options: Vec<Vec<usize>> = (1..1 << n).map(subset).collect();
            assert_eq!(covers(n, all, &options).len(), bell, "{n} things");
        }
    }

    /// Rows and columns are primary, the two kinds of diagonals secondary.
    #[test]
    fn queens() {
        for (n, count) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40)] {
            let mut options = Vec::new();
            for row in 0..n {
                for column in 0..n {
                    let rising = 2 * n + row + column;
                    let falling = 4 * n + row + n - column;
                    options.push(vec![row, n + column, rising, falling]);
                }
            }
            let found = covers(6 * n, |item| item < 2 * n, &options);
            assert_eq!(found.len(), count, "{n} queens");
        }
    }

    /// Pairs of 1 to n in a row of 2n places, k places between the two k; TAOCP 7.2.2.1, (16).
    #[test]
    fn langford_pairs_and_the_order_of_the_answer() {
        for (n, count) in [(3, 2), (4, 2), (5, 0), (6, 0), (7, 52)] {
            let mut options = Vec::new();
            for k in 1..=n {
                for place in 0..2 * n - k - 1 {
                    options.push(vec![k - 1, n + place, n + place + k + 1]);
                }
            }
            let found = covers(3 * n, all, &options);
            assert_eq!(found.len(), count, "langford {n}");
            assert!(found.is_sorted());
            assert!(found.iter().all(|solution| solution.is_sorted()));
        }
    }
}
