//! The check that nodes from a file are a diagram: no two parts of a product share an option, and
//! no option that begins an edge of a decision occurs in a later edge.
//!
//! ```text
//! rank the options in the order of their first use
//! find the span of ranks below each node: nodes with disjoint spans share no option
//! for each block of 512 ranks in which some spans overlap:
//!     go through the nodes from the first use of the block to the last overlap,
//!         with the options of the block below each node, as bits
//! ```
//!
//! So memory is at most 64 bytes for each node, however many options there are. Time is O(edges)
//! where options that are used together have ranks close together, as in a chain; O(edges x options
//! / 64) at worst.

use std::ops::Range;

use super::read::{Nodes, TextKind};
use crate::policy::DIAGRAM_NODES;
use crate::states::fold::NodeKind;

const WORDS: usize = 8;
/// Ranks of a block.
const BLOCK: u32 = WORDS as u32 * 64;
const UNUSED: u32 = u32::MAX;

type Set = [u64; WORDS];

/// A node that breaks a rule of its kind.
pub(super) struct Fault {
    pub(super) node: usize,
    pub(super) kind: NodeKind,
    /// An option, counted from 0, that occurs in more than one part.
    pub(super) option: usize,
}

/// The options by rank, and the ranks by option.
struct Ranks {
    options: Vec<u32>,
    ranks: Vec<u32>,
    /// The nodes that first use each block.
    first: Vec<usize>,
}

impl Ranks {
    fn new(nodes: &Nodes) -> Self {
        let literals = nodes.kinds.iter().map(|kind| match kind {
            TextKind::Literal(option) => *option as usize + 1,
            TextKind::Parts(_) => 0,
        });
        let mut ranks = Self {
            options: Vec::new(),
            ranks: vec![UNUSED; literals.max().unwrap_or(0)],
            first: Vec::new(),
        };
        for node in 0..nodes.len() {
            for &part in nodes.parts(node) {
                if let TextKind::Literal(option) = nodes.kinds[part as usize] {
                    ranks.rank(option, node);
                }
            }
        }
        ranks
    }

    /// Gives an option the next rank, unless it has one.
    fn rank(&mut self, option: u32, node: usize) {
        let rank = &mut self.ranks[option as usize];
        if *rank == UNUSED {
            *rank = self.options.len() as u32;
            if rank.is_multiple_of(BLOCK) {
                self.first.push(node);
            }
            self.options.push(option);
        }
    }

    /// The rank of a node that is an option, or begins with one.
    fn of(&self, option: u32) -> u32 {
        self.ranks[option as usize]
    }
}

impl Nodes {
    /// Returns a node that breaks a rule of its kind, if there is one.
    pub(super) fn fault<E>(&self, poll: impl Fn() -> Result<(), E>) -> Result<Option<Fault>, E> {
        let ranks = Ranks::new(self);
        let (spans, last) = self.spans(&ranks);
        for (block, (&first, last)) in ranks.first.iter().zip(last).enumerate() {
            if let Some(last) = last {
                let start = block as u32 * BLOCK;
                let fault = self.fault_in(&ranks, &spans, start, first..last + 1, &poll)?;
                if fault.is_some() {
                    return Ok(fault);
                }
            }
        }
        Ok(None)
    }

    /// The span of ranks below each node; and for each block the last node with parts that may
    /// have an option of it in common.
    fn spans(&self, ranks: &Ranks) -> (Vec<Range<u32>>, Vec<Option<usize>>) {
        let mut spans: Vec<Range<u32>> = Vec::with_capacity(self.len());
        let mut last = vec![None; ranks.first.len()];
        for (node, text_kind) in self.kinds.iter().enumerate() {
            let mut all = 0..0;
            match *text_kind {
                // A node that no other node refers to has no rank.
                TextKind::Literal(option) if ranks.of(option) == UNUSED => {}
                TextKind::Literal(option) => all = one(ranks.of(option)),
                TextKind::Parts(kind) => {
                    // The options that the next part may not contain.
                    // Spans can only rule overlaps out. Where they overlap, the blocks decide.
                    let mut taken = 0..0;
                    for &part in self.parts(node) {
                        let span = &spans[part as usize];
                        let common = taken.start.max(span.start)..taken.end.min(span.end);
                        if !common.is_empty() {
                            let blocks = common.start / BLOCK..(common.end - 1) / BLOCK + 1;
                            last[blocks.start as usize..blocks.end as usize].fill(Some(node));
                        }
                        all = hull(&all, span);
                        taken = match (kind, self.option(part)) {
                            (NodeKind::Product, _) => all.clone(),
                            (NodeKind::Sum, Some(option)) => hull(&taken, &one(ranks.of(option))),
                            (NodeKind::Sum, None) => taken,
                        };
                    }
                }
            }
            spans.push(all);
        }
        (spans, last)
    }

    /// Finds a fault among these nodes that concerns the options of one block. Apart from single
    /// options, no earlier node has an option of the block below it.
    fn fault_in<E>(
        &self,
        ranks: &Ranks,
        spans: &[Range<u32>],
        start: u32,
        nodes: Range<usize>,
        poll: impl Fn() -> Result<(), E>,
    ) -> Result<Option<Fault>, E> {
        let mut below: Vec<Set> = Vec::with_capacity(nodes.len());
        for node in nodes.clone() {
            if node % DIAGRAM_NODES == 0 {
                poll()?;
            }
            let mut all = [0; WORDS];
            if let TextKind::Parts(kind) = self.kinds[node] {
                let mut taken = [0; WORDS];
                for &part in self.parts(node) {
                    let span = &spans[part as usize];
                    // No option of this block is below the part; its set may not even be in the
                    // list.
                    if span.start >= start + BLOCK || span.end <= start {
                        continue;
                    }
                    let set = match self.kinds[part as usize] {
                        TextKind::Literal(option) => single(ranks.of(option), start),
                        TextKind::Parts(_) => below[part as usize - nodes.start],
                    };
                    for word in 0..WORDS {
                        let common = taken[word] & set[word];
                        if common != 0 {
                            let rank = start + word as u32 * 64 + common.trailing_zeros();
                            let option = ranks.options[rank as usize] as usize;
                            return Ok(Some(Fault { node, kind, option }));
                        }
                        all[word] |= set[word];
                    }
                    let more = match (kind, self.option(part)) {
                        (NodeKind::Product, _) => set,
                        (NodeKind::Sum, Some(option)) => single(ranks.of(option), start),
                        (NodeKind::Sum, None) => [0; WORDS],
                    };
                    (0..WORDS).for_each(|word| taken[word] |= more[word]);
                }
            }
            below.push(all);
        }
        Ok(None)
    }
}

/// The span of a rank.
fn one(rank: u32) -> Range<u32> {
    rank..rank + 1
}

fn hull(a: &Range<u32>, b: &Range<u32>) -> Range<u32> {
    match (a.is_empty(), b.is_empty()) {
        (true, _) => b.clone(),
        (_, true) => a.clone(),
        _ => a.start.min(b.start)..a.end.max(b.end),
    }
}

/// A rank as a set; empty if it is not in the block that starts there.
fn single(rank: u32, start: u32) -> Set {
    let mut set = [0; WORDS];
    if let Some(bit) = rank.checked_sub(start)
        && bit < BLOCK
    {
        set[bit as usize / 64] = 1 << (bit % 64);
    }
    set
}
