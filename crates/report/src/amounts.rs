//! Large numbers and times in words that a person reads at a glance.

use quadrille_core::Count;
use quadrille_core::count::Interval;

/// Digits of a rounded number of things.
const DIGITS: i32 = 3;
/// Digits of a rounded time.
const TIME_DIGITS: i32 = 2;
/// Seconds since the beginning of the universe, 13.8 thousand million years ago.
const UNIVERSE: f64 = 4.35e17;

/// The direction in which a bound is rounded. Rounding may only make an interval wider.
#[derive(Clone, Copy)]
enum Side {
    Down,
    Nearest,
    Up,
}

/// `12`, or `about 799,000, between 780,000 and 815,000`.
pub(super) fn number(interval: Interval) -> String {
    let Interval {
        mean, low, high, ..
    } = interval;
    if low == high {
        return digits(mean, None);
    }
    let show = |value, side| digits(value, Some(side));
    let least = show(low, Side::Down);
    if mean == f64::INFINITY {
        return format!("more than 10^308, at least {least}");
    }
    let about = show(mean, Side::Nearest);
    if high == f64::INFINITY {
        return open(&format!("about {about}"), &least, low);
    }
    format!(
        "about {about}, between {least} and {}",
        show(high, Side::Up)
    )
}

/// An estimate without an upper bound.
fn open(about: &str, least: &str, low: f64) -> String {
    if low > 0.0 {
        format!("{about}, at least {least} (no upper bound is known)")
    } else {
        format!("{about} (no bounds are known)")
    }
}

/// Digits of the longest number that is written in full.
const LONGEST: usize = 20;

/// An exact number of things, rounded only if it is long: `9,356`, or `about 1.2 x 10^60`.
pub(super) fn exact(count: &Count) -> String {
    let all = count.to_string();
    if all.len() <= LONGEST {
        return in_groups(&all);
    }
    let power = all.len() - 1;
    let (first, rest) = all.split_at(1);
    let head: f64 = format!("{first}.{}", &rest[..LONGEST - 1])
        .parse()
        .unwrap_or(f64::INFINITY);
    let (head, is_ten) = rounded(head, 2, Side::Nearest);
    if is_ten {
        format!("about 1 x 10^{}", power + 1)
    } else {
        format!("about {head} x 10^{power}")
    }
}

/// `about 2.1 minutes, between 1.4 and 3.9 minutes`.
pub(super) fn time(interval: Interval) -> String {
    let Interval {
        mean, low, high, ..
    } = interval;
    let own = |value, side| seconds(value, unit_of(value), side);
    let least = own(low, Side::Down);
    if low > UNIVERSE {
        return "longer than the age of the universe".to_owned();
    }
    if mean > UNIVERSE {
        return format!("at least {least}, probably longer than the age of the universe");
    }
    let about = about(mean);
    if low == high {
        return about;
    }
    if high == f64::INFINITY {
        return open(&about, &least, low);
    }
    if high > UNIVERSE {
        return format!("{about}, at least {least}, perhaps longer than the age of the universe");
    }
    // All in one unit, where that leaves no bound too small or too large to read.
    let unit = unit_of(mean);
    if low >= unit.1 / 10.0 && high < unit.1 * 1000.0 {
        let (low, _) = rounded(low / unit.1, TIME_DIGITS, Side::Down);
        return format!(
            "{about}, between {low} and {}",
            seconds(high, unit, Side::Up)
        );
    }
    format!("{about}, between {least} and {}", own(high, Side::Up))
}

/// `about 0.041 s`.
pub(super) fn about(time: f64) -> String {
    if time < 0.001 {
        return "less than 0.001 s".to_owned();
    }
    format!("about {}", seconds(time, unit_of(time), Side::Nearest))
}

/// Units of time and their seconds, the largest first.
const UNITS: [(&str, f64); 5] = [
    ("years", 31_557_600.0),
    ("days", 86_400.0),
    ("hours", 3_600.0),
    ("minutes", 60.0),
    ("s", 1.0),
];

/// The largest unit of which a time has at least 1.5: "1.5 minutes", never "1 minutes".
fn unit_of(time: f64) -> (&'static str, f64) {
    let fits = |unit: &&(&str, f64)| time >= 1.5 * unit.1;
    UNITS.iter().find(fits).copied().unwrap_or(("s", 1.0))
}

fn seconds(time: f64, (unit, size): (&str, f64), side: Side) -> String {
    format!("{} {unit}", rounded(time / size, TIME_DIGITS, side).0)
}

/// A number from 0, exact if no side is given.
fn digits(value: f64, side: Option<Side>) -> String {
    if value < 1e15 {
        return match side {
            Some(side) if value >= 1.0 => rounded(value, DIGITS, side).0,
            _ => grouped(value.round()),
        };
    }
    if value == f64::INFINITY {
        return "more than 10^308".to_owned();
    }
    let power = value.log10().floor() as i32;
    let (head, is_ten) = rounded(value / 10_f64.powi(power), 2, side.unwrap_or(Side::Nearest));
    if is_ten {
        format!("1 x 10^{}", power + 1)
    } else {
        format!("{head} x 10^{power}")
    }
}

