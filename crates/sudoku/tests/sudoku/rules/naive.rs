//! The meaning of each rule, read off full boards, and a plain search for all boards. Shares no code
//! with the library: it is too simple to be wrong.

use std::collections::BTreeSet;

use quadrille::sudoku::{CellRule, Detail, Division, Outline, Rule, RuleKind};

/// A board: what an outline says, in plain lists.
pub(crate) struct Board {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) low: i64,
    pub(super) high: i64,
    pub(super) boxes: Vec<Vec<usize>>,
    box_size: (usize, usize),
    /// Whether rows and columns may hold equal values.
    pub(super) is_raw: bool,
}

impl Board {
    pub(crate) fn new(outline: &Outline) -> Board {
        let (rows, columns) = (outline.rows, outline.columns);
        let mut box_size = (0, 0);
        let box_of = |cell: usize| match &outline.division {
            Division::Boxes { height, width } => {
                cell / columns / height * columns + cell % columns / width
            }
            Division::Regions(letters) => letters[cell] as usize,
            _ => 0,
        };
        let mut boxes: Vec<Vec<usize>> = Vec::new();
        if outline.division != Division::None {
            for cell in 0..rows * columns {
                match boxes.iter_mut().find(|own| box_of(own[0]) == box_of(cell)) {
                    Some(own) => own.push(cell),
                    None => boxes.push(vec![cell]),
                }
            }
        }
        if let Division::Boxes { height, width } = outline.division {
            box_size = (height, width);
        }
        let low = i64::from(outline.lowest);
        Board {
            rows,
            columns,
            low,
            high: low + outline.values as i64 - 1,
            boxes,
            box_size,
            is_raw: false,
        }
    }

    pub(super) fn size(&self) -> usize {
        self.rows * self.columns
    }

    pub(super) fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    fn steps(&self, one: usize, other: usize) -> (usize, usize) {
        let (a, b) = (self.place(one), self.place(other));
        (a.0.abs_diff(b.0), a.1.abs_diff(b.1))
    }

    pub(super) fn neighbours(&self, cell: usize) -> Vec<usize> {
        let is_near = |&other: &usize| matches!(self.steps(cell, other), (0, 1) | (1, 0));
        (0..self.size()).filter(is_near).collect()
    }

    fn row(&self, row: usize) -> Vec<usize> {
        (0..self.size())
            .filter(|&cell| self.place(cell).0 == row)
            .collect()
    }

    fn column(&self, column: usize) -> Vec<usize> {
        (0..self.size())
            .filter(|&cell| self.place(cell).1 == column)
            .collect()
    }

    /// Whether all cells are in one row or in one column.
    fn is_line(&self, cells: &[usize]) -> bool {
        let places: Vec<(usize, usize)> = cells.iter().map(|&cell| self.place(cell)).collect();
        places.iter().all(|place| place.0 == places[0].0)
            || places.iter().all(|place| place.1 == places[0].1)
    }

    /// Rows, columns and boxes.
    pub(super) fn houses(&self) -> Vec<Vec<usize>> {
        let rows = (0..self.rows).map(|row| self.row(row));
        let columns = (0..self.columns).map(|column| self.column(column));
        let lines = rows.chain(columns).filter(|_| !self.is_raw);
        lines.chain(self.boxes.iter().cloned()).collect()
    }

    /// What a board reads along each row and column, from both ends.
    fn readings(&self, full: &[i64]) -> Vec<(Vec<usize>, Vec<i64>)> {
        let rows = (0..self.rows).map(|row| self.row(row));
        let columns = (0..self.columns).map(|column| self.column(column));
        let lines: Vec<Vec<usize>> = rows.chain(columns).collect();
        let turned: Vec<Vec<usize>> = lines
            .iter()
            .map(|line| line.iter().rev().copied().collect())
            .collect();
        let all = lines.into_iter().chain(turned);
        all.map(|line| {
            let reading = line.iter().map(|&cell| full[cell]).collect();
            (line, reading)
        })
        .collect()
    }
}

fn differ(values: &[i64]) -> bool {
    values.iter().collect::<BTreeSet<_>>().len() == values.len()
}

fn count(values: &[i64], value: i64) -> i64 {
    values.iter().filter(|&&own| own == value).count() as i64
}

fn sum(values: &[i64]) -> i64 {
    values.iter().sum()
}

fn sorted(values: &[i64]) -> Vec<i64> {
    let mut values = values.to_vec();
    values.sort_unstable();
    values
}

