//! The meaning of a text for solvers: constraints over variables with the values 0 and 1, and all
//! assignments that satisfy them.

/// A bounded sum of variables, each with its coefficient.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constraint {
    pub(crate) terms: Vec<(i64, usize)>,
    pub(crate) low: Option<i64>,
    pub(crate) high: Option<i64>,
}

/// What a text says.
#[derive(Debug, Default)]
pub(crate) struct Program {
    /// The number of variables, which are numbered from 1.
    pub(crate) variables: usize,
    pub(crate) constraints: Vec<Constraint>,
    /// Variables with their costs.
    pub(crate) costs: Vec<(i64, usize)>,
}

impl Program {
    /// All models. Each is a list of its true variables.
    pub(crate) fn models(&self) -> Vec<Vec<usize>> {
        let mut models = Vec::new();
        self.extend(vec![None; self.variables + 1], &mut models);
        models
    }

    fn extend(&self, mut values: Vec<Option<bool>>, models: &mut Vec<Vec<usize>>) {
        while let Some(found) = self.constraints.iter().find_map(|c| c.conclude(&values)) {
            match found {
                Conclusion::Conflict => return,
                Conclusion::Value(variable, value) => values[variable] = Some(value),
            }
        }
        match (1..=self.variables).find(|&variable| values[variable].is_none()) {
            None => {
                let is_true = |&variable: &usize| values[variable] == Some(true);
                models.push((1..=self.variables).filter(is_true).collect());
            }
            Some(variable) => {
                for value in [false, true] {
                    values[variable] = Some(value);
                    self.extend(values.clone(), models);
                }
            }
        }
    }

    pub(crate) fn cost(&self, model: &[usize]) -> i64 {
        let paid = self.costs.iter().filter(|cost| model.contains(&cost.1));
        paid.map(|cost| cost.0).sum()
    }
}

enum Conclusion {
    Conflict,
    Value(usize, bool),
}

impl Constraint {
    /// Draws one conclusion from the values so far.
    fn conclude(&self, values: &[Option<bool>]) -> Option<Conclusion> {
        let (mut least, mut greatest) = (0, 0);
        for &(factor, variable) in &self.terms {
            match values[variable] {
                Some(value) => {
                    least += factor * i64::from(value);
                    greatest += factor * i64::from(value);
                }
                None => {
                    least += factor.min(0);
                    greatest += factor.max(0);
                }
            }
        }
        let is_too_much = |sum| self.high.is_some_and(|high| sum > high);
        let is_too_little = |sum| self.low.is_some_and(|low| sum < low);
        if is_too_much(least) || is_too_little(greatest) {
            return Some(Conclusion::Conflict);
        }
        self.terms.iter().find_map(|&(factor, variable)| {
            if values[variable].is_some() || factor == 0 {
                return None;
            }
            let size = factor.abs();
            // The value that brings the sum nearer to its greatest.
            let more = factor > 0;
            if is_too_much(least + size) {
                Some(Conclusion::Value(variable, !more))
            } else if is_too_little(greatest - size) {
                Some(Conclusion::Value(variable, more))
            } else {
                None
            }
        })
    }
}
