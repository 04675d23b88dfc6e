//! The program `quadrille`. Its command line is in the library, so that other programs can contain it.

mod closed;

fn main() -> std::process::ExitCode {
    quadrille::cli::run(std::env::args_os(), closed::stdout_was_closed()).into()
}
