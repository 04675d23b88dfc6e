//! What was meant: the closest of many names.

/// The most names among which one is looked for.
pub(super) const NEAR_NAMES: usize = 10_000;

/// The name that `wanted` is most likely a slip for: one that differs in case only, or else the
/// only one at the least distance, which must be small against its length. O(total length of the
/// names), as names that are long or many are not looked at.
pub(crate) fn nearest<'a>(
    wanted: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Option<&'a str> {
    const LENGTH: usize = 40;
    if names.clone().nth(NEAR_NAMES).is_some() || wanted.chars().nth(LENGTH).is_some() {
        return None;
    }
    let wanted_chars: Vec<char> = wanted.chars().collect();
    // In a shorter word nearly every other word is a slip away.
    let mut least = match wanted_chars.len() {
        0..3 => 1,
        3..6 => 2,
        _ => 3,
    };
    let mut best = None;
    let mut tied = false;
    for name in names {
        if name.to_lowercase() == wanted.to_lowercase() {
            return Some(name);
        }
        let length = name.chars().take(LENGTH + 1).count();
        if length.abs_diff(wanted_chars.len()) > least {
            continue;
        }
        let far = distance(&wanted_chars, name);
        if far < least {
            (least, best, tied) = (far, Some(name), false);
        } else if far == least {
            tied = true;
        }
    }
    best.filter(|_| !tied)
}

/// How many characters must be added, removed or replaced (Levenshtein's distance).
fn distance(from: &[char], to: &str) -> usize {
    // `row[i]` is the distance from the first i characters of `from` to what was read of `to`.
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for (place, c) in to.chars().enumerate() {
        let mut left = place + 1;
        let mut diagonal = place;
        for (&other, cell) in from.iter().zip(row.iter_mut().skip(1)) {
            let here = (diagonal + usize::from(other != c))
                .min(left + 1)
                .min(*cell + 1);
            diagonal = *cell;
            *cell = here;
            left = here;
        }
        if let Some(first) = row.first_mut() {
            *first = place + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn among<'a>(names: &'a str, wanted: &str) -> Option<&'a str> {
        nearest(wanted, names.split(' '))
    }

    #[test]
    fn distances() {
        let far = |from: &str, to| distance(&from.chars().collect::<Vec<_>>(), to);
        assert_eq!(far("", ""), 0);
        assert_eq!(far("abc", "abc"), 0);
        assert_eq!(far("", "abc"), 3);
        assert_eq!(far("abc", ""), 3);
        assert_eq!(far("kitten", "sitting"), 3);
        assert_eq!(far("flaw", "lawn"), 2);
        assert_eq!(far("straße", "strasse"), 2);
    }

    #[test]
    fn the_nearest_name_is_found_if_it_is_near_and_alone() {
        assert_eq!(among("monday tuesday", "mondey"), Some("monday"));
        assert_eq!(among("monday tuesday", "tusdya"), None);
        assert_eq!(among("monday tuesday", "friday"), None);
        assert_eq!(among("r1c1 r1c2 r1c3", "r1c4"), None);
        assert_eq!(among("a b c", "d"), None);
        assert_eq!(among("a b c", "B"), Some("b"));
        assert_eq!(among("aa b cat", "cut"), Some("cat"));
        assert_eq!(among("", "cut"), None);
    }

    #[test]
    fn many_names_and_long_names_are_left_alone() {
        let names: Vec<String> = (0..20_000).map(|i| format!("item{i}")).collect();
        assert_eq!(nearest("Item1", names.iter().map(String::as_str)), None);
        let long = "a".repeat(100);
        assert_eq!(among(&long, &long.to_uppercase()), None);
    }
}
