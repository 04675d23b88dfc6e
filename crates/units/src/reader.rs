//! Reads lines of units and records, and checks everything that one line can show.

use serde::Deserialize;

use super::line::{Line, VERSION, check};
use super::{Record, Subtotal, Unit};
use quadrille_core::Costed;
use quadrille_core::shared::{Object, Source, with_form};
use quadrille_core::text::TextError;
use quadrille_core::{Fingerprint, OptionId, Problem};
use quadrille_core::{Part, Parts, Want};

/// What a reader of lines expects.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    problem: &'a Problem,
    fingerprint: Fingerprint,
    /// The name of the problem, for messages.
    name: &'a str,
    source: Source<'a>,
}

/// All versions have this key.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Versioned {
    version: u32,
}

impl Object for Versioned {
    const HELP: &'static str =
        "'quadrille split' prints units; 'quadrille run' and '--ledger' write records";
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
        let found = Subtotal {
            count: count.0,
            best: std::mem::take(&mut parsed.best),
        };
        let mark = parsed.mark.take();
        let share = parsed
            .share
            .unwrap_or(if rest.is_empty() { 1.0 } else { 0.0 });
        for (key, number, most) in [("seconds", seconds, f64::MAX), ("share", share, 1.0)] {
            if !(0.0..=most).contains(&number) {
                let what = format!("{key} cannot be {number}");
                return Err(self.error(line, key, what));
            }
        }
        let record = Record {
            unit: self.into_unit(line, parsed)?,
            found,
            mark,
            rest,
            share,
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
        self.check_inside(line, &record)?;
        Ok(record)
    }

    /// Checks that the rest of a record lies inside its unit.
    fn check_inside(self, line: &str, record: &Record) -> Result<(), TextError> {
        let mut named = record.rest.steps();
        named.try_for_each(|step| self.check_option(line, "rest", step.option))?;
        let unit = record.unit.part.steps();
        let mut paths = record.rest.paths();
        while let Some((kept, steps)) = paths.next() {
            // The steps that a part shares with the one before were checked there.
            let from = kept.min(unit.len());
            if !steps[from..].starts_with(&unit[from..]) {
                let part: Part = steps.iter().copied().collect();
                let what = format!("the rest has a part outside the unit: {part}");
                return Err(self.error(line, "rest", what));
            }
            if steps.len() == unit.len() && !record.found.count.is_zero() {
                let what = "the rest is the whole unit, but the count is not 0";
                return Err(self.error(line, "rest", what));
            }
        }
        Ok(())
    }

    /// The error of two parts of a rest that overlap.
    pub(super) fn overlap(self, line: &str, rest: &Parts, pair: [usize; 2]) -> TextError {
        let [one, two] = pair.map(|part| rest.part(part));
        let what = format!("two parts of the rest overlap: {one} and {two}");
        self.error(line, "rest", what)
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
            Want::Best(k, _) => k,
            _ => 0,
        };
        if found.best.len() > most {
            let what = format!("too many solutions, expected at most {most}");
            return Err(self.error(line, "best", what));
        }
        if most > 0 && found.best.is_empty() != found.count.is_zero() {
            let what = "the count and the best solutions contradict each other";
            return Err(self.error(line, "best", what));
        }
        for Costed { cost, solution, .. } in &found.best {
            let mut options = solution.iter();
            options.try_for_each(|option| self.check_option(line, "best", option))?;
            let mut costs = solution.iter().map(|option| self.problem.cost(option));
            if costs.try_fold(0, i64::checked_add) != Some(*cost) {
                let what = format!("the solution does not cost {}", self.problem.decimal(*cost));
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
                let what = {
                    let cost = self.problem.decimal(*cost);
                    format!("the solution of cost {cost} is outside the unit")
                };
                return Err(self.error(line, "best", what));
            }
        }
        Ok(())
    }

    /// Reads a line, and checks everything that units and records have in common.
    fn parse(self, line: &str) -> Result<Line, TextError> {
        let explain = |error: TextError| {
            if line.starts_with('{') {
                with_form::<Versioned>(error)
            } else {
                error.with_help(Versioned::HELP)
            }
        };
        self.source.reject_array(line).map_err(explain)?;
        let Versioned { version } = self.source.parse(line).map_err(explain)?;
        if version != VERSION {
            let what =
                format!("the line has format version {version}, this program reads {VERSION}");
            let error = self.error(line, "version", what);
            let help = if version > VERSION {
                "use a newer version of quadrille"
            } else {
                "remove the line; 'quadrille merge --missing' then lists it"
            };
            return Err(error.with_help(help));
        }
        let parsed: Line = self.source.parse(line).map_err(explain)?;
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
        for step in parsed.unit.steps() {
            self.check_option(line, "unit", step.option)?;
        }
        Ok(parsed)
    }

    fn check_option(self, line: &str, key: &str, option: OptionId) -> Result<(), TextError> {
        let options = self.problem.option_count();
        if option.index() < options {
            Ok(())
        } else {
            let what = format!("the problem has no option {option}, only {options} options");
            Err(self.error(line, key, what))
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
