//! Ledgers: files of records that only grow.
//!
//! * Each record is one line, and one write. A record counts only if its line is whole.
//! * A last line without a line break was torn: opening the ledger for writing removes it.
//! * A lock on the file keeps a second process out, for as long as the first one runs.
//! * Every second or so, and at the end, the file is synchronised with the disk.

use std::fs::{File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::error::{LedgerError, STDOUT};
use super::{LedgerLength, Place, Proof, Record, Records, Unit};
use quadrille_core::Problem;
use quadrille_core::{Budget, Limits};

/// The time between two synchronisations with the disk.
const SYNC: Duration = Duration::from_secs(1);

/// A file of records about one problem, open for appending.
///
/// ```
/// use quadrille::units::{Ledger, LedgerError};
/// use quadrille::{Problem, Solver};
///
/// # let path = std::env::temp_dir().join(format!("quadrille-{}.jsonl", std::process::id()));
/// let solver = Solver::new(Problem::default());
/// let ledger = Ledger::open(&path, solver.problem(), "empty")?;
/// let second = Ledger::open(&path, solver.problem(), "empty");
/// assert!(matches!(second, Err(LedgerError::Locked { .. })));
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Ledger {
    name: Arc<str>,
    output: Output,
    records: Records,
    /// The number of lines.
    lines: usize,
    torn: u64,
    is_locked: bool,
    /// Whether there was a file before.
    existed: bool,
}

enum Output {
    File {
        file: File,
        /// The length of the whole lines.
        length: u64,
        /// The time since the last synchronisation, if something was written since.
        unsynced: Option<Budget>,
    },
    /// An output that cannot be read again.
    Stream(Box<dyn Write>),
}

/// Locks a file against other processes. Returns whether it is locked: some network file systems
/// have no locks.
pub(super) fn lock(file: &File, name: &str) -> Result<bool, LedgerError> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Err(LedgerError::Locked {
            name: name.to_owned(),
        }),
        Err(TryLockError::Error(_)) => Ok(false),
    }
}

/// Waits until the name of a new file is on the disk, where the system can do that.
fn sync_folder(path: &Path) {
    let folder = match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => return,
    };
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    // Not all systems can open a folder. The records are synchronised anyway.
    drop(synced);
}

