//! Files of solutions that a run writes beside its ledger.
//!
//! A record has a mark: the length of the file after the solutions of the record. Before a record
//! is written, its solutions are on the disk. A run that continues cuts the file at the last mark,
//! so each solution is in the file exactly once.

use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Ledger, LedgerError, Unit};
use crate::solver::Solution;
use crate::text::solutions::{Words, Writer};

/// The form in which solutions are written; see [`text::solutions`](crate::text::solutions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum SolutionFormat {
    /// One option per line, blank lines between solutions.
    Text,
    /// One object per line.
    Json,
}

impl fmt::Display for SolutionFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Json => "json",
        })
    }
}

/// The end of the solutions of a record in their file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Mark {
    /// The name of the file.
    pub file: String,
    /// The form of the solutions.
    pub format: SolutionFormat,
    /// The length of the file up to here, in bytes.
    pub bytes: u64,
}

/// A file to which [`Runner::visit`](super::Runner::visit) writes solutions.
#[derive(Debug)]
pub struct SolutionFile<'w> {
    name: String,
    format: SolutionFormat,
    writer: Writer<'w, BufWriter<File>>,
}

impl<'w> SolutionFile<'w> {
    /// Opens the file for the solutions of a unit, and locks it. If the ledger has records of the
    /// unit, the file is cut at the end of their solutions; else it is created or emptied.
    ///
    /// # Errors
    /// A [`LedgerError`] if the file cannot be opened, is in use, or is not the one that the ledger
    /// names.
    pub fn open(
        path: impl AsRef<Path>,
        format: SolutionFormat,
        words: impl Into<Words<'w>>,
        ledger: &Ledger,
        unit: &Unit,
    ) -> Result<Self, LedgerError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let mark = ledger.records().mark_of(unit);
        let failed = |error| LedgerError::Write {
            name: name.clone(),
            error,
        };
        if let Some(mark) = mark
            && (&mark.file, mark.format) != (&name, format)
        {
            let Mark { file, format, .. } = mark;
            return Err(LedgerError::OtherOutput {
                file: file.clone(),
                format: *format,
            });
        }
        let mut options = File::options();
        let file = options.write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(failed)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(LedgerError::Locked { name }),
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                return Err(failed(error));
            }
            _ => {}
        }
        let expected = mark.map_or(0, |mark| mark.bytes);
        let bytes = file.metadata().map_err(failed)?.len();
        if bytes < expected {
            return Err(LedgerError::Cut {
                name,
                bytes,
                expected,
            });
        }
        let cut = file.set_len(expected);
        cut.and_then(|()| file.seek(SeekFrom::Start(expected)))
            .map_err(failed)?;
        let output = BufWriter::with_capacity(1 << 16, file);
        let writer = match format {
            SolutionFormat::Text => Writer::text(words, output),
            SolutionFormat::Json => Writer::json(words, output),
        };
        Ok(Self {
            name,
            format,
            writer: writer.after(u64::from(expected > 0)),
        })
    }

    pub(super) fn write(&mut self, solution: &Solution) -> Result<(), LedgerError> {
        let written = self.writer.write(solution);
        written.map_err(|error| self.failed(error))
    }

    /// Waits until all solutions are on the disk, and returns where they end.
    pub(super) fn mark(&mut self) -> Result<Mark, LedgerError> {
        let output = self.writer.get_mut();
        let flushed = output.flush().and_then(|()| {
            let file = output.get_mut();
            file.sync_data()?;
            file.stream_position()
        });
        let bytes = flushed.map_err(|error| self.failed(error))?;
        Ok(Mark {
            file: self.name.clone(),
            format: self.format,
            bytes,
        })
    }

    fn failed(&self, error: io::Error) -> LedgerError {
        let name = self.name.clone();
        LedgerError::Write { name, error }
    }
}
