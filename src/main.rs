//! The program `quadrille`. The crate `quadrille_cli` has its command line, so that other programs
//! can contain it.

mod closed;

fn main() -> std::process::ExitCode {
    quadrille_cli::run(std::env::args_os(), closed::stdout_was_closed()).into()
}
