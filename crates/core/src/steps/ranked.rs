//! Sets of two or three truths, of any rank.
//!
//! If an option that a set removes is chosen, the links that it covers are used up, and the other
//! links, one fewer than the truths, cover what is left of the truths. So for each one or two links:
//!
//! ```text
//! for each truth near the links: which options exclude all of it that the links do not cover?
//! truths that have such an option in common -> found
//! ```
//!
//! An option of two truths has to be covered twice, or excluded as well.

use super::bits::{self, Words as _};
use super::deduction::Deduction;
use super::live::Live;
use super::set::Set;
use crate::ask::{Budget, Stop};

/// Truths with more live options take no part.
const MOST_OPTIONS: usize = 12;
/// Nor do hidden truths with more than these.
const MOST_OF_HIDDEN: usize = 3;

/// A truth, and the options that exclude all of it that some links do not cover.
type Member = (usize, Vec<u64>);

/// The sets with this many truths, two or three, at least one of them fresh, that remove one of some
/// options.
pub(super) fn of_size(
    live: &Live,
    size: usize,
    fresh: &[bool],
    options: &[u64],
    is_hidden: impl Fn(usize) -> bool,
    budget: &Budget,
) -> Result<Vec<Deduction>, Stop> {
    let mut search = Search::new(live, fresh, options, is_hidden);
    for link in 0..live.item_count() {
        budget.poll()?;
        match size {
            2 => search.with_link(link),
            _ => search.with_links_from(link, budget)?,
        }
    }
    Ok(search.found)
}

struct Search<'a> {
    live: &'a Live,
    /// For each link, the truths that it covers but for what an option excludes.
    members: Vec<Vec<Member>>,
    /// The links that share live options with a truth, and how many; none if the truth has too many
    /// options.
    links: Vec<Vec<(usize, usize)>>,
    /// How many options of a truth links must cover at least: no option excludes all others.
    least: Vec<usize>,
    fresh: &'a [bool],
    /// The options that may be removed, without words that have none.
    options: &'a [u64],
    found: Vec<Deduction>,
}

impl<'a> Search<'a> {
    fn new(
        live: &'a Live,
        fresh: &'a [bool],
        options: &'a [u64],
        is_hidden: impl Fn(usize) -> bool,
    ) -> Self {
        let words = options.iter().rposition(|&word| word != 0);
        let options = &options[..words.map_or(0, |last| last + 1)];
        let mut search = Self {
            live,
            members: vec![Vec::new(); live.item_count()],
            links: vec![Vec::new(); live.item_count()],
            least: vec![0; live.item_count()],
            fresh,
            options,
            found: Vec::new(),
        };
        let mut removed = options.to_vec();
        for truth in live.truths() {
            let most = match is_hidden(truth) {
                true => MOST_OF_HIDDEN,
                false => MOST_OPTIONS,
            };
            let count = live.count(truth) as usize;
            if !(2..=most).contains(&count) {
                continue;
            }
            let least = count - most_excluded(live, truth, options);
            search.least[truth] = least;
            search.links[truth] = links_of(live, truth);
            for &(link, shared) in &search.links[truth] {
                if shared >= least && search.set_removed(&mut removed, truth, &[link]) {
                    search.members[link].push((truth, removed.clone()));
                }
            }
        }
        search
    }

    /// Sets the options that exclude all of a truth that links do not cover. Returns whether there
    /// are any.
    fn set_removed(&self, removed: &mut [u64], truth: usize, links: &[usize]) -> bool {
        let live = self.live;
        removed.copy_from_slice(self.options);
        bits::remove_all(removed, live.users(truth));
        for &link in links {
            bits::remove_all(removed, live.users(link));
        }
        let open = live.users(truth).words().map(|(place, own)| {
            let covered = links.iter().map(|&link| live.users(link).word(place));
            (place, own & !covered.fold(0, |all, word| all | word))
        });
        self.keep_excluding(removed, open)
    }

    /// Finds the sets of two truths with this link, whose other links are items of the removed option.
    fn with_link(&mut self, link: usize) {
        if !self.is_fresh(&self.members[link]) {
            return;
        }
        let members = std::mem::take(&mut self.members[link]);
        for (place, first) in members.iter().enumerate() {
            for (second, removed) in self.joined(first, &members[place + 1..], &[link]) {
                self.note(&removed, &[first.0, second], &[link]);
            }
        }
        self.members[link] = members;
    }

    /// Finds the sets of three truths of which two links, this and a later one, are no items of the
    /// removed option. One of the truths shares options with both: else two of them were a set with
    /// one of the links.
    fn with_links_from(&mut self, first: usize, budget: &Budget) -> Result<(), Stop> {
        let live = self.live;
        if !live.is_link(first) {
            return Ok(());
        }
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for truth in truths_of(live, first) {
            let links = &self.links[truth];
            let Ok(place) = links.binary_search_by_key(&first, |link| link.0) else {
                continue;
            };
            let (_, of_first) = links[place];
            let seconds = links[place + 1..].iter();
            let seconds = seconds.filter(|second| of_first + second.1 >= self.least[truth]);
            pairs.extend(seconds.map(|second| (second.0, truth)));
        }
        pairs.sort_unstable();
        for pair in pairs.chunk_by(|one, other| one.0 == other.0) {
            budget.poll()?;
            let links = [first, pair[0].0];
            let mut members = links.iter().map(|&link| &self.members[link]);
            let is_fresh = members.any(|members| self.is_fresh(members));
            if !is_fresh && !pair.iter().any(|&(_, truth)| self.fresh[truth]) {
                continue;
            }
            let mut both = Vec::new();
            let mut removed = self.options.to_vec();
            for &(_, truth) in pair {
                if self.set_removed(&mut removed, truth, &links) {
                    both.push((truth, removed.clone()));
                }
            }
            if is_fresh || self.is_fresh(&both) {
                self.with_links(links, &both);
            }
        }
        Ok(())
    }

