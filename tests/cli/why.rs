//! `quadrille best --why`.

use super::best::COSTS;
use super::improving::triples;
use super::{NO_OPTIONS, run};

/// The text without what the prices say, which depends on how well they were improved.
fn without_prices(out: &str) -> String {
    match out.split_once("; the prices say at least ") {
        None => out.to_owned(),
        Some((start, rest)) => {
            let (said, end) = rest.split_once(')').unwrap();
            assert!(said.parse::<f64>().unwrap() > 0.0, "{out}");
            format!("{start}){end}")
        }
    }
}

#[test]
fn an_option_has_a_price() {
    let (cheapest, dearest) = (
        "the cheapest solution costs 5",
        "the dearest solution costs 9",
    );
    for (option, flags, out) in [
        (
            "1",
            "",
            format!("{cheapest} and uses this option\nwithout it: 7 (2 more)\n"),
        ),
        (
            "2",
            "",
            format!("{cheapest} and does not use this option\nwith it: 7 (2 more)\n"),
        ),
        (
            "4",
            "",
            format!("{cheapest} and does not use this option\nwith it: 9 (4 more)\n"),
        ),
        (
            "4",
            "--max",
            format!("{dearest} and uses this option\nwithout it: 7 (2 less)\n"),
        ),
        (
            "0",
            "--force 0",
            format!("{cheapest} and uses this option\nevery solution uses it\n"),
        ),
        (
            "1",
            "--forbid 1",
            "the cheapest solution costs 7 and does not use this option\nno solution uses it\n"
                .to_owned(),
        ),
        (
            "3",
            "--forbid 1",
            "the cheapest solution costs 7 and uses this option\nwithout it: 7 (the same)\n"
                .to_owned(),
        ),
    ] {
        let run = run(&format!("best --why {option} {flags}"), COSTS);
        let found = (run.code, without_prices(&run.out), &*run.err);
        assert_eq!(found, (0, out, ""), "{option} {flags}");
    }
}

#[test]
fn json_has_the_costs_and_the_bounds_of_both_sides() {
    let json = r#"{"option":2,"items":["b"],"with":{"least":7,"bound":7,"priced":7},"without":{"least":5,"bound":5,"priced":5},"stop":"exhausted"}
"#;
    run("best --why 2 --format json", COSTS).is(0, json, "");
    let none = r#"{"option":0,"items":["a"],"with":{"least":null,"bound":null,"priced":null},"without":{"least":null,"bound":null,"priced":null},"stop":"exhausted"}
"#;
    let words = format!("{NO_OPTIONS}no solution\n");
    run("best --why 0 --format json", "a b\na |1\n").is(1, none, &words);
    run("best --why 0", "a b\na |1\n").is(1, "", &words);
}

#[test]
fn decimals_and_signs_are_those_of_the_costs() {
    let gains = "a b\na |-2.5\nb |1\na b |0.25\n";
    let out = "the cheapest solution costs -1.5 and does not use this option\n\
        with it: 0.25 (1.75 more)\n";
    assert_eq!(without_prices(&run("best --why 2", gains).out), out);
}

#[test]
fn a_stopped_question_reports_what_is_proved() {
    let text = triples(120, 1500);
    let stopped = run("best --why 200 --nodes 300", &*text);
    let words = "stopped by the node limit: least cost with this option: ";
    // After a second, a line about the prices comes first.
    assert!(stopped.err.contains(words), "{}", stopped.err);
    assert!(stopped.err.contains("between "), "{}", stopped.err);
    assert_eq!((stopped.code, &*stopped.out), (3, ""));
    let json = run("best --why 200 --nodes 300 --format json", &*text);
    let answer: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((json.code, &answer["stop"]), (3, &"node limit".into()));
    let time = "stopped by the time limit: least cost with this option: at least 0; without it: \
        at least 0\n";
    run("best --why 0 --time 0", COSTS).is(3, "", time);
}

#[test]
fn wrong_options_and_other_questions_are_refused() {
    let unknown = "quadrille: --why: there is no option number 9\n\
        help: options have the numbers 0 to 4\n";
    run("best --why 9", COSTS).is(2, "", unknown);
    let several = "quadrille: --why: \"a\" is the text of options 0 and 1\n\
        help: give the number of one of them\n";
    run("best --why a", "a\na |1\na |2\n").is(2, "", several);
    for flag in ["-k 2", "--one", "--improving", "--ledger x.jsonl"] {
        let name = flag.split(' ').next().unwrap();
        let both = format!(
            "quadrille: '--why' and '{name}' cannot be used together\n\
             help: give only one of them\n"
        );
        run(&format!("best --why 0 {flag}"), COSTS).is(2, "", &both);
    }
    let drawn = "quadrille: '--why' prints numbers, which cannot be drawn\n\
        help: use '--format text' or '--format json'\n";
    run("best --why 0 --format pretty", COSTS).is(2, "", drawn);
}
