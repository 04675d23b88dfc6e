//! The value of `--gaps`.

use quadrille_tile::Gaps;

/// Reads a number of gaps: `3`, `1..3`, `..3`, `2..` or `..`.
pub(super) fn gaps(text: &str) -> Result<Gaps, String> {
    let number = |text: &str| -> Result<u32, String> {
        let error = || {
            "expected a number of cells such as 3, a range such as 1..3, or .. for any".to_owned()
        };
        text.parse().map_err(|_| error())
    };
    match text.split_once("..") {
        None => number(text).map(|count| Gaps::Between(count..=count)),
        Some(("", "")) => Ok(Gaps::Any),
        Some((least, most)) => {
            let least = if least.is_empty() { 0 } else { number(least)? };
            let most = if most.is_empty() {
                u32::MAX
            } else {
                number(most)?
            };
            if least <= most {
                Ok(Gaps::Between(least..=most))
            } else {
                Err("expected the smaller number first".to_owned())
            }
        }
    }
}
