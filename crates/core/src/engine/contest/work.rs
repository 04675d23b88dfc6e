//! Estimates of the time that layouts take, in nanoseconds on a processor of 2024 with 512-bit
//! vectors. They only have to be right within a factor of about 2. They depend on sizes alone, so
//! that every machine makes the same decisions.

/// The bits of a chunk of a state.
const CHUNK: u64 = 512;

/// Compiling rows: 20 ns for each use of an item by an option, and 8 ns for each chunk of the rows.
pub(in crate::engine) fn work_of_compiling(uses: usize, options: usize) -> u64 {
    let (uses, options) = (uses as u64, options as u64);
    let chunks = options.saturating_mul(options.div_ceil(CHUNK));
    uses.saturating_mul(20)
        .saturating_add(chunks.saturating_mul(8))
}

/// A node on lanes: 45 ns for each chunk of a state with this many bits.
pub(in crate::engine) fn work_on_lanes(bits: usize) -> u64 {
    (bits as u64).div_ceil(CHUNK).saturating_mul(45).max(1)
}

/// A node on rows: 8 ns for each primary item.
pub(in crate::engine) fn work_on_rows(items: usize) -> u64 {
    (items as u64).saturating_mul(8).saturating_add(1)
}

/// A node on rows with the support rule: 64 ns for each primary item.
pub(super) fn work_on_inferring_rows(items: usize) -> u64 {
    work_on_rows(items).saturating_mul(8)
}

/// A node of the engine `links`: 5 ns for each use of an item that an average option hides, and for
/// each primary item.
pub(in crate::engine) fn work_on_links(uses: usize, options: usize, items: usize) -> u64 {
    let [uses, options, items] = [uses, options, items].map(|number| number as u64);
    let per_option = uses / options.max(1);
    let per_item = uses / items.max(1);
    let hidden = per_option
        .saturating_mul(per_option)
        .saturating_mul(per_item);
    hidden
        .saturating_add(items)
        .saturating_mul(5)
        .saturating_add(1)
}

/// Reading a problem and compiling lanes for a small part of it: 20 ns for each use of an item by an
/// option.
pub(super) fn work_of_reading(uses: usize) -> u64 {
    (uses as u64).saturating_mul(20)
}

/// Compiling the tables of learning: 200 ns for each use of an item by an option.
pub(super) fn work_of_learning(uses: usize) -> u64 {
    (uses as u64).saturating_mul(200)
}
