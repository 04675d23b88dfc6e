//! The formats of puzzles, and which of them a text has.

/// Makes the enum and its table.
macro_rules! formats {
    ($($variant:ident $word:literal $says:literal;)*) => {
        /// A format of puzzles.
        ///
        /// | word | what it is |
        /// |---|---|
        $(#[doc = concat!("| `", $word, "` | ", $says, " |")])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum PuzzleFormat {
            $(#[doc = concat!("`", $word, "`: ", $says, ".")] $variant,)*
        }

        impl PuzzleFormat {
            /// All formats.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the word of the format.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }
    };
}

formats! {
    Iss "iss" "the text of Interactive Sudoku Solver, and killer text of JSudoku (only read)";
    FPuzzles "f-puzzles" "the JSON of f-puzzles";
    Link "link" "a link that holds a puzzle of f-puzzles or SudokuPad (written for f-puzzles)";
    Json "puzzle" "our own JSON, which can say all rules";
    SudokuPad "sudokupad" "the JSON or a link of SudokuPad: givens, regions and cages";
}

impl PuzzleFormat {
    /// Returns the format with a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|format| format.word() == word)
    }
}
