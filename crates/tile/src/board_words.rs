//! Boards in words: `6x10`, `8x8-2x2`, `3x3x3`, `aztec:4`, `xxx|.x.`.

use super::art::{Line, NO_FILE, is_art, is_file_name, lines_of_word, row_of_digits};
use super::board::{Board, NamedBoard};
use super::drawn::board;
use super::error::TileError;
use super::grid::CellGrid;
use super::reading::Reading;
use super::size;
use quadrille_core::text::{TextError, nearest};

/// Reads a board from a word.
///
/// | word | board |
/// |---|---|
/// | `6x10`, `3x3x3` | columns x rows, or columns x rows x layers |
/// | `8x8-2x2` | the same with a hole of 2 x 2 in the middle |
/// | `xxx\|.x?` | the cells that are drawn, with `\|` between rows and `\|\|` between layers; `?` may stay free |
/// | `aztec:4` | an Aztec diamond of squares |
/// | `triangle:8` | a triangle of triangles |
/// | `hexagon:3` | a hexagon of hexagons or triangles |
/// | `a-puzzle-a-day:11-25`, `a-puzzle-a-day` | the calendar of this puzzle without one day; a board for each of the 366 days |
///
/// On a grid of triangles or hexagons, `6x10` is a parallelogram; on one of sticks, all sticks
/// around 6 x 10 squares. Without `grid`, boards consist of squares, or of cubes if they have
/// several layers.
///
/// # Errors
/// A [`TextError`] for any other word.
///
/// ```
/// let boards = quadrille::tile::boards("8x8-2x2", None)?;
/// assert_eq!(boards[0].board.len(), 60);
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
pub fn boards(word: &str, grid: Option<CellGrid>) -> Result<Vec<NamedBoard>, TextError> {
    let line = Line::new(1, word);
    let one = |board: Result<Board, TileError>| match board {
        Ok(board) if board.is_empty() => Err(line.error_of_all(TileError::NoCells.to_string())),
        Ok(board) => Ok(vec![NamedBoard {
            name: String::new(),
            board,
        }]),
        Err(error) => Err(line.error_of_all(error.to_string())),
    };
    if let Some(sides) = size::read(word) {
        return one(checked_block(word, sides, grid));
    }
    if let Some((outer, inner)) = word.split_once('-')
        && let (Some(sides), Some(hole)) = (size::read(outer), size::read(inner))
    {
        return with_hole(line, outer.len() + 1, sides, hole, grid);
    }
    if is_art(word) {
        let board = drawn_board(line, word, grid)?;
        return one(board.ok_or(TileError::NoCells));
    }
    let (name, detail) = match word.split_once(':') {
        Some((name, detail)) => (name, Some(detail)),
        None => (word, None),
    };
    let number = || -> Result<u32, TextError> {
        let number = detail.and_then(|detail| detail.parse().ok());
        number.ok_or_else(|| {
            let help = format!("write '{name}:4'");
            line.error_of_all(format!("no size for the board {name:?}"))
                .with_help(help)
        })
    };
    let boards = match name {
        "aztec" => one(Board::aztec_diamond(number()?)),
        "triangle" => one(Board::triangle(number()?)),
        "hexagon" => {
            let grid = grid.filter(|&grid| grid == CellGrid::Triangles);
            one(Board::hexagon(
                grid.unwrap_or(CellGrid::Hexagons),
                number()?,
            ))
        }
        CALENDAR => calendar(line, detail),
        _ => Err(unknown(line, name)),
    }?;
    let own = boards.first().map(|named| named.board.grid());
    match (own, grid) {
        (Some(own), Some(grid))
            if grid != own && (own, grid) != (CellGrid::Squares, CellGrid::Cubes) =>
        {
            Err(line.error_of_all(format!("the board {name} consists of {own}, not of {grid}")))
        }
        _ => Ok(boards),
    }
}

/// The board that a word draws; `None` if it has no cells.
fn drawn_board(
    line: Line<'_>,
    word: &str,
    grid: Option<CellGrid>,
) -> Result<Option<Board>, TextError> {
    let has_layers = word.contains("||");
    let usual = if has_layers {
        CellGrid::Cubes
    } else {
        CellGrid::Squares
    };
    let (lines, grid) = (lines_of_word(line), grid.unwrap_or(usual));
    let reading = Reading::of(lines.iter().map(Line::text), grid);
    board(&lines, grid, reading)
}

const CALENDAR: &str = "a-puzzle-a-day";
const NAMES: [&str; 4] = ["aztec", "triangle", "hexagon", CALENDAR];

/// Whether a word is the size or the name of a board.
pub(super) fn is_named_board(word: &str) -> bool {
    let name = word.split_once(':').map_or(word, |(name, _)| name);
    size::read(word).is_some() || NAMES.contains(&name)
}

