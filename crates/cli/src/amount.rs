//! Amounts with units as flags give them.

/// The smallest memory limit, in bytes. A count with less would forget nearly all states.
const LEAST_MEMORY: usize = 1 << 20;

/// Units of memory. All are powers of 1024.
const SIZES: [(&str, f64); 4] = [
    ("", 1.0),
    ("k", 1024.0),
    ("m", 1_048_576.0),
    ("g", 1_073_741_824.0),
];

/// Reads a number of bytes, such as 500M, 1.5G or 2GiB.
pub(super) fn size(text: &str) -> Result<usize, String> {
    let lower = text.to_ascii_lowercase();
    let plain = lower.strip_suffix("ib").or(lower.strip_suffix('b'));
    match measure(plain.unwrap_or(&lower), &SIZES) {
        Some(bytes) if bytes < LEAST_MEMORY as f64 => Err("expected at least 1M".to_owned()),
        // A float of this size is rounded to the largest number.
        Some(bytes) if bytes <= usize::MAX as f64 => Ok(bytes as usize),
        _ => Err("expected a number of bytes, such as 64M, 1.5G or 2GiB".to_owned()),
    }
}

/// Reads a number with one of these units.
pub(super) fn measure(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let is_unit = |c: char| c.is_ascii_alphabetic();
    let number = text.trim_end_matches(is_unit);
    let unit = &text[number.len()..];
    let (_, scale) = units.iter().find(|(name, _)| *name == unit)?;
    let number: f64 = number.trim_end().parse().ok()?;
    (number >= 0.0).then_some(number * scale)
}
