//! Units and records as lines of JSON.
//!
//! ```json
//! {"unit":"3.17","problem":"5c1f09aa3b7d2e84","name":"pent.dlx","question":"count","times":"72",
//!  "weight":1200,"count":"123","residues":[123,123],"nodes":900,"seconds":0.01,"engine":"bits",
//!  "method":"walk","rest":"3.17.4","program":"0.1.0","version":1,"check":"9f3a01bb"}
//! ```
//!
//! The keys of a line have this order. A unit has no keys from `count` to `program`. `times` is
//! absent if it is 1, and `rest` if the record is complete. If the question is `best`, the key
//! `best` after `count` has the cheapest solutions, and `count` is the number of solutions with the
//! least cost. If it is `all`, the key `mark` has the file of the solutions, its format, and the
//! length of the file in bytes when the record was written. `check` is a hash of all bytes of the
//! line before it, so a line that was torn or edited is detected. Counts are strings, because many
//! readers of JSON round large numbers.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Found, Mark, Record, Unit, disjoint};
use crate::ask::{Count, Method, Part, Parts, Question, Want};
use crate::engine::EngineName;
use crate::problem::{Fingerprint, OptionId, Problem, StableHash};
use crate::solver::Costed;
use crate::text::TextError;
use crate::text::json::Source;

/// The version of the format of units and records.
pub const VERSION: u32 = 1;

/// A count as a string of its digits.
struct Digits(Count);

impl Serialize for Digits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Digits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(de::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct Line {
    unit: Part,
    problem: Fingerprint,
    name: String,
    question: Question,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    times: Option<Digits>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weight: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    count: Option<Digits>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    best: Vec<Costed>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mark: Option<Mark>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    residues: Option<[u64; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    engine: Option<EngineName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    method: Option<Method>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rest: Option<Parts>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    check: Option<String>,
}

impl Line {
    fn of_unit(unit: &Unit) -> Self {
        Self {
            unit: unit.part.clone(),
            problem: unit.problem,
            name: unit.name.clone(),
            question: unit.question.clone(),
            times: (unit.times != Count::ONE).then(|| Digits(unit.times.clone())),
            weight: unit.weight,
            count: None,
            best: Vec::new(),
            mark: None,
            residues: None,
            nodes: None,
            seconds: None,
            engine: None,
            method: None,
            rest: None,
            program: None,
            version: VERSION,
            check: None,
        }
    }

    fn of_record(record: &Record) -> Self {
        Self {
            count: Some(Digits(record.found.count.clone())),
            best: record.found.best.clone(),
            mark: record.mark.clone(),
            residues: Some(Record::residues(&record.found.count)),
            nodes: Some(record.nodes),
            seconds: Some(record.seconds),
            engine: record.engine,
            method: Some(record.method),
            rest: (!record.is_complete()).then(|| record.rest.clone()),
            program: Some(record.program.clone()),
            ..Self::of_unit(&record.unit)
        }
    }

    fn write(mut self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = serde_json::to_string(&self).map_err(|_| fmt::Error)?;
        self.check = Some(check(text.strip_suffix('}').unwrap_or(&text)));
        f.write_str(&serde_json::to_string(&self).map_err(|_| fmt::Error)?)
    }

    fn into_unit(self) -> Unit {
        Unit {
            part: self.unit,
            problem: self.problem,
            name: self.name,
            question: self.question,
            times: self.times.map_or(Count::ONE, |digits| digits.0),
            weight: self.weight,
        }
    }
}

/// The check of a line: a hash of the bytes before it.
fn check(before: &str) -> String {
    let mut hash = StableHash::START;
    hash.add_bytes(before.as_bytes());
    format!("{:08x}", hash.0 as u32)
}

/// Displays the line of the unit, without a line break.
impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Line::of_unit(self).write(f)
    }
}

/// Displays the line of the record, without a line break.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Line::of_record(self).write(f)
    }
}

