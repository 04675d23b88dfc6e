//! Chains: an option leaves one option of a truth, which leaves one option of the next truth, until
//! a truth has none.
//!
//! Strong links are the truths with two live options, weak links the conflicts. A breadth-first
//! search finds the shortest chain.

use std::collections::VecDeque;

use super::bits;
use super::deduction::{Deduction, Reason};
use super::live::Live;
use crate::problem::ItemId;

/// The truths with two live options.
pub(super) struct Pairs {
    /// For each option, the truths with one other live option, and that option.
    of: Vec<Vec<(usize, usize)>>,
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

    /// The shortest chain of at most `longest` truths that removes an option.
    pub(super) fn chain(&self, live: &Live, option: usize, longest: usize) -> Option<Deduction> {
        // For each option that the first one makes true, the one before it, the truth between them,
        // and the length of the chain.
        let mut from: Vec<Option<(usize, usize, usize)>> = vec![None; self.of.len()];
        let mut queue = VecDeque::from([(option, 0)]);
        while let Some((true_one, length)) = queue.pop_front() {
            if length + 1 > longest {
                break;
            }
            for false_one in bits::ones_of_both(live.conflicts(true_one), live.options()) {
                for &(item, other) in &self.of[false_one] {
                    if other == true_one || from[other].is_some() || other == option {
                        continue;
                    }
                    from[other] = Some((true_one, item, length + 1));
                    if bits::has(live.conflicts(other), option) {
                        return Some(self.deduction(live, &from, other, option));
                    }
                    queue.push_back((other, length + 1));
                }
            }
        }
        None
    }

    /// The deduction of a chain that ends with an option in conflict with the first one.
    fn deduction(
        &self,
        live: &Live,
        from: &[Option<(usize, usize, usize)>],
        last: usize,
        first: usize,
    ) -> Deduction {
        let (mut truths, mut at, mut second) = (Vec::new(), last, last);
        while let Some((before, item, _)) = from[at] {
            truths.push(ItemId::new(item as u32));
            second = at;
            at = before;
            if at == first {
                break;
            }
        }
        truths.reverse();
        // All that conflicts with both ends is removed.
        let begin = truths.first().map_or(0, |item| item.index());
        let ends = bits::ones_of_both(live.users(begin), live.options());
        let other = ends.into_iter().find(|&end| end != second);
        let mut removed = live.options().to_vec();
        bits::keep_all(&mut removed, live.conflicts(last));
        if let Some(other) = other {
            bits::keep_all(&mut removed, live.conflicts(other));
        }
        Deduction {
            reason: Reason::Chain { truths },
            chosen: Vec::new(),
            removed: live.ids(&removed),
        }
    }
}
