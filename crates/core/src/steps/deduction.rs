//! Deductions, with the certificates that prove them.

use crate::problem::{ItemId, OptionId};

/// One step of a person who solves a problem: what follows from the live options, and why.
///
/// An option is *live* if nothing has shown yet that it is in no solution, and if it is not chosen
/// yet. [`check`](super::check) verifies the reason against the problem.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Deduction {
    /// Why the deduction holds.
    pub reason: Reason,
    /// The options that are in every solution, ascending.
    pub chosen: Vec<OptionId>,
    /// The options that are in no solution, ascending. If options are chosen, those that conflict
    /// with them.
    pub removed: Vec<OptionId>,
}

/// Why a deduction holds: the certificate.
///
/// A *truth* is a primary item that has to be covered at least once more. A *link* is an item that
/// at most one live option can cover.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "json", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Reason {
    /// A truth has only as many live options as it needs.
    Single {
        /// The truth.
        item: ItemId,
    },
    /// Each removed option conflicts with all live options of a truth.
    Locked {
        /// The truth.
        item: ItemId,
    },
    /// No choice of live options with the removed one covers each truth as often as needed, and no
    /// truth and no link more often than allowed. Other items do not count: these are the
    /// conclusions of one rule alone.
    Rule {
        /// The truths.
        truths: Vec<ItemId>,
        /// The links. They may be any items; nothing needs to cover them.
        links: Vec<ItemId>,
    },
    /// The same, of two rules together.
    TwoRules {
        /// The truths.
        truths: Vec<ItemId>,
        /// The links.
        links: Vec<ItemId>,
    },
    /// Every live option covers at least as many of the links as of the truths. A solution covers
    /// each truth at least once and each link at most once, so it uses no option that covers more
    /// links than truths by more than the *rank*, the number of links less that of truths (Obi-Wahn
    /// 2007, Barker).
    Set {
        /// The truths.
        truths: Vec<ItemId>,
        /// The links; an item may be listed twice.
        links: Vec<ItemId>,
    },
    /// A removed option leaves of the first truth only some options, which leave only some of the
    /// next truth, and so on; of the last truth it leaves none.
    Chain {
        /// The truths, in order.
        truths: Vec<ItemId>,
    },
    /// With the removed option, truths have one option left, one after the other, until a truth has
    /// none: a braid (Berthier).
    Forcing {
        /// The truths with one option left, in order, and that option.
        choices: Vec<Choice>,
        /// The truth without an option.
        empty: ItemId,
    },
    /// Each live option of a truth excludes the removed one, or leads to a truth without an option.
    Cases {
        /// The truth.
        item: ItemId,
        /// What follows from each of its live options.
        branches: Vec<Branch>,
    },
    /// A search found no solution with the removed option.
    Trial {
        /// The number of options that the search assumed.
        nodes: u64,
    },
}

/// A truth with one option left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Choice {
    /// The truth.
    pub item: ItemId,
    /// Its option.
    pub option: OptionId,
}

/// What follows from one option of a truth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Branch {
    /// The option.
    pub option: OptionId,
    /// The truths with one option left, in order, and that option. The last one excludes the removed
    /// option, unless a truth is left without an option.
    pub choices: Vec<Choice>,
    /// The truth that is left without an option.
    pub empty: Option<ItemId>,
}

impl Deduction {
    /// Removes an option that leads to a truth without an option.
    pub(super) fn by_forcing(option: OptionId, choices: Vec<Choice>, empty: ItemId) -> Self {
        Self {
            reason: Reason::Forcing { choices, empty },
            chosen: Vec::new(),
            removed: vec![option],
        }
    }
}

impl Reason {
    /// Returns the number of truths that the argument uses: its length.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Single { .. } | Self::Locked { .. } => 1,
            Self::Set { truths, .. }
            | Self::Chain { truths }
            | Self::Rule { truths, .. }
            | Self::TwoRules { truths, .. } => truths.len(),
            Self::Forcing { choices, .. } => choices.len() + 1,
            Self::Cases { branches, .. } => {
                let sizes = branches
                    .iter()
                    .map(|branch| branch.choices.len() + usize::from(branch.empty.is_some()));
                1 + sizes.sum::<usize>()
            }
            Self::Trial { nodes } => usize::try_from(*nodes).unwrap_or(usize::MAX),
        }
    }

    /// How many links a set has more than truths: the fewer, the easier it is to see.
    pub(super) fn rank(&self) -> usize {
        match self {
            Self::Set { truths, links } => links.len() - truths.len(),
            _ => 0,
        }
    }

    /// Returns the kind of the argument.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Single { .. } => Kind::Single,
            Self::Locked { .. } => Kind::Locked,
            Self::Rule { .. } => Kind::Rule,
            Self::Set { .. } => Kind::Set,
            Self::TwoRules { .. } => Kind::TwoRules,
            Self::Chain { .. } => Kind::Chain,
            Self::Forcing { .. } => Kind::Forcing,
            Self::Cases { .. } => Kind::Cases,
            Self::Trial { .. } => Kind::Trial,
        }
    }
}

/// The kinds of arguments, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "json", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Kind {
    /// [`Reason::Single`]
    Single,
    /// [`Reason::Locked`]
    Locked,
    /// [`Reason::Rule`]
    Rule,
    /// [`Reason::Set`]
    Set,
    /// [`Reason::TwoRules`]
    TwoRules,
    /// [`Reason::Chain`]
    Chain,
    /// [`Reason::Forcing`]
    Forcing,
    /// [`Reason::Cases`]
    Cases,
    /// [`Reason::Trial`]
    Trial,
}

impl Kind {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Self; 9] = [
        Self::Single,
        Self::Locked,
        Self::Rule,
        Self::Set,
        Self::TwoRules,
        Self::Chain,
        Self::Forcing,
        Self::Cases,
        Self::Trial,
    ];

    /// Returns the name of the kind, such as `forcing`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Locked => "locked",
            Self::Rule => "rule",
            Self::Set => "set",
            Self::TwoRules => "two-rules",
            Self::Chain => "chain",
            Self::Forcing => "forcing",
            Self::Cases => "cases",
            Self::Trial => "trial",
        }
    }
}
