//! `quadrille explain`.

use super::{EXAMPLE, pairs, run};

#[test]
fn a_conflict_is_printed_one_item_a_line() {
    let reason = "2 of 3 items cannot be covered together\nall of them are needed for the conflict\n\
                  item \"c\" cannot be covered: it has no option left\n  \
                  option 1 (b s) is in every solution: item \"b\" has no other option\n  \
                  option 2 (c s) is in no solution: it conflicts with option 1 (b s) over item \"s\"\n";
    run("explain", "a b c | s\na\nb s\nc s\n").is(0, "b\nc\n", reason);
}

/// Ann works on Tuesday in any case.
#[test]
fn a_proof_names_the_support_rule() {
    let shifts =
        "Ann Bob Cleo | Mon Tue\nAnn Mon Tue\nAnn Tue\nBob Mon\nBob Tue\nCleo Mon\nCleo Tue\n";
    let json = run("explain --format json", shifts).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let rules = json["proof"]["steps"].as_array().unwrap().iter();
    let rules: Vec<_> = rules.map(|step| step["rule"].as_str().unwrap()).collect();
    assert_eq!(rules, ["unsupported", "unsupported", "forced", "excluded"]);
}

#[test]
fn a_problem_with_a_solution_exits_with_1() {
    run("explain", EXAMPLE).is(1, "", "nothing to explain: there is a solution\n");
    run("explain", " | s\n").is(1, "", "nothing to explain: there is a solution\n");
}

#[test]
fn a_conflict_without_a_proof_is_found_by_search() {
    let err = "7 of 7 items cannot be covered together\nall of them are needed for the conflict\n";
    let run = run("explain", pairs(7));
    run.is(0, "p0\np1\np2\np3\np4\np5\np6\n", err);
}

#[test]
fn a_limit_stops_the_search() {
    let unknown = "stopped by the node limit: it is not known whether there is a solution\n";
    run("explain --nodes 0", pairs(7)).is(3, "", unknown);
    run("explain --time 0", pairs(7)).is(3, "", &unknown.replace("node", "time"));
    let so_far = run("explain --time 1", pairs(13));
    assert!([0, 3].contains(&so_far.code), "{so_far:?}");
}

/// The smallest conflict so far is printed, with the number of items that may not be needed.
#[test]
fn a_limit_leaves_the_smallest_conflict_so_far() {
    let nodes = |most: u64| run(&format!("explain --nodes {most}"), pairs(7));
    let stopped = (1..1000).map(nodes).find(|run| run.code == 0).unwrap();
    assert_eq!(stopped.out, "p0\np1\np2\np3\np4\np5\np6\n");
    let err = "7 of 7 items cannot be covered together\n\
               stopped by the node limit: 7 of them may not be needed\n";
    assert_eq!(stopped.err, err);
}

#[test]
fn forced_options_are_part_of_a_conflict() {
    let err = "1 of 3 items cannot be covered together with 1 forced option\n\
               all of them are needed for the conflict\n";
    run("explain --force 1", "a b c\na b\nb c\nc\n").is(0, "a\nforced: b c\n", err);
    let both = "1 forced option is in no solution\n";
    run("explain --force 1 --forbid 1", "a b\na\nb\nb\n").is(0, "forced: b\n", both);
}
