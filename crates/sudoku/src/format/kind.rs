//! The formats of puzzles.

use crate::worded::worded;

/// What a text in the format is, in a sentence, and what the command line writes in it, if it does.
type Row = (&'static str, Option<&'static str>);

worded! {
    /// A format of puzzles.
    PuzzleFormat of Row;
    Iss "iss" ("ISS text", Some("The text of Interactive Sudoku Solver, with all rules: one puzzle a line")), "the text of Interactive Sudoku Solver, and killer text in two other forms (only read)";
    FPuzzles "f-puzzles" ("f-puzzles", Some("The JSON of f-puzzles, with all rules that it has")), "the JSON of f-puzzles";
    Link "link" ("f-puzzles", Some("A link that opens the puzzle in f-puzzles")), "a link that holds a puzzle, of any of a dozen websites (written for f-puzzles)";
    Page "page" ("an address of the page", Some("An address that opens the puzzle in the page of 'quadrille serve'")), "an address of the page of 'quadrille serve'";
    Json "puzzle" ("our own JSON", Some("Our own JSON of puzzles, with all rules")), "our own JSON, which can say all rules";
    SudokuPad "sudokupad" ("SudokuPad", None), "the JSON or a link of SudokuPad: givens, regions, cages, and dots that its text explains";
    Penpa "penpa" ("penpa-edit", Some("A link that opens the puzzle in penpa-edit")), "a link of penpa-edit: givens, regions, cages, thermometers and arrows";
    Hodoku "hodoku" ("a HoDoKu line", Some("The library line of HoDoKu: a classic board and removed candidates")), "a library line of HoDoKu or Susser: a classic board and removed candidates";
    Tatham "tatham" ("an id of Solo", Some("The id of the puzzle in Solo of Simon Tatham's collection")), "an id of Solo in Simon Tatham's collection: also jigsaw, diagonals and killer";
    OpenSudoku "opensudoku" ("the XML of OpenSudoku", Some("The XML of OpenSudoku, one document a line")), "the XML of OpenSudoku, and that of Sdku (only read)";
    Csv "csv" ("a CSV row", Some("One line of numbers with commas between them, nothing for a blank")), "a row of a spreadsheet with a field for each cell";
}

impl PuzzleFormat {
    /// Returns the format with a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|format| format.word() == word)
    }

    /// Returns what `quadrille` writes in the format, if it does.
    #[must_use]
    pub fn writes(self) -> Option<&'static str> {
        self.row().1
    }

    /// What a text in the format is, in a sentence.
    pub(super) fn title(self) -> &'static str {
        self.row().0
    }
}
