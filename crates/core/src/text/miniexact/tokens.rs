//! Splits a text into names and marks.

/// The characters that no name contains.
pub(super) const MARKS: [char; 7] = [';', ':', '[', ']', '<', '>', '$'];

/// Returns whether a token is a mark.
pub(super) fn is_mark(token: &str) -> bool {
    token.starts_with(MARKS)
}

/// The tokens of a text: names, and marks of one character.
pub(super) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            rest: text.trim_ascii_start(),
        }
    }

    /// Skips the next token if it is this mark.
    pub(super) fn next_if(&mut self, mark: &str) -> bool {
        let is_next = self.rest.starts_with(mark);
        if is_next {
            self.next();
        }
        is_next
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let is_end = |c: char| c.is_ascii_whitespace() || MARKS.contains(&c);
        let length = match self.rest.find(is_end) {
            Some(0) => 1,
            Some(end) => end,
            None => self.rest.len(),
        };
        let (token, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest.trim_ascii_start();
        Some(token).filter(|token| !token.is_empty())
    }
}
