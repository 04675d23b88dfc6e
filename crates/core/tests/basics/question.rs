//! The text of questions.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use quadrille::{Method, OptionId, Order, Position, Question, Sense, Want};

fn wants() -> impl Strategy<Value = Want> {
    let any_u64 = any::<u64>;
    prop_oneof![
        Just(Want::First),
        Just(Want::All),
        Just(Want::Count(Method::Auto)),
        Just(Want::Count(Method::Walk)),
        Just(Want::Count(Method::Memo)),
        Just(Want::Unique),
        any::<usize>().prop_map(|k| Want::Best(k, Sense::Min)),
        any::<usize>().prop_map(|k| Want::Best(k, Sense::Max)),
        Just(Want::Cheapest),
        Just(Want::Dearest),
        Just(Want::Why),
        Just(Want::Marginals),
        (any_u64(), any_u64()).prop_map(|(solutions, seed)| Want::Sample { solutions, seed }),
        (any_u64(), any_u64()).prop_map(|(probes, seed)| Want::Estimate { probes, seed }),
    ]
}

/// A position with these tries. Users of the library get one from a search or from its text.
fn position((tries, tree): (Vec<u32>, u64)) -> Position {
    let tries: Vec<String> = tries.iter().map(u32::to_string).collect();
    if tries.is_empty() {
        Position::default()
    } else {
        format!("{} in {tree:x}", tries.join(" ")).parse().unwrap()
    }
}

proptest! {
    #[test]
    fn a_question_is_read_back_from_its_text(
        want in wants(),
        forced in vec(any::<u32>(), 0..5),
        forbidden in vec(any::<u32>(), 0..5),
        seed in option::of(any::<u64>()),
        from in option::of((vec(any::<u32>(), 0..5), any::<u64>())),
    ) {
        let mut question = Question {
            want,
            order: seed.map_or(Order::Natural, Order::Random),
            from: from.map(position),
            ..Question::default()
        };
        for option in forced {
            question.assumptions.force(OptionId::new(option));
        }
        for option in forbidden {
            question.assumptions.forbid(OptionId::new(option));
        }
        let text = question.to_string();
        prop_assert_eq!(text.parse(), Ok(question.clone()), "{}", &text);
        {
            let json = serde_json::to_string(&question).unwrap();
            prop_assert_eq!(&json, &format!("\"{text}\""));
            prop_assert_eq!(serde_json::from_str::<Question>(&json).unwrap(), question);
        }
    }

    #[test]
    fn random_text_does_not_panic(text in "[a-z0-9; ]{0,30}") {
        let _ = text.parse::<Question>();
    }
}

#[test]
fn an_invalid_question_is_rejected_with_the_expected_text() {
    let error = |text: &str| text.parse::<Question>().unwrap_err().to_string();
    assert_eq!(
        error("frist"),
        "unknown question \"frist\", expected first, all, count, unique, best, cheapest, dearest, \
         why, marginals, sample or estimate"
    );
    assert_eq!(
        error("count slowly"),
        "invalid clause \"count slowly\", expected `count`, `count walk` or `count memo`"
    );
    assert_eq!(
        error("all; force 3 x"),
        "invalid clause \"force 3 x\", expected option numbers"
    );
    assert!(";; first".parse::<Question>().is_err());
    assert_eq!(
        "first;; force 3; ;".parse(),
        "first; force 3".parse::<Question>()
    );
    assert!("first; force +3".parse::<Question>().is_err());
    for bad in [
        "from",
        "from 3",
        "from 2 1 in",
        "from in 7",
        "from 2 x in 7",
        "from 2 1 in seven",
    ] {
        let expected = "expected a position such as `2 1 3 in 5c1f09aa3b7d2e84`";
        assert_eq!(
            error(&format!("all; {bad}")),
            format!("invalid clause {bad:?}, {expected}")
        );
    }
    assert!("first; order  random\t7".parse::<Question>().is_ok());
    assert_eq!(
        error("all; until 3"),
        "unknown clause \"until\", expected force, forbid, order or from"
    );
    assert_eq!(
        error("all; force 3; force 4"),
        "clause \"force\" occurs twice"
    );
    let error = "all; force 3; force 4".parse::<Question>().unwrap_err();
    assert_eq!(
        error.help(),
        Some("write each clause once, such as `force 4 7`")
    );
}
