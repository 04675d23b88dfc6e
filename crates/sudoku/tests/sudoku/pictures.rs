//! Pictures of rules about cells.

use quadrille::sudoku::{
    CellRule, Detail, Grid, Machine, Outline, Pattern, Puzzle, PuzzleError, PuzzleFormat, RuleKind,
    Shape,
};

fn iss(text: &str) -> Result<Puzzle, PuzzleError> {
    Puzzle::read_as(text, PuzzleFormat::Iss)
}

/// Many rules on one board: the picture of the manual.
const MANY: &str = ".Cage~17~R1C1~R1C2~R2C1.Thermo~R3C1~R3C2~R3C3~R2C3.Arrow~R1C4~R1C5~R1C6~R2C6\
    .Whisper~R2C4~R3C4~R3C5.Renban~R2C7~R1C7~R1C8~R1C9.Quad~R2C8~1~2~3~4.Palindrome~R4C1~R5C1~R5C2\
    .RegionSumLine~R4C2~R4C3~R4C4~R4C5.Zipper~R6C1~R6C2~R6C3~R5C3.Between~R5C4~R5C5~R5C6\
    .Lockout~4~R6C4~R6C5~R6C6.Modular~3~R4C7~R4C8~R5C8.Entropic~R4C9~R5C9~R6C9\
    .WhiteDot~R7C1~R7C2.BlackDot~R7C2~R8C2.X~R8C2~R8C3.V~R8C3~R9C3.GreaterThan~R8C1~R9C1\
    .RellikCage~11~R7C4~R7C5.EqualityCage~R7C6~R8C6.Lunchbox~12~R8C4~R9C4~R9C5~R9C6\
    .CountingCircles~R9C7~R9C8~R9C9.PillArrow~2~R7C7~R7C8~R7C9~R8C9.DoubleArrow~R6C7~R6C8~R5C7\
    .Sandwich~12~R1.XSum~R5~20~.Skyscraper~C4~3~4.NumberedRoom~C7~~6.LittleKiller~30~R1C4\
    .LittleKiller~24~R4C1.Skyscraper~C9~2~.Sandwich~8~C9.Indexing~C~R9C2~R8C5\
    .~R1C3_9.~R3C8_5.~R8C7_4.~R8C8_1";

fn text(puzzle: &Puzzle) -> String {
    puzzle
        .shape
        .picture(&puzzle.board, &puzzle.board)
        .to_text(false)
}

fn svg(puzzle: &Puzzle) -> String {
    puzzle.shape.picture(&puzzle.board, &puzzle.board).to_svg()
}

/// A rule of a kind that fits a board of nine values.
fn example(kind: RuleKind) -> CellRule {
    use RuleKind as K;
    let row = 0..9;
    let rule = |cells: &[usize]| CellRule::new(kind, cells.iter().copied());
    match kind {
        K::SameValues => rule(&[0, 1, 9, 10]).with_number(2),
        K::Cage | K::Lunchbox | K::RellikCage | K::SumLine | K::SumLoop => {
            rule(&[0, 1, 10, 9]).with_number(12)
        }
        K::Product => rule(&[0, 1, 10, 9]).with_number(12),
        K::DifferenceCage | K::RatioCage => rule(&[0, 1]).with_number(2),
        K::Sum => rule(&[0, 1]).with(Detail::Factors(1, vec![1, -1])),
        K::PillArrow => rule(&[0, 1, 2, 11]).with_number(2),
        K::PairSum => rule(&[0, 1]).with_number(10),
        K::EqualSums => rule(&[0, 1, 9]).with(Detail::Values(vec![1, 2])),
        K::Sandwich | K::LittleKiller | K::XSum => CellRule::new(kind, row).with_number(20),
        K::Skyscraper | K::HiddenSkyscraper | K::NumberedRoom | K::FullRank | K::TiedRank => {
            CellRule::new(kind, row).with_number(3)
        }
        K::Quadruple => rule(&[0, 1, 9, 10]).with(Detail::Values(vec![1, 2, 3])),
        K::Counts => rule(&[0, 1, 9, 10]).with(Detail::Values(vec![2, 4])),
        K::Pairs | K::AllPairs => rule(&[0, 1, 2]).with(Detail::Pairs(vec![(1, 2), (2, 1)])),
        K::Regex => rule(&[0, 1, 2]).with(Detail::Pattern(Pattern::new("12*3").unwrap())),
        K::Machine => rule(&[0, 1]).with(Detail::Machine(Machine::new(
            vec![0],
            vec![0],
            vec![(0, 1, 0)],
        ))),
        K::Either => CellRule::either(vec![
            vec![CellRule::new(K::Renban, [0, 1, 2])],
            vec![CellRule::new(K::Cage, [9, 10]).with_number(5)],
        ]),
        K::Odd | K::Even | K::Minimum | K::Maximum | K::CountingCircles => rule(&[10, 11]),
        K::Greater | K::Difference | K::Ratio => rule(&[0, 1]),
        _ => rule(&[0, 1, 2, 11]),
    }
}

#[test]
fn every_kind_of_rule_has_a_picture_of_its_own() {
    let plain = Shape::classic();
    let blank = plain.blank();
    let mut seen = vec![(
        plain.picture(&blank, &blank).to_svg(),
        plain.picture(&blank, &blank).to_text(false),
        "nothing",
    )];
    for &kind in RuleKind::ALL {
        let shape = Shape::classic().with_cell_rules([example(kind)]).unwrap();
        let picture = shape.picture(&blank, &blank);
        let (svg, text) = (picture.to_svg(), picture.to_text(false));
        for (other_svg, other_text, word) in &seen {
            assert_ne!(svg, *other_svg, "{} and {word}", kind.word());
            assert_ne!(text, *other_text, "{} and {word}", kind.word());
        }
        seen.push((svg, text, kind.word()));
    }
}

