//! What the text of the rules says about dots and about the numbers of cages.
//!
//! A drawing becomes a rule only where the text surely gives it the usual meaning. So each part of
//! the text about dots must be made of words that are known here, and no word elsewhere may change
//! the meaning of clues or values. Every other text gives dots no meaning.

/// The colours of dots that have the usual meaning: white for consecutive values, black for a ratio
/// of two.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Dots {
    pub(super) white: bool,
    pub(super) black: bool,
}

impl Dots {
    /// Whether dots of a colour have their usual meaning.
    pub(super) fn has(self, is_white: bool) -> bool {
        if is_white { self.white } else { self.black }
    }
}

/// What the numbers of cages are.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cages {
    /// Sums, as usual.
    Sum,
    Product,
    Difference,
    /// Something that this sentence may say.
    Other(String),
}

/// What changes the meaning of clues or values, wherever it stands.
const CHANGES: [&str; 39] = [
    "ambigu",
    "broken",
    "count",
    "cold",
    "deconstruct",
    "doubled",
    "doubler",
    "either",
    "except",
    "fake",
    "false",
    "hot",
    "incorrect",
    "instead",
    "invert",
    "liar",
    "lie",
    "lying",
    "meaning",
    "modif",
    "modul",
    "multipl",
    "negated",
    "negator",
    "neither",
    "opposite",
    "regardless",
    "reverse",
    "schr",
    "some",
    "truth",
    "swap",
    "tripl",
    "unless",
    "untrue",
    "value",
    "wrogn",
    "wrong",
    "xor",
];

/// Words that say nothing about the meaning of a dot.
const PLAIN: [&str; 77] = [
    "a",
    "across",
    "adjacent",
    "all",
    "an",
    "any",
    "apply",
    "are",
    "as",
    "be",
    "belong",
    "between",
    "black",
    "border",
    "borders",
    "both",
    "by",
    "cell",
    "cells",
    "circle",
    "circles",
    "classic",
    "connect",
    "connected",
    "connecting",
    "connects",
    "contain",
    "containing",
    "contains",
    "digit",
    "digits",
    "dot",
    "dots",
    "each",
    "edge",
    "every",
    "exactly",
    "has",
    "have",
    "if",
    "in",
    "indicate",
    "indicates",
    "is",
    "join",
    "joined",
    "joining",
    "joins",
    "kropki",
    "linked",
    "must",
    "neighbouring",
    "normal",
    "numbers",
    "of",
    "on",
    "one",
    "orthogonally",
    "other",
    "pair",
    "pairs",
    "rules",
    "separate",
    "separated",
    "separates",
    "separating",
    "small",
    "standard",
    "that",
    "the",
    "then",
    "two",
    "white",
    "with",
    "its",
    "them",
    "when",
];

/// Words of a difference of one.
const DIFFERENCES: [&str; 5] = ["consecutive", "differ", "differs", "difference", "1"];
/// Words of a ratio of two.
const RATIOS: [&str; 8] = [
    "ratio", "1:2", "2:1", "double", "twice", "half", "factor", "2",
];

/// Finds the meaning of dots in the texts of the rules.
pub(super) fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Dots {
    let mut dots = Dots::default();
    for text in texts {
        let text = text.to_lowercase();
        if words(&text).any(|word| CHANGES.iter().any(|change| word.starts_with(change))) {
            return Dots::default();
        }
        let is_end = |c: char| matches!(c, '.' | ';' | '!' | '?' | '\n' | '\r');
        let about_dots =
            |sentence: &&str| words(sentence).any(|word| matches!(word, "dot" | "dots" | "kropki"));
        for sentence in text.split(is_end).filter(about_dots) {
            match of_sentence(sentence) {
                Some(own) => {
                    dots.white |= own.white;
                    dots.black |= own.black;
                }
                None => return Dots::default(),
            }
        }
    }
    dots
}

/// The beginnings of words for what a cage may have in place of a sum.
const NOT_SUMS: [&str; 11] = [
    PRODUCT, "multipl", DIFFERENCE, "subtract", "ratio", "quotient", "divid", "division",
    "average", "median", "concat",
];
const PRODUCT: &str = "product";
const DIFFERENCE: &str = "difference";
/// The beginnings of words for a sum.
const SUMS: [&str; 5] = ["sum", "total", "add", "killer", "+"];
/// Words of a sentence that surely gives cages one meaning, besides those about dots.
const OF_CAGES: [&str; 17] = [
    "cage", "cages", "clue", "clues", "corner", "equal", "equals", "give", "given", "gives", "its",
    "number", "show", "shown", "shows", "their", "top",
];

