//! What the examples have in common: their arguments, their output, their errors.

use std::error::Error;
use std::io::{self, StdoutLock, Write};
use std::process::ExitCode;

use quadrille::text::WriteError;

/// The words of the command line that nobody has asked for yet.
pub struct Arguments(Vec<String>);

/// Sizes beyond this are refused: their instances would not fit into memory.
const LARGEST: usize = 1000;

impl Arguments {
    /// Whether this word was given.
    pub fn flag(&mut self, word: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|given| given != word);
        self.0.len() < before
    }

    /// The sizes given, and these where none was: to be asked last.
    pub fn sizes<const N: usize>(&self, default: [usize; N]) -> Result<[usize; N], Box<dyn Error>> {
        if !self.0.is_empty() && self.0.len() != N {
            return Err(format!("sizes expected: {N} or none, given: {}", self.0.join(" ")).into());
        }
        let mut sizes = default;
        for (size, word) in sizes.iter_mut().zip(&self.0) {
            match word.parse() {
                Ok(given) if given <= LARGEST => *size = given,
                _ => return Err(format!("not a size from 0 to {LARGEST}: {word}").into()),
            }
        }
        Ok(sizes)
    }
}

/// Runs an example with its arguments and standard output. A closed pipe (`| head -1`) ends it
/// quietly; any other error is told.
pub fn run(
    example: impl FnOnce(Arguments, &mut StdoutLock<'_>) -> Result<(), Box<dyn Error>>,
) -> ExitCode {
    let arguments = Arguments(std::env::args().skip(1).collect());
    match example(arguments, &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody is left to be told if this fails too.
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
