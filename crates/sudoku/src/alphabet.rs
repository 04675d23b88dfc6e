//! How the cells of a board are written: which token stands for which value.
//!
//! Boards are written in [`Alphabet::plain`] and read in all alphabets. Boards of up to nine values
//! have digits from 1. The characters of a whole larger board decide its alphabet:
//!
//! | alphabet | values 1, 2, ... of 16 | blank |
//! |---|---|---|
//! | [`Alphabet::Digits`] | `1`-`9` `A`-`G` | `0 . * _ -` |
//! | [`Alphabet::Zero`] | `0`-`9` `A`-`F` | `. * _ -` |
//! | [`Alphabet::Letters`] | `A`-`P` | `0 . * _ -` |
//! | [`Alphabet::Numbers`] | `1` to `16` | `0 . * _ -` |
//!
//! A board of up to nine values counts from zero, too, if it has `0` and another blank, has not the
//! largest digit, and no zeros see each other. A larger board without a digit above 0 has letters. A
//! larger board with `0` and another blank counts from zero, and so does a full board, with as many
//! `0` as rows. Other boards have the first alphabet that has all their characters. Small letters
//! are read as capitals.

/// The most values, and so the longest row of one board: a character stands for each value.
pub const LARGEST_SIDE: usize = 36;

/// The note about a board of up to nine values that counts from zero.
pub(super) const ZERO_NOTE: &str = "0 is a value, because the board has another sign for blanks";

/// See the [module](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alphabet {
    Digits,
    Zero,
    Letters,
    Numbers,
}

/// The characters of a board, and which of them say what its alphabet is.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seen {
    digit: bool,
    letter: bool,
    zeros: usize,
    other_blank: bool,
    /// The last letter.
    last: u8,
}

impl Seen {
    pub(super) fn add(&mut self, byte: u8) {
        match byte {
            b'1'..=b'9' => self.digit = true,
            b'0' => self.zeros += 1,
            byte if byte.is_ascii_alphabetic() => {
                self.letter = true;
                self.last = self.last.max(byte.to_ascii_uppercase());
            }
            _ => self.other_blank = true,
        }
    }

    /// Whether any character is a letter.
    pub(super) fn has_letters(self) -> bool {
        self.letter
    }

    /// The alphabet of these characters, on a board of `side` values, more than nine.
    pub(super) fn alphabet(self, side: usize) -> Alphabet {
        if side <= 9 {
            return Alphabet::Digits;
        }
        let fits = |alphabet: Alphabet| {
            alphabet.exists(side) && (!self.letter || alphabet.value(&[self.last], side).is_some())
        };
        let letters = self.letter && !self.digit && fits(Alphabet::Letters);
        let zero =
            self.zeros > 0 && (self.other_blank || self.zeros == side) && fits(Alphabet::Zero);
        match () {
            () if letters => Alphabet::Letters,
            () if zero || !Alphabet::Digits.exists(side) => Alphabet::Zero,
            () => Alphabet::Digits,
        }
    }
}

impl Alphabet {
    /// Those with one character for each value.
    pub(super) const OF_CHARACTERS: [Alphabet; 3] =
        [Alphabet::Digits, Alphabet::Zero, Alphabet::Letters];

    /// That of boards in a form of our own: digits, and from zero where they would not be enough.
    pub(super) fn plain(side: usize) -> Alphabet {
        if side < LARGEST_SIDE {
            Alphabet::Digits
        } else {
            Alphabet::Zero
        }
    }

    /// Whether the alphabet has `side` values.
    pub(super) fn exists(self, side: usize) -> bool {
        match self {
            Alphabet::Digits => side <= 35,
            Alphabet::Zero => side <= 36,
            Alphabet::Letters => side <= 26,
            Alphabet::Numbers => true,
        }
    }

    /// The value of a token: 0 for a blank, `None` if the alphabet does not have it.
    pub(super) fn value(self, token: &[u8], side: usize) -> Option<u8> {
        let value = match (self, token) {
            (_, [b'.' | b'*' | b'_' | b'-']) => 0,
            (Alphabet::Zero, [byte]) => digit(*byte)? + 1,
            (Alphabet::Digits, [byte]) => digit(*byte)?,
            (Alphabet::Letters, [b'0']) => 0,
            (Alphabet::Letters, [byte]) => {
                digit(*byte)?.checked_sub(9).filter(|&value| value > 0)?
            }
            (Alphabet::Numbers, token)
                if token.len() <= 2 && token.iter().all(u8::is_ascii_digit) =>
            {
                token
                    .iter()
                    .fold(0, |value, byte| 10 * value + (byte - b'0'))
            }
            _ => return None,
        };
        (usize::from(value) <= side).then_some(value)
    }

    /// The character of a value from 1, where values are characters; `?` if it has none.
    pub(super) fn byte(self, value: u8) -> u8 {
        let digit = match self {
            Alphabet::Zero => value.wrapping_sub(1),
            Alphabet::Letters => value.saturating_add(9),
            Alphabet::Digits | Alphabet::Numbers => value,
        };
        let first = if digit < 10 { b'0' } else { b'A' - 10 };
        if digit < 36 { first + digit } else { b'?' }
    }

