//! The choice of an engine, and the reason for it.

use std::fmt;

use crate::ask::{Meter, Stop};

use super::{Costs, Engine, Kernels, Lanes, Links, Lists, Multiple, Rows, Settings, Tree, Walk};
use super::{EngineChoice, EngineName};
use crate::policy::Policies;
use crate::problem::Problem;

/// An engine and why it was taken, in words for people.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) name: EngineName,
    pub(crate) reason: String,
    /// What its trees depend on beside the problem and assumptions, as text.
    pub(crate) tree: String,
    /// The engine at the root, of which every search takes a clone that shares its tables.
    /// The others have nothing to share, so that they are laid out for each search.
    bits: Option<Box<dyn Engine>>,
}

impl Choice {
    /// The engine for a search of the problem that was chosen for. O(size of a state) for `bits`,
    /// O(total size of the options) for the others.
    pub(crate) fn engine(
        &self,
        problem: &Problem,
        policies: &Policies,
        meter: &mut Meter<'_>,
    ) -> Result<Box<dyn Engine>, Stop> {
        match &self.bits {
            Some(bits) => Ok(bits.clone()),
            None if self.name == EngineName::Costs => costs(problem, policies, meter),
            None => dance(problem, meter),
        }
    }
}

/// Chooses an engine and lays the problem out for it. `bits` is taken wherever it can be:
///
/// * in *lanes* if no primary item has more than 63 options and there are no multiplicities:
///   lanes of 16, 32 or 64 bits, of which one is a flag;
/// * else as *lists* of options if there are no colours and multiplicities either;
/// * else in *rows* of options;
/// * and `links` if what `bits` needs for tables and states exceeds the memory that it may take.
pub(crate) fn choose(
    problem: &Problem,
    settings: &Settings,
    meter: &mut Meter<'_>,
) -> Result<Choice, Stop> {
    let without_tables = |name: EngineName, reason| Choice {
        name,
        reason,
        tree: name.to_string(),
        bits: None,
    };
    if let EngineChoice::Prefer(name @ (EngineName::Links | EngineName::Costs)) = settings.engine {
        return Ok(without_tables(name, "asked for".to_owned()));
    }
    let layouts = Size::of(problem, meter)?.layouts();
    let fits = |layout: &&(Layout, usize)| layout.1 <= settings.memory;
    let Some(&(layout, _)) = layouts.iter().find(fits) else {
        let least = layouts.iter().map(|&(_, bytes)| bytes).min();
        let reason = match least {
            Some(least) => format!(
                "bits would need {least} bytes, more than {}",
                settings.memory
            ),
            None => "too many items and options for bits".to_owned(),
        };
        return Ok(without_tables(EngineName::Links, reason));
    };
    let kernels = Kernels::new(settings.vectors);
    let rule = settings.subset_rule.then_some(settings.policies.bits);
    Ok(Choice {
        name: EngineName::Bits,
        tree: format!("{layout:?} {rule:?}"),
        bits: Some(match layout {
            Layout::Lanes16 => walk(Lanes::<u16, 32>::compile(problem, kernels, rule, meter)),
            Layout::Lanes32 => walk(Lanes::<u32, 16>::compile(problem, kernels, rule, meter)),
            Layout::Lanes64 => walk(Lanes::<u64, 8>::compile(problem, kernels, rule, meter)),
            Layout::Lists => walk(Lists::compile(problem, kernels, meter)),
            Layout::Rows => walk(Rows::compile(problem, meter)),
        }?),
        reason: match layout {
            Layout::Rows => layout.to_string(),
            _ => format!("{layout}; {}", kernels.vectors()),
        },
    })
}

/// The engine that walks a tree, if that was compiled.
fn walk<T>(compiled: Result<T, Stop>) -> Result<Box<dyn Engine>, Stop>
where
    Walk<T>: Engine + 'static,
    T: Tree,
{
    Ok(Box::new(Walk::new(compiled?)))
}

/// The engine `links`, of the kind that the problem needs.
fn dance(problem: &Problem, meter: &mut Meter<'_>) -> Result<Box<dyn Engine>, Stop> {
    match (problem.has_multiplicities(), problem.has_colours()) {
        (false, false) => walk(Links::<false>::compile(problem, meter)),
        (false, true) => walk(Links::<true>::compile(problem, meter)),
        (true, false) => walk(Multiple::<false>::compile(problem, meter)),
        (true, true) => walk(Multiple::<true>::compile(problem, meter)),
    }
}

/// The engine for the cheapest solutions. O(total size of the problem).
pub(crate) fn costs(
    problem: &Problem,
    policies: &Policies,
    meter: &mut Meter<'_>,
) -> Result<Box<dyn Engine>, Stop> {
    walk(Costs::compile(problem, policies.costs, meter))
}

/// How the engine `bits` lays a problem out.
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
            Self::Lanes16 => "lanes of 16 bits, no item has more than 15 options",
            Self::Lanes32 => "lanes of 32 bits, no item has more than 31 options",
            Self::Lanes64 => "lanes of 64 bits, no item has more than 63 options",
            Self::Lists => "lists of options, small enough for them",
            Self::Rows => "rows of options, with colours or multiplicities",
        })
    }
}

/// What the choice depends on.
struct Size {
    /// Options that are not dropped.
    options: usize,
    items: usize,
    primary: usize,
    /// The most options of a primary item.
    widest: usize,
    coloured: bool,
    /// Whether there are multiplicities.
    multiple: bool,
    /// The most options in a solution, and items that may be left alone.
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

    /// So many items with so many options each; each option also has some of the items that follow,
    /// and perhaps a colour.
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

    /// Every layout is given up on the way if the time is over, soon after the meter looks.
    #[test]
    fn compiling_is_stopped_on_the_way() {
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
                let choice = choose(&problem, settings, &mut meter)?;
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
    fn lanes_are_not_taken_beyond_the_numbers_that_they_hold() {
        let layouts = |primary| {
            Size {
                options: 1,
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
        // With an eighth more for items that groups connect: 127 chunks.
        assert!(lanes(113 * 32));
        assert!(!lanes(113 * 32 + 1));
    }
}
