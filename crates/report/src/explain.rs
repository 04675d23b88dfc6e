//! Why a problem has no solution.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;

use serde::{Serialize, Serializer};

use super::{Ending, Report};
use quadrille_core::reduce::{NoCover, Step};
use quadrille_core::shared::Each;
use quadrille_core::text::solutions::{NamedOption, Words};
use quadrille_core::text::{WriteError, quantity};
use quadrille_core::{Answer, Colouring, Conflict, Explanation, ItemId, OptionId, Problem, Stop};

/// At most this many steps of a proof are written as text.
const STEPS: usize = 20;

/// An explanation: the items that cannot be covered together, one a line, and the forced options
/// that are part of the conflict. Or the weights that prove that there is no solution, one a line,
/// each with its items.
///
/// * `{"items":["a","b"],"undecided":[],"proof":{...},"stop":"exhausted"}`: these items cannot be
///   covered together. The `undecided` ones may not be needed: a limit stopped the search before
///   this was known. The [proof](Refutation) is there if the rules of
///   [`reduce()`](quadrille_core::reduce::reduce) find one. If forced options are part of the
///   conflict, `forced` names them, and `undecided_forced` those that may not be needed.
/// * `{"weights":[{"item":"a","weight":1},...],"modulus":2,"total":1,"stop":"exhausted"}`: a
///   [`Colouring`]. Without `modulus`, the sums are sums of integers. If forced options are part of
///   the argument, `forced` lists them with their weights, and `forbidden` the forbidden options
///   that are part of it.
/// * `{"options":[...],"stop":"enough solutions"}`: there is a solution, this one.
/// * `{"stop":"time limit"}`: a limit stopped the search before it was known whether there is a
///   solution.
#[derive(Clone, Copy, Debug)]
pub struct Explained<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The explanation.
    pub answer: &'a Answer<Explanation>,
}

impl Ending for Explained<'_> {
    fn stop(&self) -> Stop {
        self.answer.stop
    }

    fn is_answer(&self) -> bool {
        let value = &self.answer.value;
        matches!(value, Explanation::Conflict(_) | Explanation::Colouring(_))
    }

    fn remark(&self, stop_reason: &str) -> String {
        match &self.answer.value {
            Explanation::Conflict(conflict) => describe(self.problem, conflict, stop_reason),
            Explanation::Colouring(argument) => describe_weights(self.problem, argument),
            Explanation::Cover(_) => "nothing to explain: there is a solution".to_owned(),
            Explanation::Unknown => {
                format!("stopped by {stop_reason}: it is not known whether there is a solution")
            }
        }
    }
}

/// Describes a conflict in words.
fn describe(problem: &Problem, conflict: &Conflict, stop_reason: &str) -> String {
    let primary = problem.items().filter(|&item| problem.is_primary(item));
    let (items, options) = (conflict.items.len(), conflict.options.len());
    let forced = quantity(options, "forced option");
    let mut words = match (items, options) {
        (0, 1) => "1 forced option is in no solution".to_owned(),
        (0, _) => format!("{forced} cannot be in the same solution"),
        _ => format!(
            "{items} of {} cannot be covered",
            quantity(primary.count(), "item")
        ),
    };
    words += match (items, options) {
        (0, _) | (1, 0) => "",
        _ => " together",
    };
    if items > 0 && options > 0 {
        words += &format!(" with {forced}");
    }
    let open = conflict.undecided.len() + conflict.undecided_options.len();
    if open > 0 {
        words += &format!("\nstopped by {stop_reason}: {open} of them may not be needed");
    } else if items + options > 1 {
        words += "\nall of them are needed for the conflict";
    }
    if let Some(no_cover) = &conflict.proof {
        words += &format!("\n{}", Refutation { problem, no_cover });
    }
    words
}

/// Describes weights in words.
fn describe_weights(problem: &Problem, argument: &Colouring) -> String {
    let modulo = match argument.modulus {
        Some(modulus) => format!("modulo {modulus}, "),
        None => String::new(),
    };
    let mut words = format!(
        "no solution: {modulo}the weights of every option add up to 0, but those of all items add up \
         to {}",
        argument.total
    );
    if argument.weights.len() < problem.item_count() {
        words += "\nitems that are not listed have the weight 0";
    }
    let is_multiple = |&(item, _): &(ItemId, i64)| problem.multiplicity(item) != Some(1..=1);
    if argument.weights.iter().any(is_multiple) {
        words += "\nan item that must be covered several times counts as often";
    }
    if !argument.options.is_empty() {
        words += "\na forced option adds its own weight to both sums";
    }
    if !argument.forbidden.is_empty() {
        words += "\nonly forbidden options have other sums";
    }
    words
}

/// Writes the weights, first the smallest: each with its items on a line.
fn write_weights(
    problem: &Problem,
    argument: &Colouring,
    out: &mut impl Write,
) -> Result<(), WriteError> {
    let signed = |weight: i64| match argument.modulus {
        Some(_) => weight.to_string(),
        None => format!("{weight:+}"),
    };
    let mut groups: BTreeMap<_, Vec<ItemId>> = BTreeMap::new();
    for &(item, weight) in &argument.weights {
        let group = groups.entry((weight.unsigned_abs(), weight < 0, weight));
        group.or_default().push(item);
    }
    for ((_, _, weight), items) in groups {
        write!(out, "{}:", signed(weight))?;
        for item in items {
            write!(out, " {}", problem.display_item(item))?;
        }
        writeln!(out)?;
    }
    for &(option, weight) in &argument.options {
        let words = Words::from(problem).of(option);
        writeln!(out, "{}, forced: {words}", signed(weight))?;
    }
    for &option in &argument.forbidden {
        writeln!(out, "forbidden: {}", Words::from(problem).of(option))?;
    }
    Ok(())
}

