//! Problems with counts near the limits of 32, 64 and 128 bits, and their exact counts. The tests
//! of the sweep, of the fold and of `Search::count` share this file.

use num_bigint::BigUint;
use proptest::prelude::*;
use quadrille::Problem;

use crate::case::Case;

/// A small problem with a large count. Each option is repeated, and *coins* are added: items with
/// several equal options of their own. Items and options are shuffled.
#[derive(Clone, Debug)]
pub(crate) struct Enlarged {
    pub(crate) case: Case,
    pub(crate) repeats: Vec<u32>,
    pub(crate) coins: Vec<u32>,
    pub(crate) shuffle: u64,
}

impl Enlarged {
    /// The number of covers. It chooses, option by option, how many of its copies to use.
    pub(crate) fn count(&self) -> BigUint {
        let mut used = vec![Vec::new(); self.case.items.len()];
        let coins = self.coins.iter().map(|&sides| BigUint::from(sides));
        self.covers(0, &mut used) * coins.product::<BigUint>()
    }

    fn covers(&self, option: usize, used: &mut [Vec<Option<u32>>]) -> BigUint {
        let Some(uses) = self.case.options.get(option) else {
            let enough = |(item, uses): (usize, &Vec<_>)| {
                let times = self.case.items[item].as_ref();
                times.is_none_or(|times| uses.len() >= *times.start() as usize)
            };
            return u8::from(used.iter().enumerate().all(enough)).into();
        };
        // An option without a primary item is never used.
        let is_void = !uses.iter().any(|&(item, _)| self.case.is_primary(item));
        let (copies, mut sum) = (
            if is_void { 0 } else { self.repeats[option] },
            BigUint::ZERO,
        );
        let mut ways = BigUint::from(1_u32);
        for taken in 0..=copies {
            let fits = uses.iter().all(|&(item, _)| match &self.case.items[item] {
                Some(times) => used[item].len() <= *times.end() as usize,
                None => match &used[item][..] {
                    [] | [_] => true,
                    [first, others @ ..] => first.is_some() && others.iter().all(|o| o == first),
                },
            });
            if !fits {
                uses.iter()
                    .for_each(|&(item, _)| used[item].truncate(used[item].len() - taken as usize));
                return sum;
            }
            sum += self.covers(option + 1, used) * &ways;
            ways = ways * (copies - taken) / (taken + 1);
            uses.iter()
                .for_each(|&(item, colour)| used[item].push(colour));
        }
        let all = copies as usize + 1;
        uses.iter()
            .for_each(|&(item, _)| used[item].truncate(used[item].len() - all));
        sum
    }

    pub(crate) fn problem(&self) -> Problem {
        let items = self.case.items.len();
        let mut names: Vec<usize> = (0..items + self.coins.len()).collect();
        let mut random = self.shuffle;
        shuffle(&mut names, &mut random);
        let mut builder = Problem::builder();
        for &name in &names {
            let text = name.to_string();
            match self.case.items.get(name) {
                Some(None) => builder.secondary(&text),
                Some(Some(times)) => builder.multiple(&text, times.clone()),
                None => builder.primary(&text),
            }
            .unwrap();
        }
        let mut options: Vec<Vec<(usize, Option<u32>)>> = Vec::new();
        for (option, &copies) in self.case.options.iter().zip(&self.repeats) {
            options.extend(std::iter::repeat_n(option.clone(), copies as usize));
        }
        for (coin, &sides) in self.coins.iter().enumerate() {
            options.extend(std::iter::repeat_n(
                vec![(items + coin, None)],
                sides as usize,
            ));
        }
        shuffle(&mut options, &mut random);
        for option in &options {
            let uses: Vec<_> = option
                .iter()
                .map(|&(item, colour)| {
                    let colour = colour.map(|number| builder.colour(number.to_string()).unwrap());
                    (builder.item(&item.to_string()).unwrap(), colour)
                })
                .collect();
            builder.option(uses).unwrap();
        }
        builder.build()
    }
}

fn shuffle<T>(list: &mut [T], random: &mut u64) {
    for end in (1..list.len()).rev() {
        *random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        list.swap(end, (*random >> 33) as usize % (end + 1));
    }
}

/// Coins that bring a count near one of the limits 2^32, 2^64 and 2^128; or none.
fn coins() -> impl Strategy<Value = Vec<u32>> {
    let border = prop_oneof![Just(0), 24..33_u32, 50..65_u32, 110..130_u32];
    (border, 2..9_u32).prop_map(|(digits, sides)| {
        let mut coins = Vec::new();
        let mut left = f64::from(digits);
        while left > 0.5 {
            let sides = if left > 6.0 { sides } else { 2 };
            coins.push(sides);
            left -= f64::from(sides).log2();
        }
        coins
    })
}

pub(crate) fn enlarged(
    cases: impl Strategy<Value = Case>,
    most: u32,
) -> impl Strategy<Value = Enlarged> {
    let repeats = prop::collection::vec(prop_oneof![2 => Just(1), 1 => 1..=most], 16);
    (cases, repeats, coins(), any::<u64>()).prop_map(|(case, repeats, coins, shuffle)| Enlarged {
        case,
        repeats,
        coins,
        shuffle,
    })
}

/// A chain: each option covers one item, or one item and all after it. In a sweep, solutions end at
/// every level.
pub(crate) fn chains() -> impl Strategy<Value = Enlarged> {
    (2..14_usize, coins(), any::<u64>()).prop_map(|(length, coins, shuffle)| {
        let alone = (0..length).map(|place| vec![(place, None)]);
        let rest = (0..length).map(|place| (place..length).map(|item| (item, None)).collect());
        Enlarged {
            case: Case {
                items: vec![Some(1..=1); length],
                options: alone.chain(rest).collect(),
            },
            repeats: vec![1; 2 * length],
            coins,
            shuffle,
        }
    })
}
