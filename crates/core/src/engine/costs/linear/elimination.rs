//! Gaussian elimination of a sparse matrix.

use std::mem;

use super::sparse::Vectors;

/// A step of the elimination: the row and the slot of its pivot, and its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pivot {
    pub(super) row: u32,
    pub(super) slot: u32,
    pub(super) value: f64,
}

/// Entries below this are taken for 0, since entries of a basis are small whole numbers.
const ZERO: f64 = 1e-9;
/// A pivot must not be much smaller than the other entries of its row.
const SHARE: f64 = 0.1;
/// The number of shortest rows among which a pivot is chosen, if no row or column has one entry.
const ROWS: usize = 6;

/// The triangular factors of a matrix, and the state of their computation.
#[derive(Clone, Debug, Default)]
pub(super) struct Elimination {
    pub(super) pivots: Vec<Pivot>,
    /// For each step, the multiples of its row that were subtracted from others, by row.
    pub(super) lower: Vectors,
    /// For each step, the entries of its row beside the pivot, by slot.
    pub(super) upper: Vectors,
    /// What is left of the matrix: the entries (slot, value) of each row, and the rows that may have
    /// an entry in each column, with the true number of them.
    rows: Vec<Vec<(u32, f64)>>,
    columns: Vec<Vec<u32>>,
    counts: Vec<u32>,
    is_row_done: Vec<bool>,
    is_slot_done: Vec<bool>,
    /// Columns and rows that had one entry when they were listed.
    single_columns: Vec<u32>,
    single_rows: Vec<u32>,
    active: Vec<u32>,
    /// For the slots of the row that changes: 1 + the place of the entry.
    places: Vec<u32>,
}

impl Elimination {
    /// Factors the matrix with these columns. If it is singular, returns the rows and the slots
    /// without a pivot, in pairs.
    pub(super) fn run(&mut self, columns: &Vectors) -> Result<(), Vec<(u32, u32)>> {
        self.start(columns);
        while let Some(pivot) = self.choose() {
            self.eliminate(pivot);
        }
        if self.pivots.len() == columns.len() {
            return Ok(());
        }
        let open = |done: &[bool]| -> Vec<u32> {
            let open = done.iter().enumerate().filter(|(_, done)| !**done);
            open.map(|(number, _)| number as u32).collect()
        };
        let rows = open(&self.is_row_done).into_iter();
        Err(rows.zip(open(&self.is_slot_done)).collect())
    }

    fn start(&mut self, columns: &Vectors) {
        let size = columns.len();
        self.pivots.clear();
        self.lower.truncate(0);
        self.upper.truncate(0);
        for list in &mut self.rows {
            list.clear();
        }
        for list in &mut self.columns {
            list.clear();
        }
        self.rows.resize(size, Vec::new());
        self.columns.resize(size, Vec::new());
        for slot in 0..size {
            for (row, value) in columns.of(slot) {
                self.rows[row].push((slot as u32, value));
                self.columns[slot].push(row as u32);
            }
        }
        self.counts.clear();
        self.counts
            .extend(self.columns.iter().map(|c| c.len() as u32));
        for done in [&mut self.is_row_done, &mut self.is_slot_done] {
            done.clear();
            done.resize(size, false);
        }
        self.places.clear();
        self.places.resize(size, 0);
        let all = 0..size as u32;
        self.active.clear();
        self.active.extend(all.clone());
        self.single_columns.clear();
        let counts = &self.counts;
        let single = all.clone().filter(|&slot| counts[slot as usize] == 1);
        self.single_columns.extend(single);
        self.single_rows.clear();
        let rows = &self.rows;
        self.single_rows
            .extend(all.filter(|&row| rows[row as usize].len() == 1));
    }

    /// The next pivot: a column or a row with one entry, or else an entry of a short row in a short
    /// column, which changes little (H. M. Markowitz, "The elimination form of the inverse and its
    /// application to linear programming", 1957).
    fn choose(&mut self) -> Option<Pivot> {
        while let Some(slot) = self.single_columns.pop() {
            if self.is_slot_done[slot as usize] || self.counts[slot as usize] != 1 {
                continue;
            }
            let rows = self.columns[slot as usize].iter();
            let pivot = rows.filter_map(|&row| self.entry(row, slot)).next();
            if pivot.is_some() {
                return pivot;
            }
        }
        while let Some(row) = self.single_rows.pop() {
            if let (false, &[(slot, value)]) = (
                self.is_row_done[row as usize],
                self.rows[row as usize].as_slice(),
            ) {
                return Some(Pivot { row, slot, value });
            }
        }
        self.choose_short()
    }

