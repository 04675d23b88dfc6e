//! `--force` and `--forbid`, and what to do where there is no solution.

use quadrille::reduce::reduce;
use quadrille::text::dlx;
use quadrille::{Assumptions, Limits, OptionId, Solver};

use super::{EXAMPLE, NO_OPTIONS, file, pairs, program, run};

/// Three jobs for three people. Options 0 and 6 are equal but for their order and cost.
const JOBS: &str = "cook dish shop Ann Bob Cleo\n\
    cook Ann\ncook Bob\ndish Bob\ndish Cleo\nshop Cleo\nshop Ann\nAnn cook |7\n";

/// Colours, a multiplicity, a secondary item, equal options and one that is dropped.
const RICH: &str = "a 0:2|b c | s t\na s:x\na s:y\nb t\nb t\nb s:x\nc s:x\nc s:y |2\nt\na b\nc\n";

/// Runs with arguments that hold spaces.
#[track_caller]
fn run_words(arguments: &[&str], input: &str) -> (i32, String, String) {
    use std::io::Write;
    let mut command = program("");
    let mut child = command.args(arguments).spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap_or(-1);
    (code, text(output.stdout), text(output.stderr))
}

/// The solutions in the output of `--format json`, as sorted sets of option numbers, in order.
fn solutions(out: &str) -> Vec<Vec<u64>> {
    let options = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        let options = object["options"].as_array().unwrap().iter();
        let mut numbers: Vec<u64> = options.map(|o| o["option"].as_u64().unwrap()).collect();
        numbers.sort_unstable();
        numbers
    };
    // The last line of "best" is about the least cost.
    let solutions = out.lines().filter(|line| line.contains("\"options\""));
    let mut all: Vec<_> = solutions.map(options).collect();
    all.sort_unstable();
    all
}

/// All solutions that hold the forced options and none of the forbidden ones, by filtering all
/// solutions.
fn filtered(all: &[Vec<u64>], forced: &[u64], forbidden: &[u64]) -> Vec<Vec<u64>> {
    let is_allowed = |solution: &&Vec<u64>| {
        forced.iter().all(|option| solution.contains(option))
            && !forbidden.iter().any(|option| solution.contains(option))
    };
    all.iter().filter(is_allowed).cloned().collect()
}

/// Some sets of forced and forbidden options, for a problem with this many options.
fn assumptions(options: u64) -> Vec<(Vec<u64>, Vec<u64>)> {
    let mut sets = vec![(vec![], vec![])];
    for option in 0..options {
        sets.push((vec![option], vec![]));
        sets.push((vec![], vec![option]));
        sets.push((vec![option], vec![(option + 1) % options]));
        sets.push((
            vec![option, (option * 3 + 1) % options],
            vec![(option + 2) % options],
        ));
    }
    sets
}

#[test]
fn every_command_keeps_the_solutions_that_a_filter_keeps() {
    for problem in [JOBS.to_owned(), RICH.to_owned(), pairs(6)] {
        let all = solutions(&run("solve -n 0 --format json", &*problem).out);
        assert!(all.len() > 1);
        let options = problem.lines().count() as u64 - 1;
        let nnf = file("assume.nnf", run("compile", &*problem).out.as_bytes());
        for (forced, forbidden) in assumptions(options) {
            let mut flags = String::new();
            forced
                .iter()
                .for_each(|o| flags += &format!(" --force {o}"));
            forbidden
                .iter()
                .for_each(|o| flags += &format!(" --forbid={o}"));
            let expected = filtered(&all, &forced, &forbidden);
            let code = i32::from(expected.is_empty());

            for command in [
                "solve -n 0",
                "solve -n 0 --reduce",
                "solve -n 0 --engine links",
            ] {
                let found = run(&format!("{command} --format json{flags}"), &*problem);
                assert_eq!(
                    solutions(&found.out),
                    expected,
                    "{command}{flags} of {problem}"
                );
                assert_eq!(found.code, code, "{command}{flags}");
            }
            let count = format!("{}\n", expected.len());
            let diagram = nnf.display();
            for command in [
                "count".to_owned(),
                "count --method memo".to_owned(),
                format!("count {diagram}"),
            ] {
                let counted = run(&format!("{command}{flags}"), &*problem);
                assert_eq!(
                    (counted.code, counted.out),
                    (code, count.clone()),
                    "{command}{flags}"
                );
            }
            let best = run(&format!("best -k 1000 --format json{flags}"), &*problem);
            assert_eq!(solutions(&best.out), expected, "best{flags}");
            let sampled = run(&format!("sample -n 3 --format json{flags}"), &*problem);
            let is_expected = |solution: &Vec<u64>| expected.contains(solution);
            assert!(
                solutions(&sampled.out).iter().all(is_expected),
                "sample{flags}"
            );
            assert_eq!(sampled.code, code, "sample{flags}");
            // There is something to explain if there is no solution.
            let explained = run(&format!("explain{flags}"), &*problem);
            assert_eq!(explained.code, 1 - code, "explain{flags}");
        }
    }
}

