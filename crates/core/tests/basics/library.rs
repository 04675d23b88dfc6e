//! The library from the view of a new user.

use std::borrow::Cow;
use std::error::Error;
use std::ops::ControlFlow;
use std::thread;

use quadrille::count::{Diagram, DiagramError};
use quadrille::reduce::NoCover;
use quadrille::text::{TextError, WriteError, dlx};
use quadrille::{
    Answer, BigUint, BuildError, Count, CountOverflow, Flaw, ItemId, Limits, OptionId,
    ParseCountError, Problem, QuestionError, Search, Solution, Solutions, Solver, Stop, Uniqueness,
};

/// Three jobs for three people.
fn jobs() -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    let people = vec![
        String::from("Ann"),
        String::from("Bob"),
        String::from("Cleo"),
    ];
    for name in &people {
        builder.primary(name)?;
    }
    for job in ["cook", "drive", "sing"] {
        builder.primary(job)?;
    }
    for name in people {
        builder.option(vec![name.clone(), "cook".to_owned()])?;
        builder.option([&name, "sing"])?;
        builder.option(
            (name != "Ann")
                .then_some([name, "drive".to_owned()])
                .into_iter()
                .flatten(),
        )?;
    }
    Ok(builder.build())
}

/// A struct with a solver, a search, and an iterator that owns a search.
struct Planner {
    solver: Solver,
    search: Search,
    plans: Solutions,
}

impl Planner {
    fn new(problem: &Problem) -> Self {
        let solver = Solver::new(problem);
        Self {
            search: solver.search(),
            plans: solver.search().into_solutions(),
            solver,
        }
    }
}

impl Iterator for Planner {
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Vec<String>> {
        let problem = self.solver.problem();
        let plan = self.plans.next()?;
        Some(
            plan.iter()
                .map(|option| problem.display_option(option).to_string())
                .collect(),
        )
    }
}

#[test]
fn a_struct_holds_a_solver_a_search_and_an_iterator() -> Result<(), Box<dyn Error>> {
    let mut planner = Planner::new(&jobs()?);
    assert_eq!(planner.search.count().value, 4);
    assert_eq!(planner.next().map(|plan| plan.len()), Some(3));
    let (left, mut planner) = thread::spawn(move || (planner.by_ref().count(), planner))
        .join()
        .unwrap();
    assert_eq!((left, planner.search.count().value), (3, Count::from(4)));
    Ok(())
}

#[test]
fn items_and_options_are_named_by_any_string_type() -> Result<(), Box<dyn Error>> {
    let mut builder = Problem::builder();
    let a: ItemId = builder.primary(String::from("a"))?;
    builder.primary("b")?;
    builder.multiple("twice", 2)?;
    builder.multiple(format!("{}{}", 1, 2), 1..=2)?;
    let x = builder.secondary(Cow::from("x"))?;
    builder.option([a])?;
    builder.option(["b"])?;
    builder.option(vec![String::from("twice"), String::from("12")])?;
    builder.option(&["twice", "12"])?;
    builder.option(vec![("x", "red")])?;
    let red = builder.colour("red")?;
    builder.option([(a, None), (x, Some(red))])?;
    assert_eq!(
        Solver::new(builder.clone().build()).search().count().value,
        2
    );
    let error = builder.primary("y".repeat(Problem::LONGEST_NAME + 1));
    assert!(matches!(error, Err(BuildError::LongName { .. })));
    Ok(())
}

#[test]
fn every_question_has_an_answer() -> Result<(), Box<dyn Error>> {
    let problem = jobs()?;
    let mut search = Solver::new(&problem).search();
    let first: Answer<Option<Solution>> = search.first();
    let first = first.value.ok_or("there is a plan")?;
    assert_eq!(quadrille::verify(&problem, first.options()), Ok(()));
    let mut seen = 0;
    let each = search.for_each(|_: &[OptionId]| {
        seen += 1;
        ControlFlow::Continue(())
    });
    assert!(each.is_complete() && each.value == seen);
    assert_eq!(search.count().value, search.walk().value);
    assert_eq!(search.unique().value, Uniqueness::Many);
    assert_eq!(search.solutions().count(), 4);
    let through = search.marginals().value.ok_or("no limit was set")?;
    assert_eq!(through.iter().sum::<Count>(), 4 * 3);
    let drawn: Answer<Vec<Solution>> = search.sample(5, 7);
    assert_eq!(drawn.value, search.sample(5, 7).value);
    let diagram: Diagram = search.diagram().value.ok_or("no limit was set")?;
    assert_eq!(diagram.sampler(7).take(5).collect::<Vec<_>>(), drawn.value);
    search.limits(Limits::new().nodes(0));
    assert_eq!(search.first().stop, Stop::Nodes);
    Ok(())
}

#[test]
fn counts_are_numbers() -> Result<(), Box<dyn Error>> {
    let mut builder = Problem::builder();
    for coin in 0..100 {
        let coin = builder.primary(coin.to_string())?;
        builder.option([coin])?;
        builder.option([coin])?;
    }
    let count = Solver::new(builder.build()).search().count().value;
    assert_eq!(u128::try_from(&count)?, 1 << 100);
    assert_eq!(count.to_u64(), None);
    assert_eq!(BigUint::from(&count), BigUint::from(2_u32).pow(100));
    assert_eq!(count.to_string().parse::<Count>()?, count);
    let more = &count + 1;
    assert!(more > count && more > u64::MAX && count != 0);
    assert_eq!(more.checked_sub(&count), Some(Count::from(1)));
    assert_eq!(
        [count.clone(), count.clone()].iter().sum::<Count>(),
        count * 2
    );
    Ok(())
}

/// All errors can be sent and boxed, and nearly all compared. An error with a cause returns it as
/// its source.
#[test]
fn errors_implement_the_error_trait() -> Result<(), Box<dyn Error>> {
    fn is_error<E: Error + Send + Sync + 'static>() {}
    fn is_value<E: Error + Clone + PartialEq + Send + Sync + 'static>() {}
    is_value::<BuildError>();
    is_value::<CountOverflow>();
    is_value::<DiagramError>();
    is_value::<Flaw>();
    is_value::<NoCover>();
    is_value::<ParseCountError>();
    is_value::<QuestionError>();
    is_value::<TextError>();
    is_error::<WriteError>();
    let error = dlx::read(b"a\na b\n").unwrap_err();
    let source = error.source().ok_or("the error has a source")?;
    let source: &BuildError = source.downcast_ref().ok_or("the source is a build error")?;
    assert!(matches!(source, BuildError::UnknownItem(_)));
    Ok(())
}
