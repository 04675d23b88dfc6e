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
    run("convert --to rows", ec).is(0, "2 3\n2 1 3\n1 2\n", "");
    run("convert --to spp", "1 2\n1 |5\n2\n").is(0, "2 2\n5 1 1\n0 1 2\n", "");
    let libexact = "r 1\nr 2\nr 3\nc 1\nc 2\ne 1 1\ne 3 1\ne 2 2\n";
    run("convert --to libexact", ec).is(0, libexact, "");
    let miniexact = "< a b:2 c:0;3 >\n[ s ]\na b s:red $5;\nb c;\n";
    run("convert --to miniexact", COLOURED).is(0, miniexact, "");
    run("convert --to dlx", miniexact).is(0, COLOURED, "");
    run("convert --to ec --from matrix", "101\n010\n").is(0, ec, "");
}

#[test]
fn a_problem_is_written_for_other_solvers() {
    let problem = "a 1:2|b | s\na b s:red\nb s\na\nb s:red\n";
    let comments = |mark: &str| {
        let lines = [
            "An exact-cover problem, written by Quadrille.",
            "A variable of an option is 1 if the solution uses the option.",
            "x1 = option 0: a b s:red",
            "x2 = option 1: b s",
            "x3 = option 2: a",
            "x4 = option 3: b s:red",
            "x5 = item s in colour red",
        ];
        lines.map(|line| format!("{mark} {line}\n")).concat()
    };
    let cnf = "p cnf 5 8\n1 3 0\n-3 -1 0\n1 2 4 0\n-1 -2 -4 0\n-5 -2 0\n-1 5 0\n-4 5 0\n1 4 -5 0\n";
    run("convert --to cnf", problem).is(0, &(comments("c") + cnf), "");
    let opb = "* item a\n+1 x1 +1 x3 = 1 ;\n\
        * item b\n+1 x1 +1 x2 +1 x4 >= 1 ;\n-1 x1 -1 x2 -1 x4 >= -2 ;\n\
        * item s\n-1 x2 -1 x5 >= -1 ;\n\
        +1 x5 -1 x1 >= 0 ;\n+1 x5 -1 x4 >= 0 ;\n+1 x1 +1 x4 -1 x5 >= 0 ;\n";
    let opb = format!("* #variable= 5 #constraint= 7\n{}{opb}", comments("*"));
    run("convert --to opb", problem).is(0, &opb, "");
    let rows = "i1 = item a\nX i2 = item b\nX i3 = item s\n";
    let lp = "Minimize\n cost: 0 x1\nSubject To\n i1: x1 + x3 = 1\n\
        \x20i2_low: x1 + x2 + x4 >= 1\n i2_high: x1 + x2 + x4 <= 2\n i3: x2 + x5 <= 1\n\
        \x20i3_x1: x5 - x1 >= 0\n i3_x4: x5 - x4 >= 0\n i3_x5: x1 + x4 - x5 >= 0\n\
        Binary\n x1 x2 x3 x4 x5\nEnd\n";
    let lp = format!("{}\\ {}{lp}", comments("\\"), rows.replace('X', "\\"));
    run("convert --to lp", problem).is(0, &lp, "");
    let mps = "NAME cover FREE\nROWS\n N cost\n E i1\n G i2\n L i3\n G i3_x1\n G i3_x4\n G i3_x5\n\
        COLUMNS\n x1 i1 1\n x1 i2 1\n x1 i3_x1 -1\n x1 i3_x5 1\n x2 i2 1\n x2 i3 1\n x3 i1 1\n\
        \x20x4 i2 1\n x4 i3_x4 -1\n x4 i3_x5 1\n x5 i3 1\n x5 i3_x1 1\n x5 i3_x4 1\n x5 i3_x5 -1\n\
        RHS\n rhs i1 1\n rhs i2 1\n rhs i3 1\nRANGES\n range i2 1\n\
        BOUNDS\n BV bound x1\n BV bound x2\n BV bound x3\n BV bound x4\n BV bound x5\nENDATA\n";
    let mps = format!("{}* {}{mps}", comments("*"), rows.replace('X', "*"));
    run("convert --to mps", problem).is(0, &mps, "");
}

#[test]
fn a_text_for_other_solvers_cannot_be_read() {
    for form in ["cnf", "opb", "lp", "mps"] {
        assert_eq!(run(&format!("solve --from {form}"), "").code, 2);
    }
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
            "cnf",
            "a\na\na |5\n",
            "option 1 cannot be written: the format cnf cannot express costs",
        ),
        (
            "dlx",
            "{\"primary\": [\"a b\"], \"options\": []}",
            "item \"a b\" cannot be written: the name contains white space",
        ),
    ] {
        let help = match to {
            "dlx" => "change the name, or write the problem as json",
            "cnf" => "write the problem as opb, lp or mps",
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
        "quadrille: {}:1:2: missing field `primary`\n  {{}}\n   ^\n\
         help: write the problem as an object: {{\"primary\": [...], \"options\": [...]}}\n",
        path.display()
    );
    run(&format!("solve {}", path.display()), "").is(2, "", &message);
    run("solve", "{}").is(
        2,
        "",
        "quadrille: <stdin>:1:2: missing field `primary`\n  {}\n   ^\n\
         help: write the problem as an object: {\"primary\": [...], \"options\": [...]}\n",
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
fn costs_with_signs_and_decimals_are_converted() {
    let dlx = "a b\na b |-2.25\na |1\nb |0.5\n";
    run("convert --to dlx", dlx).is(0, dlx, "");
    let json = run("convert --to json", dlx).out;
    assert!(
        json.contains("\"cost\":-2.25}") && json.contains("\"cost\":1}"),
        "{json}"
    );
    run("convert --from json --to dlx", json).is(0, dlx, "");
    for (form, line) in [
        ("lp", "\n cost: - 2.25 x1 + x2 + 0.5 x3\n"),
        ("mps", "\n x1 cost -2.25\n"),
        (
            "opb",
            "\n* costs are in units of 0.01\nmin: -225 x1 +100 x2 +50 x3 ;\n",
        ),
    ] {
        let text = run(&format!("convert --to {form}"), dlx).out;
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn a_comment_that_looks_like_a_cost_is_noted() {
    let note = "note: line 2 looks like an option with its cost first, but is read as a comment\n\
        help: write the cost after the items of its option\n";
    run("solve", "a b\n|5 a b\na b\n").is(0, "a b\n", note);
}