#[test]
fn a_diagram_keeps_the_assumptions_of_its_compilation_and_takes_more() {
    let all = solutions(&run("solve -n 0 --format json", pairs(8)).out);
    let compiled = run("compile --force 0 --forbid 14", pairs(8)).out;
    let expected = filtered(&all, &[0], &[14]);
    run("count", &*compiled).is(0, &format!("{}\n", expected.len()), "");
    let fewer = filtered(&expected, &[20], &[25]);
    assert!(!fewer.is_empty() && fewer.len() < expected.len());
    let count = format!("{}\n", fewer.len());
    run("count --force 20 --forbid 25", &*compiled).is(0, &count, "");
    let sampled = run(
        "sample -n 9 --format json --force 20 --forbid 25",
        &*compiled,
    );
    let sampled = solutions(&sampled.out);
    assert!(sampled.len() == 9 && sampled.iter().all(|one| fewer.contains(one)));
    run("sample --force 0 --force 1", &*compiled).is(1, "", "no solution\n");
}

/// The program and the library give the same first solution.
#[test]
fn the_library_answers_alike() {
    let problem = dlx::read(pairs(6).as_bytes()).unwrap();
    let reduced = reduce(&problem, Limits::new()).unwrap();
    let mut assumed = Assumptions::new();
    assumed.force(OptionId::new(2)).forbid(OptionId::new(14));
    let mut search = Solver::new(reduced.problem().clone()).search();
    let first = search.assume(reduced.translate(&assumed)).first().value;
    let first = reduced.restore(first.unwrap());
    let numbers: Vec<u64> = first.iter().map(|option| option.index() as u64).collect();
    let printed = run(
        "solve --reduce --format json --force 2 --forbid 14",
        pairs(6),
    );
    assert_eq!(solutions(&printed.out), [numbers]);
}

#[test]
fn an_option_is_named_by_its_items_in_any_order() {
    let bob = "cook Bob\ndish Cleo\nshop Ann\n".to_owned();
    for text in ["cook Bob", "Bob cook", "  Bob\tcook "] {
        let run = run_words(&["solve", "-n", "0", "--force", text], JOBS);
        assert_eq!(run, (0, bob.clone(), String::new()), "{text:?}");
    }
    let coloured = run_words(&["count", "--force", "s:y c"], RICH);
    let numbered = run("count --force 6", RICH);
    assert_eq!(coloured, (0, numbered.out, numbered.err));
}

#[test]
fn a_text_forbids_all_equal_options_and_forces_one_only() {
    let run = run_words(&["solve", "-n", "0", "--forbid", "cook Ann"], JOBS);
    assert_eq!(run.1, "cook Bob\ndish Cleo\nshop Ann\n");
    let run = run_words(&["solve", "--force", "cook Ann"], JOBS);
    let message = "quadrille: --force: \"cook Ann\" is the text of options 0 and 6\n\
                   help: give the number of one of them\n";
    assert_eq!(run, (2, String::new(), message.to_owned()));
}

#[test]
fn an_unknown_option_is_rejected_with_a_suggestion() {
    let cases = [
        (
            "cook An",
            "there is no option \"cook An\"",
            "did you mean \"cook Ann\"?",
        ),
        (
            "Cleo",
            "there is no option \"Cleo\"",
            "name all items of the option, such as \"dish Cleo\" or \"shop Cleo\"",
        ),
        (
            "sing Dora",
            "there is no option \"sing Dora\"",
            "name all items of the option, or give its number, counted from 0",
        ),
        (
            "7",
            "there is no option number 7",
            "options have the numbers 0 to 6",
        ),
        (
            "99999999999999999999",
            "there is no option number 99999999999999999999",
            "options have the numbers 0 to 6",
        ),
    ];
    for (text, what, help) in cases {
        for command in ["solve", "count", "best", "sample", "explain"] {
            let run = run_words(&[command, "--forbid", text], JOBS);
            let message = format!("quadrille: --forbid: {what}\nhelp: {help}\n");
            assert_eq!(run, (2, String::new(), message), "{command} {text}");
        }
    }
}

#[test]
fn a_conflict_of_forced_options_is_named() {
    let run = run("solve --force 1 --force 2", JOBS);
    let note = "note: with the forced options, item \"Bob\" is covered twice, by option 1 (cook Bob) \
                and by option 2 (dish Bob), so there is no solution\nno solution\n";
    run.is(1, "", note);
    let both = "note: option 1 (cook Bob) is both forced and forbidden, so there is no solution\n";
    super::run("count --force 1 --forbid 1", JOBS).is(1, "0\n", both);
    let dropped = super::run("count --force 7", RICH);
    assert_eq!((dropped.code, &*dropped.out), (1, "0\n"));
    let note = "note: with the forced options, option 7 (t) has no primary item, so there is no solution\n";
    assert!(dropped.err.ends_with(note), "{}", dropped.err);
}

