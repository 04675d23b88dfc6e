//! Puzzles of any rules: each format reads what it writes.

use proptest::prelude::*;
use proptest::sample::Index;
use quadrille::sudoku::{
    CellRule, Detail, Division, Grid, Machine, Outline, Pattern, Puzzle, PuzzleError, PuzzleFormat,
    Rule, RuleKind, Shape, Sudoku,
};
use serde_json::Value;

use crate::schema::is_valid;
use PuzzleFormat::{Csv, FPuzzles, Hodoku, Iss, Json, Link, OpenSudoku, Penpa, SudokuPad, Tatham};

/// One puzzle a line, of many kinds.
const ISS: &str = include_str!("puzzles.iss");

/// A rule of each kind, on the classic board, and the formats other than our own that keep it as it
/// is: I for ISS, F for f-puzzles and its links, S for SudokuPad, P for penpa-edit.
pub(crate) fn examples() -> Vec<(CellRule, &'static str)> {
    use RuleKind as K;
    let rule = |kind, cells: &[usize]| CellRule::new(kind, cells.iter().copied());
    let line = [0, 1, 2, 3];
    let row: Vec<usize> = (0..9).collect();
    let up: Vec<usize> = (0..9).rev().map(|at| 9 * at + 4).collect();
    let values = |values: &[i64]| Detail::Values(values.to_vec());
    let pairs = |pairs: &[(i64, i64)]| Detail::Pairs(pairs.to_vec());
    let machine = Machine::new(vec![0], vec![1], vec![(0, 4, 1), (0, 5, 0), (1, 5, 1)]);
    let small = rule(K::Cage, &[0, 1]).with_number(5);
    vec![
        (rule(K::AllDifferent, &line), "IF"),
        (rule(K::SameValues, &line).with_number(2), "I"),
        (rule(K::Clone, &line), "F"),
        (rule(K::Cage, &line).with_number(20), "IFSP"),
        (rule(K::Cage, &line), "IFS"),
        (rule(K::Sum, &line).with(Detail::Factors(20, vec![])), "IS"),
        (
            rule(K::Sum, &line).with(Detail::Factors(0, vec![1, 1, -1, -1])),
            "I",
        ),
        (rule(K::Product, &line).with_number(20), ""),
        (rule(K::DifferenceCage, &line).with_number(2), ""),
        (rule(K::RatioCage, &line).with_number(2), ""),
        (rule(K::SumLine, &line).with_number(10), "I"),
        (rule(K::SumLoop, &line).with_number(10), "I"),
        (rule(K::Thermometer, &line), "IFP"),
        (rule(K::SlowThermometer, &line), "F"),
        (rule(K::Greater, &[0, 1]), "I"),
        (rule(K::Arrow, &line), "IFP"),
        (rule(K::PillArrow, &[0, 1, 2, 3]).with_number(2), "IFP"),
        (rule(K::DoubleArrow, &line), "IF"),
        (rule(K::Difference, &[0, 1]), "IF"),
        (rule(K::Difference, &[0, 1]).with_number(3), "F"),
        (rule(K::Ratio, &[0, 9]), "IF"),
        (rule(K::Ratio, &[0, 9]).with_number(3), "F"),
        (rule(K::PairSum, &[0, 1]).with_number(10), "IF"),
        (rule(K::PairSum, &[0, 1]).with_number(5), "IF"),
        (rule(K::PairSum, &[0, 1]).with_number(7), ""),
        (rule(K::Whispers, &line), "IF"),
        (rule(K::Whispers, &line).with_number(4), "IF"),
        (rule(K::Renban, &line), "IF"),
        (rule(K::Nabner, &line), "F"),
        (rule(K::Palindrome, &line), "IF"),
        (rule(K::RegionSum, &[1, 2, 3, 4]), "IF"),
        (rule(K::EqualSums, &line).with(values(&[1, 3])), "I"),
        (rule(K::Zipper, &line), "IF"),
        (rule(K::Between, &line), "IF"),
        (rule(K::Lockout, &line), "IF"),
        (rule(K::Modular, &line), "IF"),
        (rule(K::Modular, &line).with_number(4), "I"),
        (rule(K::Entropic, &line), "IF"),
        (rule(K::Sandwich, &row).with_number(20), "IF"),
        (rule(K::Lunchbox, &line).with_number(10), "I"),
        (
            rule(K::LittleKiller, &[3, 11, 19, 27]).with_number(20),
            "IF",
        ),
        (rule(K::XSum, &up).with_number(20), "IF"),
        (rule(K::Skyscraper, &row).with_number(3), "IF"),
        (rule(K::HiddenSkyscraper, &up).with_number(3), "I"),
        (rule(K::NumberedRoom, &row).with_number(3), "I"),
        (rule(K::FullRank, &up).with_number(3), "I"),
        (rule(K::TiedRank, &up).with_number(3), "I"),
        (
            rule(K::Quadruple, &[0, 1, 9, 10]).with(values(&[3, 3, 5])),
            "IF",
        ),
        (rule(K::Quadruple, &line).with(values(&[3, 5])), "I"),
        (rule(K::Counts, &line).with(values(&[2, 3])), "I"),
        (rule(K::RowIndex, &row), "IF"),
        (rule(K::ColumnIndex, &row), "IF"),
        (rule(K::BoxIndex, &line), "F"),
        (rule(K::ValueIndex, &line), "I"),
        (rule(K::CountingCircles, &line), "I"),
        (rule(K::CountDistinct, &line), "I"),
        (rule(K::EqualityCage, &line), "I"),
        (rule(K::RellikCage, &line).with_number(10), "I"),
        (rule(K::Odd, &line), "F"),
        (rule(K::Even, &line), "F"),
        (rule(K::Minimum, &line), "F"),
        (rule(K::Maximum, &line), "F"),
        (rule(K::Pairs, &line).with(pairs(&[(1, 2), (9, 9)])), "I"),
        (rule(K::AllPairs, &line).with(pairs(&[(1, 2), (2, 1)])), "I"),
        (
            rule(K::Regex, &line).with(Detail::Pattern(Pattern::new("[12]+3*").unwrap())),
            "I",
        ),
        (rule(K::Machine, &line).with(Detail::Machine(machine)), "I"),
        (
            CellRule::either(vec![vec![small.clone()], vec![small.with_number(7)]]),
            "I",
        ),
    ]
}

