//! `quadrille completions`.

use clap::Args;
use clap_complete::Shell;

use super::help::complete;
use super::interrupt::Interrupt;
use super::outcome::{Failure, Outcome};
use super::{Execute, command, output};

/// Print a script that completes commands and flags in a shell
///
/// To install it, run the line of your shell below once, and open a new shell.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille completions bash > quadrille.bash
  quadrille completions fish > quadrille.fish

Install:
  bash        echo 'eval \"$(quadrille completions bash)\"' >> ~/.bashrc
  zsh         echo 'autoload -Uz compinit && compinit; eval \"$(quadrille completions zsh)\"' >> ~/.zshrc
  fish        echo 'quadrille completions fish | source' >> ~/.config/fish/config.fish
  powershell  Add-Content $PROFILE 'quadrille completions powershell | Out-String | iex'
  elvish      echo 'eval (quadrille completions elvish | slurp)' >> ~/.config/elvish/rc.elv")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Execute for Completions {
    fn run(&self, _: &Interrupt) -> Result<Outcome, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(
            self.shell,
            &mut complete(command()),
            "quadrille",
            &mut script,
        );
        output::print(&script).map_err(Failure::Write)?;
        Ok(Outcome::Answered)
    }
}
