//! Su-domino-ku, as a judge gives it: nine single cells hold 1 to 9, and 36 dominoes, one for each
//! two digits, cover the others of a usual board.
//!
//! **Encoding**: 81 items are cells, 243 are the digits in rows, columns and boxes, 36 are the
//! dominoes and nine the single digits. An option puts a digit into a cell alone, or a domino on
//! two neighbours. All puzzles are one problem: what a puzzle gives are options that are forced.

use std::collections::HashMap;

use quadrille_core::{
    Answer, Assumptions, BuildError, Limits, OptionId, Problem, Settings, Solver,
};
use quadrille_sudoku::Grid;

use super::squiggly::Wrong;

const SIDE: usize = 9;
const CELLS: usize = SIDE * SIDE;
/// The number of dominoes.
const ALL: usize = 36;

/// A digit, from 1, in a cell.
type Placed = (u8, usize);

/// What a puzzle gives: dominoes and single digits, both as the digits of an option.
pub(super) struct Given(Vec<Vec<Placed>>);

impl Given {
    /// Reads the dominoes and the places of the single digits. White space of any kind stands
    /// between words.
    pub(super) fn read(text: &str) -> Result<Self, Wrong> {
        let mut words = Words {
            rest: Box::new(text.lines().enumerate().flat_map(|(line, text)| {
                text.split_whitespace().map(move |word| (line + 1, word))
            })),
            line: 1,
        };
        let count = words.next("the number of dominoes, from 10 to 36", |word| {
            let count = word.parse::<usize>().ok();
            count.filter(|count| (10..=ALL).contains(count))
        })?;
        let mut given = Vec::new();
        let mut dominoes = Vec::new();
        for _ in 0..count {
            let mut half = || -> Result<Placed, Wrong> {
                Ok((words.next("a digit from 1 to 9", digit)?, words.place()?))
            };
            let mut domino = [half()?, half()?];
            domino.sort_unstable();
            let [(low, a), (high, b)] = domino;
            let what = match dominoes.contains(&(low, high)) {
                _ if low == high => Some(format!("both halves are {low}, expected two digits")),
                true => Some(format!("the domino {low}+{high} occurs twice")),
                false if !are_neighbours(a, b) => {
                    Some(format!("the halves of {low}+{high} are not side by side"))
                }
                false => None,
            };
            if let Some(what) = what {
                return Err((words.line, what));
            }
            dominoes.push((low, high));
            given.push(domino.to_vec());
        }
        for digit in 1..=SIDE as u8 {
            given.push(vec![(digit, words.place()?)]);
        }
        if let Some((line, word)) = words.rest.next() {
            return Err((
                line,
                format!("{word:?} after the place of 9, expected another puzzle"),
            ));
        }
        let mut cells: Vec<usize> = given.iter().flatten().map(|placed| placed.1).collect();
        cells.sort_unstable();
        match cells.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err((words.line, format!("{} is given twice", place(pair[0])))),
            None => Ok(Self(given)),
        }
    }

    /// The board with what is given.
    pub(super) fn board(&self) -> Grid {
        grid(self.0.iter().flatten())
    }
}

/// The words of a puzzle.
struct Words<'a> {
    rest: Box<dyn Iterator<Item = (usize, &'a str)> + 'a>,
    /// The line of the last word.
    line: usize,
}

impl Words<'_> {
    /// Reads the next word, which must be something.
    fn next<T>(&mut self, expected: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, Wrong> {
        let Some((line, word)) = self.rest.next() else {
            return Err((self.line, format!("the puzzle ends, expected {expected}")));
        };
        self.line = line;
        read(word).ok_or_else(|| (line, format!("{word:?} is not {expected}")))
    }

    fn place(&mut self) -> Result<usize, Wrong> {
        self.next("a place from A1 to I9", |word| match word.as_bytes() {
            [row @ b'A'..=b'I', column @ b'1'..=b'9'] => {
                Some(usize::from(row - b'A') * SIDE + usize::from(column - b'1'))
            }
            _ => None,
        })
    }
}

fn digit(word: &str) -> Option<u8> {
    word.parse().ok().filter(|digit| (1..=9).contains(digit))
}

fn place(cell: usize) -> String {
    let row = char::from(b'A' + (cell / SIDE) as u8);
    format!("{row}{}", cell % SIDE + 1)
}

fn are_neighbours(a: usize, b: usize) -> bool {
    let (low, high) = (a.min(b), a.max(b));
    high - low == SIDE || high - low == 1 && high % SIDE > 0
}

fn grid<'a>(placed: impl Iterator<Item = &'a Placed>) -> Grid {
    let mut cells = vec![0; CELLS];
    for &(digit, cell) in placed {
        cells[cell] = digit;
    }
    Grid::new(cells)
}

/// The problem, compiled for all puzzles.
pub(super) struct Dominoes {
    solver: Solver,
    /// The digits of each option, and the option of those digits, sorted.
    placed: Vec<Vec<Placed>>,
    options: HashMap<Vec<Placed>, OptionId>,
}

impl Dominoes {
    pub(super) fn new(settings: &Settings) -> Self {
        let placed = all_options();
        let problem = problem(&placed).unwrap_or_else(|_| unreachable!("all names differ"));
        let numbered = placed.iter().cloned().zip(problem.options());
        Self {
            options: numbered.collect(),
            solver: Solver::with_settings(problem, settings),
            placed,
        }
    }

    /// Finds the first solution of a puzzle.
    pub(super) fn first(&self, given: &Given, limits: Limits) -> Answer<Option<Grid>> {
        let mut assumptions = Assumptions::new();
        for placed in &given.0 {
            assumptions.force(self.options[placed]);
        }
        let mut search = self.solver.search();
        let answer = search.limits(limits).assume(assumptions).first();
        answer.map(|solution| {
            let options = solution?;
            let placed = options.iter().map(|option| &self.placed[option.index()]);
            Some(grid(placed.flatten()))
        })
    }
}

/// The digits of every option: one digit alone, or the two of a domino, sorted.
fn all_options() -> Vec<Vec<Placed>> {
    let digits = 1..=SIDE as u8;
    let mut all = Vec::new();
    for cell in 0..CELLS {
        all.extend(digits.clone().map(|digit| vec![(digit, cell)]));
        let next = [cell + 1, cell + SIDE];
        for other in next.into_iter().filter(|&other| other < CELLS) {
            if !are_neighbours(cell, other) {
                continue;
            }
            for low in digits.clone() {
                for high in low + 1..=SIDE as u8 {
                    all.push(vec![(low, cell), (high, other)]);
                    all.push(vec![(low, other), (high, cell)]);
                }
            }
        }
    }
    all
}

/// All items are primary. The names of an option are those of its domino or single digit, and of
/// the cell, the row, the column and the box of each digit.
fn problem(options: &[Vec<Placed>]) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    let names: Vec<Vec<String>> = options.iter().map(|option| names(option)).collect();
    for name in names.iter().flatten() {
        if builder.item(name).is_none() {
            builder.primary(name)?;
        }
    }
    for names in &names {
        builder.option(names.iter().map(String::as_str))?;
    }
    Ok(builder.build())
}

fn names(option: &[Placed]) -> Vec<String> {
    let digits: Vec<String> = option.iter().map(|placed| placed.0.to_string()).collect();
    let mut names = vec![digits.join("+")];
    for &(digit, cell) in option {
        let (row, column) = (cell / SIDE, cell % SIDE);
        names.extend([
            place(cell),
            format!("row{row}={digit}"),
            format!("column{column}={digit}"),
            format!("box{}={digit}", row / 3 * 3 + column / 3),
        ]);
    }
    names
}
