//! The layout of every `--help`: commands and flags in groups, and examples at the top.
//!
//! The files of the commands hold the texts. This file alone decides where they stand, so that all
//! commands look the same.

use std::fmt::Write;

use clap::builder::Resettable;
use clap::{Arg, Command};

/// The commands, grouped by what people want to do.
const COMMANDS: [(&str, &[&str]); 7] = [
    ("Solve", &["solve", "best", "explain"]),
    ("Count", &["count", "estimate", "sample", "compile"]),
    ("Long counts", &["split", "run", "merge"]),
    ("Check and change", &["check", "convert", "reduce"]),
    ("Tilings", &["tile"]),
    ("Sudoku", &["sudoku"]),
    ("Set up", &["completions", "manual", "help"]),
];

/// The shared flags in the order of their use, grouped. All others stand before them.
const FLAGS: [(&str, &[&str]); 4] = [
    ("Input", &["from", "shape", "judge"]),
    ("Limits", &["time", "nodes", "memory", "tries"]),
    (
        "Engine",
        &[
            "engine",
            "vectors",
            "no_subset_rule",
            "no_support_rule",
            "no_weights",
            "threads",
        ],
    ),
    (
        "Output",
        &[
            "to",
            "format",
            "output",
            "per_page",
            "title",
            "solutions",
            "captions",
            "progress",
            "stats",
        ],
    ),
];

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

/// Groups the flags of a command and of all its subcommands. Shared ones go to the end, in the
/// order of their table.
pub(super) fn group_flags(mut command: Command) -> Command {
    for (group, (heading, names)) in FLAGS.iter().enumerate() {
        for (place, name) in names.iter().enumerate() {
            let is_flag = |flag: &Arg| flag.get_id() == name && !flag.is_positional();
            if command.get_arguments().any(is_flag) {
                let order = 1000 * (group + 1) + place;
                // The flag moves to the end.
                command = command.mut_arg(name, |flag| {
                    flag.help_heading(*heading).display_order(order)
                });
            }
        }
    }
    command.mut_subcommands(group_flags)
}

/// Lays out the help of a command and of all its subcommands.
pub(super) fn lay_out(command: Command) -> Command {
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
    let is_root = command.get_name() == "quadrille";
    let command = command
        .long_about(long)
        .after_help(Resettable::Reset)
        .after_long_help(others)
        .mut_subcommands(lay_out);
    if is_root {
        let template = root_template(&command);
        command.help_template(template)
    } else {
        command
    }
}

/// The help of the whole program: the list of its commands in groups.
fn root_template(command: &Command) -> String {
    let header = command.get_styles().get_header();
    let literal = command.get_styles().get_literal();
    let mut list = String::new();
    for (heading, names) in COMMANDS {
        let _ = writeln!(list, "{header}{heading}:{header:#}");
        for name in names {
            let found = command.find_subcommand(name);
            let about = found.and_then(Command::get_about).map(ToString::to_string);
            let about = about.unwrap_or_else(|| "Print the help of a command".to_owned());
            let _ = writeln!(list, "  {literal}{name:11}{literal:#}  {about}");
        }
        list.push('\n');
    }
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}\
         {header}Options:{header:#}\n{{options}}{{after-help}}"
    )
}
