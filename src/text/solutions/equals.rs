//! The options of a problem by their words, so that a line finds those that it may mean.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::costs::Costs;
use crate::{Colour, ItemId, OptionId, Problem};

/// Options of the same words, which are equal as a rule.
struct Equals {
    hash: u64,
    options: SmallVec<[OptionId; 1]>,
    /// An option of these words that is not equal to the others: names may hold spaces and colons.
    stranger: Option<OptionId>,
    /// How many of them the solution that is read has taken.
    taken: usize,
}

/// Two options that are not equal, and are written in the same words.
pub(super) struct Ambiguous(pub(super) OptionId, pub(super) OptionId);

/// All options in groups of equal ones. One that is dropped stands in no group of one that is not.
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
        // A solution that is right uses none that is dropped: these come last.
        let (dropped, kept): (Vec<_>, Vec<_>) = problem
            .options()
            .partition(|&option| problem.is_dropped(option));
        for option in kept.into_iter().chain(dropped) {
            let text = problem.display(option).to_string();
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
                        stranger: None,
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

    /// The next option of these words that the solution has not taken; the last one again if it
    /// has taken all.
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
        match (next, group.stranger) {
            (Some(option), Some(stranger)) => Err(Ambiguous(option, stranger)),
            (next, _) => Ok(next),
        }
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
    fn add(&mut self, problem: &Problem, option: OptionId) {
        let first = self.options.first().copied().unwrap_or(option);
        if uses(problem, first) == uses(problem, option) {
            self.options.push(option);
        } else if !problem.is_dropped(option) {
            self.stranger.get_or_insert(option);
        }
    }

    fn is(&self, problem: &Problem, hash: u64, words: &[&str]) -> bool {
        let same = |&option: &OptionId| sorted(&problem.display(option).to_string())[..] == *words;
        self.hash == hash && self.options.first().is_some_and(same)
    }
}

/// The items of an option in their colours, in an order that has no meaning.
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
