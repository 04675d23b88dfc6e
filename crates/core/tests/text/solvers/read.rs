//! Strict readers of the texts for solvers. They share no code with the writers.

use super::models::{Constraint, Program};

/// Reads DIMACS clauses.
pub(crate) fn cnf(text: &str) -> Program {
    let mut lines = text.lines().skip_while(|line| line.starts_with("c "));
    let header: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let ["p", "cnf", variables, clauses] = header[..] else {
        panic!("header {header:?}")
    };
    let variables = variables.parse().unwrap();
    let clause = |line: &str| {
        let literals: Vec<i64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        let (end, literals) = literals.split_last().unwrap();
        assert_eq!(*end, 0, "{line:?}");
        assert!(!literals.contains(&0), "{line:?}");
        let negative = literals.iter().filter(|&&literal| literal < 0).count() as i64;
        let literals = literals.iter();
        Constraint {
            terms: literals
                .map(|literal| (literal.signum(), literal.unsigned_abs() as usize))
                .collect(),
            low: Some(1 - negative),
            high: None,
        }
    };
    let constraints: Vec<_> = lines.map(clause).collect();
    assert_eq!(constraints.len(), clauses.parse::<usize>().unwrap());
    checked(variables, constraints, Vec::new())
}

/// Reads the form of the pseudo-Boolean competitions.
pub(crate) fn opb(text: &str) -> Program {
    let header = text.lines().next().unwrap();
    let words: Vec<&str> = header.split(' ').collect();
    let ["*", "#variable=", variables, "#constraint=", announced] = words[..] else {
        panic!("header {header:?}")
    };
    let mut constraints = Vec::new();
    let mut costs = Vec::new();
    for (place, line) in text
        .lines()
        .filter(|line| !line.starts_with('*'))
        .enumerate()
    {
        let line = line.strip_suffix(" ;").unwrap();
        if let Some(sum) = line.strip_prefix("min: ") {
            assert_eq!(place, 0, "the objective comes first");
            costs = opb_terms(sum);
            continue;
        }
        let (sum, relation, bound) = match line.split_once(" >= ") {
            Some((sum, bound)) => (sum, ">=", bound),
            None => {
                let (sum, bound) = line.split_once(" = ").unwrap();
                (sum, "=", bound)
            }
        };
        constraints.push(constraint(signed(opb_terms(sum)), relation, bound));
    }
    assert_eq!(constraints.len(), announced.parse::<usize>().unwrap());
    checked(variables.parse().unwrap(), constraints, signed(costs))
}

/// A sign, the size of a coefficient and a variable.
type Term = (i64, u64, usize);

fn opb_terms(sum: &str) -> Vec<Term> {
    let words: Vec<&str> = sum.split(' ').collect();
    let pairs = words.chunks_exact(2);
    assert!(pairs.remainder().is_empty() && !words.is_empty(), "{sum:?}");
    let term = |pair: &[&str]| {
        let (sign, size) = match pair[0].split_at(1) {
            ("+", size) => (1, size),
            ("-", size) => (-1, size),
            _ => panic!("{sum:?}"),
        };
        (sign, size.parse().unwrap(), variable(pair[1]))
    };
    pairs.map(term).collect()
}

/// Reads the part of CPLEX LP that is written: words with white space between them.
pub(crate) fn lp(text: &str) -> Program {
    assert!(text.lines().all(|line| line.len() <= 500));
    let lines = text.lines().filter(|line| !line.starts_with('\\'));
    let text = lines.collect::<Vec<_>>().join(" ");
    let text = text.strip_prefix("Minimize  cost: ").unwrap();
    let (objective, text) = text.split_once(" Subject To ").unwrap();
    let (rows, text) = text.split_once(" Binary ").unwrap();
    let names = text.strip_suffix(" End").unwrap();
    let binary: Vec<usize> = names.split_whitespace().map(variable).collect();
    assert!((1..=binary.len()).eq(binary.iter().copied()));

    let mut constraints = Vec::new();
    let mut names = Vec::new();
    let mut words = rows.split_whitespace();
    while let Some(name) = words.next() {
        names.push(name.strip_suffix(':').unwrap());
        let mut sum = Vec::new();
        let relation = loop {
            match words.next().unwrap() {
                relation @ ("=" | "<=" | ">=") => break relation,
                word => sum.push(word),
            }
        };
        constraints.push(constraint(
            signed(lp_terms(&sum)),
            relation,
            words.next().unwrap(),
        ));
    }
    check_names(names);
    let objective: Vec<&str> = objective.split_whitespace().collect();
    // Without costs, a term of size 0 stands for the empty sum.
    let costs = signed(lp_terms(&objective));
    checked(binary.len(), constraints, costs)
}

