//! What is proved of a part of a search.

use std::cmp::Ordering;

use super::records::Claim;
use super::{ProofError, Subtotal, Witness};
use quadrille_core::{Decimal, Part, Step, Want};

/// What is proved of a part of the search.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// What was found. The count is a lower bound if something is missing.
    pub(super) found: Subtotal,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// Whether nothing is missing.
    pub(super) is_complete: bool,
    /// The share that is missing, about: each part of a split has the same share.
    pub(super) open: f64,
    pub(super) origin: Origin,
    pub(super) witness: Option<Witness>,
}

/// Where a value comes from.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// There is no useful record.
    Missing,
    /// The steps contradict each other, or leave an item with too few options.
    Impossible,
    /// A complete record.
    Record,
    /// Parts: these nodes, and the missing parts behind these steps.
    Parts {
        nodes: Vec<usize>,
        absent: Vec<Step>,
    },
}

impl Value {
    pub(super) fn of(origin: Origin) -> Self {
        Self {
            found: Subtotal::default(),
            nodes: 0,
            seconds: 0.0,
            is_complete: true,
            open: 0.0,
            origin,
            witness: None,
        }
    }

    pub(super) fn missing() -> Self {
        Self {
            is_complete: false,
            open: 1.0,
            ..Self::of(Origin::Missing)
        }
    }

    /// The value of the claim itself, without its rest.
    pub(super) fn of_claim(claim: &Claim, origin: Origin) -> Self {
        Self {
            found: claim.record.found.clone(),
            nodes: claim.record.nodes,
            seconds: claim.record.seconds,
            witness: Some(Witness::Record(claim.place.clone())),
            ..Self::of(origin)
        }
    }

    /// Orders the better of two values first.
    pub(super) fn by_quality(&self, other: &Self) -> Ordering {
        let by_open = || self.open.total_cmp(&other.open);
        let by_count = || other.found.count.cmp(&self.found.count);
        let by_end = other.is_complete.cmp(&self.is_complete);
        by_end.then_with(by_open).then_with(by_count)
    }

    /// Adds the value of a part.
    pub(super) fn add(&mut self, part: &Self, want: Want) {
        self.found.add(&part.found, want);
        self.nodes = self.nodes.saturating_add(part.nodes);
        self.seconds += part.seconds;
        self.is_complete &= part.is_complete;
        if self.witness.is_none() {
            self.witness = part.witness.as_ref().and_then(Witness::of_part);
        }
    }

    /// The conflict of this value of a unit with another one, or with that of a part.
    pub(super) fn conflict(
        &self,
        unit: Part,
        decimals: u32,
        other: &Self,
        is_part: bool,
    ) -> ProofError {
        let cost = |cost| Decimal::new(cost, decimals);
        let mine = self.witness.clone().unwrap_or(Witness::Problem);
        let theirs = other.witness.clone().unwrap_or(Witness::Problem);
        let theirs = if is_part {
            theirs.of_part().unwrap_or(theirs)
        } else {
            theirs
        };
        match (self.found.cost(), other.found.cost()) {
            (Some(one), Some(other)) if one != other => ProofError::Costs {
                unit,
                costs: Box::new([(cost(one), mine), (cost(other), theirs)]),
            },
            _ => ProofError::Counts {
                unit,
                counts: Box::new([
                    (self.found.count.clone(), mine),
                    (other.found.count.clone(), theirs),
                ]),
            },
        }
    }
}

impl Witness {
    /// The witness of a part, as a witness of the whole.
    fn of_part(&self) -> Option<Self> {
        match self {
            Self::Record(place) | Self::Parts(place) => Some(Self::Parts(place.clone())),
            Self::Problem => None,
        }
    }
}
