//! The meaning of each constraint, and a plain search for all assignments. Shares no code with the
//! library: it is too simple to be wrong.

use std::collections::BTreeSet;

/// A constraint. Variables are named by their numbers.
#[derive(Clone, Debug)]
pub(super) enum Constraint {
    AllDifferent(Vec<usize>),
    /// How often a value is taken: at least, at most.
    Count(Vec<usize>, i64, u32, u32),
    AtMost(Vec<usize>, i64, u32),
    /// The last is the variable that is 1 if the value is taken so often, and else 0.
    NoneOrAll(Vec<usize>, i64, u32, usize),
    Equal(usize, usize),
    Table(Vec<usize>, Vec<Vec<i64>>),
    Pair([usize; 2], Relation),
    /// No two cases hold at once.
    Cases(Vec<Vec<(usize, i64)>>),
    Regular(Vec<usize>, Machine),
    Sum(Vec<(usize, i64)>, i64),
    DistinctSum(Vec<usize>, i64),
    OneOfSets(Vec<usize>, Vec<Vec<i64>>),
    SameSets(Vec<Vec<usize>>),
    /// The second is a function of the first.
    Function(usize, usize, i64),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Relation {
    Less,
    Apart(u64),
    EvenTotal,
    Never,
}

impl Relation {
    pub(super) fn allows(self, one: i64, other: i64) -> bool {
        match self {
            Relation::Less => one < other,
            Relation::Apart(least) => one.abs_diff(other) >= least,
            Relation::EvenTotal => (one ^ other) & 1 == 0,
            Relation::Never => false,
        }
    }
}

/// States are numbers below `states`. A value leads to a state or to none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Machine {
    pub(super) states: i64,
    pub(super) factor: i64,
    /// Values with this remainder of 4 are not allowed at odd places.
    pub(super) forbidden: i64,
    /// One bit for each state.
    pub(super) accepted: u32,
}

impl Machine {
    pub(super) fn step(self, state: i64, place: usize, value: i64) -> Option<i64> {
        let is_forbidden = place % 2 == 1 && value.rem_euclid(4) == self.forbidden;
        let next = state * self.factor + value.rem_euclid(self.states);
        (!is_forbidden).then(|| next.rem_euclid(self.states))
    }

    pub(super) fn accepts(self, state: i64) -> bool {
        self.accepted >> state & 1 == 1
    }
}

/// One more than the remainder, or 0.
pub(super) fn function(value: i64, divisor: i64) -> i64 {
    (value.rem_euclid(divisor) + 1) % divisor
}

/// The values of some variables.
fn read(variables: &[usize], values: &[i64]) -> Vec<i64> {
    variables.iter().map(|&own| values[own]).collect()
}

fn differ(values: &[i64]) -> bool {
    values.iter().collect::<BTreeSet<_>>().len() == values.len()
}

fn times(values: &[i64], value: i64) -> u32 {
    values.iter().filter(|&&own| own == value).count() as u32
}

fn sorted(mut values: Vec<i64>) -> Vec<i64> {
    values.sort_unstable();
    values
}

pub(super) fn holds(constraint: &Constraint, values: &[i64]) -> bool {
    match constraint {
        Constraint::AllDifferent(own) => differ(&read(own, values)),
        Constraint::Count(own, value, least, most) => {
            (*least..=*most).contains(&times(&read(own, values), *value))
        }
        Constraint::AtMost(own, value, most) => times(&read(own, values), *value) <= *most,
        Constraint::NoneOrAll(own, value, all, used) => {
            match (times(&read(own, values), *value), values[*used]) {
                (0, 0) => true,
                (taken, 1) => taken > 0 && taken == *all,
                _ => false,
            }
        }
        Constraint::Equal(one, other) => values[*one] == values[*other],
        Constraint::Table(own, rows) => rows.contains(&read(own, values)),
        Constraint::Pair([one, other], relation) => relation.allows(values[*one], values[*other]),
        Constraint::Cases(cases) => cases
            .iter()
            .any(|case| case.iter().all(|&(own, value)| values[own] == value)),
        Constraint::Regular(own, machine) => {
            let mut state = 0;
            for (place, value) in read(own, values).into_iter().enumerate() {
                match machine.step(state, place, value) {
                    Some(next) => state = next,
                    None => return false,
                }
            }
            machine.accepts(state)
        }
        Constraint::Sum(terms, total) => {
            let terms = terms.iter();
            let sum: i128 = terms
                .map(|&(own, factor)| i128::from(values[own]) * i128::from(factor))
                .sum();
            sum == i128::from(*total)
        }
        Constraint::DistinctSum(own, total) => {
            let own = read(own, values);
            let sum: i128 = own.iter().copied().map(i128::from).sum();
            differ(&own) && sum == i128::from(*total)
        }
        Constraint::OneOfSets(own, sets) => {
            let own = sorted(read(own, values));
            differ(&own) && sets.iter().any(|set| sorted(set.clone()) == own)
        }
        Constraint::SameSets(sets) => {
            let mut sets = sets.iter().map(|own| sorted(read(own, values)));
            match sets.next() {
                Some(first) => differ(&first) && sets.all(|own| own == first),
                None => true,
            }
        }
        Constraint::Function(of, result, divisor) => {
            function(values[*of], *divisor) == values[*result]
        }
    }
}

/// All assignments of values that follow all constraints, in ascending order.
pub(super) fn solutions(domains: &[Vec<i64>], constraints: &[Constraint]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for domain in domains {
        let extend = |start: Vec<i64>| {
            domain
                .iter()
                .map(move |&value| [start.clone(), vec![value]].concat())
        };
        all = all.into_iter().flat_map(extend).collect();
    }
    all.retain(|values| constraints.iter().all(|own| holds(own, values)));
    all.sort_unstable();
    all
}