/// Reads terms such as `5 x1 - x2`.
fn lp_terms(words: &[&str]) -> Vec<Term> {
    let mut terms = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(&&word) = words.peek() {
        let sign = match word {
            "-" => -1,
            _ => 1,
        };
        if word == "-" || word == "+" {
            words.next();
        } else {
            assert!(terms.is_empty(), "a term without a sign");
        }
        let size = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        let size = size.map_or(1, |size| size.parse().unwrap());
        terms.push((sign, size, variable(words.next().unwrap())));
    }
    assert!(!terms.is_empty());
    terms
}

/// Reads free MPS.
pub(crate) fn mps(text: &str) -> Program {
    let mut section = "";
    let mut names = Vec::new();
    let mut constraints: Vec<Constraint> = Vec::new();
    let mut columns: Vec<usize> = Vec::new();
    let mut costs = Vec::new();
    let mut binary = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        if !line.starts_with(' ') {
            let order = ["", "NAME cover FREE", "ROWS", "COLUMNS", "RHS", "RANGES"];
            let order = order.into_iter().chain(["BOUNDS", "ENDATA"]);
            let places: Vec<_> = [section, line]
                .map(|name| order.clone().position(|other| other == name).unwrap())
                .into();
            assert!(places[0] < places[1], "{line:?}");
            section = line;
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let row = |name| names.iter().position(|&other| other == name).unwrap();
        match (section, &words[..]) {
            ("ROWS", ["N", "cost"]) => {}
            ("ROWS", [kind, name]) => {
                names.push(*name);
                let (low, high) = match *kind {
                    "E" => (Some(0), Some(0)),
                    "G" => (Some(0), None),
                    "L" => (None, Some(0)),
                    _ => panic!("{line:?}"),
                };
                constraints.push(Constraint {
                    terms: Vec::new(),
                    low,
                    high,
                });
            }
            ("COLUMNS", [column, name, value]) => {
                let column = variable(column);
                // The entries of a column stand together.
                if columns.last() != Some(&column) {
                    assert!(!columns.contains(&column));
                    columns.push(column);
                }
                match *name {
                    "cost" => costs.push((value.parse().unwrap(), column)),
                    name => constraints[row(name)]
                        .terms
                        .push((value.parse().unwrap(), column)),
                }
            }
            ("RHS", ["rhs", name, value]) => {
                let row = &mut constraints[row(name)];
                let value = Some(value.parse().unwrap());
                (row.low, row.high) = (row.low.and(value), row.high.and(value));
            }
            ("RANGES", ["range", name, value]) => {
                let row = &mut constraints[row(name)];
                assert_eq!(row.high, None);
                row.high = row.low.map(|low| low + value.parse::<i64>().unwrap());
            }
            ("BOUNDS", ["BV", "bound", column]) => binary.push(variable(column)),
            _ => panic!("{line:?} in {section:?}"),
        }
    }
    assert_eq!(section, "ENDATA");
    check_names(names);
    assert!((1..=binary.len()).eq(binary.iter().copied()));
    assert_eq!(columns, binary, "every column has an entry");
    checked(binary.len(), constraints, costs)
}

fn variable(name: &str) -> usize {
    name.strip_prefix('x').unwrap().parse().unwrap()
}

fn signed(terms: Vec<Term>) -> Vec<(i64, usize)> {
    let terms = terms.into_iter();
    let signed = |(sign, size, variable)| (sign * i64::try_from(size).unwrap(), variable);
    terms.map(signed).collect()
}

fn constraint(terms: Vec<(i64, usize)>, relation: &str, bound: &str) -> Constraint {
    let bound = Some(bound.parse().unwrap());
    Constraint {
        terms,
        low: bound.filter(|_| relation != "<="),
        high: bound.filter(|_| relation != ">="),
    }
}

/// Checks that the names of rows differ and that readers accept them.
fn check_names(mut names: Vec<&str>) {
    for name in &names {
        assert!(name.starts_with(['i', 'd']), "{name:?}");
        assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "two rows have the same name");
}

fn checked(variables: usize, constraints: Vec<Constraint>, costs: Vec<(i64, usize)>) -> Program {
    let terms = constraints.iter().flat_map(|constraint| &constraint.terms);
    let used = terms
        .map(|term| term.1)
        .chain(costs.iter().map(|cost| cost.1));
    assert!(used.into_iter().all(|used| (1..=variables).contains(&used)));
    Program {
        variables,
        constraints,
        costs,
    }
}
