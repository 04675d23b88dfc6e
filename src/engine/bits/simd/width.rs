//! A choice by the width of lanes.

/// What is done with lanes of 16, 32 and 64 bits. Which of them is meant is known when this is
/// compiled, so that nothing is left of the choice.
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
