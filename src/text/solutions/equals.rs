//! The options of a problem by their words, so that a line finds those that it may mean.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::costs::Costs;
use crate::{OptionId, Problem};

/// Options that are equal.
struct Equals {
    hash: u64,
    options: SmallVec<[OptionId; 1]>,
    /// How many of them the solution that is read has taken.
    taken: usize,
}

/// All options in groups of equal ones.
pub(super) struct Index<'p> {
    problem: &'p Problem,
    groups: Vec<Equals>,
    /// The groups by their words.
    table: HashTable<usize>,
    /// Those of which the solution that is read has taken some.
    touched: Vec<usize>,
}

impl<'p> Index<'p> {
    /// O(total length of all options as text).
    pub(super) fn new(problem: &'p Problem) -> Self {
        let mut groups = Vec::<Equals>::new();
        let mut table = HashTable::<usize>::new();
        for option in problem.options() {
            let text = problem.display(option).to_string();
            let words = sorted(&text);
            let hash = hash(&words);
            let is = |&group: &usize| groups[group].is(problem, hash, &words);
            match table.entry(hash, is, |&group| groups[group].hash) {
                Entry::Occupied(group) => groups[*group.get()].options.push(option),
                Entry::Vacant(place) => {
                    place.insert(groups.len());
                    groups.push(Equals {
                        hash,
                        options: SmallVec::from_elem(option, 1),
                        taken: 0,
                    });
                }
            }
        }
        Self {
            problem,
            groups,
            table,
            touched: Vec::new(),
        }
    }

    /// The group of these words.
    fn find(&self, line: &str) -> Option<usize> {
        let words = sorted(line);
        let hash = hash(&words);
        let is = |&group: &usize| self.groups[group].is(self.problem, hash, &words);
        self.table.find(hash, is).copied()
    }

    /// Whether there is an option of these words.
    pub(super) fn has(&self, line: &str) -> bool {
        self.find(line).is_some()
    }

    /// The next option of these words that the solution has not taken; the last one again if it
    /// has taken all.
    pub(super) fn take(&mut self, line: &str) -> Option<OptionId> {
        let place = self.find(line)?;
        let group = &mut self.groups[place];
        if group.taken == 0 {
            self.touched.push(place);
        }
        group.taken += 1;
        let last = group.options.last();
        group.options.get(group.taken - 1).or(last).copied()
    }

    /// Ends a solution: what its options may cost.
    pub(super) fn finish(&mut self) -> Costs {
        let mut costs = Costs::default();
        for place in self.touched.drain(..) {
            let group = &mut self.groups[place];
            let taken = std::mem::take(&mut group.taken);
            let options = group.options.iter();
            costs.choose(taken, options.map(|&o| self.problem.cost(o)).collect());
        }
        costs
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
