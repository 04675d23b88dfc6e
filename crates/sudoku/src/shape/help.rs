//! The likely fix of an unknown word of a shape.

use super::rule::{Entry, Read, TABLE};

/// What may be meant by a word that is not one of a shape.
pub(super) fn help_on(word: &str) -> String {
    let letters = |word: &str| {
        word.to_lowercase()
            .replace(|c: char| !c.is_alphanumeric(), "")
    };
    let wanted = letters(word);
    let words = all_words();
    let is_near = |own: &&&str| {
        let own = letters(own);
        own == wanted || wanted.len() > 3 && own.get(..3) == wanted.get(..3)
    };
    match &*wanted {
        "jigsaw" | "irregular" | "squiggly" | "geometry" | "nonomino" => {
            "write jigsaw:FILE, where FILE holds a map of the regions".to_owned()
        }
        "killer" | "thermo" | "thermometer" | "arrow" | "sandwich" | "kropki" | "cage"
        | "cages" | "evenodd" | "greater" | "greaterthan" | "palindrome" | "renban" | "whisper"
        | "whispers" | "littlekiller" | "skyscraper" => {
            "a puzzle names the cells of such a rule, as JSON or ISS text; 'quadrille sudoku generate --rules' places them".to_owned()
        }
        "diagonal" | "diagonals" | "sudokux" | "xsudoku" => "did you mean \"x\"?".to_owned(),
        "hyper" | "hypersudoku" | "windows" | "nrc" => "did you mean \"windoku\"?".to_owned(),
        _ => match words.iter().find(is_near) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("use {}", words.join(", ")),
        },
    }
}

/// All words of a shape, some of them as examples.
fn all_words() -> Vec<&'static str> {
    let rules = |has_map: bool| {
        let is_map = move |entry: &&Entry| matches!(entry.read, Read::Map(_)) == has_map;
        TABLE.iter().filter(is_map).map(|entry| entry.words[0])
    };
    let mut all = vec!["classic", "a size such as 6x6", "boxes:2x3", "regions"];
    all.extend(rules(true).chain(rules(false)));
    all.extend(["samurai", "at:r1c1"]);
    all
}
