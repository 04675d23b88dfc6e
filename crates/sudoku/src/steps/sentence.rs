//! Values inside sentences.

/// The mark of value 0. Names of cells, units and rules hold no characters of this private area.
const MARK: u32 = 0xE000;

/// A sentence about values, which are written later: boards call them by numbers or by letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sentence(String);

/// A value inside a sentence, as one character.
pub(super) fn value(value: u8) -> char {
    char::from_u32(MARK + u32::from(value)).unwrap_or_default()
}

impl Sentence {
    pub(super) fn new(text: String) -> Self {
        Self(text)
    }

    /// Adds a sentence.
    pub(super) fn add(&mut self, text: &str) {
        self.0.push(' ');
        self.0.push_str(text);
    }

    /// The text, with these names of the values.
    pub(super) fn to_text(&self, symbol: impl Fn(u8) -> String) -> String {
        let mut text = String::new();
        for character in self.0.chars() {
            let value = u32::from(character).checked_sub(MARK);
            match value.and_then(|value| u8::try_from(value).ok()) {
                Some(value) => text += &symbol(value),
                None => text.push(character),
            }
        }
        text
    }
}