impl Report for Explained<'_> {
    fn write_text(&self, out: &mut impl Write) -> Result<(), WriteError> {
        if let Explanation::Conflict(conflict) = &self.answer.value {
            for &item in &conflict.items {
                writeln!(out, "{}", self.problem.display_item(item))?;
            }
            for &option in &conflict.options {
                writeln!(out, "forced: {}", Words::from(self.problem).of(option))?;
            }
        }
        if let Explanation::Colouring(argument) = &self.answer.value {
            write_weights(self.problem, argument, out)?;
        }
        Ok(())
    }
}

/// An item of a colouring.
#[derive(Serialize)]
struct Weighted<'a> {
    item: &'a str,
    weight: i64,
}

/// A forced option of a colouring.
#[derive(Serialize)]
struct Forced<'a> {
    option: NamedOption<'a>,
    weight: i64,
}

/// An explanation as JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum Document<'a, O> {
    Conflict {
        items: Vec<&'a str>,
        undecided: Vec<&'a str>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        forced: Vec<NamedOption<'a>>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        undecided_forced: Vec<NamedOption<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        proof: Option<Refutation<'a>>,
        stop: Stop,
    },
    Colouring {
        weights: Vec<Weighted<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        modulus: Option<u32>,
        total: i64,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        forced: Vec<Forced<'a>>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        forbidden: Vec<NamedOption<'a>>,
        stop: Stop,
    },
    Cover {
        options: O,
        stop: Stop,
    },
    Unknown {
        stop: Stop,
    },
}

impl Serialize for Explained<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (problem, stop) = (self.problem, self.answer.stop);
        let names = |items: &[ItemId]| items.iter().map(|&item| problem.name(item)).collect();
        let words = Words::from(problem);
        let options =
            |options: &[OptionId]| options.iter().map(|&option| words.of(option)).collect();
        let document = match &self.answer.value {
            Explanation::Conflict(conflict) => Document::Conflict {
                items: names(&conflict.items),
                undecided: names(&conflict.undecided),
                forced: options(&conflict.options),
                undecided_forced: options(&conflict.undecided_options),
                proof: conflict
                    .proof
                    .as_ref()
                    .map(|no_cover| Refutation { problem, no_cover }),
                stop,
            },
            Explanation::Colouring(argument) => Document::Colouring {
                weights: (argument.weights.iter())
                    .map(|&(item, weight)| Weighted {
                        item: problem.name(item),
                        weight,
                    })
                    .collect(),
                modulus: argument.modulus,
                total: argument.total,
                forced: (argument.options.iter())
                    .map(|&(option, weight)| Forced {
                        option: words.of(option),
                        weight,
                    })
                    .collect(),
                forbidden: options(&argument.forbidden),
                stop,
            },
            Explanation::Cover(cover) => Document::Cover {
                options: Each(|| cover.iter().map(|option| Words::from(problem).of(option))),
                stop,
            },
            Explanation::Unknown => Document::Unknown { stop },
        };
        document.serialize(serializer)
    }
}

/// A proof that there is no solution, with the names of the problem. As text: a line for the
/// conclusion and a line for each of the first 20 steps. As JSON, all steps:
/// `{"item":"c","steps":[{"rule":"forced","option":{"option":0,"items":["a","b"]},"item":"a"}]}`,
/// where a [step](Step) of the rule `excluded` also names the forced option as `beside`.
#[derive(Clone, Copy, Debug)]
pub struct Refutation<'a> {
    /// The problem that has no solution.
    pub problem: &'a Problem,
    /// The proof.
    pub no_cover: &'a NoCover,
}

impl fmt::Display for Refutation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proof = self.no_cover.display(self.problem).to_string();
        let lines: Vec<&str> = proof.lines().take(STEPS + 1).collect();
        f.write_str(&lines.join("\n"))?;
        match self.no_cover.steps().len().saturating_sub(STEPS) {
            0 => Ok(()),
            more => write!(f, "\n  and {}", quantity(more, "more step")),
        }
    }
}

impl Serialize for Refutation<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Document<'a, L> {
            item: &'a str,
            steps: L,
        }

        #[derive(Serialize)]
        #[serde(tag = "rule", rename_all = "lowercase")]
        enum Line<'a> {
            Forced {
                option: NamedOption<'a>,
                item: &'a str,
            },
            Excluded {
                option: NamedOption<'a>,
                beside: NamedOption<'a>,
                item: &'a str,
            },
            Unsupported {
                option: NamedOption<'a>,
                item: &'a str,
            },
        }

        let problem = self.problem;
        let (item, named) = (
            |item| problem.name(item),
            |option| Words::from(problem).of(option),
        );
        let line = |&step: &Step| match step {
            Step::Forced { option, item: of } => Line::Forced {
                option: named(option),
                item: item(of),
            },
            Step::Excluded {
                option,
                beside,
                item: of,
            } => Line::Excluded {
                option: named(option),
                beside: named(beside),
                item: item(of),
            },
            Step::Unsupported { option, item: of } => Line::Unsupported {
                option: named(option),
                item: item(of),
            },
        };
        let document = Document {
            item: item(self.no_cover.item()),
            steps: Each(|| self.no_cover.steps().iter().map(line)),
        };
        document.serialize(serializer)
    }
}
