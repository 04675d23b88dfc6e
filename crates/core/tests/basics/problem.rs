//! The builder and its problems.

use quadrille::{BuildError, Builder, Colour, Decimal, ItemId, Note, OptionId, Problem, Use};

fn small() -> Builder {
    let mut builder = Problem::builder();
    builder.primary("a").unwrap();
    builder.primary("b").unwrap();
    builder.secondary("s").unwrap();
    builder
}

#[test]
fn errors_name_the_item() {
    let mut builder = small();
    let message = |error: BuildError| error.to_string();
    assert_eq!(
        message(builder.secondary("a").unwrap_err()),
        "item \"a\" is declared twice"
    );
    assert_eq!(
        message(builder.option(["a", "c"]).unwrap_err()),
        "there is no item \"c\""
    );
    assert_eq!(
        message(builder.option([ItemId::new(3)]).unwrap_err()),
        "there is no item number 3"
    );
    assert_eq!(
        message(builder.option(["a", "s", "a"]).unwrap_err()),
        "item \"a\" occurs twice in one option"
    );
    assert_eq!(
        message(builder.option([("s", Colour::new(1))]).unwrap_err()),
        "there is no colour number 1"
    );
    assert_eq!(
        message(builder.add_cost(OptionId::new(5), 1).unwrap_err()),
        "there is no option number 5"
    );
}

#[test]
fn most_errors_have_a_likely_fix() {
    let mut builder = small();
    let help = |error: BuildError| error.help();
    assert_eq!(
        help(builder.primary("a").unwrap_err()),
        Some("rename or remove one of the two items")
    );
    assert_eq!(
        help(builder.multiple("m", 0).unwrap_err()),
        Some("for an item that may stay uncovered, use the bounds 0 to 1")
    );
    let (low, high) = (3, 2);
    assert_eq!(
        help(builder.multiple("m", low..=high).unwrap_err()),
        Some("swap the bounds")
    );
    let option = builder.option(["a"]).unwrap();
    builder.add_cost(option, i64::MAX).unwrap();
    assert_eq!(
        help(builder.add_cost(option, 1).unwrap_err()),
        Some("use smaller costs: express them in a larger unit, and round them if necessary")
    );
    let long = "x".repeat(Problem::LONGEST_NAME + 1);
    assert_eq!(help(builder.primary(long).unwrap_err()), None);
}

#[test]
fn a_rejected_option_leaves_the_builder_unchanged() {
    let mut builder = small();
    for bad in [["a", "s", "a"], ["b", "a", "x"]] {
        builder.option(bad).unwrap_err();
    }
    let option = builder.option(["a", "s", "b"]).unwrap();
    let problem = builder.build();
    assert_eq!(option, OptionId::new(0));
    assert_eq!(problem.option_count(), 1);
    assert_eq!(problem.display_option(option).to_string(), "a s b");
}

#[test]
fn an_option_without_a_primary_item_is_dropped_and_keeps_its_id() {
    let mut builder = small();
    builder.option(["a"]).unwrap();
    let secondary = builder.option(["s"]).unwrap();
    let empty = builder.option::<[&str; 0]>([]).unwrap();
    let last = builder.option(["b"]).unwrap();
    let problem = builder.build();
    assert_eq!(
        problem.notes(),
        [Note::Dropped(secondary), Note::Dropped(empty)]
    );
    let notes: Vec<String> = problem
        .notes()
        .iter()
        .map(|note| note.display(&problem).to_string())
        .collect();
    assert_eq!(
        notes,
        [
            "option 1 (s) has no primary item, so no solution uses it",
            "option 2 has no items, so no solution uses it"
        ]
    );
    assert!(problem.is_dropped(secondary) && problem.is_dropped(empty));
    assert!(!problem.is_dropped(last));
    assert_eq!(last.index(), 3);
}

