//! The compression of lz-string, with six bits in each letter, as links hold puzzles.
//!
//! The text is a sequence of codes. A code is a new character, the end, or a piece of the text so
//! far: each piece is the one before it and the character after that.

/// The letters for six bits each, in order.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The codes that are not pieces: a character of eight bits, one of sixteen, the end.
const BYTE: usize = 0;
const WIDE: usize = 1;
const END: usize = 2;

/// The most characters of a text.
const LONGEST: usize = 1 << 22;

/// Why letters are no compressed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The letters end before the text does.
    CutShort,
    /// The letter at this place is wrong, or a code that it ends.
    Letter(usize),
    /// The text is too long for a puzzle.
    TooLong,
}

struct Bits<'a> {
    letters: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    /// The next bits, the lowest first.
    fn read(&mut self, count: usize) -> Result<usize, Fault> {
        let mut bits = 0;
        for bit in 0..count {
            let place = self.at / 6;
            let letter = match self.letters.get(place) {
                Some(b'=') | None => return Err(Fault::CutShort),
                Some(letter) => letter,
            };
            let six = LETTERS.iter().position(|own| own == letter);
            let six = six.ok_or(Fault::Letter(place))?;
            bits |= (six >> (5 - self.at % 6) & 1) << bit;
            self.at += 1;
        }
        Ok(bits)
    }
}

/// The text that some letters hold.
pub(super) fn decompress(letters: &str) -> Result<String, Fault> {
    let mut bits = Bits {
        letters: letters.as_bytes(),
        at: 0,
    };
    let mut text: Vec<u16> = Vec::new();
    // Each piece of the text: where it begins, and its length. The first three are no pieces.
    let mut pieces: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut before: Option<(usize, usize)> = None;
    let (mut width, mut left) = (2, 1);
    loop {
        let code = bits.read(width)?;
        let start = text.len();
        if code == END {
            break;
        }
        let wrong = Fault::Letter(bits.at / 6);
        let length = match code {
            BYTE | WIDE => {
                let character = bits.read(if code == BYTE { 8 } else { 16 })?;
                text.push(character as u16);
                pieces.push((start, 1));
                left -= usize::from(before.is_some());
                if left == 0 && before.is_some() {
                    (left, width) = (1 << width, width + 1);
                }
                1
            }
            code => {
                // The piece that is not complete yet is that before and its own first character.
                let whole = before.map(|(start, length)| (start, length + 1));
                let known = if code == pieces.len() {
                    whole
                } else {
                    pieces.get(code).copied()
                };
                let (from, length) = known.ok_or(wrong)?;
                for at in from..from + length {
                    text.push(*text.get(at).ok_or(wrong)?);
                }
                length
            }
        };
        match before {
            Some((start, length)) => {
                pieces.push((start, length + 1));
                left -= 1;
                if left == 0 {
                    (left, width) = (1 << width, width + 1);
                }
            }
            None => (width, left) = (3, 4),
        }
        before = Some((start, length));
        if text.len() > LONGEST {
            return Err(Fault::TooLong);
        }
    }
    String::from_utf16(&text).map_err(|_| Fault::Letter(bits.at / 6))
}

/// The letters for a text.
pub(super) fn compress(text: &str) -> String {
    lz_str::compress_to_base64(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        let long = "{\"cells\":[[1,2],[3,4]],\"x\":\"aaaaaaaaa\"}".repeat(40);
        for text in ["", "a", "aaaaaaaaaaaa", "abcabcabc", "éß漢字", &long] {
            assert_eq!(decompress(&compress(text)).as_deref(), Ok(text));
        }
        let letters = compress(&long);
        assert_eq!(decompress(&letters[..40]), Err(Fault::CutShort));
        assert_eq!(decompress("N4Ig!zgl"), Err(Fault::Letter(4)));
    }
}
