//! Damaged ledgers: each damage gets the right verdict.

use std::sync::Arc;

use quadrille::units::{Records, Unit};
use quadrille::{Assumptions, Problem, Solver};

use super::{count, pairs, prove, record, sealed, units, walked};

/// The pairs of 8 people: 105 solutions, in units that are counted completely.
struct Counted {
    problem: Problem,
    units: Vec<Unit>,
    lines: Vec<String>,
}

fn counted() -> Counted {
    let problem = pairs(8);
    let solver = Solver::new(&problem);
    let question = count(Assumptions::new());
    let units = units(&solver, &question, 12);
    let line = |unit: &Unit| {
        record(
            unit,
            &walked(&solver, &question, &unit.part).to_string(),
            "",
        )
    };
    Counted {
        lines: units.iter().map(line).collect(),
        problem,
        units,
    }
}

fn unit(problem: &Problem, part: &str) -> Unit {
    Unit::new(problem, "test", count(Assumptions::new())).part(part.parse().unwrap())
}

/// The error of reading a ledger: its place, message and help.
#[track_caller]
fn rejected(problem: &Problem, text: &str) -> (String, Option<String>) {
    let mut records = Records::new(&Arc::new(problem.clone()), "test");
    let error = records.read_ledger("x.jsonl", text.as_bytes()).unwrap_err();
    (error.to_string(), error.help().map(str::to_owned))
}

/// The conflict between records.
#[track_caller]
fn conflict(problem: &Problem, ledgers: &[String]) -> String {
    prove(problem, ledgers).unwrap_err().to_string()
}

#[test]
fn whole_ledgers_give_the_total_in_any_order() {
    let Counted {
        problem, mut lines, ..
    } = counted();
    assert_eq!(prove(&problem, &[lines.concat()]).unwrap().total, 105);
    lines.reverse();
    let proof = prove(&problem, &lines).unwrap();
    assert!(proof.is_complete());
    assert_eq!((proof.total, proof.confirmed), (105.into(), 0));
    assert_eq!(
        (proof.nodes, proof.counted.len()),
        (7 * lines.len() as u64, lines.len())
    );
}

#[test]
fn a_dropped_record_is_missing() {
    let Counted {
        problem,
        units,
        mut lines,
    } = counted();
    for (place, unit) in units.iter().enumerate() {
        let line = lines.remove(place);
        let proof = prove(&problem, &[lines.concat()]).unwrap();
        assert!(!proof.is_complete());
        assert!(proof.total < 105);
        let missing = proof.missing.iter().map(|unit| unit.part);
        assert!(missing.eq([unit.part.clone()]), "{:?}", unit.part);
        lines.insert(place, line);
    }
    assert!(!prove(&problem, &[]).unwrap().is_complete());
}

#[test]
fn a_copied_record_counts_once_and_confirms_nothing() {
    let Counted { problem, lines, .. } = counted();
    let text = lines.concat();
    let proof = prove(&problem, &[text.clone(), text]).unwrap();
    assert_eq!((proof.total, proof.confirmed), (105.into(), 0));
}

#[test]
fn a_second_run_of_a_unit_confirms_it() {
    let Counted { problem, lines, .. } = counted();
    let again = lines[3].replace("\"bits\"", "\"links\"");
    let again = sealed(again.split_once(",\"check\"").unwrap().0);
    let proof = prove(&problem, &[lines.concat(), again]).unwrap();
    let confirmed = (proof.confirmed, proof.confirmed_apart);
    assert_eq!((proof.total, confirmed), (105.into(), (1, 1)));
    // The same engine may make the same mistake twice.
    let again = lines[3].replace("\"seconds\":0.5", "\"seconds\":0.75");
    let again = sealed(again.split_once(",\"check\"").unwrap().0);
    let proof = prove(&problem, &[lines.concat(), again]).unwrap();
    assert_eq!((proof.confirmed, proof.confirmed_apart), (1, 0));
}

#[test]
fn questions_that_overlap_are_not_added_up() {
    let problem = pairs(6);
    let of = |question: &str, count: &str| {
        let unit = Unit::new(&problem, "test", question.parse().unwrap());
        record(&unit, count, "")
    };
    let all = of("count", "15");
    assert_eq!(
        conflict(&problem, &[all, of("count; force 0", "3")]),
        "the questions \"count\" in 0.jsonl:1 and \"count; force 0\" in 1.jsonl:1 overlap: solutions \
         would count twice"
    );
    let ledgers = [of("count; force 0", "3"), of("count; forbid 0", "12")];
    assert_eq!(prove(&problem, &ledgers).unwrap().total, 15);
    // The options 0 and 1 pair the first person with two others.
    let ledgers = [of("count; force 0", "3"), of("count; force 1", "3")];
    assert_eq!(prove(&problem, &ledgers).unwrap().total, 6);
    let ledgers = [of("count; forbid 0", "12"), of("count; forbid 1", "12")];
    assert!(conflict(&problem, &ledgers).contains("overlap"));
}

