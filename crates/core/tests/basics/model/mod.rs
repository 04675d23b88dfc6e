//! Models against a plain search over all assignments of their variables.

mod draw;
mod plain;

use std::time::Duration;

use quadrille::model::{Layout, Model, Variable};
use quadrille::{
    BuildError, Contestant, EngineChoice, EngineName, Method, Problem, Settings, Solver, Uniqueness,
};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use draw::{Case, KINDS};

/// The most assignments of a random model.
const MOST: usize = 4_000;

fn settings(turn: usize) -> Settings {
    let prefer = |name| Settings::new().engine(EngineChoice::Prefer(name));
    match turn % 6 {
        0 => Settings::new(),
        1 => prefer(EngineName::Links),
        2 => prefer(EngineName::Bits),
        3 => prefer(EngineName::Learn),
        4 => Settings::new().few_questions(true),
        _ => all_contestants(),
    }
}

/// All contestants join at once, and take short turns.
fn all_contestants() -> Settings {
    let policies = [
        ("contest.patience", 0.0),
        ("contest.sums", 0.0),
        ("contest.alone", 0.0),
        ("contest.turn", 1.0),
        ("contest.piece", 1.0),
        ("contest.solutions", 1e6),
        ("contest.share", 1.0),
    ];
    let set = |settings: Settings, &(name, value): &(&str, f64)| settings.policy(name, value);
    let settings = policies
        .iter()
        .try_fold(Settings::new().few_questions(true), set);
    settings.unwrap_or_else(|error| panic!("{error}"))
}

/// Compares all answers about a model with its plain solutions. Returns their number. `turn`
/// chooses an engine.
fn compare(case: &Case, turn: usize) -> usize {
    let (model, variables) = case.model();
    let (problem, layout) = model.build().unwrap_or_else(|error| {
        panic!("{error}: {case:?}");
    });
    let show = |values: Vec<i64>| -> Vec<Option<i64>> {
        let shown = values.into_iter().zip(&case.is_hidden);
        shown
            .map(|(value, is_hidden)| (!is_hidden).then_some(value))
            .collect()
    };
    let mut expected: Vec<Vec<Option<i64>>> = plain::solutions(&case.domains, &case.constraints)
        .into_iter()
        .map(show)
        .collect();
    expected.sort_unstable();
    check_layout(&problem, &layout, &variables);
    let solver = Solver::with_settings(problem, &settings(turn));
    let mut search = solver.search();
    let answer = search.all();
    assert!(answer.is_complete(), "turn {turn}: {case:?}");
    let mut found: Vec<Vec<Option<i64>>> = answer
        .value
        .iter()
        .map(|solution| layout.values(solution.options()))
        .collect();
    found.sort_unstable();
    assert_eq!(found, expected, "found, expected; turn {turn}: {case:?}");
    let count = expected.len() as u64;
    for method in [Method::Auto, Method::Walk, Method::Memo] {
        let own = search.count_by(method).value;
        assert_eq!(own, count, "{method:?}, turn {turn}: {case:?}");
    }
    let unique = match count {
        0 => Uniqueness::None,
        1 => Uniqueness::One,
        _ => Uniqueness::Many,
    };
    assert_eq!(search.unique().value, unique, "turn {turn}: {case:?}");
    expected.len()
}

/// Each option of a variable is the option of its value.
fn check_layout(problem: &Problem, layout: &Layout, variables: &[Variable]) {
    for option in problem.options() {
        if let Some((variable, value)) = layout.assigned(option) {
            assert!(variables.contains(&variable));
            assert_eq!(layout.option(variable, value), Some(option));
        }
    }
}

fn is_small(case: &Case) -> bool {
    case.domains.iter().map(Vec::len).product::<usize>() <= MOST
}

/// How often the tests run with feature `slow`, as a multiple of the usual number.
const TIMES: usize = if cfg!(feature = "slow") { 20 } else { 1 };

#[test]
fn each_constraint_alone() {
    let mut rng = Pcg64::seed_from_u64(1);
    for kind in 0..KINDS {
        let (mut solutions, mut without) = (0, 0);
        for turn in 0..60 * TIMES {
            let mut case = Case::new(&mut rng);
            if rng.random_ratio(1, 6) {
                case.add_hidden(&mut rng);
            }
            case.constrain(&mut rng, kind);
            let found = compare(&case, turn);
            solutions += found;
            without += usize::from(found == 0);
        }
        assert!(solutions > 100, "kind {kind}: {solutions} solutions");
        assert!(without < 50 * TIMES, "kind {kind}: {without} without any");
    }
}