    /// The characters of cells, a dot for a blank.
    pub(super) fn line(self, cells: impl Iterator<Item = u8>) -> String {
        let symbol = |value| match value {
            0 => '.',
            value => char::from(self.byte(value)),
        };
        cells.map(symbol).collect()
    }

    /// The token of a value, as text.
    pub(super) fn token(self, value: u8) -> String {
        match self {
            Alphabet::Numbers => value.to_string(),
            _ => char::from(self.byte(value)).to_string(),
        }
    }

    /// Its values and blanks in words: `a digit or a blank (0 . * _ -)`.
    pub(super) fn expected(self, side: usize) -> String {
        let (first, last) = (self.token(1), self.token(side as u8));
        match self {
            Alphabet::Digits if side == 9 => "a digit or a blank (0 . * _ -)".to_owned(),
            Alphabet::Digits if side < 9 => {
                format!("a digit from 1 to {side} or a blank (0 . * _ -)")
            }
            Alphabet::Digits => format!("one of 1-9 A-{last} or a blank (0 . * _ -)"),
            Alphabet::Zero if side <= 10 => "one of 0-9 or a blank (. * _ -)".to_owned(),
            Alphabet::Zero => format!("one of 0-9 A-{last} or a blank (. * _ -)"),
            Alphabet::Letters => format!("one of {first}-{last} or a blank (0 . * _ -)"),
            Alphabet::Numbers => format!("a number from 1 to {side} or a blank (0 . * _ -)"),
        }
    }
}

/// `0` to `9`, `A` to `Z` as 0 to 35.
fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(36).map(|digit| digit as u8)
}

/// Whether a byte can stand for a cell of a board of `side` values, in any alphabet.
#[inline]
pub(super) fn is_cell(byte: u8, side: usize) -> bool {
    is_class(CLASSES[usize::from(byte)], side)
}

/// Whether bytes of this class, see [`digit_value`], can do so.
#[inline]
pub(super) fn is_class(class: u8, side: usize) -> bool {
    class <= if side > 9 { LETTER } else { side as u8 }
}

/// The digit that a byte is, 0 for a blank; more than nine if it is a letter, and more than that if
/// it can be no cell.
#[inline]
pub(super) fn digit_value(byte: u8) -> u8 {
    CLASSES[usize::from(byte)]
}

const LETTER: u8 = 10;

/// Of each byte: the digit it is, 0 for a blank, `LETTER`, or more if it stands for no cell.
const CLASSES: [u8; 256] = {
    let mut classes = [u8::MAX; 256];
    let mut byte = 0;
    while byte < 256 {
        let it = byte as u8;
        if it.is_ascii_digit() {
            classes[byte] = it - b'0';
        } else if it.is_ascii_alphabetic() {
            classes[byte] = LETTER;
        } else if matches!(it, b'.' | b'*' | b'_' | b'-') {
            classes[byte] = 0;
        }
        byte += 1;
    }
    classes
};

#[cfg(test)]
mod tests {
    use super::*;

    fn alphabet(text: &str, side: usize) -> Alphabet {
        let mut seen = Seen::default();
        text.bytes().for_each(|byte| seen.add(byte));
        seen.alphabet(side)
    }

    #[test]
    fn the_characters_decide_the_alphabet() {
        assert_eq!(alphabet("1.9", 9), Alphabet::Digits);
        assert_eq!(alphabet("1G.", 16), Alphabet::Digits);
        assert_eq!(alphabet("1F0", 16), Alphabet::Digits);
        assert_eq!(alphabet("1F.", 16), Alphabet::Digits);
        assert_eq!(alphabet("1F0.", 16), Alphabet::Zero);
        assert_eq!(alphabet("1G0.", 16), Alphabet::Digits);
        assert_eq!(alphabet("ap-", 16), Alphabet::Letters);
        assert_eq!(alphabet("AF0", 16), Alphabet::Letters);
        assert_eq!(alphabet("XY.", 25), Alphabet::Letters);
        assert_eq!(alphabet("1P.", 25), Alphabet::Digits);
        assert_eq!(alphabet("1Z.", 36), Alphabet::Zero);
    }

    #[test]
    fn values_go_round_in_every_alphabet() {
        for side in 4..=36 {
            for alphabet in [
                Alphabet::Digits,
                Alphabet::Zero,
                Alphabet::Letters,
                Alphabet::Numbers,
            ] {
                if !alphabet.exists(side) {
                    continue;
                }
                for value in 1..=side as u8 {
                    let token = alphabet.token(value);
                    assert_eq!(alphabet.value(token.as_bytes(), side), Some(value));
                }
                assert_eq!(alphabet.value(b".", side), Some(0));
                let beyond = alphabet.token(side as u8 + 1);
                assert_eq!(alphabet.value(beyond.as_bytes(), side), None);
            }
        }
    }
}
