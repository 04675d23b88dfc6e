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
    let run = run("explain --no-colouring", pairs(7));
    run.is(0, "p0\np1\np2\np3\np4\np5\np6\n", err);
}

#[test]
fn a_limit_stops_the_search() {
    let unknown = "stopped by the node limit: it is not known whether there is a solution\n";
    run("explain --no-colouring --nodes 0", pairs(7)).is(3, "", unknown);
    run("explain --time 0", pairs(7)).is(3, "", &unknown.replace("node", "time"));
    let so_far = run("explain --no-colouring --time 1", pairs(13));
    assert!([0, 3].contains(&so_far.code), "{so_far:?}");
}

/// The smallest conflict so far is printed, with the number of items that may not be needed.
#[test]
fn a_limit_leaves_the_smallest_conflict_so_far() {
    let nodes = |most: u64| run(&format!("explain --no-colouring --nodes {most}"), pairs(7));
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

#[test]
fn weights_prove_that_there_is_no_solution() {
    let odd = "no solution: modulo 2, the weights of every option add up to 0, but those of all items \
               add up to 1\n";
    run("explain", pairs(7)).is(0, "1: p0 p1 p2 p3 p4 p5 p6\n", odd);
    // Weights need no nodes.
    run("explain --nodes 0", pairs(7)).is(0, "1: p0 p1 p2 p3 p4 p5 p6\n", odd);
    run("explain --time 0", pairs(7)).is(
        3,
        "",
        "stopped by the time limit: it is not known whether there is a solution\n",
    );
    // Everyone at a table of five dances with somebody at a table of seven.
    let mut tables = "a0 a1 a2 a3 a4 b0 b1 b2 b3 b4 b5 b6\n".to_owned();
    for (a, b) in (0..5).flat_map(|a| (0..7).map(move |b| (a, b))) {
        tables += &format!("a{a} b{b}\n");
    }
    let out = "+1: a0 a1 a2 a3 a4\n-1: b0 b1 b2 b3 b4 b5 b6\n";
    let err = "no solution: the weights of every option add up to 0, but those of all items add up \
               to -2\n";
    run("explain", tables).is(0, out, err);
}

#[test]
fn assumptions_are_part_of_an_argument() {
    let mut text = pairs(8);
    text += "p0 p1 p2\np5 p6 p7\n";
    let out = "1: p0 p1 p2 p3 p4 p5 p6 p7\n1, forced: p0 p1 p2\nforbidden: p5 p6 p7\n";
    let err = "no solution: modulo 2, the weights of every option add up to 0, but those of all items \
               add up to 1\n\
               a forced option adds its own weight to both sums\n\
               only forbidden options have other sums\n";
    let arguments = "explain --force 28 --forbid 29";
    run(arguments, &*text).is(0, out, err);
    let json = run(&format!("{arguments} --format json"), text).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["forced"][0]["weight"], 1);
    assert_eq!(json["forced"][0]["option"]["option"], 28);
    assert_eq!(json["forbidden"][0]["option"], 29);
}
