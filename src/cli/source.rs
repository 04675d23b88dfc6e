//! Files and standard input.

use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use super::interrupt::Interrupt;
use super::message;
use super::outcome::Failure;

/// No memory limit.
pub(super) const ANY: usize = usize::MAX;

/// A file, or standard input.
pub(super) struct Source<'a> {
    path: Option<&'a Path>,
}

impl<'a> Source<'a> {
    /// The source that an argument names: a file, or standard input for `-` or nothing.
    pub(super) fn new(argument: Option<&'a Path>) -> Self {
        let path = argument.filter(|path| path.as_os_str() != "-");
        Self { path }
    }

    /// The path, unless it is standard input.
    pub(super) fn path(&self) -> Option<&'a Path> {
        self.path
    }

    /// The name of the source in messages.
    pub(super) fn name(&self) -> String {
        match self.path {
            Some(path) => path.display().to_string(),
            None => "<stdin>".to_owned(),
        }
    }

    /// Opens the source, without a buffer.
    pub(super) fn open(&self) -> Result<Box<dyn Read + Send>, Failure> {
        match self.path {
            Some(path) => match File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) => Err(self.failed(error)),
            },
            None => {
                if io::stdin().is_terminal() {
                    message::note("reading from the terminal; end with Ctrl-D", None);
                }
                Ok(Box::new(io::stdin()))
            }
        }
    }

    /// Whether it is standard input.
    pub(super) fn is_stdin(&self) -> bool {
        self.path.is_none()
    }

    /// Whether it is a file with an end.
    pub(super) fn is_file(&self) -> bool {
        let about = match self.path {
            Some(path) => path.metadata().ok(),
            None => about_stdin(),
        };
        about.is_some_and(|about| about.is_file())
    }

    /// Reads all bytes.
    pub(super) fn read_all(&self) -> Result<Vec<u8>, Failure> {
        self.read_up_to(u64::MAX, 0)
    }

    /// Reads all bytes, if they fit into the memory limit. Until the next search begins, a signal
    /// ends the program at once.
    pub(super) fn read_text(
        &self,
        interrupt: &Interrupt,
        memory: usize,
    ) -> Result<Vec<u8>, Failure> {
        let words = format!("while reading {}", self.name());
        let most = memory as u64;
        let file = self.path.and_then(|path| path.metadata().ok());
        let text = match file.filter(Metadata::is_file) {
            Some(file) => {
                interrupt.step(&*words);
                self.read_up_to(most, file.len())
            }
            // A device may never end.
            None if self.is_device() => {
                interrupt.step(&*words);
                self.read_up_to(most, 0)
            }
            // A pipe may take hours to arrive.
            None => interrupt.wait_for_text(&*words, || self.read_up_to(most, 0)),
        }?;
        interrupt.step(words);
        Ok(text)
    }

    /// Whether the source is a named device, such as `/dev/zero`.
    #[cfg(unix)]
    fn is_device(&self) -> bool {
        use std::os::unix::fs::FileTypeExt;

        let kind = self.path.and_then(|path| path.metadata().ok());
        kind.is_some_and(|file| file.file_type().is_char_device())
    }

    #[cfg(not(unix))]
    fn is_device(&self) -> bool {
        false
    }

    /// Reads all bytes, probably `expected`, at most `most`.
    fn read_up_to(&self, most: u64, expected: u64) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        if expected <= most {
            // If there is not enough memory, reading fails.
            let room = usize::try_from(expected).unwrap_or_default();
            let _ = bytes.try_reserve_exact(room.saturating_add(1));
            let mut input = self.open()?.take(most.saturating_add(1));
            if let Err(error) = input.read_to_end(&mut bytes) {
                return Err(self.failed(error));
            }
        }
        if expected.max(bytes.len() as u64) > most {
            let words = format!("the text of {} has more than {most} bytes", self.name());
            return Err(Failure::Memory { words });
        }
        Ok(bytes)
    }

    /// The failure to read the source.
    pub(super) fn failed(&self, error: io::Error) -> Failure {
        let name = self.name();
        Failure::Read { name, error }
    }
}

/// What is known about standard input.
#[cfg(unix)]
fn about_stdin() -> Option<Metadata> {
    use std::os::fd::AsFd;

    let stdin = io::stdin().as_fd().try_clone_to_owned().ok()?;
    File::from(stdin).metadata().ok()
}

#[cfg(not(unix))]
fn about_stdin() -> Option<Metadata> {
    None
}
