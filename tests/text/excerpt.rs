//! A line with carets under the culprit.

use quadrille::text::Excerpt;

/// How many characters are shown before the culprit, and of it together with what follows.
const WINDOW: usize = 36;

fn picture(before: &str, culprit: &str, after: &str) -> String {
    Excerpt::new([before, culprit, after]).to_string()
}

#[test]
fn carets_stand_under_the_culprit() {
    assert_eq!(picture("a ", "bc", " d"), "a bc d\n  ^^");
    assert_eq!(picture("", "a", ""), "a\n^");
    assert_eq!(picture("a b", "", ""), "a b\n   ^");
    assert_eq!(picture("", "", ""), "\n^");
    assert_eq!(picture("\ta\t", "b", "\tc"), " a b c\n   ^");
}

#[test]
fn carets_know_how_wide_characters_are() {
    assert_eq!(picture("ä ß ", "ö", ""), "ä ß ö\n    ^");
    assert_eq!(picture("日本 ", "語", " x"), "日本 語 x\n     ^^");
    assert_eq!(picture("🙂 ", "b", ""), "🙂 b\n   ^");
    assert_eq!(picture("e\u{301} ", "b", ""), "e\u{301} b\n  ^");
}

#[test]
fn nothing_moves_the_cursor() {
    let told = picture("\x1B[31m ", "x\u{202E}\0", " \u{200B}\u{2028}\x07");
    assert_eq!(told, "�[31m x�� ���\n      ^^^");
}

#[test]
fn a_long_line_is_cut_around_the_culprit() {
    let long = "é".repeat(100);
    let (side, less) = ("é".repeat(WINDOW), "é".repeat(WINDOW - 1));
    let space = " ".repeat(WINDOW + 1);
    let told = picture(&long, "x", &long);
    assert_eq!(told, format!("…{side}x{less}…\n{space}^"));
    let told = picture("a ", &long, " b");
    assert_eq!(told, format!("a {side}…\n  {}", "^".repeat(WINDOW)));
    assert_eq!(
        picture(&side, "x", &less).lines().next(),
        Some(&*format!("{side}x{less}"))
    );
    assert_eq!(
        picture(&side, &side, "").lines().next(),
        Some(&*side.repeat(2))
    );
}
