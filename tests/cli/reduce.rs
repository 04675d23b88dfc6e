//! `quadrille reduce`.

use super::{EXAMPLE, pairs, run};

const REPORT: &str = "items: 0 of 7\noptions: 0 of 6\nforced: 3\nexcluded: 2\nunsupported: 1\ndropped: 0\nspare: 7\ncomplete: yes\n";

#[test]
fn options_in_every_solution_are_printed_as_comments() {
    let decided = "| in every solution: option 0 (c e)\n\
                   | in every solution: option 3 (a d f)\n\
                   | in every solution: option 4 (b g)\n \
                   |\n";
    run("reduce", EXAMPLE).is(0, decided, REPORT);
}

#[test]
fn options_keep_their_numbers_and_costs() {
    let problem = "a b c | s\na |5\nb c:x\n".replace(" c:x", "");
    let problem = problem + "b c s |3\ns\nc |2\nb\n";
    let out = "| in every solution: option 0 (a) of cost 5\n| to add to every cost: 5\nb c\n\
               | option 1\nb\n| option 2\nb c |3\n| option 4\nc |2\n| option 5\nb\n";
    let reduced = run("reduce", &*problem);
    assert_eq!((reduced.code, &*reduced.out), (0, out));
    assert!(reduced.err.contains("\noptions: 4 of 6\n") && reduced.err.contains("\ndropped: 1\n"));
}

/// The output can be read without a note, and has as many solutions.
#[test]
fn the_output_is_a_problem() {
    for problem in [
        EXAMPLE.to_owned(),
        pairs(8),
        "a b | 5\na 5\na b\nb\n".to_owned(),
    ] {
        let reduced = run("reduce", &*problem);
        let count = run("count", &*problem);
        run("count", reduced.out).is(0, &count.out, "");
    }
}

#[test]
fn a_proof_is_reported() {
    let reason = "no solution: item \"b\" cannot be covered: it has no option left\n  \
                  option 0 (a s) is in every solution: item \"a\" has no other option\n  \
                  option 1 (b s) is in no solution: it conflicts with option 0 (a s) over item \"s\"\n";
    run("reduce", "a b | s\na s\nb s\n").is(1, "", reason);
}

/// Each of 30 people needs a key of their own, so the last door has none left.
#[test]
fn a_long_proof_is_shortened() {
    let keys: Vec<String> = (0..30).map(|key| format!("k{key}")).collect();
    let mut problem = format!(
        "{} door | {}\n",
        keys.join(" "),
        keys.join(" ").replace('k', "s")
    );
    for key in &keys {
        let used = key.replace('k', "s");
        problem += &format!("{key} {used}\ndoor {used}\n");
    }
    let reduced = run("reduce", &*problem);
    assert_eq!((reduced.code, &*reduced.out), (1, ""));
    let lines: Vec<&str> = reduced.err.lines().collect();
    assert_eq!(lines.len(), 22, "{}", reduced.err);
    let conclusion = "no solution: item \"door\" cannot be covered: it has no option left";
    assert_eq!((lines[0], lines[21]), (conclusion, "  and 40 more steps"));
    let explained = run("explain", &*problem).err;
    assert!(
        explained.ends_with("\n  and 40 more steps\n"),
        "{explained}"
    );
}