fn all_equal(values: &[i64]) -> bool {
    values.iter().all(|value| value == &values[0])
}

/// The value at a place from 1.
fn at(values: &[i64], place: i64) -> Option<i64> {
    let place = usize::try_from(place - 1).ok()?;
    values.get(place).copied()
}

/// Whether a line can be cut into pieces with a sum each.
fn cuts(values: &[i64], total: i64) -> bool {
    values.is_empty()
        || (1..=values.len()).any(|end| sum(&values[..end]) == total && cuts(&values[end..], total))
}

/// Whether a full board follows a rule about some cells.
pub(crate) fn holds(board: &Board, rule: &CellRule, full: &[i64]) -> bool {
    use RuleKind as K;
    let cells = rule.cells();
    let v: Vec<i64> = cells.iter().map(|&cell| full[cell]).collect();
    let n = rule.number().unwrap_or_default();
    let (low, high) = (board.low, board.high);
    let list = match rule.detail() {
        Detail::Values(values) => values.clone(),
        _ => Vec::new(),
    };
    let pairs = match rule.detail() {
        Detail::Pairs(pairs) => pairs.clone(),
        _ => Vec::new(),
    };
    let near = |test: &dyn Fn(i64, i64) -> bool| v.windows(2).all(|two| test(two[0], two[1]));
    let each_two = |distance: usize, test: &dyn Fn(i64, i64) -> bool| {
        let mut twos =
            (0..v.len()).flat_map(|one| (one + 1..v.len()).map(move |other| (one, other)));
        twos.all(|(one, other)| other - one > distance || test(v[one], v[other]))
    };
    match rule.kind() {
        K::AllDifferent => differ(&v),
        K::SameValues => {
            let mut sets = v.chunks(v.len() / n as usize);
            sets.all(|set| sorted(set) == sorted(&v[..v.len() / n as usize]))
        }
        K::Clone => (0..v.len() / 2).all(|at| v[at] == v[v.len() / 2 + at]),
        K::Cage => differ(&v) && rule.number().is_none_or(|total| sum(&v) == total),
        K::Sum => {
            let Detail::Factors(total, factors) = rule.detail() else {
                return false;
            };
            let factor = |at: usize| factors.get(at).copied().unwrap_or(1);
            (0..v.len()).map(|at| v[at] * factor(at)).sum::<i64>() == *total
        }
        K::Product => v.iter().product::<i64>() == n,
        K::DifferenceCage => {
            let sorted = sorted(&v);
            let (greatest, others) = sorted.split_last().unwrap();
            greatest - sum(others) == n
        }
        K::RatioCage => {
            let sorted = sorted(&v);
            let (greatest, others) = sorted.split_last().unwrap();
            let product: i64 = others.iter().product();
            product > 0 && greatest % product == 0 && greatest / product == n
        }
        K::SumLine => cuts(&v, n),
        K::SumLoop => (0..v.len()).any(|start| {
            let turned: Vec<i64> = v[start..].iter().chain(&v[..start]).copied().collect();
            cuts(&turned, n)
        }),
        K::Thermometer => near(&|a, b| a < b),
        K::SlowThermometer => near(&|a, b| a <= b),
        K::Greater => near(&|a, b| a > b),
        K::Arrow => v[0] == sum(&v[1..]),
        K::PillArrow => {
            let pill = v[..n as usize].iter().rev();
            let digits: i64 = pill
                .zip([1, 10, 100])
                .map(|(digit, power)| digit * power)
                .sum();
            digits == sum(&v[n as usize..]) && v[1..n as usize].iter().all(|&digit| digit <= 9)
        }
        K::DoubleArrow => 2 * (v[0] + v[v.len() - 1]) == sum(&v),
        K::Difference => near(&|a, b| a - b == n || b - a == n),
        K::Ratio => near(&|a, b| a * n == b || b * n == a),
        K::PairSum => near(&|a, b| a + b == n),
        K::Whispers => near(&|a, b| a - b >= n || b - a >= n),
        K::Renban => sorted(&v).windows(2).all(|two| two[1] == two[0] + 1),
        K::Nabner => each_two(usize::MAX, &|a, b| (a - b).abs() > 1),
        K::Palindrome => (0..v.len()).all(|at| v[at] == v[v.len() - 1 - at]),
        K::RegionSum => {
            let mut sums = vec![v[0]];
            for at in 1..v.len() {
                let is_same = |own: &&Vec<usize>| own.contains(&cells[at - 1]);
                let own = board.boxes.iter().find(is_same);
                if own.is_some_and(|own| own.contains(&cells[at])) {
                    *sums.last_mut().unwrap() += v[at];
                } else {
                    sums.push(v[at]);
                }
            }
            all_equal(&sums)
        }
        K::EqualSums => {
            let mut start = 0;
            let sums = list.iter().map(|&length| {
                start += length as usize;
                sum(&v[start - length as usize..start])
            });
            all_equal(&sums.collect::<Vec<i64>>())
        }
        K::Zipper => {
            let last = v.len() - 1;
            let sums = (0..v.len()).map(|at| {
                if 2 * at == last {
                    v[at]
                } else {
                    v[at] + v[last - at]
                }
            });
            all_equal(&sums.collect::<Vec<i64>>())
        }
        K::Between | K::Lockout if v.len() > 1 => {
            let (a, b) = (v[0], v[v.len() - 1]);
            let mut inner = v[1..v.len() - 1].iter();
            match rule.kind() {
                K::Between => inner.all(|&own| (a < own && own < b) || (b < own && own < a)),
                _ => {
                    (a - b).abs() >= n
                        && inner.all(|&own| (own < a && own < b) || (own > a && own > b))
                }
            }
        }
        K::Modular => each_two(n as usize - 1, &|a, b| (a - b) % n != 0),
        K::Entropic => each_two(2, &|a, b| (a - low) / 3 != (b - low) / 3),
        K::Sandwich => {
            // A line that cannot hold all values has ends of its own.
            let is_part = differ(&v) && v.len() < (high - low + 1) as usize && board.is_line(cells);
            let sorted = sorted(&v);
            let (low, high) = if is_part {
                (sorted[0], sorted[v.len() - 1])
            } else {
                (low, high)
            };
            let [a, b] = [low, high].map(|end| v.iter().position(|&own| own == end));
            let (Some(a), Some(b)) = (a, b) else {
                return false;
            };
            let is_once = count(&v, low) == 1 && count(&v, high) == 1;
            is_once && sum(&v[a.min(b) + 1..a.max(b)]) == n
        }
        K::Lunchbox => {
            let sorted = sorted(&v);
            let ends = [sorted[0], sorted[v.len() - 1]];
            let [a, b] = ends.map(|end| v.iter().position(|&own| own == end).unwrap());
            differ(&v) && sum(&v[a.min(b) + 1..a.max(b)]) == n
        }
        K::LittleKiller => sum(&v) == n,
        K::XSum => v[0] <= v.len() as i64 && sum(&v[..v[0] as usize]) == n,
        K::Skyscraper => {
            let is_seen = |&at: &usize| v[at] != 0 && v[..at].iter().all(|&before| before < v[at]);
            (0..v.len()).filter(is_seen).count() as i64 == n
        }
        K::HiddenSkyscraper => {
            let is_seen = |at: usize| v[..at].iter().all(|&before| before < v[at]);
            (0..v.len()).find(|&at| !is_seen(at)).map(|at| v[at]) == Some(n)
        }
        K::NumberedRoom => at(&v, v[0]) == Some(n),
        K::FullRank | K::TiedRank => {
            let others = board.readings(full);
            let others = others.iter().filter(|other| other.0 != *cells);
            let (mut lower, mut equal) = (0, 0);
            for (_, reading) in others {
                lower += i64::from(*reading < v);
                equal += i64::from(*reading == v);
            }
            lower + 1 == n && (rule.kind() == K::TiedRank || equal == 0)
        }
        K::Quadruple => list.iter().all(|&own| count(&v, own) >= count(&list, own)),
        K::Counts => list.chunks(2).all(|pair| count(&v, pair[1]) == pair[0]),
        K::RowIndex => cells.iter().zip(&v).all(|(&cell, &own)| {
            let (row, column) = board.place(cell);
            let all: Vec<i64> = board
                .column(column)
                .iter()
                .map(|&cell| full[cell])
                .collect();
            at(&all, own) == Some(row as i64 + 1)
        }),
        K::ColumnIndex => cells.iter().zip(&v).all(|(&cell, &own)| {
            let (row, column) = board.place(cell);
            let all: Vec<i64> = board.row(row).iter().map(|&cell| full[cell]).collect();
            at(&all, own) == Some(column as i64 + 1)
        }),
        K::BoxIndex => cells.iter().zip(&v).all(|(&cell, &own)| {
            let own_box = board.boxes.iter().find(|own| own.contains(&cell)).unwrap();
            let place = own_box.iter().position(|&own| own == cell).unwrap();
            let all: Vec<i64> = own_box.iter().map(|&cell| full[cell]).collect();
            at(&all, own) == Some(place as i64 + 1)
        }),
        K::ValueIndex => at(&v[2..], v[1]) == Some(v[0]),
        K::CountingCircles => v.iter().all(|&own| count(&v, own) == own),
        K::CountDistinct => v[1..].iter().collect::<BTreeSet<_>>().len() as i64 == v[0],
        K::EqualityCage => {
            let number = |test: &dyn Fn(i64) -> bool| v.iter().filter(|&&own| test(own)).count();
            differ(&v)
                && number(&|own| own % 2 == 0) == number(&|own| own % 2 != 0)
                && number(&|own| own - low < high - own) == number(&|own| own - low > high - own)
        }
        K::RellikCage => {
            let mut sums: Vec<i64> = Vec::new();
            for own in &v {
                let with: Vec<i64> = sums.iter().map(|sum| sum + own).collect();
                sums.extend(with);
                sums.push(*own);
            }
            differ(&v) && !sums.contains(&n)
        }
        K::Odd => v
            .iter()
            .all(|own| [1, 3, 5, 7, 9, 11, 13, 15].contains(own)),
        K::Even => v
            .iter()
            .all(|own| [0, 2, 4, 6, 8, 10, 12, 14].contains(own)),
        K::Minimum | K::Maximum => cells.iter().all(|&cell| {
            let others = board.neighbours(cell).into_iter();
            let mut others = others.filter(|other| !cells.contains(other));
            others.all(|other| match rule.kind() {
                K::Minimum => full[cell] < full[other],
                _ => full[cell] > full[other],
            })
        }),
        K::Pairs => near(&|a, b| pairs.contains(&(a, b))),
        K::AllPairs => each_two(usize::MAX, &|a, b| pairs.contains(&(a, b))),
        K::Regex => {
            let Detail::Pattern(pattern) = rule.detail() else {
                return false;
            };
            let mut rest: Vec<char> = pattern.as_str().chars().rev().collect();
            either_of(&mut rest, &v, BTreeSet::from([0])).contains(&v.len())
        }
        K::Machine => {
            let Detail::Machine(machine) = rule.detail() else {
                return false;
            };
            let mut states: BTreeSet<u32> = machine.start().iter().copied().collect();
            for own in &v {
                let steps = machine.steps().iter();
                let steps = steps.filter(|step| states.contains(&step.0) && step.1 == *own);
                states = steps.map(|step| step.2).collect();
            }
            states.iter().any(|state| machine.accept().contains(state))
        }
        K::Either => {
            let Detail::Branches(branches) = rule.detail() else {
                return false;
            };
            let is_whole =
                |branch: &Vec<CellRule>| branch.iter().all(|rule| holds(board, rule, full));
            branches.iter().any(is_whole)
        }
        kind => panic!("{kind:?} is not known here"),
    }
}

