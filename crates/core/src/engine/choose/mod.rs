//! The choice of an engine, with the reason for it.

mod compile;
mod needs;
mod others;
mod size;

use std::fmt;
use std::sync::Arc;

use self::compile::Layout;
pub(crate) use self::compile::{costs, links};
pub(crate) use self::needs::memory_of;
use self::others::{means, tree_of_others};
use self::size::Size;
use super::contest::{FirstWalk, Learns, MakeProver, Means, with_others};
use super::{Engine, EngineChoice, EngineName, Kernels, Learn, Settings};
use crate::ask::{Contestant, Meter, Stop};
use crate::policy::Policies;
use crate::problem::{Problem, Sense};

/// The chosen engine and the reason, in words for people.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) name: EngineName,
    pub(crate) reason: String,
    /// What the search tree depends on besides the problem and the assumptions, as text.
    pub(crate) tree: String,
    compiled: Compiled,
}

/// What the searches of a choice share.
#[derive(Clone, Debug)]
enum Compiled {
    /// The engine `bits` at the root. Every search gets a clone, which shares its tables.
    Bits(Box<dyn Engine>),
    /// The other engines have no tables to share and are compiled anew for each search. But others
    /// may join the engine `links`.
    None(Option<Box<Means>>),
}

impl Choice {
    /// Returns an engine for a search of the problem that `choose` was called with. O(size of a
    /// state) for `bits`, O(total size of the options) for the others.
    pub(crate) fn engine(
        &self,
        problem: &Problem,
        policies: &Policies,
        meter: &mut Meter<'_>,
    ) -> Result<Box<dyn Engine>, Stop> {
        match &self.compiled {
            Compiled::Bits(bits) => Ok(bits.clone()),
            Compiled::None(_) if self.name == EngineName::Costs => {
                costs(problem, Sense::Min, policies, meter)
            }
            Compiled::None(means) => Ok(with_others(
                links(problem, meter)?,
                means.as_deref().cloned(),
            )),
        }
    }
}

/// Chooses an engine and compiles the problem for it. The engine is `bits` if its tables and states
/// fit into the memory limit of the settings, else `links`. The layout of `bits` is
///
/// * *lanes* if no primary item has more than 63 options and there are no multiplicities: lanes of
///   16, 32 or 64 bits, one of which is a flag;
/// * else *lists* of options if there are no colours and no multiplicities;
/// * else *rows* of options.
pub(crate) fn choose(
    problem: &Arc<Problem>,
    settings: &Settings,
    provers: &'static [(Contestant, MakeProver)],
    meter: &mut Meter<'_>,
) -> Result<Choice, Stop> {
    if let EngineChoice::Prefer(name @ (EngineName::Links | EngineName::Costs)) = settings.engine {
        return Ok(Choice {
            name,
            reason: "requested".to_owned(),
            tree: name.to_string(),
            compiled: Compiled::None(None),
        });
    }
    let chooser = Chooser {
        problem,
        settings,
        provers,
        size: Size::of(problem, meter)?,
    };
    // Links need no tables, so they begin at once: a solver that is asked little does not earn back
    // the time of compiling bits. A requested engine is used, however few questions there are.
    if settings.few_questions && settings.engine == EngineChoice::Auto {
        return Ok(chooser.links_first("few questions are asked".to_owned(), false));
    }
    let layouts = chooser.size.layouts();
    // The other half is for those that may join the walk.
    let most = match settings.engine {
        EngineChoice::Auto => settings.memory / 2,
        EngineChoice::Prefer(_) => settings.memory,
    };
    match layouts.iter().find(|layout| layout.1 <= most) {
        Some(&(layout, bytes)) => chooser.bits_first(layout, bytes, meter),
        // What assumptions and forced options leave may fit.
        None => Ok(chooser.links_first(too_large(&layouts, most), true)),
    }
}

/// What an engine is chosen for.
struct Chooser<'t> {
    problem: &'t Arc<Problem>,
    settings: &'t Settings,
    provers: &'static [(Contestant, MakeProver)],
    size: Size,
}

