//! The least of several things, with ties broken by chance or by order.

use rand::Rng;
use rand_pcg::Pcg32;

/// The thing with the least key among those offered. On a tie it is a random one if random numbers
/// are given, else the first.
pub(super) struct Least<K, T> {
    least: Option<(K, T)>,
    /// The number of things that share the least key.
    ties: u32,
}

impl<K: Ord, T> Least<K, T> {
    pub(super) fn new() -> Self {
        Self {
            least: None,
            ties: 0,
        }
    }

    #[inline]
    pub(super) fn offer(&mut self, key: K, thing: T, random: Option<&mut Pcg32>) {
        match &mut self.least {
            Some((least, _)) if key > *least => {}
            Some((least, chosen)) if key == *least => {
                self.ties += 1;
                if random.is_some_and(|random| random.random_range(0..self.ties) == 0) {
                    *chosen = thing;
                }
            }
            _ => {
                self.least = Some((key, thing));
                self.ties = 1;
            }
        }
    }

    /// `None` if nothing was offered.
    #[inline]
    pub(super) fn get(self) -> Option<T> {
        self.least.map(|(_, thing)| thing)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn ties_go_to_the_first_or_to_a_random_thing() {
        let offers = [(3, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (1, 'e')];
        let pick = |mut random: Option<Pcg32>| {
            let mut least = Least::new();
            for (key, thing) in offers {
                least.offer(key, thing, random.as_mut());
            }
            least.get()
        };
        assert_eq!(pick(None), Some('b'));
        let mut picked: Vec<_> = (0..50)
            .map(|seed| pick(Some(Pcg32::seed_from_u64(seed))))
            .collect();
        picked.sort_unstable();
        picked.dedup();
        assert_eq!(picked, [Some('b'), Some('d'), Some('e')]);
        assert_eq!(Least::<u8, char>::new().get(), None);
    }
}
