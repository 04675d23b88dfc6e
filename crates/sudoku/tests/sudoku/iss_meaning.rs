//! What puzzles of Interactive Sudoku Solver mean at the edges, by hand-made examples.

use quadrille::sudoku::{BoardExplanation, Puzzle, PuzzleFormat, Sudoku};

fn read(text: &str) -> Puzzle {
    Puzzle::read(text).unwrap().0
}

fn count(text: &str) -> u64 {
    let puzzle = read(text);
    let sudoku = Sudoku::new(puzzle.shape.clone());
    let answer = sudoku.search().count(&puzzle.board).value;
    answer.try_into().unwrap()
}

fn error(text: &str) -> String {
    Puzzle::read(text).unwrap_err().to_string()
}

/// A row of given values.
fn row(values: &[u8]) -> String {
    let given = |(column, value): (usize, &u8)| format!(".~R1C{}_{value}", column + 1);
    values.iter().enumerate().map(given).collect()
}

#[test]
fn a_cell_that_holds_0_is_no_skyscraper() {
    let plain = format!(".Shape~4x4~0-3{}", row(&[0, 1, 3, 2]));
    let all = count(&plain);
    assert!(all > 0);
    assert_eq!(count(&format!("{plain}.Skyscraper~R1~2~")), all);
    assert_eq!(count(&format!("{plain}.Skyscraper~R1~3~")), 0);
}

#[test]
fn only_the_first_number_of_a_pill_has_two_digits() {
    let size = ".Shape~12x12";
    let pill = "PillArrow~2~R1C1~R1C2~R1C3~R1C4";
    let plain = |values: &[u8]| format!("{size}{}", row(values));
    let is_possible = |values: &[u8]| {
        let text = format!("{}.{pill}", plain(values));
        let puzzle = read(&text);
        let sudoku = Sudoku::new(puzzle.shape.clone());
        sudoku.search().first(&puzzle.board).value.is_some()
    };
    // 1 and 9 are 19; 1 and 11 would be 21.
    assert!(is_possible(&[1, 9, 12, 7]));
    assert!(!is_possible(&[1, 11, 12, 9]));
}

#[test]
fn a_short_line_has_its_own_ends_of_a_sandwich() {
    // Between 2 and 5, the ends of the row, stands 3; the board has 1 to 9.
    let plain = format!(".Shape~4x4~9{}", row(&[4, 2, 3, 5]));
    let puzzle = read(&format!("{plain}.Sandwich~3~R1"));
    let sudoku = Sudoku::new(puzzle.shape.clone());
    assert!(sudoku.search().first(&puzzle.board).value.is_some());
    assert_eq!(count(&format!("{plain}.Sandwich~4~R1")), 0);
}

#[test]
fn small_letters_of_a_pattern_are_values_too() {
    let texts = ["Yw", "Qw"].map(|packed| format!(".Shape~12x12.Regex~{packed}~R1C1"));
    let patterns = texts.map(|text| read(&text).shape);
    assert_eq!(patterns[0], patterns[1]);
}

#[test]
fn regions_of_several_other_sizes_are_rejected() {
    let message = error(".Shape~4x4.NoBoxes.Jigsaw~1111122233333444");
    assert!(message.contains("regions of 4 cells"), "{message}");
    let one = read(".Shape~4x4.NoBoxes.Jigsaw~1122112233443344");
    assert_eq!(one.shape.units().count() + one.shape.cell_rules().len(), 12);
}

#[test]
fn a_difference_that_a_strict_rule_would_not_see_is_not_written() {
    let text = r#"{"rows": 6, "columns": 6, "boxes": "2x3", "rules": [
        {"type": "strict-white"}, {"type": "strict-black"},
        {"type": "difference", "cells": ["r1c1", "r1c2"], "difference": 3}]}"#;
    let puzzle = read(text);
    let error = puzzle.write(PuzzleFormat::Iss).unwrap_err().to_string();
    assert!(error.contains("difference"), "{error}");
}

#[test]
fn explanations_name_rules_of_the_board() {
    let explain = |text: &str| {
        let puzzle = read(text);
        let sudoku = Sudoku::new(puzzle.shape.clone());
        match sudoku.search().explain(&puzzle.board).value {
            BoardExplanation::None(none) => none.names(&puzzle.shape),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        explain(".AntiConsecutive.Cage~3~R1C1~R1C2"),
        ["the cage at r1c1 (sum 3)", "the rule non-consecutive"]
    );
    // Strict rules are left out first, since without a dot they say more.
    assert_eq!(
        explain(".StrictKropki.WhiteDot~R1C1~R1C2.~R1C1_1~R1C2_3"),
        ["the white dot at r1c1"]
    );
    assert_eq!(explain(".StrictXV.~R1C1_3~R1C2_2"), ["the rule strict-xv"]);
}

#[test]
fn patterns_that_iss_reads_otherwise_are_not_written() {
    let write = |pattern: &str| {
        let text = format!(
            r#"{{"rows": 12, "columns": 12, "boxes": "3x4", "rules": [
                {{"type": "regex", "cells": ["r1c1", "r1c2"], "pattern": "{pattern}"}}]}}"#
        );
        let puzzle = read(&text);
        let written = puzzle.write(PuzzleFormat::Iss).ok();
        written.map(|text| read(&text) == puzzle)
    };
    assert_eq!(write("[1-9]C"), Some(true));
    for pattern in ["1c", r"1\\d", "12$"] {
        assert_eq!(write(pattern), None, "{pattern}");
    }
}

