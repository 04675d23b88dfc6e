//! Tests of the reference `subsets`.

use crate::naive::{covers, next, subsets};

/// Options without colours.
fn plain(options: &[&[usize]]) -> Vec<Vec<(usize, Option<u32>)>> {
    let uses = |option: &&[usize]| option.iter().map(|&item| (item, None)).collect();
    options.iter().map(uses).collect()
}

#[test]
fn plain_problems_have_the_same_covers() {
    let options: [&[usize]; 8] = [&[0, 2], &[1, 2], &[0], &[1], &[2], &[0, 1], &[], &[1]];
    let primary = |item| item < 2;
    let items: Vec<_> = (0..3).map(|item| primary(item).then_some(1..=1)).collect();
    let lists: Vec<Vec<usize>> = options.iter().map(|option| option.to_vec()).collect();
    assert_eq!(
        subsets(&items, &plain(&options)),
        covers(3, primary, &lists)
    );
}

/// 3 of 5 options: 10 ways; 0 to 2 of them: 1 + 5 + 10 ways.
#[test]
fn multiplicities_have_binomial_counts() {
    let five = plain(&[&[0][..]; 5]);
    assert_eq!(subsets(&[Some(3..=3)], &five).len(), 10);
    assert_eq!(subsets(&[Some(0..=2)], &five).len(), 16);
    assert_eq!(subsets(&[Some(6..=9)], &five).len(), 0);
}

#[test]
fn every_set_is_visited_once() {
    let mut set = [false; 3];
    let mut seen = vec![set];
    while next(&mut set) {
        seen.push(set);
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!((seen.len(), set), (8, [false; 3]));
    // A set larger than a machine word has a successor too.
    assert!(next(&mut [true; 64]) != next(&mut [false; 64]));
}

#[test]
fn unknown_items_are_skipped() {
    let options = plain(&[&[0, 7], &[9]]);
    assert_eq!(subsets(&[Some(1..=1)], &options), [[0]]);
}

/// TAOCP 7.2.2.1, (49): the toy problem with colours has one solution.
#[test]
fn knuths_toy_with_colours() {
    // p q r | x y; A = 0, B = 1.
    let option = |text: &str| {
        let use_of = |word: &str| {
            let (item, colour) = word.split_once(':').unwrap_or((word, ""));
            let colour = ["A", "B"].iter().position(|&c| c == colour);
            let item = ["p", "q", "r", "x", "y"].iter().position(|&i| i == item);
            (item.unwrap(), colour.map(|colour| colour as u32))
        };
        text.split(' ').map(use_of).collect()
    };
    let options = ["p q x y:A", "p r x:A y", "p x:B", "q x:A", "r y:B"].map(option);
    let items = [Some(1..=1), Some(1..=1), Some(1..=1), None, None];
    assert_eq!(subsets(&items, &options), [[1, 3]]);
}

/// Item 0 once or twice, item 1 in one colour.
#[test]
fn colours_and_multiplicities_together() {
    let items = [Some(1..=2), None];
    let options = [7, 7, 8].map(|colour| vec![(0, None), (1, Some(colour))]);
    assert_eq!(
        subsets(&items, &options),
        [vec![0], vec![0, 1], vec![1], vec![2]]
    );
}
