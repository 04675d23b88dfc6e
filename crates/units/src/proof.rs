//! The proof that records cover a whole search, each part exactly once.
//!
//! ```text
//! solutions of a part =
//!     its complete record, if it has one; else the best of
//!     an incomplete record: its count + the solutions of the parts of its rest
//!     a split on an option: the solutions with it + the solutions without it
//!     a split on an item that is covered exactly once and not yet covered:
//!         the sum of the solutions with each of its live options
//! ```
//!
//! The two splits are complete and disjoint by the definition of an exact cover. So the proof needs
//! the problem and the records only: no engine, and no trust in the program that split the search.
//! A complete record hides all records inside its part, so nothing is counted twice; they must
//! agree with it.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

use super::disjoint;
use super::records::Known;
use super::tree::Tree;
use super::{ProofError, Records, Subtotal, Unit, Units};
use quadrille_core::Costed;
use quadrille_core::Problem;
use quadrille_core::flaws;
use quadrille_core::{Count, Part, Parts, Want};

/// The sum of the records of all questions, and what is missing.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Proof {
    /// The number of questions.
    pub questions: usize,
    /// The kind of all questions; `None` if there is no question.
    pub want: Option<Want>,
    /// The number of solutions; a lower bound if units are missing. If the question is `best`, the
    /// number of solutions with the best cost that was found.
    pub total: Count,
    /// The cheapest solutions that were found; empty if the question is not `best`.
    pub best: Vec<Costed>,
    /// The units without a record that together complete the search.
    pub missing: Units,
    /// The complete units whose records are part of the total. They stand in the records one by
    /// one, unlike those that are missing.
    pub counted: Vec<Unit>,
    /// The number of units that were counted completely at least twice, with the same count.
    pub confirmed: usize,
    /// The number of those that were counted by two engines or methods.
    pub confirmed_apart: usize,
    /// The nodes of the records that are part of the total.
    pub nodes: u64,
    /// The time of these records, in seconds of one thread.
    pub seconds: f64,
}

impl Proof {
    /// Returns whether the records cover the whole search of each question. Without a question
    /// nothing is known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty() && self.questions > 0
    }

    /// Chooses complete units at random, to count them again: `percent` percent, at least one if
    /// there are any. The same seed chooses the same units.
    #[must_use]
    pub fn sample(&self, percent: f64, seed: u64) -> Vec<&Unit> {
        let number = (self.counted.len() as f64 * percent / 100.0).ceil() as usize;
        let mut places: Vec<usize> = (0..self.counted.len()).collect();
        let mut rng = Pcg64::seed_from_u64(seed);
        let (chosen, _) = places.partial_shuffle(&mut rng, number);
        chosen.sort_unstable();
        chosen.iter().map(|&place| &self.counted[place]).collect()
    }
}

impl Records {
    /// Adds up all records, and checks them against each other and against the problem.
    ///
    /// O(size of the problem + s log s + number of units x depth x options that a step excludes)
    /// for records of size s; the questions are compared pair by pair.
    ///
    /// # Errors
    /// A [`ProofError`] if two records contradict each other.
    pub fn prove(&self) -> Result<Proof, ProofError> {
        let mut proof = Proof {
            questions: self.searches.len(),
            want: self.searches.first().map(|known| known.root.question.want),
            ..Proof::default()
        };
        self.check_questions()?;
        let mut found = Subtotal::default();
        for known in &self.searches {
            let want = known.root.question.want;
            if let Some(other) = &known.other_times {
                return Err(ProofError::Times {
                    one: Box::new((known.root.clone(), known.place.clone())),
                    other: Box::new(other.clone()),
                });
            }
            let tree = Tree::evaluate(known, self.problem())?;
            let root = tree.value(Tree::ROOT);
            let counts = Subtotal {
                count: &root.found.count * &known.root.times,
                ..root.found.clone()
            };
            found.add(&counts, want);
            proof.nodes = proof.nodes.saturating_add(root.nodes);
            proof.seconds += root.seconds;
            let unit = |part: Part| Unit {
                weight: known.units.get(&part).and_then(|claims| claims.weight),
                part,
                ..known.root.clone()
            };
            let leaves = tree.leaves(Tree::ROOT);
            proof.counted.extend(leaves.counted.into_iter().map(unit));
            proof
                .missing
                .add(&known.root, leaves.missing, leaves.weights);
            for claims in known.units.values() {
                proof.confirmed += usize::from(claims.complete.len() > 1);
                proof.confirmed_apart += usize::from(claims.are_apart());
            }
        }
        (proof.total, proof.best) = (found.count, found.best);
        check_solutions(self.problem(), &proof.best)?;
        Ok(proof)
    }

    /// Checks that the answers of all questions can be added up.
    fn check_questions(&self) -> Result<(), ProofError> {
        let Some((first, others)) = self.searches.split_first() else {
            return Ok(());
        };
        let named = |known: &Known| Box::new((known.root.clone(), known.place.clone()));
        let want = first.root.question.want;
        let differs = |known: &&Known| known.root.question.want != want;
        if let Some(other) = others.iter().find(differs) {
            return Err(ProofError::Questions {
                one: named(first),
                other: named(other),
            });
        }
        // The numbers of questions are added, so no solution may answer two of them.
        let parts: Parts = self.searches.iter().map(Known::assumed).collect();
        let Some(pair) = disjoint::overlap(self.problem(), &parts) else {
            return Ok(());
        };
        let [one, other] = pair.map(|part| named(&self.searches[part]));
        Err(ProofError::Overlap { one, other })
    }

    /// Returns what the records prove of each of these units. A unit inside a complete one has no
    /// rest; its own number of solutions is unknown and given as 0.
    pub(super) fn states_of(&self, units: &[Unit]) -> Result<Vec<State>, ProofError> {
        let trees = self.searches.iter();
        let trees = trees.map(|known| Tree::evaluate(known, self.problem()));
        let trees = trees.collect::<Result<Vec<_>, _>>()?;
        let state = |unit: &Unit| {
            let tree = self
                .search_of(&unit.question)
                .and_then(|place| trees.get(place));
            // Its solutions are already in the total of the record around it.
            if tree.is_some_and(|tree| tree.is_inside_record(unit.part.steps())) {
                return State::default();
            }
            let node = tree.and_then(|tree| Some((tree, tree.find(unit.part.steps())?)));
            let Some((tree, node)) = node else {
                return State {
                    rest: unit.part.clone().into(),
                    ..State::default()
                };
            };
            let value = tree.value(node);
            State {
                found: value.found.clone(),
                nodes: value.nodes,
                seconds: value.seconds,
                share: 1.0 - value.open,
                rest: tree.leaves(node).missing,
            }
        };
        Ok(units.iter().map(state).collect())
    }
}

/// Checks the cheapest solutions of records against the problem. That none is cheaper, only
/// the records say.
fn check_solutions(problem: &Problem, best: &[Costed]) -> Result<(), ProofError> {
    for Costed { cost, solution, .. } in best {
        if let Some(flaw) = flaws(problem, solution.options()).first() {
            return Err(ProofError::Solution {
                cost: problem.decimal(*cost),
                flaw: flaw.display(problem).to_string(),
            });
        }
    }
    Ok(())
}

/// What records prove of a unit: this was found outside the rest.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) found: Subtotal,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// The share of the unit outside the rest, about.
    pub(super) share: f64,
    pub(super) rest: Parts,
}