pub(crate) fn with_rules(rules: Vec<CellRule>) -> Puzzle {
    let shape = Shape::classic().with_cell_rules(rules).unwrap();
    let board = shape.blank();
    Puzzle::new(shape, board)
}

/// The letter of a format in the lists of these tests.
fn letter(format: PuzzleFormat) -> char {
    match format {
        Iss => 'I',
        FPuzzles | Link => 'F',
        SudokuPad => 'S',
        Penpa => 'P',
        Tatham => 'T',
        Hodoku => 'H',
        OpenSudoku => 'O',
        Csv => 'C',
        _ => 'J',
    }
}

/// Writes a puzzle and reads it again, both by the format and by a guess.
fn again(puzzle: &Puzzle, format: PuzzleFormat) -> Result<Puzzle, PuzzleError> {
    let text = puzzle.write(format)?;
    let (mut read, guessed) = Puzzle::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(guessed, format, "{text}");
    assert_eq!(Puzzle::read_as(&text, format).unwrap(), read);
    // What was read once stays the same.
    let second = Puzzle::read_as(&read.write(format).unwrap(), format).unwrap();
    assert_eq!(second, read, "{text}");
    if format == Penpa {
        // It notes that no regions are drawn.
        read.notes.clear();
    }
    Ok(read)
}

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../../docs/puzzle.schema.json")).unwrap()
}

