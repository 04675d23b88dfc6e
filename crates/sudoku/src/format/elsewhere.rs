//! Links of websites that hold a puzzle in a form that is not read here. Each form has its own part
//! of the address that holds the puzzle.

use super::error::PuzzleReason;

/// What stands before the puzzle: in links of sudokuwiki.org, of Interactive Sudoku Solver, of
/// sudokuexchange.com, of f-puzzles.com, and of thonky.com and SudokuMaker.
const MARKS: [&str; 5] = ["?bd=", "?q=", "?s=", "?string=", "?puzzle="];

/// The modes of penpa-edit: its puzzles stand after the `#`, or after the `?` of older links.
const PENPA: &[&str] = &["m=edit", "m=solve"];

/// Returns why an address is not read, if it holds a puzzle in one of these forms.
pub(super) fn refusal(address: &str) -> Option<PuzzleReason> {
    let query = address.find(['?', '#']).unwrap_or(address.len());
    let keys = || address[query..].split(['?', '#', '&']);
    if keys().any(|key| PENPA.contains(&key)) && keys().any(|key| key.starts_with("p=")) {
        return Some(PuzzleReason::Elsewhere {
            site: "penpa-edit".to_owned(),
            mark: "&p=",
            is_readable: false,
        });
    }
    MARKS.iter().find_map(|&mark| {
        let value = keys().find_map(|key| key.strip_prefix(&mark[1..]))?;
        Some(PuzzleReason::Elsewhere {
            site: site(address).to_owned(),
            mark,
            is_readable: is_board(value) || value.starts_with('.'),
        })
    })
}

/// Returns why an address is not read, if what it holds is the cells of a board.
pub(super) fn refusal_of_board(address: &str, held: &str) -> Option<PuzzleReason> {
    is_board(held).then(|| PuzzleReason::Elsewhere {
        site: site(address).to_owned(),
        mark: "",
        is_readable: true,
    })
}

/// Whether a website keeps puzzles under the names that its addresses have.
pub(super) fn keeps_puzzles(address: &str) -> bool {
    let sites = [
        "f-puzzles.com",
        "sudokupad.app",
        "crackingthecryptic.com",
        "tinyurl.com",
    ];
    let host = host(address).to_lowercase();
    address.starts_with("sudokupad://") || sites.iter().any(|site| host.ends_with(site))
}

/// The website of an address.
fn host(address: &str) -> &str {
    let (_, host) = address.split_once("://").unwrap_or(("", address));
    host.split(['/', '?', '#']).next().unwrap_or(host)
}

/// The name of the website of an address.
fn site(address: &str) -> &str {
    let host = host(address);
    match host.strip_prefix("www.").unwrap_or(host) {
        "sigh.github.io" => "Interactive Sudoku Solver",
        site => site,
    }
}

/// Whether a text is the cells of a board, one character each.
fn is_board(text: &str) -> bool {
    let is_square = |cells: usize| cells.isqrt().pow(2) == cells;
    let is_cell = |c: char| c.is_ascii_digit() || ".-_*".contains(c);
    text.len() >= 16 && is_square(text.len()) && text.chars().all(is_cell)
}
