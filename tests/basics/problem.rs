//! The builder, and what it builds.

use quadrille::{BuildError, Builder, Colour, ItemId, Note, OptionId, Problem, Use};

fn small() -> Builder {
    let mut builder = Problem::builder();
    builder.primary("a").unwrap();
    builder.primary("b").unwrap();
    builder.secondary("s").unwrap();
    builder
}

#[test]
fn errors_name_the_culprit() {
    let mut builder = small();
    let say = |error: BuildError| error.to_string();
    assert_eq!(
        say(builder.secondary("a").unwrap_err()),
        "two items are named \"a\""
    );
    assert_eq!(
        say(builder.option(["a", "c"]).unwrap_err()),
        "there is no item \"c\""
    );
    assert_eq!(
        say(builder.option([ItemId::new(3)]).unwrap_err()),
        "there is no item number 3"
    );
    assert_eq!(
        say(builder.option(["a", "s", "a"]).unwrap_err()),
        "item \"a\" stands twice in one option"
    );
}

#[test]
fn a_refused_option_leaves_no_trace() {
    let mut builder = small();
    for bad in [["a", "s", "a"], ["b", "a", "x"]] {
        builder.option(bad).unwrap_err();
    }
    let option = builder.option(["a", "s", "b"]).unwrap();
    let problem = builder.build();
    assert_eq!(option, OptionId::new(0));
    assert_eq!(problem.option_count(), 1);
    assert_eq!(problem.display(option).to_string(), "a s b");
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
    let told: Vec<String> = problem
        .notes()
        .iter()
        .map(|note| note.display(&problem).to_string())
        .collect();
    assert_eq!(
        told,
        [
            "option 1 (s) is dropped: it has no primary item",
            "option 2 is dropped: it has no items"
        ]
    );
    assert!(problem.is_dropped(secondary) && problem.is_dropped(empty));
    assert!(!problem.is_dropped(last));
    assert_eq!(last.index(), 3);
}

#[test]
fn any_utf8_name_will_do() {
    let mut builder = Problem::builder();
    let names = ["", " ", "a:b|c", "Ünïcödé 🂡", "\0"];
    let ids = names.map(|name| builder.primary(name).unwrap());
    builder.option(ids).unwrap();
    let problem = builder.build();
    for (id, name) in ids.into_iter().zip(names) {
        assert_eq!(problem.name(id), name);
        assert_eq!(problem.item(name), Some(id));
    }
    let option = problem.display(OptionId::new(0)).to_string();
    assert_eq!(option, "   a:b|c Ünïcödé 🂡 \\u{0}");
    assert_eq!(problem.item("absent"), None);
}

#[test]
fn names_are_taken_as_they_come() {
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
        options.map(|option| problem.display(option).to_string()),
        [
            "a s", "a s", "a s", "s:red", "s:red", "a s", "s:red", "s:red"
        ]
    );
}

#[test]
fn colours_belong_to_secondary_items() {
    let mut builder = small();
    let plain = builder.option(["a", "s"]).unwrap();
    let red = builder
        .option([Use::from("b"), ("s", "red").into()])
        .unwrap();
    let colour = builder.colour("red").unwrap();
    let same = builder.option([("a", None), ("s", Some(colour))]).unwrap();
    assert_eq!(
        builder.option([("b", "red")]).unwrap_err().to_string(),
        "item \"b\" is primary, and only secondary items have colours"
    );
    assert_eq!(
        builder.option([("s", Colour::new(1))]).unwrap_err(),
        BuildError::UnknownColour(1)
    );
    let problem = builder.build();
    let told = |option| problem.display(option).to_string();
    assert_eq!(
        [told(plain), told(red), told(same)],
        ["a s", "b s:red", "a s:red"]
    );
    let s = problem.item("s").unwrap();
    assert_eq!(problem.uses_of(red).last(), Some((s, Some(colour))));
    assert_eq!(problem.colour("red"), Some(colour));
    assert_eq!(problem.colour("blue"), None);
    assert_eq!(problem.colour_count(), 1);
}

#[test]
fn a_refused_option_makes_no_colour() {
    let mut builder = small();
    builder.option([("s", "red"), ("x", "blue")]).unwrap_err();
    let problem = builder.build();
    assert_eq!(problem.colour_count(), 0);
    assert!(!problem.has_colours());
}

#[test]
fn multiplicities_are_some_number_of_times() {
    let mut builder = small();
    let m = builder.multiple("m", 0..=3).unwrap();
    let once = builder.multiple("once", 1..=1).unwrap();
    for (low, high) in [(0, 0), (3, 2)] {
        assert_eq!(
            builder.multiple("n", low..=high).unwrap_err().to_string(),
            format!(
                "item \"n\" has the multiplicity {low} to {high}, \
                 which is no number of times"
            )
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
    builder.cost(a, 0).unwrap();
    let b = builder.option(["b"]).unwrap();
    builder.cost(b, u64::MAX - 2).unwrap();
    builder.cost(a, 1).unwrap();
    builder.cost(a, 1).unwrap();
    assert_eq!(builder.cost(a, 1), Err(BuildError::CostOverflow));
    let c = builder.option(["a", "b"]).unwrap();
    let unknown = builder.cost(OptionId::new(3), 1);
    assert_eq!(unknown, Err(BuildError::UnknownOption(3)));
    let problem = builder.build();
    let costs = [a, b, c].map(|option| problem.cost(option));
    assert_eq!(costs, [2, u64::MAX - 2, 0]);
    assert!(problem.has_costs() && !small().build().has_costs());
}

#[test]
fn ids_of_another_problem_find_nothing() {
    let problem = small().build();
    assert_eq!(problem.name(ItemId::new(9)), "");
    assert!(!problem.is_primary(ItemId::new(9)));
    assert!(problem.items_of(OptionId::new(0)).is_empty());
    assert!(problem.is_dropped(OptionId::new(7)));
}

#[test]
fn a_name_that_no_text_form_can_hold_is_refused() {
    let mut builder = small();
    let fits = "x".repeat(Problem::LONGEST_NAME);
    let long = format!("{fits}x");
    let refused = |what: Result<OptionId, _>| match what {
        Err(error @ BuildError::LongName { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    };
    let says = format!(
        "the name that begins with \"{}\" has 1048577 bytes: expected at most 1048576",
        "x".repeat(40)
    );
    assert_eq!(refused(builder.option([("s", &long)])), says);
    assert_eq!(builder.primary(&long).unwrap_err().to_string(), says);
    assert_eq!(builder.colour(&long).unwrap_err().to_string(), says);
    builder.primary(&fits).unwrap();
    builder.option([("s", &fits)]).unwrap();
    let wide = "é".repeat(Problem::LONGEST_NAME);
    assert!(builder.secondary(&wide).unwrap_err().to_string().len() < 200);
    let problem = builder.build();
    assert_eq!((problem.item_count(), problem.colour_count()), (4, 1));
}
