//! The engine `bits`.

mod kernel;
mod lane;
mod lanes;
mod lists;
#[cfg(test)]
mod sanity;
mod simd;
mod tables;

pub(crate) use lanes::Lanes;
pub(crate) use lists::Lists;
pub use simd::Vectors;