/// A number rounded to this many digits, and whether it is 10.
fn rounded(value: f64, digits: i32, side: Side) -> (String, bool) {
    if value <= 0.0 {
        return ("0".to_owned(), false);
    }
    let places = digits - 1 - value.log10().floor() as i32;
    // A step is a power of ten, and powers of ten above 1 are exact.
    let scaled = match places {
        0.. => value * 10_f64.powi(places),
        _ => value / 10_f64.powi(-places),
    };
    let scaled = match side {
        Side::Down => scaled.floor(),
        Side::Nearest => scaled.round(),
        Side::Up => scaled.ceil(),
    };
    if places <= 0 {
        let value = scaled * 10_f64.powi(-places);
        return (grouped(value), value == 10.0);
    }
    let text = format!("{:.*}", places as usize, scaled / 10_f64.powi(places));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    (text.to_owned(), text == "10")
}

/// A whole number with a comma between each three digits.
fn grouped(value: f64) -> String {
    in_groups(&format!("{value:.0}"))
}

fn in_groups(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(mean: f64, low: f64, high: f64) -> Interval {
        Interval::new(mean, low, high)
    }

    #[test]
    fn numbers_are_rounded_outwards() {
        let exact = |value| number(interval(value, value, value));
        assert_eq!(exact(0.0), "0");
        assert_eq!(exact(36.0), "36");
        assert_eq!(exact(12_988_816.0), "12,988,816");
        assert_eq!(exact(1.2e60), "1.2 x 10^60");
        assert_eq!(exact(9.99e60), "1 x 10^61");
        assert_eq!(exact(f64::INFINITY), "more than 10^308");
        let shown = number(interval(798_623.0, 780_490.0, 815_001.0));
        assert_eq!(shown, "about 799,000, between 780,000 and 816,000");
        let shown = number(interval(2.44e30, 1.19e30, 3.71e30));
        assert_eq!(
            shown,
            "about 2.4 x 10^30, between 1.1 x 10^30 and 3.8 x 10^30"
        );
        let open = number(interval(1.0e6, 50_000.0, f64::INFINITY));
        assert_eq!(
            open,
            "about 1,000,000, at least 50,000 (no upper bound is known)"
        );
        let unbounded = number(interval(1.0e6, 0.0, f64::INFINITY));
        assert_eq!(unbounded, "about 1,000,000 (no bounds are known)");
        let huge = number(interval(f64::INFINITY, 50_000.0, f64::INFINITY));
        assert_eq!(huge, "more than 10^308, at least 50,000");
    }

    #[test]
    fn exact_numbers_are_rounded_beyond_20_digits() {
        let shown = |digits: &str| exact(&digits.parse().unwrap());
        assert_eq!(shown("0"), "0");
        assert_eq!(shown("19872369301840986112"), "19,872,369,301,840,986,112");
        assert_eq!(shown("198723693018409861129"), "about 2 x 10^20");
        assert_eq!(shown("125723693018409861129"), "about 1.3 x 10^20");
        assert_eq!(
            shown(&format!("999{}", "0".repeat(400))),
            "about 1 x 10^403"
        );
    }

    #[test]
    fn times_have_units_of_their_size() {
        for (mean, low, high, expected) in [
            (0.0, 0.0, 0.0, "less than 0.001 s"),
            (0.0412, 0.0412, 0.0412, "about 0.041 s"),
            (1.0, 0.9, 1.11, "about 1 s, between 0.9 and 1.2 s"),
            (
                119.0,
                62.0,
                235.0,
                "about 2 minutes, between 1 and 4 minutes",
            ),
            (
                130.0,
                3.0,
                9_000.0,
                "about 2.2 minutes, between 3 s and 2.5 hours",
            ),
            (
                90_000.0,
                80_000.0,
                100_000.0,
                "about 25 hours, between 22 and 28 hours",
            ),
            (
                1e12,
                1e11,
                3e12,
                "about 32,000 years, between 3,100 years and 96,000 years",
            ),
            (
                1e12,
                1e3,
                f64::INFINITY,
                "about 32,000 years, at least 16 minutes (no upper bound is known)",
            ),
            (
                1e12,
                1e3,
                1e30,
                "about 32,000 years, at least 16 minutes, perhaps longer than the age of the universe",
            ),
            (
                2e60,
                1e3,
                f64::INFINITY,
                "at least 16 minutes, probably longer than the age of the universe",
            ),
            (2e60, 1e59, 3e60, "longer than the age of the universe"),
        ] {
            assert_eq!(time(interval(mean, low, high)), expected);
        }
    }
}