/// Where a pattern may end that begins at one of these places. Patterns are made of characters of
/// values, `[...]`, `(...|...)`, `*` and `?`; `rest` is the text backwards.
fn either_of(rest: &mut Vec<char>, v: &[i64], starts: BTreeSet<usize>) -> BTreeSet<usize> {
    let mut ends = sequence(rest, v, starts.clone());
    while rest.last() == Some(&'|') {
        rest.pop();
        ends.extend(sequence(rest, v, starts.clone()));
    }
    ends
}

fn sequence(rest: &mut Vec<char>, v: &[i64], starts: BTreeSet<usize>) -> BTreeSet<usize> {
    let mut ends = starts;
    while !matches!(rest.last(), None | Some('|' | ')')) {
        let part = rest.clone();
        let once = atom(rest, v, ends.clone());
        match rest.last() {
            Some('?') => {
                rest.pop();
                ends.extend(once);
            }
            Some('*') => {
                rest.pop();
                for _ in 0..=v.len() {
                    let more = atom(&mut part.clone(), v, ends.clone());
                    ends.extend(more);
                }
            }
            _ => ends = once,
        }
    }
    ends
}

fn atom(rest: &mut Vec<char>, v: &[i64], starts: BTreeSet<usize>) -> BTreeSet<usize> {
    let first = rest.pop().unwrap();
    let mut allowed = vec![first];
    if first == '(' {
        let ends = either_of(rest, v, starts);
        rest.pop();
        return ends;
    }
    if first == '[' {
        allowed = std::iter::from_fn(|| rest.pop().filter(|&own| own != ']')).collect();
    }
    let name = |value: i64| {
        char::from_digit(value as u32, 36)
            .unwrap()
            .to_ascii_uppercase()
    };
    let fits = |&at: &usize| at < v.len() && allowed.contains(&name(v[at]));
    starts.into_iter().filter(fits).map(|at| at + 1).collect()
}

