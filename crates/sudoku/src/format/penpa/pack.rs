//! The text in the letters of a link: base64 of a deflated text, in which frequent words have two
//! letters each.

use std::io::{Read, Write};

use base64::Engine;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// Letters for bytes, with or without padding.
const LETTERS: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The most bytes of a text.
const LONGEST: u64 = 1 << 22;

/// Words and what stands for them. The letter z is first, because it begins the others.
const WORDS: [(&str, &str); 31] = [
    ("z", "zZ"),
    ("\"qa\"", "z9"),
    ("\"pu_q\"", "zQ"),
    ("\"pu_a\"", "zA"),
    ("\"grid\"", "zG"),
    ("\"edit_mode\"", "zM"),
    ("\"surface\"", "zS"),
    ("\"line\"", "zL"),
    ("\"lineE\"", "zE"),
    ("\"wall\"", "zW"),
    ("\"cage\"", "zC"),
    ("\"number\"", "zN"),
    ("\"symbol\"", "zY"),
    ("\"special\"", "zP"),
    ("\"board\"", "zB"),
    ("\"command_redo\"", "zR"),
    ("\"command_undo\"", "zU"),
    ("\"command_replay\"", "z8"),
    ("\"numberS\"", "z1"),
    ("\"freeline\"", "zF"),
    ("\"freelineE\"", "z2"),
    ("\"thermo\"", "zT"),
    ("\"arrows\"", "z3"),
    ("\"direction\"", "zD"),
    ("\"squareframe\"", "z0"),
    ("\"polygon\"", "z5"),
    ("\"deletelineE\"", "z4"),
    ("\"killercages\"", "z6"),
    ("\"nobulbthermo\"", "z7"),
    ("\"__a\"", "z_"),
    ("null", "zO"),
];

/// The text that letters hold.
pub(super) fn unpack(letters: &str) -> Option<String> {
    // A form on a website turns a plus into a space.
    let bytes = LETTERS.decode(letters.replace(' ', "+")).ok()?;
    let mut text = String::new();
    let plain = DeflateDecoder::new(&bytes[..])
        .take(LONGEST)
        .read_to_string(&mut text);
    plain.ok().filter(|&length| (length as u64) < LONGEST)?;
    for (word, short) in WORDS.iter().rev() {
        text = text.replace(short, word);
    }
    Some(text)
}

/// The letters for a text.
pub(super) fn pack(text: &str) -> Option<String> {
    let mut text = text.to_owned();
    for (word, short) in WORDS.iter() {
        text = text.replace(word, short);
    }
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::default());
    packed.write_all(text.as_bytes()).ok()?;
    Some(LETTERS.encode(packed.finish().ok()?))
}
