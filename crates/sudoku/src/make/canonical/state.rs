//! A board while its rows are placed, and the smallest form of a row.

/// A board as it is placed: which of its rows, in which order of columns and labels.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The column at each place. Fresh stacks stand first, fresh columns first in their stack.
    pub(super) columns: [u8; 9],
    pub(super) fresh_stacks: u8,
    /// The number of fresh columns of the stack at each place.
    pub(super) fresh_columns: [u8; 3],
    /// The label of each digit; 0 for none. The blank has the label 0.
    pub(super) labels: [u8; 10],
    pub(super) next_label: u8,
    /// Whether rows are columns.
    pub(super) turned: bool,
    /// The rows that are placed, as bits.
    pub(super) placed: u16,
    /// The band that was begun.
    pub(super) band: u8,
    /// The number of ways to move the cells that this state represents: empty rows of a band, and
    /// empty bands, are placed in one order only.
    pub(super) ways: u64,
}

/// One way to place a row.
pub(super) struct Placing {
    pub(super) columns: [u8; 9],
    /// The labels in each stack, four bits each.
    pub(super) stacks: [u16; 3],
}

/// A row, four bits for each place, the first place highest.
pub(super) type Row = u64;

/// Stands for a digit without a label while rows are compared: larger than every label.
const NEW: u8 = 15;

impl State {
    pub(super) fn new(turned: bool) -> Self {
        Self {
            columns: std::array::from_fn(|column| column as u8),
            fresh_stacks: 3,
            fresh_columns: [3; 3],
            labels: [0; 10],
            next_label: 1,
            turned,
            placed: 0,
            band: 0,
            ways: 1,
        }
    }

    /// Returns the rows that may come next, each with the number of rows that it represents: empty
    /// rows of one band are equivalent, and so are empty bands.
    pub(super) fn candidates(
        &self,
        place: usize,
        board: &[[u8; 9]; 9],
    ) -> impl Iterator<Item = (usize, u64)> + use<> {
        let empty = |row: usize| board[row] == [0; 9];
        let begun = |band: usize| self.placed >> (3 * band) & 7 != 0;
        let mut found = [(0, 0); 9];
        let mut count = 0;
        let mut empty_band = None;
        let begins = place.is_multiple_of(3);
        for band in 0..3 {
            let may_come = if begins {
                !begun(band)
            } else {
                band == usize::from(self.band)
            };
            if !may_come {
                continue;
            }
            let rows = 3 * band..3 * band + 3;
            if begins && rows.clone().all(empty) {
                if let Some(first) = empty_band {
                    let (_, ways): &mut (usize, u64) = &mut found[first];
                    *ways += 3;
                    continue;
                }
                empty_band = Some(count);
            }
            let mut empty_row = None;
            for row in rows.filter(|row| self.placed >> row & 1 == 0) {
                if empty(row) {
                    if let Some(first) = empty_row {
                        let (_, ways): &mut (usize, u64) = &mut found[first];
                        *ways += 1;
                        continue;
                    }
                    empty_row = Some(count);
                }
                found[count] = (row, 1);
                count += 1;
            }
        }
        found.into_iter().take(count)
    }

    /// Returns the smallest form of a row, and how it is placed.
    #[inline]
    pub(super) fn place(&self, row: &[u8; 9]) -> (Row, Placing) {
        let mut placing = Placing {
            columns: self.columns,
            stacks: [0; 3],
        };
        let columns = &mut placing.columns;
        let label = |column: u8| match row[usize::from(column)] {
            0 => 0,
            digit => match self.labels[usize::from(digit)] {
                0 => NEW,
                label => label,
            },
        };
        for stack in 0..3 {
            // Fresh columns are all alike so far, so any order of them is allowed, and the sorted
            // one is the least. The rows before have fixed the order of the others.
            let fresh = usize::from(self.fresh_columns[stack]);
            sort(&mut columns[3 * stack..3 * stack + fresh], label);
            let labels = [0, 1, 2].map(|k| u16::from(label(columns[3 * stack + k])));
            placing.stacks[stack] = labels[0] << 8 | labels[1] << 4 | labels[2];
        }
        // For the same reason, only fresh stacks change places. They stand first: the blanks of the
        // rows before come first in the least board.
        let stacks = &mut placing.stacks;
        let mut exchange = |one: usize, other: usize| {
            if stacks[one] > stacks[other] {
                stacks.swap(one, other);
                for k in 0..3 {
                    columns.swap(3 * one + k, 3 * other + k);
                }
            }
        };
        if self.fresh_stacks >= 2 {
            exchange(0, 1);
        }
        if self.fresh_stacks == 3 {
            exchange(1, 2);
            exchange(0, 1);
        }
        // A new digit gets the next label, which is the least that is left. It is larger than all
        // labels before, as `NEW` was while columns and stacks were sorted.
        let mut key = 0;
        let mut next = self.next_label;
        for stack in placing.stacks {
            for shift in [8, 4, 0] {
                let mut label = (stack >> shift & 15) as u8;
                if label == NEW {
                    label = next;
                    next += 1;
                }
                key = key << 4 | Row::from(label);
            }
        }
        (key, placing)
    }

    /// Returns a row whose columns are placed and whose digits have labels.
    pub(super) fn row(&self, row: &[u8; 9]) -> Row {
        let label = |column: u8| Row::from(self.labels[usize::from(row[usize::from(column)])]);
        self.columns
            .iter()
            .fold(0, |key, &column| key << 4 | label(column))
    }

    /// Returns the number of ways to move the cells that a state with all rows represents: fresh
    /// columns are empty.
    pub(super) fn ways(&self) -> u64 {
        let orders = |things: u8| [1, 1, 2, 6][usize::from(things)];
        let columns = self.fresh_columns.map(orders);
        self.ways * orders(self.fresh_stacks) * columns.iter().product::<u64>()
    }
}

/// Sorts up to three columns by a label.
#[inline]
fn sort(columns: &mut [u8], label: impl Fn(u8) -> u8) {
    let exchanges: &[usize] = match columns.len() {
        3 => &[0, 1, 0],
        2 => &[0],
        _ => &[],
    };
    for &at in exchanges {
        if label(columns[at]) > label(columns[at + 1]) {
            columns.swap(at, at + 1);
        }
    }
}