#[test]
fn constraints_in_pairs() {
    let mut rng = Pcg64::seed_from_u64(2);
    let mut turn = 0;
    for one in 0..KINDS {
        for other in 0..KINDS {
            for _ in 0..5 * TIMES {
                let mut case = Case::new(&mut rng);
                case.constrain(&mut rng, one);
                case.constrain(&mut rng, other);
                turn += 1;
                compare(&case, turn);
            }
        }
    }
}

#[test]
fn constraints_in_mixtures() {
    let mut rng = Pcg64::seed_from_u64(3);
    let mut solutions = 0;
    for turn in 0..1_000 * TIMES {
        let mut case = Case::new(&mut rng);
        for _ in 0..rng.random_range(3..=5) {
            match rng.random_range(0..=KINDS) {
                KINDS => case.add_hidden(&mut rng),
                kind => case.constrain(&mut rng, kind),
            }
        }
        if is_small(&case) {
            solutions += usize::from(compare(&case, turn) > 0);
        }
    }
    assert!(solutions > 300 * TIMES, "{solutions} with solutions");
}

#[test]
fn sums_of_many_variables() {
    let mut rng = Pcg64::seed_from_u64(4);
    for turn in 0..60 * TIMES {
        let mut case = Case::many(&mut rng);
        let total = rng.random_range(0..=2);
        for kind in [0, 9, 10, 4].into_iter().take(2 + total) {
            case.constrain(&mut rng, kind);
        }
        compare(&case, turn);
    }
}

/// Of the contestants, one examines the sums themselves.
#[test]
fn sums_take_turns() {
    let mut model = Model::new();
    let variables: Vec<Variable> = (0..7)
        .map(|number| model.variable(number.to_string(), 1..=6))
        .collect();
    for (number, window) in (0_i64..).zip(variables.windows(4)) {
        let terms: Vec<_> = window.iter().map(|&variable| (variable, 1)).collect();
        model.sum(&format!("sum{number}"), &terms, 10 + 3 * (number % 2));
    }
    let (problem, _) = model.build().unwrap();
    let solutions = |settings: &Settings| {
        let mut search = Solver::with_settings(problem.clone(), settings).search();
        let answer = search.all();
        let mut all: Vec<_> = answer
            .value
            .iter()
            .map(|one| one.options().to_vec())
            .collect();
        all.iter_mut().for_each(|options| options.sort_unstable());
        all.sort_unstable();
        (all, answer.stats.inferences.and_then(|own| own.turns))
    };
    let (expected, _) = solutions(&settings(1));
    let (found, turns) = solutions(&all_contestants());
    assert_eq!(found, expected);
    assert!(expected.len() > 10);
    assert!(turns.unwrap().work(Contestant::Sums) > Duration::ZERO);
}

/// A sum whose numbers are too large is an error; others are right.
#[test]
fn numbers_at_the_limits() {
    let extremes = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
    for count in 1..=9 {
        for factor in [1, -1, i64::MAX, i64::MIN] {
            for total in extremes {
                let mut model = Model::new();
                let values = if count < 4 {
                    &extremes[..]
                } else {
                    &[i64::MIN, i64::MAX]
                };
                let terms: Vec<(Variable, i64)> = (0..count)
                    .map(|number| {
                        let own = model.variable(format!("x{number}"), values.iter().copied());
                        (own, factor)
                    })
                    .collect();
                let own: Vec<Variable> = terms.iter().map(|term| term.0).collect();
                if count == 2 {
                    model.all_different("d", &own);
                }
                model.sum("sum", &terms, total);
                let solved = match model.build() {
                    Err(BuildError::LargeSum(name)) => {
                        assert_eq!(name, "sum");
                        assert!(factor.unsigned_abs() > 1, "{count} {total}");
                        continue;
                    }
                    built => built.unwrap().0,
                };
                let mut expected = 0_u64;
                let all = values.len().pow(count);
                for mut number in 0..all {
                    let mut read = Vec::new();
                    for _ in 0..count {
                        read.push(i128::from(values[number % values.len()]));
                        number /= values.len();
                    }
                    let sum = read
                        .iter()
                        .try_fold(0_i128, |sum, own| {
                            sum.checked_add(own.checked_mul(i128::from(factor))?)
                        })
                        .unwrap();
                    let is_good = count != 2 || read[0] != read[1];
                    expected += u64::from(is_good && sum == i128::from(total));
                }
                let found = Solver::new(solved).search().count().value;
                assert_eq!(found, expected, "{count} variables, {factor}, {total}");
            }
        }
    }
}

