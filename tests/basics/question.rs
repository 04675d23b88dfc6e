//! Questions as text.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use quadrille::{Method, OptionId, Order, Position, Question, Want};

fn wants() -> impl Strategy<Value = Want> {
    let any_u64 = any::<u64>;
    prop_oneof![
        Just(Want::First),
        Just(Want::All),
        Just(Want::Count(Method::Auto)),
        Just(Want::Count(Method::Walk)),
        Just(Want::Count(Method::Memo)),
        Just(Want::Unique),
        any::<usize>().prop_map(Want::Best),
        Just(Want::Cheapest),
        Just(Want::Why),
        Just(Want::Marginals),
        (any_u64(), any_u64()).prop_map(|(solutions, seed)| Want::Sample { solutions, seed }),
        (any_u64(), any_u64()).prop_map(|(probes, seed)| Want::Estimate { probes, seed }),
    ]
}

/// A position with these tries. Outside the library only a search or a text can make one.
fn position((tries, tree): (Vec<u32>, u64)) -> Position {
    let tries: Vec<String> = tries.iter().map(u32::to_string).collect();
    match tries.is_empty() {
        true => Position::default(),
        false => format!("{} in {tree:x}", tries.join(" ")).parse().unwrap(),
    }
}

proptest! {
    #[test]
    fn the_text_of_a_question_is_read_back(
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
        #[cfg(feature = "json")]
        {
            let json = serde_json::to_string(&question).unwrap();
            prop_assert_eq!(&json, &format!("\"{text}\""));
            prop_assert_eq!(serde_json::from_str::<Question>(&json).unwrap(), question);
        }
    }

    #[test]
    fn no_text_panics(text in "[a-z0-9; ]{0,30}") {
        let _ = text.parse::<Question>();
    }
}

#[test]
fn a_bad_text_says_what_was_expected() {
    let why = |text: &str| text.parse::<Question>().unwrap_err().to_string();
    assert!(why("frist").starts_with("\"frist\" cannot be asked for, expected first"));
    assert_eq!(
        why("count slowly"),
        "invalid clause \"count slowly\": expected `count`, `count walk` or `count memo`"
    );
    assert_eq!(
        why("all; force 3 x"),
        "invalid clause \"force 3 x\": expected numbers of options"
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
        let expected = "expected `root`, or the numbers of tries, `in` and the mark of a tree";
        assert_eq!(
            why(&format!("all; {bad}")),
            format!("invalid clause {bad:?}: {expected}")
        );
    }
    assert!("first; order  random\t7".parse::<Question>().is_ok());
    assert_eq!(
        why("all; until 3"),
        "unknown clause \"until\", expected force, forbid, order or from"
    );
    assert_eq!(
        why("all; force 3; force 4"),
        "the clause \"force\" occurs twice"
    );
}
