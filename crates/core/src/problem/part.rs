//! Problems made from a problem: with assumptions built in, or with only some options and items.

use super::{Demand, ItemId, Lists, Note, OptionId, Problem};

impl Problem {
    /// Builds assumptions into the problem. A forbidden option loses all its items. Each forced
    /// option gets a new primary item that no other option has; the new items come last, in the
    /// order of `forced`. All ids stay. O(size of the problem).
    ///
    /// `forced` and `forbidden` are ascending. `spend` receives the work done; its first error
    /// stops the construction.
    pub(crate) fn assuming<E>(
        &self,
        forced: &[OptionId],
        forbidden: &[OptionId],
        mut spend: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut whole = Self {
            items: Lists::default(),
            colours: Vec::new(),
            // The options of derived items may be forced or forbidden.
            sums: Default::default(),
            ..self.clone()
        };
        for option in self.options() {
            spend(8 * (1 + self.items_of(option).len()))?;
            if forbidden.binary_search(&option).is_err() {
                for (item, colour) in self.uses_of(option) {
                    whole.items.push(item);
                    whole.colours.push(colour);
                }
                // No solution uses a dropped option, so nothing may cover the new item.
                if let Ok(number) = forced.binary_search(&option)
                    && !self.is_dropped(option)
                {
                    let item = self.item_count() + number;
                    whole.items.push(ItemId::new(item as u32));
                    whole.colours.push(None);
                }
            }
            whole.items.close();
        }
        for option in forced {
            let mut name = format!("option {}", option.index());
            while whole.names.insert(&name).is_none() {
                name.push('\'');
            }
            whole.demands.push(Demand::ONCE);
        }
        if !self.has_colours() {
            whole.colours = Vec::new();
        }
        Ok(whole)
    }

    /// Makes a problem of these options, in this order. `demand` gives the new demand of each item;
    /// items for which it returns `None` disappear from all options. Names and colours stay,
    /// options and items get new ids. An option without primary items is dropped, with a note.
    /// O(size of the problem).
    ///
    /// `spend` receives the work done; its first error stops the construction.
    pub(crate) fn part<E>(
        &self,
        options: impl IntoIterator<Item = OptionId>,
        demand: impl Fn(ItemId) -> Option<Demand>,
        mut spend: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut part = Self {
            colour_names: self.colour_names.clone(),
            decimals: self.decimals,
            ..Self::default()
        };
        let mut declare = |item: ItemId| {
            let demand = demand(item)?;
            let number = part.names.insert(self.name(item))?;
            part.demands.push(demand);
            Some(ItemId::new(number))
        };
        let mut items: Vec<Option<ItemId>> = Vec::with_capacity(self.item_count());
        for item in self.items() {
            // To copy and hash a name takes longer than to copy a use.
            spend(64)?;
            items.push(declare(item));
        }
        for (number, option) in options.into_iter().enumerate() {
            let uses = self.uses_of(option);
            spend(8 * (1 + uses.len()))?;
            for (item, colour) in uses {
                if let Some(item) = items[item.index()] {
                    part.items.push(item);
                    part.colours.push(colour);
                }
            }
            part.items.close();
            part.costs.push(self.cost(option));
            let option = OptionId::new(number as u32);
            if part.is_dropped(option) {
                part.notes.push(Note::Dropped(option));
            }
        }
        if part.colours.iter().all(Option::is_none) {
            part.colours = Vec::new();
        }
        if part.costs.iter().all(|&cost| cost == 0) {
            part.costs = Vec::new();
        }
        Ok(part)
    }

