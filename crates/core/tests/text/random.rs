//! Random problems are written and read back, and readers get random bytes.

use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use quadrille::text::{dlx, json};
use quadrille::{Decimal, Problem};

use super::fuzz::probe;
use super::{FORMS, view, written};

/// A name that DLX text can contain.
fn word() -> BoxedStrategy<String> {
    prop_oneof![
        "[a-c]{1,2}",
        "[^\\s\\p{Cc}|:]{1,8}",
        "[\u{FEFF}\u{A0}\u{3000}🙂]{1,2}"
    ]
    .boxed()
}

/// Any string, often with unusual characters.
fn any_name() -> BoxedStrategy<String> {
    prop_oneof![word(), any::<String>(), "[ \"\\\\|:\n\u{0}{}]{0,3}"].boxed()
}

/// The multiplicity of a primary item; `None` for a secondary item.
fn demand() -> impl Strategy<Value = Option<(u32, u32)>> {
    let many = (0..3_u32, 1..4_u32).prop_map(|(low, more)| Some((low, low + more)));
    let odd = any::<u32>().prop_map(|n| Some((n.max(1), n.max(1))));
    prop_oneof![4 => Just(Some((1, 1))), 2 => many, 1 => odd, 4 => Just(None)]
}

/// Problems with all features: items in any order, few or no primary items, multiplicities, colours
/// and costs. Options have at least `least` items.
fn problems(name: BoxedStrategy<String>, least: usize) -> impl Strategy<Value = Problem> {
    let colour = prop::option::of(name.clone());
    let items = prop::collection::btree_map(name, demand(), 0..12);
    let items = items.prop_map(|items| items.into_iter().collect::<Vec<_>>());
    items.prop_shuffle().prop_flat_map(move |items| {
        let count = items.len();
        let numbers: Vec<usize> = (0..count).collect();
        let option = subsequence(numbers, count.min(least)..=count).prop_shuffle();
        let colours = prop::collection::vec(colour.clone(), count);
        let cost =
            prop_oneof![3 => Just(0), 2 => -50..100_i64, 1 => -i64::MAX / 10..=i64::MAX / 10];
        let cost = (cost, prop_oneof![3 => Just(0_u32), 1 => 0..10_u32]);
        let options = match count {
            0 if least > 0 => 0..1,
            _ => 0..10,
        };
        let options = prop::collection::vec((option, colours, cost), options);
        options.prop_map(move |options| {
            let mut builder = Problem::builder();
            for (name, demand) in &items {
                match demand {
                    Some((low, high)) => builder.multiple(name, *low..=*high).unwrap(),
                    None => builder.secondary(name).unwrap(),
                };
            }
            for (option, colours, cost) in &options {
                let uses: Vec<_> = option
                    .iter()
                    .map(|&item| {
                        let (name, demand) = &items[item];
                        let colour = colours[item].as_ref().filter(|_| demand.is_none());
                        (
                            &**name,
                            colour.map(|colour| builder.colour(colour).unwrap()),
                        )
                    })
                    .collect();
                let option = builder.option(uses).unwrap();
                // Huge costs leave no room for decimals.
                let _ = builder.add_cost(option, Decimal::new(cost.0, cost.1));
            }
            builder.build()
        })
    })
}

/// Sequences of bytes that have a meaning in some form, or break it.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(super::fuzz::PIECES);
    let byte = any::<u8>().prop_map(|byte| vec![byte]);
    let piece = prop_oneof![9 => piece.prop_map(|s| s.as_bytes().to_vec()), 1 => byte];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn dlx_text_reads_back(problem in problems(word(), 1)) {
        let text = written(dlx::write, &problem).unwrap();
        let back = dlx::read(text.as_bytes()).unwrap();
        prop_assert_eq!(view(&back), view(&problem));
        prop_assert_eq!(written(dlx::write, &back).unwrap(), text);
    }

    #[test]
    fn json_reads_back(problem in problems(any_name(), 0)) {
        let text = written(json::write, &problem).unwrap();
        let back = json::read(text.as_bytes()).unwrap();
        prop_assert_eq!(view(&back), view(&problem));
        prop_assert_eq!(written(json::write, &back).unwrap(), text);
    }

    #[test]
    fn a_form_keeps_everything_or_rejects_the_problem(problem in problems(word(), 0)) {
        // Most numeric forms can express only this.
        let once = |item| problem.multiplicity(item) == Some(1..=1);
        let simple = problem.items().all(once);
        let plain = simple && !problem.has_costs();
        let one_number = |item| problem.multiplicity(item).is_some_and(|n| n.start() == n.end());
        let whole = |option| problem.cost(option) >= 0 && problem.cost_decimals() == 0;
        let has_mark = |name: &str| name.contains([';', ':', '[', ']', '<', '>', '$']);
        let marked = problem.items().any(|item| has_mark(problem.name(item)))
            || problem.colours().any(|colour| has_mark(problem.colour_name(colour)));
        for (name, read, write) in FORMS {
            let text = match written(write, &problem) {
                Ok(text) => text,
                Err(error) => {
                    let empty = problem.options().any(|o| problem.items_of(o).is_empty());
                    let nothing = problem.item_count() == 0 || problem.option_count() == 0;
                    let excused = match name {
                        "dlx" => empty,
                        "json" => false,
                        "matrix" => !plain || nothing,
                        "spp" => !simple,
                        "libexact" => {
                            !problem.items().all(one_number)
                                || problem.has_costs()
                                || problem.item_count() + problem.option_count() == 0
                        }
                        "miniexact" => empty || marked || !problem.options().all(whole),
                        _ => !plain,
                    };
                    prop_assert!(excused, "{}: {}", name, error);
                    continue;
                }
            };
            let back = read(text.as_bytes()).unwrap();
            prop_assert_eq!(written(write, &back).unwrap(), text);
            prop_assert_eq!(back.item_count(), problem.item_count());
            prop_assert_eq!(back.option_count(), problem.option_count());
            for option in problem.options() {
                let [cost, found] = [&problem, &back].map(|p| p.decimal(p.cost(option)));
                prop_assert_eq!(cost, found, "{}", name);
            }
            if ["matrix", "ec", "txt", "rows"].contains(&name) {
                prop_assert!(plain);
            }
            if !["dlx", "json", "miniexact"].contains(&name) {
                for option in problem.options() {
                    let mut items = problem.items_of(option).to_vec();
                    let mut found = back.items_of(option).to_vec();
                    items.sort();
                    found.sort();
                    prop_assert_eq!(found, items);
                }
            }
        }
    }

    #[test]
    fn random_bytes_do_not_panic(text in prop::collection::vec(any::<u8>(), 0..200)) {
        probe(&text);
    }

    #[test]
    fn random_pieces_do_not_panic(text in pieces()) {
        probe(&text);
    }

    #[test]
    fn mutated_problems_do_not_panic(
        problem in problems(word(), 1),
        form in any::<Index>(),
        edits in prop::collection::vec((any::<Index>(), any::<Index>(), pieces()), 1..4),
    ) {
        let (_, _, write) = FORMS[form.index(FORMS.len())];
        let Ok(text) = written(write, &problem) else {
            return Ok(());
        };
        let mut text = text.into_bytes();
        for (from, to, new) in edits {
            let (from, to) = (from.index(text.len() + 1), to.index(text.len() + 1));
            // Mostly small edits.
            let to = if to % 4 == 0 { to.max(from) } else { from };
            text.splice(from..to, new.into_iter().take(4));
        }
        probe(&text);
    }
}