#[test]
fn every_kind_of_rule_comes_back() {
    let examples = examples();
    for kind in RuleKind::ALL {
        assert!(examples.iter().any(|own| own.0.kind() == *kind), "{kind:?}");
    }
    let schema = schema();
    for (rule, formats) in examples {
        let puzzle = with_rules(vec![rule]);
        for &format in PuzzleFormat::ALL {
            let letter = letter(format);
            if letter == 'J' {
                if format == Json {
                    let text = puzzle.write(format).unwrap();
                    let written: Value = serde_json::from_str(&text).unwrap();
                    assert!(is_valid(&schema, &schema, &written), "{written}");
                }
                assert_eq!(again(&puzzle, format).unwrap(), puzzle);
                continue;
            }
            let name = puzzle.shape.describe(&puzzle.shape.cell_rules()[0]);
            match again(&puzzle, format) {
                Ok(read) if formats.contains(letter) => assert_eq!(read, puzzle, "{name}"),
                // The format says it in another way.
                Ok(read) => assert_ne!(read, puzzle, "{format:?}: {name}"),
                Err(error) => {
                    assert!(!formats.contains(letter), "{format:?}: {error}");
                    let is_named = error
                        .to_string()
                        .ends_with(&format!("no way to write {name}"));
                    // In Solo, each cell is in a cage.
                    assert!(is_named || format == Tatham, "{error}");
                }
            }
        }
    }
}

#[test]
fn every_rule_for_the_board_comes_back() {
    let map = |text: &str| {
        let shape: Shape = format!("9x9 extra\n{text}").parse().unwrap();
        shape.rules()[0].clone()
    };
    let extra = map(&format!(
        "{}\n",
        "AAA.BBB..\n.........".to_owned() + &"\n.........".repeat(7)
    ));
    for word in Rule::WORDS {
        let rule = Rule::from_word(word).unwrap_or_else(|| extra.clone());
        assert_eq!(rule.word(), *word);
        let mut outline = Outline::square(9);
        if rule == Rule::Doppelganger {
            (outline.values, outline.lowest) = (10, 0);
        }
        let shape = Shape::outlined(&outline, [rule]).unwrap();
        let puzzle = Puzzle::new(shape.clone(), shape.blank());
        let written = puzzle.write(Json).unwrap();
        let written: Value = serde_json::from_str(&written).unwrap();
        assert!(is_valid(&schema(), &schema(), &written), "{written}");
        assert_eq!(again(&puzzle, Json).unwrap(), puzzle);
        let (iss, fpuzzles): (&[&str], &[&str]) = (
            &["strict-white", "strict-black", "extra", "raw"],
            &[
                "x",
                "falling-diagonal",
                "rising-diagonal",
                "disjoint",
                "anti-knight",
                "anti-king",
                "non-consecutive",
                "strict-white",
                "strict-black",
                "strict-xv",
            ],
        );
        match again(&puzzle, Iss) {
            Ok(read) => assert_eq!(read == puzzle, !iss.contains(word), "{word}"),
            Err(error) => {
                assert!(iss.contains(word), "{error}");
                assert_eq!(
                    error.to_string(),
                    format!("ISS text has no way to write the rule {word}")
                );
            }
        }
        for format in [FPuzzles, Link] {
            let same = again(&puzzle, format).is_ok_and(|read| read == puzzle);
            assert_eq!(same, fpuzzles.contains(word), "{word}");
        }
        let drawn = ["x", "falling-diagonal", "rising-diagonal"];
        for (format, words) in [(Penpa, &drawn[..]), (Tatham, &drawn[..1]), (Hodoku, &[])] {
            let same = again(&puzzle, format).is_ok_and(|read| read == puzzle);
            assert_eq!(same, words.contains(word), "{word}");
        }
    }
}

#[test]
fn the_schema_has_all_types() {
    let schema = schema();
    let rules = schema["$defs"]["rule"]["oneOf"].as_array().unwrap();
    let types = rules
        .iter()
        .flat_map(|rule| rule["properties"]["type"]["enum"].as_array().unwrap());
    let mut types: Vec<&str> = types.map(|word| word.as_str().unwrap()).collect();
    let kinds = RuleKind::ALL.iter().map(|kind| kind.word());
    let mut all: Vec<&str> = kinds.chain(Rule::WORDS.iter().copied()).collect();
    types.sort_unstable();
    all.sort_unstable();
    assert_eq!(types, all);
}

