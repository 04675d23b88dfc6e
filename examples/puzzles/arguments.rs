//! Arguments, output and errors of the examples.

use std::error::Error;
use std::io::{self, StdoutLock, Write};
use std::process::ExitCode;

use quadrille::text::WriteError;

/// The words of the command line that have not been read yet.
pub struct Arguments(Vec<String>);

/// The largest size: larger problems would not fit into memory.
const LARGEST: usize = 1000;

impl Arguments {
    /// Reads a flag. Returns whether it was given.
    pub fn flag(&mut self, word: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|given| given != word);
        self.0.len() < before
    }

    /// Reads the word after a flag. Returns `None` if the flag was not given.
    ///
    /// # Errors
    /// If the flag is the last word.
    pub fn value(&mut self, flag: &str) -> Result<Option<String>, Box<dyn Error>> {
        let Some(place) = self.0.iter().position(|given| given == flag) else {
            return Ok(None);
        };
        if place + 1 == self.0.len() {
            return Err(format!("expected a value after {flag}").into());
        }
        self.0.remove(place);
        Ok(Some(self.0.remove(place)))
    }

    /// Reads the sizes, or returns the default if there are none. Must be called after all flags
    /// and their values are read.
    pub fn sizes<const N: usize>(&self, default: [usize; N]) -> Result<[usize; N], Box<dyn Error>> {
        if !self.0.is_empty() && self.0.len() != N {
            return Err(format!("expected {N} sizes or none, found: {}", self.0.join(" ")).into());
        }
        let mut sizes = default;
        for (size, word) in sizes.iter_mut().zip(&self.0) {
            match word.parse() {
                Ok(given) if given <= LARGEST => *size = given,
                _ => {
                    return Err(format!(
                        "invalid size \"{word}\", expected a number from 0 to {LARGEST}"
                    )
                    .into());
                }
            }
        }
        Ok(sizes)
    }
}

/// Runs an example with its arguments and standard output. A closed pipe (`| head -1`) ends it
/// quietly. Any other error is reported.
pub fn run(
    example: impl FnOnce(Arguments, &mut StdoutLock<'_>) -> Result<(), Box<dyn Error>>,
) -> ExitCode {
    let arguments = Arguments(std::env::args().skip(1).collect());
    match example(arguments, &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            // If this fails too, nothing is left to do.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    let io = match error.downcast_ref() {
        Some(WriteError::Io(io)) => Some(io),
        _ => error.downcast_ref::<io::Error>(),
    };
    io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
}