#[test]
fn any_string_is_a_valid_name() {
    let mut builder = Problem::builder();
    let names = ["", " ", "a:b|c", "Ünïcödé 🂡", "\0"];
    let ids = names.map(|name| builder.primary(name).unwrap());
    builder.option(ids).unwrap();
    let problem = builder.build();
    for (id, name) in ids.into_iter().zip(names) {
        assert_eq!(problem.name(id), name);
        assert_eq!(problem.item(name), Some(id));
    }
    let option = problem.display_option(OptionId::new(0)).to_string();
    assert_eq!(option, "   a:b|c Ünïcödé 🂡 \\u{0}");
    assert_eq!(problem.item("absent"), None);
}

#[test]
fn all_string_types_are_accepted_as_names() {
    let mut builder = Problem::builder();
    let name = String::from("a");
    builder.primary(&name).unwrap();
    builder.primary(String::from("b")).unwrap();
    builder.secondary(std::borrow::Cow::from("s")).unwrap();
    builder.multiple(name + "2", 2).unwrap();
    let borrowed = vec!["a", "s"];
    let owned: Vec<String> = borrowed.iter().map(ToString::to_string).collect();
    let colour = String::from("red");
    let word = |word: &str| word.to_owned();
    let options = [
        builder.option(&borrowed),
        builder.option(&owned),
        builder.option(borrowed),
        builder.option([("s", &colour)]),
        builder.option([(&owned[1], colour.as_str())]),
        builder.option(owned.clone()),
        builder.option(vec![("s", "red")]),
        builder.option(vec![(word("s"), word("red"))]),
    ]
    .map(Result::unwrap);
    let problem = builder.build();
    assert_eq!(
        options.map(|option| problem.display_option(option).to_string()),
        [
            "a s", "a s", "a s", "s:red", "s:red", "a s", "s:red", "s:red"
        ]
    );
}

#[test]
fn only_secondary_items_have_colours() {
    let mut builder = small();
    let plain = builder.option(["a", "s"]).unwrap();
    let red = builder
        .option([Use::from("b"), ("s", "red").into()])
        .unwrap();
    let colour = builder.colour("red").unwrap();
    let same = builder.option([("a", None), ("s", Some(colour))]).unwrap();
    assert_eq!(
        builder.option([("b", "red")]).unwrap_err().to_string(),
        "item \"b\" is primary and cannot have a colour"
    );
    assert_eq!(
        builder.option([("s", Colour::new(1))]).unwrap_err(),
        BuildError::UnknownColour(1)
    );
    let problem = builder.build();
    let text = |option| problem.display_option(option).to_string();
    assert_eq!([plain, red, same].map(text), ["a s", "b s:red", "a s:red"]);
    let s = problem.item("s").unwrap();
    assert_eq!(problem.uses_of(red).last(), Some((s, Some(colour))));
    assert_eq!(problem.colour("red"), Some(colour));
    assert_eq!(problem.colour("blue"), None);
    assert_eq!(problem.colour_count(), 1);
}

#[test]
fn a_rejected_option_makes_no_colour() {
    let mut builder = small();
    builder.option([("s", "red"), ("x", "blue")]).unwrap_err();
    let problem = builder.build();
    assert_eq!(problem.colour_count(), 0);
    assert!(!problem.has_colours());
}

#[test]
fn an_empty_multiplicity_is_rejected() {
    let mut builder = small();
    let m = builder.multiple("m", 0..=3).unwrap();
    let once = builder.multiple("once", 1..=1).unwrap();
    for (low, high, expected) in [
        (0, 0, "an upper bound of at least 1"),
        (3, 2, "the lower bound first"),
    ] {
        assert_eq!(
            builder.multiple("n", low..=high).unwrap_err().to_string(),
            format!("invalid multiplicity of item \"n\": {low} to {high}, expected {expected}")
        );
    }
    let problem = builder.build();
    assert_eq!(problem.multiplicity(m), Some(0..=3));
    assert_eq!(problem.multiplicity(once), Some(1..=1));
    assert_eq!(problem.multiplicity(problem.item("s").unwrap()), None);
    assert!(problem.is_primary(m) && problem.has_multiplicities());
    assert!(!small().build().has_multiplicities());
}