#[test]
fn windows_and_disjoint_groups_need_no_boxes() {
    // By the boxes of 2 x 2 that such a board usually has, whatever its regions are.
    let jigsaw = ".NoBoxes.Jigsaw~1122113322334444";
    let groups = ".AllDifferent~R1C1~R1C3~R3C1~R3C3.AllDifferent~R1C2~R1C4~R3C2~R3C4\
                  .AllDifferent~R2C1~R2C3~R4C1~R4C3.AllDifferent~R2C2~R2C4~R4C2~R4C4";
    let window = ".AllDifferent~R2C2~R2C3~R3C2~R3C3";
    for division in [".NoBoxes", jigsaw] {
        let count = |rule: &str| count(&format!(".Shape~4x4{division}{rule}"));
        assert_eq!(count(".DisjointSets"), count(groups));
        assert_eq!(count(".Windoku"), count(window));
        assert_ne!(count(".Windoku"), count(""));
    }
    // No boxes divide such a board.
    assert_eq!(read(".Shape~5x5.DisjointSets"), read(".Shape~5x5"));
}

#[test]
fn rules_about_boxes_of_another_shape_are_written_cell_by_cell() {
    for rule in ["windoku", "disjoint"] {
        let text = format!(
            r#"{{"rows": 6, "columns": 6, "boxes": "3x2", "rules": [{{"type": "{rule}"}}]}}"#
        );
        let puzzle = read(&text);
        let written = puzzle.write(PuzzleFormat::Iss).unwrap();
        assert!(written.contains("AllDifferent"), "{written}");
        let count = |puzzle: &Puzzle| {
            let sudoku = Sudoku::new(puzzle.shape.clone());
            sudoku.search().count(&puzzle.board).value
        };
        assert_eq!(count(&read(&written)), count(&puzzle), "{written}");
    }
}

#[test]
fn a_hint_for_the_search_is_ignored_with_a_note() {
    let puzzle = read(".Shape~4x4.SearchPriority~10~R1C1~R1C2");
    assert!(puzzle.shape.cell_rules().is_empty());
    assert_eq!(
        puzzle.notes,
        ["ignored SearchPriority, a hint for the search"]
    );
}

#[test]
fn a_rellik_cage_may_have_a_sum_beyond_all_cells() {
    let all = count(".Shape~4x4.AllDifferent~R1C1~R1C2~R2C3");
    for sum in [10, 1_000_000] {
        assert_eq!(
            count(&format!(".Shape~4x4.RellikCage~{sum}~R1C1~R1C2~R2C3")),
            all
        );
        let choice = format!(".Shape~4x4.Or.RellikCage~{sum}~R1C1~R1C2~R2C3.End");
        assert_eq!(count(&choice), all);
    }
}

#[test]
fn a_region_may_be_a_whole_row_or_column() {
    // Region B is column 4. Its third cell is at place 3, so a 3 in the first cell puts a 1 there.
    let puzzle = |rules: &str| {
        let text = format!(
            r#"{{"rows": 4, "columns": 4, "regions": ["AAAB", "ACCB", "CCDB", "DDDB"], "rules": [{rules}]}}"#
        );
        read(&text)
    };
    let solutions = |puzzle: &Puzzle| {
        let sudoku = Sudoku::new(puzzle.shape.clone());
        sudoku.search().all(&puzzle.board).value
    };
    let points = |cells: &[u8]| cells[usize::from(cells[3]) * 4 - 1] == 1;
    let all = solutions(&puzzle(""));
    let expected = all.iter().filter(|grid| points(grid.cells())).count();
    let index = puzzle(r#"{"type": "box-index", "cells": ["r1c4"]}"#);
    assert_eq!((solutions(&index).len(), expected), (12, 12));
}

/// The other cells differ from it.
#[test]
fn a_cell_that_a_cage_names_twice_counts_twice() {
    let given = |a: u8, b: u8| count(&format!(".Shape~4x4{}", row(&[a, b])));
    let expected = given(2, 3) + given(3, 1);
    assert!(expected > 0);
    assert_eq!(count(".Shape~4x4.Cage~7~R1C1~R1C1~R1C2"), expected);
    assert_eq!(
        count(".Shape~4x4.Cage~4~R1C1~R1C1"),
        count(".Shape~4x4.~R1C1_2")
    );
    // No sum: the cells differ.
    let differ = count(".Shape~4x4.AllDifferent~R1C1~R3C2");
    assert_eq!(count(".Shape~4x4.Cage~0~R1C1~R3C2~R1C1"), differ);
    assert_eq!(
        count(".Shape~4x4.Or.Cage~7~R1C1~R1C1~R1C2.Cage~99~R1C1~R1C2.End"),
        expected
    );
}

/// Each square of four cells has all three remainders.
#[test]
fn global_mod_is_a_rule_for_each_square() {
    let puzzle = Puzzle::read(".GlobalMod").unwrap().0;
    assert_eq!(puzzle.shape.cell_rules().len(), 64);
    let sudoku = Sudoku::new(puzzle.shape.clone());
    let solution = sudoku.search().first(&puzzle.board).value.unwrap();
    let remainder = |cell: usize| solution.get(cell).unwrap() % 3;
    for cell in (0..72).filter(|cell| cell % 9 < 8) {
        let square = [cell, cell + 1, cell + 9, cell + 10].map(remainder);
        assert!((0..3).all(|wanted| square.contains(&wanted)), "{cell}");
    }
    // The text has other words for it.
    let text = puzzle.write(PuzzleFormat::Iss).unwrap();
    assert_eq!(Puzzle::read(&text).unwrap().0.shape.cell_rules().len(), 64);
}
