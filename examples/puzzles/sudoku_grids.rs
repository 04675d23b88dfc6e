//! All sudoku grids, by classes of their first bands.
//!
//! A box has R rows and C columns, so a grid has n = R C rows in C bands, and n columns in R stacks.
//! The bands below the first one need only know which digits it has in each column. These column
//! sets are one partition of the digits into sets of size R for each stack.
//!
//! * Relabelling the digits, and swapping columns in a stack or whole stacks, changes no number of
//!   completions. So bands form *classes*, and one band of each class is enough. For 3 x 3 boxes
//!   there are 44 classes (B. Felgenhauer and F. Jarvis, "Enumerating possible sudoku grids", 2005).
//! * The bands below can be sorted, and so can the rows of each: by their digits in the first
//!   column. So every sorted grid stands for (C - 1)! R!^(C - 1) grids: 72 for 3 x 3 boxes.
//!
//! * A *split* of a stack says which digits of each column are in which band. Once all stacks are
//!   split, the bands are independent of each other, and counting with memory multiplies their
//!   numbers. 3 x 3 boxes have 28 splits of the first stack, and 56 of each other one.
//!
//! The class and the splits are items of the problem. So the sorted grids of all classes are the
//! solutions of one problem, and each class and each split of its first stack is a part of one
//! search.

use std::collections::{BTreeSet, HashMap};

use quadrille::{BuildError, OptionId, Problem};

use super::digit::digit;

/// A set of digits from 0, in bits.
type Digits = u32;

/// The column sets of a stack, sorted by their lowest digits.
type Partition = Vec<Digits>;

/// The grids of one size.
pub struct Grids {
    /// The solutions are the sorted grids below one band of each class.
    pub problem: Problem,
    /// The classes of first bands.
    pub classes: Vec<Class>,
    /// The options that split the first stack. Every solution uses exactly one of them.
    pub splits: Vec<OptionId>,
}

/// A class of first bands.
pub struct Class {
    /// The option that chooses the class.
    pub option: OptionId,
    /// The number of bands.
    pub bands: u64,
    /// The number of grids that each solution of this class stands for.
    pub times: u64,
}

/// The grids with boxes of `rows * columns` cells.
///
/// * Primary items `pij`: the cell in row i and column j holds exactly one number. The rows below
///   the first band have such items, except in the first column.
/// * Primary items `rik`: row i below the first band holds number k exactly once.
/// * Primary items `bjkx`: number k is in column j and band x, or it is known not to be there.
/// * Options `pij rik bjkx`: number k is in that cell.
/// * Primary items `skt`: number k in stack t. For each way to assign one column to each band below
///   the first one, an option covers the `bjkx` without k. The column of k in the first band is
///   left out.
/// * Primary item `class`: the class of the first band. Its options cover the `bjkx` of the column
///   left out. The first stack of the first band always has the column sets `1 .. R`,
///   `R + 1 .. 2R`, ..., so it has no such items.
/// * Primary item `first`: the split of the first stack. Its options cover the `bjkx` without k, and
///   all `rik` of the first column, which is sorted.
///
/// # Errors
/// None for boxes of at most 62 cells; but only those of at most 9 take less than a minute.
pub fn sudoku_grids(rows: usize, columns: usize) -> Result<Grids, BuildError> {
    let n = rows * columns;
    let name = |letter: char, i, k| format!("{letter}{}{}", digit(i), digit(k));
    let row = |i, k| name('r', i, k + 1);
    let in_band = |j, k, x| name('b', j, k + 1) + &digit(x);
    let in_stack = |k, t| name('s', k + 1, t);
    let may_hold = |j: usize, k: usize| j >= columns || k / rows != j;

    let mut builder = Problem::builder();
    builder.primary("class")?;
    builder.primary("first")?;
    for t in 1..rows {
        for k in 0..n {
            builder.primary(in_stack(k, t))?;
        }
    }
    for i in rows..n {
        for j in 1..n {
            builder.primary(name('p', i, j))?;
        }
    }
    for x in 1..columns {
        for j in 1..n {
            for k in (0..n).filter(|&k| may_hold(j, k)) {
                builder.primary(in_band(j, k, x))?;
            }
        }
    }
    for i in rows..n {
        for k in 0..n {
            builder.primary(row(i, k))?;
        }
    }

    let orders = factorial(columns - 1) * factorial(rows).pow(columns as u32 - 1);
    let mut classes = Vec::new();
    for (stacks, bands) in Bands::new(rows, columns).classes() {
        let mut option = vec!["class".to_owned()];
        for (j, &set) in (columns..).zip(stacks.iter().flatten()) {
            let with_bands = |k| (1..columns).map(move |x| (k, x));
            option.extend(
                digits(set)
                    .flat_map(with_bands)
                    .map(|(k, x)| in_band(j, k, x)),
            );
        }
        classes.push(Class {
            option: builder.option(&option)?,
            bands,
            times: bands * orders,
        });
    }
    let mut first = Vec::new();
    let below: Vec<Digits> = (0..columns)
        .map(|set| all(n) & !all_of(set * rows, rows))
        .collect();
    for split in splits(&below, rows) {
        let mut option = vec!["first".to_owned()];
        for (band, sets) in split.iter().enumerate() {
            let sorted = (rows * (band + 1)..).zip(digits(sets[0]));
            option.extend(sorted.map(|(i, k)| row(i, k)));
            for (j, set) in below.iter().enumerate().skip(1) {
                option.extend(digits(set & !sets[j]).map(|k| in_band(j, k, band + 1)));
            }
        }
        first.push(builder.option(&option)?);
    }
    for t in 1..rows {
        for k in 0..n {
            // Column `way[x]` of the stack has the number in band x. With only two bands, all ways
            // are one option.
            let ways = permutations(columns).into_iter().map(|way| {
                let mut option = vec![in_stack(k, t)];
                for (x, y) in pairs(columns).filter(|&(x, y)| x > 0 && y > 0 && x != y) {
                    option.push(in_band(t * columns + way[y], k, x));
                }
                option
            });
            for option in ways.collect::<BTreeSet<_>>() {
                builder.option(&option)?;
            }
        }
    }
    for i in rows..n {
        for j in 1..n {
            for k in (0..n).filter(|&k| may_hold(j, k)) {
                builder.option([name('p', i, j), row(i, k), in_band(j, k, i / rows)])?;
            }
        }
    }
    Ok(Grids {
        problem: builder.build(),
        classes,
        splits: first,
    })
}

