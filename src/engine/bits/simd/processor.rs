//! What the processor has, as proofs: values that exist only where it is so.

/// The processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
///
/// Invariant: a value exists only where that is so. Values are made in this file only.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::bits) struct HasAvx2(());

impl From<HasAvx512> for HasAvx2 {
    #[inline(always)]
    fn from(_: HasAvx512) -> Self {
        Self(())
    }
}

impl HasAvx2 {
    /// What a value of another type shows that exists only on such a processor.
    ///
    /// # Safety
    /// The processor has the instruction set.
    #[inline(always)]
    pub(super) const unsafe fn shown() -> Self {
        Self(())
    }

    /// Asks the processor.
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

/// The processor has AVX-512 F, BW, VL, DQ, BITALG, VPOPCNTDQ and VBMI2, and what `HasAvx2` says.
///
/// Invariant: a value exists only where that is so. Values are made in this file only.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::bits) struct HasAvx512(());

impl HasAvx512 {
    /// What a value of another type shows that exists only on such a processor.
    ///
    /// # Safety
    /// The processor has the instruction set.
    #[inline(always)]
    pub(super) const unsafe fn shown() -> Self {
        Self(())
    }

    /// Asks the processor.
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