/// Whether no cells that are filled break a rule for the whole board. `marks` are the rules about
/// some cells.
pub(super) fn allows(board: &Board, rule: &Rule, marks: &[CellRule], v: &[Option<i64>]) -> bool {
    let size = board.size();
    let side = board.rows;
    let (low, high) = (board.low, board.high);
    let middle = (low + high) / 2;
    let twos = (0..size).flat_map(|one| (one + 1..size).map(move |other| (one, other)));
    let apart = |steps: &[(usize, usize)]| {
        let near = twos
            .clone()
            .filter(|two| steps.contains(&board.steps(two.0, two.1)));
        near.clone()
            .all(|(one, other)| v[one].is_none() || v[one] != v[other])
    };
    let near = |kinds: &[RuleKind], test: &dyn Fn(i64, i64) -> bool| {
        let rules = marks.iter().filter(|rule| kinds.contains(&rule.kind()));
        let marked: Vec<&[usize]> = rules.flat_map(|rule| rule.cells().windows(2)).collect();
        twos.clone().all(|(one, other)| {
            let (Some(a), Some(b)) = (v[one], v[other]) else {
                return true;
            };
            let is_marked = marked
                .iter()
                .any(|two| **two == [one, other] || **two == [other, one]);
            !matches!(board.steps(one, other), (0, 1) | (1, 0)) || is_marked || test(a, b)
        })
    };
    let is_distinct = |cells: Vec<usize>| {
        let known: Vec<i64> = cells.iter().filter_map(|&cell| v[cell]).collect();
        differ(&known)
    };
    let where_place = |test: &dyn Fn(usize, usize) -> bool| -> Vec<usize> {
        let cells = 0..size;
        cells
            .filter(|&cell| test(board.place(cell).0, board.place(cell).1))
            .collect()
    };
    let (height, width) = board.box_size;
    match rule {
        Rule::Falling => is_distinct(where_place(&|row, column| row == column)),
        Rule::Rising => is_distinct(where_place(&|row, column| row + column + 1 == side)),
        Rule::Diagonals => {
            allows(board, &Rule::Falling, marks, v) && allows(board, &Rule::Rising, marks, v)
        }
        Rule::Windows => (1..board.rows - height).step_by(height + 1).all(|top| {
            (1..board.columns - width).step_by(width + 1).all(|left| {
                is_distinct(where_place(&|row, column| {
                    (top..top + height).contains(&row) && (left..left + width).contains(&column)
                }))
            })
        }),
        Rule::Disjoint => (0..height).all(|down| {
            (0..width).all(|right| {
                is_distinct(where_place(&|row, column| {
                    row % height == down && column % width == right
                }))
            })
        }),
        Rule::AntiKnight => apart(&[(1, 2), (2, 1)]),
        Rule::AntiKing => apart(&[(0, 1), (1, 0), (1, 1)]),
        Rule::NonConsecutive => near(&[], &|a, b| (a - b).abs() != 1),
        Rule::AntiTaxicab => twos.clone().all(|(one, other)| {
            let steps = board.steps(one, other);
            v[one] != v[other] || v[one] != Some((steps.0 + steps.1) as i64)
        }),
        Rule::Entropy => (0..size).all(|cell| {
            let (row, column) = board.place(cell);
            if row + 1 == board.rows || column + 1 == board.columns {
                return true;
            }
            let square = [
                cell,
                cell + 1,
                cell + board.columns,
                cell + board.columns + 1,
            ];
            let known = square.iter().filter_map(|&cell| v[cell]);
            let known: Vec<i64> = known.map(|value| (value - low) / 3).collect();
            known.len() < 4 || known.iter().collect::<BTreeSet<_>>().len() == 3
        }),
        Rule::StrictWhite => near(&[RuleKind::Difference, RuleKind::Ratio], &|a, b| {
            (a - b).abs() != 1
        }),
        Rule::StrictBlack => near(&[RuleKind::Difference, RuleKind::Ratio], &|a, b| {
            a != 2 * b && b != 2 * a
        }),
        Rule::StrictXv => near(&[RuleKind::PairSum], &|a, b| a + b != 5 && a + b != 10),
        Rule::SameValues => {
            let houses = board.houses();
            let largest = houses.iter().map(Vec::len).max().unwrap();
            let sets = houses.iter().filter(|house| house.len() == largest);
            let sets = sets.map(|house| house.iter().map(|&cell| v[cell]).collect::<BTreeSet<_>>());
            let full: Vec<_> = sets.filter(|set| !set.contains(&None)).collect();
            full.iter().all(|set| *set == full[0])
        }
        Rule::Raw => true,
        Rule::UnequalLines => {
            let full: Option<Vec<i64>> = v.iter().copied().collect();
            full.is_none_or(|full| {
                let all = board.readings(&full);
                let all: BTreeSet<&Vec<i64>> = all.iter().map(|line| &line.1).collect();
                all.len() == 2 * (board.rows + board.columns)
            })
        }
        Rule::Doppelganger => {
            let lack = |house: &Vec<usize>| {
                let known: Option<Vec<i64>> = house.iter().map(|&cell| v[cell]).collect();
                known.map(|known| (low..=board.high).find(|value| !known.contains(value)))
            };
            let houses = board.houses();
            let lacks: Vec<Option<Option<i64>>> = houses.iter().map(lack).collect();
            let kind = |place: usize| place / board.rows;
            let differ = |one: usize, other: usize| {
                lacks[one].is_none() || lacks[other].is_none() || lacks[one] != lacks[other]
            };
            let all = 0..houses.len();
            let meets_at_zero = |one: usize, other: usize| {
                let mut cells = houses[one].iter();
                cells.any(|cell| v[*cell] == Some(0) && houses[other].contains(cell))
            };
            !lacks.contains(&Some(Some(0)))
                && all.clone().all(|one| {
                    all.clone().skip(one + 1).all(|other| {
                        let must_differ = kind(one) == kind(other) || meets_at_zero(one, other);
                        !must_differ || differ(one, other)
                    })
                })
        }
        Rule::Flatmates => (0..size).all(|cell| {
            let (row, _) = board.place(cell);
            let above = row > 0 && v[cell - board.columns].is_none();
            let below = row + 1 < board.rows && v[cell + board.columns].is_none();
            v[cell] != Some(middle)
                || above
                || below
                || (row > 0 && v[cell - board.columns] == Some(low))
                || (row + 1 < board.rows && v[cell + board.columns] == Some(high))
        }),
        rule => panic!("{rule:?} is not known here"),
    }
}

