//! Solutions as pictures, where the items are named like cells.

mod cells;
mod kinds;

use std::collections::{BTreeMap, HashMap, HashSet};

use self::cells::{Naming, Place, last_part};
use self::kinds::Kinds;
use quadrille_core::text::quantity;
use quadrille_core::text::solutions::Words;
use quadrille_core::{OptionId, Solution};
use quadrille_draw::Picture;

/// The most places of a picture.
const LARGEST: usize = 1 << 20;
/// The text in a cell that an option chooses without naming a value.
const CHOSEN: &str = "●";

/// Draws solutions of a problem whose items are named like cells.
///
/// An option that covers several cells is a piece, and its other primary items are its label. A
/// piece has the same colour in all solutions: that of its label, or without a label that of its
/// shape, which may be turned and reflected. Equal pieces that share an edge have tints of their
/// colour. If every option covers one cell, as for queens and Latin squares, the cell shows the
/// other items. A coloured cell shows the name of its colour.
///
/// Cells are named in one of these ways: `r1c2`; `3,4`, `(3,4)` or `3 4`; `a1`, with row 1 at the
/// bottom, or `A1`, with row 1 at the top; one digit or letter each for row and column, as in `0b`,
/// perhaps after `p`; an item `r3` and an item `c4` together; `s1` for the places of a single row.
/// A third number comes first: it is the layer, and layers stand side by side.
///
/// ```
/// use quadrille::picture::Drawing;
/// use quadrille::{Solver, text::dlx};
///
/// let problem = dlx::read(b"I L r1c1 r1c2 r2c1 r2c2 r2c3\nI r1c1 r2c1\nL r1c2 r2c2 r2c3\n")?;
/// let solver = Solver::new(problem);
/// let drawing = Drawing::new(solver.problem())?;
/// let solution = solver.search().first().value.expect("there is one");
/// let expected = "\
/// ┌───┬───┐
/// │ I │   │
/// │   │   └───┐
/// │   │ L     │
/// └───┴───────┘
/// ";
/// assert_eq!(drawing.picture(&solution)?.to_text(false), expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    words: Words<'a>,
    naming: Naming,
    board: Board,
    /// The kinds of pieces, unless every option covers one cell at most.
    kinds: Option<Kinds>,
}

/// The reason why solutions cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawingError {
    /// The items are not named like cells.
    #[error("no picture: the items are not named like cells of a board")]
    NoCells,
    /// The board has too many places.
    #[error(
        "no picture: a board of {} and {} is too large",
        quantity(rows, "row"),
        quantity(columns, "column")
    )]
    TooLarge {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// Several options of the solution cover the same cell.
    #[error("no picture: {count} options of the solution cover the cell {cell:?}")]
    Overlap {
        /// The name of the cell.
        cell: String,
        /// The number of options that cover it.
        count: usize,
    },
}

impl DrawingError {
    /// Returns what the user can do about the error, such as `number rows and columns from 0 or 1`:
    /// one line without a full stop. `None` if there is nothing to suggest.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::NoCells => Some(
                "name the cells by row and column, as in 'r1c2', '3,4' or 'a1'; a piece is then an \
                 option such as 'L r1c1 r2c1 r2c2'",
            ),
            Self::TooLarge { .. } => Some("number rows and columns from 0 or 1"),
            Self::Overlap { .. } => {
                Some("only options that cover different cells can be drawn as pieces")
            }
        }
    }
}

/// The cells and their places in the picture.
#[derive(Clone, Debug)]
struct Board {
    first: Place,
    rows: usize,
    /// Columns of one layer.
    columns: usize,
    layers: usize,
    cells: HashSet<Place>,
}

/// The number of an option in its solution, the name of a cell that it covers, and its colour
/// there.
type Owner<'a> = (usize, &'a str, Option<&'a str>);

/// The parts of an option in a picture.
#[derive(Debug, Default)]
struct Drawn<'a> {
    /// The cells, their names and their colours.
    cells: Vec<(Place, &'a str, Option<&'a str>)>,
    /// The names of the other primary items.
    others: Vec<&'a str>,
}