#[test]
fn the_next_step_names_a_file_that_looks_like_a_flag() {
    let folder = super::help::folder("next-step");
    std::fs::write(folder.join("-odd.dlx"), pairs(5)).unwrap();
    let (code, err) = {
        let command = "quadrille count ./-odd.dlx; quadrille count -- -odd.dlx";
        let run = super::help::shell("sh", command, &folder).unwrap();
        (run.status.code(), String::from_utf8(run.stderr).unwrap())
    };
    let help = "help: to find out why, run: quadrille explain ./-odd.dlx\n";
    assert_eq!((code, err), (Some(1), help.repeat(2)));
}

#[test]
fn an_option_may_begin_with_a_hyphen() {
    let problem = "-a b\n-a b\n-a\nb\n";
    for flags in [
        &["--force", "-a"][..],
        &["--force=-a"],
        &["--forbid", "-a b"],
    ] {
        let run = run_words(&[&["solve", "-n", "0"], flags].concat(), problem);
        assert_eq!(run, (0, "-a\nb\n".to_owned(), String::new()), "{flags:?}");
    }
}

#[test]
fn an_item_whose_options_are_all_forbidden_is_explained() {
    let (code, out, err) = run_words(
        &[
            "explain", "--forbid", "cook Bob", "--forbid", "0", "--forbid", "6",
        ],
        JOBS,
    );
    let reason = "item \"cook\" cannot be covered: all its options are forbidden\n";
    assert_eq!((code, &*out), (0, "cook\n"));
    assert!(err.ends_with(reason), "{err}");
}

#[test]
fn an_item_without_options_is_named_at_once() {
    let problem = "a b c\na\nc\na c\n";
    run("count", problem).is(1, "0\n", NO_OPTIONS);
    for command in ["solve", "best", "sample", "solve --format json"] {
        run(command, problem).is(1, "", &format!("{NO_OPTIONS}no solution\n"));
    }
    let explained = run("explain", problem);
    assert_eq!((explained.code, &*explained.out), (0, "b\n"));
    assert!(
        explained
            .err
            .ends_with("item \"b\" cannot be covered: it has no options\n")
    );
    // It is named before anything can stop the search.
    let stopped = run("solve --time 0", problem);
    assert!(stopped.err.starts_with(NO_OPTIONS), "{}", stopped.err);
    let forbidden =
        "note: item \"cook\" has no options that are not forbidden, so there is no solution\n";
    run("count --forbid 0 --forbid 1 --forbid 6", JOBS).is(1, "0\n", forbidden);
    let few = "note: item \"a\" needs 3 options and has only 2, so there is no solution\n\
        help: add an option that contains it, or declare the item as secondary\n";
    run("count", "3|a b\na\na b\n").is(1, "0\n", few);
    let many = run("count", "a b c d e\na\n").err;
    assert!(
        many.ends_with("note: and 1 more item without enough options\n"),
        "{many}"
    );
}

#[test]
fn no_solution_names_the_next_step() {
    let odd = pairs(5);
    let help = "help: to find out why, run with the same input: quadrille explain\n";
    run("count", &*odd).is(1, "0\n", help);
    for command in ["solve", "best", "sample", "solve --format json -n 0"] {
        run(command, &*odd).is(1, "", &format!("no solution\n{help}"));
    }
    // The command that is named can be run as it stands.
    let path = file("odd.problem", odd.as_bytes());
    let arguments = [
        "count",
        "--from",
        "dlx",
        "--forbid",
        "p0 p1",
        path.to_str().unwrap(),
    ];
    let (code, _, err) = run_words(&arguments, "");
    let name = path.display();
    let command = format!("quadrille explain --forbid 'p0 p1' --from dlx {name}");
    assert_eq!(
        (code, err),
        (1, format!("help: to find out why, run: {command}\n"))
    );
    let (code, out, _) = run_words(
        &[
            "explain",
            "--forbid",
            "p0 p1",
            "--from",
            "dlx",
            arguments[5],
        ],
        "",
    );
    assert_eq!((code, &*out), (0, "1: p0 p1 p2 p3 p4\n"));
    let forbidding = run("count --from dlx --forbid 0 -", &*odd).err;
    let command = "quadrille explain --forbid 0 --from dlx";
    let help = format!("help: to find out why, run with the same input: {command}\n");
    assert_eq!(forbidding, help);
    // A diagram cannot be explained.
    let diagram = run("compile", &*odd).out;
    run("count", diagram).is(1, "0\n", "");
    run("solve", EXAMPLE).is(0, "c e\na d f\nb g\n", "");
}