#[test]
fn boards_come_back() {
    let jigsaw =
        "111111123456616123456666223456622223455577323445777333445577778499998888999998888";
    let jigsaw: Vec<char> = jigsaw.chars().collect();
    let mut loose = jigsaw.clone();
    loose[0] = ' ';
    let outline = |rows, columns, values, lowest, division| Outline {
        rows,
        columns,
        values,
        lowest,
        division,
    };
    let boxes = |height, width| Division::Boxes { height, width };
    for (outline, formats) in [
        (Outline::square(9), "IFSPTHOC"),
        (Outline::square(6), "IFSPT"),
        (Outline::square(16), "IFSPTC"),
        (outline(36, 36, 36, 1, boxes(6, 6)), "FSPTC"),
        (Outline::square(7), "IFSP"),
        (outline(9, 9, 9, 1, Division::None), "IFSP"),
        (outline(6, 6, 6, 1, boxes(3, 2)), "FSPT"),
        (outline(9, 9, 9, 0, boxes(3, 3)), "I"),
        (outline(9, 9, 10, 0, boxes(3, 3)), "I"),
        (outline(6, 8, 8, 1, boxes(2, 4)), "ISP"),
        (outline(9, 9, 9, 1, Division::Regions(jigsaw)), "IFSPT"),
        (outline(9, 9, 9, 1, Division::Regions(loose)), "FS"),
    ] {
        let shape = Shape::outlined(&outline, []).unwrap();
        let mut cells = vec![0; shape.cell_count()];
        (cells[0], cells[3]) = (2, outline.values as u8);
        let mut puzzle = Puzzle::new(shape.clone(), Grid::new(cells));
        for &format in PuzzleFormat::ALL {
            let letter = letter(format);
            if letter == 'J' || formats.contains(letter) {
                assert_eq!(
                    again(&puzzle, format).unwrap(),
                    puzzle,
                    "{format:?} {outline:?}"
                );
            } else if let Ok(read) = again(&puzzle, format) {
                assert_ne!(read, puzzle, "{format:?} {outline:?}");
            }
        }
        let all = (1u64 << outline.values) - 1;
        let mut marks = vec![all; shape.cell_count()];
        (marks[0], marks[1], marks[2]) = (1, 3, all - 1);
        puzzle.board = Grid::from_marks(marks);
        puzzle.title = Some("Title \"in quotes\"".to_owned());
        puzzle.author = Some("Ж".to_owned());
        puzzle.ruleset = Some("Normal rules apply.\nNo others.".to_owned());
        puzzle.solution = Some(Grid::new(vec![1; shape.cell_count()]));
        assert_eq!(again(&puzzle, Json).unwrap(), puzzle);
        if formats.contains('F') {
            assert_eq!(again(&puzzle, Link).unwrap(), puzzle);
        }
    }
}

