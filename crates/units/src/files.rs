//! Reads ledgers and lists of units, line by line: the first bad line ends the reading.

use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;

use super::disjoint;
use super::error::LedgerError;
use super::input::{InputLine, InputLines, is_torn};
use super::reader::Reader;
use super::{Place, Records, Unit};
use quadrille_core::{Part, Question};
use quadrille_core::{shared::decode, text::TextError};

/// The lengths of a ledger that was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LedgerLength {
    /// The number of its whole lines.
    pub lines: usize,
    /// The length of its whole lines, in bytes.
    pub bytes: u64,
    /// The length of a last line without a line break, in bytes; 0 if there is none.
    pub torn: u64,
}

/// The last incomplete record of each unit, as the number and the text of its line. It replaces all
/// before.
type Rests = HashMap<(Question, Part), (usize, String)>;

impl Records {
    /// Reads a ledger and adds its records. Returns the length of its whole lines, in bytes: a last
    /// line without a line break was torn when its process was killed, and is skipped.
    ///
    /// # Errors
    /// A [`TextError`] for the first line that is not a valid record of this problem.
    pub fn read_ledger(&mut self, file: &str, text: &[u8]) -> Result<usize, TextError> {
        match self.read_ledger_from(file, text) {
            Ok(length) => Ok(text.len() - length.torn as usize),
            Err(error) => Err(of_text(error)),
        }
    }

    /// Reads a ledger from an input, such as a file, as [`read_ledger`](Self::read_ledger) does,
    /// and adds its records. Memory grows with the records that are kept, not with the text: of
    /// each unit only the last incomplete record is kept.
    ///
    /// # Errors
    /// [`LedgerError::Line`] for the first line that is not a valid record of this problem;
    /// [`LedgerError::Read`] if the input fails. The records before stay.
    pub fn read_ledger_from(
        &mut self,
        file: &str,
        input: impl Read,
    ) -> Result<LedgerLength, LedgerError> {
        let name: Arc<str> = file.into();
        let mut length = LedgerLength::default();
        let mut rests = Rests::new();
        each_line(file, input, |line| {
            let bytes = line.bytes.len() as u64;
            if line.is_whole() {
                length.lines = line.number;
                length.bytes += bytes;
            } else {
                length.torn = bytes;
                // The file may be something else, given by mistake.
                if is_torn(line.bytes) {
                    return Ok(());
                }
            }
            let text = text_of(line)?;
            if text.contains('\0') {
                self.damaged += 1;
                return Ok(());
            }
            if text.is_empty() {
                return Ok(());
            }
            let record = self.reader(text).record(text)?;
            if !record.is_complete() {
                let unit = (record.unit.question.clone(), record.unit.part.clone());
                rests.insert(unit, (line.number, text.to_owned()));
            }
            let (file, line) = (Arc::clone(&name), line.number);
            self.add(record, Place { file, line });
            Ok(())
        })?;
        self.check_rests(&name, &rests)?;
        Ok(length)
    }

    /// Checks that the parts of a rest do not overlap. It takes longer than all other checks, so it
    /// is made of the last record of each unit in a file only, which `rests` has with their lines.
    fn check_rests(&self, file: &Arc<str>, rests: &Rests) -> Result<(), LedgerError> {
        let mut rests: Vec<_> = rests.iter().collect();
        rests.sort_unstable_by_key(|&(_, &(number, _))| number);
        for ((question, part), (number, line)) in rests {
            let search = self.search_of(question);
            let claims = search.and_then(|search| self.searches[search].units.get(part));
            let partial = claims.iter().flat_map(|claims| &claims.partial);
            let mut same = partial.filter(|claim| claim.place.file == *file);
            let Some(rest) = same.next().map(|claim| &claim.record.rest) else {
                continue;
            };
            if let Some(pair) = disjoint::overlap(&self.problem, rest) {
                let error = self.reader(line).overlap(line, rest, pair);
                return Err(at_line(file, *number, error));
            }
        }
        Ok(())
    }

    /// Reads units. They are expected: a unit without a record is missing.
    ///
    /// # Errors
    /// A [`TextError`] for the first line that is not a valid unit of this problem.
    pub fn read_units(&mut self, file: &str, text: &[u8]) -> Result<Vec<Unit>, TextError> {
        self.read_units_from(file, text).map_err(of_text)
    }

    /// Reads units from an input, such as a file, as [`read_units`](Self::read_units) does.
    ///
    /// # Errors
    /// [`LedgerError::Line`] for the first line that is not a valid unit of this problem;
    /// [`LedgerError::Read`] if the input fails.
    pub fn read_units_from(
        &mut self,
        file: &str,
        input: impl Read,
    ) -> Result<Vec<Unit>, LedgerError> {
        let name: Arc<str> = file.into();
        let mut units = Vec::new();
        each_line(file, input, |line| {
            let text = text_of(line)?;
            if text.is_empty() {
                return Ok(());
            }
            let unit = self.reader(text).unit(text)?;
            let (file, line) = (Arc::clone(&name), line.number);
            self.expect(&unit, &Place { file, line });
            units.push(unit);
            Ok(())
        })?;
        Ok(units)
    }

    /// A reader of one line.
    fn reader<'a>(&'a self, line: &'a str) -> Reader<'a> {
        Reader::new(&self.problem, self.fingerprint, &self.name, line)
    }
}

/// Calls `act` for each line of an input, until it fails. It reports its error at line 1, the line
/// that it knows.
fn each_line(
    file: &str,
    input: impl Read,
    mut act: impl FnMut(&InputLine<'_>) -> Result<(), TextError>,
) -> Result<(), LedgerError> {
    let mut lines = InputLines::new(input);
    let failed = |error| LedgerError::Read {
        name: file.to_owned(),
        error,
    };
    while let Some(line) = lines.next().map_err(failed)? {
        act(&line).map_err(|error| at_line(file, line.number, error))?;
    }
    Ok(())
}

/// The error of a line that was read on its own.
fn at_line(file: &str, number: usize, error: TextError) -> LedgerError {
    LedgerError::Line {
        name: file.to_owned(),
        error: error.below(number - 1),
    }
}

/// The text of a line, without its end.
fn text_of<'a>(line: &InputLine<'a>) -> Result<&'a str, TextError> {
    let bytes = line.bytes;
    let bytes = match bytes.strip_suffix(b"\n") {
        Some(bytes) => bytes.strip_suffix(b"\r").unwrap_or(bytes),
        None => bytes,
    };
    match str::from_utf8(bytes) {
        // Only a text begins with a byte order mark, not a line.
        Ok(text) if line.number > 1 => Ok(text),
        _ => decode(bytes),
    }
}

/// The error of a text in memory.
fn of_text(error: LedgerError) -> TextError {
    match error {
        LedgerError::Line { error, .. } => error,
        // The memory may not suffice for a line.
        LedgerError::Read { error, .. } => TextError::new(1, ["", "", ""], error.to_string()),
        other => TextError::new(1, ["", "", ""], other.to_string()),
    }
}
