//! The engine `bits`.

mod kernel;
mod lane;
mod lanes;
#[cfg(test)]
mod sanity;
mod simd;
mod tables;

pub(crate) use lanes::Lanes;
pub use simd::Vectors;
