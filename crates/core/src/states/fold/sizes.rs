//! The numbers of live options that need each bit, updated from row to row.
//!
//! Two states that are visited one after the other share most of their live options. So only the
//! difference of their rows is added and subtracted.

use crate::states::layout::Layout;
use crate::states::state::{State, bits, set, unset};

#[derive(Clone, Debug)]
pub(super) struct Sizes<const W: usize> {
    /// The row that was counted last.
    row: Vec<u64>,
    sizes: Vec<u32>,
    /// The bits that at least one option of the row needs, and those that at least two need.
    some: State<W>,
    several: State<W>,
}

impl<const W: usize> Sizes<W> {
    /// The sizes of an empty row of this many words.
    pub(super) fn new(layout: &Layout, words: usize) -> Self {
        Self {
            row: vec![0; words],
            sizes: vec![0; layout.bits],
            some: [0; W],
            several: [0; W],
        }
    }

    /// Counts the options of a row. O(size of the difference to the last row, or of the row if that
    /// is smaller).
    pub(super) fn count(&mut self, live: &[u64], layout: &Layout) {
        let ones = |word: u64| word.count_ones();
        let pairs = live.iter().zip(&self.row);
        let changed: u32 = pairs.map(|(new, old)| ones(new ^ old)).sum();
        if changed > live.iter().map(|&word| ones(word)).sum() {
            self.row.fill(0);
            self.sizes.fill(0);
            (self.some, self.several) = ([0; W], [0; W]);
        }
        for (word, (&new, old)) in live.iter().zip(&mut self.row).enumerate() {
            for option in bits(&[*old & !new]) {
                for &bit in layout.needs((word * 64 + option) as u32) {
                    let size = &mut self.sizes[bit as usize];
                    *size -= 1;
                    match *size {
                        0 => unset(&mut self.some, bit),
                        1 => unset(&mut self.several, bit),
                        _ => {}
                    }
                }
            }
            for option in bits(&[new & !*old]) {
                for &bit in layout.needs((word * 64 + option) as u32) {
                    let size = &mut self.sizes[bit as usize];
                    *size += 1;
                    match *size {
                        1 => set(&mut self.some, bit),
                        2 => set(&mut self.several, bit),
                        _ => {}
                    }
                }
            }
            *old = new;
        }
    }

    pub(super) fn of(&self, bit: usize) -> u32 {
        self.sizes[bit]
    }

    /// The bits that at least one option needs.
    pub(super) fn some(&self) -> &State<W> {
        &self.some
    }

    /// The bits that at least two options need.
    pub(super) fn several(&self) -> &State<W> {
        &self.several
    }

    pub(super) fn bytes(&self) -> usize {
        self.row.capacity() * 8 + self.sizes.capacity() * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Assumptions, Budget};

    #[test]
    fn sizes_after_any_rows_are_those_of_the_last() {
        let problem =
            crate::text::dlx::read(b"a b c d\na\na b\nb c\nc d\na d\nd\nb\na b c\n").unwrap();
        let budget = Budget::unlimited();
        let none = Assumptions::new();
        let under = Layout::under(&problem, &none, usize::MAX, &mut budget.meter());
        let (layout, _) = under.unwrap();
        let mut sizes = Sizes::<1>::new(&layout, 1);
        let mut row = 0x5A_u64;
        for _ in 0..1_000 {
            row = row.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
            let live = [row & 0xFF];
            sizes.count(&live, &layout);
            for bit in 0..4 {
                let needs = |&option: &usize| layout.needs(option as u32).contains(&bit);
                let size = bits(&live).filter(needs).count();
                assert_eq!(sizes.of(bit as usize) as usize, size);
                assert_eq!(sizes.some()[0] >> bit & 1, u64::from(size > 0));
                assert_eq!(sizes.several()[0] >> bit & 1, u64::from(size > 1));
            }
        }
    }
}