impl Ledger {
    /// Opens a ledger for appending, reads its records, and locks it. The file is created if it
    /// does not exist. A torn last line is removed; [`torn`](Self::torn) returns its length.
    ///
    /// `problem` is the name of the problem in messages.
    ///
    /// # Errors
    /// A [`LedgerError`] if the file cannot be opened, is in use, or has a line that is not a valid
    /// record of this problem.
    pub fn open(
        path: impl AsRef<Path>,
        problem: &Arc<Problem>,
        problem_name: &str,
    ) -> Result<Self, LedgerError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let failed = |error| LedgerError::Read {
            name: name.clone(),
            error,
        };
        // A pipe or a device would wait for ever, or keep nothing.
        let existed = match path.metadata() {
            Ok(found) if !found.is_file() => return Err(LedgerError::NotAFile { name }),
            found => found.is_ok(),
        };
        let mut options = File::options();
        let file = options.read(true).append(true).create(true).open(path);
        let file = file.map_err(|error| LedgerError::Open {
            name: name.clone(),
            error,
        })?;
        let is_locked = lock(&file, &name)?;
        if !existed {
            sync_folder(path);
        }
        let mut records = Records::new(problem, problem_name);
        let LedgerLength { lines, bytes, torn } = records.read_ledger_from(&name, &file)?;
        if torn > 0 {
            let cut = file.set_len(bytes);
            cut.and_then(|()| file.sync_data()).map_err(failed)?;
        }
        Ok(Self {
            is_locked,
            lines,
            name: name.into(),
            output: Output::File {
                file,
                length: bytes,
                unsynced: None,
            },
            records,
            torn,
            existed,
        })
    }

    /// Makes a ledger that writes records to an output, such as standard output. Only final records
    /// are written: one for each unit that was counted or stopped.
    #[must_use]
    pub fn to_output(output: Box<dyn Write>, problem: &Arc<Problem>, problem_name: &str) -> Self {
        Self {
            name: STDOUT.into(),
            output: Output::Stream(output),
            records: Records::new(problem, problem_name),
            lines: 0,
            torn: 0,
            existed: false,
            is_locked: true,
        }
    }

    /// Returns the length of the torn last line that was removed, in bytes; 0 if there was none.
    #[must_use]
    pub fn torn(&self) -> u64 {
        self.torn
    }

    /// Whether there was a file without a whole line: a search had begun, and nothing of it is
    /// known.
    pub(super) fn has_lost_all(&self) -> bool {
        self.existed && self.lines == 0
    }

    /// Returns whether the file is locked. Some network file systems have no locks; the caller must
    /// then keep other processes out.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        self.is_locked
    }

    /// Returns the records that were read and appended.
    #[must_use]
    pub fn records(&self) -> &Records {
        &self.records
    }

    /// Whether records of unfinished units are worth writing: later ones replace them.
    pub(super) fn keeps_rests(&self) -> bool {
        matches!(self.output, Output::File { .. })
    }

    /// Appends a record in one write. Returns the length of its line, in bytes.
    ///
    /// # Errors
    /// [`LedgerError::Write`]. What was written before is still valid: a part of the record is
    /// removed, now or when the ledger is opened next.
    pub fn append(&mut self, record: Record) -> Result<u64, LedgerError> {
        let line = format!("{record}\n");
        let written = match &mut self.output {
            Output::Stream(output) => output
                .write_all(line.as_bytes())
                .and_then(|()| output.flush()),
            Output::File {
                file,
                length,
                unsynced,
            } => {
                let written = file.write_all(line.as_bytes());
                match written {
                    Ok(()) => {
                        *length += line.len() as u64;
                        unsynced.get_or_insert_with(|| Budget::start(&Limits::new()));
                    }
                    // If this fails too, the next start does it.
                    Err(_) => drop(file.set_len(*length)),
                }
                written
            }
        };
        written.map_err(|error| self.write_error(error))?;
        self.lines += 1;
        let (file, place) = (Arc::clone(&self.name), self.lines);
        self.records.add(record, Place { file, line: place });
        Ok(line.len() as u64)
    }

    /// Synchronises the file with the disk, if the last time was more than a second ago.
    pub(super) fn sync_sometimes(&mut self) -> Result<(), LedgerError> {
        match &self.output {
            Output::File {
                unsynced: Some(since),
                ..
            } if since.elapsed() >= SYNC => self.sync(),
            _ => Ok(()),
        }
    }

    /// Waits until everything that was written is on the disk.
    ///
    /// # Errors
    /// [`LedgerError::Write`] if the operating system reports an error.
    pub fn sync(&mut self) -> Result<(), LedgerError> {
        let Output::File { file, unsynced, .. } = &mut self.output else {
            return Ok(());
        };
        let synced = match unsynced.take() {
            Some(_) => file.sync_data(),
            None => Ok(()),
        };
        synced.map_err(|error| self.write_error(error))
    }

    /// Reads the file again, and [adds up](Records::prove) what is in it about the questions of
    /// these units.
    ///
    /// # Errors
    /// A [`LedgerError`] if the file cannot be read, or if its records contradict each other.
    pub fn prove(&mut self, units: &[Unit]) -> Result<Proof, LedgerError> {
        let mut records = match &mut self.output {
            Output::Stream(_) => self.records.clone(),
            Output::File { file, .. } => {
                file.seek(SeekFrom::Start(0))
                    .map_err(|error| LedgerError::Read {
                        name: self.name.to_string(),
                        error,
                    })?;
                let mut records = self.records.without_records();
                records.read_ledger_from(&self.name, file)?;
                records
            }
        };
        records.retain(units);
        Ok(records.prove()?)
    }

    fn write_error(&self, error: io::Error) -> LedgerError {
        let name = self.name.to_string();
        LedgerError::Write { name, error }
    }
}