/// The splits of the first stack: for each band below the first one, the sets of its columns. Each
/// column has these digits below the first band. The first column is sorted.
fn splits(below: &[Digits], rows: usize) -> Vec<Vec<Vec<Digits>>> {
    let lowest = below[0] & below[0].wrapping_neg();
    if lowest == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for band in disjoint_sets(below, 0, rows) {
        if band[0] & lowest != 0 {
            let rest: Vec<Digits> = below
                .iter()
                .zip(&band)
                .map(|(all, set)| all & !set)
                .collect();
            for mut split in splits(&rest, rows) {
                split.insert(0, band.clone());
                all.push(split);
            }
        }
    }
    all
}

/// The first bands whose first box is fixed: its columns are `0 .. R`, `R .. 2R`, ...
struct Bands {
    rows: usize,
    columns: usize,
    /// All partitions of the digits into column sets.
    partitions: Vec<Partition>,
    numbers: HashMap<Partition, usize>,
}

impl Bands {
    fn new(rows: usize, columns: usize) -> Self {
        let partitions = partitions(all(rows * columns), rows);
        Self {
            rows,
            columns,
            numbers: (0..)
                .zip(&partitions)
                .map(|(i, p)| (p.clone(), i))
                .collect(),
            partitions,
        }
    }

    /// One band of each class, as the partitions of the stacks after the first, with the number of
    /// bands in the class.
    fn classes(&self) -> Vec<(Vec<Partition>, u64)> {
        let others = self.rows - 1;
        let size = self.partitions.len().pow(others as u32);
        let mut sets = DisjointSets::new(size);
        for number in 0..size {
            let stacks = self.stacks(number);
            for relabelled in self.relabellings(&stacks) {
                sets.join(number, self.number(&relabelled));
            }
            for stack in 1..others {
                let mut swapped = stacks.clone();
                swapped.swap(stack - 1, stack);
                sets.join(number, self.number(&swapped));
            }
        }
        let first_row =
            |i| (0..self.columns).fold(0, |row, part| row | 1_u32 << (part * self.rows + i));
        let free: Vec<Digits> = (0..self.rows)
            .map(|i| all(self.rows * self.columns) & !first_row(i))
            .collect();
        let mut bands = vec![0; size];
        for number in self.right_of(&free, others) {
            bands[sets.find(number)] += 1;
        }
        // The digits of the first box in any order, and the columns of the other boxes.
        let each = factorial(self.rows * self.columns) * factorial(self.columns).pow(others as u32);
        let classes = (0..size).filter(|&number| bands[number] > 0);
        classes
            .map(|number| (self.stacks(number), bands[number] * each))
            .collect()
    }

    /// The column sets of a band are numbered by the partitions of the stacks after the first.
    fn stacks(&self, mut number: usize) -> Vec<Partition> {
        let mut next = || {
            let partition = self.partitions[number % self.partitions.len()].clone();
            number /= self.partitions.len();
            partition
        };
        (1..self.rows).map(|_| next()).collect()
    }

    fn number(&self, stacks: &[Partition]) -> usize {
        stacks.iter().rev().fold(0, |number, partition| {
            number * self.partitions.len() + self.numbers[partition]
        })
    }

