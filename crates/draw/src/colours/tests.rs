//! Measures how different the colours of pieces are, also for colour-blind people.

use super::{COLOURS, Colours, ground, nearest, tinted};

/// How people with protanopia and deuteranopia see linear RGB: G. M. Machado, M. M. Oliveira and
/// L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
/// (2009).
const DEFICIENT: [[[f64; 3]; 3]; 2] = [
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
];

fn linear(rgb: [u8; 3]) -> [f64; 3] {
    rgb.map(|part| match f64::from(part) / 255.0 {
        low if low <= 0.04045 => low / 12.92,
        high => ((high + 0.055) / 1.055).powf(2.4),
    })
}

fn times(matrix: [[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

/// CIELAB under the light D65.
fn lab(linear: [f64; 3]) -> [f64; 3] {
    let to_xyz = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175_0],
        [0.019_333_9, 0.119_192_0, 0.950_304_1],
    ];
    let [x, y, z] = times(to_xyz, linear.map(|part| part.clamp(0.0, 1.0)));
    let [x, y, z] = [x / 0.95047, y, z / 1.08883].map(|part: f64| match part {
        high if high > 216.0 / 24389.0 => high.cbrt(),
        low => (24389.0 / 27.0 * low + 16.0) / 116.0,
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The distance CIEDE2000, as in G. Sharma, W. Wu and E. N. Dalal (2005).
fn distance([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
    let chroma = f64::midpoint(a1.hypot(b1), a2.hypot(b2)).powi(7);
    let g = 0.5 * (1.0 - (chroma / (chroma + 25_f64.powi(7))).sqrt());
    let (a1, a2) = (a1 * (1.0 + g), a2 * (1.0 + g));
    let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
    let hue = |a: f64, b: f64| b.atan2(a).to_degrees().rem_euclid(360.0);
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let (turn, mean) = match h2 - h1 {
        _ if c1 * c2 == 0.0 => (0.0, h1 + h2),
        turn if turn.abs() <= 180.0 => (turn, f64::midpoint(h1, h2)),
        turn if turn > 180.0 => (turn - 360.0, f64::midpoint(h1, h2) - 180.0),
        turn => (turn + 360.0, f64::midpoint(h1, h2) + 180.0),
    };
    let mean = mean.rem_euclid(360.0);
    let across = 2.0 * (c1 * c2).sqrt() * (turn.to_radians() / 2.0).sin();
    let (l, c) = (f64::midpoint(l1, l2), f64::midpoint(c1, c2));
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(mean - 30.0) + 0.24 * cos(2.0 * mean) + 0.32 * cos(3.0 * mean + 6.0)
        - 0.2 * cos(4.0 * mean - 63.0);
    let light = (l - 50.0).powi(2);
    let light = (l2 - l1) / (1.0 + 0.015 * light / (20.0 + light).sqrt());
    let chromatic = (c2 - c1) / (1.0 + 0.045 * c);
    let across = across / (1.0 + 0.015 * c * t);
    let seventh = (c.powi(7) / (c.powi(7) + 25_f64.powi(7))).sqrt();
    let around = 60.0 * (-((mean - 275.0) / 25.0).powi(2)).exp();
    let rotation = -2.0 * seventh * around.to_radians().sin();
    (light.powi(2) + chromatic.powi(2) + across.powi(2) + rotation * chromatic * across).sqrt()
}

/// The least distance of two colours, seen in a way.
fn least(seen: impl Fn([u8; 3]) -> [f64; 3]) -> f64 {
    let seen: Vec<[f64; 3]> = COLOURS.iter().map(|&(rgb, _)| seen(rgb)).collect();
    let pairs = (0..seen.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let distances = pairs.map(|(a, b)| distance(seen[a], seen[b]));
    distances.fold(f64::INFINITY, f64::min)
}

#[test]
fn the_distance_is_that_of_its_authors() {
    // The pairs 1, 7 and 25 of the test data of Sharma, Wu and Dalal.
    let pairs = [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
        (
            [60.2574, -34.0099, 36.2677],
            [60.4626, -34.1751, 39.4387],
            1.2644,
        ),
    ];
    for (one, other, expected) in pairs {
        assert!(
            (distance(one, other) - expected).abs() < 1e-4,
            "{one:?} {other:?}"
        );
    }
}

#[test]
fn any_two_colours_are_far_apart_also_for_colour_blind_people() {
    assert!(least(|rgb| lab(linear(rgb))) > 12.5);
    for matrix in DEFICIENT {
        assert!(least(|rgb| lab(times(matrix, linear(rgb)))) > 9.5);
    }
}

#[test]
fn black_text_can_be_read_on_every_colour_also_in_grey() {
    for (rgb, _) in COLOURS {
        let [r, g, b] = linear(rgb);
        let luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        assert!((luminance + 0.05) / 0.05 >= 4.5, "{rgb:?}");
    }
}

#[test]
fn a_terminal_has_exactly_these_colours() {
    for (number, (rgb, code)) in COLOURS.into_iter().enumerate() {
        let is_grey = rgb == [0xd0; 3];
        assert_eq!(tinted(number, 0), rgb);
        assert!(is_grey || nearest(rgb) == code, "{rgb:?}");
    }
}

#[test]
fn a_terminal_with_16_colours_keeps_28_pieces_apart() {
    let styles = (0..28).map(|number| ground(Colours::Sixteen, number, 0));
    let styles: Vec<String> = styles.collect();
    for (number, style) in styles.iter().enumerate() {
        assert!(!style.contains("48;5"), "{style:?}");
        assert!(!styles[..number].contains(style), "{number}: {style:?}");
    }
    // Neighbours of a kind differ by their tint; 14 pieces differ without bright colours, too.
    for tint in 0..4 {
        assert_eq!(ground(Colours::Sixteen, 0, tint), styles[7 * tint]);
    }
    let dark = |style: &String| style.replace(";10", ";4");
    let dark: std::collections::BTreeSet<String> = styles[..14].iter().map(dark).collect();
    assert_eq!(dark.len(), 14);
}
