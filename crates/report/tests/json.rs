//! Answers and their parts in JSON.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use quadrille::report::{Work, write_json};
use quadrille::text::dlx;
use quadrille::{Count, OptionId, Solution, Solver, Stop};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_value, json, to_value};

#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    value: &T,
    expected: Value,
) {
    assert_eq!(to_value(value).unwrap(), expected);
    assert_eq!(from_value::<T>(expected).unwrap(), *value);
}

#[test]
fn a_stop_reason_is_its_text() {
    use Stop::{Cancelled, Exhausted, Memory, Nodes, Solutions, Time};
    for stop in [Exhausted, Solutions, Nodes, Time, Cancelled, Memory] {
        round_trip(&stop, stop.to_string().into());
    }
}

#[test]
fn a_count_is_a_number_or_a_string_of_digits() {
    for number in [0, 1, 1 << 53, u64::MAX] {
        round_trip(&Count::from(number), number.into());
    }
    let mut count = Count::from(u64::MAX);
    count += &Count::from(1);
    round_trip(&count, "18446744073709551616".into());
    for wrong in [
        json!(-1),
        json!(1.5),
        json!(""),
        json!("-1"),
        json!("x"),
        json!(null),
    ] {
        assert!(from_value::<Count>(wrong.clone()).is_err(), "{wrong}");
    }
}

#[test]
fn solutions_and_options_are_numbers() {
    round_trip(&OptionId::new(7), 7.into());
    let solution: Solution = from_value(json!([4, 0, 3])).unwrap();
    assert_eq!(solution.options(), [0, 3, 4].map(OptionId::new));
    round_trip(&solution, json!([0, 3, 4]));
}

#[test]
fn an_answer_has_value_stop_and_stats() {
    let solver = Solver::new(dlx::read(b"a b\na\nb\na b\n").unwrap());
    let answer = solver.search().first();
    let mut value = to_value(&answer).unwrap();
    assert!(value["stats"]["seconds"].take().is_f64());
    assert!(value["stats"]["nodes"].take().is_u64());
    let stats = json!({ "solutions": 1, "nodes": null, "updates": null, "seconds": null });
    let options = answer.value.unwrap();
    let expected = json!({ "value": options, "stop": "enough solutions", "stats": stats });
    value["stats"]["forced"].take();
    value["stats"]["subsets"].take();
    let members = value["stats"].as_object_mut().unwrap();
    members.retain(|name, _| stats.get(name).is_some());
    assert_eq!(value, expected);

    let mut line = Vec::new();
    write_json(&Work::new(&solver, &answer.stats, answer.stop), &mut line).unwrap();
    let work: Value = serde_json::from_slice(&line).unwrap();
    assert_eq!(work["engine"], solver.engine().to_string());
    assert_eq!(work["solutions"], 1);
    assert_eq!(work["stop"], "enough solutions");
}

#[test]
fn the_schema_lists_every_stop_reason() {
    let schema: Value = serde_json::from_str(include_str!("../src/report.schema.json")).unwrap();
    let words: Vec<String> = Stop::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(schema["$defs"]["stop"]["enum"], json!(words));
    for stop in Stop::ALL {
        let text = serde_json::to_string(stop).unwrap();
        assert_eq!(serde_json::from_str::<Stop>(&text).unwrap(), *stop);
    }
}
