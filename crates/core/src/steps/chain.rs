//! Chains: an option leaves one option of a truth, which leaves one option of the next truth, until
//! a truth has none.
//!
//! Strong links are the truths with two live options, weak links the conflicts. Breadth-first
//! searches find the shortest chains of three forms:
//!
//! ```text
//! open         z is chosen   -> ... -> an option in conflict with z is chosen: z is dead
//! of one end   p is excluded -> ... -> p is chosen: what conflicts with p is dead
//! closed       p is chosen   -> ... -> p is chosen: what conflicts with both ends of a weak link is dead
//! ```

use std::collections::BTreeSet;

use super::bits;
use super::deduction::{Deduction, Reason};
use super::live::Live;
use crate::ask::{Budget, Stop};
use crate::problem::ItemId;

/// The shortest chains of at most `longest` truths, of each form, for each option of a set.
pub(super) fn chains(
    live: &Live,
    options: &[u64],
    longest: usize,
    budget: &Budget,
) -> Result<Vec<Deduction>, Stop> {
    let pairs = Pairs::new(live);
    let (mut found, mut loops) = (Vec::new(), BTreeSet::new());
    let mut walk = Walk::new(live, &pairs, longest);
    for option in bits::ones(options) {
        budget.poll()?;
        let ends_open = |end: usize| bits::has(live.conflicts(end), option);
        let open = walk.after_choosing(option, ends_open);
        let of_one_end = walk.after_excluding(option);
        let ended = open.into_iter().chain(of_one_end);
        found.extend(ended.filter_map(|chain| deduction(live, &chain)));
        if let Some(mut chain) = walk.after_choosing(option, |end| end == option) {
            let mut truths: Vec<usize> = chain.iter().map(|link| link.0).collect();
            truths.sort_unstable();
            if !loops.insert(truths) {
                continue;
            }
            // One deduction for each weak link.
            for _ in 0..chain.len() {
                found.extend(deduction(live, &chain));
                chain.rotate_left(1);
            }
        }
    }
    Ok(found)
}

/// The truths with two live options.
pub(super) struct Pairs {
    /// For each option, the truths with one other live option, and that option.
    of: Vec<Vec<Link>>,
    /// The options with such a truth.
    options: Vec<u64>,
}

/// A truth, and the option that is left of it.
pub(super) type Link = (usize, usize);

/// An option that follows from others.
struct Node {
    link: Link,
    /// The place of the one before it, unless it is the first.
    before: Option<usize>,
    length: usize,
}

impl Pairs {
    pub(super) fn new(live: &Live) -> Self {
        let mut of = vec![Vec::new(); 64 * live.words()];
        let mut options_of_pairs = vec![0; live.words()];
        for item in live.truths().filter(|&item| live.low(item) == 1) {
            let mut options = bits::ones_of_both(live.users(item), live.options());
            if let (Some(a), Some(b), None) = (options.next(), options.next(), options.next()) {
                of[a].push((item, b));
                of[b].push((item, a));
                bits::add(&mut options_of_pairs, a);
                bits::add(&mut options_of_pairs, b);
            }
        }
        Self {
            of,
            options: options_of_pairs,
        }
    }

    /// The options of such truths.
    pub(super) fn options(&self) -> &[u64] {
        &self.options
    }

    /// The links that follow from an option that is excluded.
    pub(super) fn of(&self, option: usize) -> &[Link] {
        &self.of[option]
    }
}

/// A breadth-first search. One value serves many, to save memory.
struct Walk<'a> {
    live: &'a Live,
    pairs: &'a Pairs,
    longest: usize,
    nodes: Vec<Node>,
    /// The options of the nodes.
    seen: Vec<u64>,
}

impl<'a> Walk<'a> {
    fn new(live: &'a Live, pairs: &'a Pairs, longest: usize) -> Self {
        Self {
            live,
            pairs,
            longest,
            nodes: Vec::new(),
            seen: vec![0; live.words()],
        }
    }

    /// The shortest chain that begins with a chosen option.
    fn after_choosing(
        &mut self,
        option: usize,
        is_end: impl Fn(usize) -> bool,
    ) -> Option<Vec<Link>> {
        self.restart();
        let is_found = self.grow(option, None, &is_end) || self.search(is_end);
        is_found.then(|| self.chain())
    }

    /// The shortest chain that begins with an excluded option, and ends with the same one chosen.
    fn after_excluding(&mut self, option: usize) -> Option<Vec<Link>> {
        self.restart();
        for &link in self.pairs.of(option) {
            self.add(link, None);
        }
        self.search(|end| end == option).then(|| self.chain())
    }

    fn restart(&mut self) {
        self.nodes.clear();
        self.seen.fill(0);
    }

    /// Adds the option that is left of a truth. Returns whether it is new.
    fn add(&mut self, link: Link, before: Option<usize>) -> bool {
        let is_new = !bits::has(&self.seen, link.1);
        if is_new {
            bits::add(&mut self.seen, link.1);
            let length = 1 + before.map_or(0, |before| self.nodes[before].length);
            self.nodes.push(Node {
                link,
                before,
                length,
            });
        }
        is_new
    }

    /// Searches on from the nodes. Returns whether the last node ends a chain.
    fn search(&mut self, is_end: impl Fn(usize) -> bool) -> bool {
        let mut next = 0;
        while next < self.nodes.len() && self.nodes[next].length < self.longest {
            let option = self.nodes[next].link.1;
            if self.grow(option, Some(next), &is_end) {
                return true;
            }
            next += 1;
        }
        false
    }

    /// Adds what follows from a chosen option at once. Returns whether the last node ends a chain.
    fn grow(
        &mut self,
        option: usize,
        before: Option<usize>,
        is_end: impl Fn(usize) -> bool,
    ) -> bool {
        let (live, pairs) = (self.live, self.pairs);
        for excluded in bits::ones_of_both(live.conflicts(option), &pairs.options) {
            for &link in pairs.of(excluded) {
                // An option does not follow from itself through its own truth.
                if link.1 != option && self.add(link, before) && is_end(link.1) {
                    return true;
                }
            }
        }
        false
    }

    /// The chain that ends with the last node.
    fn chain(&self) -> Vec<Link> {
        let mut chain = Vec::new();
        let mut at = self.nodes.len().checked_sub(1);
        while let Some(place) = at {
            chain.push(self.nodes[place].link);
            at = self.nodes[place].before;
        }
        chain.reverse();
        chain
    }
}

/// What a chain proves: the first truth begins with the option that is not left of it.
fn deduction(live: &Live, chain: &[Link]) -> Option<Deduction> {
    let (&(first, left), &(_, last)) = (chain.first()?, chain.last()?);
    let mut ends = bits::ones_of_both(live.users(first), live.options());
    let begin = ends.find(|&end| end != left)?;
    let mut removed = live.options().to_vec();
    bits::keep_all(&mut removed, live.conflicts(begin));
    bits::keep_all(&mut removed, live.conflicts(last));
    let truths = chain.iter().map(|link| ItemId::new(link.0 as u32));
    (!bits::is_empty(&removed)).then(|| Deduction {
        reason: Reason::Chain {
            truths: truths.collect(),
        },
        chosen: Vec::new(),
        removed: live.ids(&removed),
    })
}
