//! Dancing links: Knuth's Algorithms X, C and M on doubly linked lists (TAOCP volume 4B,
//! 7.2.2.1).
//!
//! Every use of an item by an option is a node, and the nodes of an item are a circular list. To
//! cover an item is to hide all of its options: to unlink all their other nodes from the lists
//! they are in. An unlinked node still knows its neighbours, so that undoing in the opposite
//! order puts everything back: the links dance.
//!
//! Two engines dance on one [`Arena`](arena::Arena):
//!
//! * [`Links`], for problems whose primary items are covered once. With `COLOURS` it is Algorithm
//!   C, without it Algorithm X, which need not look at colours and is faster.
//! * [`Multiple`], Algorithm M, for problems with multiplicities, and with colours or without.

mod arena;
mod assume;
mod cover;
mod dance;
mod multiple;
#[cfg(test)]
mod sanity;

pub(crate) use cover::Links;
pub(crate) use multiple::Multiple;