#[test]
fn costs_add_up_and_do_not_overflow() {
    let mut builder = small();
    let a = builder.option(["a"]).unwrap();
    builder.add_cost(a, 0).unwrap();
    let b = builder.option(["b"]).unwrap();
    builder.add_cost(b, 2 - i64::MAX).unwrap();
    builder.add_cost(a, 1).unwrap();
    builder.add_cost(a, 1).unwrap();
    for cost in [1, -5, i64::MAX, i64::MIN] {
        assert_eq!(builder.add_cost(a, cost), Err(BuildError::CostOverflow));
    }
    builder.add_cost(a, -3).unwrap();
    let c = builder.option(["a", "b"]).unwrap();
    let unknown = builder.add_cost(OptionId::new(3), 1);
    assert_eq!(unknown, Err(BuildError::UnknownOption(3)));
    let problem = builder.build();
    let costs = [a, b, c].map(|option| problem.cost(option));
    assert_eq!(costs, [-1, 2 - i64::MAX, 0]);
    assert!(problem.has_costs() && !small().build().has_costs());

    // Costs with decimals make all costs finer, and never coarser than they are.
    let mut builder = small();
    let [a, b] = [3, -1].map(|cost| builder.costed_option(["a"], cost).unwrap());
    for (option, cost) in [(a, "0.25"), (b, "0.05"), (a, "-3"), (b, "0.70")] {
        let cost: Decimal = cost.parse().unwrap();
        builder.add_cost(option, cost).unwrap();
    }
    assert_eq!(
        builder.add_cost(a, Decimal::new(1, 10)),
        Err(BuildError::CostDecimals(10))
    );
    assert_eq!(
        builder.add_cost(a, Decimal::new(i64::MAX, 2)),
        Err(BuildError::CostOverflow)
    );
    assert_eq!(
        builder
            .add_cost(a, Decimal::new(1, 9))
            .and(builder.add_cost(a, i64::MAX / 10)),
        Err(BuildError::CostOverflow)
    );
    builder.add_cost(a, Decimal::new(-1, 9)).unwrap();
    let problem = builder.build();
    assert_eq!(problem.cost_decimals(), 2);
    assert_eq!([a, b].map(|option| problem.cost(option)), [25, -25]);
    assert_eq!(problem.decimal(-25).to_string(), "-0.25");

    // What is added and taken back is not a cost.
    let mut builder = small();
    let option = builder.costed_option(["a"], i64::MAX).unwrap();
    builder.add_cost(option, -i64::MAX).unwrap();
    assert!(!builder.problem().has_costs());
    builder.add_cost(option, -i64::MAX).unwrap();
    let mut builder = Builder::from(builder.build());
    let error = builder.costed_option(["a"], -1);
    assert_eq!(error, Err(BuildError::CostOverflow));
}

#[test]
fn unknown_ids_have_no_name_and_no_items() {
    let problem = small().build();
    assert_eq!(problem.name(ItemId::new(9)), "");
    assert!(!problem.is_primary(ItemId::new(9)));
    assert!(problem.items_of(OptionId::new(0)).is_empty());
    assert!(problem.is_dropped(OptionId::new(7)));
}

#[test]
fn a_name_that_is_too_long_is_rejected() {
    let mut builder = small();
    let fits = "x".repeat(Problem::LONGEST_NAME);
    let long = format!("{fits}x");
    let message = format!(
        "the name \"{}…\" has 1048577 bytes, expected at most 1,048,576",
        "x".repeat(40)
    );
    let errors = [
        builder.option([("s", &long)]).unwrap_err(),
        builder.primary(&long).unwrap_err(),
        builder.colour(&long).unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error, BuildError::LongName { .. }));
        assert_eq!(error.to_string(), message);
    }
    builder.primary(&fits).unwrap();
    builder.option([("s", &fits)]).unwrap();
    let wide = "é".repeat(Problem::LONGEST_NAME);
    assert!(builder.secondary(&wide).unwrap_err().to_string().len() < 200);
    let problem = builder.build();
    assert_eq!((problem.item_count(), problem.colour_count()), (4, 1));
}
