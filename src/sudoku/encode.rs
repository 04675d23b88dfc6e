//! The encoding of a shape as an exact cover.
//!
//! An option says "this value in this cell". The options are the same for every board of a shape: the givens of a board
//! are forced options, and values that its marks leave out are forbidden ones.
//!
//! | item | asks that | covered by | kind |
//! |---|---|---|---|
//! | `r1c1` | the cell holds one value | all values in that cell | primary |
//! | `row1=5`, `column1=5`, `box1=5`, ... | the unit holds the value; it has as many cells as there are values | that value in its cells | primary |
//! | `extraA=5`, `knight:r1c1,r2c3=5`, ... | the unit, smaller than that, holds the value at most once | that value in its cells | secondary |
//! | `apart:r1c1,r1c2=5` | of two cells that are apart, not one holds 5 and the other 5 or 6 | 5 and 6 in both cells | secondary |
//!
//! A unit with all values needs its items to be primary: that a value has a last place is what most boards are solved
//! by. The values 5 and 6 in two cells that are apart exclude each other in all pairs (in one cell because it holds one
//! value), so one secondary item says it all.
//!
//! The classic board has 324 items, all primary, and 729 options of four items each.

use super::shape::{Kind, Shape, Unit};
use crate::problem::{BuildError, ItemId, OptionId, Problem};

/// The problem of the blank board; options in order of cell and value.
pub(super) fn problem(shape: &Shape) -> Result<Problem, BuildError> {
    let side = shape.side();
    let mut builder = Problem::builder();
    // The items of the option (cell, value) are `items[option(cell, value)]`.
    let mut items: Vec<Vec<ItemId>> = vec![Vec::new(); shape.cell_count() * side];
    let slot = |cell: usize, value: usize| cell * side + value - 1;
    for cell in 0..shape.cell_count() {
        let item = builder.primary(shape.name(cell).to_string())?;
        for value in 1..=side {
            items[slot(cell, value)].push(item);
        }
    }
    for unit in shape.units() {
        let name = name(shape, unit);
        for value in 1..=side {
            let name = format!("{name}={value}");
            let item = if unit.cells().len() == side {
                builder.primary(&name)?
            } else {
                builder.secondary(&name)?
            };
            for &cell in unit.cells() {
                items[slot(cell, value)].push(item);
            }
        }
    }
    for [a, b] in shape.apart() {
        for value in 1..side {
            let name = format!("apart:{},{}={value}", shape.name(a), shape.name(b));
            let item = builder.secondary(&name)?;
            for cell in [a, b] {
                items[slot(cell, value)].push(item);
                items[slot(cell, value + 1)].push(item);
            }
        }
    }
    for items in items {
        builder.option(items)?;
    }
    Ok(builder.build())
}

/// The name of a unit in the names of its items, different for each unit of a shape.
fn name(shape: &Shape, unit: &Unit) -> String {
    let name = match unit.kind() {
        Kind::Row(number) => format!("row{number}"),
        Kind::Column(number) => format!("column{number}"),
        Kind::Box(number) => format!("box{number}"),
        Kind::Region(letter) => format!("region{letter}"),
        Kind::Diagonal(number) => format!("diagonal{number}"),
        Kind::Window(number) => format!("window{number}"),
        Kind::Group(number) => format!("group{number}"),
        Kind::Extra(letter) => format!("extra{letter}"),
        Kind::Knight => "knight".to_owned(),
        Kind::King => "king".to_owned(),
    };
    match unit.board() {
        Some(board) => format!("{name}@{board}"),
        // There are many of these, told apart by their cells.
        None if matches!(unit.kind(), Kind::Knight | Kind::King) => {
            let cells = unit
                .cells()
                .iter()
                .map(|&cell| shape.name(cell).to_string());
            format!("{name}:{}", cells.collect::<Vec<_>>().join(","))
        }
        None => name,
    }
}

/// The option that puts a value (from 1) in a cell (from 0), on a board of so many values.
pub(super) fn option(side: usize, cell: usize, value: u8) -> OptionId {
    OptionId::new((cell * side) as u32 + u32::from(value) - 1)
}

/// The cell and the value of an option.
pub(super) fn candidate(side: usize, option: OptionId) -> (usize, u8) {
    let index = option.index();
    (index / side, (index % side) as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(shape: &str) -> (usize, usize, usize) {
        let problem = problem(&shape.parse().unwrap()).unwrap();
        let primary = problem.items().filter(|&item| problem.is_primary(item));
        (
            primary.count(),
            problem.item_count(),
            problem.option_count(),
        )
    }

    #[test]
    fn the_matrix_of_the_classic_board() {
        let problem = problem(&Shape::classic()).unwrap();
        assert_eq!(sizes("classic"), (324, 324, 729));
        for id in problem.options() {
            let (cell, value) = candidate(9, id);
            assert_eq!(option(9, cell, value), id);
            assert_eq!(problem.items_of(id).len(), 4);
        }
        let display = |cell, value| problem.display(option(9, cell, value)).to_string();
        assert_eq!(display(80, 9), "r9c9 row9=9 column9=9 box9=9");
        assert_eq!(display(30, 5), "r4c4 row4=5 column4=5 box5=5");
    }

    #[test]
    fn every_rule_adds_its_items() {
        assert_eq!(sizes("4x4"), (64, 64, 64));
        assert_eq!(sizes("x"), (324 + 18, 324 + 18, 729));
        assert_eq!(sizes("windoku"), (324 + 36, 324 + 36, 729));
        assert_eq!(sizes("disjoint"), (324 + 81, 324 + 81, 729));
        // 224 pairs a knight's move apart, less those in one box: eight in each.
        assert_eq!(sizes("anti-knight"), (324, 324 + (224 - 72) * 9, 729));
        // 64 squares, less the four in each box.
        assert_eq!(sizes("anti-king"), (324, 324 + (64 - 36) * 9, 729));
        assert_eq!(sizes("non-consecutive"), (324, 324 + 144 * 8, 729));
        // Five boards with 27 units, four boxes shared; 369 cells.
        assert_eq!(sizes("samurai"), (369 + (5 * 27 - 4) * 9, 1548, 3321));
    }
}
