//! The options of a problem by their words, so that a line finds those that it may mean.

use std::hash::BuildHasher;
use std::ops::RangeInclusive;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::{OptionId, Problem};

/// Options that are equal, cheapest first.
struct Equals {
    hash: u64,
    options: SmallVec<[OptionId; 1]>,
    /// The last solution that took some of them, and how many.
    taker: u64,
    taken: usize,
}

/// All options in groups of equal ones.
pub(super) struct Index<'p> {
    problem: &'p Problem,
    groups: HashTable<Equals>,
    /// The number of the solution that takes options now, from 1.
    taker: u64,
    /// What its options cost, at the least and at the most.
    costs: (u64, u64),
}

impl<'p> Index<'p> {
    /// O(total length of all options as text).
    pub(super) fn new(problem: &'p Problem) -> Self {
        let mut groups = HashTable::<Equals>::new();
        for option in problem.options() {
            let text = problem.display(option).to_string();
            let words = sorted(&text);
            let hash = hash(&words);
            let entry = groups.entry(hash, |group| group.is(problem, hash, &words), |g| g.hash);
            match entry {
                Entry::Occupied(mut group) => group.get_mut().options.push(option),
                Entry::Vacant(place) => {
                    place.insert(Equals {
                        hash,
                        options: SmallVec::from_elem(option, 1),
                        taker: 0,
                        taken: 0,
                    });
                }
            }
        }
        for group in &mut groups {
            group.options.sort_by_key(|&option| problem.cost(option));
        }
        Self {
            problem,
            groups,
            taker: 1,
            costs: (0, 0),
        }
    }

    /// Whether there is an option of these words.
    pub(super) fn has(&self, line: &str) -> bool {
        let words = sorted(line);
        let hash = hash(&words);
        let is = |group: &Equals| group.is(self.problem, hash, &words);
        self.groups.find(hash, is).is_some()
    }

    /// The next option of these words that the solution has not taken; the last one again if it
    /// has taken all.
    pub(super) fn take(&mut self, line: &str) -> Option<OptionId> {
        let words = sorted(line);
        let hash = hash(&words);
        let problem = self.problem;
        let group = self
            .groups
            .find_mut(hash, |group| group.is(problem, hash, &words))?;
        if group.taker != self.taker {
            (group.taker, group.taken) = (self.taker, 0);
        }
        let last = group.options.len() - 1;
        let place = group.taken.min(last);
        group.taken += 1;
        let cost = |place: usize| problem.cost(group.options[place]);
        self.costs.0 = self.costs.0.saturating_add(cost(place));
        self.costs.1 = self.costs.1.saturating_add(cost(last - place));
        Some(group.options[place])
    }

    /// Ends a solution: what its options cost at the least and at the most.
    pub(super) fn finish(&mut self) -> RangeInclusive<u64> {
        self.taker += 1;
        let (least, most) = std::mem::take(&mut self.costs);
        least..=most
    }
}

impl Equals {
    fn is(&self, problem: &Problem, hash: u64, words: &[&str]) -> bool {
        let same = |&option: &OptionId| sorted(&problem.display(option).to_string())[..] == *words;
        self.hash == hash && self.options.first().is_some_and(same)
    }
}

type Words<'a> = SmallVec<[&'a str; 16]>;

fn sorted(line: &str) -> Words<'_> {
    let mut words: Words<'_> = line.split_ascii_whitespace().collect();
    words.sort_unstable();
    words
}

fn hash(words: &Words<'_>) -> u64 {
    FxBuildHasher.hash_one(&words[..])
}
