//! Puzzles of the program BurrTools: files `.xmpuzzle`, which are XML, usually compressed by gzip.
//!
//! ```xml
//! <puzzle version="2">
//!   <gridType type="0"/>
//!   <shapes> <voxel x="2" y="2" z="1" name="L">##_#</voxel> ... </shapes>
//!   <problems>
//!     <problem name="cube"> <shapes> <shape id="0" count="2"/> </shapes> <result id="1"/> </problem>
//!   </problems>
//! </puzzle>
//! ```
//!
//! The characters of a shape are its cells, first along x, then y, then z: `#` is filled, `+` may
//! be filled and `_` is empty. Digits after a cell are its colour. `maxHoles` limits how many of
//! the cells `+` stay empty.

use std::cell::Cell as StdCell;
use std::io::Read;

use flate2::read::MultiGzDecoder;
use roxmltree::{Document, Node, ParsingOptions};

use super::board::Board;
use super::error::LARGEST_BOARD;
use super::gaps::Gaps;
use super::grid::{Cell, CellGrid};
use super::piece::{Copies, Piece, add_piece};
use super::shape::Polyform;
use quadrille_core::text::TextError;

/// The most bytes of a file after it was decompressed.
const LARGEST: u64 = 1 << 28;

/// The most attributes of an element. BurrTools writes at most eight.
const MOST_ATTRIBUTES: usize = 100;

/// The most kinds of pieces of a problem.
const MOST_PIECES: usize = 1000;

/// The most cells of the shapes of all problems together.
const MOST_CELLS: u64 = 1 << 26;

/// A puzzle from a file: a board with its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxedPuzzle {
    /// The name, or the number of the problem in the file.
    pub name: String,
    /// The board.
    pub board: Board,
    /// The pieces. They may be rotated, but not reflected.
    pub pieces: Vec<Piece>,
    /// How many cells may stay free.
    pub gaps: Gaps,
}

/// Reads the problems of a BurrTools file, each with its pieces and its board. What the file knows
/// about solutions is ignored.
///
/// # Errors
/// A [`TextError`] if the file is damaged, has another grid than cubes, or has colours on a board,
/// which would restrict where pieces may lie.
pub fn burr_tools(bytes: &[u8]) -> Result<Vec<BoxedPuzzle>, TextError> {
    let text = decompressed(bytes)?;
    check_tags(&text)?;
    let options = ParsingOptions {
        allow_dtd: false,
        nodes_limit: 1 << 20,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(&text, options).map_err(|error| {
        let place = error.pos();
        let what = error.to_string();
        let what = what.rsplit_once(" at ").map_or(&*what, |(what, _)| what);
        error_at(
            &text,
            place.row as usize,
            place.col as usize,
            format!("invalid XML: {what}"),
        )
    })?;
    let file = File {
        text: &text,
        document: &document,
        cells: StdCell::new(0),
    };
    file.problems()
}

/// Undoes gzip, if the bytes begin like that.
fn decompressed(bytes: &[u8]) -> Result<String, TextError> {
    let error = |what: &str| Err(TextError::new(1, ["", "", ""], what));
    let mut read = Vec::new();
    let is_read = if bytes.starts_with(&[0x1F, 0x8B]) {
        MultiGzDecoder::new(bytes)
            .take(LARGEST + 1)
            .read_to_end(&mut read)
    } else {
        bytes.take(LARGEST + 1).read_to_end(&mut read)
    };
    if is_read.is_err() {
        return error("the file is damaged: it cannot be decompressed");
    }
    if read.len() as u64 > LARGEST {
        return error("the file is too large");
    }
    decoded(read).ok_or_else(|| {
        let error = TextError::new(
            1,
            ["", "", ""],
            "the file is not text in UTF-8 or ISO-8859-1",
        );
        error.with_help("save it as UTF-8")
    })
}

/// The text of some XML. Old versions of BurrTools write names in Latin-1 and name no encoding.
fn decoded(bytes: Vec<u8>) -> Option<String> {
    let is_prolog = bytes.trim_ascii_start().starts_with(b"<?xml");
    let mut parts = bytes.split(|&byte| byte == b'>');
    let prolog = parts.next().filter(|_| is_prolog).unwrap_or_default();
    let prolog = String::from_utf8_lossy(prolog).to_ascii_lowercase();
    let names_latin = prolog.contains("iso-8859-1\"") || prolog.contains("iso-8859-1'");
    let latin = |bytes: &[u8]| bytes.iter().map(|&byte| char::from(byte)).collect();
    if names_latin {
        return Some(latin(&bytes));
    }
    let is_xml = bytes.trim_ascii_start().starts_with(b"<");
    match String::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) if is_xml && !prolog.contains("encoding") => Some(latin(error.as_bytes())),
        Err(_) => None,
    }
}