/// Numbers that would make a model too large to lay out, were they not looked at first.
#[test]
fn large_numbers_take_no_room() {
    let mut model = Model::new();
    let own: Vec<Variable> = (0..8)
        .map(|number| model.variable(format!("x{number}"), [0, i64::MAX / 16, i64::MAX / 5]))
        .collect();
    model.all_different("d", &own[..3]);
    let terms: Vec<(Variable, i64)> = own.iter().map(|&one| (one, 1)).collect();
    model.sum("sum", &terms, i64::MAX / 16 + i64::MAX / 5);
    let used = model.hidden("used", 0..=1);
    model.none_or_all("n", &own, 0, u32::MAX, used);
    model.at_most("m", &own, i64::MAX / 16, u32::MAX);
    let (problem, _) = model.build().unwrap();
    // One of three variables is 0, which `none_or_all` excludes.
    assert_eq!(Solver::new(problem).search().count().value, 0);

    let mut model = Model::new();
    let own: Vec<Variable> = (0..8)
        .map(|number| model.variable(format!("x{number}"), [0, i64::MAX / 16, i64::MAX / 5]))
        .collect();
    model.all_different("d", &own[..3]);
    let terms: Vec<(Variable, i64)> = own.iter().map(|&one| (one, 1)).collect();
    model.sum("sum", &terms, i64::MAX / 16 + i64::MAX / 5);
    let (problem, _) = model.build().unwrap();
    assert_eq!(Solver::new(problem).search().count().value, 6);
}

/// Equal variables that must differ have no solution, also where a sum reads them.
#[test]
fn equal_variables_that_differ() {
    let mut model = Model::new();
    let own: Vec<Variable> = (0..8)
        .map(|number| model.variable(format!("x{number}"), 1..=2))
        .collect();
    model.equal(own[0], own[1]);
    model.all_different("d", &own[..2]);
    let terms: Vec<(Variable, i64)> = own.iter().map(|&one| (one, 1)).collect();
    model.sum("sum", &terms, 12);
    let (problem, _) = model.build().unwrap();
    assert_eq!(Solver::new(problem).search().count().value, 0);
}

/// A variable has only the values at which functions that must be equal are equal.
#[test]
fn equal_results_of_functions() {
    let mut model = Model::new();
    let x = model.variable("x", 0..=7);
    let low = model.function("low", x, |value| value % 2);
    let high = model.function("high", x, |value| value / 4);
    model.equal(low, high);
    let (problem, layout) = model.build().unwrap();
    let mut search = Solver::new(problem).search();
    let mut found: Vec<Option<i64>> = search
        .all()
        .value
        .iter()
        .map(|solution| layout.values(solution.options())[0])
        .collect();
    found.sort_unstable();
    assert_eq!(found, [0, 2, 5, 7].map(Some));

    let mut model = Model::new();
    let x = model.variable("x", 0..=2);
    let other = model.function("other", x, |value| (4 - value) % 3);
    model.equal(other, x);
    let (problem, layout) = model.build().unwrap();
    let found = Solver::new(problem).search().all().value;
    assert_eq!(found.len(), 1);
    assert_eq!(layout.values(found[0].options()), [Some(2), None]);
}

