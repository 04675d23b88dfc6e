//! Numbers of solutions.

use quadrille::{BigUint, Count, ParseCountError};

fn count(text: &str) -> Count {
    text.parse().unwrap()
}

#[test]
fn numbers_grow_past_every_machine_number() {
    let mut number = Count::from(3);
    number *= u64::MAX;
    number *= &number.clone();
    let square = count("3062541302288446170838330073559141974025");
    assert_eq!(number, square);
    assert_eq!(number.to_u128(), None);
    assert_eq!(u128::try_from(&number).unwrap_err().bits, 128);
    let half = BigUint::from(&number) / 2_u32;
    assert_eq!(Count::from(half) * 2 + 1, number);
    assert_eq!(number.checked_sub(&square), Some(Count::default()));
    assert_eq!(Count::from(1).checked_sub(&Count::from(2)), None);
}

#[test]
fn sums_and_products_take_counts_and_numbers() {
    let counts = [2, 3, 4].map(Count::from);
    assert_eq!(counts.iter().sum::<Count>(), 9);
    assert_eq!(counts.iter().product::<Count>(), 24);
    assert_eq!(
        [u64::MAX; 3].into_iter().sum::<Count>(),
        count("55340232221128654845")
    );
    assert_eq!(counts.into_iter().product::<Count>(), 24);
    assert_eq!(std::iter::empty::<Count>().product::<Count>(), 1);
}

#[test]
fn text_is_digits() {
    for text in ["0", "7", "340282366920938463463374607431768211456"] {
        assert_eq!(count(text).to_string(), text);
    }
    assert_eq!(count("007"), 7);
    assert_eq!("".parse::<Count>(), Err(ParseCountError::Empty));
    for (text, culprit) in [
        ("-1", '-'),
        ("+1", '+'),
        ("1_0", '_'),
        ("1 ", ' '),
        ("١", '١'),
    ] {
        assert_eq!(text.parse::<Count>(), Err(ParseCountError::Digit(culprit)));
    }
}
