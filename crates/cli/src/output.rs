//! Where answers are written: standard output, or a file.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{self, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use quadrille_draw::Colours;

use super::line::Terminal;
use super::message;
use super::outcome::Failure;

/// The longest time that a [`Stream`] keeps bytes in its buffer.
pub(super) const PATIENCE: Duration = Duration::from_millis(20);

/// Returns standard output, locked and buffered. The caller flushes it.
pub(super) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Prints a text as a whole.
pub(super) fn print(text: &[u8]) -> io::Result<()> {
    let mut output = stdout();
    output.write_all(text)?;
    output.flush()
}

/// A text that is kept in memory.
#[derive(Clone, Default)]
pub(super) struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    /// What was written so far.
    #[cfg(feature = "serve")]
    pub(super) fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Buffer = BufWriter<Box<dyn Write + Send>>;

/// Output for answers that arrive at any time: hours apart, or a million in a second, when a system
/// call for each would take longer than finding them. So another thread flushes it a moment after
/// it was written to, whether or not more follows.
pub(super) struct Stream {
    buffer: Arc<Mutex<Buffer>>,
    is_terminal: bool,
    /// Whether the last byte that was written ends no line.
    is_inside_line: bool,
}

impl Stream {
    /// Standard output.
    pub(super) fn stdout() -> Self {
        if io::stdout().is_terminal() {
            Self::new(Box::new(Terminal::default()), true)
        } else {
            Self::new(Box::new(io::stdout()), false)
        }
    }

    /// A file. It keeps its old content, or stays absent, until something is written. Errors of
    /// writing name it; a file that cannot be written is reported at once.
    pub(super) fn file(path: &Path) -> Result<Self, Failure> {
        let file = AnswerFile::new(OutputFile::open(path)?);
        Ok(Self::new(Box::new(file), false))
    }

    /// A text that is kept in memory.
    pub(super) fn kept(text: &Kept) -> Self {
        Self::new(Box::new(text.clone()), false)
    }

    fn new(output: Box<dyn Write + Send>, is_terminal: bool) -> Self {
        let buffer = Arc::new(Mutex::new(BufWriter::with_capacity(1 << 16, output)));
        let stream = Self {
            buffer,
            is_terminal,
            is_inside_line: false,
        };
        let shared = Arc::clone(&stream.buffer);
        thread::spawn(move || {
            loop {
                thread::sleep(PATIENCE);
                let mut output = lock(&shared);
                // What cannot be written stays in the buffer: the next write fails too.
                if !output.buffer().is_empty() && output.flush().is_err() {
                    return;
                }
            }
        });
        stream
    }

    /// The colours that the output shows.
    pub(super) fn colours(&self) -> Colours {
        message::colours(self.is_terminal)
    }

    /// Whether what was written, other than under its [lock](Self::lock), ends within a line.
    pub(super) fn is_inside_line(&self) -> bool {
        self.is_inside_line
    }

    fn note_end(&mut self, bytes: &[u8]) {
        self.is_inside_line = bytes
            .last()
            .map_or(self.is_inside_line, |&byte| byte != b'\n');
    }

    /// The output, to write an answer as a whole.
    pub(super) fn lock(&self) -> MutexGuard<'_, Buffer> {
        lock(&self.buffer)
    }
}

fn lock(buffer: &Mutex<Buffer>) -> MutexGuard<'_, Buffer> {
    buffer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is created or emptied when the first bytes are written. Its name is part of its
/// errors.
struct AnswerFile {
    path: PathBuf,
    /// The file, if it existed before or something was written.
    file: Option<File>,
    is_begun: bool,
}

impl AnswerFile {
    fn new(opened: OutputFile<'_>) -> Self {
        opened.remove_new();
        Self {
            path: opened.path.to_owned(),
            file: Some(opened.file).filter(|_| !opened.is_new),
            is_begun: false,
        }
    }

    /// Creates or empties the file when this is called for the first time.
    fn begun(&mut self) -> io::Result<&mut File> {
        if !self.is_begun
            && let Some(file) = &self.file
        {
            empty(file)?;
        }
        self.is_begun = true;
        match &mut self.file {
            Some(file) => Ok(file),
            file => Ok(file.insert(File::create(&self.path)?)),
        }
    }

    fn named<T>(&self, result: io::Result<T>) -> io::Result<T> {
        let name = self.path.display();
        result.map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))
    }
}

impl Write for AnswerFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.begun().and_then(|file| file.write(bytes));
        self.named(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.as_mut().map_or(Ok(()), File::flush);
        self.named(flushed)
    }
}

/// Empties a file. A pipe or a terminal has no content.
fn empty(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() {
        file.set_len(0)
    } else {
        Ok(())
    }
}

/// Writes piece by piece: the reader may see a part of an answer first.
impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.lock().write(bytes)?;
        self.note_end(bytes.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.note_end(bytes);
        self.lock().write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lock().flush()
    }
}

/// A file for one answer. It is opened before the work begins, so that an error is reported at
/// once, and emptied when the answer is there.
pub(super) struct OutputFile<'p> {
    pub(super) path: &'p Path,
    pub(super) file: File,
    /// Whether the file is new.
    pub(super) is_new: bool,
}

impl<'p> OutputFile<'p> {
    pub(super) fn open(path: &'p Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Err(Failure::usage(
                "'-' is not the name of an output file",
                "leave the option out to print the answer, or give a name: './-'",
            ));
        }
        let created = File::create_new(path);
        let is_new = created.is_ok();
        // The file may exist; opening it reports any other error again.
        let opened = created.or_else(|_| {
            let mut options = File::options();
            options.write(true).create(true).truncate(false).open(path)
        });
        match opened {
            Ok(file) => Ok(Self { path, file, is_new }),
            Err(error) => Err(failed(path, error)),
        }
    }

    pub(super) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Empties the file.
    pub(super) fn begin(&self) -> io::Result<()> {
        empty(&self.file)
    }

    /// Removes the file if it is new.
    pub(super) fn remove_new(&self) {
        if self.is_new {
            let _ = fs::remove_file(self.path);
        }
    }

    /// Returns the failure to write the file.
    pub(super) fn failed(&self, error: io::Error) -> Failure {
        failed(self.path, error)
    }
}

/// Whether two paths are those of one file, which may not exist yet.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    let one = real(one);
    one.is_some() && one == real(other)
}

/// The absolute path of a file, which may not exist yet, without links.
fn real(path: &Path) -> Option<PathBuf> {
    let of_new = || {
        let folder = fs::canonicalize(path::absolute(path).ok()?.parent()?).ok()?;
        Some(folder.join(path.file_name()?))
    };
    fs::canonicalize(path).ok().or_else(of_new)
}

/// The failure to write a file.
pub(super) fn failed(path: &Path, error: io::Error) -> Failure {
    let name = path.display().to_string();
    Failure::WriteFile { name, error }
}
