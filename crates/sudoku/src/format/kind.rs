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
    Iss "iss" "the text of Interactive Sudoku Solver, and killer text in two other forms (only read)";
    FPuzzles "f-puzzles" "the JSON of f-puzzles";
    Link "link" "a link that holds a puzzle, of any of a dozen websites (written for f-puzzles)";
    Json "puzzle" "our own JSON, which can say all rules";
    SudokuPad "sudokupad" "the JSON or a link of SudokuPad: givens, regions, cages, and dots that its text explains";
    Penpa "penpa" "a link of penpa-edit: givens, regions, cages, thermometers and arrows";
    Hodoku "hodoku" "a library line of HoDoKu or Susser: a classic board and removed candidates";
    Tatham "tatham" "an id of Solo in Simon Tatham's collection: also jigsaw, diagonals and killer";
    OpenSudoku "opensudoku" "the XML of OpenSudoku, and that of Sdku (only read)";
    Csv "csv" "a row of a spreadsheet with a field for each cell";
}

impl PuzzleFormat {
    /// Returns the format with a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|format| format.word() == word)
    }
}
