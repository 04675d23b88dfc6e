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
//! sumocue, samurai, object, cage_lists, code, markup, facts, printed, marks, beside, below, latin,
//! spaces, table, rows
//!           the forms
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
mod marks;
mod markup;
mod object;
mod printed;
mod rows;
mod samurai;
mod spaces;
mod sumocue;
mod table;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use self::found::Pasted;
use self::list::Tree;

enum Reader {
    OfText(fn(&str) -> Option<Pasted>),
    /// Reads a text that begins with a list or an object.
    OfTree(fn(&str, &Tree<'_>) -> Option<Pasted>),
}

use Reader::{OfText, OfTree};

/// The readers. Of two that may know a text, the one that asks for more comes first.
const READERS: &[Reader] = &[
    OfText(sumocue::read),
    OfText(samurai::read),
    OfTree(samurai::listed),
    OfTree(object::read),
    OfTree(cage_lists::listed),
    OfText(cage_lists::named_cells),
    OfText(cage_lists::numbered_cells),
    OfTree(code::read),
    OfText(markup::read),
    OfText(facts::read),
    OfText(printed::read),
    OfText(marks::read),
    OfTree(marks::listed),
    OfText(beside::read),
    OfText(below::read),
    OfText(latin::read),
    OfText(spaces::read),
    OfText(table::read),
    OfText(rows::read),
];

/// Reads the form that a text begins with; `None` if no reader knows it. The text begins with a
/// line that is not blank.
pub(crate) fn read(text: &str) -> Option<Pasted> {
    let is_blank = text
        .lines()
        .next()
        .is_none_or(|line| line.trim().is_empty());
    if is_blank {
        return None;
    }
    let tree = list::read(text);
    READERS.iter().find_map(|reader| match reader {
        OfText(read) => read(text),
        OfTree(read) => read(text, tree.as_ref()?),
    })
}
