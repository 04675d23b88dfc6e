//! The promises of splits: the pieces of a walk are the whole walk, and what is left of them can be
//! expressed as parts of the search.

use proptest::collection::vec;
use proptest::prelude::*;

use super::assumed::assumed;
use super::positions::question;
use super::walks::set;
use super::{Cover, Sane, Subject};
use crate::ask::{Budget, Part, Question};
use crate::engine::{Branch, Engine, Fuel, Step, Walk};
use crate::problem::OptionId;

/// A piece of a walk and the covers that it found.
struct Piece {
    engine: Box<dyn Engine>,
    covers: Vec<Cover>,
    is_done: bool,
}

impl Piece {
    /// Walks for this much fuel. Returns the nodes.
    fn walk(&mut self, most: u64) -> u64 {
        let budget = Budget::unlimited();
        let mut fuel = Fuel {
            nodes: most,
            dead_ends: most,
        };
        while !self.is_done {
            match self.engine.run(&mut fuel, &mut budget.meter()) {
                Step::Solved => {
                    let mut cover = Vec::new();
                    self.engine.trail(&mut cover);
                    self.covers.push(cover);
                }
                Step::Exhausted => self.is_done = true,
                _ => break,
            }
        }
        most - fuel.nodes
    }
}

/// All covers in the order of the walk, and the nodes and updates. `None` if the assumptions
/// contradict each other.
fn whole(engine: &mut dyn Engine, question: &Question) -> Option<(Vec<Cover>, u64, Option<u64>)> {
    let budget = Budget::unlimited();
    let possible = engine.start(question, None, &mut budget.meter());
    let mut piece = Piece {
        engine: engine.boxed(),
        covers: Vec::new(),
        is_done: possible == Ok(false),
    };
    let nodes = piece.walk(u64::MAX / 2);
    let updates = piece.engine.updates();
    (possible == Ok(true)).then_some((piece.covers, nodes, updates))
}

pub(super) fn the_listed_options_are_the_tries<E: Sane>(subject: &Subject<'_, E>) {
    proptest!(subject.config(), |(case in (subject.cases)())| {
        let mut engine = subject.engine(&case.problem());
        let (mut listed, mut tried) = (Vec::new(), Vec::new());
        'walk: loop {
            if engine.branch() == Branch::Open {
                listed.push(engine.options());
                tried.push(0);
                engine.enter();
            }
            while let (Some(options), Some(number)) = (listed.last(), tried.last_mut()) {
                let next = options.get(*number as usize);
                if engine.advance() {
                    prop_assert_eq!(next, Some(&engine.tried()));
                    *number += 1;
                    check_rests(&engine, &listed, &tried)?;
                    continue 'walk;
                }
                prop_assert_eq!(next, None);
                check_rests(&engine, &listed, &tried)?;
                engine.leave();
                listed.pop();
                tried.pop();
            }
            break;
        }
    });
}

/// What is left of the levels has all tries that are listed, in order; others are dead.
fn check_rests<E: Sane>(
    engine: &E,
    listed: &[Vec<Option<OptionId>>],
    tried: &[u32],
) -> Result<(), TestCaseError> {
    let rests = engine.rests(tried, &|_| true);
    prop_assert_eq!(rests.len(), tried.len());
    for (level, rest) in rests.iter().rev().enumerate() {
        let begun = tried[level] as usize;
        let is_listed = |option: &&Option<OptionId>| listed[level].contains(option);
        let choices = rest.passed.iter().chain(&rest.left);
        let choices: Vec<_> = choices.filter(is_listed).copied().collect();
        prop_assert_eq!(&choices, &listed[level]);
        prop_assert_eq!(rest.passed.iter().filter(is_listed).count(), begun);
        prop_assert_eq!(rest.passed.len() + rest.left.len(), rest.count);
    }
    Ok(())
}

pub(super) fn the_pieces_of_a_walk_are_the_whole_walk<E: Sane>(subject: &Subject<'_, E>) {
    // Each move walks one of the pieces a little, and may split it.
    let moves = vec(
        (any::<prop::sample::Index>(), 1..5_u64, any::<bool>()),
        0..30,
    );
    proptest!(subject.config(), |((case, assumed) in assumed(subject.cases), moves in moves, most in 0..6_usize)| {
        let problem = case.problem();
        let question = question(&assumed);
        let mut engine: Box<dyn Engine> = Box::new(Walk::new(subject.engine(&problem)));
        if let Some((covers, nodes, updates)) = whole(&mut *engine, &question) {
            let budget = Budget::unlimited();
            prop_assert_eq!(engine.start(&question, None, &mut budget.meter()), Ok(true));
            prop_assert_eq!(engine.rest().map(|rest| rest.share()), Some(1.0));
            let mut pieces = vec![Piece { engine, covers: Vec::new(), is_done: false }];
            let (mut walked, mut share, mut is_whole) = (0, 1.0_f64, true);
            for (piece, fuel, splits) in moves {
                let number = piece.index(pieces.len());
                walked += pieces[number].walk(fuel);
                if splits && let Some(engine) = pieces[number].engine.split(true) {
                    prop_assert!(!pieces[number].is_done);
                    pieces.insert(number + 1, Piece { engine, covers: Vec::new(), is_done: false });
                }
                let left = pieces.iter().map(|piece| piece.engine.rest().unwrap().share());
                let left: f64 = left.sum();
                // A split that gives nothing away has seen that the tries left of the levels above
                // are dead: they are neither left nor covered.
                is_whole &= !splits;
                if is_whole {
                    let covered = pieces[0].engine.rest().unwrap().covered();
                    prop_assert!((covered + left - 1.0).abs() < 1e-9, "{} and {}", covered, left);
                }
                prop_assert!(left <= share + 1e-9, "{} after {}", left, share);
                share = left;
            }
            // What is left now, as parts that any engine can walk.
            let is_exact = !problem.has_multiplicities();
            let mut again: Vec<Cover> = Vec::new();
            let mut other: Box<dyn Engine> = Box::new(Walk::new(subject.engine(&problem)));
            for piece in &pieces {
                again.extend(piece.covers.iter().cloned());
                let rest = piece.engine.rest().unwrap();
                let parts = piece.engine.parts(&Part::default(), is_exact, most);
                let (_, parts) = parts.unwrap();
                prop_assert!(rest.share() > 0.0 || parts.is_empty());
                for part in parts.iter() {
                    let mut question = question.clone();
                    part.assume_in(&mut question.assumptions);
                    again.extend(whole(&mut *other, &question).into_iter().flat_map(|all| all.0));
                }
            }
            prop_assert_eq!(set(again), set(covers.clone()));
            // The pieces find all covers, in order, with the same work.
            for piece in &mut pieces {
                walked += piece.walk(u64::MAX / 2);
                prop_assert_eq!(piece.engine.rest().unwrap().share(), 0.0);
            }
            let found: Vec<Cover> = pieces.iter().flat_map(|piece| piece.covers.clone()).collect();
            let sorted = |mut covers: Vec<Cover>| {
                covers.iter_mut().for_each(|cover| cover.sort_unstable());
                covers
            };
            // Engines with unordered parts may break ties in another order after a split.
            prop_assert_eq!((sorted(found), walked), (sorted(covers), nodes));
            let spent = pieces.iter().map(|piece| piece.engine.updates());
            prop_assert_eq!(spent.sum::<Option<u64>>(), updates);
        }
    });
}