#[test]
fn a_magic_square_and_a_nonogram() {
    let mut model = Model::new();
    let cells: Vec<Variable> = (0..9)
        .map(|cell| model.variable(format!("cell{cell}"), 1..=9))
        .collect();
    model.all_different("square", &cells);
    let lines = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];
    for (number, line) in lines.iter().enumerate() {
        let line = line.map(|cell| cells[cell]);
        model.distinct_sum(&format!("line{number}"), &line, 15);
    }
    let (problem, layout) = model.build().unwrap();
    let mut search = Solver::new(problem).search();
    let squares = search.all().value;
    assert_eq!(squares.len(), 8);
    for square in squares {
        let square = layout.values(square.options());
        for line in lines {
            assert_eq!(
                line.iter().map(|&cell| square[cell].unwrap()).sum::<i64>(),
                15
            );
        }
    }

    let rows: [&'static [usize]; 5] = [&[1, 1], &[5], &[5], &[3], &[1]];
    let columns: [&'static [usize]; 5] = [&[2], &[4], &[4], &[4], &[2]];
    let mut model = Model::new();
    let cells: Vec<Variable> = (0..25)
        .map(|cell| model.variable(format!("cell{cell}"), 0..=1))
        .collect();
    let mut add_line = |name: String, cells: &[Variable], runs: &'static [usize]| {
        // The lengths of the runs so far; the last one may be 0.
        let step = |lengths: &Vec<usize>, _place: usize, black: i64| {
            let mut lengths = lengths.clone();
            match (black, lengths.last().copied()) {
                (1, Some(_)) => *lengths.last_mut()? += 1,
                (0, Some(1..)) => lengths.push(0),
                _ => {}
            }
            Some(lengths)
        };
        let accept = move |lengths: &Vec<usize>| {
            let lengths: Vec<usize> = lengths.iter().copied().filter(|&own| own > 0).collect();
            lengths == runs
        };
        model.regular(&name, cells, vec![0], step, accept);
    };
    for row in 0..5 {
        add_line(format!("row{row}"), &cells[5 * row..][..5], rows[row]);
        let column: Vec<Variable> = (0..5).map(|own| cells[5 * own + row]).collect();
        add_line(format!("column{row}"), &column, columns[row]);
    }
    let (problem, layout) = model.build().unwrap();
    let found = Solver::new(problem).search().all().value;
    assert_eq!(found.len(), 1);
    let picture: String = layout
        .values(found[0].options())
        .into_iter()
        .map(|value| if value == Some(1) { '#' } else { '.' })
        .collect();
    assert_eq!(picture, ".#.#.##########.###...#..");
}

#[test]
fn constraints_that_make_no_sense_are_refused() {
    let refusal = |add: &dyn Fn(&mut Model, Variable, Variable)| {
        let mut model = Model::new();
        let (a, b) = (model.variable("a", 0..=9), model.hidden("b", 0..=9));
        model.pair("equal", [a, b], |a, b| a == b);
        add(&mut model, a, b);
        model.build().unwrap_err().to_string()
    };
    let table = |model: &mut Model, a: Variable, b: Variable| {
        model.table("table", &[a, b], [vec![1, 2], vec![3]]);
    };
    assert_eq!(
        refusal(&table),
        "the constraint \"table\": a row does not have one value for each variable"
    );
    let function = |model: &mut Model, _: Variable, b: Variable| {
        model.function("half", b, |value| value / 2);
    };
    assert_eq!(
        refusal(&function),
        "the constraint \"half\": a function of a hidden variable"
    );
    // Ten of ten digits, each state different.
    let long = |model: &mut Model, a: Variable, _: Variable| {
        let step = |&number: &u64, place: usize, value: i64| {
            Some(number + (value as u64) * 10_u64.pow(place as u32))
        };
        model.regular("long", &[a; 10], 0, step, |&number| number == 7);
    };
    let error = refusal(&long);
    assert_eq!(error, "the constraint \"long\" has too many states");
    // No two sums of these are equal, so there are as many sums as sets.
    let sums = |model: &mut Model, _: Variable, _: Variable| {
        let value = |power: u32| 1_i64 << power;
        let all: Vec<Variable> = (0..25)
            .map(|number| model.variable(format!("x{number}"), (0..50).map(value)))
            .collect();
        model.distinct_sum(
            "sums",
            &all,
            0b11_1010_0000_1111_1111_0000_0000_0111_1111_0000_0011_1111_0001,
        );
    };
    assert_eq!(
        refusal(&sums),
        "the constraint \"sums.sum\" has too many states"
    );
}

/// A model can be built on another thread.
#[test]
fn models_can_be_sent() {
    let mut model = Model::new();
    let pair = ["a", "b"].map(|name| model.variable(name, 1..=6));
    model.regular(
        "sum",
        &pair,
        0,
        |sum, _, value| Some(sum + value),
        |&sum| sum == 7,
    );
    let built = std::thread::spawn(move || model.build()).join().unwrap();
    assert_eq!(Solver::new(built.unwrap().0).search().count().value, 6);
}