/// An error at a line and a column, counted from 1.
fn error_at(text: &str, row: usize, column: usize, message: impl Into<String>) -> TextError {
    let line = text.lines().nth(row.saturating_sub(1)).unwrap_or_default();
    let place = line.char_indices().nth(column.saturating_sub(1));
    let (before, after) = line.split_at(place.map_or(line.len(), |(at, _)| at));
    let end = after.find('>').map_or(after.len(), |end| end + 1);
    let (wrong, after) = after.split_at(end);
    TextError::new(row.max(1), [before, wrong, after], message)
}

/// Rejects elements with very many attributes, and files that declare namespaces: the reader of XML
/// takes time in their square. BurrTools writes a few attributes and no namespaces. One pass over
/// the text.
fn check_tags(text: &str) -> Result<(), TextError> {
    let wrong = |at: usize, message: String| {
        let before = text.get(..at).unwrap_or_default();
        let row = before.matches('\n').count() + 1;
        let line = before.rsplit('\n').next().unwrap_or_default();
        Err(error_at(text, row, line.chars().count() + 1, message))
    };
    let mut at = 0;
    while let Some(start) = find(text, at, "<") {
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        let rest = text.get(start..).unwrap_or_default();
        if let Some((open, close)) = skipped.iter().find(|(open, _)| rest.starts_with(open)) {
            match find(text, start + open.len(), close) {
                Some(end) => at = end + close.len(),
                None => break,
            }
            continue;
        }
        let tag = Tag::read(rest);
        if tag.attributes > MOST_ATTRIBUTES {
            let what = format!("an element has more than {MOST_ATTRIBUTES} attributes");
            return wrong(start, what);
        }
        if tag.has_namespace {
            return wrong(
                start,
                "no BurrTools puzzle: it declares a namespace".to_owned(),
            );
        }
        at = start + tag.length;
    }
    Ok(())
}

/// Where a word next occurs.
fn find(text: &str, from: usize, word: &str) -> Option<usize> {
    Some(from + text.get(from..)?.find(word)?)
}

/// What stands between `<` and `>`.
struct Tag {
    length: usize,
    attributes: usize,
    has_namespace: bool,
}

impl Tag {
    fn read(text: &str) -> Self {
        let mut tag = Self {
            length: text.len(),
            attributes: 0,
            has_namespace: false,
        };
        let mut quote = None;
        // Where the name of an attribute may begin.
        let mut name = 0;
        for (at, byte) in text.bytes().enumerate() {
            match (quote, byte) {
                (Some(open), _) if open == byte => (quote, name) = (None, at + 1),
                (Some(_), _) => {}
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'=') => {
                    tag.attributes += 1;
                    let name = text.as_bytes().get(name..at).unwrap_or_default();
                    tag.has_namespace |= name.trim_ascii().starts_with(b"xmlns");
                }
                (None, b'>') => {
                    tag.length = at + 1;
                    break;
                }
                (None, _)
                    if byte.is_ascii_whitespace() && text.as_bytes().get(at + 1) != Some(&b'=') =>
                {
                    name = at + 1;
                }
                (None, _) => {}
            }
            // A tag that never ends is examined only so far.
            if tag.attributes > MOST_ATTRIBUTES || tag.has_namespace {
                break;
            }
        }
        tag
    }
}

struct File<'t> {
    text: &'t str,
    document: &'t Document<'t>,
    /// The cells of the shapes that were read so far.
    cells: StdCell<u64>,
}

/// The cells of a shape.
struct Voxels {
    filled: Vec<Cell>,
    optional: Vec<Cell>,
    has_colours: bool,
}

