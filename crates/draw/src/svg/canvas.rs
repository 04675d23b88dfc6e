//! Where the elements of a picture are written.
//!
//! Files have colours as attributes, which every program understands. A web page also needs classes,
//! so that its style can replace the colours, and targets for clicks. Both come from one writer: an
//! element asks the canvas for its class, and a canvas for files has none.

use std::fmt::{self, Write};

/// Collects elements, with or without classes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Canvas {
    pub(crate) elements: String,
    has_classes: bool,
}

/// The class attribute of an element, with a space before it; nothing without classes.
pub(crate) struct Class<const N: usize>(Option<[&'static str; N]>);

impl Canvas {
    /// Returns an empty canvas whose elements have classes.
    pub(crate) fn with_classes() -> Self {
        Self {
            has_classes: true,
            ..Self::default()
        }
    }

    /// Returns the class attribute with these words. An empty word is left out.
    pub(crate) fn class<const N: usize>(&self, words: [&'static str; N]) -> Class<N> {
        Class(self.has_classes.then_some(words))
    }
}

impl Write for Canvas {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.elements.write_str(text)
    }
}

impl<const N: usize> fmt::Display for Class<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(words) = &self.0 else {
            return Ok(());
        };
        formatter.write_str(" class=\"")?;
        let words = words.iter().filter(|word| !word.is_empty());
        for (number, word) in words.enumerate() {
            formatter.write_str(if number == 0 { "" } else { " " })?;
            formatter.write_str(word)?;
        }
        formatter.write_str("\"")
    }
}