/// Fills a board in all ways in which its houses have different values and `fits` accepts what is
/// filled; stops at more than `most` boards. Returns whether it visited all.
pub(super) fn fill(
    board: &Board,
    v: &mut Vec<Option<i64>>,
    fits: &dyn Fn(&[Option<i64>]) -> bool,
    order: &dyn Fn(usize) -> Vec<i64>,
    limits: &mut (usize, usize),
    found: &mut Vec<Vec<i64>>,
) -> bool {
    let houses = board.houses();
    let peers = |cell: usize| {
        let own = houses
            .iter()
            .filter(|house| house.contains(&cell))
            .flatten()
            .copied();
        own.collect::<BTreeSet<usize>>().into_iter().collect()
    };
    let peers: Vec<Vec<usize>> = (0..board.size()).map(peers).collect();
    search(&peers, v, fits, order, limits, found)
}

fn search(
    peers: &[Vec<usize>],
    v: &mut Vec<Option<i64>>,
    fits: &dyn Fn(&[Option<i64>]) -> bool,
    order: &dyn Fn(usize) -> Vec<i64>,
    limits: &mut (usize, usize),
    found: &mut Vec<Vec<i64>>,
) -> bool {
    if limits.1 == 0 {
        return false;
    }
    limits.1 -= 1;
    if !fits(v) {
        return true;
    }
    let candidates = |cell: usize| {
        let taken: Vec<i64> = peers[cell].iter().filter_map(|&cell| v[cell]).collect();
        let mut values = order(cell);
        values.retain(|value| !taken.contains(value));
        values
    };
    let blanks = (0..v.len()).filter(|&cell| v[cell].is_none());
    let best = blanks
        .map(|cell| (cell, candidates(cell)))
        .min_by_key(|own| own.1.len());
    let Some((cell, values)) = best else {
        found.push(v.iter().map(|value| value.unwrap()).collect());
        return found.len() <= limits.0;
    };
    for value in values {
        v[cell] = Some(value);
        let is_whole = search(peers, v, fits, order, limits, found);
        v[cell] = None;
        if !is_whole {
            return false;
        }
    }
    true
}
