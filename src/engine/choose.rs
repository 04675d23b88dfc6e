//! The choice of an engine, with the reason for it.

use std::fmt;
use std::sync::Arc;

use crate::ask::{Meter, Stop};

use super::sharpen::{
    Learns, Means, again, work_of_compiling, work_on_lanes, work_on_links, work_on_rows,
};
use super::{Costs, Engine, Kernels, Lanes, Learn, Links, Lists, Multiple, Rows, Settings, Walk};
use super::{EngineChoice, EngineName};
use crate::policy::{LearnPolicies, Policies};
use crate::problem::Problem;

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
    /// The other engines have no tables to share and are compiled anew for each search. But the
    /// engine `links` may start again on bits.
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
            Compiled::None(_) if self.name == EngineName::Costs => costs(problem, policies, meter),
            Compiled::None(means) => compile_links(problem, means.as_deref().cloned(), meter),
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
    meter: &mut Meter<'_>,
) -> Result<Choice, Stop> {
    let without_tables = |name: EngineName, reason| Choice {
        name,
        reason,
        tree: name.to_string(),
        compiled: Compiled::None(None),
    };
    if let EngineChoice::Prefer(name @ (EngineName::Links | EngineName::Costs)) = settings.engine {
        return Ok(without_tables(name, "requested".to_owned()));
    }
    let size = Size::of(problem, meter)?;
    if settings.few_questions && settings.engine == EngineChoice::Auto {
        let kernels = Kernels::new(settings.vectors);
        // Lanes of any size are narrower than none. They support no multiplicities.
        let lane_bits = (!size.multiple).then_some(usize::MAX);
        let means = size.means(problem, settings, kernels, size.work_on_links(), lane_bits);
        return Ok(Choice {
            tree: format!("{} few {}", EngineName::Links, second_tree(settings)),
            compiled: Compiled::None(means.map(Box::new)),
            ..without_tables(EngineName::Links, "few questions are asked".to_owned())
        });
    }
    let layouts = size.layouts();
    let fits = |layout: &&(Layout, usize)| layout.1 <= settings.memory;
    let Some(&(layout, bytes)) = layouts.iter().find(fits) else {
        let least = layouts.iter().map(|&(_, bytes)| bytes).min();
        let reason = match least {
            Some(least) => format!(
                "bits would need {} of memory, more than the {} that it may use",
                Bytes(least),
                Bytes(settings.memory)
            ),
            None => "the problem has too many items or options for bits".to_owned(),
        };
        let kernels = Kernels::new(settings.vectors);
        let means = size.means(problem, settings, kernels, size.work_on_links(), None);
        let (name, reason) = size.named(settings, EngineName::Links, reason);
        return Ok(Choice {
            tree: format!("{} {}", EngineName::Links, second_tree(settings)),
            compiled: Compiled::None(means.map(Box::new)),
            ..without_tables(name, reason)
        });
    };
    let kernels = Kernels::new(settings.vectors);
    let rule = settings.subset_rule.then_some(settings.policies.bits);
    let means = |work, lane_bits| size.means(problem, settings, kernels, work, lane_bits);
    let lanes = |bits| {
        let bits = bits * size.primary;
        means(work_on_lanes(bits), Some(bits))
    };
    let engine = match layout {
        Layout::Lanes16 => {
            let tree = Lanes::<u16, 32>::compile(problem, kernels, rule, meter)?;
            again(Box::new(Walk::new(tree)), lanes(16))
        }
        Layout::Lanes32 => {
            let tree = Lanes::<u32, 16>::compile(problem, kernels, rule, meter)?;
            again(Box::new(Walk::new(tree)), lanes(32))
        }
        Layout::Lanes64 => {
            let tree = Lanes::<u64, 8>::compile(problem, kernels, rule, meter)?;
            again(Box::new(Walk::new(tree)), lanes(64))
        }
        Layout::Lists => {
            // Rows gain nothing on tilings.
            let learns = settings.learns() == Learns::AtOnce;
            let means = if learns {
                means(work_on_rows(size.primary), None)
            } else {
                None
            };
            let tree = Lists::compile(problem, kernels, meter)?;
            again(Box::new(Walk::new(tree)), means)
        }
        Layout::Rows => {
            let tree = Rows::compile(problem, kernels, 0, meter)?;
            again(
                Box::new(Walk::new(tree)),
                means(work_on_rows(size.primary), None),
            )
        }
    };
    let (why, memory, vectors) = (size.why(layout), Bytes(bytes), kernels.vectors());
    let reason = format!("{layout}, because {why}; {vectors}; at most {memory} of memory");
    let (name, reason) = size.named(settings, EngineName::Bits, reason);
    Ok(Choice {
        name,
        reason,
        tree: format!("{layout:?} {rule:?} {}", second_tree(settings)),
        compiled: Compiled::Bits(engine),
    })
}

