//! `quadrille check`.

use super::{EXAMPLE, file, pairs, run};

/// Checks solutions of a problem.
fn check(name: &str, problem: &str, arguments: &str, solutions: &str) -> super::Run {
    let path = file(name, problem.as_bytes());
    run(&format!("check {} {arguments}", path.display()), solutions)
}

#[test]
fn the_output_of_solve_is_right() {
    let problem = pairs(8);
    let coloured = "a 2|b 0:2|c | s t\na b s:x\nb s:x c t\nb s:y\nb\nc t\nb\n";
    for problem in [problem.as_str(), coloured] {
        for format in ["text", "json"] {
            let solved = run(&format!("solve -n 0 --format {format}"), problem);
            let count = run("count", problem).out;
            let right = format!("{} solutions: right\n", count.trim_end());
            check("right.dlx", problem, "", &solved.out).is(0, &right, "");
            let format = format!("--format {format} -");
            check("right.dlx", problem, &format, &solved.out).is(0, &right, "");
        }
    }
}

#[test]
fn mistakes_are_printed_with_their_line() {
    let solutions = "c e\nb g\nf d a\n\nc e\na d f\nb g\nd e g\n\nc e\nb x\na d f\n";
    let expected = "\
        <stdin>:8: solution 2: item \"d\" is covered twice, by option 3 (a d f) and by option 5 (d e g)\n\
        <stdin>:8: solution 2: item \"e\" is covered twice, by option 0 (c e) and by option 5 (d e g)\n\
        <stdin>:8: solution 2: item \"g\" is covered twice, by option 4 (b g) and by option 5 (d e g)\n\
        <stdin>:11: solution 3: there is no option \"b x\"\n\
        3 solutions: 2 wrong\n";
    check("wrong.dlx", EXAMPLE, "", solutions).is(1, expected, "");
    check("wrong.dlx", EXAMPLE, "", "c e\n").is(
        1,
        "<stdin>:1: solution 1: item \"a\" is not covered\n\
         <stdin>:1: solution 1: item \"b\" is not covered\n\
         <stdin>:1: solution 1: item \"d\" is not covered\n\
         <stdin>:1: solution 1: item \"f\" is not covered\n\
         <stdin>:1: solution 1: item \"g\" is not covered\n\
         1 solution: 1 wrong\n",
        "",
    );
}