    /// Whether one of the truths is fresh.
    fn is_fresh(&self, members: &[Member]) -> bool {
        members.iter().any(|member| self.fresh[member.0])
    }

    /// Finds the sets with two links, among them a truth that shares options with both.
    fn with_links(&mut self, links: [usize; 2], both: &[Member]) {
        for (place, first) in both.iter().enumerate() {
            let later = self.joined(first, &both[place + 1..], &links);
            let [mut ones, mut others] = links.map(|link| {
                let other = links[0] + links[1] - link;
                let members = self.members[link].iter().filter(|(truth, _)| {
                    *truth != other && both.iter().all(|member| member.0 != *truth)
                });
                self.joined(first, members, &links)
            });
            ones.extend(later.iter().cloned());
            others.extend(later);
            for one in &ones {
                for (third, mut removed) in self.joined(one, &others, &links) {
                    let truths = [first.0, one.0, third];
                    if one.0 != third && self.exclude_shared(&mut removed, &truths, &[]) {
                        self.note(&removed, &truths, &links);
                    }
                }
            }
        }
    }

    /// The truths that may be in a set with another one, and the options that exclude what the links
    /// do not cover of both.
    fn joined<'m>(
        &self,
        (first, of_first): &Member,
        others: impl IntoIterator<Item = &'m Member>,
        links: &[usize],
    ) -> Vec<Member> {
        let mut joined = Vec::new();
        for (second, of_second) in others {
            if bits::is_disjoint(of_first, of_second) {
                continue;
            }
            let mut removed = of_first.clone();
            bits::keep_all(&mut removed, of_second);
            if self.exclude_shared(&mut removed, &[*first, *second], links) {
                joined.push((*second, removed));
            }
        }
        joined
    }

    /// Keeps the options that exclude all options of some truths that links do not cover twice.
    fn exclude_shared(&self, removed: &mut [u64], truths: &[usize], links: &[usize]) -> bool {
        let live = self.live;
        let Some((&first, others)) = truths.split_first() else {
            return false;
        };
        let shared = live.users(first).words().map(|(place, own)| {
            let all = others.iter().map(|&truth| live.users(truth).word(place));
            let shared = all.fold(own, |all, word| all & word);
            let twice = match *links {
                [one, other] => live.users(one).word(place) & live.users(other).word(place),
                _ => 0,
            };
            (place, shared & !twice)
        });
        !bits::is_empty(removed) && self.keep_excluding(removed, shared)
    }

    /// Keeps the options that exclude all live options of a set. Returns whether there are any.
    fn keep_excluding(&self, removed: &mut [u64], set: impl Iterator<Item = (usize, u64)>) -> bool {
        let live = self.live;
        for (place, word) in set {
            for option in bits::ones_of_word(place, word & live.options()[place]) {
                bits::keep_all(removed, live.conflicts(option));
                if bits::is_empty(removed) {
                    return false;
                }
            }
        }
        !bits::is_empty(removed)
    }

    fn note(&mut self, removed: &[u64], truths: &[usize], links: &[usize]) {
        let mut truths = truths.to_vec();
        truths.sort_unstable();
        let set = Set {
            live: self.live,
            truths,
            links: links.to_vec(),
        };
        for option in bits::ones(removed) {
            let new = set
                .with_items_of(option)
                .filter(|new| !self.found.contains(new));
            self.found.extend(new);
        }
    }
}

/// The links that share live options with a truth, and how many.
fn links_of(live: &Live, truth: usize) -> Vec<(usize, usize)> {
    let users = bits::ones_of_both(live.users(truth), live.options());
    let items = users.flat_map(|option| live.items(option));
    let mut items: Vec<usize> = items.map(|&item| item as usize).collect();
    items.retain(|&item| item != truth && live.is_link(item));
    items.sort_unstable();
    let runs = items.chunk_by(|one, other| one == other);
    runs.map(|run| (run[0], run.len())).collect()
}

/// The most options of a truth that one of some other options excludes.
fn most_excluded(live: &Live, truth: usize, others: &[u64]) -> usize {
    let mut times = vec![0; 64 * others.len()];
    let mut most = 0;
    let mut others = others.to_vec();
    bits::remove_all(&mut others, live.users(truth));
    for option in bits::ones_of_both(live.users(truth), live.options()) {
        let conflicts = &live.conflicts(option)[..others.len()];
        for other in bits::ones_of_both(conflicts, &others) {
            times[other] += 1;
            most = most.max(times[other]);
        }
    }
    most
}

/// The truths that share a live option with a link.
fn truths_of(live: &Live, link: usize) -> Vec<usize> {
    live.near(link, |item| live.low(item) > 0)
}