    /// The same problem with more options, at the end: for each of these primary items, as many as
    /// must cover it at least, each with this item alone. Also returns the item of each new option.
    /// Without the new options, the problem is the old one. O(size of both problems).
    ///
    /// `spend` receives the work done; its first error stops the construction.
    pub(crate) fn relaxed<E>(
        &self,
        items: &[ItemId],
        mut spend: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(Self, Vec<ItemId>), E> {
        spend(8 * self.size())?;
        let mut relaxed = self.clone();
        relaxed.sums = Default::default();
        let mut added = Vec::new();
        for &item in items {
            for _ in 0..self.bounds(item).0 {
                spend(16)?;
                relaxed.items.push(item);
                if !relaxed.colours.is_empty() {
                    relaxed.colours.push(None);
                }
                relaxed.items.close();
                if !relaxed.costs.is_empty() {
                    relaxed.costs.push(0);
                }
                added.push(item);
            }
        }
        Ok((relaxed, added))
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::super::{BuildError, Demand, Note, OptionId, Problem};

    /// `a 2|b c | s t`, with options `a s:red |3`, `b t`, `c t s:red` and `a b |1`.
    fn problem() -> Result<Problem, BuildError> {
        let mut builder = Problem::builder();
        let a = builder.primary("a")?;
        let b = builder.multiple("b", 2..=2)?;
        let c = builder.primary("c")?;
        let s = builder.secondary("s")?;
        let t = builder.secondary("t")?;
        let red = Some(builder.colour("red")?);
        let first = builder.option([(a, None), (s, red)])?;
        builder.add_cost(first, 3)?;
        builder.option([b, t])?;
        builder.option([(c, None), (t, None), (s, red)])?;
        let last = builder.option([a, b])?;
        builder.add_cost(last, 1)?;
        Ok(builder.build())
    }

    #[test]
    fn a_part_has_the_chosen_options_and_demands() {
        let problem = problem().unwrap();
        let demand = |item| match problem.name(item) {
            "a" | "t" => None,
            "b" => Some(Demand::Primary { low: 0, high: 2 }),
            "c" => Some(Demand::Secondary),
            _ => Some(Demand::ONCE),
        };
        let free = |_| Ok::<(), Infallible>(());
        let Ok(part) = problem.part([3, 1, 2].map(OptionId::new), demand, free);
        let items = part.items().map(|i| (part.name(i), part.multiplicity(i)));
        assert_eq!(
            items.collect::<Vec<_>>(),
            [("b", Some(0..=2)), ("c", None), ("s", Some(1..=1))]
        );
        let options = part
            .options()
            .map(|o| (part.display_option(o).to_string(), part.cost(o)));
        assert_eq!(
            options.collect::<Vec<_>>(),
            [("b", 1), ("b", 0), ("c s:red", 0)].map(|(text, cost)| (text.to_owned(), cost))
        );
        let only_c = |item| (problem.name(item) == "c").then_some(Demand::Secondary);
        let Ok(dropped) = problem.part([2].map(OptionId::new), only_c, free);
        assert_eq!(dropped.notes(), [Note::Dropped(OptionId::new(0))]);
        assert!(!dropped.has_colours() && !dropped.has_costs());
    }

    #[test]
    fn making_a_part_can_be_stopped_at_every_step() {
        let problem = problem().unwrap();
        let stopped = |after: usize| {
            let mut steps = 0;
            let spend = |_| {
                steps += 1;
                if steps > after { Err(()) } else { Ok(()) }
            };
            let whole = |_| Some(Demand::Secondary);
            problem.part(problem.options(), whole, spend).is_err()
        };
        // A step for each of the five items and each of the four options.
        assert_eq!((0..).find(|&after| !stopped(after)), Some(9));
    }

    #[test]
    fn a_relaxed_problem_may_leave_items_uncovered() {
        let problem = problem().unwrap();
        let items: Vec<_> = problem.items().collect();
        let Ok((relaxed, added)) = problem.relaxed(&items[1..3], |_| Ok::<_, Infallible>(()));
        // `b` must be covered twice, `c` once.
        assert_eq!(added, [items[1], items[1], items[2]]);
        assert_eq!(relaxed.option_count(), 4 + added.len());
        for (option, item) in relaxed.options().skip(4).zip(added) {
            assert_eq!(
                (relaxed.items_of(option), relaxed.cost(option)),
                (&[item][..], 0)
            );
        }
        for option in problem.options() {
            assert!(relaxed.uses_of(option).eq(problem.uses_of(option)));
            assert_eq!(relaxed.cost(option), problem.cost(option));
        }
    }
}
