//! The palettes, in SVG and on terminals.

use super::Ink;

/// The colours of a text: those that a terminal has. `false` stands for none, `true` for 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// No escape codes.
    #[default]
    None,
    /// The 16 colours that nearly all terminals have. Pieces are underlined where the colours begin
    /// again.
    Sixteen,
    /// The 256 colours of most terminals.
    Many,
}

impl From<bool> for Colours {
    fn from(coloured: bool) -> Self {
        if coloured { Self::Many } else { Self::None }
    }
}

/// Backgrounds of cells by number, each also a colour of terminals with 256 colours. They were
/// chosen by a search for the largest least distance: any two are at least 9.5 apart by CIEDE2000
/// for people with protanopia or deuteranopia, and 12.5 for others (the test below measures it).
/// Black text has a contrast of at least 4.5 on each.
const COLOURS: [([u8; 3], u8); 18] = [
    ([0x87, 0xaf, 0xaf], 109),
    ([0xd7, 0xff, 0x00], 190),
    ([0xaf, 0x5f, 0x87], 132),
    ([0x87, 0xd7, 0x5f], 113),
    ([0xd0, 0xd0, 0xd0], 252),
    ([0x00, 0xaf, 0xff], 39),
    ([0xff, 0x00, 0x5f], 197),
    ([0xaf, 0xff, 0xd7], 158),
    ([0xaf, 0x87, 0x87], 138),
    ([0x87, 0xaf, 0x00], 106),
    ([0x87, 0x5f, 0xff], 99),
    ([0x00, 0xd7, 0xff], 45),
    ([0xd7, 0xff, 0xaf], 193),
    ([0x5f, 0x87, 0x5f], 65),
    ([0xaf, 0xaf, 0x87], 144),
    ([0x87, 0x87, 0xaf], 103),
    ([0x5f, 0x87, 0x00], 64),
    ([0x00, 0xff, 0xff], 51),
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

/// Cyan, yellow, magenta, green, white, blue, red: the last digits of their codes. Each is close to
/// the colour of its number in [`COLOURS`].
const HUES: [u8; 7] = [6, 3, 5, 2, 7, 4, 1];
/// The hues of the shades, close to [`SHADES`]; then that of several shades.
const SHADE_HUES: [u8; 7] = [5, 4, 2, 3, 1, 6, 7];

/// The SVG colours of an ink: strong for thin lines, pale for wide ones; and its class.
pub(super) fn ink(ink: Ink) -> [&'static str; 3] {
    match ink {
        Ink::Black => ["#222222", "#b8b8b8", "ink-black"],
        Ink::Grey => ["#707070", "#d2d2d2", "ink-grey"],
        Ink::Red => ["#c0392b", "#f4b6ae", "ink-red"],
        Ink::Orange => ["#c9680a", "#fbc78a", "ink-orange"],
        Ink::Yellow => ["#9a7d00", "#f1dd6a", "ink-yellow"],
        Ink::Green => ["#2e8b3d", "#9be29b", "ink-green"],
        Ink::Teal => ["#0e7c7b", "#7fd4cd", "ink-teal"],
        Ink::Blue => ["#1f6fb2", "#93ccf2", "ink-blue"],
        Ink::Lavender => ["#7a5fc0", "#cdbff5", "ink-lavender"],
        Ink::Purple => ["#a12fa1", "#eba6eb", "ink-purple"],
        Ink::Pink => ["#c2417c", "#f8bcd6", "ink-pink"],
        Ink::Brown => ["#7d5a3c", "#d9bfa5", "ink-brown"],
    }
}

/// The SVG colour of a number. Every tint is a third closer to white.
pub(super) fn fill(number: usize, tint: usize) -> String {
    let [r, g, b] = tinted(number, tint);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The escape code of a background and of black text on it. Where SVG has patterns, terminals have
/// tints; where there are too few colours for tints, bright colours and lines under the text.
pub(super) fn ground(colours: Colours, number: usize, tint: usize) -> String {
    match colours {
        Colours::None => String::new(),
        Colours::Many => format!("\x1B[30;48;5;{}m", background(number, tint)),
        Colours::Sixteen => {
            let hue = HUES[number % HUES.len()];
            // Terminals without bright colours show them like the others, so they are underlined
            // first.
            let (line, bright) =
                [("", 0), ("4;", 60), ("4;", 0), ("", 60)][(number / HUES.len() + tint) % 4];
            format!(
                "\x1B[{line}{};{}m",
                text_on(hue, bright == 60),
                40 + bright + hue
            )
        }
    }
}

/// The code of a text that can be read on a hue: black, or white on dark red and dark blue.
fn text_on(hue: u8, is_bright: bool) -> u8 {
    match hue {
        1 | 4 if !is_bright => 97,
        _ => 30,
    }
}

/// The terminal colour of a number.
fn background(number: usize, tint: usize) -> u8 {
    match tint + number / COLOURS.len() {
        0 => COLOURS[number % COLOURS.len()].1,
        tint => nearest(tinted(number, tint)),
    }
}

/// The pattern of a number, beyond the colours without one.
pub(super) fn pattern(number: usize) -> Option<usize> {
    (number / COLOURS.len()).checked_sub(1)
}

fn tinted(number: usize, tint: usize) -> [u8; 3] {
    let (rgb, _) = COLOURS[number % COLOURS.len()];
    rgb.map(|part| (0..tint.min(LIGHTEST)).fold(part, |part, _| part + (u8::MAX - part) / 3))
}

/// After so many tints everything is white.
const LIGHTEST: usize = 12;

/// The nearest colour of the cube of 6 x 6 x 6 colours of a terminal.
fn nearest(rgb: [u8; 3]) -> u8 {
    let level = |part: u8| {
        let levels = [0_u8, 95, 135, 175, 215, 255].into_iter();
        let near = levels
            .enumerate()
            .min_by_key(|(_, level)| level.abs_diff(part));
        near.map_or(0, |(number, _)| number as u8)
    };
    let [r, g, b] = rgb.map(level);
    16 + 36 * r + 6 * g + b
}

/// The SVG colour of a shade.
pub(super) fn shade_fill(number: usize) -> &'static str {
    SHADES[number % SHADES.len()].0
}

/// The escape code of some shades and of text on them, `None` if there are none.
pub(super) fn shade_ground(colours: Colours, shades: &[usize], bold: bool) -> Option<String> {
    let number = match shades {
        [] => return None,
        [number] => number % SHADES.len(),
        _ => SHADES.len(),
    };
    Some(match colours {
        Colours::None => String::new(),
        Colours::Many => {
            let light = if bold { 97 } else { 96 };
            let shade = SHADES.get(number).map_or(SEVERAL_SHADES, |shade| shade.1);
            format!("\x1B[{light};48;5;{shade}m")
        }
        Colours::Sixteen => {
            let hue = SHADE_HUES[number];
            format!("\x1B[{};{}m", text_on(hue, false), 40 + hue)
        }
    })
}

#[cfg(test)]
mod tests;
