//! Spelling suggestions: the nearest of many names.

/// With more names than this, there is no suggestion.
pub(super) const NEAR_NAMES: usize = 10_000;

/// Returns the name of which `word` is probably a misspelling: one that differs in case only, or the
/// single name at the least edit distance, if that is small for the length of the word.
/// O(total length of the names): returns `None` for long words and for too many names.
#[must_use]
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    const LENGTH: usize = 40;
    if names.clone().nth(NEAR_NAMES).is_some() || word.chars().nth(LENGTH).is_some() {
        return None;
    }
    let chars: Vec<char> = word.chars().collect();
    // Most short words are within one or two edits of each other.
    let mut least = match chars.len() {
        0..3 => 1,
        3..6 => 2,
        _ => 3,
    };
    let mut best = None;
    let mut tied = false;
    for name in names {
        if name.to_lowercase() == word.to_lowercase() {
            return Some(name);
        }
        let length = name.chars().take(LENGTH + 1).count();
        if length.abs_diff(chars.len()) > least {
            continue;
        }
        let edits = distance(&chars, name);
        if edits < least {
            (least, best, tied) = (edits, Some(name), false);
        } else if edits == least {
            tied = true;
        }
    }
    best.filter(|_| !tied)
}

/// The Levenshtein distance: the number of characters to add, remove or replace.
fn distance(from: &[char], to: &str) -> usize {
    // `row[i]` is the distance from the first i characters of `from` to the part of `to` read so
    // far.
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

    fn among<'a>(names: &'a str, word: &str) -> Option<&'a str> {
        nearest(word, names.split(' '))
    }

    #[test]
    fn distances_count_edits() {
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
    fn a_single_near_name_is_suggested() {
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
    fn too_many_or_too_long_names_give_no_suggestion() {
        let names: Vec<String> = (0..20_000).map(|i| format!("item{i}")).collect();
        assert_eq!(nearest("Item1", names.iter().map(String::as_str)), None);
        let long = "a".repeat(100);
        assert_eq!(among(&long, &long.to_uppercase()), None);
    }
}
