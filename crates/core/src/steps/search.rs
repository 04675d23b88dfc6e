//! Where to look for a step, and for what.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::deduction::Kind;
use crate::problem::ItemId;

/// A search for steps of one kind.
///
/// Searches are made in the order in which they are given, until a step is found that costs no more
/// than the *least cost* of the next search.
#[derive(Clone, Debug)]
pub struct Search {
    pub(super) kind: Kind,
    pub(super) least: u64,
    pub(super) sizes: RangeInclusive<usize>,
    pub(super) truths: Option<Arc<[ItemId]>>,
    pub(super) families: Option<Arc<[Family]>>,
    pub(super) is_direct: bool,
    pub(super) is_by_chains: bool,
    pub(super) is_of_groups: bool,
}

/// Truths and links whose sets people look for together, such as the cells of a row and its values:
/// each option that covers one of the truths covers one of the links.
#[derive(Clone, Debug)]
pub struct Family {
    /// The truths.
    pub truths: Vec<ItemId>,
    /// The links. Of a family with more than 64, no set is found.
    pub links: Vec<ItemId>,
}

impl Search {
    /// Searches for steps of a kind, of which none should cost less than `least`: a cheaper one is
    /// found too late.
    #[must_use]
    pub fn new(kind: Kind, least: u64) -> Self {
        let sizes = match kind {
            Kind::Set => 2..=4,
            Kind::Chain => 2..=24,
            _ => 1..=usize::MAX,
        };
        Self {
            kind,
            least,
            sizes,
            truths: None,
            families: None,
            is_direct: false,
            is_by_chains: false,
            is_of_groups: false,
        }
    }

    /// Returns the kind of the steps.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns what its steps cost at least.
    #[must_use]
    pub fn least(&self) -> u64 {
        self.least
    }

    /// Allows arguments of these numbers of truths only. Sets have from 2 to 4 truths, chains at most
    /// 24, unless this says otherwise. Says nothing about other kinds but forcing.
    #[must_use]
    pub fn of_size(mut self, sizes: RangeInclusive<usize>) -> Self {
        self.sizes = sizes;
        self
    }

    /// Allows arguments with these truths only. Says nothing about sets of families.
    #[must_use]
    pub fn among(mut self, truths: impl IntoIterator<Item = ItemId>) -> Self {
        self.truths = Some(truths.into_iter().collect());
        self
    }

    /// Allows sets of families only, with as many links as truths. They are found much faster.
    #[must_use]
    pub fn of_families(mut self, families: impl IntoIterator<Item = Family>) -> Self {
        self.families = Some(families.into_iter().collect());
        self
    }

    /// Adds steps that remove less: for each truth that has no more options than it needs after a step,
    /// the step that removes options of this truth only.
    #[must_use]
    pub fn with_direct(mut self) -> Self {
        self.is_direct = true;
        self
    }

    /// Allows cases only in which each truth has two options, and one choice leads to the next one.
    #[must_use]
    pub fn by_chains(mut self) -> Self {
        self.is_by_chains = true;
        self
    }

    /// Searches for chains of groups: each choice leaves up to three options of a truth. All visible
    /// truths take part.
    #[must_use]
    pub fn of_groups(mut self) -> Self {
        self.is_of_groups = true;
        self
    }

    /// The searches for steps of some kinds, in their order.
    pub(super) fn of_kinds(kinds: impl IntoIterator<Item = Kind>) -> Vec<Self> {
        let searches = kinds.into_iter().flat_map(|kind| {
            let search = Self::new(kind, kind as u64);
            match kind {
                // The smallest sets are the easiest.
                Kind::Set => (2..=4)
                    .map(|size| search.clone().of_size(size..=size))
                    .collect(),
                Kind::Chain => vec![search.clone(), search.of_groups()],
                _ => vec![search],
            }
        });
        searches.collect()
    }
}
