//! Lanes are plain bits.

/// Integers as a vector instruction sees them.
///
/// # Safety
/// No byte of a value is padding, and every bit pattern is a value.
pub(crate) unsafe trait Plain {}

// SAFETY: it is so of all integers.
unsafe impl Plain for u16 {}
// SAFETY: as above.
unsafe impl Plain for u32 {}
// SAFETY: as above.
unsafe impl Plain for u64 {}
