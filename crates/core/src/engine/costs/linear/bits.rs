//! Sets of small numbers as bits.

pub(super) fn flip(bits: &mut [u64], place: usize) {
    bits[place / 64] ^= 1 << (place % 64);
}

pub(super) fn has(bits: &[u64], place: usize) -> bool {
    bits[place / 64] >> (place % 64) & 1 == 1
}

pub(super) fn ones(bits: &[u64]) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

/// Whether two sets have a common member.
pub(super) fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// The members, ascending.
pub(super) fn members(bits: &[u64]) -> impl Iterator<Item = usize> {
    let words = bits.iter().enumerate();
    words.flat_map(|(number, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let place = (rest != 0).then(|| number * 64 + rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(place)
        })
    })
}
