//! Recognises sudoku boards, which people pass to the wrong command.

/// Returns whether a word looks like a sudoku board, a row of one, or a border of a drawn board.
pub(super) fn is_board(word: &str) -> bool {
    let is_mark = |byte: u8| byte.is_ascii_digit() || b".-_*?+=".contains(&byte);
    let is_telling = |byte: u8| byte.is_ascii_digit() || b".+".contains(&byte);
    word.len() >= 9 && word.bytes().all(is_mark) && word.bytes().any(is_telling)
}

/// Returns whether a line looks like a row of a board with spaces between its cells, in which
/// `repeated` is a blank cell.
pub(super) fn is_row<'a>(mut words: impl Iterator<Item = &'a str>, repeated: &str) -> bool {
    let is_cell = |word: &str| matches!(word.as_bytes(), [b'0'..=b'9' | b'.' | b'_' | b'-' | b'|']);
    matches!(repeated, "0" | "." | "_" | "-") && words.all(is_cell)
}

/// Returns whether one of the first lines of a text is a board or a row of one.
pub(super) fn is_text<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let is_board_line = |line: &str| {
        let words = || line.split_ascii_whitespace();
        match words().count() {
            1 => words().all(is_board),
            count => count >= 4 && is_row(words(), "0"),
        }
    };
    lines.take(10).any(is_board_line)
}

/// The likely fix for a board.
pub(super) const HELP: &str = "this looks like a sudoku board: use 'quadrille sudoku'";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_their_rows_are_recognised() {
        let long = "0".repeat(81);
        for word in ["53..7....", ".........", &long, "+-------+-------+"] {
            assert!(is_board(word), "{word}");
        }
        for word in [
            "",
            "12",
            "53..7...",
            "---------",
            "r1c1r1c2r",
            "12:34:56:78",
        ] {
            assert!(!is_board(word), "{word}");
        }
        let is_row = |line: &str, repeated| is_row(line.split(' '), repeated);
        assert!(is_row("5 3 . | . 7 .", ".") && is_row("0 0 3 0", "0"));
        assert!(!is_row("1 2 3 1", "1") && !is_row("a . .", "."));
        for text in ["53..7....", "# Easy\n\n5 3 0 0 7 0 0 0 0", "5 3 . | . 7 ."] {
            assert!(is_text(text.lines()), "{text}");
        }
        assert!(!is_text("3 4\n2 1 3\n".lines()) && !is_text("".lines()));
    }
}
