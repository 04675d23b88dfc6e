//! `--force` and `--forbid`; the reasons against a solution that are seen without a search; and the
//! next step where there is none.

use std::path::Path;

use clap::{Args, ValueEnum};
use quadrille_core::count::Diagram;
use quadrille_core::text::quantity;
use quadrille_core::text::solutions::{UnknownOption, Words};
use quadrille_core::{Assumptions, Flaw, OptionId, Problem, flaws};

use super::interrupt::Interrupt;
use super::message;
use super::outcome::{Failure, Outcome};
use super::shell::{path_word, quoted};

/// At most this many reasons of a kind are reported.
const REASONS: usize = 3;

#[derive(Args)]
pub(super) struct AssumeArguments {
    /// Keep only solutions with this option: number or items
    ///
    /// The number counts from 0. The items are joined by spaces, in any order, each with its colour
    /// if it has one: --force 'cook Ann'. A single number is always an option number. If several
    /// options have these items, give a number. May be repeated. If forced options conflict, there
    /// is no solution.
    #[arg(
        long,
        value_name = "OPTION",
        allow_hyphen_values = true,
        help_heading = "Assumptions"
    )]
    force: Vec<String>,

    /// Keep only solutions without this option: number or items
    ///
    /// The option is given as for --force. If several options have these items, all of them are
    /// forbidden. May be repeated.
    #[arg(
        long,
        value_name = "OPTION",
        allow_hyphen_values = true,
        help_heading = "Assumptions"
    )]
    forbid: Vec<String>,
}

impl AssumeArguments {
    /// Looks the options up. Reports at once why there is no solution, if this is obvious. `source`
    /// is the part of a command line that names the problem.
    pub(super) fn of_problem(
        &self,
        problem: &Problem,
        source: &[String],
        interrupt: &Interrupt,
    ) -> Result<Assumed, Failure> {
        let assumptions = self.of_options(problem, interrupt)?;
        let is_obvious = report_reasons(problem, &assumptions);
        let next_step = (!is_obvious).then(|| self.next_step(source));
        Ok(Assumed {
            assumptions,
            next_step,
        })
    }

    /// Looks the options up.
    pub(super) fn of_options(
        &self,
        problem: &Problem,
        interrupt: &Interrupt,
    ) -> Result<Assumptions, Failure> {
        interrupt.step("while looking up options");
        self.look_up(Words::Problem(problem), problem.option_count())
    }

    /// Keeps only the solutions of a diagram that satisfy the assumptions.
    pub(super) fn restrict(
        &self,
        diagram: Diagram,
        words: Words<'_>,
        interrupt: &Interrupt,
    ) -> Result<Diagram, Failure> {
        interrupt.step("while looking up options");
        let assumptions = self.look_up(words, diagram.option_count())?;
        if assumptions.is_empty() {
            return Ok(diagram);
        }
        Ok(diagram.restrict(&assumptions.forced(), &assumptions.forbidden()))
    }

    fn look_up(&self, words: Words<'_>, options: usize) -> Result<Assumptions, Failure> {
        let mut assumptions = Assumptions::new();
        for text in &self.force {
            assumptions.force(find_one("--force", text, (words, options))?);
        }
        for text in &self.forbid {
            for option in find("--forbid", text, (words, options))? {
                assumptions.forbid(option);
            }
        }
        Ok(assumptions)
    }

    /// The command that explains why there is no solution, and how to run it.
    fn next_step(&self, source: &[String]) -> String {
        let (how, source) = match source {
            [form @ .., file] if file == "-" => ("run with the same input", form),
            _ => ("run", source),
        };
        let mut words = vec!["quadrille".to_owned(), "explain".to_owned()];
        for (flag, options) in [("--force", &self.force), ("--forbid", &self.forbid)] {
            for option in options {
                words.extend([flag.to_owned(), quoted(option)]);
            }
        }
        words.extend(source.iter().map(|word| quoted(word)));
        format!("to find out why, {how}: {}", words.join(" "))
    }
}

