//! The forms in which people paste boards, besides plain text.
//!
//! A fixed list of pure readers. Each decides by the form alone whether a text begins with it, and
//! leaves alone what may be anything else: prose, a plain board, a table of other things, a problem
//! of exact cover. A form that is certain but has a mistake is refused with the place of the
//! mistake.
//!
//! ```text
//! found     what a reader gives
//! fault     what is wrong with a part of a text
//! words     lines, words and signs with their places
//! board     the values of cells, however they are written
//! list      lists and objects as a tree
//! cages     the puzzle of a board with cages
//! map       maps of regions and cages
//! sumocue, samurai, object, cage_lists, code, markup, facts, beside, below, latin, spaces, table,
//! rows      the forms
//! ```

mod below;
mod beside;
mod board;
mod cage_lists;
mod cages;
mod code;
mod facts;
mod fault;
mod found;
mod latin;
mod list;
mod map;
mod markup;
mod object;
mod rows;
mod samurai;
mod spaces;
mod sumocue;
mod table;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use self::found::Pasted;

/// The readers. Of two that may know a text, the one that asks for more comes first.
const READERS: &[fn(&str) -> Option<Pasted>] = &[
    sumocue::read,
    samurai::read,
    object::read,
    cage_lists::listed,
    cage_lists::named_cells,
    cage_lists::numbered_cells,
    code::read,
    markup::read,
    facts::read,
    beside::read,
    below::read,
    latin::read,
    spaces::read,
    table::read,
    rows::read,
];

/// Reads the form that a text begins with; `None` if no reader knows it. The text begins with a
/// line that is not blank.
pub(crate) fn read(text: &str) -> Option<Pasted> {
    let is_blank = text
        .lines()
        .next()
        .is_none_or(|line| line.trim().is_empty());
    READERS
        .iter()
        .filter(|_| !is_blank)
        .find_map(|reader| reader(text))
}
