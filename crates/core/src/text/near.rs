//! Spelling suggestions: the nearest of many names.

use crate::{ItemId, Problem};

/// With more names than this, there is no suggestion.
pub(super) const NEAR_NAMES: usize = 10_000;

/// Longer words get no suggestion: the work is the product of the lengths.
const LENGTH: usize = 40;

/// Returns the name of which `word` is probably a misspelling: one that differs in case only, or
/// the single name at the least edit distance, if that is small for the length of the word.
/// O(total length of the names): returns `None` for long words and for too many names.
#[must_use]
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    if names.clone().nth(NEAR_NAMES).is_some() || word.chars().nth(LENGTH).is_some() {
        return None;
    }
    let mut cases = names.clone();
    let differs_in_case = |name: &&str| name.to_lowercase() == word.to_lowercase();
    if let Some(name) = cases.find(differs_in_case) {
        return Some(name);
    }
    let chars: Vec<char> = word.chars().collect();
    // Most short words are within one or two edits of each other.
    let most = match chars.len() {
        0..3 => 0,
        3..6 => 1,
        _ => 2,
    };
    single_nearest(&chars, names, str::chars, most)
}

/// Returns the name of an item of which `word` is probably a misspelling.
pub(super) fn nearest_item<'a>(word: &str, problem: &'a Problem) -> Option<&'a str> {
    let items = 0..u32::try_from(problem.item_count()).unwrap_or(u32::MAX);
    nearest(word, items.map(|item| problem.name(ItemId::new(item))))
}

/// Returns the name that `word` probably means, for names that people write in many ways: only
/// letters and digits are compared, without case, and one of three may be wrong.
#[must_use]
pub fn nearest_letters<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LENGTH {
        return None;
    }
    let letters: Vec<char> = letters(word).collect();
    single_nearest(&letters, names, self::letters, letters.len() / 3)
}

fn letters(word: &str) -> impl Iterator<Item = char> + Clone {
    let letters = word.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase)
}

/// Returns the single name at the least edit distance, if that is at most `most`. A name may occur
/// more than once. `form` is what is compared of a name.
fn single_nearest<'a, C: Iterator<Item = char> + Clone>(
    word: &[char],
    names: impl Iterator<Item = &'a str>,
    form: impl Fn(&'a str) -> C,
    most: usize,
) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    let mut is_tied = false;
    for name in names {
        let chars = form(name);
        // A difference in length is at least as many edits.
        let length = chars.clone().take(word.len() + most + 1).count();
        if length.abs_diff(word.len()) > most {
            continue;
        }
        let edits = distance(word, chars);
        match best {
            _ if edits > most => {}
            Some((least, _)) if edits > least => {}
            Some((least, other)) if edits == least => is_tied |= name != other,
            _ => (best, is_tied) = (Some((edits, name)), false),
        }
    }
    best.filter(|_| !is_tied).map(|(_, name)| name)
}

/// The Levenshtein distance: the number of characters to add, remove or replace.
fn distance(from: &[char], to: impl Iterator<Item = char>) -> usize {
    // `row[i]` is the distance from the first i characters of `from` to the part of `to` read so
    // far.
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for (place, c) in to.enumerate() {
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
        let far = |from: &str, to: &str| distance(&from.chars().collect::<Vec<_>>(), to.chars());
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
        assert_eq!(among("monday friday monday", "mondey"), Some("monday"));
    }

    #[test]
    fn letters_are_compared_without_case_and_signs() {
        let among = |names: &'static str, word| nearest_letters(word, names.split(' '));
        assert_eq!(
            among("anti-knight anti-king", "AntiKnigt"),
            Some("anti-knight")
        );
        assert_eq!(
            among("anti-knight anti-king", "antiking"),
            Some("anti-king")
        );
        // Two letters of five are too many.
        assert_eq!(among("arrow", "arows"), None);
        assert_eq!(among("arrow", "arow"), Some("arrow"));
        // Two names are equally near.
        assert_eq!(among("zipper zappar", "zippar"), None);
        assert_eq!(among("x", "y"), None);
        let long = "a".repeat(41);
        assert_eq!(nearest_letters(&long, [&*long].into_iter()), None);
    }

    #[test]
    fn too_many_or_too_long_names_give_no_suggestion() {
        let names: Vec<String> = (0..20_000).map(|i| format!("item{i}")).collect();
        assert_eq!(nearest("Item1", names.iter().map(String::as_str)), None);
        let long = "a".repeat(100);
        assert_eq!(among(&long, &long.to_uppercase()), None);
    }
}