impl Chooser<'_> {
    /// The choice of `links` for the first walk. `is_too_large`: no layout of bits fits.
    fn links_first(&self, reason: String, is_too_large: bool) -> Choice {
        let mode = if is_too_large { "large" } else { "few" };
        let means = self.means(self.size.on_links(is_too_large), self.settings.memory);
        let tree = format!("{} {mode}", EngineName::Links);
        let compiled = Compiled::None(means.map(Box::new));
        self.choice(EngineName::Links, reason, &tree, compiled)
    }

    /// The choice of `bits` for the first walk, in a layout that needs this many bytes.
    fn bits_first(
        &self,
        layout: Layout,
        bytes: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Choice, Stop> {
        let Self { settings, size, .. } = self;
        let kernels = Kernels::new(settings.vectors);
        let rule = settings.subset_rule.then_some(settings.policies.bits);
        let walk = layout.compile(self.problem, kernels, rule, meter)?;
        let means = self.means(size.on_bits(layout), settings.memory.saturating_sub(bytes));
        let (why, vectors, memory) = (size.why(layout), kernels.vectors(), Bytes(bytes));
        let reason = format!("{layout}, because {why}; {vectors}; at most {memory} of memory");
        let tree = format!("{} {rule:?}", layout.tree());
        let compiled = Compiled::Bits(with_others(walk, means));
        Ok(self.choice(EngineName::Bits, reason, &tree, compiled))
    }

    /// What others need that may join the first walk.
    fn means(&self, first: FirstWalk, memory: usize) -> Option<Means> {
        means(self.problem, self.settings, first, memory, self.provers)
    }

    /// The choice with a first walk on an engine. `tree` is what its tree depends on.
    fn choice(&self, first: EngineName, reason: String, tree: &str, compiled: Compiled) -> Choice {
        let (name, reason) = self.named(first, reason);
        let others = tree_of_others(self.problem, self.settings);
        Choice {
            name,
            reason,
            tree: format!("{tree} {others}"),
            compiled,
        }
    }

    /// The engine that answers, and the reason: if learning is requested it follows the first walk
    /// at once, where its tables fit into the memory. Assumptions are not known here: with many of
    /// them, smaller tables may fit.
    fn named(&self, first: EngineName, reason: String) -> (EngineName, String) {
        let Self { settings, size, .. } = self;
        if settings.learns() != Learns::AtOnce {
            return (first, reason);
        }
        let bytes = Learn::memory(size.options, size.uses, size.items);
        if bytes <= settings.memory {
            (EngineName::Learn, "requested".to_owned())
        } else {
            let (bytes, memory) = (Bytes(bytes), Bytes(settings.memory));
            let reason = format!(
                "learn would need {bytes} of memory, more than the {memory} that it may use"
            );
            (first, reason)
        }
    }
}

/// Compiles the engine that these settings choose for a problem, which nothing from outside of the
/// engines joins.
pub(crate) fn engine_for(
    problem: &Arc<Problem>,
    settings: &Settings,
    meter: &mut Meter<'_>,
) -> Result<Box<dyn Engine>, Stop> {
    choose(problem, settings, &[], meter)?.engine(problem, &settings.policies, meter)
}

/// Why no layout of bits fits into the memory, in words for people.
fn too_large(layouts: &[(Layout, usize)], most: usize) -> String {
    match layouts.iter().map(|&(_, bytes)| bytes).min() {
        Some(least) => format!(
            "bits would need {} of memory, more than the {} that it may use",
            Bytes(least),
            Bytes(most)
        ),
        None => "the problem has too many items or options for bits".to_owned(),
    }
}

/// A number of bytes, rounded up, for people.
struct Bytes(usize);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            bytes @ ..1024 => write!(f, "{bytes} bytes"),
            bytes @ ..0x10_0000 => write!(f, "{} KB", bytes.div_ceil(1 << 10)),
            bytes => write!(f, "{} MB", bytes.div_ceil(1 << 20)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Limits;
    use crate::ask::Budget;
    use crate::engine::Costs;
    use crate::problem::Sense;

    /// A problem of `items` items with `options` options each. Each option also has the next `more`
    /// items and, if `coloured`, a secondary item with a colour.
    fn problem(items: usize, options: usize, more: usize, coloured: bool) -> Problem {
        let mut builder = Problem::builder();
        let ids: Vec<_> = (0..items)
            .map(|item| builder.primary(item.to_string()).unwrap())
            .collect();
        let last = builder.secondary("s").unwrap();
        for first in 0..items {
            for option in 0..options {
                let all = (first..=first + more).map(|item| ids[item % items]);
                let mut uses: Vec<(_, Option<String>)> = all.map(|item| (item, None)).collect();
                if coloured {
                    uses.push((last, Some(option.to_string())));
                }
                let uses = uses.iter().map(|(item, colour)| match colour {
                    Some(colour) => crate::Use::from((*item, colour.as_str())),
                    None => crate::Use::from(*item),
                });
                builder.option(uses).unwrap();
            }
        }
        builder.build()
    }

    /// Compiling any layout stops soon after the time limit is reached.
    #[test]
    fn compiling_any_layout_respects_the_time_limit() {
        let bits = Settings::new().memory(u32::MAX as usize);
        let links = bits.clone().engine(EngineChoice::Prefer(EngineName::Links));
        let cases = [
            ("links", problem(100, 2000, 1, false), &links),
            ("links", problem(100, 2000, 1, true), &links),
            ("lists", problem(100, 2000, 1, false), &bits),
            ("lanes of 16", problem(1000, 5, 2, false), &bits),
            ("lanes of 32", problem(1000, 7, 2, false), &bits),
            ("lanes of 64", problem(500, 20, 2, false), &bits),
            ("rows", problem(20, 500, 4, true), &bits),
        ];
        for (layout, problem, settings) in cases {
            let compile = |limits: &Limits| {
                let budget = Budget::start(limits);
                let mut meter = budget.meter();
                let choice = choose(&Arc::new(problem.clone()), settings, &[], &mut meter)?;
                let engine = choice.engine(&problem, &settings.policies, &mut meter)?;
                Ok((choice.reason, engine))
            };
            let over = Limits::new().time(Duration::ZERO);
            assert_eq!(compile(&over).map(|_| ()), Err(Stop::Time), "{layout}");
            let (reason, _) = compile(&Limits::new()).unwrap();
            assert!(
                reason.contains(layout) || layout == "links",
                "{layout}: {reason}"
            );
            let budget = Budget::start(&over);
            let costs = Costs::compile(
                &problem,
                Sense::Min,
                settings.policies.costs,
                &mut budget.meter(),
            );
            if problem.size() > 1 << 18 {
                assert_eq!(costs.map(|_| ()), Err(Stop::Time));
            }
        }
    }
}
