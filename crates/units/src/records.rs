//! The records of ledgers, by question and unit.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::{Mark, Record, Unit};
use quadrille_core::{Fingerprint, Problem};
use quadrille_core::{Part, Question, Step};

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the file.
    pub file: Arc<str>,
    /// The number of the line, counted from 1; 0 stands for the whole file.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.file),
            line => write!(f, "{}:{line}", self.file),
        }
    }
}

/// The records of one or more ledgers about one problem, and units that are expected.
///
/// [`prove`](Self::prove) adds them up.
#[derive(Clone, Debug)]
pub struct Records {
    pub(super) problem: Arc<Problem>,
    pub(super) fingerprint: Fingerprint,
    /// The name of the problem in messages.
    pub(super) name: String,
    pub(super) searches: Vec<Known>,
    by_question: HashMap<Question, usize>,
    /// The number of lines with zero bytes.
    pub(super) damaged: usize,
}

/// What is known of the search of one question.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The whole search.
    pub(super) root: Unit,
    /// The line that first named the question.
    pub(super) place: Place,
    /// A line with another value of `times`.
    pub(super) other_times: Option<(Unit, Place)>,
    pub(super) units: HashMap<Part, Claims>,
}

impl Known {
    /// The assumptions of the question as a part.
    pub(super) fn assumed(&self) -> Part {
        let assumed = &self.root.question.assumptions;
        let (forced, forbidden) = (assumed.forced(), assumed.forbidden());
        let used = forced.iter().map(|&option| (option, true));
        let all = used.chain(forbidden.iter().map(|&option| (option, false)));
        all.map(|(option, is_used)| Step { option, is_used })
            .collect()
    }
}

impl Claims {
    /// Whether two engines or methods have completed the unit.
    pub(super) fn are_apart(&self) -> bool {
        let way = |claim: &Claim| (claim.record.engine, claim.record.method);
        let mut ways = self.complete.iter().map(way);
        let first = ways.next();
        ways.any(|way| Some(way) != first)
    }
}

/// The records of a unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    pub(super) weight: Option<u64>,
    /// Complete records that differ.
    pub(super) complete: Vec<Claim>,
    /// The last incomplete record of each file.
    pub(super) partial: Vec<Claim>,
}

#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) record: Record,
    pub(super) place: Place,
}

impl Records {
    /// Makes an empty set of records about a problem. `name` is its name in messages. O(size of the
    /// problem).
    #[must_use]
    pub fn new(problem: &Arc<Problem>, name: impl Into<String>) -> Self {
        Self {
            fingerprint: problem.fingerprint(),
            problem: Arc::clone(problem),
            name: name.into(),
            searches: Vec::new(),
            by_question: HashMap::new(),
            damaged: 0,
        }
    }

    /// The same problem, without records.
    pub(super) fn without_records(&self) -> Self {
        Self {
            problem: Arc::clone(&self.problem),
            name: self.name.clone(),
            searches: Vec::new(),
            by_question: HashMap::new(),
            ..*self
        }
    }

    /// Returns the problem.
    #[must_use]
    pub fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    /// Returns the number of lines with zero bytes that were skipped. A crash of the machine may
    /// leave them in a file. What they counted is missing, so it is counted again.
    #[must_use]
    pub fn damaged(&self) -> usize {
        self.damaged
    }

    /// Adds a record from a line of a ledger. It replaces an incomplete record of the same unit in
    /// the same file. The record must be valid, as [`read_ledger`](Self::read_ledger) checks it.
    pub(super) fn add(&mut self, record: Record, place: Place) {
        let claims = self.claims(&record.unit, &place);
        claims.weight = claims.weight.or(record.unit.weight);
        let is_complete = record.is_complete();
        let claim = Claim { record, place };
        let is_same = |other: &Claim| {
            if is_complete {
                other.record == claim.record
            } else {
                other.place.file == claim.place.file
            }
        };
        let list = if is_complete {
            &mut claims.complete
        } else {
            &mut claims.partial
        };
        match list.iter_mut().find(|other| is_same(other)) {
            Some(old) if !is_complete => *old = claim,
            Some(_) => {}
            None => list.push(claim),
        }
    }

    /// Adds a unit that is expected.
    pub(super) fn expect(&mut self, unit: &Unit, place: &Place) {
        let claims = self.claims(unit, place);
        claims.weight = unit.weight.or(claims.weight);
    }

    /// Keeps the questions of these units only, and expects the units.
    pub(super) fn retain(&mut self, units: &[Unit]) {
        let mut only = self.without_records();
        for unit in units {
            let place = Place {
                file: "this command".into(),
                line: 0,
            };
            only.expect(unit, &place);
        }
        for (question, &index) in &only.by_question {
            let Some(&known) = self.by_question.get(question) else {
                continue;
            };
            let (known, kept) = (&mut self.searches[known], &mut only.searches[index]);
            if kept.root.times != known.root.times {
                known.other_times = Some((kept.root.clone(), kept.place.clone()));
            }
            for part in kept.units.keys() {
                known.units.entry(part.clone()).or_default();
            }
            std::mem::swap(known, kept);
        }
        *self = only;
    }

    fn claims(&mut self, unit: &Unit, place: &Place) -> &mut Claims {
        let next = self.searches.len();
        let index = match self.by_question.get(&unit.question) {
            Some(&index) => index,
            None => {
                self.by_question.insert(unit.question.clone(), next);
                self.searches.push(Known {
                    root: Unit {
                        part: Part::default(),
                        weight: None,
                        ..unit.clone()
                    },
                    place: place.clone(),
                    other_times: None,
                    units: HashMap::new(),
                });
                next
            }
        };
        let known = &mut self.searches[index];
        if known.root.times != unit.times {
            known
                .other_times
                .get_or_insert_with(|| (unit.clone(), place.clone()));
        }
        known.units.entry(unit.part.clone()).or_default()
    }

    /// Returns the questions of all units and records, in the order in which they came first.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.searches.iter().map(|known| &known.root.question)
    }

    /// The latest mark of a unit: where its solutions end in their file.
    pub(super) fn mark_of(&self, unit: &Unit) -> Option<&Mark> {
        let known = &self.searches[self.search_of(&unit.question)?];
        let claims = known.units.get(&unit.part)?;
        let latest = claims.complete.first().or(claims.partial.last())?;
        latest.record.mark.as_ref()
    }

    /// The index of the search of a question.
    pub(super) fn search_of(&self, question: &Question) -> Option<usize> {
        self.by_question.get(question).copied()
    }
}
