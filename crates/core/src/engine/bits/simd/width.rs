//! Selection by the width of lanes.

/// Selects one of three expressions, for lanes of 16, 32 or 64 bits, at compile time.
macro_rules! by_width {
    ($L:ty: $of16:expr, $of32:expr, $of64:expr) => {
        match <$L>::BITS {
            16 => $of16,
            32 => $of32,
            _ => $of64,
        }
    };
}

pub(super) use by_width;