#[test]
fn lines_that_a_crash_filled_with_zeros_are_skipped() {
    let Counted { problem, lines, .. } = counted();
    let mut text = lines.concat().into_bytes();
    let start = lines[..3].concat().len();
    text[start + 5..start + 30].fill(0);
    let mut records = Records::new(&Arc::new(problem), "test");
    assert_eq!(records.read_ledger("x.jsonl", &text), Ok(text.len()));
    assert_eq!(records.damaged(), 1);
    let proof = records.prove().unwrap();
    assert_eq!(proof.missing.len(), 1);
    assert!(proof.total < 105);
}

#[test]
fn numbers_that_cannot_be_are_rejected() {
    let problem = pairs(6);
    let line = record(&unit(&problem, "all"), "3", "0");
    for (from, to, expected) in [
        (
            "\"version\":1",
            "\"version\":0",
            "the line has format version 0, this program reads 1",
        ),
        (
            "\"seconds\":0.5",
            "\"seconds\":-5.0",
            "seconds cannot be -5",
        ),
        (
            "\"program\"",
            "\"share\":1.5,\"program\"",
            "share cannot be 1.5",
        ),
    ] {
        let edited = line.replacen(from, to, 1);
        let edited = sealed(edited.split_once(",\"check\"").unwrap().0);
        let (message, _) = rejected(&problem, &edited);
        assert!(message.ends_with(expected), "{message}");
    }
}

#[test]
fn different_counts_of_a_unit_conflict() {
    let Counted {
        problem,
        units,
        lines,
    } = counted();
    let other = record(&units[2], "4", "");
    let part = &units[2].part;
    let message = conflict(&problem, &[lines.concat(), other]);
    let expected = format!(
        "conflict: unit {part} has 15 solutions according to 0.jsonl:3, but 4 according to 1.jsonl:1"
    );
    assert_eq!(message, expected);
}

#[test]
fn parts_that_contradict_a_complete_unit_conflict() {
    let Counted { problem, lines, .. } = counted();
    let all = |count: &str| record(&unit(&problem, "all"), count, "");
    let proof = prove(&problem, &[all("105"), lines.concat()]).unwrap();
    assert_eq!((proof.total, proof.counted.len()), (105.into(), 1));
    assert_eq!(
        conflict(&problem, &[all("104"), lines.concat()]),
        "conflict: unit all has 104 solutions according to 0.jsonl:1, but 105 according to its parts, such as 1.jsonl:1"
    );
    // One part has more solutions than the whole.
    assert_eq!(
        conflict(&problem, &[all("2"), lines[4].clone()]),
        "conflict: unit all has 2 solutions according to 0.jsonl:1, but 15 according to its parts, such as 1.jsonl:1"
    );
    // The rest has fewer solutions than the whole lacks.
    let partial = record(&unit(&problem, "all"), "50", "2");
    let rest = record(&unit(&problem, "2"), "15", "");
    assert_eq!(
        conflict(&problem, &[all("105"), partial + &rest]),
        "conflict: unit all has 105 solutions according to 0.jsonl:1, but 65 according to 1.jsonl:1"
    );
}

#[test]
fn a_unit_that_contradicts_itself_has_no_solution() {
    let problem = pairs(4);
    // The options 0 and 1 both cover the first person.
    let line = |count: &str| record(&unit(&problem, "0.1"), count, "");
    assert!(prove(&problem, &[line("0")]).is_ok());
    assert_eq!(
        conflict(&problem, &[line("1")]),
        "conflict: unit 0.1 has 0 solutions according to the definition of the problem, but 1 according to 0.jsonl:1"
    );
}

#[test]
fn the_times_of_a_question_must_agree() {
    let Counted {
        problem,
        units,
        lines,
    } = counted();
    let other = record(&units[2].clone().times(5.into()), "3", "");
    assert_eq!(
        conflict(&problem, &[lines.concat(), other]),
        "conflict: solutions of \"count\" count 1 times in 0.jsonl:1, but 5 times in 1.jsonl:1"
    );
}

