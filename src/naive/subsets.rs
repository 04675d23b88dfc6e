//! All covers of the whole language, by its definition: colours and multiplicities too.
//!
//! ```text
//! for every set of options:
//!     it is a solution if every item is content with the uses that the set makes of it
//! ```

use std::ops::RangeInclusive;

/// All solutions of a problem with colours and multiplicities: every set of options that pleases
/// every item.
///
/// `items[i]` is how often the primary item `i` may be covered, `None` if it is secondary;
/// `options[o]` are the items of option `o`, each perhaps with a colour, a number; what is no item
/// is passed over. A secondary item is pleased if it is used at most once, or only in one and the
/// same colour. Each solution is the numbers of its options, ascending, and the solutions are
/// sorted. An option without a primary item is never used.
///
/// O(2^options x total size of the options): the reference for what [`covers`](super::covers)
/// does not know, for some fifteen options.
///
/// ```
/// use quadrille::naive::subsets;
///
/// // Item 0 once or twice, item 1 in one colour.
/// let items = [Some(1..=2), None];
/// let options = [vec![(0, None), (1, Some(7))], vec![(0, None), (1, Some(7))], vec![(0, None), (1, Some(8))]];
/// assert_eq!(subsets(&items, &options), [vec![0], vec![0, 1], vec![1], vec![2]]);
/// ```
#[must_use]
pub fn subsets(
    items: &[Option<RangeInclusive<u32>>],
    options: &[Vec<(usize, Option<u32>)>],
) -> Vec<Vec<usize>> {
    let is_primary = |item: usize| matches!(items.get(item), Some(Some(_)));
    let can_be_used = |&option: &usize| options[option].iter().any(|&(item, _)| is_primary(item));
    let usable: Vec<usize> = (0..options.len()).filter(can_be_used).collect();
    let mut solutions = Vec::new();
    let mut set = vec![false; usable.len()];
    loop {
        let places = (0..usable.len()).filter(|&place| set[place]);
        let chosen: Vec<usize> = places.map(|place| usable[place]).collect();
        let pleased = |item: usize| {
            let uses: Vec<Option<u32>> = chosen
                .iter()
                .flat_map(|&option| &options[option])
                .filter(|(used, _)| *used == item)
                .map(|&(_, colour)| colour)
                .collect();
            match &items[item] {
                Some(times) => times.contains(&(uses.len() as u32)),
                None if uses.len() <= 1 => true,
                None => uses[0].is_some() && uses.iter().all(|&colour| colour == uses[0]),
            }
        };
        if (0..items.len()).all(pleased) {
            solutions.push(chosen);
        }
        if !next(&mut set) {
            break;
        }
    }
    solutions.sort_unstable();
    solutions
}

/// The next set, as an odometer counts: `false` after the last.
fn next(set: &mut [bool]) -> bool {
    for member in set {
        *member = !*member;
        if *member {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::covers;
    use super::subsets;

    /// An item that is covered once, and options without colours.
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

    /// 3 of 5 things: 10 ways; none to 2 of them: 1 + 5 + 10.
    #[test]
    fn multiplicities_choose() {
        let five = plain(&[&[0][..]; 5]);
        assert_eq!(subsets(&[Some(3..=3)], &five).len(), 10);
        assert_eq!(subsets(&[Some(0..=2)], &five).len(), 16);
        assert_eq!(subsets(&[Some(6..=9)], &five).len(), 0);
    }

    #[test]
    fn sets_are_counted_one_by_one() {
        let mut set = [false; 3];
        let mut seen = vec![set];
        while super::next(&mut set) {
            seen.push(set);
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!((seen.len(), set), (8, [false; 3]));
        // More than a machine word has bits: the next one is there.
        assert!(super::next(&mut [true; 64]) != super::next(&mut [false; 64]));
    }

    #[test]
    fn what_is_no_item_is_passed_over() {
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
}
