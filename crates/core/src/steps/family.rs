//! Sets of a family: truths whose options lie in as many links.
//!
//! ```text
//! for each few truths of the family: the links of their options are as many -> found
//! ```

use super::bits::{self, Words as _};
use super::deduction::{Deduction, Reason};
use super::live::Live;
use super::search::Family;
use crate::problem::ItemId;

/// The sets of a family with this many truths that remove an option. None if the family has more links
/// than a set of places can hold.
pub(super) fn of_size(live: &Live, size: usize, family: &Family, found: &mut Vec<Deduction>) {
    if family.links.len() > u64::BITS as usize {
        return;
    }
    let is_open = |item: &&ItemId| live.low(item.index()) > 0;
    let truths = family.truths.iter().filter(is_open);
    let near = truths.filter_map(|&truth| {
        let links = links_of(live, truth, &family.links)?;
        (2..=size as u32)
            .contains(&links.count_ones())
            .then_some((truth, links))
    });
    let near: Vec<(ItemId, u64)> = near.collect();
    if near.len() >= size {
        let mut chosen = Vec::new();
        extend(live, size, family, &near, 0, &mut chosen, found);
    }
}

/// The links that cover the options of a truth, as a set of their places. `None` if an option is
/// covered by none or by several.
fn links_of(live: &Live, truth: ItemId, links: &[ItemId]) -> Option<u64> {
    let mut all = 0;
    for (word, users) in live.users(truth.index()).words() {
        let own = users & live.options()[word];
        let mut open = own;
        for (place, link) in links.iter().enumerate() {
            let both = own & live.users(link.index()).word(word);
            if both & !open != 0 {
                return None;
            }
            open &= !both;
            all |= u64::from(both != 0) << place;
        }
        if open != 0 {
            return None;
        }
    }
    Some(all)
}

fn extend(
    live: &Live,
    size: usize,
    family: &Family,
    near: &[(ItemId, u64)],
    links: u64,
    chosen: &mut Vec<ItemId>,
    found: &mut Vec<Deduction>,
) {
    if chosen.len() == size {
        found.extend(deduction(live, family, links, chosen));
        return;
    }
    for (place, &(truth, own)) in near.iter().enumerate() {
        let links = links | own;
        if links.count_ones() as usize <= size {
            chosen.push(truth);
            extend(live, size, family, &near[place + 1..], links, chosen, found);
            chosen.pop();
        }
    }
}

/// What truths prove whose options lie in as many links.
fn deduction(live: &Live, family: &Family, links: u64, truths: &[ItemId]) -> Option<Deduction> {
    let links = bits::ones_of_word(0, links).map(|place| family.links[place]);
    let links: Vec<ItemId> = links.collect();
    let mut removed = vec![0; live.words()];
    for link in &links {
        bits::add_all(&mut removed, live.users(link.index()));
    }
    let mut covered = vec![0; live.words()];
    let mut are_apart = true;
    for truth in truths {
        let own = live.users(truth.index());
        let mut own_live = own
            .words()
            .map(|(word, own)| own & live.options()[word] & covered[word]);
        are_apart &= own_live.all(|both| both == 0);
        bits::add_all(&mut covered, own);
    }
    bits::remove_all(&mut removed, &covered);
    bits::keep_all(&mut removed, live.options());
    let is_proof = are_apart
        && links.len() == truths.len()
        && links.iter().all(|link| live.is_link(link.index()));
    (is_proof && !bits::is_empty(&removed)).then(|| Deduction {
        reason: Reason::Set {
            truths: truths.to_vec(),
            links,
        },
        chosen: Vec::new(),
        removed: live.ids(&removed),
    })
}
