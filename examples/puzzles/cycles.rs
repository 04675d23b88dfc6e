//! Cycles of 16 bits in which the windows (0, 1, 3, 4) show every number of four bits.

use quadrille::{BuildError, Problem, Use};

/// The places of the four bits of a window, relative to its start.
pub const WINDOW: [usize; 4] = [0, 1, 3, 4];

/// * Primary items `0` to `15`: each number is shown once.
/// * Primary items `p0` to `p15`: the window at each place shows one number.
/// * Secondary items `x0` to `x15`: the bits of the cycle, with the colours 0 and 1.
/// * Options `j pk x.. x.. x.. x..`: the window at place `k` shows the number `j`. Option
///   `16 * j + k`.
pub fn cycles() -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    for number in 0..16 {
        builder.primary(number.to_string())?;
    }
    for place in 0..16 {
        builder.primary(format!("p{place}"))?;
    }
    for place in 0..16 {
        builder.secondary(format!("x{place}"))?;
    }
    for number in 0..16 {
        for place in 0..16 {
            let names = [number.to_string(), format!("p{place}")];
            let bits = WINDOW.map(|step| format!("x{}", (place + step) % 16));
            let colours = [8, 4, 2, 1].map(|bit| if number & bit == 0 { "0" } else { "1" });
            let window = bits.iter().zip(colours).map(Use::from);
            builder.option(names.iter().map(Use::from).chain(window))?;
        }
    }
    Ok(builder.build())
}
