//! The command line of quadrille.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