impl<'a> Drawing<'a> {
    /// Finds out how the cells of a problem are named. O(length of all options).
    ///
    /// # Errors
    /// [`DrawingError::NoCells`] or [`DrawingError::TooLarge`].
    pub fn new(words: impl Into<Words<'a>>) -> Result<Self, DrawingError> {
        let words = words.into();
        let named = Naming::all().find_map(|naming| Some((naming, Board::read(words, naming)?)));
        let (naming, board) = named.ok_or(DrawingError::NoCells)?;
        let (rows, columns) = (board.rows, board.width());
        if rows.saturating_mul(columns) > LARGEST {
            return Err(DrawingError::TooLarge { rows, columns });
        }
        let drawn = || options(words).map(|option| Drawn::read(words, naming, option));
        let has_pieces = drawn().any(|option| option.cells.len() > 1);
        Ok(Self {
            words,
            naming,
            board,
            kinds: has_pieces.then(|| {
                let mut kinds = Kinds::default();
                for option in drawn() {
                    kinds.add(&option.label(naming), option.places());
                }
                kinds
            }),
        })
    }

    /// Draws a solution.
    ///
    /// # Errors
    /// [`DrawingError::Overlap`] if several of its options cover the same cell, and not in a
    /// colour.
    pub fn picture(&self, solution: &Solution) -> Result<Picture, DrawingError> {
        let options = solution.iter();
        let options = options.map(|option| Drawn::read(self.words, self.naming, option));
        let options: Vec<Drawn<'_>> = options.collect();
        let owners = owners(&options);
        let mut tiling = self.kinds.as_ref();
        for uses in owners.values().filter(|uses| uses.len() > 1) {
            tiling = None;
            if let Some((_, cell, _)) = uses.iter().find(|(.., colour)| colour.is_none()) {
                let (cell, count) = ((*cell).to_owned(), uses.len());
                return Err(DrawingError::Overlap { cell, count });
            }
        }
        let mut picture = Picture::new(self.board.rows, self.board.width());
        picture
            .grid()
            .blank(if tiling.is_some() { ' ' } else { '.' });
        let free = options.len();
        for place in &self.board.cells {
            let owner = owners.get(place).and_then(|uses| uses.first());
            let piece = owner
                .filter(|_| tiling.is_some())
                .map_or(free, |owner| owner.0);
            let (row, column) = self.board.place(*place);
            picture.set(row, column, piece);
        }
        if let Some(kinds) = tiling {
            let labels = options.iter().map(|option| option.label(self.naming));
            let labels: Vec<String> = labels.collect();
            let pieces = options.iter().zip(&labels);
            let numbers = pieces.map(|(option, label)| kinds.find(label, option.places()));
            let numbers: Vec<usize> = numbers.collect();
            picture.colour_kinds(|piece| numbers.get(piece).copied().unwrap_or_default());
            picture.label_pieces(|piece| labels.get(piece).cloned());
        }
        for place in &self.board.cells {
            let (row, column) = self.board.place(*place);
            let Some(&(number, _, colour)) = owners.get(place).and_then(|uses| uses.first()) else {
                // A cell that no option covers has no colour.
                picture.set(row, column, free);
                continue;
            };
            let label = match (colour, tiling.is_some()) {
                (Some(colour), _) => colour.to_owned(),
                (None, true) => continue,
                (None, false) => match options[number].label(self.naming) {
                    label if label.is_empty() => CHOSEN.to_owned(),
                    label => label,
                },
            };
            if let Some(cell) = picture.get_mut(row, column) {
                cell.label(label).bold(tiling.is_none());
            }
        }
        Ok(picture)
    }
}

/// The options that cover each place.
fn owners<'a>(options: &[Drawn<'a>]) -> BTreeMap<Place, Vec<Owner<'a>>> {
    let mut owners: BTreeMap<Place, Vec<Owner<'a>>> = BTreeMap::new();
    for (number, option) in options.iter().enumerate() {
        for &(place, name, colour) in &option.cells {
            let of_place = owners.entry(place).or_default();
            of_place.push((number, name, colour));
        }
    }
    owners
}

impl<'a> Drawn<'a> {
    fn read(words: Words<'a>, naming: Naming, option: OptionId) -> Self {
        let mut drawn = Self::default();
        let mut lines: [Vec<(usize, &str)>; 2] = Default::default();
        for_each_use(words, option, |name, colour, is_primary| {
            let line = Naming::read_line(name).filter(|_| naming == Naming::Lines);
            if let Some(place) = naming.read(name) {
                drawn.cells.push((place, name, colour));
            } else if let Some((is_row, number)) = line {
                lines[usize::from(is_row)].push((number, name));
            } else if is_primary {
                drawn.others.push(name);
            }
        });
        if let [[(column, _)], [(row, name)]] = [&lines[0][..], &lines[1][..]] {
            drawn.cells.push(([0, *row, *column], name, None));
        }
        drawn
    }

