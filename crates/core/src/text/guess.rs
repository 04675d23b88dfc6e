//! Guesses the form of a text from its syntax.
//!
//! A text that consists of numbers only has no such form: it may fit several forms, with different
//! meanings. So such forms are named, by a flag or by the extension of a file.

use super::form::Form;
use super::lines::first_line;
use super::{TextError, libexact, matrix, miniexact};

impl Form {
    /// The forms that consist of numbers only, which are never guessed.
    const OF_NUMBERS: [Self; 4] = [Self::Matrix, Self::Txt, Self::Rows, Self::Spp];

    /// Guesses the form of a text: JSON if it begins with `{` or is a JSON list, a matrix if it
    /// consists of rows of 0 and 1 in brackets, ec if it begins with `p ec`, miniexact if it begins
    /// with `p xc`, `p xcc`, or with `<` and ends with `;`, libexact if its lines begin with `r`, `c`
    /// and `e`, else dlx. Forms that consist of numbers are never guessed.
    ///
    /// ```
    /// use quadrille::text::Form;
    ///
    /// assert_eq!(Form::of_text(b"a b\na\nb\n"), Form::Dlx);
    /// assert_eq!(Form::of_text(b"c a comment\np ec 2\ns 1 2\n"), Form::Ec);
    /// assert_eq!(Form::of_text(b"r 1\nr 2\nc 1\ne 1 1\ne 2 1\n"), Form::Libexact);
    /// ```
    #[must_use]
    pub fn of_text(text: &[u8]) -> Self {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        #[cfg(feature = "json")]
        {
            let trimmed = text.trim_ascii_start();
            let is_list = || serde_json::from_slice::<serde::de::IgnoredAny>(text).is_ok();
            if trimmed.starts_with(b"{") || trimmed.starts_with(b"[") && is_list() {
                return Self::Json;
            }
        }
        let words = first_line(text).split(u8::is_ascii_whitespace);
        let mut words = words.filter(|word| !word.is_empty());
        if words.next() == Some(b"p") && words.next() == Some(b"ec") {
            return Self::Ec;
        }
        match std::str::from_utf8(text) {
            Ok(text) if matrix::is_list(text) => Self::Matrix,
            Ok(text) if miniexact::is_text(text) => Self::Miniexact,
            Ok(text) if libexact::is_text(text) => Self::Libexact,
            _ => Self::Dlx,
        }
    }

    /// Corrects the form that the extension of a file names, if the text shows another one: a `txt`
    /// may be rows of 0 and 1, or a text of another syntax, and a file with the extension of
    /// another program may be in a form that is [guessed](Self::of_text).
    #[must_use]
    pub fn of_file(self, text: &[u8]) -> Self {
        let guessed = Self::of_text(text);
        match self {
            Self::Txt if guessed != Self::Dlx => guessed,
            Self::Txt if std::str::from_utf8(text).is_ok_and(matrix::is_rows) => Self::Matrix,
            Self::Rows | Self::Spp | Self::Libexact | Self::Miniexact
                if guessed.read(text).is_ok() =>
            {
                guessed
            }
            named => named,
        }
    }

    /// Adds to the error of a text in this form, which was guessed, the forms of numbers that the
    /// text may be in. A memory limit in bytes holds for each.
    #[must_use]
    pub fn suggest(self, error: TextError, text: &[u8], memory: usize) -> TextError {
        if error.help().is_some_and(|help| help.contains("`--from ")) {
            return error;
        }
        let is_of_numbers = |byte: &u8| byte.is_ascii_digit() || b" \t\r\n.-".contains(byte);
        let has_numbers = text.iter().all(is_of_numbers);
        let (mut whole, mut further) = (Vec::new(), Vec::new());
        for form in Self::OF_NUMBERS.into_iter().filter(|&form| form != self) {
            match form.read_within(text, memory) {
                Ok(_) => whole.push(format!("`--from {}`", form.word())),
                Err(other) if has_numbers && other.line() > error.line() => {
                    further.push(format!("`--from {}`", form.word()));
                }
                Err(_) => {}
            }
        }
        // If no form reads all of it, then those whose first error comes later.
        let forms = if whole.is_empty() { further } else { whole };
        if forms.is_empty() {
            return error;
        }
        let forms = forms.join(" or ");
        error.with_help(format!(
            "the text may be in another format of numbers: give {forms}"
        ))
    }
}
