//! `quadrille convert`, and the forms of problems.

use super::{file, run};

const COLOURED: &str = "a 2|b 0:3|c | s\na b s:red |5\nb c\n";
const NAMES: &str = "note: item names are not kept: items are numbered from 1, in order\n";

#[test]
fn a_problem_is_written_in_another_form() {
    let json = "{\n\"primary\":[\"a\",{\"item\":\"b\",\"multiplicity\":[2,2]},\
        {\"item\":\"c\",\"multiplicity\":[0,3]}],\n\"secondary\":[\"s\"],\n\"options\":[\n\
        {\"items\":[\"a\",\"b\",{\"item\":\"s\",\"colour\":\"red\"}],\"cost\":5},\n\
        [\"b\",\"c\"]\n]\n}\n";
    run("convert --to json", COLOURED).is(0, json, "");
    run("convert --to dlx", json).is(0, COLOURED, "");
    let ec = "p ec 3\ns 1 3\ns 2\n";
    run("convert --to ec", "a b c\na c\nb\n").is(0, ec, NAMES);
    run("convert --to ec", "1 2 3\n1 3\n2\n").is(0, ec, "");
    run("convert --to txt", ec).is(0, "3 2\n2 1 3\n1 2\n", "");
    run("convert --to ec --from txt", "3 2\n2 1 3\n1 2\n").is(0, ec, "");
    run("convert --to matrix", ec).is(0, "101\n010\n", "");
    run("convert --to ec --from matrix", "101\n010\n").is(0, ec, "");
}

#[test]
fn a_problem_beyond_the_form_is_rejected() {
    let cannot = |what, help| format!("quadrille: {what}\nhelp: {help}\n");
    for (to, problem, message) in [
        (
            "ec",
            COLOURED,
            "item \"b\" cannot be written: the format ec cannot express multiplicities",
        ),
        (
            "txt",
            "a | s\na s\n",
            "item \"s\" cannot be written: the format txt cannot express secondary items",
        ),
        (
            "matrix",
            "a\na\na |5\n",
            "option 1 cannot be written: the format matrix cannot express costs",
        ),
        (
            "matrix",
            "a b\n",
            "the problem cannot be written: the format matrix cannot express columns without rows",
        ),
        (
            "matrix",
            " |\n",
            "the problem cannot be written: the format matrix cannot express rows without columns",
        ),
        (
            "dlx",
            "{\"primary\": [\"a b\"], \"options\": []}",
            "item \"a b\" cannot be written: the name contains white space",
        ),
    ] {
        let help = match to {
            "dlx" => "DLX cannot hold this name: change it, or use json",
            _ => "write the problem as dlx or json",
        };
        run(&format!("convert --to {to}"), problem).is(2, "", &cannot(message, help));
    }
    assert_eq!(run("convert", "a\na\n").code, 2);
}

#[test]
fn the_form_of_a_text_is_guessed() {
    let solution = "1 3\n2\n";
    run("solve", "\u{FEFF}\n c hello\n\np ec 3\ns 1 3\ns 2\n").is(0, solution, "");
    let json =
        "\u{FEFF} \n{\"primary\": [\"1\",\"2\",\"3\"], \"options\": [[\"1\",\"3\"],[\"2\"]]}";
    run("solve", json).is(0, solution, "");
    // Forms made of numbers are not recognisable: without --from they are read as DLX text.
    run("solve", "3 2\n3 2\n").is(0, "3 2\n", "");
    // No other form is guessed.
    run("solve", "p ecs\np ecs\n").is(0, "p ecs\n", "");
    run("solve", "c p\nc p\n").is(0, "c p\n", "");
    run("solve --from dlx", "{ x\n{ x\n").is(0, "{ x\n", "");
}

#[test]
fn an_extension_overrides_the_guess() {
    for (name, text) in [
        ("form.ec", "p ec 3\ns 1 3\ns 2\n"),
        ("form.txt", "3 2\n2 1 3\n1 2\n"),
        (
            "form.JSON",
            "{\"primary\":[\"1\",\"2\",\"3\"],\"options\":[[\"1\",\"3\"],[\"2\"]]}",
        ),
        ("form.matrix", "101\n010\n"),
        ("form.dlx", "1 2 3\n1 3\n2\n"),
        ("form", "1 2 3\n1 3\n2\n"),
        ("form.unknown", "1 2 3\n1 3\n2\n"),
    ] {
        let path = file(name, text.as_bytes());
        run(&format!("solve {}", path.display()), "").is(0, "1 3\n2\n", "");
    }
    let path = file("empty.json", b"{}");
    let message = format!(
        "quadrille: {}:1:2: missing field `primary`\n  {{}}\n   ^\n",
        path.display()
    );
    run(&format!("solve {}", path.display()), "").is(2, "", &message);
    run("solve", "{}").is(
        2,
        "",
        "quadrille: <stdin>:1:2: missing field `primary`\n  {}\n   ^\n",
    );
    let path = file("dlx.txt", b"a b\na b\n");
    let name = path.display().to_string();
    let message = format!(
        "note: the format of {name} is chosen by its extension\n\
         help: give '--from dlx' to read it as DLX text\n\
         quadrille: {name}:1:1: invalid number \"a\", expected the number of items\n  a b\n  ^\n"
    );
    run(&format!("solve {name}"), "").is(2, "", &message);
    run(&format!("solve --from dlx {name}"), "").is(0, "a b\n", "");
    let path = file("brace.dlx", b"{}\n{}\n");
    run(&format!("solve {}", path.display()), "").is(0, "{}\n", "");
}

#[test]
fn a_comment_that_looks_like_a_cost_is_noted() {
    let note = "note: line 2 looks like an option with its cost first, but is read as a comment\n\
        help: write the cost after the items of its option\n";
    run("solve", "a b\n|5 a b\na b\n").is(0, "a b\n", note);
}
