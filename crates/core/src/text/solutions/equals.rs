//! An index of the options of a problem by their words. A line of a solution finds its options
//! here.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::costs::Costs;
use crate::{Colour, ItemId, OptionId, Problem};

/// A group of options with the same words, which are nearly always equal.
struct Equals {
    hash: u64,
    options: SmallVec<[OptionId; 1]>,
    /// An option with the same words but other items, since names may contain spaces and colons.
    different: Option<OptionId>,
    /// The number of options that the current solution has taken from this group.
    taken: usize,
}

/// Two different options with the same words.
pub(super) struct Ambiguous(pub(super) OptionId, pub(super) OptionId);

/// All options in groups of equal options. No group contains both dropped and other options.
pub(super) struct Index<'p> {
    problem: &'p Problem,
    groups: Vec<Equals>,
    /// The indices of the groups, under the hashes of their words.
    table: HashTable<usize>,
    /// The groups from which the current solution has taken options.
    touched: Vec<usize>,
}

impl<'p> Index<'p> {
    /// O(total length of all options as text).
    pub(super) fn new(problem: &'p Problem) -> Self {
        let mut groups = Vec::<Equals>::new();
        let mut table = HashTable::<usize>::new();
        // No valid solution uses a dropped option, so these come last.
        let (dropped, kept): (Vec<_>, Vec<_>) = problem
            .options()
            .partition(|&option| problem.is_dropped(option));
        for option in kept.into_iter().chain(dropped) {
            let text = problem.display_option(option).to_string();
            let words = sorted(&text);
            let hash = hash(&words);
            let is = |&group: &usize| groups[group].is(problem, hash, &words);
            match table.entry(hash, is, |&group| groups[group].hash) {
                Entry::Occupied(group) => groups[*group.get()].add(problem, option),
                Entry::Vacant(place) => {
                    place.insert(groups.len());
                    groups.push(Equals {
                        hash,
                        options: SmallVec::from_elem(option, 1),
                        different: None,
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

    fn find(&self, line: &str) -> Option<usize> {
        let words = sorted(line);
        let hash = hash(&words);
        let is = |&group: &usize| self.groups[group].is(self.problem, hash, &words);
        self.table.find(hash, is).copied()
    }

    pub(super) fn has(&self, line: &str) -> bool {
        self.find(line).is_some()
    }

    /// Takes the next option with these words. When all are taken, returns the last one again.
    pub(super) fn take(&mut self, line: &str) -> Result<Option<OptionId>, Ambiguous> {
        let Some(place) = self.find(line) else {
            return Ok(None);
        };
        let group = &mut self.groups[place];
        if group.taken == 0 {
            self.touched.push(place);
        }
        group.taken += 1;
        let last = group.options.last();
        let next = group.options.get(group.taken - 1).or(last).copied();
        match (next, group.different) {
            (Some(option), Some(different)) => Err(Ambiguous(option, different)),
            (next, _) => Ok(next),
        }
    }

    /// Ends the current solution and adds the possible costs of the options taken.
    pub(super) fn finish(&mut self, costs: &mut Costs) {
        for place in self.touched.drain(..) {
            let group = &mut self.groups[place];
            let taken = std::mem::take(&mut group.taken);
            let options = group.options.iter();
            costs.choose(taken, options.map(|&o| self.problem.cost(o)).collect());
        }
    }
}

impl Equals {
    fn add(&mut self, problem: &Problem, option: OptionId) {
        let first = self.options.first().copied().unwrap_or(option);
        if uses(problem, first) == uses(problem, option) {
            self.options.push(option);
        } else if !problem.is_dropped(option) {
            self.different.get_or_insert(option);
        }
    }

    fn is(&self, problem: &Problem, hash: u64, words: &[&str]) -> bool {
        let same =
            |&option: &OptionId| sorted(&problem.display_option(option).to_string())[..] == *words;
        self.hash == hash && self.options.first().is_some_and(same)
    }
}

/// The items of an option with their colours, sorted, for comparison.
fn uses(problem: &Problem, option: OptionId) -> SmallVec<[(ItemId, Option<Colour>); 16]> {
    let mut uses: SmallVec<_> = problem.uses_of(option).collect();
    uses.sort_unstable();
    uses
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
