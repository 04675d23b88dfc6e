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

/// The shortest chains of at most `longest` truths, of each form, for each option.
pub(super) fn chains(live: &Live, longest: usize, budget: &Budget) -> Result<Vec<Deduction>, Stop> {
    let pairs = Pairs::new(live);
    let (mut found, mut loops) = (Vec::new(), BTreeSet::new());
    for option in bits::ones(live.options()) {
        budget.poll()?;
        let ends_open = |end: usize| bits::has(live.conflicts(end), option);
        let open = pairs.from_chosen(live, option, longest, ends_open);
        let of_one_end = pairs.from_excluded(live, option, longest);
        let ended = open.into_iter().chain(of_one_end);
        found.extend(ended.filter_map(|chain| pairs.deduction(live, &chain)));
        if let Some(mut chain) = pairs.from_chosen(live, option, longest, |end| end == option) {
            let mut truths: Vec<usize> = chain.iter().map(|link| link.0).collect();
            truths.sort_unstable();
            if !loops.insert(truths) {
                continue;
            }
            // One deduction for each weak link.
            for _ in 0..chain.len() {
                found.extend(pairs.deduction(live, &chain));
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
        for item in live.truths().filter(|&item| live.low(item) == 1) {
            let mut options = bits::ones_of_both(live.users(item), live.options());
            if let (Some(a), Some(b), None) = (options.next(), options.next(), options.next()) {
                of[a].push((item, b));
                of[b].push((item, a));
            }
        }
        Self { of }
    }

    /// The links that follow from an option that is excluded.
    pub(super) fn of(&self, option: usize) -> &[Link] {
        &self.of[option]
    }

    /// The shortest chain that begins with a chosen option.
    fn from_chosen(
        &self,
        live: &Live,
        option: usize,
        longest: usize,
        is_end: impl Fn(usize) -> bool,
    ) -> Option<Vec<Link>> {
        let mut nodes = Vec::new();
        let mut seen = vec![0; live.words()];
        if let Some(end) = self.grow(live, option, None, &mut nodes, &mut seen, &is_end) {
            return Some(end);
        }
        self.search(live, longest, nodes, seen, is_end)
    }

    /// The shortest chain that begins with an excluded option, and ends with the same one chosen.
    fn from_excluded(&self, live: &Live, option: usize, longest: usize) -> Option<Vec<Link>> {
        let mut seen = vec![0; live.words()];
        let mut nodes = Vec::new();
        for &link in &self.of[option] {
            if !bits::has(&seen, link.1) {
                bits::add(&mut seen, link.1);
                nodes.push(Node {
                    link,
                    before: None,
                    length: 1,
                });
            }
        }
        self.search(live, longest, nodes, seen, |end| end == option)
    }

    fn search(
        &self,
        live: &Live,
        longest: usize,
        mut nodes: Vec<Node>,
        mut seen: Vec<u64>,
        is_end: impl Fn(usize) -> bool,
    ) -> Option<Vec<Link>> {
        let mut next = 0;
        while next < nodes.len() && nodes[next].length < longest {
            let option = nodes[next].link.1;
            let end = self.grow(live, option, Some(next), &mut nodes, &mut seen, &is_end);
            if end.is_some() {
                return end;
            }
            next += 1;
        }
        None
    }

    /// Adds what follows from a chosen option at once. Returns the chain if it ends.
    fn grow(
        &self,
        live: &Live,
        option: usize,
        before: Option<usize>,
        nodes: &mut Vec<Node>,
        seen: &mut [u64],
        is_end: impl Fn(usize) -> bool,
    ) -> Option<Vec<Link>> {
        let length = 1 + before.map_or(0, |before| nodes[before].length);
        for excluded in bits::ones_of_both(live.conflicts(option), live.options()) {
            for &link in &self.of[excluded] {
                let other = link.1;
                // An option does not follow from itself through its own truth.
                if other == option || bits::has(seen, other) {
                    continue;
                }
                bits::add(seen, other);
                nodes.push(Node {
                    link,
                    before,
                    length,
                });
                if is_end(other) {
                    return Some(chain_to(nodes));
                }
            }
        }
        None
    }

    /// What a chain proves: the first truth begins with the option that is not left of it.
    fn deduction(&self, live: &Live, chain: &[Link]) -> Option<Deduction> {
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
}

/// The chain that ends with the last node.
fn chain_to(nodes: &[Node]) -> Vec<Link> {
    let mut chain = Vec::new();
    let mut at = nodes.len().checked_sub(1);
    while let Some(place) = at {
        chain.push(nodes[place].link);
        at = nodes[place].before;
    }
    chain.reverse();
    chain
}
