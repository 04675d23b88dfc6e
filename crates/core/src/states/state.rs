//! States as words of bits, for the sweep and the fold.

/// The numbers of the set bits, ascending.
pub(crate) fn bits(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(place, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                place * 64 + bit
            })
        })
    })
}

/// A state of `W` words; [`Layout`](super::layout::Layout) gives the bits their meaning.
pub(crate) type State<const W: usize> = [u64; W];

pub(crate) fn set<const W: usize>(state: &mut State<W>, bit: u32) {
    state[bit as usize / 64] |= 1 << (bit % 64);
}

#[inline]
pub(crate) fn has<const W: usize>(state: &State<W>, bit: u32) -> bool {
    state[bit as usize / 64] >> (bit % 64) & 1 == 1
}

pub(crate) fn unset<const W: usize>(state: &mut State<W>, bit: u32) {
    state[bit as usize / 64] &= !(1 << (bit % 64));
}

pub(crate) fn state_of<const W: usize>(bits: &[u32]) -> State<W> {
    let mut state = [0; W];
    for &bit in bits {
        set(&mut state, bit);
    }
    state
}

/// Whether all bits of `part` are in `whole`.
#[inline]
pub(crate) fn is_within<const W: usize>(part: &State<W>, whole: &State<W>) -> bool {
    (0..W).fold(0, |missing, word| missing | part[word] & !whole[word]) == 0
}

#[inline]
pub(crate) fn meet<const W: usize>(a: &State<W>, b: &State<W>) -> bool {
    (0..W).fold(0, |common, word| common | a[word] & b[word]) != 0
}

/// Combines two states word by word.
#[inline]
pub(crate) fn with<const W: usize>(
    a: &State<W>,
    b: &State<W>,
    change: impl Fn(u64, u64) -> u64,
) -> State<W> {
    std::array::from_fn(|word| change(a[word], b[word]))
}

/// A hash of a state. Every bit of it depends on every bit of the state.
#[inline]
pub(crate) fn hash<const W: usize>(state: &State<W>) -> usize {
    let mut hash = 0_u64;
    for &word in state {
        // Both halves of the product are mixed, so that no bit is lost.
        let product = u128::from(hash ^ word ^ SEED) * u128::from(FACTOR);
        hash = (product >> 64) as u64 ^ product as u64;
    }
    hash as usize
}

const SEED: u64 = 0x243F_6A88_85A3_08D3;
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// The most words of a state.
pub(crate) const MOST_WORDS: usize = 128;

/// Evaluates an expression with the smallest compiled size of a state that holds `$words` words as
/// the constant `$W`.
macro_rules! with_words {
    ($words:expr, $W:ident => $act:expr) => {
        $crate::states::state::with_words!($words, $W => $act, 1 2 3 4 6 8 16 32 128)
    };
    ($words:expr, $W:ident => $act:expr, $($size:literal)*) => {
        match $words {
            $(words if words <= $size => {
                const $W: usize = $size;
                $act
            })*
            _ => unreachable!("no more words than there may be"),
        }
    };
}
pub(crate) use with_words;
