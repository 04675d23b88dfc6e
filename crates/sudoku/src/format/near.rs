//! The word that was probably meant by an unknown one.

/// Returns the only word at the least distance, if it is near.
pub(crate) fn nearest<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40;
    if word.len() > LONGEST {
        return None;
    }
    let letters = |word: &str| -> Vec<char> {
        let letters = word.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let wanted = letters(word);
    let most = wanted.len() / 3;
    let near = words.map(|own| (distance(&wanted, &letters(own)), own));
    let mut near: Vec<(usize, &str)> = near.filter(|near| near.0 <= most).collect();
    near.sort_unstable();
    match near[..] {
        [(best, _), (second, _), ..] if best == second => None,
        [(_, word), ..] => Some(word),
        [] => None,
    }
}

/// The number of characters to add, remove or replace.
fn distance(from: &[char], to: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (place, one) in from.iter().enumerate() {
        let mut next = vec![place + 1];
        for (at, other) in to.iter().enumerate() {
            let replaced = row[at] + usize::from(one != other);
            next.push(replaced.min(row[at + 1] + 1).min(next[at] + 1));
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}