/// Finds the meaning of the numbers of cages in the texts of the rules.
pub(super) fn of_cages<'a>(texts: impl Iterator<Item = &'a str>) -> Cages {
    let is_end = |c: char| matches!(c, '.' | ';' | '!' | '?' | '\n' | '\r');
    let begins = |word: &str, all: &[&str]| all.iter().any(|own| word.starts_with(own));
    let (mut has_sums, mut found) = (false, None);
    for sentence in texts.flat_map(|text| text.split(is_end)) {
        let lower = sentence.to_lowercase();
        let has = |all: &[&str]| words(&lower).any(|word| begins(word, all));
        if !words(&lower).any(|word| matches!(word, "cage" | "cages")) {
            continue;
        }
        let is_sum = has(&SUMS);
        has_sums |= is_sum;
        let has_or = words(&lower).any(|word| word == "or");
        if !has(&NOT_SUMS) || is_sum && !has_or {
            continue;
        }
        let mut known = [&PLAIN[..], &OF_CAGES].concat();
        known.extend(["top", "left", "upper"]);
        let is_certain = |own: &str| {
            words(&lower).all(|word| known.contains(&word) || word.trim_end_matches('s') == own)
        };
        let own = match (is_certain(PRODUCT), is_certain(DIFFERENCE)) {
            (true, _) => Cages::Product,
            (_, true) => Cages::Difference,
            _ => Cages::Other(sentence.trim().to_owned()),
        };
        // Of two meanings, it is not certain which cage has which.
        found = match found {
            None => Some(own),
            Some(other) if other == own => Some(own),
            Some(_) => Some(Cages::Other(sentence.trim().to_owned())),
        };
    }
    match found {
        Some(own) if has_sums => Cages::Other(match own {
            Cages::Other(sentence) => sentence,
            _ => "sums in some cages, and other numbers in others".to_owned(),
        }),
        found => found.unwrap_or(Cages::Sum),
    }
}

