//! `quadrille explain`.

use super::{EXAMPLE, pairs, run};

#[test]
fn a_conflict_is_items_one_a_line() {
    let reason = "2 items of 3 cannot be covered together\nnone can be left out\n\
                  item \"c\" cannot be covered: no option is left\n  \
                  option 1 (b s) is in every cover: item \"b\" has no other option\n  \
                  option 2 (c s) is in no cover: item \"s\" does not allow it beside option 1 (b s)\n";
    run("explain", "a b c | s\na\nb s\nc s\n").is(0, "b\nc\n", reason);
}

#[test]
fn a_solution_is_nothing_to_explain() {
    run("explain", EXAMPLE).is(1, "", "nothing to explain: there is a solution\n");
    run("explain", " | s\n").is(1, "", "nothing to explain: there is a solution\n");
}

#[test]
fn a_search_finds_what_rules_do_not() {
    let err = "7 items of 7 cannot be covered together\nnone can be left out\n";
    let run = run("explain", pairs(7));
    run.is(0, "p0\np1\np2\np3\np4\np5\np6\n", err);
}

#[test]
fn limits_stop_it() {
    let unknown = "stopped by the node limit: it is not known whether there is a solution\n";
    run("explain --nodes 0", pairs(7)).is(3, "", unknown);
    run("explain --time 0", pairs(7)).is(3, "", &unknown.replace("node", "time"));
    let so_far = run("explain --time 1", pairs(13));
    assert!([0, 3].contains(&so_far.code), "{so_far:?}");
}
