//! Proofs that the processor has an instruction set: values that exist only if it has.

/// A proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
///
/// Invariant: a value exists only if that is so. Values are made in this file only.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::bits) struct HasAvx2(());

impl From<HasAvx512> for HasAvx2 {
    #[inline(always)]
    fn from(_: HasAvx512) -> Self {
        Self(())
    }
}

impl HasAvx2 {
    /// Makes a proof where another value already proves that the processor has the instruction set.
    ///
    /// # Safety
    /// The processor must have the instruction set.
    #[inline(always)]
    pub(super) const unsafe fn new_unchecked() -> Self {
        Self(())
    }

    /// Asks the processor; `None` if it lacks one of them.
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

/// A proof that the processor has AVX-512 F, BW, VL, DQ, BITALG, VPOPCNTDQ and VBMI2, and the sets
/// of `HasAvx2`.
///
/// Invariant: a value exists only if that is so. Values are made in this file only.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::bits) struct HasAvx512(());

impl HasAvx512 {
    /// Makes a proof where another value already proves that the processor has the instruction set.
    ///
    /// # Safety
    /// The processor must have the instruction set.
    #[inline(always)]
    pub(super) const unsafe fn new_unchecked() -> Self {
        Self(())
    }

    /// Asks the processor; `None` if it lacks one of them.
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("avx512vbmi2");
        (has && HasAvx2::detect().is_some()).then_some(Self(()))
    }
}
