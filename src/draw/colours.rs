//! The palettes, in SVG and on a terminal with 256 colours.

use super::Ink;

/// Backgrounds of cells by number. Dark text can be read on them, and colour-blind people can tell
/// them apart: the *light* scheme of Paul Tol, "Colour schemes", SRON technical note (2021).
const COLOURS: [([u8; 3], u8); 9] = [
    ([0x77, 0xaa, 0xdd], 110),
    ([0xee, 0xdd, 0x88], 222),
    ([0xff, 0xaa, 0xbb], 218),
    ([0x44, 0xbb, 0x99], 79),
    ([0xee, 0x88, 0x66], 209),
    ([0x99, 0xdd, 0xff], 117),
    ([0xbb, 0xcc, 0x33], 149),
    ([0xdd, 0xdd, 0xdd], 253),
    ([0xaa, 0xaa, 0x00], 142),
];

/// Shades by number: light in SVG, where several lie over each other, and dark on a terminal.
const SHADES: [(&str, u8); 6] = [
    ("#d9b3e6", 54),
    ("#a9c9ec", 24),
    ("#b5deb0", 22),
    ("#f4d58d", 94),
    ("#f2b5a7", 88),
    ("#b8dcd8", 23),
];
/// The terminal colour of a cell with several shades.
const SEVERAL_SHADES: u8 = 240;

/// The SVG colours of an ink: strong for thin lines, pale for wide ones.
pub(super) fn ink(ink: Ink) -> [&'static str; 2] {
    match ink {
        Ink::Black => ["#222222", "#b8b8b8"],
        Ink::Grey => ["#707070", "#d2d2d2"],
        Ink::Red => ["#c0392b", "#f4b6ae"],
        Ink::Orange => ["#c9680a", "#fbc78a"],
        Ink::Yellow => ["#9a7d00", "#f1dd6a"],
        Ink::Green => ["#2e8b3d", "#9be29b"],
        Ink::Teal => ["#0e7c7b", "#7fd4cd"],
        Ink::Blue => ["#1f6fb2", "#93ccf2"],
        Ink::Lavender => ["#7a5fc0", "#cdbff5"],
        Ink::Purple => ["#a12fa1", "#eba6eb"],
        Ink::Pink => ["#c2417c", "#f8bcd6"],
        Ink::Brown => ["#7d5a3c", "#d9bfa5"],
    }
}

/// The number of colours of the palette.
pub(super) const COLOUR_COUNT: usize = COLOURS.len();

/// The SVG colour of a number. Every further round of the palette is a third closer to white.
pub(super) fn fill(number: usize) -> String {
    let (rgb, _) = COLOURS[number % COLOURS.len()];
    let [r, g, b] = rgb
        .map(|part| (0..number / COLOURS.len()).fold(part, |part, _| part + (u8::MAX - part) / 3));
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The terminal colour of a number.
pub(super) fn background(number: usize) -> u8 {
    COLOURS[number % COLOURS.len()].1
}

/// The SVG colour of a shade.
pub(super) fn shade_fill(number: usize) -> &'static str {
    SHADES[number % SHADES.len()].0
}

/// The terminal colour of some shades, `None` if there are none.
pub(super) fn shade_background(shades: &[usize]) -> Option<u8> {
    match shades {
        [] => None,
        [number] => Some(SHADES[number % SHADES.len()].1),
        _ => Some(SEVERAL_SHADES),
    }
}