#[test]
fn an_edited_line_is_rejected() {
    let Counted { problem, lines, .. } = counted();
    let text = lines.concat();
    let edited = text.replacen("\"count\":\"3\"", "\"count\":\"4\"", 1);
    let (message, help) = rejected(&problem, &edited);
    assert!(
        message.ends_with(": wrong check: the line was edited or damaged"),
        "{message}"
    );
    let expected = "remove the line; 'quadrille merge --missing' then lists it";
    assert_eq!(help.as_deref(), Some(expected));
    // The digits of the count changed and the check is right: the residues are wrong.
    let resealed: String = edited
        .lines()
        .map(|line| sealed(line.split_once(",\"check\"").unwrap().0))
        .collect();
    let (message, _) = rejected(&problem, &resealed);
    assert!(
        message.ends_with(": wrong residues, expected [4,4] for this count"),
        "{message}"
    );
    let unchecked = text.replacen(",\"check\":", ",\"chuck\":", 1);
    let (message, help) = rejected(&problem, &unchecked);
    assert!(message.contains("unknown field `chuck`"), "{message}");
    assert_eq!(help.as_deref(), Some("did you mean `check`?"));
}

#[test]
fn every_changed_byte_is_noticed() {
    let problem = pairs(4);
    let line = record(&unit(&problem, "2"), "1", "");
    for place in 0..line.len() - 1 {
        let mut bytes = line.clone().into_bytes();
        bytes[place] ^= 1;
        let mut records = Records::new(&Arc::new(problem.clone()), "test");
        assert!(records.read_ledger("x.jsonl", &bytes).is_err(), "{place}");
    }
}

#[test]
fn a_torn_last_line_is_skipped() {
    let Counted {
        problem,
        units,
        lines,
    } = counted();
    let text = lines.concat();
    let last = lines.last().unwrap().len();
    for cut in 1..last {
        let torn = text[..text.len() - cut].to_owned();
        let proof = prove(&problem, &[torn]).unwrap();
        assert_eq!(proof.missing.len(), 1);
        let missing = proof.missing.iter().next().unwrap();
        assert_eq!(missing.part, units.last().unwrap().part);
    }
    // A power cut leaves zeros.
    let mut records = Records::new(&Arc::new(problem.clone()), "test");
    let zeros = [text.as_bytes(), &[0; 99]].concat();
    assert_eq!(records.read_ledger("x.jsonl", &zeros), Ok(text.len()));
    // Another file, given by mistake.
    let (message, _) = rejected(&problem, "a b c");
    assert!(
        message.starts_with("line 1, column 1: invalid JSON"),
        "{message}"
    );
}

#[test]
fn a_torn_line_in_the_middle_is_rejected_at_its_place() {
    let Counted { problem, lines, .. } = counted();
    // The next record was appended to the torn line.
    let torn = format!("{}{{\"unit\":{}{}", lines[0], lines[1], lines[2]);
    let (error, help) = rejected(&problem, &torn);
    assert!(error.contains("line 2, column "), "{error}");
    assert!(error.contains("the text ends inside an object"), "{error}");
    assert_eq!(help.as_deref(), Some("check that the file is complete"));
}

#[test]
fn another_problem_is_rejected_with_both_names() {
    let Counted { lines, .. } = counted();
    let other = pairs(6);
    let (message, _) = rejected(&other, &lines.concat());
    let [one, two] = [pairs(8).fingerprint(), other.fingerprint()];
    let expected = format!("this line is about \"test\" ({one}), expected \"test\" ({two})");
    assert!(message.ends_with(&expected), "{message}");
}

#[test]
fn a_newer_version_is_rejected_with_both_versions() {
    let Counted { problem, lines, .. } = counted();
    let newer = lines[0].replace("\"version\":1", "\"version\":2,\"colour\":\"red\"");
    let (message, help) = rejected(&problem, &newer);
    let expected = "the line has format version 2, this program reads 1";
    assert!(message.ends_with(expected), "{message}");
    assert_eq!(help.as_deref(), Some("use a newer version of quadrille"));
}