impl Settings {
    /// When a walk learns from conflicts.
    fn learns(&self) -> Learns {
        match self.engine {
            EngineChoice::Prefer(EngineName::Learn) => Learns::AtOnce,
            EngineChoice::Auto if self.learning => Learns::Late,
            _ => Learns::Never,
        }
    }
}

/// What the order of the solutions depends on if the engine starts again, as text.
fn second_tree(settings: &Settings) -> String {
    let policies = settings.policies.sharpen;
    let (rule, weights, learns) = (settings.support_rule, settings.weights, settings.learns());
    let learning = settings.policies.learn;
    let memory = settings.memory;
    format!("{rule} {weights} {learns:?} {memory} {policies:?} {learning:?}")
}

/// Compiles the engine `links`, which never starts again on another layout.
pub(crate) fn links(problem: &Problem, meter: &mut Meter<'_>) -> Result<Box<dyn Engine>, Stop> {
    compile_links(problem, None, meter)
}

/// Compiles the engine `links`, in the variant that the problem needs.
fn compile_links(
    problem: &Problem,
    means: Option<Means>,
    meter: &mut Meter<'_>,
) -> Result<Box<dyn Engine>, Stop> {
    let walk: Box<dyn Engine> = match (problem.has_multiplicities(), problem.has_colours()) {
        (false, false) => Box::new(Walk::new(Links::<false>::compile(problem, meter)?)),
        (false, true) => Box::new(Walk::new(Links::<true>::compile(problem, meter)?)),
        (true, false) => Box::new(Walk::new(Multiple::<false>::compile(problem, meter)?)),
        (true, true) => Box::new(Walk::new(Multiple::<true>::compile(problem, meter)?)),
    };
    Ok(again(walk, means))
}

/// Compiles the engine for the cheapest solutions. O(total size of the problem).
pub(crate) fn costs(
    problem: &Problem,
    policies: &Policies,
    meter: &mut Meter<'_>,
) -> Result<Box<dyn Engine>, Stop> {
    let costs = Costs::compile(problem, policies.costs, meter)?;
    Ok(Box::new(Walk::new(costs)))
}

/// How the engine `bits` represents a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Lanes16,
    Lanes32,
    Lanes64,
    Lists,
    Rows,
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lanes16 => "lanes of 16 bits",
            Self::Lanes32 => "lanes of 32 bits",
            Self::Lanes64 => "lanes of 64 bits",
            Self::Lists => "lists of options",
            Self::Rows => "rows of options",
        })
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

/// The facts about a problem that decide the choice.
struct Size {
    /// Options that are not dropped.
    options: usize,
    /// Uses of items by all options together.
    uses: usize,
    items: usize,
    primary: usize,
    /// The largest number of options of a primary item.
    widest: usize,
    coloured: bool,
    /// Whether there are multiplicities.
    multiple: bool,
    /// An upper bound of the depth of the tree: options in a solution and items left uncovered.
    levels: usize,
}

impl Size {
    /// O(total size of the problem).
    fn of(problem: &Problem, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut counts = vec![0; problem.item_count()];
        let mut options = 0;
        for option in problem.options() {
            let items = problem.items_of(option);
            for &item in items {
                counts[item.index()] += 1;
            }
            options += usize::from(!problem.is_dropped(option));
            meter.spend(2 * items.len() + 1)?;
        }
        meter.spend(4 * counts.len())?;
        let primary = || problem.primary_items();
        let widest = primary().map(|item| counts[item.index()]).max();
        Ok(Self {
            options,
            uses: problem.use_count(),
            items: problem.item_count(),
            primary: primary().count(),
            widest: widest.unwrap_or(0),
            coloured: problem.has_colours(),
            multiple: problem.has_multiplicities(),
            levels: primary()
                .map(|item| problem.bounds(item).1 as usize + 1)
                .sum(),
        })
    }

