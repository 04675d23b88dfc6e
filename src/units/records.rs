//! The records of ledgers, by question and unit.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::reader::Reader;
use super::{Mark, Record, Unit};
use crate::ask::{Part, Question, Step};
use crate::problem::{Fingerprint, Problem};
use crate::text::{TextError, decode};

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
    problem: Arc<Problem>,
    fingerprint: Fingerprint,
    name: String,
    pub(super) searches: Vec<Known>,
    by_question: HashMap<Question, usize>,
    /// The number of lines with zero bytes.
    damaged: usize,
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

/// Whether a text may be the beginning of a line, or what a power cut leaves of it: zeros.
fn is_torn(text: &[u8]) -> bool {
    const START: &[u8] = b"{\"unit\":\"";
    let length = START.len().min(text.len());
    text[..length] == START[..length] || text.iter().all(|&byte| byte == 0)
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

    /// Reads a ledger and adds its records. Returns the length of its whole lines, in bytes: a last
    /// line without a line break was torn when its process was killed, and is skipped.
    ///
    /// # Errors
    /// A [`TextError`] for the first line that is not a valid record of this problem.
    pub fn read_ledger(&mut self, file: &str, text: &[u8]) -> Result<usize, TextError> {
        let end = text.iter().rposition(|&byte| byte == b'\n');
        let (file, end): (Arc<str>, _) = (file.into(), end.map_or(0, |end| end + 1));
        let (whole, torn) = text.split_at(end);
        // The file may be something else, given by mistake.
        let text = decode(if is_torn(torn) { whole } else { text })?;
        let problem = Arc::clone(&self.problem);
        let name = self.name.clone();
        let reader = Reader::new(&problem, self.fingerprint, &name, text);
        // The last rest of each unit, which replaces all before.
        let mut rests: HashMap<(Question, Part), &str> = HashMap::new();
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.is_empty()) {
            if line.contains('\0') {
                self.damaged += 1;
                continue;
            }
            let record = reader.record(line)?;
            if !record.is_complete() {
                let unit = &record.unit;
                rests.insert((unit.question.clone(), unit.part.clone()), line);
            }
            let (file, line) = (Arc::clone(&file), number);
            self.add(record, Place { file, line });
        }
        for line in rests.into_values() {
            reader.check_rest(line, &reader.record(line)?.rest)?;
        }
        Ok(end)
    }

    /// Returns the number of lines with zero bytes that were skipped. A crash of the machine may
    /// leave them in a file. What they counted is missing, so it is counted again.
    #[must_use]
    pub fn damaged(&self) -> usize {
        self.damaged
    }

    /// Reads units. They are expected: a unit without a record is missing.
    ///
    /// # Errors
    /// A [`TextError`] for the first line that is not a valid unit of this problem.
    pub fn read_units(&mut self, file: &str, text: &[u8]) -> Result<Vec<Unit>, TextError> {
        let (text, file): (_, Arc<str>) = (decode(text)?, file.into());
        let mut units = Vec::new();
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.is_empty()) {
            let reader = Reader::new(&self.problem, self.fingerprint, &self.name, text);
            let unit = reader.unit(line)?;
            let (file, line) = (Arc::clone(&file), number);
            self.expect(&unit, &Place { file, line });
            units.push(unit);
        }
        Ok(units)
    }

    /// Adds a record from a line of a ledger. It replaces an incomplete record of the same unit in
    /// the same file. The record must be valid, as [`read_ledger`](Self::read_ledger) checks it.
    pub(super) fn add(&mut self, record: Record, place: Place) {
        let claims = self.claims(&record.unit, &place);
        claims.weight = claims.weight.or(record.unit.weight);
        let is_complete = record.is_complete();
        let claim = Claim { record, place };
        let is_same = |other: &Claim| match is_complete {
            true => other.record == claim.record,
            false => other.place.file == claim.place.file,
        };
        let list = match is_complete {
            true => &mut claims.complete,
            false => &mut claims.partial,
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
