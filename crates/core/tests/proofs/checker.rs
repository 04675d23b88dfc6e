//! A small checker of proofs by unit propagation. It shares no code with the library.

use std::collections::BTreeMap;

/// A constraint: the sum of the variables, times their factors, is at least the bound.
#[derive(Clone, Debug, Default)]
struct Constraint {
    factors: BTreeMap<usize, i128>,
    bound: i128,
}

impl Constraint {
    /// Reads terms such as `+1 x3 +2 ~x5`, with a bound. The variable of `~x5` is 1 - x5.
    fn of(terms: &[&str], bound: i128) -> Result<Self, String> {
        let mut read = Self {
            bound,
            ..Self::default()
        };
        for term in terms.chunks(2) {
            let [factor, literal] = term else {
                return Err(format!("half a term: {term:?}"));
            };
            let mut factor: i128 = number(factor)?;
            let mut name = *literal;
            if let Some(negated) = literal.strip_prefix('~') {
                read.bound -= factor;
                (name, factor) = (negated, -factor);
            }
            let variable = name.strip_prefix('x').ok_or("a variable without x")?;
            *read.factors.entry(number(variable)? as usize).or_default() += factor;
        }
        Ok(read)
    }

    fn plus(mut self, other: &Self) -> Self {
        for (&variable, factor) in &other.factors {
            *self.factors.entry(variable).or_default() += factor;
        }
        self.bound += other.bound;
        self
    }

    fn times(mut self, factor: i128) -> Self {
        self.factors.values_mut().for_each(|own| *own *= factor);
        self.bound *= factor;
        self
    }

    /// Divides and rounds up, with all factors positive: a negative factor is one of 1 - x.
    fn divided_by(mut self, divisor: i128) -> Self {
        let up = |number: i128| (number + divisor - 1).div_euclid(divisor);
        let negative =
            |all: &BTreeMap<_, i128>| all.values().map(|f| f.min(&0).abs()).sum::<i128>();
        self.bound = up(self.bound + negative(&self.factors));
        for factor in self.factors.values_mut() {
            *factor = factor.signum() * up(factor.abs());
        }
        self.bound -= negative(&self.factors);
        self
    }

    fn negated(mut self) -> Self {
        self = self.times(-1);
        self.bound += 1;
        self
    }

    /// What the sum can exceed the bound by under some values.
    fn slack(&self, values: &BTreeMap<usize, bool>) -> i128 {
        let greatest = |(variable, &factor): (_, &i128)| match values.get(variable) {
            Some(&value) => factor * i128::from(value),
            None => factor.max(0),
        };
        self.factors.iter().map(greatest).sum::<i128>() - self.bound
    }
}

fn number(word: &str) -> Result<i128, String> {
    word.parse().map_err(|_| format!("no number: {word:?}"))
}

/// Whether unit propagation finds a contradiction.
fn contradict(constraints: &[Constraint]) -> bool {
    let mut values = BTreeMap::new();
    loop {
        let known = values.len();
        for constraint in constraints {
            let slack = constraint.slack(&values);
            if slack < 0 {
                return true;
            }
            for (&variable, &factor) in &constraint.factors {
                if factor.abs() > slack && !values.contains_key(&variable) {
                    values.insert(variable, factor > 0);
                }
            }
        }
        if values.len() == known {
            return false;
        }
    }
}

/// The words before the relation and the bound of `1 x1 1 x2 >= 1 ;`, and these.
fn split<'w, 'l>(words: &'w [&'l str]) -> Result<(&'w [&'l str], &'l str, i128), String> {
    match words {
        [terms @ .., relation, bound, ";"] => Ok((terms, relation, number(bound)?)),
        _ => Err(format!("no constraint: {words:?}")),
    }
}

/// The constraints of a formula.
fn formula(text: &str) -> Result<Vec<Constraint>, String> {
    let mut all = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<_> = line.split_whitespace().collect();
        let (terms, relation, bound) = split(&words)?;
        let read = Constraint::of(terms, bound)?;
        match relation {
            ">=" => all.push(read),
            "=" => all.extend([read.clone(), read.times(-1)]),
            other => return Err(format!("a relation {other:?}")),
        }
    }
    Ok(all)
}

/// The constraint that the words of a line `pol` add up.
fn sum(words: &[&str], all: &[Constraint]) -> Result<Constraint, String> {
    let mut stack: Vec<Constraint> = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        if *word == "+" {
            let other = stack.pop().ok_or("an empty stack")?;
            let one = stack.pop().ok_or("an empty stack")?;
            stack.push(one.plus(&other));
            continue;
        }
        let number = number(word)?;
        let operation = words.next_if(|word| ["*", "d"].contains(word));
        let changed = match operation {
            Some(_) if number < 1 => return Err("a factor below 1".to_owned()),
            Some(&"*") => stack.pop().map(|one| one.times(number)),
            Some(_) => stack.pop().map(|one| one.divided_by(number)),
            None if number < 0 => all
                .len()
                .checked_sub(-number as usize)
                .map(|at| all[at].clone()),
            None => all.get(number as usize - 1).cloned(),
        };
        stack.push(changed.ok_or("no such constraint")?);
    }
    match &stack[..] {
        [one] => Ok(one.clone()),
        _ => Err("more than one constraint".to_owned()),
    }
}

/// Checks that a proof refutes a formula. Says which line is wrong.
pub(crate) fn check(formula: &str, proof: &str) -> Result<(), String> {
    let mut all = self::formula(formula)?;
    let mut lines = proof.lines();
    if lines.next() != Some("pseudo-Boolean proof version 3.0") {
        return Err("no header".to_owned());
    }
    for line in &mut lines {
        let words: Vec<_> = line.split_whitespace().collect();
        match &words[..] {
            ["rup", rest @ ..] => {
                let (terms, _, bound) = split(rest)?;
                let clause = Constraint::of(terms, bound)?;
                all.push(clause.clone().negated());
                if !contradict(&all) {
                    return Err(format!("does not follow: {line}"));
                }
                all.pop();
                all.push(clause);
            }
            ["pol", rest @ .., ";"] => all.push(sum(rest, &all)?),
            ["output", "NONE", ";"] => break,
            _ => return Err(format!("unknown: {line}")),
        }
    }
    let last = all.last().ok_or("no constraint")?;
    if last.slack(&BTreeMap::new()) >= 0 {
        return Err("the last line is no contradiction".to_owned());
    }
    let end = ["conclusion UNSAT : -1 ;", "end pseudo-Boolean proof ;"];
    if lines.eq(end) {
        Ok(())
    } else {
        Err("a wrong end".to_owned())
    }
}
