//! Sudoku for an online judge, in one file without dependencies.
//!
//! **Problem**: <https://www.acmicpc.net/problem/2580>. Nine lines of nine numbers, 0 a blank;
//! print the board filled, any solution if there are several.
//!
//! **Encoding**: an exact cover. There are 324 items: each cell has a digit (81), and each row,
//! column and box has each digit (3 * 81). There are 729 options, "digit d in cell c", of four
//! items each. The items of the givens are covered first; a search covers the others.
//!
//! **Source**: D. E. Knuth, "Dancing Links" (2000), and TAOCP 7.2.2.1, Algorithm X. The four
//! nodes of option o are those from `ITEMS + 4 * o` on: they need no links among themselves.
//!
//! Exit code: 0 solved, 1 there is no solution, 2 the input is not a board.

use std::io::{self, Read, Write};

const ITEMS: usize = 324;
const OPTIONS: usize = 729;
const ROOT: usize = ITEMS; // the head of the list of uncovered items

fn main() {
    let mut input = String::new();
    let answer = match io::stdin().read_to_string(&mut input) {
        Ok(_) => answer(&input),
        Err(error) => Err((2, error.to_string())),
    };
    // If the output is closed, nothing is left to do.
    let (code, _) = match answer {
        Ok(board) => (0, write!(io::stdout(), "{}", board)),
        Err((code, message)) => (code, writeln!(io::stderr(), "{}", message)),
    };
    std::process::exit(code);
}

/// Returns the solved board as text, or an exit code and a message.
pub(crate) fn answer(input: &str) -> Result<String, (i32, String)> {
    let mut board = parse(input).map_err(|message| (2, message))?;
    if !solve(&mut board) {
        return Err((1, "no solution".to_string()));
    }
    let mut text = String::new();
    for row in board.chunks(9) {
        let digits: Vec<String> = row.iter().map(usize::to_string).collect();
        text += &(digits.join(" ") + "\n");
    }
    Ok(text)
}

/// Reads nine lines of nine numbers from 0 to 9. Blank lines and extra spaces are skipped.
fn parse(input: &str) -> Result<Vec<usize>, String> {
    let mut board = Vec::new();
    for (line, text) in input.lines().enumerate() {
        let words = text.split_whitespace();
        let row: Vec<usize> = words.map(|word| word.parse().unwrap_or(10)).collect();
        if !(row.is_empty() || row.len() == 9 && row.iter().all(|&digit| digit < 10)) {
            return Err(format!("line {}: expected nine numbers, 0 to 9", line + 1));
        }
        board.extend(row);
    }
    match board.len() {
        81 => Ok(board),
        size => Err(format!("expected nine lines, found {}", size / 9)),
    }
}

/// Fills the blanks. Returns false if there is no solution.
fn solve(board: &mut [usize]) -> bool {
    let mut links = Links::new();
    let mut given = [false; ITEMS];
    for (cell, &digit) in board.iter().enumerate().filter(|cell| *cell.1 > 0) {
        for &item in &items_of(9 * cell + digit - 1) {
            if given[item] {
                return false;
            }
            given[item] = true;
            links.cover(item);
        }
    }
    links.search(board)
}

/// The items of option `9 * cell + digit`, digits from 0.
fn items_of(option: usize) -> [usize; 4] {
    let (cell, digit) = (option / 9, option % 9);
    let (row, column) = (cell / 9, cell % 9);
    let square = row / 3 * 3 + column / 3;
    let unit = |kind: usize, line: usize| 81 * kind + 9 * line + digit;
    [cell, unit(1, row), unit(2, column), unit(3, square)]
}

/// The other nodes of the option that has this node.
fn others(node: usize) -> impl DoubleEndedIterator<Item = usize> {
    let first = node - (node - ITEMS) % 4;
    (first..first + 4).filter(move |&other| other != node)
}

/// Nodes below `ITEMS` are the heads of the items. The head of an item and the nodes of its live
/// options form a circle through `up` and `down`. `ROOT` and the heads of the uncovered items form
/// a circle through `left` and `right`. A removed node keeps its links, so it can be put back.
struct Links {
    left: Vec<usize>,
    right: Vec<usize>,
    size: Vec<usize>,
    item: Vec<usize>,
    up: Vec<usize>,
    down: Vec<usize>,
}

impl Links {
    fn new() -> Links {
        let mut links = Links {
            left: (0..=ITEMS).map(|i| (i + ITEMS) % (ITEMS + 1)).collect(),
            right: (0..=ITEMS).map(|i| (i + 1) % (ITEMS + 1)).collect(),
            size: vec![0; ITEMS],
            item: (0..ITEMS).collect(),
            up: (0..ITEMS).collect(),
            down: (0..ITEMS).collect(),
        };
        for option in 0..OPTIONS {
            for &item in &items_of(option) {
                let (node, last) = (links.item.len(), links.up[item]);
                links.item.push(item);
                links.up.push(last);
                links.down.push(item);
                links.down[last] = node;
                links.up[item] = node;
                links.size[item] += 1;
            }
        }
        links
    }

    /// Algorithm X: covers the uncovered items, and enters the options used in the board.
    fn search(&mut self, board: &mut [usize]) -> bool {
        let head = self.smallest();
        if head == ROOT {
            return true;
        }
        self.cover(head);
        let mut node = self.down[head];
        while node != head {
            others(node).for_each(|other| self.cover(self.item[other]));
            if self.search(board) {
                let option = (node - ITEMS) / 4;
                board[option / 9] = option % 9 + 1;
                return true;
            }
            others(node)
                .rev()
                .for_each(|other| self.uncover(self.item[other]));
            node = self.down[node];
        }
        self.uncover(head);
        false
    }

    /// The first uncovered item with the fewest live options; `ROOT` if all are covered.
    fn smallest(&self) -> usize {
        let (mut best, mut least) = (ROOT, OPTIONS);
        let mut item = self.right[ROOT];
        while item != ROOT && least > 1 {
            if self.size[item] < least {
                least = self.size[item];
                best = item;
            }
            item = self.right[item];
        }
        best
    }

    /// Removes the item from the list, and its options from the lists of their other items.
    fn cover(&mut self, head: usize) {
        self.right[self.left[head]] = self.right[head];
        self.left[self.right[head]] = self.left[head];
        let mut node = self.down[head];
        while node != head {
            for other in others(node) {
                self.down[self.up[other]] = self.down[other];
                self.up[self.down[other]] = self.up[other];
                self.size[self.item[other]] -= 1;
            }
            node = self.down[node];
        }
    }

    /// Undoes `cover`, in the opposite order.
    fn uncover(&mut self, head: usize) {
        let mut node = self.up[head];
        while node != head {
            for other in others(node).rev() {
                self.size[self.item[other]] += 1;
                self.up[self.down[other]] = other;
                self.down[self.up[other]] = other;
            }
            node = self.up[node];
        }
        self.left[self.right[head]] = head;
        self.right[self.left[head]] = head;
    }
}