    /// The column sets after relabellings that generate all: some that keep the first stack, and
    /// one that swaps it with the second.
    fn relabellings(&self, stacks: &[Partition]) -> Vec<Vec<Partition>> {
        let n = self.rows * self.columns;
        let relabel = |partition: &Partition, labels: &[usize]| {
            let sets = partition.iter();
            let mut sets: Partition = sets
                .map(|&set| digits(set).fold(0, |set, digit| set | 1 << labels[digit]))
                .collect();
            sets.sort_unstable_by_key(|set| set.trailing_zeros());
            sets
        };
        let keep: Vec<usize> = (0..n).collect();
        let in_set = (1..self.rows).map(|digit| (digit - 1, digit, 1));
        let of_sets =
            (1..self.columns).map(|set| ((set - 1) * self.rows, set * self.rows, self.rows));
        let swaps = in_set.chain(of_sets).map(|(one, other, length)| {
            let mut labels = keep.clone();
            (0..length).for_each(|place| labels.swap(one + place, other + place));
            labels
        });
        let mut all: Vec<Vec<Partition>> = swaps
            .map(|labels| stacks.iter().map(|stack| relabel(stack, &labels)).collect())
            .collect();
        if let [second, rest @ ..] = stacks {
            let mut labels = vec![0; n];
            for (label, digit) in second.iter().flat_map(|&set| digits(set)).enumerate() {
                labels[digit] = label;
            }
            let first = (0..self.columns)
                .map(|set| all_of(set * self.rows, self.rows))
                .collect();
            let rest = rest.iter().map(|stack| relabel(stack, &labels));
            all.push([relabel(&first, &labels)].into_iter().chain(rest).collect());
        }
        all
    }

    /// The column sets of all ways to fill the next boxes, given the digits that each row may still
    /// hold. A way appears once for all orders of the columns in its boxes.
    fn right_of(&self, free: &[Digits], stacks: usize) -> Vec<usize> {
        if stacks == 0 {
            return vec![0];
        }
        let mut ways = Vec::new();
        for filled in disjoint_sets(free, 0, self.columns) {
            let rest: Vec<Digits> = free
                .iter()
                .zip(&filled)
                .map(|(free, row)| free & !row)
                .collect();
            let right = self.right_of(&rest, stacks - 1);
            for (number, partition) in self.partitions.iter().enumerate() {
                // Each column has one digit of each row.
                let mut pairs = partition
                    .iter()
                    .flat_map(|set| filled.iter().map(move |row| set & row));
                if pairs.all(|digits: Digits| digits.count_ones() == 1) {
                    ways.extend(right.iter().map(|way| way * self.partitions.len() + number));
                }
            }
        }
        ways
    }
}

/// The ways to choose disjoint sets of one size, one from each of several sets.
fn disjoint_sets(free: &[Digits], taken: Digits, size: usize) -> Vec<Vec<Digits>> {
    let [first, rest @ ..] = free else {
        return vec![Vec::new()];
    };
    let mut ways = Vec::new();
    for row in subsets(first & !taken, size) {
        for mut way in disjoint_sets(rest, taken | row, size) {
            way.insert(0, row);
            ways.push(way);
        }
    }
    ways
}

/// All partitions of digits into sets of one size, each sorted by the lowest digits.
fn partitions(of: Digits, size: usize) -> Vec<Partition> {
    if of == 0 {
        return vec![Vec::new()];
    }
    let lowest = of & of.wrapping_neg();
    let mut all = Vec::new();
    for others in subsets(of & !lowest, size - 1) {
        let set = lowest | others;
        for mut partition in partitions(of & !set, size) {
            partition.insert(0, set);
            all.push(partition);
        }
    }
    all
}

fn subsets(of: Digits, size: usize) -> impl Iterator<Item = Digits> {
    let is_subset = move |set: &Digits| set & !of == 0 && set.count_ones() as usize == size;
    (0..=of).filter(is_subset)
}

fn all(n: usize) -> Digits {
    all_of(0, n)
}

fn all_of(start: usize, length: usize) -> Digits {
    ((1 << length) - 1) << start
}

fn digits(set: Digits) -> impl Iterator<Item = usize> {
    (0..Digits::BITS as usize).filter(move |digit| set >> digit & 1 == 1)
}

fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n * n).map(move |pair| (pair / n, pair % n))
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in permutations(n - 1) {
        for place in 0..n {
            let mut longer = shorter.clone();
            longer.insert(place, n - 1);
            all.push(longer);
        }
    }
    all
}

fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}

/// A union-find.
struct DisjointSets(Vec<usize>);

impl DisjointSets {
    fn new(size: usize) -> Self {
        Self((0..size).collect())
    }

    /// The member that stands for the set of another.
    fn find(&mut self, mut member: usize) -> usize {
        while self.0[member] != member {
            self.0[member] = self.0[self.0[member]];
            member = self.0[member];
        }
        member
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        self.0[one.max(other)] = one.min(other);
    }
}