#[test]
fn a_wrong_rest_is_rejected() {
    let problem = pairs(6);
    let line = |part: &str, count: &str, rest: &str| record(&unit(&problem, part), count, rest);
    let message = |text: String| rejected(&problem, &text).0;
    let outside = message(line("2", "1", "3.9"));
    assert!(
        outside.ends_with("the rest has a part outside the unit: 3.9"),
        "{outside}"
    );
    let twice = message(line("2", "1", "2.9 2.9"));
    assert!(
        twice.ends_with("two parts of the rest overlap: 2.9 and 2.9"),
        "{twice}"
    );
    let nested = message(line("2", "1", "2 2.9"));
    assert!(nested.ends_with("but the count is not 0"), "{nested}");
    let nested = message(line("2", "0", "2.5.14 2.5"));
    assert!(
        nested.ends_with("two parts of the rest overlap: 2.5 and 2.5.14"),
        "{nested}"
    );
    // Options 0 and 14 have no person in common.
    let beside = message(line("all", "1", "0 14"));
    assert!(
        beside.ends_with("two parts of the rest overlap: 0 and 14"),
        "{beside}"
    );
    for disjoint in ["0 1 2", "0 -0.14", "0.14 1.-14", "0 1.14"] {
        let text = line("all", "1", disjoint);
        assert!(prove(&problem, &[text]).is_ok(), "{disjoint}");
    }
    let unknown = message(line("all", "1", "15"));
    assert!(
        unknown.ends_with("the problem has no option 15, only 15 options"),
        "{unknown}"
    );
    let unknown = message(line("1.99", "1", ""));
    assert!(
        unknown.ends_with("the problem has no option 99, only 15 options"),
        "{unknown}"
    );
}

#[test]
fn a_later_record_replaces_an_earlier_rest() {
    let problem = pairs(6);
    let line = |count: &str, rest: &str| record(&unit(&problem, "all"), count, rest);
    let text = line("3", "1 2 3 4") + &line("6", "2 3 4");
    let proof = prove(&problem, std::slice::from_ref(&text)).unwrap();
    assert_eq!((proof.total, proof.missing.len()), (6.into(), 3));
    let text = text + &line("15", "");
    let proof = prove(&problem, &[text]).unwrap();
    assert_eq!((proof.total, proof.missing.len()), (15.into(), 0));
}

#[test]
fn questions_other_than_counts_are_rejected() {
    let problem = pairs(4);
    for question in ["first", "count; order random 3", "count memo"] {
        let line = record(&unit(&problem, "all"), "3", "");
        let line = line.replace("\"count\",\"count\"", &format!("{question:?},\"count\""));
        let text = sealed(line.split_once(",\"check\"").unwrap().0);
        let (message, _) = rejected(&problem, &text);
        let expected = format!("units cannot have the question \"{question}\"");
        assert!(message.ends_with(&expected), "{message}");
    }
}

#[test]
fn a_unit_is_not_a_record() {
    let problem = Arc::new(pairs(4));
    let one = unit(&problem, "2");
    let (message, help) = rejected(&problem, &format!("{one}\n"));
    assert!(
        message.ends_with("this line is not a record of a ledger"),
        "{message}"
    );
    assert_eq!(help.as_deref(), Some("count units with 'quadrille run'"));
    let mut records = Records::new(&problem, "test");
    let error = records.read_units("u", record(&one, "1", "").as_bytes());
    let error = error.unwrap_err();
    assert_eq!(error.message(), "this line is a record, expected a unit");
    let read = records.read_units("u", one.to_string().as_bytes());
    assert_eq!(read.unwrap(), [one]);
}

#[test]
fn counts_grow_past_all_machine_numbers() {
    let problem = pairs(4);
    let huge = "1".to_owned() + &"0".repeat(60);
    let times: quadrille::Count = huge.parse().unwrap();
    let unit = |part: &str| unit(&problem, part).times(times.clone());
    let text: String = ["0", "1", "2"]
        .map(|part| record(&unit(part), &huge, ""))
        .concat();
    let proof = prove(&problem, &[text]).unwrap();
    assert_eq!(proof.total.to_string(), "3".to_owned() + &"0".repeat(120));
    for count in [
        "18446744073709551616",
        "340282366920938463463374607431768211456",
    ] {
        let text = record(&super::Unit::new(&problem, "test", count_all()), count, "");
        assert_eq!(prove(&problem, &[text]).unwrap().total.to_string(), count);
    }
}

fn count_all() -> quadrille::Question {
    count(Assumptions::new())
}

#[test]
fn a_sample_of_the_counted_units_depends_on_the_seed_only() {
    let Counted { problem, lines, .. } = counted();
    let proof = prove(&problem, &[lines.concat()]).unwrap();
    let parts = |percent, seed| -> Vec<String> {
        let units = proof.sample(percent, seed).into_iter();
        units.map(|unit| unit.part.to_string()).collect()
    };
    assert_eq!(parts(100.0, 1).len(), lines.len());
    assert_eq!((parts(1.0, 1).len(), parts(0.0, 1).len()), (1, 0));
    assert_eq!(parts(30.0, 1), parts(30.0, 1));
    assert!((2..20).any(|seed| parts(30.0, seed) != parts(30.0, 1)));
}