impl<'t> File<'t> {
    fn error(&self, node: Node<'_, '_>, message: impl Into<String>) -> TextError {
        let place = self.document.text_pos_at(node.range().start);
        error_at(self.text, place.row as usize, place.col as usize, message)
    }

    fn problems(&self) -> Result<Vec<BoxedPuzzle>, TextError> {
        let root = self.document.root_element();
        if !root.has_tag_name("puzzle") {
            return Err(self.error(root, "no BurrTools puzzle, expected <puzzle>"));
        }
        if let Some(grid) = child(root, "gridType")
            && grid.attribute("type").is_some_and(|kind| kind != "0")
        {
            let what = "the puzzle is not made of cubes";
            return Err(self
                .error(grid, what)
                .with_help("only grids of type 0, cubes, can be read"));
        }
        let shapes: Vec<Node<'_, '_>> = children(root, "shapes", "voxel").collect();
        let mut puzzles = Vec::new();
        for (number, problem) in (1..).zip(children(root, "problems", "problem")) {
            let name = problem.attribute("name").filter(|name| !name.is_empty());
            let name = name.map_or_else(|| number.to_string(), str::to_owned);
            puzzles.push(self.problem(name, problem, &shapes)?);
        }
        if puzzles.is_empty() {
            Err(self.error(root, "the file has no problem"))
        } else {
            Ok(puzzles)
        }
    }

    fn problem(
        &self,
        name: String,
        problem: Node<'t, 't>,
        shapes: &[Node<'t, 't>],
    ) -> Result<BoxedPuzzle, TextError> {
        let result = child(problem, "result");
        let result =
            result.ok_or_else(|| self.error(problem, "a problem without a result shape"))?;
        let shape = self.shape_of(result, shapes)?;
        let voxels = self.voxels(shape)?;
        if voxels.has_colours {
            let what =
                "colours on the result shape restrict where pieces may lie, which is not supported";
            return Err(self.error(shape, what));
        }
        if voxels.filled.is_empty() && voxels.optional.is_empty() {
            return Err(self.error(shape, "a result shape without cells"));
        }
        let mut pieces = Vec::new();
        for part in children(problem, "shapes", "shape") {
            if pieces.len() == MOST_PIECES {
                let what = format!("a problem with more than {MOST_PIECES} kinds of pieces");
                return Err(self.error(problem, what));
            }
            let Some(copies) = self.copies(part)? else {
                continue;
            };
            let shape = self.shape_of(part, shapes)?;
            let voxels = self.voxels(shape)?;
            if !voxels.optional.is_empty() {
                return Err(self.error(shape, "a piece with variable cells"));
            }
            let name = shape.attribute("name").filter(|name| !name.is_empty());
            let made = Polyform::new(CellGrid::Cubes, voxels.filled);
            let made = made.map_err(|_| self.error(shape, "an empty piece"))?;
            let piece = Piece::new(name.unwrap_or_default(), made);
            add_piece(&mut pieces, Piece { copies, ..piece });
        }
        let holes = self.number(problem, "maxHoles")?;
        let (voxels, gaps) = match holes.filter(|_| pieces.iter().any(varies)) {
            Some(holes) => with_holes(voxels, holes).ok_or_else(|| {
                let what = "maxHoles for a part of the result shape, which is not supported";
                self.error(problem, what)
                    .with_help("draw the result shape with variable cells only, or with none")
            })?,
            None => (voxels, Gaps::None),
        };
        let board = Board::new(CellGrid::Cubes, voxels.filled, voxels.optional);
        let board = board.map_err(|error| self.error(shape, error.to_string()))?;
        Ok(BoxedPuzzle {
            name,
            board,
            pieces,
            gaps,
        })
    }

    /// How many copies of a shape are used; `None` if none.
    fn copies(&self, part: Node<'t, 't>) -> Result<Option<Copies>, TextError> {
        let count = self.number(part, "count")?;
        let least = self.number(part, "min")?.or(count).unwrap_or(1);
        let most = self.number(part, "max")?.or(count).unwrap_or(least.max(1));
        if most == 0 {
            return Ok(None);
        }
        let copies = Copies::new(least, Some(most));
        copies
            .map(Some)
            .map_err(|error| self.error(part, error.to_string()))
    }