#[test]
fn iss_examples_come_back() {
    for line in ISS.lines() {
        let (puzzle, format) = Puzzle::read(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(format, Iss);
        assert_eq!(again(&puzzle, Iss).unwrap(), puzzle, "{line}");
        assert_eq!(again(&puzzle, Json).unwrap(), puzzle, "{line}");
    }
}

#[test]
fn a_group_moves_with_all_its_parts() {
    // Bit 1 is the place after the first cell.
    let group = ".Shape~4x4.Replicate~C~R1C1\
        .Or.Cage~4~R1C1~R2C1.And.Thermo~R1C1~R1C2.~R2C1_3_4.End.End.Whisper~2~R3C1~R3C2.End";
    let moved = ".Shape~4x4\
        .Or.Cage~4~R1C2~R2C2.And.Thermo~R1C2~R1C3.~R2C2_3_4.End.End.Whisper~2~R3C2~R3C3";
    let [group, moved] = [group, moved].map(|text| Puzzle::read(text).unwrap().0);
    assert_eq!(group, moved);
}

#[test]
fn killer_text_is_read() {
    let cells = (0..81).map(|cell| match cell {
        0 | 9 => (256 * 17 + 3).to_string(),
        1..4 => (256 * 6 + 4).to_string(),
        cell => cell.to_string(),
    });
    let text = format!("3x3:d:k:{}:", cells.collect::<Vec<_>>().join(":"));
    let (puzzle, format) = Puzzle::read(&text).unwrap();
    assert_eq!(format, Iss);
    let expected = ".Diagonal~1.Diagonal~-1.Cage~17~R1C1~R2C1.Cage~6~R1C2~R1C3~R1C4";
    assert_eq!(puzzle.write(Iss).unwrap(), expected);
}

#[test]
fn f_puzzles_says_what_its_programs_mean() {
    let mut grid = vec![vec![serde_json::json!({}); 9]; 9];
    grid[0][0] = serde_json::json!({ "value": 5, "given": true, "c": "#fff" });
    grid[0][1] = serde_json::json!({ "value": "6", "centerPencilMarks": [1, 2] });
    grid[0][2] = serde_json::json!({ "givenPencilMarks": ["1", 2] });
    let text = serde_json::json!({
        "size": 9,
        "grid": grid,
        "ruleset": "Normal sudoku rules apply.",
        "antiknight": true,
        "antiking": false,
        "nonconsecutive": true,
        "diagonal+": true,
        "diagonal-": true,
        "negative": ["xv"],
        "killercage": [{ "cells": ["R1C1", "R1C2"], "value": "" }, { "cells": ["R2C1"], "value": 7, "outlineC": "#000" }],
        "difference": [{ "cells": ["R1C1", "R1C2"] }],
        "littlekillersum": [{ "cell": "R0C1", "direction": "DR", "value": "21", "cells": [] }, { "cell": "R1C0", "direction": "DR", "value": "" }],
        "arrow": [{ "cells": ["R3C1"], "lines": [["R3C1", "R3C2"], ["R4C2", "R4C1", "R3C1"]] },
                  { "cells": ["R9C2", "R9C1"], "lines": [["R9C2", "R9C3"]] }],
        "thermometer": [{ "lines": [["R5C5", "R5C6"], ["R5C5", "R5C4"]] }],
        "xv": [{ "cells": ["R1C1", "R1C2"], "value": "v" }, { "cells": ["R1C1", "R1C2"], "value": "" }],
        "odd": [{ "cell": "R1C1" }, { "cell": "R1C4" }],
        "sandwichsum": [{ "cell": "R10C1", "value": "8" }],
        "line": [{ "lines": [["R1C1", "R2C2"]] }],
        "renban": [],
        "newthing": "",
    });
    let (puzzle, format) = Puzzle::read(&text.to_string()).unwrap();
    assert_eq!(format, FPuzzles);
    assert_eq!(puzzle.board.givens().collect::<Vec<_>>(), [(0, 5)]);
    assert_eq!(puzzle.board.marks().unwrap()[..3], [16, 511, 3]);
    assert_eq!(puzzle.notes, ["ignored 1 drawing under \"line\""]);
    let rules = [
        Rule::Diagonals,
        Rule::AntiKnight,
        Rule::StrictWhite,
        Rule::StrictXv,
    ];
    assert_eq!(puzzle.shape.rules(), rules);
    let rules = puzzle.shape.cell_rules().iter();
    let mut names: Vec<String> = rules.map(|rule| puzzle.shape.describe(rule)).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "the arrow at r3c1",
            "the arrow at r3c1",
            "the cage at r1c1",
            "the cage at r2c1 (sum 7)",
            "the little killer at r1c2 (sum 21)",
            "the odd cell at r1c1",
            "the pill arrow at r9c1 (pill 2)",
            "the sandwich at r9c1 (sum 8)",
            "the sum of neighbours at r1c1 (sum 5)",
            "the thermometer at r5c5",
            "the thermometer at r5c5",
            "the white dot at r1c1",
        ]
    );
    let arrows = puzzle
        .shape
        .cell_rules()
        .iter()
        .filter(|rule| rule.kind() == RuleKind::Arrow);
    let cells: Vec<&[usize]> = arrows.map(CellRule::cells).collect();
    assert_eq!(
        cells,
        [&[18, 19][..], &[18, 27, 28]],
        "a line may be drawn from its tip"
    );
}