    /// The places of the cells.
    fn places(&self) -> impl Iterator<Item = Place> {
        self.cells.iter().map(|&(place, ..)| place)
    }

    /// The names of the other items. If all of several end with the same value, as `r1#5` and
    /// `c2#5`, that value.
    fn label(&self, naming: Naming) -> String {
        let mut values = self.others.iter().map(|name| last_part(name, naming));
        match (&self.others[..], values.next()) {
            ([name], _) => name.trim_start_matches('#').to_owned(),
            (_, Some(value)) if values.all(|other| other == value) => value.to_owned(),
            (others, _) => others.join(" "),
        }
    }
}

/// The options that can be used.
fn options(words: Words<'_>) -> impl Iterator<Item = OptionId> {
    let count = match words {
        Words::Problem(problem) => problem.option_count(),
        Words::Lines(lines) => lines.len(),
    };
    let is_used = move |&option: &OptionId| match words {
        Words::Problem(problem) => !problem.is_dropped(option),
        Words::Lines(lines) => lines
            .get(option.index())
            .is_some_and(|line| !line.is_empty()),
    };
    (0..u32::try_from(count).unwrap_or(u32::MAX))
        .map(OptionId::new)
        .filter(is_used)
}

/// Calls a function with the name of each item of an option, its colour, and whether it is primary.
fn for_each_use<'a>(
    words: Words<'a>,
    option: OptionId,
    mut visit: impl FnMut(&'a str, Option<&'a str>, bool),
) {
    match words {
        Words::Problem(problem) => {
            for (item, colour) in problem.uses_of(option) {
                let colour = colour.map(|colour| problem.colour_name(colour));
                visit(problem.name(item), colour, problem.is_primary(item));
            }
        }
        Words::Lines(lines) => {
            let line = lines.get(option.index()).map_or("", String::as_str);
            for word in line.split_ascii_whitespace() {
                match word.split_once(':') {
                    Some((name, colour)) => visit(name, Some(colour), false),
                    None => visit(word, None, true),
                }
            }
        }
    }
}

impl Board {
    /// The cells of a problem whose names are read in one way, if that makes sense: at least half
    /// of the options cover a cell, no two names mean the same cell, and doubtful names fill every
    /// row and column.
    fn read(words: Words<'_>, naming: Naming) -> Option<Self> {
        let (mut all, mut covering, mut is_counted) = (0_usize, 0_usize, false);
        let mut names: HashMap<Place, &str> = HashMap::new();
        for option in options(words) {
            let drawn = Drawn::read(words, naming, option);
            all += 1;
            covering += usize::from(!drawn.cells.is_empty());
            is_counted |= drawn.others.iter().any(|name| naming.is_counted(name));
            for (place, name, _) in drawn.cells {
                if *names.entry(place).or_insert(name) != name {
                    return None;
                }
            }
        }
        if covering == 0 || 2 * covering < all {
            return None;
        }
        let cells: HashSet<Place> = names.keys().copied().collect();
        let side = |axis: usize| {
            let least = cells
                .iter()
                .map(|cell| cell[axis])
                .min()
                .unwrap_or_default();
            let most = cells
                .iter()
                .map(|cell| cell[axis])
                .max()
                .unwrap_or_default();
            (least, most - least + 1)
        };
        let sides = [side(0), side(1), side(2)];
        let is_full = |axis: usize| {
            let used: HashSet<usize> = cells.iter().map(|cell| cell[axis]).collect();
            used.len() == sides[axis].1
        };
        // Of names such as 1, 2, ..., 30 those with two digits look like cells.
        let is_counted = is_counted && names.values().all(|name| naming.is_counted(name));
        // So are p1, p2, p3, ...
        let is_line = matches!(naming, Naming::Chess | Naming::Sheet) && sides[2].1 == 1;
        if naming.is_doubtful() && (is_counted || is_line || !(0..3).all(is_full)) {
            return None;
        }
        Some(Self {
            first: sides.map(|side| side.0),
            layers: sides[0].1,
            rows: sides[1].1,
            columns: sides[2].1,
            cells,
        })
    }

    /// The columns of the picture: layers stand side by side, with a gap between them.
    fn width(&self) -> usize {
        (self.columns + 1).saturating_mul(self.layers) - 1
    }

    /// The row and the column in the picture.
    fn place(&self, cell: Place) -> (usize, usize) {
        let [layer, row, column] = [0, 1, 2].map(|axis| cell[axis] - self.first[axis]);
        (row, layer * (self.columns + 1) + column)
    }
}
