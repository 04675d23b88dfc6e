//! The time limit holds in searches of every kind.

use std::fs;
use std::time::Instant;

use super::{SOON, alike, same};
use crate::{EXAMPLE, file, pairs, run};

#[test]
fn no_time_at_all_stops_every_command_while_it_reads() {
    let problem = same(10_000_000);
    let name = problem.display();
    for command in [
        "solve", "count", "estimate", "sample", "compile", "best", "reduce", "explain",
    ] {
        let run = run(&format!("{command} --time 0 {name}"), "");
        assert_eq!((run.code, &*run.out), (3, ""), "{command}");
        // A very fast machine may come to a question before it is stopped.
        let says = "stopped by the time limit";
        assert!(run.err.contains(says), "{command}: {}", run.err);
    }
}

#[test]
fn a_stopped_search_reports_what_is_known() {
    // No method finishes pairs of an odd number of people in time.
    let begun = Instant::now();
    let problem = file("odd.dlx", pairs(61).as_bytes());
    let name = problem.display();
    let run = run(&format!("count --method walk --time 0.5 {name}"), "");
    assert_eq!((run.code, &*run.out), (3, ""));
    assert!(
        run.err.starts_with("at least 0: stopped by the time limit"),
        "{}",
        run.err
    );
    assert!(begun.elapsed() < SOON);
}

/// To list what is left of a level once took the square of its options, without a look at the clock.
#[test]
fn the_time_limit_holds_where_a_level_has_very_many_options() {
    let problem = alike(400_000);
    let name = problem.display();
    let ledger = |number: u32| {
        let ledger = file(&format!("alike{number}.ledger"), b"");
        fs::remove_file(&ledger).unwrap();
        ledger
    };
    let output = ledger(0);
    for command in [
        &format!("count --ledger {}", ledger(1).display()),
        &format!(
            "solve -n 0 -o {} --ledger {}",
            output.display(),
            ledger(2).display()
        ),
        "split --parts 10",
        "estimate --engine bits",
        "estimate --engine links",
    ] {
        let begun = Instant::now();
        let run = run(&format!("{command} --time 0.5 {name}"), "");
        assert!(begun.elapsed() < SOON, "{command}");
        assert!([0, 3].contains(&run.code), "{command}: {}", run.err);
        if run.code == 3 {
            assert!(run.err.contains("the time limit"), "{command}: {}", run.err);
        }
    }
    // Memory finds at once what the walk would take hours for.
    let run = run(&format!("count {name}"), "");
    assert_eq!((run.code, &*run.out), (0, "20000000000\n"));
}

/// Each option has the items of all others: a proof looked at all of them for each item, and a split
/// weighed one part after the other without a look at the clock.
#[test]
fn the_time_limit_holds_where_long_options_are_equal() {
    let items: Vec<String> = (0..1_000).map(|item| format!("i{item}")).collect();
    let line = items.join(" ") + "\n";
    let problem = file("long.dlx", line.repeat(501).as_bytes());
    let name = problem.display();
    let [ledger, output] = ["long.ledger", "long.txt"].map(|name| file(name, b""));
    for command in [
        "count --ledger",
        &format!("solve -n 0 -o {} --ledger", output.display()),
        "best --ledger",
    ] {
        // The second command adds up the ledger of the first.
        for file in [&ledger, &output] {
            fs::remove_file(file).unwrap();
        }
        for time in [0.5, 0.4] {
            let begun = Instant::now();
            let run = run(
                &format!("{command} {} --time {time} {name}", ledger.display()),
                "",
            );
            assert!(begun.elapsed() < SOON, "{command}");
            assert!([0, 3].contains(&run.code), "{command}: {}", run.err);
        }
        fs::write(&output, "").unwrap();
    }
    let begun = Instant::now();
    let split = run(&format!("split --parts 1000 --time 0.5 {name}"), "");
    assert!(begun.elapsed() < SOON);
    assert!([0, 3].contains(&split.code), "{}", split.err);
}