#[test]
fn links_of_sudokupad_are_read() {
    let short = "{id:x,ce:[[{v:5},,,],[,,,],[,,{v:'3'},],[,,,]],re:[[[0,0],[0,1],[1,0],[1,1]],\
        [[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],\
        ca:[{v:'title: It\\'s small'},{ce:[[0,0],[0,1]],v:6,unique:t},{ce:[[3,0]],v:'r:3'}],thermos:[[[0,0],[0,1]]],o:[{te:'x',c:ffFFff}]}";
    let short = short.replace("id:x", "id:'x'").replace("{v:5}", "{v:4}");
    let letters = lz_str::compress_to_base64(&*short);
    let escaped = letters
        .replace('+', "%2B")
        .replace('/', "%2F")
        .replace('=', "%3D");
    for link in [
        format!("https://sudokupad.app/scl{letters}"),
        // Settings that name the puzzle on other websites.
        format!("https://sudokupad.app/scl{escaped}?q=1&s=abc"),
        format!("https://sudokupad.app/sudoku/ctc{escaped}?setting-nogrid=1"),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=scl{escaped}"),
        format!(" scl{letters}\n"),
    ] {
        let (puzzle, format) =
            Puzzle::read(&link).unwrap_or_else(|error| panic!("{error}: {link}"));
        assert_eq!(format, Link);
        assert_eq!(puzzle.title.as_deref(), Some("It's small"));
        assert_eq!(puzzle.shape.outline(), Outline::square(4));
        assert_eq!(puzzle.board.to_string(), "4.........3.....");
        let rule = &puzzle.shape.cell_rules()[0];
        assert_eq!(puzzle.shape.describe(rule), "the cage at r1c1 (sum 6)");
        assert_eq!(
            puzzle.notes,
            [
                "ignored a cage with the text \"r:3\"",
                "ignored 1 drawing under \"overlays\", which may be rules",
                "ignored the key \"thermos\", which may be a rule",
            ]
        );
    }
    let (_, format) = Puzzle::read(&short).unwrap();
    assert_eq!(format, SudokuPad);
}

/// A puzzle of SudokuPad of four rows, with drawings and a text of rules.
fn drawn(rules: &str, drawings: &[String]) -> Puzzle {
    let row = "[{},{},{},{}]";
    let cells = [row; 4].join(",");
    let drawings = drawings.join(",");
    let text = format!(
        "{{\"cells\":[{cells}],\"metadata\":{{\"rules\":{rules:?}}},\"overlays\":[{drawings}]}}"
    );
    let read = Puzzle::read(&text);
    read.unwrap_or_else(|error| panic!("{error}: {text}")).0
}

/// The drawing of a circle.
fn circle(center: &str, width: &str, border: &str, background: &str) -> String {
    format!(
        "{{\"center\":{center},\"width\":{width},\"height\":{width},\"rounded\":true,\
         \"borderColor\":{border:?},\"backgroundColor\":{background:?}}}"
    )
}

