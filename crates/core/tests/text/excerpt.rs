//! Excerpts: a line with carets under the wrong characters.

use quadrille::text::Excerpt;

/// The number of characters shown before the wrong part, and of the wrong part and the rest
/// together.
const WINDOW: usize = 36;

fn picture(before: &str, wrong: &str, after: &str) -> String {
    Excerpt::new([before, wrong, after]).to_string()
}

#[test]
fn carets_are_under_the_wrong_part() {
    assert_eq!(picture("a ", "bc", " d"), "a bc d\n  ^^");
    assert_eq!(picture("", "a", ""), "a\n^");
    assert_eq!(picture("a b", "", ""), "a b\n   ^");
    assert_eq!(picture("", "", ""), "\n^");
    assert_eq!(picture("\ta\t", "b", "\tc"), " a b c\n   ^");
}

#[test]
fn carets_follow_the_width_of_characters() {
    assert_eq!(picture("ä ß ", "ö", ""), "ä ß ö\n    ^");
    assert_eq!(picture("日本 ", "語", " x"), "日本 語 x\n     ^^");
    assert_eq!(picture("🙂 ", "b", ""), "🙂 b\n   ^");
    assert_eq!(picture("e\u{301} ", "b", ""), "e\u{301} b\n  ^");
}

#[test]
fn control_characters_are_replaced() {
    let shown = picture("\x1B[31m ", "x\u{202E}\0", " \u{200B}\u{2028}\x07");
    assert_eq!(shown, "�[31m x�� ���\n      ^^^");
}

#[test]
fn a_long_line_is_cut_around_the_wrong_part() {
    let long = "é".repeat(100);
    let (side, less) = ("é".repeat(WINDOW), "é".repeat(WINDOW - 1));
    let space = " ".repeat(WINDOW + 1);
    let shown = picture(&long, "x", &long);
    assert_eq!(shown, format!("…{side}x{less}…\n{space}^"));
    let shown = picture("a ", &long, " b");
    assert_eq!(shown, format!("a {side}…\n  {}", "^".repeat(WINDOW)));
    assert_eq!(
        picture(&side, "x", &less).lines().next(),
        Some(&*format!("{side}x{less}"))
    );
    assert_eq!(
        picture(&side, &side, "").lines().next(),
        Some(&*side.repeat(2))
    );
}
