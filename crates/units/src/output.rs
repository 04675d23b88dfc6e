//! Files of solutions that a run writes beside its ledger.
//!
//! A record has a mark: the length of the file after the solutions of the record. Before a record
//! is written, its solutions are on the disk. A run that continues cuts the file at the last mark,
//! so each solution is in the file exactly once.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::ledger::lock;
use super::{Ledger, LedgerError, Mark, SolutionFormat, Unit};
use quadrille_core::Solution;
use quadrille_core::shared::StableHash;
use quadrille_core::text::solutions::{Words, Writer};

/// The number of bytes before a mark that its hash covers.
const TAIL: u64 = 4096;

/// The hash of the bytes before a place. The file is at this place afterwards.
fn tail(file: &mut File, end: u64) -> io::Result<String> {
    let length = end.min(TAIL);
    let mut bytes = vec![0; length as usize];
    file.seek(SeekFrom::Start(end - length))?;
    file.read_exact(&mut bytes)?;
    let mut hash = StableHash::START;
    hash.add_bytes(&bytes);
    Ok(format!("{:08x}", hash.0 as u32))
}

/// Renames a file that nobody writes to: `all.txt` becomes `all.txt.old`, or `all.txt.old2` and so
/// on if there is one already. Returns the new name.
fn set_aside(path: &Path, name: &str) -> Result<PathBuf, LedgerError> {
    let failed = |error| LedgerError::Write {
        name: name.to_owned(),
        error,
    };
    let file = File::options().write(true).open(path).map_err(failed)?;
    lock(&file, name)?;
    let mut number = 1;
    loop {
        let mut other = path.as_os_str().to_owned();
        other.push(match number {
            1 => ".old".to_owned(),
            number => format!(".old{number}"),
        });
        let other = PathBuf::from(other);
        if other.symlink_metadata().is_err() {
            std::fs::rename(path, &other).map_err(failed)?;
            return Ok(other);
        }
        number += 1;
    }
}

/// Checks that a file is the one of the mark and holds all its solutions. Renames a file whose
/// content the ledger has lost, and returns its new name.
fn prepare(
    path: &Path,
    name: &str,
    format: SolutionFormat,
    ledger: &Ledger,
    mark: Option<&Mark>,
) -> Result<Option<PathBuf>, LedgerError> {
    if let Some(mark) = mark
        && (&*mark.file, mark.format) != (name, format)
    {
        let Mark { file, format, .. } = mark;
        return Err(LedgerError::OtherOutput {
            file: file.clone(),
            format: *format,
        });
    }
    let name = name.to_owned();
    let bytes = match path.metadata() {
        Ok(found) if !found.is_file() => return Err(LedgerError::NotAFile { name }),
        found => found.map_or(0, |found| found.len()),
    };
    match mark {
        None if bytes == 0 => Ok(None),
        None if !ledger.has_lost_all() => Err(LedgerError::NotEmpty { name }),
        // Its content may be something else, so it is kept.
        None => set_aside(path, &name).map(Some),
        Some(mark) if bytes < mark.bytes => Err(LedgerError::Cut {
            name,
            bytes,
            expected: mark.bytes,
        }),
        Some(_) => Ok(None),
    }
}

/// A file to which [`Runner::visit`](super::Runner::visit) writes solutions.
#[derive(Debug)]
pub struct SolutionFile<'w> {
    name: String,
    /// Where its old content is, if the ledger had lost it.
    aside: Option<PathBuf>,
    format: SolutionFormat,
    writer: Writer<'w, BufWriter<File>>,
}

impl<'w> SolutionFile<'w> {
    /// Opens the file for the solutions of a unit, and locks it. If the ledger has records of the
    /// unit, the file is cut at the end of their solutions; else it is created. A file with content
    /// that the ledger does not know is left alone; but if there was a ledger without a whole line,
    /// the search begins again, and the file is renamed: see [`aside`](Self::aside).
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
        let expected = mark.map_or(0, |mark| mark.bytes);
        let aside = prepare(path, &name, format, ledger, mark)?;
        let mut options = File::options();
        let file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let mut file = file.map_err(failed)?;
        lock(&file, &name)?;
        if let Some(mark) = mark
            && tail(&mut file, expected).map_err(failed)? != mark.tail
        {
            return Err(LedgerError::Edited { name });
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
            aside,
            format,
            writer: writer.after(u64::from(expected > 0)),
        })
    }

    /// Returns the new name of the old content, if the ledger had no whole line, so that
    /// nothing is known of what the file held.
    #[must_use]
    pub fn aside(&self) -> Option<&Path> {
        self.aside.as_deref()
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
            let bytes = file.stream_position()?;
            Ok((bytes, tail(file, bytes)?))
        });
        let (bytes, tail) = flushed.map_err(|error| self.failed(error))?;
        Ok(Mark {
            tail,
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
