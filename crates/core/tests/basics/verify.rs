//! The flaws that `verify` and `flaws` find.

use quadrille::{Flaw, OptionId, Problem, Use, flaws, verify};

/// Items a b c | s; options 0: a s, 1: b s, 2: b c, 3: s, 4: c, 5: b.
fn small() -> Problem {
    let mut builder = Problem::builder();
    for name in ["a", "b", "c"] {
        builder.primary(name).unwrap();
    }
    builder.secondary("s").unwrap();
    for option in ["a s", "b s", "b c", "s", "c", "b"] {
        builder.option(option.split(' ')).unwrap();
    }
    builder.build()
}

fn options(numbers: &[u32]) -> Vec<OptionId> {
    numbers.iter().copied().map(OptionId::new).collect()
}

/// The texts of all flaws of these options.
fn messages(numbers: &[u32]) -> Vec<String> {
    let problem = small();
    flaws(&problem, &options(numbers))
        .iter()
        .map(|flaw| flaw.display(&problem).to_string())
        .collect()
}

#[test]
fn exact_covers_have_no_flaw_in_any_order() {
    for cover in [[0, 2].as_slice(), &[2, 0], &[0, 4, 5], &[5, 0, 4]] {
        assert_eq!(verify(&small(), &options(cover)), Ok(()));
    }
}

#[test]
fn a_primary_item_must_be_covered() {
    assert_eq!(messages(&[0, 5]), ["item \"c\" is not covered"]);
    assert_eq!(messages(&[]).len(), 3);
}

#[test]
fn no_item_is_covered_twice() {
    let clash = [
        "item \"s\" is covered twice, by option 0 (a s) and by option 1 (b s)",
        "item \"b\" is covered twice, by option 1 (b s) and by option 2 (b c)",
        "item \"b\" is covered twice, by option 1 (b s) and by option 5 (b)",
    ];
    assert_eq!(messages(&[0, 1, 2, 5]), clash);
}

#[test]
fn an_option_is_used_once() {
    let repeated = "option 2 (b c) is used more than once";
    assert_eq!(messages(&[2, 2, 0, 2]), [repeated; 2]);
}

#[test]
fn a_dropped_option_is_no_part_of_a_cover() {
    // The items that it covers are not a second flaw.
    assert_eq!(messages(&[3, 0, 2]), ["option 3 (s) has no primary item"]);
}

#[test]
fn an_option_of_another_problem_is_unknown() {
    assert_eq!(messages(&[0, 2, 6]), ["there is no option 6"]);
    let last = OptionId::new(u32::MAX);
    assert_eq!(verify(&small(), &[last]), Err(Flaw::UnknownOption(last)));
}

#[test]
fn the_empty_problem_has_the_empty_cover() {
    let empty = Problem::builder().build();
    assert_eq!(verify(&empty, &[]), Ok(()));
}

/// Items m (2 or 3 times), n (twice) | s; options m s:x, m s:y, m s:x, n, n, n s, m.
fn messages_with_colours(numbers: &[u32]) -> Vec<String> {
    let mut builder = Problem::builder();
    builder.multiple("m", 2..=3).unwrap();
    builder.multiple("n", 2..=2).unwrap();
    builder.secondary("s").unwrap();
    for colour in ["x", "y", "x"] {
        builder
            .option([Use::from("m"), ("s", colour).into()])
            .unwrap();
    }
    for option in ["n", "n", "n s", "m"] {
        builder.option(option.split(' ')).unwrap();
    }
    let problem = builder.build();
    flaws(&problem, &options(numbers))
        .iter()
        .map(|flaw| flaw.display(&problem).to_string())
        .collect()
}

#[test]
fn colours_and_multiplicities_are_checked() {
    assert_eq!(messages_with_colours(&[0, 2, 6, 3, 4]), [""; 0]);
    assert_eq!(
        messages_with_colours(&[0, 1, 3, 5]),
        [
            "item \"s\" has two colours, one by option 0 (m s:x) and one by option 1 (m s:y)",
            "item \"s\" is covered twice, by option 0 (m s:x) and by option 5 (n s)",
        ]
    );
    assert_eq!(
        messages_with_colours(&[0, 3, 4, 5]),
        [
            "item \"s\" is covered twice, by option 0 (m s:x) and by option 5 (n s)",
            "item \"m\" is covered once, not 2 to 3 times",
            "item \"n\" is covered 3 times, not twice",
        ]
    );
    assert_eq!(
        messages_with_colours(&[]),
        [
            "item \"m\" is covered 0 times, not 2 to 3 times",
            "item \"n\" is covered 0 times, not twice",
        ]
    );
}

#[test]
fn a_multiplicity_is_described_in_the_right_number() {
    for (bounds, times, expected) in [
        (1..=2, 0, "not covered"),
        (2..=2, 0, "covered 0 times, not twice"),
        (2..=2, 1, "covered once, not twice"),
        (0..=2, 3, "covered 3 times, not 0 to 2 times"),
        (1..=2, 3, "covered 3 times, not 1 to 2 times"),
        (3..=3, 2, "covered twice, not 3 times"),
    ] {
        let mut builder = Problem::builder();
        builder.multiple("a", bounds).unwrap();
        let options: Vec<_> = (0..times).map(|_| builder.option(["a"]).unwrap()).collect();
        let problem = builder.build();
        let flaw = verify(&problem, &options).unwrap_err();
        let expected = format!("item \"a\" is {expected}");
        assert_eq!(flaw.display(&problem).to_string(), expected);
        if let Flaw::WrongMultiplicity { .. } = flaw {
            let number = expected.replace("\"a\"", "0");
            assert_eq!(flaw.to_string(), number.split(',').next().unwrap());
        }
    }
}

#[test]
fn a_flaw_without_its_problem_prints_numbers() {
    let flaw: Box<dyn std::error::Error> =
        Box::new(verify(&small(), &options(&[0, 1])).unwrap_err());
    assert_eq!(
        flaw.to_string(),
        "item 3 is covered twice, by option 0 and by option 1"
    );
}
