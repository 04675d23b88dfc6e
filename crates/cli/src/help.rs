//! The layout of every `--help`: commands and flags in groups, and examples at the top.
//!
//! The files of the commands hold the texts, and each flag names its heading. `-h` shows the daily
//! flags on one screen; flags with `hide_short_help` are only in `--help`.

use std::fmt::Write;

use clap::Command;
use clap::builder::Resettable;

/// The headings of flags that many commands have. They stand in this order, because the structs of
/// arguments do; all other flags stand before them.
pub(super) const INPUT: &str = "Input";
pub(super) const LIMITS: &str = "Limits";
pub(super) const OUTPUT: &str = "Output";
pub(super) const ENGINE: &str = "Engine";

/// The display order of flags at the end of their group.
pub(super) const LAST: usize = 100;

/// The section of examples.
pub(super) const EXAMPLES: &str = "Examples";

/// What a help text consists of.
pub(super) struct Texts {
    /// One sentence.
    pub(super) sentence: String,
    /// The paragraphs after it.
    pub(super) details: String,
    /// What follows the flags, with headings, such as examples and exit codes.
    pub(super) sections: Vec<(String, String)>,
}

impl Texts {
    /// The texts of a command as its file states them.
    pub(super) fn of(command: &Command) -> Self {
        let text = |text: Option<&clap::builder::StyledStr>| text.map(ToString::to_string);
        let sentence = text(command.get_about()).unwrap_or_default();
        let long = text(command.get_long_about()).unwrap_or_default();
        let details = long.strip_prefix(&sentence).unwrap_or(&long).trim().into();
        let after = text(command.get_after_help()).unwrap_or_default();
        let mut sections: Vec<(String, String)> = Vec::new();
        for line in after.lines() {
            match (line.strip_suffix(':'), sections.last_mut()) {
                (Some(heading), _) if !line.starts_with(' ') => {
                    sections.push((heading.to_owned(), String::new()));
                }
                (_, Some((_, text))) => *text += &format!("{line}\n"),
                (_, None) => sections.push((String::new(), format!("{line}\n"))),
            }
        }
        for (_, text) in &mut sections {
            text.truncate(text.trim_end().len());
        }
        Self {
            sentence,
            details,
            sections,
        }
    }
}

/// Lays out the help of the program and of all its commands, which have these headings: each stands
/// above a number of commands.
pub(super) fn lay_out(root: Command, groups: &[(&str, usize)]) -> Command {
    let root = lay_out_texts(root);
    let template = root_template(&root, groups);
    root.help_template(template)
}

/// What `help` does, in our words.
const HELP: &str = "Print the help of a command";

/// Completes the program, which takes a millisecond: clap adds the commands `help`, with words of
/// its own.
pub(super) fn complete(mut root: Command) -> Command {
    root.build();
    describe_help(root)
}

/// Describes the command `help` of a command and of all its subcommands.
fn describe_help(command: Command) -> Command {
    let command = command.mut_subcommands(describe_help);
    if command.find_subcommand("help").is_none() {
        return command;
    }
    command.mut_subcommand("help", |help| help.about(HELP))
}

/// Puts the examples of a command and of all its subcommands first.
fn lay_out_texts(command: Command) -> Command {
    let texts = Texts::of(&command);
    let (examples, others): (Vec<_>, Vec<_>) = texts
        .sections
        .into_iter()
        .partition(|(heading, _)| heading == EXAMPLES);
    let mut long = texts.sentence;
    for (_, text) in examples {
        let _ = write!(long, "\n\n{EXAMPLES}:\n{text}");
    }
    if !texts.details.is_empty() {
        let _ = write!(long, "\n\n{}", texts.details);
    }
    let others = others.iter().map(|(heading, text)| match &**heading {
        "" => text.clone(),
        heading => format!("{heading}:\n{text}"),
    });
    let others = others.collect::<Vec<_>>().join("\n\n");
    command
        .long_about(long)
        .after_help(Resettable::Reset)
        .after_long_help(others)
        .mut_subcommands(lay_out_texts)
}

/// The help of the whole program: the list of its commands in groups.
fn root_template(root: &Command, groups: &[(&str, usize)]) -> String {
    let header = root.get_styles().get_header();
    let literal = root.get_styles().get_literal();
    let names = root.get_subcommands().map(Command::get_name);
    let width = names.map(str::len).max().unwrap_or(0);
    let line = |name: &str, about: &str| format!("  {literal}{name:width$}{literal:#}  {about}\n");
    let mut commands = root.get_subcommands();
    let mut list = String::new();
    for (heading, count) in groups {
        let _ = writeln!(list, "\n{header}{heading}:{header:#}");
        for command in commands.by_ref().take(*count) {
            let about = command.get_about().map(ToString::to_string);
            list += &line(command.get_name(), &about.unwrap_or_default());
        }
    }
    // Clap adds this command later.
    list += &line("help", HELP);
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{list}\n\
         {header}Options:{header:#}\n{{options}}{{after-help}}"
    )
}
