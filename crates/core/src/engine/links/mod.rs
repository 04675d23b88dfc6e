//! Dancing links: Knuth's Algorithms X, C and M on doubly linked lists (TAOCP volume 4B, 7.2.2.1).
//!
//! Every use of an item by an option is a node, and the nodes of an item form a circular list. To
//! cover an item is to hide all of its options: their other nodes are unlinked from their lists. An
//! unlinked node still points to its neighbours, so undoing the steps in the opposite order
//! restores everything. That is the dance of the links.
//!
//! Two engines share one [`Arena`](arena::Arena):
//!
//! * [`Links`], for problems whose primary items are covered once. With `COLOURS` it is Algorithm
//!   C. Without, it is Algorithm X, which ignores colours and is faster.
//! * [`Multiple`], Algorithm M, for problems with multiplicities, with or without colours.

mod arena;
mod assume;
mod cover;
mod dance;
mod multiple;
#[cfg(test)]
mod sanity;

pub(crate) use cover::Links;
pub(crate) use multiple::Multiple;
