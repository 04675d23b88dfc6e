//! `quadrille manual`: a man page for every command.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::help::{OUTPUT, Texts};
use super::interrupt::Interrupt;
use super::outcome::{Failure, Outcome};
use super::output;
use super::{Execute, Quadrille};

/// Print or write the man pages
///
/// Without -o, prints the page of the named command, or of quadrille itself if no command is named.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille manual sudoku generate | man -l -
  quadrille manual -o ~/.local/share/man/man1")]
pub(super) struct Manual {
    /// The command whose page is printed, such as 'solve' or 'sudoku generate'
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    words: Vec<String>,

    /// Write the pages of all commands to this folder, such as ~/.local/share/man/man1
    #[arg(short, long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, help_heading = OUTPUT)]
    output: Option<PathBuf>,
}

impl Execute for Manual {
    fn prints(&self) -> bool {
        self.output.is_none()
    }

    fn run(&self, _: &Interrupt) -> Result<Outcome, Failure> {
        let mut root = Quadrille::command().disable_help_subcommand(true);
        root.build();
        match &self.output {
            Some(folder) => {
                write_all(&root, folder).map_err(|error| output::failed(folder, error))?;
            }
            None => {
                let mut command = &root;
                for word in &self.words {
                    let found = command.find_subcommand(word);
                    command = found.ok_or_else(|| Failure::NoCommand(self.words.join(" ")))?;
                }
                output::print(&page(command).map_err(Failure::Write)?).map_err(Failure::Write)?;
            }
        }
        Ok(Outcome::Answered)
    }
}

/// Writes the pages of a command and of all its subcommands to a folder. Makes the folder if it
/// does not exist.
fn write_all(command: &Command, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let name = command.get_display_name().unwrap_or(command.get_name());
    fs::write(folder.join(format!("{name}.1")), page(command)?)?;
    let mut subcommands = command.get_subcommands();
    subcommands.try_for_each(|subcommand| write_all(subcommand, folder))
}

/// The page of a command: its sections in the usual order, then those of its help.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let texts = Texts::of(command);
    let version = env!("CARGO_PKG_VERSION");
    let man = Man::new(command.clone())
        .source(format!("quadrille {version}"))
        .manual("Quadrille manual");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    man.render_options_section(&mut page)?;
    let mut roff = Roff::new();
    for (heading, text) in &texts.sections {
        roff.control("SH", [&*heading.to_uppercase()]);
        // Lines stay as they are.
        roff.control("nf", []);
        text.lines().for_each(|line| {
            roff.text([roman(line)]);
        });
        roff.control("fi", []);
    }
    roff.to_writer(&mut page)?;
    Ok(page)
}