    /// What an engine needs to start again. `None` if neither the rule nor the weights are used.
    fn means(
        &self,
        problem: &Arc<Problem>,
        settings: &Settings,
        kernels: Kernels,
        node_work: u64,
        lane_bits: Option<usize>,
    ) -> Option<Means> {
        let learns = settings.learns();
        if !settings.support_rule && !settings.weights && learns != Learns::AtOnce {
            return None;
        }
        let policies = settings.policies.sharpen;
        let patience = work_of_compiling(self.uses, self.options) as f64 * policies.patience;
        Some(Means {
            problem: Arc::clone(problem),
            kernels,
            memory: settings.memory,
            subset_rule: settings.subset_rule.then_some(settings.policies.bits),
            most: if settings.support_rule {
                policies.largest
            } else {
                0
            },
            has_weights: settings.weights,
            policies,
            learning: LearnPolicies {
                rows: match settings.few_questions {
                    true => settings.policies.learn.few,
                    false => settings.policies.learn.rows,
                },
                ..settings.policies.learn
            },
            learns,
            compiled_for: None,
            watched: match learns {
                Learns::AtOnce => 0,
                _ => ((patience / node_work as f64) as u64).saturating_add(1),
            },
            node_work,
            lane_bits,
        })
    }

    /// The engine that answers, and the reason: if learning is requested it follows the first walk at
    /// once, where its tables fit into the memory. Assumptions are not known here: with many of them,
    /// smaller tables may fit.
    fn named(
        &self,
        settings: &Settings,
        first: EngineName,
        reason: String,
    ) -> (EngineName, String) {
        if settings.learns() != Learns::AtOnce {
            return (first, reason);
        }
        let bytes = Learn::memory(self.options, self.uses, self.items);
        match bytes <= settings.memory {
            true => (EngineName::Learn, "requested".to_owned()),
            false => {
                let (bytes, memory) = (Bytes(bytes), Bytes(settings.memory));
                let reason = format!(
                    "learn would need {bytes} of memory, more than the {memory} that it may use"
                );
                (first, reason)
            }
        }
    }

    /// The work of a node of the engine `links`: about that of covering one item.
    fn work_on_links(&self) -> u64 {
        work_on_links(self.uses, self.options, self.primary)
    }

    /// Why a layout suits the problem, in words for people.
    fn why(&self, layout: Layout) -> String {
        let most = match layout {
            Layout::Lanes16 => 15,
            Layout::Lanes32 => 31,
            Layout::Lanes64 => 63,
            Layout::Rows if self.multiple => return "the problem has multiplicities".to_owned(),
            _ if self.widest > 63 => return format!("an item has {} options", self.widest),
            _ => return "lanes would be too large".to_owned(),
        };
        format!("no item has more than {most} options")
    }

    /// The layouts that can hold the problem, the best first, with the bytes that they need.
    fn layouts(&self) -> Vec<(Layout, usize)> {
        let (options, primary) = (self.options, self.primary);
        let rows = || {
            let levels = self.levels.min(options + primary);
            let bytes = Rows::memory(options, primary, levels)?;
            Some((Layout::Rows, bytes))
        };
        if self.multiple {
            return rows().into_iter().collect();
        }
        let bytes = [
            (
                16,
                Layout::Lanes16,
                Lanes::<u16, 32>::memory as fn(_, _) -> _,
            ),
            (32, Layout::Lanes32, Lanes::<u32, 16>::memory),
            (64, Layout::Lanes64, Lanes::<u64, 8>::memory),
        ];
        let lanes = bytes.into_iter().filter(|&(bits, ..)| self.widest < bits);
        let lanes = lanes.filter_map(|(_, layout, bytes)| Some((layout, bytes(options, primary)?)));
        let lists = || {
            let bytes = Lists::memory(options, primary, self.items)?;
            Some((Layout::Lists, bytes))
        };
        let other = if self.coloured { rows() } else { lists() };
        lanes.take(1).chain(other).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Limits;
    use crate::ask::Budget;
    use crate::engine::Costs;

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
        let bits = Settings::new().memory(1 << 32);
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
                let choice = choose(&Arc::new(problem.clone()), settings, &mut meter)?;
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
            let costs = Costs::compile(&problem, settings.policies.costs, &mut budget.meter());
            if problem.size() > 1 << 18 {
                assert_eq!(costs.map(|_| ()), Err(Stop::Time));
            }
        }
    }

    #[test]
    fn lanes_are_used_only_if_bit_numbers_fit() {
        let layouts = |primary| {
            Size {
                options: 1,
                uses: 1,
                items: primary,
                primary,
                widest: 1,
                coloured: false,
                multiple: false,
                levels: primary,
            }
            .layouts()
        };
        let lanes = |primary| layouts(primary).iter().any(|l| l.0 == Layout::Lanes16);
        // With an eighth more chunks, to keep items of one group together: 127 chunks.
        assert!(lanes(113 * 32));
        assert!(!lanes(113 * 32 + 1));
    }
}