/// What a reader of lines expects.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    problem: &'a Problem,
    fingerprint: Fingerprint,
    /// The name of the problem, for messages.
    name: &'a str,
    source: Source<'a>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        fingerprint: Fingerprint,
        name: &'a str,
        text: &'a str,
    ) -> Self {
        Self {
            problem,
            fingerprint,
            name,
            source: Source::new(text),
        }
    }

    /// Reads a unit from a line of the text.
    pub(super) fn unit(self, line: &str) -> Result<Unit, TextError> {
        let parsed = self.parse(line)?;
        match parsed.count {
            None => self.into_unit(line, parsed),
            Some(_) => {
                let error = self.error(line, "count", "this line is a record, expected a unit");
                Err(error.with_help("list open units with 'quadrille merge --missing'"))
            }
        }
    }

    /// Reads a record from a line of the text.
    pub(super) fn record(self, line: &str) -> Result<Record, TextError> {
        let mut parsed = self.parse(line)?;
        let (Some(count), Some(residues), Some(nodes), Some(seconds), Some(method), Some(program)) = (
            parsed.count.take(),
            parsed.residues,
            parsed.nodes,
            parsed.seconds,
            parsed.method,
            parsed.program.take(),
        ) else {
            let error = self.error(line, "unit", "this line is not a record of a ledger");
            return Err(error.with_help("count units with 'quadrille run'"));
        };
        let (engine, rest) = (parsed.engine, parsed.rest.take().unwrap_or_default());
        let found = Found {
            count: count.0,
            best: std::mem::take(&mut parsed.best),
        };
        let mark = parsed.mark.take();
        let record = Record {
            unit: self.into_unit(line, parsed)?,
            found,
            mark,
            rest,
            nodes,
            seconds,
            engine,
            method,
            program,
        };
        let expected = Record::residues(&record.found.count);
        if residues != expected {
            let [one, two] = expected;
            let what = format!("wrong residues, expected [{one},{two}] for this count");
            return Err(self.error(line, "residues", what));
        }
        self.check_found(line, &record)?;
        let steps = record.unit.part.steps();
        for part in &record.rest.0 {
            self.check_options(line, "rest", part)?;
            if !part.steps().starts_with(steps) {
                let what = format!("the rest has a part outside the unit: {part}");
                return Err(self.error(line, "rest", what));
            }
        }
        if record.rest.0.contains(&record.unit.part) && !record.found.count.is_zero() {
            let what = "the rest is the whole unit, but the count is not 0";
            return Err(self.error(line, "rest", what));
        }
        if let Some([one, two]) = disjoint::overlap(self.problem, &record.rest.0) {
            let what = format!("two parts of the rest overlap: {one} and {two}");
            return Err(self.error(line, "rest", what));
        }
        Ok(record)
    }

    /// The unit of a line, with a question that units can have.
    fn into_unit(self, line: &str, parsed: Line) -> Result<Unit, TextError> {
        let unit = parsed.into_unit();
        if unit.is_askable() {
            return Ok(unit);
        }
        let what = format!("units cannot have the question \"{}\"", unit.question);
        let error = self.error(line, "question", what);
        Err(error.with_help("write a question such as `count; forbid 12`"))
    }

    /// Checks that what was found suits the question.
    fn check_found(self, line: &str, record: &Record) -> Result<(), TextError> {
        let (found, want) = (&record.found, record.unit.question.want);
        if record.mark.is_some() != (want == Want::All) {
            let what = "a record has a mark if its question is \"all\", and only then";
            return Err(self.error(line, "mark", what));
        }
        let most = match want {
            Want::Best(k) => k,
            _ => 0,
        };
        if found.best.len() > most {
            let what = format!("too many solutions, expected at most {most}");
            return Err(self.error(line, "best", what));
        }
        if most > 0 && found.best.is_empty() != found.count.is_zero() {
            let what = "the count and the cheapest solutions contradict each other";
            return Err(self.error(line, "best", what));
        }
        for Costed { cost, solution } in &found.best {
            let mut options = solution.iter();
            options.try_for_each(|option| self.check_option(line, "best", option))?;
            let mut costs = solution.iter().map(|option| self.problem.cost(option));
            if costs.try_fold(0, u64::checked_add) != Some(*cost) {
                let what = format!("the solution does not cost {cost}");
                return Err(self.error(line, "best", what));
            }
            let is_used = |option| solution.options().binary_search(&option).is_ok();
            let steps = record.unit.part.steps().iter();
            let assumed = &record.unit.question.assumptions;
            if steps
                .into_iter()
                .any(|step| is_used(step.option) != step.is_used)
                || assumed.forced().iter().any(|&option| !is_used(option))
                || assumed.forbidden().iter().any(|&option| is_used(option))
            {
                let what = format!("the solution of cost {cost} is outside the unit");
                return Err(self.error(line, "best", what));
            }
        }
        Ok(())
    }

    /// Reads a line, and checks everything that units and records have in common.
    fn parse(self, line: &str) -> Result<Line, TextError> {
        /// All versions have this key.
        #[derive(Deserialize)]
        #[serde(expecting = "an object")]
        struct Versioned {
            version: u32,
        }

        self.source.reject_array(line)?;
        let Versioned { version } = self.source.parse(line)?;
        if version > VERSION {
            let what =
                format!("the line has format version {version}, this program reads {VERSION}");
            let error = self.error(line, "version", what);
            return Err(error.with_help("use a newer version of quadrille"));
        }
        let parsed: Line = self.source.parse(line)?;
        let end = parsed.check.as_ref().and_then(|check| {
            let end = line.strip_suffix("\"}")?.strip_suffix(&**check)?;
            end.strip_suffix(",\"check\":\"")
        });
        if end.map(check) != parsed.check || parsed.check.is_none() {
            let what = "wrong check: the line was edited or damaged";
            let error = self.error(line, "check", what);
            return Err(
                error.with_help("remove the line; 'quadrille merge --missing' then lists it")
            );
        }
        if parsed.problem != self.fingerprint {
            let what = format!(
                "this line is about {:?} ({}), expected {:?} ({})",
                parsed.name, parsed.problem, self.name, self.fingerprint
            );
            return Err(self.error(line, "problem", what));
        }
        let assumed = &parsed.question.assumptions;
        for &option in assumed.forced().iter().chain(&*assumed.forbidden()) {
            self.check_option(line, "question", option)?;
        }
        self.check_options(line, "unit", &parsed.unit)?;
        Ok(parsed)
    }

    fn check_options(self, line: &str, key: &str, part: &Part) -> Result<(), TextError> {
        let mut steps = part.steps().iter();
        steps.try_for_each(|step| self.check_option(line, key, step.option))
    }

    fn check_option(self, line: &str, key: &str, option: OptionId) -> Result<(), TextError> {
        let options = self.problem.option_count();
        match option.index() < options {
            true => Ok(()),
            false => {
                let what = format!("the problem has no option {option}, only {options} options");
                Err(self.error(line, key, what))
            }
        }
    }

    /// An error at the value of a key, or at the whole line if it has no such key.
    fn error(self, line: &str, key: &str, what: impl Into<String>) -> TextError {
        let value = line.split_once(&*format!("\"{key}\":"));
        let value = value.map_or(line, |(_, value)| {
            let inner = value.strip_prefix(['"', '[']).unwrap_or(value);
            inner.split(['"', ']', ',', '}']).next().unwrap_or(inner)
        });
        self.source.error(value, what)
    }
}
