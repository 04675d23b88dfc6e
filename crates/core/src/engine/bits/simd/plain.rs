//! Integers without padding, the types of lanes.

/// Integers that vector instructions may read and write as raw bytes.
///
/// # Safety
/// The type must have no padding bytes, and every bit pattern must be a valid value.
pub(crate) unsafe trait Plain {}

// SAFETY: integers have no padding, and every bit pattern is valid.
unsafe impl Plain for u16 {}
// SAFETY: as above.
unsafe impl Plain for u32 {}
// SAFETY: as above.
unsafe impl Plain for u64 {}
