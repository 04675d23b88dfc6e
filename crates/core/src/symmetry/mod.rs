//! Options that are alike by symmetry.
//!
//! A *symmetry* of a problem is a permutation of its options, of its items, and of the colours of
//! each item, that changes nothing but names. It maps solutions to solutions. So if it maps one
//! option of an item to another option of that item, then equally many solutions use each of them,
//! and a count needs to visit only one. Options that symmetries map to each other form an *orbit*.
//!
//! Symmetries are found as programs for graph isomorphism find them (McKay and Piperno, *Practical
//! graph isomorphism, II*, 2014). The problem is a `graph`. A `partition` of its vertices is
//! refined as far as numbers of neighbours tell them apart. `mapper` singles out one vertex after
//! the other, in two copies of the partition, until both have the same cells but for single
//! vertices (as in saucy, Darga et al., 2004). Each mapping found is checked. So options of one
//! orbit are alike for certain; but not every symmetry is found.

mod graph;
mod mapper;
mod orbits;
mod partition;
#[cfg(test)]
mod tests;

pub(crate) use orbits::{Orbit, bytes, memory, orbits};
