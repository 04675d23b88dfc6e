//! Cores: parts of assumptions under which there is no solution.

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille::{Assumptions, Core, Cores, Limits, OptionId, Settings, Solver, Stop};

use crate::case::{Case, cases, coloured_cases, multiple_cases};

/// Options to force and to forbid, perhaps one that does not exist.
type Assumed = (Vec<u32>, Vec<u32>);

/// Questions in sequence, each with assumptions; with `true`, the solution of the answer is
/// excluded from the later ones.
fn questions() -> impl Strategy<Value = Vec<(Assumed, bool)>> {
    let assumed = (vec(0..16_u32, 0..6), vec(0..16_u32, 0..8));
    vec((assumed, any::<bool>()), 1..12)
}

fn settings() -> impl Strategy<Value = Settings> {
    (0..4_u32, 0..64_u32, 1..5_u32).prop_map(|(first, supported, restart)| {
        let values = [
            ("learn.first", first),
            ("learn.supported", supported),
            ("learn.restart", restart),
        ];
        values
            .into_iter()
            .fold(Settings::new(), |settings, (name, value)| {
                settings.policy(name, f64::from(value)).unwrap()
            })
    })
}

fn satisfies(cover: &[OptionId], assumptions: &Assumptions) -> bool {
    assumptions
        .forced()
        .iter()
        .all(|option| cover.contains(option))
        && !assumptions
            .forbidden()
            .iter()
            .any(|option| cover.contains(option))
}

fn check(case: &Case, questions: &[(Assumed, bool)], settings: &Settings) {
    let solver = Solver::with_settings(case.problem(), settings);
    let mut cores = Cores::new(&solver).unwrap();
    let mut covers = case.covers();
    for ((forced, forbidden), excludes) in questions {
        let option = |number: u32| OptionId::new(number % (case.options.len() as u32 + 1));
        let mut assumptions = Assumptions::new();
        forced
            .iter()
            .for_each(|&number| _ = assumptions.force(option(number)));
        forbidden
            .iter()
            .for_each(|&number| _ = assumptions.forbid(option(number)));
        let answer = cores.find(&assumptions, Limits::new());
        match answer.value {
            Core::Cover(cover) => {
                let mut options = cover.options().to_vec();
                options.sort_unstable();
                assert!(satisfies(&options, &assumptions));
                let place = covers.iter().position(|known| *known == options);
                assert_eq!(answer.stop, Stop::Solutions);
                let place = place.expect("a cover that was not excluded");
                if *excludes {
                    cores.exclude(&cover);
                    covers.remove(place);
                }
            }
            Core::Core(core) => {
                assert_eq!(answer.stop, Stop::Exhausted);
                let both = [
                    (core.forced(), assumptions.forced()),
                    (core.forbidden(), assumptions.forbidden()),
                ];
                for (core, all) in both {
                    assert!(core.iter().all(|option| all.contains(option)));
                }
                assert!(
                    !covers.iter().any(|cover| satisfies(cover, &core)),
                    "{core:?}"
                );
            }
            other => panic!("{other:?}"),
        }
    }
}

proptest! {
    #[test]
    fn cores_fail(case in cases(), questions in questions(), settings in settings()) {
        check(&case, &questions, &settings);
    }

    #[test]
    fn cores_with_colours_fail(
        case in coloured_cases(), questions in questions(), settings in settings(),
    ) {
        check(&case, &questions, &settings);
    }

    #[test]
    fn cores_with_multiplicities_fail(
        case in multiple_cases(), questions in questions(), settings in settings(),
    ) {
        check(&case, &questions, &settings);
    }
}

#[test]
fn the_limits_of_a_core_hold() {
    let problem = super::explain::mutilated(10);
    let solver = Solver::new(problem);
    let mut cores = Cores::new(&solver).unwrap();
    let answer = cores.find(&Assumptions::new(), Limits::new().nodes(10));
    assert_eq!((answer.value, answer.stop), (Core::Unknown, Stop::Nodes));
    assert!(answer.stats.nodes <= 10);
    // The search goes on with what it has learned.
    let answer = cores.find(&Assumptions::new(), Limits::new());
    assert_eq!(answer.value, Core::Core(Assumptions::new()));
}