#[test]
fn text_shows_signs_and_numbers_outside_and_names_other_rules() {
    let puzzle = iss(
        ".Shape~4x4.WhiteDot~R1C1~R1C2.BlackDot~R1C2~R1C3.V~R2C1~R3C1.GreaterThan~R3C3~R4C3\
         .Cage~5~R1C4~R2C4.Skyscraper~R1~2~.Skyscraper~C3~3~1.~R4C4_2",
    );
    let expected = "          3
  ┌─────┬─────┐
2 │ .○. ● . . │
  │ . . │ . . │
  ├─V───┼─────┤
  │ . . │ . . │
  │     │ ∨   │
  │ . . │ . 2 │
  └─────┴─────┘
          1
numbers outside: skyscraper
the cage at r1c4 (sum 5): r1c4 r2c4
";
    assert_eq!(text(&puzzle.unwrap()), expected);
}

#[test]
fn numbers_outside_of_several_kinds_are_named() {
    let puzzle =
        iss(".Shape~4x4.Skyscraper~R1~2~.XSum~R1~5~.LittleKiller~7~R1C4.Skyscraper~C1~~3").unwrap();
    let picture = text(&puzzle);
    assert!(picture.contains("2,5 │"), "{picture}");
    assert!(picture.contains("7↙"), "{picture}");
    assert!(
        picture.contains("the X-sum at r1c1 (sum 5): r1c1 r1c2 r1c3 r1c4\n"),
        "{picture}"
    );
    assert!(!picture.contains("numbers outside"), "{picture}");
}

#[test]
fn choices_are_faint_and_named() {
    let puzzle = iss(".Shape~4x4.Or.WhiteDot~R1C1~R1C2.V~R1C1~R1C2.End").unwrap();
    let picture = text(&puzzle);
    assert!(
        picture.starts_with("┌─────┬─────┐\n│ . . │ . . │\n"),
        "{picture}"
    );
    let note = "the choice: the white dot at r1c1: r1c1 r1c2; \
                or the sum of neighbours at r1c1 (sum 5): r1c1 r1c2\n";
    assert!(picture.ends_with(note), "{picture}");
    assert_eq!(svg(&puzzle).matches("<g opacity").count(), 2);
}

#[test]
fn values_from_zero_are_written_with_their_number() {
    let puzzle = iss(".Shape~4x4~0-3.~R1C1_0.~R1C2_1_3").unwrap();
    let picture = text(&puzzle);
    assert!(picture.contains("│  0 13 │  .  . │"), "{picture}");
    assert!(svg(&puzzle).contains("fill=\"#555555\">3</text>"));
}

#[test]
fn boards_with_more_columns_than_rows_have_numbers_at_all_sides() {
    let outline = Outline {
        columns: 4,
        values: 4,
        ..Outline::square(2)
    };
    let rule = |cells: &[usize], sum| {
        CellRule::new(RuleKind::LittleKiller, cells.iter().copied()).with_number(sum)
    };
    let shape = Shape::outlined(&outline, []).unwrap();
    let rules = [
        rule(&[0, 5], 3),
        rule(&[3, 2, 1, 0], 10),
        rule(&[6, 3], 6),
        rule(&[7, 3], 5),
    ];
    let shape = shape.with_cell_rules(rules).unwrap();
    let picture = shape.picture(&shape.blank(), &shape.blank());
    let expected = "3↘
   ┌─────────────┐
   │  .  .  .  . │ 10
   │  .  .  .  . │
   └─────────────┘
        6↗     5
numbers outside: little killer
";
    assert_eq!(picture.to_text(false), expected);
    assert!(picture.to_svg().contains("viewBox=\"0 0 232 152\""));
}

#[test]
fn cells_that_break_a_rule_are_wrong() {
    let puzzle = iss(".Shape~4x4.Cage~7~R1C1~R2C1.Thermo~R4C1~R4C2~R4C3.~R1C1_1.~R2C1_2").unwrap();
    assert_eq!(svg(&puzzle).matches("#f9c0b8").count(), 2);
    let strict = iss(".Shape~4x4.StrictXV.~R1C1_1.~R1C2_4.~R4C4_3").unwrap();
    assert_eq!(svg(&strict).matches("#f9c0b8").count(), 2);
    assert!(
        text(&strict)
            .ends_with("strict-xv: neighbours without an X or V add up to neither 10 nor 5\n")
    );
    let good = iss(".Shape~4x4.Cage~7~R1C1~R2C1.~R1C1_3.~R2C1_4").unwrap();
    assert!(!svg(&good).contains("#f9c0b8"));
}

#[test]
fn a_rule_off_the_edge_is_a_line() {
    let sum = CellRule::new(RuleKind::XSum, [10, 11, 12]).with_number(9);
    let shape = Shape::classic().with_cell_rules([sum]).unwrap();
    let picture = shape.picture(&shape.blank(), &shape.blank());
    assert!(
        picture
            .to_text(false)
            .ends_with("\nthe X-sum at r2c2 (sum 9): r2c2 r2c3 r2c4\n")
    );
    assert!(
        picture
            .to_svg()
            .starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"368\"")
    );
}

#[test]
fn many_rules_fit_on_one_board() {
    let puzzle = iss(MANY).unwrap();
    let expected = include_str!("../../../../docs/pictures/rules.svg");
    assert_eq!(svg(&puzzle), expected, "see docs/pictures/rules.svg");
    // A solution has the same rules below its values.
    let board: Grid = ["123456789"; 9].concat().parse().unwrap();
    assert!(
        puzzle
            .shape
            .picture(&board, &puzzle.board)
            .to_svg()
            .contains(">17</text>")
    );
}