#[test]
fn cages_of_sudokupad_mean_what_the_text_says() {
    let row = "[{},{},{},{}]";
    let text = |rules: &str, cells: &str| {
        format!(
            "{{\"cells\":[{}],\"metadata\":{{\"rules\":{rules:?}}},\
             \"cages\":[{{\"cells\":{cells},\"value\":\"3\"}}]}}",
            [row; 4].join(",")
        )
    };
    let (two, three) = ("[[0,0],[0,1]]", "[[0,0],[0,1],[1,0]]");
    for (rules, expected) in [
        ("Digits in cages sum to the number.", "cage"),
        (
            "The number in a cage is the product of its digits.",
            "product",
        ),
        (
            "Cages give the difference of their digits. Digits do not repeat in cages.",
            "difference-cage all-different",
        ),
    ] {
        let puzzle = Puzzle::read(&text(rules, two)).unwrap().0;
        let own = puzzle.shape.cell_rules().iter();
        let own: Vec<&str> = own.map(|rule| rule.kind().word()).collect();
        assert_eq!(own.join(" "), expected);
        assert_eq!(puzzle.notes.len(), usize::from(!rules.contains("sum")));
    }
    for (rules, cells) in [
        ("The number in a cage is the average of its digits.", two),
        (
            "The number in a cage is the difference of its digits.",
            three,
        ),
    ] {
        let error = Puzzle::read(&text(rules, cells)).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("is not a known meaning of a number"),
            "{error}"
        );
    }
}

const KROPKI: &str = "Normal sudoku rules apply. Digits separated by a white dot are consecutive. \
    Digits separated by a black dot are in a 1:2 ratio. Not all dots are given.";

#[test]
fn dots_of_sudokupad_are_rules_where_the_text_names_them() {
    let white = circle("[0.5,1]", "0.3", "#000000", "#FFFFFF");
    let black = circle("[2,3.5]", "0.35", "#000", "#000000");
    let puzzle = drawn(KROPKI, &[white.clone(), black.clone(), black.clone()]);
    let rules = puzzle.shape.cell_rules().iter();
    let rules: Vec<String> = rules.map(|rule| puzzle.shape.describe(rule)).collect();
    assert_eq!(rules, ["the white dot at r1c1", "the black dot at r2c4"]);
    let took = [
        "took 1 black dot for rules, as the text of the rules says",
        "took 1 white dot for rules, as the text of the rules says",
    ];
    assert_eq!(puzzle.notes, took);
    let written = puzzle.write(SudokuPad).unwrap();
    assert_eq!(Puzzle::read(&written).unwrap().0, puzzle);
    let ignored = |count: &str| format!("ignored {count} under \"overlays\", which may be rules");
    // Only the colours that the text names.
    let puzzle = drawn(
        "White dots join consecutive digits.",
        &[white.clone(), black.clone()],
    );
    assert_eq!(puzzle.shape.cell_rules().len(), 1);
    assert_eq!(puzzle.notes, [took[1].to_owned(), ignored("1 drawing")]);
    // What is not surely a dot.
    let others = [
        circle("[0.5,0.5]", "0.3", "#000000", "#FFFFFF"),
        circle("[1,1]", "0.3", "#000000", "#FFFFFF"),
        circle("[0.5,4]", "0.3", "#000000", "#FFFFFF"),
        circle("[0.5,0]", "0.3", "#000000", "#FFFFFF"),
        circle("[0.5,2]", "0.85", "#000000", "#FFFFFF"),
        circle("[0.5,2]", "0.1", "#000000", "#000000"),
        circle("[0.5,2]", "0.3", "#FFFFFF", "#FFFFFF"),
        circle("[0.5,2]", "0.3", "#000000", "#CFCFCF"),
        circle("[0.5,2]", "0.3", "#000000", "#FFFFFF").replace("true", "false"),
        circle("[0.5,2]", "0.3", "#000000", "#FFFFFF").replace("true", "true,\"text\":\"3\""),
        circle("[0.5,2]", "0.3", "#000000", "#FFFFFF").replace("true", "true,\"angle\":45"),
        "{}".to_owned(),
    ];
    let puzzle = drawn(KROPKI, &others);
    assert_eq!(puzzle.shape.cell_rules(), []);
    assert_eq!(puzzle.notes, [ignored("12 drawings")]);
    // One colour upon the other.
    let upon = circle("[2,3.5]", "0.25", "#000000", "#FFFFFF");
    let puzzle = drawn(KROPKI, &[white.clone(), black.clone(), upon]);
    assert_eq!(puzzle.notes, [took[1].to_owned(), ignored("2 drawings")]);
    for text in [
        "",
        "Normal sudoku rules apply.",
        "Digits separated by a white dot have a difference of 2.",
        "Digits separated by a white dot are not consecutive. Black dots are decoration.",
        &format!("{KROPKI} One of the clues is a lie."),
    ] {
        let puzzle = drawn(text, &[white.clone(), black.clone()]);
        assert_eq!(puzzle.shape.cell_rules(), [], "{text}");
        assert_eq!(puzzle.notes, [ignored("2 drawings")]);
    }
}

