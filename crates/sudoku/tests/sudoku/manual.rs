//! The rules in the manual: an example and a picture of each.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use quadrille::sudoku::{CellRule, Puzzle, PuzzleFormat, Rule, RuleKind, Sudoku};

/// The manual.
const MANUAL: &str = include_str!("../../../../docs/variants.md");

/// The words and rows of the tables in a chapter of the manual.
fn rows(title: &str) -> Vec<(&'static str, &'static str)> {
    let chapter = MANUAL.split(&format!("\n## {title}\n")).nth(1).unwrap();
    let chapter = chapter.split("\n## ").next().unwrap();
    let word = |row: &'static str| Some((row.strip_prefix("| `")?.split('`').next()?, row));
    chapter.lines().filter_map(word).collect()
}

/// The puzzle of a row: the rule as ISS text and as JSON, which must mean the same, or only as JSON
/// if ISS text has no word for it.
fn puzzle_of(kind: RuleKind, row: &str) -> Puzzle {
    let examples = row.split('`').skip(3).step_by(2);
    let (texts, rules): (Vec<&str>, Vec<&str>) = examples
        .filter(|text| text.starts_with(['.', '{']))
        .partition(|text| text.starts_with('.'));
    let [rule] = rules[..] else {
        panic!("expected one rule as JSON: {row}");
    };
    let board = |values: usize| {
        let text = format!(
            "{{\"rows\": 4, \"columns\": 4, \"values\": {values}, \"boxes\": \"2x2\", \"rules\": [{rule}]}}"
        );
        Puzzle::read_as(&text, PuzzleFormat::Json).unwrap_or_else(|error| panic!("{error}: {row}"))
    };
    let puzzle = match texts[..] {
        [] if kind == RuleKind::Nabner => board(9),
        [] => board(4),
        [text] => Puzzle::read_as(text, PuzzleFormat::Iss)
            .unwrap_or_else(|error| panic!("{error}: {row}")),
        _ => panic!("expected at most one ISS text: {row}"),
    };
    assert_eq!(puzzle, board(puzzle.shape.side()), "{row}");
    let kinds: Vec<RuleKind> = puzzle
        .shape
        .cell_rules()
        .iter()
        .map(CellRule::kind)
        .collect();
    assert_eq!(kinds, [kind], "{row}");
    puzzle
}

#[test]
fn the_manual_has_a_picture_of_every_kind_of_rule() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/rules");
    let is_blessed = std::env::var_os("QUADRILLE_BLESS").is_some();
    let mut words = BTreeSet::new();
    for (word, row) in rows("Rules about cells") {
        let Some(kind) = RuleKind::ALL.iter().find(|kind| kind.word() == word) else {
            continue;
        };
        assert!(words.insert(word), "two rows for {word}");
        let image = format!("| ![{word}](pictures/rules/{word}.svg) |");
        assert!(row.contains(&image), "no picture in {row}");
        let puzzle = puzzle_of(*kind, row);
        let solution = Sudoku::new(puzzle.shape.clone())
            .search()
            .smallest(&puzzle.board)
            .value
            .unwrap_or_else(|| panic!("no solution: {row}"));
        let drawn = puzzle.shape.picture(&solution, &puzzle.board).to_svg();
        let path = folder.join(format!("{word}.svg"));
        if is_blessed {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &drawn).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == drawn,
            "docs/pictures/rules/{word}.svg differs; set QUADRILLE_BLESS=1 to draw it anew"
        );
    }
    let all: BTreeSet<&str> = RuleKind::ALL.iter().map(|kind| kind.word()).collect();
    assert_eq!(words, all);
    // No picture of a rule that does not exist.
    let files = fs::read_dir(&folder).unwrap();
    let files: BTreeSet<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let expected: BTreeSet<String> = all.iter().map(|word| format!("{word}.svg")).collect();
    assert_eq!(files, expected);
}

#[test]
fn the_manual_has_a_row_for_every_rule_about_the_whole_board() {
    let rows = rows("Shapes");
    for word in Rule::WORDS {
        assert!(
            rows.iter()
                .any(|(_, row)| row.contains(&format!("`{word}`"))),
            "no row for {word}"
        );
    }
}
