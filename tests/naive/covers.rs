//! Tests of the reference `covers`.

use crate::naive::covers;

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
fn without_primary_items_only_the_empty_cover_exists() {
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
fn equal_options_are_different_options() {
    assert_eq!(covers(1, all, &[vec![0], vec![0]]), [[0], [1]]);
}

#[test]
fn a_secondary_item_is_covered_at_most_once() {
    let options = [vec![0, 2], vec![1, 2], vec![0], vec![1], vec![2]];
    let both = covers(3, |item| item < 2, &options);
    assert_eq!(both, [[0, 3], [1, 2], [2, 3]]);
}

#[test]
fn repeated_and_unknown_items_are_handled_as_documented() {
    let options = [vec![0, 0], vec![0, 7], vec![0]];
    assert_eq!(covers(1, all, &options), [[0], [2]]);
}

/// The partitions of a set of n things: every non-empty subset is an option.
#[test]
fn set_partitions_are_counted_by_bell_numbers() {
    for (n, bell) in [1, 1, 2, 5, 15, 52, 203].into_iter().enumerate() {
        let subset = |bits: usize| (0..n).filter(|i| bits >> i & 1 == 1).collect();
        let options: Vec<Vec<usize>> = (1..1 << n).map(subset).collect();
        assert_eq!(covers(n, all, &options).len(), bell, "{n} things");
    }
}

/// Rows and columns are primary, the two kinds of diagonals secondary.
#[test]
fn n_queens_have_the_known_counts() {
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
fn langford_pairs_have_the_known_counts_in_order() {
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
