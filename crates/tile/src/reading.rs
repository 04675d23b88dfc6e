//! How the characters of a drawing are read where there are two ways.
//!
//! A drawing of 0 and 1 is a matrix: 1 is a cell. Blanks in every second column only separate the
//! characters, as they do in a printed matrix. Both are decided for a whole text, so that all its
//! drawings are read alike.

use std::collections::BTreeSet;

use super::grid::CellGrid;

/// How the drawings of a text are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// A 0 is a place without a cell.
    pub(super) is_binary: bool,
    /// The first column, if every second column from there is left out.
    pub(super) spaced_from: Option<usize>,
    /// Another way to read the drawings seems possible, too.
    pub(super) doubt: Option<Doubt>,
}

/// What may have been meant in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// This character is read as a cell.
    IsCell(char),
    /// The blanks between characters are left out.
    Blanks,
}

impl Reading {
    /// Decides how to read all lines of art of a text.
    pub(super) fn of<'t>(lines: impl Iterator<Item = &'t str> + Clone, grid: CellGrid) -> Self {
        let lines = lines.map(str::trim_end).filter(|line| !line.is_empty());
        let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let first = lines.clone().map(indent).min().unwrap_or_default();
        let has_columns = matches!(
            grid,
            CellGrid::Squares | CellGrid::Cubes | CellGrid::Triangles
        );
        let rows = || lines.clone().filter_map(|line| line.get(first..));
        let separates = |row: &str| row.chars().skip(1).step_by(2).all(|c| c == ' ');
        let is_spaced = has_columns
            && rows().all(separates)
            && rows().any(|row| row.split(' ').filter(|part| !part.is_empty()).count() > 1);
        let signs: BTreeSet<char> = if is_spaced {
            rows().flat_map(|row| row.chars().step_by(2)).collect()
        } else {
            rows().flat_map(str::chars).collect()
        };
        let has = |sign: char| signs.contains(&sign);
        let has_points = has('.');
        let shows_holes = has_points || has(' ');
        let is_binary = has('0')
            && has('1')
            && signs.iter().all(|sign| "01?".contains(*sign))
            && grid != CellGrid::Sticks;
        let marks: Vec<char> = signs
            .into_iter()
            .filter(|sign| !" .?".contains(*sign))
            .collect();
        let doubt = match &*marks {
            _ if is_binary => None,
            ['0' | 'O' | 'o', _] | [_, '0' | 'O' | 'o'] if !shows_holes => {
                let round = marks.iter().find(|mark| "0Oo".contains(**mark));
                round.copied().map(Doubt::IsCell)
            }
            ['0'] | ['0', '1'] => Some(Doubt::IsCell('0')),
            ['0', ..] if !shows_holes => Some(Doubt::IsCell('0')),
            _ => (is_spaced && !has_points).then_some(Doubt::Blanks),
        };
        Self {
            is_binary,
            spaced_from: is_spaced.then_some(first),
            doubt,
        }
    }

    /// The column of a character in its drawing; `None` if it only separates others.
    pub(super) fn column(self, at: usize) -> Option<usize> {
        let Some(first) = self.spaced_from else {
            return Some(at);
        };
        let after = at.checked_sub(first)?;
        after.is_multiple_of(2).then_some(after / 2)
    }
}