    /// The entry of a row that is left in a column.
    fn entry(&self, row: u32, slot: u32) -> Option<Pivot> {
        if self.is_row_done[row as usize] {
            return None;
        }
        let mut entries = self.rows[row as usize].iter();
        let &(_, value) = entries.find(|(other, _)| *other == slot)?;
        Some(Pivot { row, slot, value })
    }

    fn choose_short(&mut self) -> Option<Pivot> {
        let Self {
            active,
            rows,
            is_row_done,
            ..
        } = self;
        // An empty row stays open: it has no pivot.
        active.retain(|&row| !is_row_done[row as usize] && !rows[row as usize].is_empty());
        let shortest = active.iter().map(|&row| rows[row as usize].len()).min()?;
        let short = active
            .iter()
            .filter(|&&row| rows[row as usize].len() == shortest);
        let mut best: Option<(u32, Pivot)> = None;
        for &row in short.take(ROWS) {
            let entries = &rows[row as usize];
            let largest = entries.iter().fold(0.0, |most: f64, e| most.max(e.1.abs()));
            for &(slot, value) in entries.iter().filter(|e| e.1.abs() >= SHARE * largest) {
                let count = self.counts[slot as usize];
                if best.is_none_or(|(least, _)| count < least) {
                    best = Some((count, Pivot { row, slot, value }));
                }
            }
        }
        best.map(|(_, pivot)| pivot)
    }

    /// Subtracts multiples of the row of a pivot from the rows below, so that its column is empty.
    fn eliminate(&mut self, pivot: Pivot) {
        let Pivot { row, slot, value } = pivot;
        let pivot_row = mem::take(&mut self.rows[row as usize]);
        self.is_row_done[row as usize] = true;
        self.is_slot_done[slot as usize] = true;
        for &(other, value) in pivot_row.iter().filter(|e| e.0 != slot) {
            self.upper.push(other, value);
            self.count_out(other);
        }
        self.upper.close();
        if self.counts[slot as usize] > 1 {
            let rows = mem::take(&mut self.columns[slot as usize]);
            for &below in rows.iter().filter(|&&below| below != row) {
                self.subtract(below, &pivot_row, slot, value);
            }
            self.columns[slot as usize] = rows;
        }
        self.lower.close();
        self.pivots.push(pivot);
        self.rows[row as usize] = pivot_row;
    }

    fn count_out(&mut self, slot: u32) {
        let count = &mut self.counts[slot as usize];
        *count -= 1;
        if *count == 1 {
            self.single_columns.push(slot);
        }
    }

    /// Subtracts from a row the multiple of the pivot's row that empties its entry at `slot`.
    fn subtract(&mut self, row: u32, pivot_row: &[(u32, f64)], slot: u32, value: f64) {
        if self.is_row_done[row as usize] {
            return;
        }
        let mut entries = mem::take(&mut self.rows[row as usize]);
        if let Some(place) = entries.iter().position(|entry| entry.0 == slot) {
            let factor = entries.swap_remove(place).1 / value;
            self.lower.push(row, factor);
            for (place, entry) in entries.iter().enumerate() {
                self.places[entry.0 as usize] = place as u32 + 1;
            }
            for &(other, value) in pivot_row.iter().filter(|e| e.0 != slot) {
                match mem::take(&mut self.places[other as usize]) {
                    0 => {
                        entries.push((other, -factor * value));
                        self.columns[other as usize].push(row);
                        self.counts[other as usize] += 1;
                    }
                    place => entries[place as usize - 1].1 -= factor * value,
                }
            }
            for entry in &entries {
                self.places[entry.0 as usize] = 0;
            }
            entries.retain(|&(other, value)| {
                let is_left = value.abs() > ZERO;
                if !is_left {
                    self.count_out(other);
                }
                is_left
            });
            if entries.len() == 1 {
                self.single_rows.push(row);
            }
        }
        self.rows[row as usize] = entries;
    }
}
