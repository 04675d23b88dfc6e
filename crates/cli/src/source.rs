//! Files, standard input, and links that hold what they point to.

use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use super::interrupt::Interrupt;
use super::message;
use super::outcome::Failure;
use super::room::{self, Bounded, Room};

/// A file, a link, or standard input.
pub(super) struct Source<'a> {
    path: Option<&'a Path>,
    link: Option<&'a str>,
}

impl<'a> Source<'a> {
    /// The source that an argument names: a file, or standard input for `-` or nothing.
    pub(super) fn new(argument: Option<&'a Path>) -> Self {
        let path = argument.filter(|path| path.as_os_str() != "-");
        Self { path, link: None }
    }

    /// The source that an argument names, which may also be a link that is read as text.
    pub(super) fn or_link(argument: Option<&'a Path>) -> Self {
        let is_link = |word: &&str| word.contains("://") && !Path::new(word).exists();
        match argument.and_then(Path::to_str).filter(is_link) {
            Some(link) => Self {
                path: None,
                link: Some(link),
            },
            None => Self::new(argument),
        }
    }

    /// The path, unless it is standard input.
    pub(super) fn path(&self) -> Option<&'a Path> {
        self.path
    }

    /// The name of the source in messages.
    pub(super) fn name(&self) -> String {
        match self.path {
            Some(path) => path.display().to_string(),
            None if self.link.is_some() => "<link>".to_owned(),
            None => "<stdin>".to_owned(),
        }
    }

    /// Opens the source, without a buffer.
    pub(super) fn open(&self) -> Result<Box<dyn Read + Send>, Failure> {
        match (self.path, self.link) {
            (Some(path), _) => match File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) => Err(self.failed(error)),
            },
            (None, Some(link)) => Ok(Box::new(io::Cursor::new(format!("{link}\n")))),
            (None, None) => {
                if io::stdin().is_terminal() {
                    message::note("reading from the terminal; end with Ctrl-D");
                }
                Ok(Box::new(io::stdin()))
            }
        }
    }

    /// Whether it is standard input.
    pub(super) fn is_stdin(&self) -> bool {
        self.path.is_none() && self.link.is_none()
    }

    /// Whether it is a file with an end.
    pub(super) fn is_file(&self) -> bool {
        let about = match self.path {
            Some(path) => path.metadata().ok(),
            None => about_stdin(),
        };
        about.is_some_and(|about| about.is_file())
    }

    /// Reads all bytes. The deadline and a signal end the program at once, also while it waits for
    /// more, until the next search begins. The clock does not count while somebody types.
    pub(super) fn read_text(&self, interrupt: &Interrupt, room: Room) -> Result<Vec<u8>, Failure> {
        self.read_by(interrupt, || self.read_within(room))
    }

    /// Reads by a function, likewise.
    pub(super) fn read_by<T>(
        &self,
        interrupt: &Interrupt,
        read: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let words = format!("while reading {}", self.name());
        let text = if self.is_stdin() && io::stdin().is_terminal() {
            interrupt.wait_for_text(&*words, read)
        } else {
            interrupt.step(&*words);
            read()
        }?;
        interrupt.step(words);
        Ok(text)
    }

    /// Rejects a file that is larger than the room, before it is read.
    fn check_length(&self, room: Room) -> Result<(), Failure> {
        if self.length() > room.most() {
            Err(self.failed(room.exceeded()))
        } else {
            Ok(())
        }
    }

    /// The length of a file; 0 if it is unknown.
    fn length(&self) -> u64 {
        let file = self.path.and_then(|path| path.metadata().ok());
        file.filter(Metadata::is_file).map_or(0, |file| file.len())
    }

    pub(super) fn read_within(&self, room: Room) -> Result<Vec<u8>, Failure> {
        self.check_length(room)?;
        let mut bytes = Vec::new();
        // If there is not enough memory, reading fails.
        let expected = usize::try_from(self.length()).unwrap_or_default();
        let _ = bytes.try_reserve_exact(expected.saturating_add(1));
        let read = Bounded::new(self.open()?, room).read_to_end(&mut bytes);
        read.map_err(|error| self.failed(error))?;
        Ok(bytes)
    }

    /// The failure to read the source.
    pub(super) fn failed(&self, error: io::Error) -> Failure {
        let name = self.name();
        match room::exceeded(&error) {
            Some(Room::Memory(most)) => Failure::Memory {
                words: format!("the text of {name} has more than {most} bytes"),
            },
            Some(Room::Program(most)) => Failure::TooLong { name, most },
            None => Failure::Read { name, error },
        }
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