fn unknown(line: Line<'_>, name: &str) -> TextError {
    let error = line.error_of_all(format!("unknown board {name:?}"));
    if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
        const SIDES: &str = "write all sides as one word: 6x10, or '6 x 10' in quotes";
        return error.with_help(match row_of_digits(name) {
            Some(row) => format!("{SIDES}; or draw a row of cells: '{row}'"),
            None => SIDES.to_owned(),
        });
    }
    if is_file_name(name) {
        return error.with_help(NO_FILE);
    }
    match nearest(name, NAMES.into_iter()) {
        Some(near) => error.with_help(format!("did you mean {near:?}?")),
        None => error.with_help(
            "give columns x rows such as 6x10, a drawing such as 'xxx|.x.', a file with a drawing, \
             or one of aztec:4, triangle:8, hexagon:3, a-puzzle-a-day:11-25",
        ),
    }
}

/// A board of several layers needs cubes.
fn checked_block(word: &str, sides: [u32; 3], grid: Option<CellGrid>) -> Result<Board, TileError> {
    match grid {
        Some(grid)
            if size::has_layers(word) && !matches!(grid, CellGrid::Squares | CellGrid::Cubes) =>
        {
            Err(TileError::OtherGrid {
                piece: grid,
                board: CellGrid::Cubes,
            })
        }
        None | Some(CellGrid::Squares) if size::has_layers(word) => {
            size::block(sides, Some(CellGrid::Cubes))
        }
        grid => size::block(sides, grid),
    }
}

/// A rectangle or box with a hole in the middle.
fn with_hole(
    line: Line<'_>,
    at: usize,
    sides: [u32; 3],
    hole: [u32; 3],
    grid: Option<CellGrid>,
) -> Result<Vec<NamedBoard>, TextError> {
    let word = line.text();
    let board = checked_block(word.get(..at - 1).unwrap_or_default(), sides, grid);
    let board = board.map_err(|error| line.error_of_all(error.to_string()))?;
    let error = |message: &str| Err(line.error(at, word.len(), message));
    if !matches!(board.grid(), CellGrid::Squares | CellGrid::Cubes) {
        return error("a hole, but only boards of squares and cubes can have one");
    }
    let mut margins = [0; 3];
    for (margin, (side, hole)) in margins.iter_mut().zip(sides.into_iter().zip(hole)) {
        match side.checked_sub(hole) {
            Some(free) if free % 2 == 0 => *margin = free / 2,
            Some(_) => return error("the hole cannot lie in the middle: the margins would differ"),
            None => return error("the hole is larger than the board"),
        }
    }
    let inside = |at: i32, axis: usize| {
        let range = margins[axis]..margins[axis] + hole[axis];
        u32::try_from(at).is_ok_and(|at| range.contains(&at))
    };
    let cells: Vec<_> = board.cells().map(|(cell, _)| cell).collect();
    let cells = cells.into_iter();
    let covered = cells
        .filter(|&[layer, row, column]| inside(column, 0) && inside(row, 1) && inside(layer, 2));
    let board = board.without(covered);
    if board.is_empty() {
        error("the hole leaves no cells")
    } else {
        Ok(vec![NamedBoard {
            name: String::new(),
            board,
        }])
    }
}

/// The months and their days.
const MONTHS: [(&str, i32); 12] = [
    ("jan", 31),
    ("feb", 29),
    ("mar", 31),
    ("apr", 30),
    ("may", 31),
    ("jun", 30),
    ("jul", 31),
    ("aug", 31),
    ("sep", 30),
    ("oct", 31),
    ("nov", 30),
    ("dec", 31),
];

/// The calendar without a month and a day: twelve months in two rows of six, 31 days in rows of
/// seven.
fn calendar(line: Line<'_>, date: Option<&str>) -> Result<Vec<NamedBoard>, TextError> {
    let without = |month: i32, day: i32| -> Result<NamedBoard, TextError> {
        let months = (0..12).map(|month| [0, month / 6, month % 6]);
        let days = (0..31).map(|day| [0, 2 + day / 7, day % 7]);
        let cells = months
            .enumerate()
            .filter(|(place, _)| *place as i32 + 1 != month);
        let days = days
            .enumerate()
            .filter(|(place, _)| *place as i32 + 1 != day);
        let cells = cells.chain(days).map(|(_, cell)| cell);
        let board = Board::new(CellGrid::Squares, cells, []);
        Ok(NamedBoard {
            name: format!("{month:02}-{day:02}"),
            board: board.map_err(|error| line.error_of_all(error.to_string()))?,
        })
    };
    let Some(date) = date else {
        let dates = (1..).zip(MONTHS);
        let dates = dates.flat_map(|(month, (_, days))| (1..=days).map(move |day| (month, day)));
        return dates.map(|(month, day)| without(month, day)).collect();
    };
    let lower = date.to_ascii_lowercase();
    let parsed = lower.split_once('-').and_then(|(month, day)| {
        let named = MONTHS.iter().position(|(name, _)| *name == month);
        let month = named.map_or_else(|| month.parse().ok(), |place| Some(place + 1))?;
        let day: i32 = day.parse().ok()?;
        let (_, days) = MONTHS.get(month.checked_sub(1)?)?;
        (1..=*days).contains(&day).then_some((month as i32, day))
    });
    let (month, day) = parsed.ok_or_else(|| {
        let at = line.text().len() - date.len();
        let error = line.error(at, line.text().len(), format!("there is no day {date:?}"));
        error.with_help("write month and day, such as 11-25 or nov-25")
    })?;
    Ok(vec![without(month, day)?])
}