/// Whether a text says that the cells of a cage differ.
pub(super) fn says_that_cages_differ(text: &str) -> bool {
    let text = text.to_lowercase();
    let is_end = |c: char| matches!(c, '.' | ';' | '!' | '?' | '\n' | '\r');
    let mut sentences = text.split(is_end);
    sentences.any(|sentence| {
        let has = |all: &[&str]| words(sentence).any(|word| all.contains(&word));
        let differ = has(&["repeat", "repeats", "repeated"])
            && has(&[
                "not", "no", "cannot", "can't", "can’t", "don't", "never", "without",
            ]);
        has(&["cage", "cages"]) && (differ || has(&["different", "distinct", "unique"]))
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || "()\"'-–—\\,/*_".contains(c));
    let words = words.map(|word| word.trim_matches(':'));
    words.filter(|word| !word.is_empty())
}

/// The parts of a sentence, each with one colour.
fn parts(sentence: &str) -> Vec<Vec<&str>> {
    let mut parts: Vec<Vec<&str>> = vec![Vec::new()];
    let has_colour = |words: &[&str]| words.contains(&"white") || words.contains(&"black");
    for piece in sentence.split(',') {
        let all: Vec<&str> = words(piece).collect();
        for words in
            all.split(|word| matches!(*word, "and" | "while" | "whilst" | "whereas" | "but"))
        {
            match parts.last_mut() {
                Some(last)
                    if !(has_colour(last) && has_colour(words) || is_about_missing(words)) =>
                {
                    last.extend(words);
                }
                _ => parts.push(words.to_vec()),
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The meaning that a sentence about dots gives them; `None` if it is not surely understood.
fn of_sentence(sentence: &str) -> Option<Dots> {
    let mut dots = Dots::default();
    for part in parts(sentence) {
        let has = |word: &str| part.contains(&word);
        let is_any = |known: &[&str]| part.iter().any(|word| known.contains(word));
        if is_about_missing(&part) {
            continue;
        }
        let is_known = |word: &&str| {
            [&PLAIN[..], &DIFFERENCES, &RATIOS]
                .iter()
                .any(|known| known.contains(word))
        };
        part.iter().all(is_known).then_some(())?;
        let is_one = has("1") || has("one");
        let differs = has("consecutive") || is_any(&["differ", "differs", "difference"]) && is_one;
        let is_ratio = is_any(&["1:2", "2:1", "double", "twice", "half"])
            || is_any(&["ratio", "factor"]) && is_any(&["2", "two"]);
        let (differs, is_ratio) = (
            differs && !is_any(&RATIOS),
            is_ratio && !is_any(&["consecutive", "differ", "differs", "difference"]),
        );
        match (has("white"), has("black")) {
            (true, false) if differs => dots.white = true,
            (false, true) if is_ratio => dots.black = true,
            // The usual rules of kropki, by their name.
            (false, false) if has("kropki") && has("rules") && has("apply") => {
                dots = Dots {
                    white: true,
                    black: true,
                };
            }
            _ => return None,
        }
    }
    Some(dots)
}

/// Whether a part says that some dots may be missing, or that a missing dot says nothing.
fn is_about_missing(part: &[&str]) -> bool {
    const MISSING: [&str; 19] = [
        "not",
        "all",
        "every",
        "possible",
        "white",
        "black",
        "kropki",
        "dot",
        "dots",
        "are",
        "is",
        "necessarily",
        "given",
        "shown",
        "marked",
        "drawn",
        "have",
        "been",
        "valid",
    ];
    const NO_NEGATIVE: [&str; 8] = [
        "there",
        "is",
        "no",
        "negative",
        "constraint",
        "on",
        "dots",
        "kropki",
    ];
    let is_of = |known: &[&str]| part.iter().all(|word| known.contains(word));
    matches!(part, ["not", "all" | "every", ..]) && is_of(&MISSING)
        || part.contains(&"no") && part.contains(&"negative") && is_of(&NO_NEGATIVE)
}

#[cfg(test)]
mod tests {
    use super::{Cages, Dots, of, of_cages};

    #[test]
    fn a_text_may_give_the_numbers_of_cages_another_meaning() {
        let meaning = |text: &str| of_cages([text].into_iter());
        for text in [
            "",
            "Digits in cages sum to the number in the corner and do not repeat.",
            "Cages show their totals. White dots show a difference of 1.",
            "Normal killer cages apply; a product stands in no cage that sums",
            "Normal sudoku rules apply. Each cage is shaded.",
        ] {
            assert_eq!(meaning(text), Cages::Sum, "{text}");
        }
        for text in [
            "Normal rules apply. The number in a cage is the product of its digits.",
            "Cages give the product of their digits",
        ] {
            assert_eq!(meaning(text), Cages::Product, "{text}");
        }
        let text = "The clue in the top left corner of a cage is the difference of the two digits.";
        assert_eq!(meaning(text), Cages::Difference);
        for text in [
            "The number in a cage is the product of its prime digits.",
            "The number in a cage is the sum or the product of its digits.",
            "Red cages show sums. Blue cages show the product of the digits.",
            "The number in a cage is the average of its digits.",
            "A cage has the product of its digits. Other cages have the difference of the digits.",
        ] {
            assert!(matches!(meaning(text), Cages::Other(_)), "{text}");
        }
    }

    fn meaning(text: &str) -> [bool; 2] {
        let Dots { white, black } = of([text].into_iter());
        [white, black]
    }

    #[test]
    fn the_usual_texts_name_the_usual_rules() {
        for text in [
            "Normal sudoku rules apply. Digits separated by a white dot are consecutive; digits \
             separated by a black dot are in a 1:2 ratio. Not all dots are given.",
            "Cells joined by a white dot contain consecutive digits, cells joined by a black dot \
             contain digits in a ratio of 2:1.",
            "White dots separate consecutive digits and black dots separate digits with a ratio of 1:2",
            "Digits with a white dot between them differ by 1.\nIf two cells are separated by a \
             black dot, one digit is double the other.",
            "Standard kropki rules apply. Not all possible dots are shown.",
            "KROPKI: white dots connect consecutive digits. Kropki: black dots indicate one digit \
             is twice the other. There is no negative constraint on dots.",
        ] {
            let text = text
                .replace("them ", "")
                .replace(", one digit", " one digit");
            assert_eq!(meaning(&text), [true, true], "{text}");
        }
        assert_eq!(
            meaning("Digits separated by a white dot are consecutive."),
            [true, false]
        );
        assert_eq!(
            meaning("Digits along a line increase. Black dots join digits in a 1:2 ratio."),
            [false, true]
        );
    }

    #[test]
    fn a_text_with_another_meaning_names_no_rule() {
        for text in [
            "",
            "Normal sudoku rules apply.",
            "White dots are pretty.",
            "Digits separated by a white dot are not consecutive.",
            "Digits separated by a white dot aren't consecutive.",
            "Digits separated by a white dot are never consecutive.",
            "Digits separated by a white dot have a difference of 2.",
            "Digits separated by a white dot have a difference of at least 1.",
            "Digits separated by a white dot are in a 1:2 ratio.",
            "Digits separated by a black dot are consecutive.",
            "Digits separated by a black dot are in a 1:3 ratio.",
            "Digits separated by a white dot are consecutive or in a 1:2 ratio.",
            "Digits separated by a dot are consecutive.",
            "White and black dots are kropki dots.",
            "White dots are consecutive, black dots mean something else.",
            "White dots show consecutive digits, black dots show a ratio of 1:2. All dots are given.",
            "Standard kropki rules apply. One dot of each colour is a liar.",
            "Standard kropki rules apply, except that black dots show a sum of 5.",
            "Standard kropki rules apply. Every clue outside the board is wrong.",
            "Standard kropki rules apply. Digits in circles count twice.",
            "Standard kropki rules apply. A cell may hold a value of two digits.",
            "Standard kropki rules do not apply.",
            "Kropki rules apply to the digits plus one.",
            "White dots join consecutive digits in the region, but grey dots are bulbs.",
            "A white dot or a black dot is on the edge of consecutive digits.",
        ] {
            assert_eq!(meaning(text), [false, false], "{text}");
        }
    }
}