#[test]
fn options_are_given_by_number_or_by_items() {
    let right = "1 solution: right\n";
    for options in [
        "0,3,4",
        r#"{"option":0},{"option":3},4"#,
        r#"{"items":["e","c"]},{"items":["a","d","f"]},{"option":4}"#,
    ] {
        let json = format!("{{\"options\":[{options}]}}");
        check("given.dlx", EXAMPLE, "", &json).is(0, right, "");
    }
    let wrong = "<stdin>:1: solution 1: there is no option \"c d\"\n1 solution: 1 wrong\n";
    let json = r#"{"options":[{"items":["c","d"]},3,4]}"#;
    check("given.dlx", EXAMPLE, "", json).is(1, wrong, "");
    // Equal options, whose costs differ.
    let equal = "a b | s\na s:red |1\nb |2\nb |7\n";
    let red = r#"{"items":["a",{"item":"s","colour":"red"}]}"#;
    let json = |b: &str, cost| format!("{{\"options\":[{red},{b}],\"cost\":{cost}}}");
    for cost in [3, 8] {
        let json = json(r#"{"items":["b"]}"#, cost);
        check("equal.dlx", equal, "", &json).is(0, right, "");
    }
    let exact = json(r#"{"items":["b"],"cost":7}"#, 8);
    check("equal.dlx", equal, "", &exact).is(0, right, "");
    let wrong = "<stdin>:1: solution 1: option 1 (b) costs 2, not 5\n1 solution: 1 wrong\n";
    let other = json(r#"{"items":["b"],"cost":5}"#, 3);
    check("equal.dlx", equal, "", &other).is(1, wrong, "");
    let escaped = r#"{"primary":["b\nc"],"options":[["b\nc"]]}"#;
    let json = r#"{"options":[{"items":["b\nc"]}]}"#;
    check("escaped.json", escaped, "", json).is(0, right, "");
}

#[test]
fn costs_are_checked() {
    let problem = "a b\na |3\nb |4\nb |5\n";
    check("costs.dlx", problem, "", "a\nb\ncost 7\n").is(0, "1 solution: right\n", "");
    let wrong = "<stdin>:3: solution 1: the cost is between 7 and 8, not 9\n1 solution: 1 wrong\n";
    check("costs.dlx", problem, "", "a\nb\ncost 9\n").is(1, wrong, "");
    let json = r#"{"options":[{"option":0},{"option":2}],"cost":7}"#;
    let wrong = "<stdin>:1: solution 1: the cost is 8, not 7\n1 solution: 1 wrong\n";
    check("costs.dlx", problem, "", json).is(1, wrong, "");
}

#[test]
fn json_may_have_line_breaks() {
    let json = "{\n  \"options\": [\n    {\"option\": 0},\n    {\"option\": 3},\n    {\"option\": 4}\n  ]\n}\n";
    check("laid.dlx", EXAMPLE, "", json).is(0, "1 solution: right\n", "");
}

/// Escaped names are harmless to a terminal and can be read back.
#[test]
fn names_of_control_characters_are_escaped() {
    let problem = r#"{"primary":["\u001b[2J","b\nc"],"options":[["b\nc","\u001b[2J"]]}"#;
    let text = "b\\nc \\u{1b}[2J\n";
    run("solve", problem).is(0, text, "");
    check("names.json", problem, "", text).is(0, "1 solution: right\n", "");
    let wrong = "<stdin>:1: solution 1: there is no option \"b\"\n1 solution: 1 wrong\n";
    check("names.json", problem, "", "b\n").is(1, wrong, "");
    let short = r#"{"primary":["\u001b[2J"],"options":[]}"#;
    let expected = "1 of 1 item cannot be covered\n\
        item \"\\u{1b}[2J\" cannot be covered: it has no options\n";
    run("explain", short).is(0, "\\u{1b}[2J\n", expected);
}

#[test]
fn the_problem_may_come_from_standard_input() {
    let solutions = file("solutions", b"c e\na d f\nb g\n");
    let arguments = format!("check - {}", solutions.display());
    run(&arguments, EXAMPLE).is(0, "1 solution: right\n", "");
    let error = "quadrille: the problem and the solutions cannot both come from standard input\n\
        help: give the name of the file with the problem\n";
    run("check -", EXAMPLE).is(2, "", error);
    run("check - -", EXAMPLE).is(2, "", error);
}

#[test]
fn invalid_input_is_not_a_wrong_solution() {
    assert_eq!(run("check", EXAMPLE).code, 2);
    let none = "quadrille: <stdin>: no solutions to check\n\
        help: print solutions with 'quadrille solve -n 0'\n";
    check("bad.dlx", EXAMPLE, "", "").is(2, "", none);
    check("bad.dlx", " | s\n", "", "").is(0, "1 solution: right\n", "");
    let array = "quadrille: <stdin>:1:1: invalid type: array, expected an object\n  \
        [ {\"options\":[]} ]\n  ^\nhelp: write the solution as {\"options\": [...]}\n";
    check("bad.dlx", EXAMPLE, "", "[ {\"options\":[]} ]").is(2, "", array);
    let cut = r#"{"options":[{"option":0},{"option":3},{"option":4}]}
{"options":[{"opt"#;
    let error = "quadrille: <stdin>:2:18: the text ends inside a string\n  \
        {\"options\":[{\"opt\n                   ^\nhelp: check that the file is complete\n";
    check("bad.dlx", EXAMPLE, "", cut).is(2, "", error);
    let error = "quadrille: <stdin>:1:1: the text is empty\nhelp: begin with a line of \
        primary items, then optionally \"|\" and secondary items\n";
    check("bad.dlx", "", "", "c e\n").is(
        2,
        "",
        &error.replace("<stdin>", &file("bad.dlx", b"").display().to_string()),
    );
}