/// What a deep walk has left is a part for each of its levels. Each repeated the path to its level, so a
/// record took the square of the depth; and where an item may be covered several times, a part repeated
/// the choices before it, too.
#[test]
fn the_time_limit_holds_for_the_ledger_of_a_deep_walk() {
    let depth = 20_000;
    let items: Vec<String> = (0..depth).map(|item| format!("i{item}")).collect();
    let mut deep = items.join(" ") + "\n";
    for item in items {
        deep += &format!("{item}\n{item}\n");
    }
    let wide: String = (0..depth)
        .map(|option| ["a\n", "b\n", "c\n"][option % 3])
        .collect();
    let both = format!("500:600|a b\n{}b\n", "a\n".repeat(2_000));
    // Thousands of levels of one item have nearly the same choices.
    let often = "0:2500|a\n".to_owned() + &"a\n".repeat(5_000);
    for (name, text) in [
        ("deep", deep),
        ("wide", format!("2:3|a 1:4|b c\n{wide}")),
        ("both", both),
        ("often", often),
    ] {
        let problem = file(&format!("{name}.dlx"), text.as_bytes());
        let [ledger, output] = ["ledger", "txt"].map(|end| file(&format!("{name}.{end}"), b""));
        for command in [
            "count --ledger",
            &format!("solve -n 0 -o {} --ledger", output.display()),
            "best --ledger",
        ] {
            for file in [&ledger, &output] {
                fs::remove_file(file).unwrap();
            }
            // The second command adds up the ledger of the first, and continues it.
            for time in [0.5, 0.4] {
                let begun = Instant::now();
                let run = run(
                    &format!(
                        "{command} {} --time {time} {}",
                        ledger.display(),
                        problem.display()
                    ),
                    "",
                );
                assert!(begun.elapsed() < SOON, "{name}: {command}");
                assert!([0, 3].contains(&run.code), "{name}: {command}: {}", run.err);
            }
            let length = fs::metadata(&ledger).unwrap().len();
            assert!(length < 50 << 20, "{name}: {command}: {length} bytes");
            fs::write(&output, "").unwrap();
        }
    }
}

/// To learn from a solution once took the square of the options of an item that may be covered several
/// times, and the clock was read only after hundreds of solutions.
#[test]
fn the_time_limit_holds_where_very_many_options_cover_an_item_several_times() {
    let text = "2:3|a 1:4|b c\n".to_owned() + &"a\nb\nc\n".repeat(20_000 / 3);
    let problem = file("several.dlx", text.as_bytes());
    let name = problem.display();
    let proof = file("several", b"");
    for command in [
        "count --engine learn",
        "solve -n 0 --engine learn",
        &format!("solve -n 0 --proof {}", proof.display()),
    ] {
        let begun = Instant::now();
        let run = run(&format!("{command} --time 0.5 {name}"), "");
        assert!(begun.elapsed() < SOON, "{command}");
        assert_eq!(run.code, 3, "{command}: {}", run.err);
        assert!(run.err.contains("the time limit"), "{command}: {}", run.err);
    }
}

/// Each of very many options has the same reasons: a single propagation takes the square of the options.
#[test]
fn the_time_limit_holds_within_a_propagation() {
    let items = |line: fn(usize) -> String| (0..50_000).map(line).collect::<String>();
    let text = items(|item| format!("x{item} "))
        + "| s\n"
        + &items(|item| format!("x{item} s:red\nx{item} s:blue\n"));
    let problem = file("one-colour.dlx", text.as_bytes());
    let begun = Instant::now();
    let run = run(
        &format!("count --engine learn --time 0.5 {}", problem.display()),
        "",
    );
    assert!(begun.elapsed() < SOON);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.err.contains("the time limit"), "{}", run.err);
}

#[test]
fn sizes_and_times_have_the_usual_units() {
    for size in ["1GB", "1.5G", "512MB", "1GiB", "2g", "1048576"] {
        let run = run(&format!("count --memory {size}"), EXAMPLE);
        assert_eq!((run.code, &*run.out), (0, "1\n"), "{size}: {}", run.err);
    }
    for time in ["10", "0.5m", "500ms", "10s", "2h", "1e1"] {
        let run = run(&format!("count --time {time}"), EXAMPLE);
        assert_eq!((run.code, &*run.out), (0, "1\n"), "{time}: {}", run.err);
    }
    for (flag, value) in [
        ("--memory", "1X"),
        ("--memory", "GB"),
        ("--memory", "1000"),
        ("--memory", "1e300G"),
        ("--time", "5years"),
        ("--time", "s"),
        ("--time", "-1"),
        ("--time", "inf"),
        ("--time", "nan"),
    ] {
        let run = run(&format!("count {flag} {value}"), EXAMPLE);
        assert_eq!((run.code, &*run.out), (2, ""), "{value}");
        assert!(run.err.contains(": expected a"), "{}", run.err);
    }
}