#[test]
fn large_boards_of_iss_have_letters_for_rows_and_columns() {
    let text = ".Shape~16x16.Cage~20~RcCa~RcCc~RgCg";
    let puzzle = Puzzle::read(text).unwrap().0;
    let names = puzzle.shape.cell_rules()[0].cells().iter();
    let names: Vec<String> = names
        .map(|&cell| puzzle.shape.name(cell).to_string())
        .collect();
    assert_eq!(names, ["r12c10", "r12c12", "r16c16"]);
    assert_eq!(puzzle.write(Iss).unwrap(), text);
    let decimal = ".Shape~16x16.Cage~20~R12C10~R12C12~r16c16";
    assert_eq!(Puzzle::read(decimal).unwrap().0, puzzle);
}

/// Texts of all formats with all kinds of rules.
fn seeds() -> Vec<String> {
    let rules: Vec<CellRule> = examples().into_iter().map(|example| example.0).collect();
    let mut seeds: Vec<String> = ISS.lines().map(str::to_owned).collect();
    for &format in PuzzleFormat::ALL {
        let is_writable =
            |rule: &&CellRule| with_rules(vec![(*rule).clone()]).write(format).is_ok();
        let rules: Vec<CellRule> = rules.iter().filter(is_writable).cloned().collect();
        for rules in rules.chunks(8) {
            // Some drawings exclude each other.
            seeds.extend(with_rules(rules.to_vec()).write(format));
        }
    }
    seeds
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(feature = "slow") { 2_000 } else { 200 }))]

    /// No text makes a reader panic, and what is read can be written and read again.
    #[test]
    fn changed_texts_do_no_harm(
        seed: Index,
        changes in prop::collection::vec((any::<Index>(), any::<Index>(), any::<Index>(), 0..6usize), 1..6),
    ) {
        let seeds = seeds();
        let mut text: Vec<char> = seed.get(&seeds).chars().collect();
        let letters: Vec<char> = "~._-{}[]\",:0123456789RCrcxaZ=+ é\u{1F600}".chars().collect();
        let pieces = [
            "[".repeat(200),
            "{\"any\": [[".repeat(50),
            ".Or.And".repeat(30),
            "99999999999999999999".to_owned(),
            i64::MIN.to_string(),
            i64::MAX.to_string(),
        ];
        for (at, other, letter, kind) in changes {
            if text.is_empty() {
                break;
            }
            let (at, other) = (at.index(text.len()), other.index(text.len()));
            match kind {
                0 => text[at] = *letter.get(&letters),
                1 => text.insert(at, *letter.get(&letters)),
                2 => drop(text.remove(at)),
                3 => text.swap(at, other),
                4 => drop(text.splice(at..at, letter.get(&pieces).chars())),
                _ => drop(text.drain(at.min(other)..(at.min(other) + 9).min(text.len()))),
            }
        }
        let text: String = text.into_iter().collect();
        for &format in PuzzleFormat::ALL {
            match Puzzle::read_as(&text, format) {
                Ok(puzzle) => {
                    if puzzle.shape.cell_count() <= 81 {
                        let _ = Sudoku::new(puzzle.shape.clone());
                    }
                    let json = puzzle.write(Json).unwrap();
                    let mut read = Puzzle::read_as(&json, Json).unwrap();
                    read.notes = puzzle.notes.clone();
                    prop_assert_eq!(read, puzzle);
                }
                Err(error) => {
                    prop_assert!(text.get(error.span.clone()).is_some());
                    let _ = error.reason.help();
                }
            }
        }
        let _ = Puzzle::read(&text);
    }
}