    fn number(&self, node: Node<'t, 't>, name: &str) -> Result<Option<u32>, TextError> {
        let Some(text) = node.attribute(name) else {
            return Ok(None);
        };
        let number = text.trim().parse();
        number
            .map(Some)
            .map_err(|_| self.error(node, format!("invalid number {text:?} of {name}")))
    }

    fn shape_of(
        &self,
        node: Node<'t, 't>,
        shapes: &[Node<'t, 't>],
    ) -> Result<Node<'t, 't>, TextError> {
        let id = self.number(node, "id")?;
        let found = id.and_then(|id| shapes.get(id as usize)).copied();
        found.ok_or_else(|| {
            let what = format!("unknown id of a shape, expected less than {}", shapes.len());
            self.error(node, what)
        })
    }

    fn voxels(&self, shape: Node<'t, 't>) -> Result<Voxels, TextError> {
        let side = |name: &str| -> Result<u64, TextError> {
            let side = self.number(shape, name)?;
            side.map(u64::from)
                .ok_or_else(|| self.error(shape, format!("a shape without {name}")))
        };
        let [x, y, z] = [side("x")?, side("y")?, side("z")?];
        let size = x.saturating_mul(y).saturating_mul(z);
        if size > LARGEST_BOARD {
            return Err(self.error(shape, format!("a shape of {size} cells is too large")));
        }
        // Many problems may name the same large shape, which is read for each of them.
        let text = shape.text().unwrap_or_default();
        let cells = size.max(text.len() as u64);
        self.cells.set(self.cells.get().saturating_add(cells));
        if self.cells.get() > MOST_CELLS {
            let what = format!("the shapes of all problems have more than {MOST_CELLS} cells");
            return Err(self.error(shape, what));
        }
        let mut voxels = Voxels {
            filled: Vec::new(),
            optional: Vec::new(),
            has_colours: false,
        };
        let mut place = 0;
        for c in text.chars() {
            let at = |place: u64| -> Option<Cell> {
                let row = place.checked_div(x)?;
                let [layer, row, column] = [row.checked_div(y)?, row % y, place % x];
                (place < size).then_some([layer as i32, row as i32, column as i32])
            };
            match (c, at(place)) {
                (c, _) if c.is_ascii_digit() => voxels.has_colours = true,
                (c, _) if c.is_whitespace() => {}
                ('#', Some(cell)) => voxels.filled.push(cell),
                ('+', Some(cell)) => voxels.optional.push(cell),
                ('_', Some(_)) | ('#' | '+' | '_', None) => {}
                (c, _) => return Err(self.error(shape, format!("unexpected cell {c:?}"))),
            }
            place += u64::from(matches!(c, '#' | '+' | '_'));
        }
        if place == size {
            Ok(voxels)
        } else {
            Err(self.error(
                shape,
                format!("a shape of {x} x {y} x {z} with {place} cells, expected {size}"),
            ))
        }
    }
}

/// Whether a piece may be used a different number of times.
fn varies(piece: &Piece) -> bool {
    piece.copies.exact().is_none()
}

/// The result shape if at most `holes` of its variable cells stay empty; filled cells never do.
/// BurrTools ignores this number if the volume of the pieces is always the same. `None` if there
/// are both filled and variable cells, and not all of the variable ones may be empty.
fn with_holes(voxels: Voxels, holes: u32) -> Option<(Voxels, Gaps)> {
    if voxels.optional.len() <= holes as usize {
        return Some((voxels, Gaps::None));
    }
    let gaps = match holes {
        0 => Gaps::None,
        _ if voxels.filled.is_empty() => Gaps::Between(0..=holes),
        _ => return None,
    };
    let mut filled = voxels.filled;
    filled.extend(voxels.optional);
    let voxels = Voxels {
        filled,
        optional: Vec::new(),
        ..voxels
    };
    Some((voxels, gaps))
}

fn child<'t>(node: Node<'t, 't>, name: &str) -> Option<Node<'t, 't>> {
    node.children().find(|child| child.has_tag_name(name))
}

fn children<'t>(
    node: Node<'t, 't>,
    list: &'static str,
    name: &'static str,
) -> impl Iterator<Item = Node<'t, 't>> {
    let list = child(node, list).into_iter();
    list.flat_map(|list| list.children())
        .filter(move |child| child.has_tag_name(name))
}
