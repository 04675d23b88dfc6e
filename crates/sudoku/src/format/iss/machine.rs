//! State machines and tables of pairs, as ISS packs them into letters.

use base64::Engine;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};

use crate::rule::Machine;

/// Letters for bytes, with or without padding.
const LETTERS: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The letters for six bits each, in order.
const SIX_BITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The format of a machine with a list of targets for each state.
const LISTS: u64 = 0;
/// The format of a machine with a bit for each symbol that has a target.
const SETS: u64 = 1;

/// The bytes of a text of letters.
pub(super) fn bytes(text: &str) -> Option<Vec<u8>> {
    let text = text.replace('+', "-").replace('/', "_");
    LETTERS.decode(text).ok()
}

/// The letters of some bytes.
pub(super) fn letters(bytes: &[u8]) -> String {
    LETTERS.encode(bytes)
}

/// The six bits of a letter.
pub(super) fn six_bits(letter: u8) -> Option<u8> {
    SIX_BITS
        .iter()
        .position(|&own| own == letter)
        .map(|bits| bits as u8)
}

/// The pairs that a key allows, out of all pairs of `values` values from `least`: one bit each.
pub(super) fn pairs(key: &str, values: i64, least: i64) -> Option<Vec<(i64, i64)>> {
    let mut bits = Vec::new();
    for letter in key.bytes() {
        let six = six_bits(letter)?;
        bits.extend((0..6).map(|bit| six >> bit & 1 == 1));
    }
    let all = (0..values * values).filter(|&pair| bits.get(pair as usize) == Some(&true));
    Some(
        all.map(|pair| (least + pair / values, least + pair % values))
            .collect(),
    )
}

/// The key of some pairs.
pub(super) fn key(pairs: &[(i64, i64)], values: i64, least: i64) -> String {
    let mut letters = vec![0u8; ((values * values) as usize).div_ceil(6)];
    for &(a, b) in pairs {
        let place = ((a - least) * values + b - least) as usize;
        if let Some(letter) = letters.get_mut(place / 6) {
            *letter |= 1 << (place % 6);
        }
    }
    while letters.last() == Some(&0) {
        letters.pop();
    }
    letters
        .into_iter()
        .map(|six| char::from(SIX_BITS[usize::from(six)]))
        .collect()
}

/// Reads bits, the highest of each byte first.
struct Bits {
    bytes: Vec<u8>,
    at: usize,
}

impl Bits {
    fn left(&self) -> usize {
        8 * self.bytes.len() - self.at
    }

    fn read(&mut self, count: usize) -> Option<u64> {
        let mut bits = 0;
        for _ in 0..count {
            let byte = self.bytes.get(self.at / 8)?;
            bits = bits << 1 | u64::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(bits)
    }
}

/// Unpacks a machine: two bits for the format; four bits each for the bits of a state and the
/// number of symbols; the number of start states and of states that are accepted; the steps of each
/// state. `value` is that of the first symbol.
pub(super) fn unpack(text: &str, value: i64) -> Option<Machine> {
    let mut bits = Bits {
        bytes: bytes(text)?,
        at: 0,
    };
    let format = bits.read(2)?;
    if format > SETS {
        return None;
    }
    let of_state = bits.read(4)? as usize + 1;
    let symbols = bits.read(4)? as usize + 1;
    let starts = bits.read(of_state)? as u32;
    let accepted = bits.read(of_state)? as u32;
    // The start states come first; one bit says of each whether it is accepted.
    let mut accept: Vec<u32> = Vec::new();
    for state in (0..starts).rev() {
        if bits.read(1)? == 1 {
            accept.push(state);
        }
    }
    accept.extend(starts..starts + accepted);
    let mut steps = Vec::new();
    if format == LISTS {
        let of_count = bits.read(4)? as usize;
        let of_symbol = (usize::BITS - (symbols - 1).leading_zeros()) as usize;
        let mut state = 0;
        while of_count > 0 && bits.left() >= of_count {
            for _ in 0..bits.read(of_count)? {
                let symbol = bits.read(of_symbol)? as i64;
                steps.push((state, value + symbol, bits.read(of_state)? as u32));
            }
            state += 1;
        }
    } else {
        let mut state = 0;
        while bits.left() >= symbols {
            let which = bits.read(symbols)?;
            for symbol in 0..symbols {
                if which >> symbol & 1 == 1 {
                    steps.push((state, value + symbol as i64, bits.read(of_state)? as u32));
                }
            }
            state += 1;
        }
    }
    Some(Machine::new((0..starts).collect(), accept, steps))
}

/// Writes bits, the highest of each byte first.
#[derive(Default)]
struct Pack {
    bytes: Vec<u8>,
    at: usize,
}

impl Pack {
    fn write(&mut self, bits: u64, count: usize) {
        for bit in (0..count).rev() {
            if self.at.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((bits >> bit & 1) as u8) << (7 - self.at % 8);
            }
            self.at += 1;
        }
    }
}

/// The states in the order of the format: those of the start, then others that are accepted, then
/// the rest.
fn states(machine: &Machine) -> Vec<u32> {
    let mut rest: Vec<u32> = machine
        .steps()
        .iter()
        .flat_map(|step| [step.0, step.2])
        .collect();
    rest.sort_unstable();
    let mut states: Vec<u32> = Vec::new();
    for state in [machine.start(), machine.accept(), &rest].concat() {
        if !states.contains(&state) {
            states.push(state);
        }
    }
    states
}

/// Packs a machine for values from `value`. `None` if it is too large for the format.
pub(super) fn pack(machine: &Machine, value: i64) -> Option<String> {
    let states = states(machine);
    let starts = machine.start().len();
    let is_other = |state: &&u32| !machine.start().contains(state);
    let accepted = machine.accept().iter().filter(is_other).count();
    let number = |state: u32| {
        states
            .iter()
            .position(|&own| own == state)
            .map(|at| at as u64)
    };
    let symbols = machine
        .steps()
        .iter()
        .map(|step| step.1 - value + 1)
        .max()
        .unwrap_or(1) as usize;
    let largest = states.len().max(starts).max(accepted).max(1);
    let of_state = (usize::BITS - largest.leading_zeros()) as usize;
    if of_state > 16 || symbols > 16 {
        return None;
    }
    let mut lists: Vec<Vec<(u64, u64)>> = vec![Vec::new(); states.len()];
    for step in machine.steps() {
        lists[number(step.0)? as usize].push(((step.1 - value) as u64, number(step.2)?));
    }
    while lists.last().is_some_and(Vec::is_empty) {
        lists.pop();
    }
    let longest = lists.iter().map(Vec::len).max().unwrap_or_default();
    let of_count = (usize::BITS - longest.leading_zeros()) as usize;
    let of_symbol = (usize::BITS - (symbols - 1).leading_zeros()) as usize;
    if of_count > 15 {
        return None;
    }
    let mut pack = Pack::default();
    pack.write(LISTS, 2);
    pack.write(of_state as u64 - 1, 4);
    pack.write(symbols as u64 - 1, 4);
    pack.write(starts as u64, of_state);
    pack.write(accepted as u64, of_state);
    // One bit for each start state, the first of them last.
    for state in states[..starts].iter().rev() {
        pack.write(u64::from(machine.accept().contains(state)), 1);
    }
    pack.write(of_count as u64, 4);
    for list in lists {
        pack.write(list.len() as u64, of_count);
        for (symbol, state) in list {
            pack.write(symbol, of_symbol);
            pack.write(state, of_state);
        }
    }
    Some(letters(&pack.bytes))
}