/// Finds the options that a text names, among so many options.
fn find(
    flag: &str,
    text: &str,
    (words, options): (Words<'_>, usize),
) -> Result<Vec<OptionId>, Failure> {
    let unknown = |error: UnknownOption| Failure::usage(format!("{flag}: {error}"), error.help());
    words.find(options, text).map_err(unknown)
}

/// Finds the only option that a text names, among so many options.
pub(super) fn find_one(
    flag: &str,
    text: &str,
    among: (Words<'_>, usize),
) -> Result<OptionId, Failure> {
    match find(flag, text, among)?[..] {
        [option] => Ok(option),
        ref several => Err(ambiguous(flag, text, several)),
    }
}

/// The part of a command line that names a problem: its form, if it was given, and its file; `-` is
/// standard input.
pub(super) fn source_words<F: ValueEnum>(file: Option<&Path>, from: Option<&F>) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(form) = from.and_then(ValueEnum::to_possible_value) {
        words.extend(["--from".to_owned(), form.get_name().to_owned()]);
    }
    words.push(match file {
        Some(file) if file != Path::new("-") => path_word(file),
        _ => "-".to_owned(),
    });
    words
}

fn ambiguous(flag: &str, text: &str, options: &[OptionId]) -> Failure {
    let mut numbers = String::new();
    for (place, option) in options.iter().enumerate() {
        let separator = match place {
            0 => "",
            _ if place + 1 == options.len() => " and ",
            _ => ", ",
        };
        numbers += &format!("{separator}{option}");
    }
    Failure::usage(
        format!("{flag}: \"{text}\" is the text of options {numbers}"),
        "give the number of one of them",
    )
}

/// What is assumed, and what to do if there is no solution.
#[derive(Default)]
pub(super) struct Assumed {
    pub(super) assumptions: Assumptions,
    /// How to find out why; `None` if the reason was reported.
    next_step: Option<String>,
}

impl Assumed {
    /// Names the next step if there is no solution. The answer is printed.
    pub(super) fn end(&self, outcome: Outcome) -> Outcome {
        if let (Outcome::NoSolution, Some(next_step)) = (outcome, &self.next_step) {
            message::help(next_step);
        }
        outcome
    }
}

/// Reports reasons against a solution that are seen without a search. Returns whether there are
/// any.
fn report_reasons(problem: &Problem, assumptions: &Assumptions) -> bool {
    let forbidden = assumptions.forbidden();
    let conflicts = conflicts(problem, assumptions);
    let short = items_without_options(problem, &forbidden);
    let add = "add an option that contains it, or declare the item as secondary";
    let add = Some(add).filter(|_| forbidden.is_empty() && short.len() == 1);
    let kinds = [
        (&conflicts, None, "more conflict", "of forced options"),
        (&short, add, "more item", "without enough options"),
    ];
    for (reasons, help, noun, rest) in kinds {
        for reason in reasons.iter().take(REASONS) {
            message::note_with(format_args!("{reason}, so there is no solution"), help);
        }
        if reasons.len() > REASONS {
            let more = quantity(reasons.len() - REASONS, noun);
            message::note(format_args!("and {more} {rest}"));
        }
    }
    !conflicts.is_empty() || !short.is_empty()
}

/// The forced options that no solution can hold.
fn conflicts(problem: &Problem, assumptions: &Assumptions) -> Vec<String> {
    let (forced, forbidden) = (assumptions.forced(), assumptions.forbidden());
    let both = forced.iter().filter(|option| forbidden.contains(option));
    let both = both.map(|&option| {
        let items = problem.display_option(option);
        format!("option {option} ({items}) is both forced and forbidden")
    });
    let is_too_often = |flaw: &Flaw| match *flaw {
        Flaw::NotCovered(_) => false,
        Flaw::WrongMultiplicity { item, times } => problem
            .multiplicity(item)
            .is_some_and(|allowed| times > *allowed.end()),
        _ => true,
    };
    let flaws = if forced.is_empty() {
        Vec::new()
    } else {
        flaws(problem, &forced)
    };
    let flaws = flaws.into_iter().filter(is_too_often);
    let flaws = flaws.map(|flaw| format!("with the forced options, {}", flaw.display(problem)));
    both.chain(flaws).collect()
}

/// The items that have fewer options than they need.
fn items_without_options(problem: &Problem, forbidden: &[OptionId]) -> Vec<String> {
    let mut left = vec![0_u32; problem.item_count()];
    for option in problem.options() {
        if forbidden.binary_search(&option).is_err() {
            for item in problem.items_of(option) {
                left[item.index()] += 1;
            }
        }
    }
    let mut reasons = Vec::new();
    for item in problem.items() {
        let needed = problem.multiplicity(item).map_or(0, |times| *times.start());
        let (left, name) = (left[item.index()], problem.display_item(item));
        let allowed = if forbidden.is_empty() {
            ""
        } else {
            " that are not forbidden"
        };
        match left {
            _ if left >= needed => {}
            0 => reasons.push(format!("item \"{name}\" has no options{allowed}")),
            _ => reasons.push(format!(
                "item \"{name}\" needs {needed} options and has only {left}{allowed}"
            )),
        }
    }
    reasons
}
