//! Solutions and boards as pictures.

use super::{file, run};

/// Two pieces on a board of two rows and three columns.
const PIECES: &str = "I L r1c1 r1c2 r2c1 r2c2 r2c3\nI r1c1 r2c1\nL r1c2 r2c2 r2c3\n";
/// Dominoes on a square: two tilings.
const DOMINOES: &str = "00 01 10 11\n00 01\n10 11\n00 10\n01 11\n";

#[test]
fn a_tiling_is_drawn_with_its_walls() {
    let expected = "\
┌───┬───┐
│ I │   │
│   │   └───┐
│   │ L     │
└───┴───────┘
";
    run("solve --format pretty", PIECES).is(0, expected, "");
    for [a, b, c, d, e] in [
        ["a2", "b2", "a1", "b1", "c1"],
        ["A1", "B1", "A2", "B2", "C2"],
        ["1,1", "1,2", "2,1", "2,2", "2,3"],
        ["00", "01", "10", "11", "12"],
    ] {
        let text = format!("I L {a} {b} {c} {d} {e}\nI {a} {c}\nL {b} {d} {e}\n");
        run("solve --format pretty", text).is(0, expected, "");
    }
    let json = r#"{"primary": ["1 1", "1 2"], "options": [["1 1", "1 2"]]}"#;
    run("solve --format pretty", json).is(0, "┌─────┐\n│     │\n└─────┘\n", "");
}

#[test]
fn several_pictures_are_apart_by_a_blank_line() {
    let expected = "\
┌─────┐
│     │
├─────┤
│     │
└─────┘

┌───┬───┐
│   │   │
│   │   │
└───┴───┘
";
    run("solve -n 0 --format pretty", DOMINOES).is(0, expected, "");
}

#[test]
fn pieces_without_a_label_have_the_colour_of_their_shape() {
    // A domino and a tromino, which is straight in one of the three solutions.
    let problem = "a1 b1 c1 a2 b2\na1 b1\na2 b2\na1 b1 c1\nb1 c1\na1 a2\nb1 b2 c1\na1 a2 b2\n";
    let svg = run("solve -n 0 --format svg", problem).out;
    let solutions: Vec<&str> = svg.split("<svg x=").skip(1).collect();
    assert_eq!(solutions.len(), 3);
    for solution in solutions {
        let fills = solution.lines().filter(|line| line.starts_with("<rect x"));
        let counts = ["#87afaf", "#d7ff00", "#af5f87"].map(|colour| {
            let of_colour = fills.clone().filter(|line| line.contains(colour));
            of_colour.count()
        });
        // The straight tromino is the second kind, the bent one the third.
        assert!(matches!(counts, [2, 3, 0] | [2, 0, 3]), "{counts:?}");
    }
}

#[test]
fn several_pictures_are_one_document() {
    let one = run("solve --format svg", DOMINOES).out;
    assert_eq!(
        (one.matches("<svg").count(), one.matches("solution").count()),
        (1, 0)
    );
    let two = run("solve -n 0 --format svg", DOMINOES).out;
    assert_eq!(two.matches("xmlns").count(), 1);
    assert!(
        two.contains(">solution 1<") && two.contains(">solution 2<"),
        "{two}"
    );
    let html = run(
        "solve -n 0 --format html --per-page 1 --title Tilings",
        DOMINOES,
    )
    .out;
    assert_eq!(html.matches("<section>").count(), 2);
    assert!(html.contains("<title>Tilings</title>"), "{html}");
    let none = run("solve --format svg", "r1c1 r1c2\nr1c1\n");
    assert_eq!((none.code, &*none.out), (1, ""));
}

#[test]
fn an_option_of_one_cell_is_what_stands_in_it() {
    let rooks = "r1 r2 c1 c2\nr1 c1\nr1 c2\nr2 c1\nr2 c2\n";
    run("solve --format pretty", rooks).is(0, "┌─────┐\n│ ● . │\n│ . ● │\n└─────┘\n", "");
    let latin = "p00 p01 r01 r02 c01 c12\np00 r01 c01\np01 r02 c12\n";
    run("solve --format pretty", latin).is(0, "┌─────┐\n│ 1 2 │\n└─────┘\n", "");
    let words = "A D | 00 01 10\nA 00:a 01:t\nD 00:a 10:x\n";
    run("solve --format pretty", words).is(
        0,
        "┌───────┐\n│ a   t │\n│   ┌───┘\n│ x │\n└───┘\n",
        "",
    );
}

#[test]
fn names_that_do_not_fit_are_an_error_with_an_example() {
    let message = "\
quadrille: no picture: the items are not named like cells of a board
help: name the cells by row and column, as in 'r1c2', '3,4' or 'a1'; a piece is then an option such as 'L r1c1 r2c1 r2c2'
";
    for command in ["solve", "best", "sample"] {
        let pretty = format!("{command} --format svg");
        run(&pretty, super::EXAMPLE).is(2, "", message);
    }
    run("solve --format pretty", super::pairs(12)).is(2, "", message);
    let twice = "2|a1 x y | a2 b2 b1\nx a1 a2\ny a1 b2\n";
    let run = run("solve --format pretty", twice);
    assert_eq!(run.code, 2);
    assert!(
        run.err
            .contains("2 options of the solution cover the cell \"a1\""),
        "{}",
        run.err
    );
}

#[test]
fn pictures_of_the_cheapest_say_what_they_cost() {
    let costs = "a1 b1\na1 b1 |5\na1 |1\nb1 |2\n";
    let expected = "┌───┬───┐\n│   │   │\n└───┴───┘\ncost 3\n\n1 solution has the least cost 3\n";
    run("best --format pretty", costs).is(0, expected, "");
    let svg = run("best -k 2 --format svg", costs);
    assert!(
        svg.out.contains(">cost 5<") && svg.out.ends_with("</svg>\n"),
        "{}",
        svg.out
    );
}

#[test]
fn an_answer_is_written_to_a_file() {
    let path = file("tiling.svg", b"old");
    let arguments = format!("solve -o {}", path.display());
    run(&arguments, DOMINOES).is(0, "", "");
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        run("solve --format svg", DOMINOES).out
    );
    let path = path.with_extension("txt");
    let text = format!("solve --format text -o {}", path.display());
    run(&text, DOMINOES).is(0, "", "");
    assert_eq!(std::fs::read(&path).unwrap(), b"00 01\n10 11\n");
    let missing = run("solve -o /no/such/folder/x.svg", DOMINOES);
    assert_eq!(missing.code, 2);
    assert!(
        missing
            .err
            .starts_with("quadrille: cannot write /no/such/folder/x.svg: ")
    );
    let pages = run("solve --per-page 2", DOMINOES);
    assert_eq!(pages.code, 2);
    assert!(
        pages
            .err
            .contains("'--per-page' is for pages of pictures only")
            && !pages.err.contains("title"),
        "{}",
        pages.err
    );
}

#[test]
fn an_input_is_never_the_output() {
    let problem = file("own-output.dlx", DOMINOES.as_bytes());
    let shape = file("own-shape.txt", b"4x4\n");
    let board = file("own-board.txt", b"1......2....3..4\n");
    let (name, shape, board) = (problem.display(), shape.display(), board.display());
    for arguments in [
        format!("solve {name} -o {name}"),
        format!("best {name} -o {name}"),
        format!("sample {name} -o {name}"),
        format!("sudoku {board} --shape {shape} -o {shape}"),
        format!("sudoku generate --shape {shape} -o {shape}"),
        format!("sudoku generate --shape 4x4 --mask {board} -o {board}"),
    ] {
        let refused = run(&arguments, "");
        assert_eq!(refused.code, 2, "{arguments}");
        let message = "quadrille: the output file is the input file\n";
        assert!(
            refused.err.starts_with(message),
            "{arguments}: {}",
            refused.err
        );
    }
    assert_eq!(std::fs::read_to_string(&problem).unwrap(), DOMINOES);
}

#[test]
fn without_a_solution_a_file_stays_as_it_is() {
    let files = |extension: &str| {
        let old = file(&format!("unwritten-old.{extension}"), b"old");
        let new = old.with_file_name(format!("unwritten-new.{extension}"));
        let _ = std::fs::remove_file(&new);
        [old, new]
    };
    let (pictures, texts) = (files("svg"), files("txt"));
    let none = "a b\na\n";
    let large = super::pairs(20);
    for (command, text, code) in [
        ("solve --format text", none, 1),
        ("solve --format text --reduce", none, 1),
        ("solve --format text --time 0", none, 3),
        ("solve", "r1c1 r1c2\nr1c1\n", 1),
        ("best --format json", none, 1),
        ("sample --format text", none, 1),
        ("sample --format text --nodes 1", &large, 3),
        ("solve", "a b\na\nb\n", 2),
    ] {
        let is_text = command.contains("--format");
        for path in if is_text { &texts } else { &pictures } {
            let ended = run(&format!("{command} -o {}", path.display()), text);
            assert_eq!(ended.code, code, "{command}: {}", ended.err);
            let note = format!("note: nothing was written to {}\n", path.display());
            assert!(
                code == 2 || ended.err.ends_with(&note),
                "{command}: {}",
                ended.err
            );
        }
    }
    for [old, new] in [pictures, texts] {
        assert_eq!(std::fs::read(&old).unwrap(), b"old");
        assert!(!new.exists());
    }
}

#[test]
fn a_document_holds_at_most_a_thousand_pictures() {
    let cells: Vec<String> = (1..=10).map(|column| format!("r1c{column}")).collect();
    let options = cells.iter().map(|cell| format!("{cell} s:0\n{cell} t:1\n"));
    let text = format!("{} | s t\n{}", cells.join(" "), options.collect::<String>());
    let note = "note: one document holds at most 1000 pictures\n\
                help: '--format pretty' draws any number of solutions\n";
    for command in ["solve -n 0", "sample -n 1001", "best -k 1001"] {
        let html = run(&format!("{command} --format html"), &*text);
        assert_eq!(html.out.matches("<figure>").count(), 1000, "{command}");
        assert!(html.err.ends_with(note), "{command}: {}", html.err);
    }
    let pretty = run("solve -n 0 --format pretty", text);
    assert_eq!(pretty.out.matches('┌').count(), 1024);
}

#[test]
fn captions_are_titles_or_numbers_or_absent() {
    let captions = |flag: &str| {
        let html = run(&format!("sudoku show --format html {flag}"), BOARDS).out;
        let starts = html.split("<figcaption>").skip(1);
        let texts = starts.filter_map(|text| Some(text.split_once('<')?.0.to_owned()));
        texts.collect::<Vec<_>>()
    };
    assert_eq!(captions(""), ["Grid 01", "2", "3: invalid"]);
    assert_eq!(captions("--captions title"), captions(""));
    assert_eq!(captions("--captions number"), ["1", "2", "3: invalid"]);
    assert_eq!(captions("--captions none"), ["invalid"]);
    let made = run(
        "sudoku generate --seed 7 --shape 4x4 --format svg --captions number",
        "",
    );
    assert!(
        made.out.contains(">1</text>") && !made.out.contains("seed"),
        "{}",
        made.out
    );
}

/// The title, the author and the rules in words stay in every format that has a place for them.
#[test]
fn texts_about_a_puzzle_stay_or_a_note_says_so() {
    let puzzle = "{\"title\":\"Grey Thursday\",\"author\":\"Ada\",\"ruleset\":\"Normal rules.\",\
                  \"rows\":4,\"columns\":4,\"boxes\":\"2x2\",\"givens\":[\"1.3.\",\"....\",\"..1.\",\"...2\"]}";
    for format in ["html", "svg"] {
        let shown = run(&format!("sudoku show --format {format}"), puzzle);
        assert!(shown.out.contains("Grey Thursday"), "{}", shown.out);
    }
    let link = run("sudoku show --format link", puzzle).out;
    let f_puzzles = run("sudoku show --format f-puzzles", link).out;
    let again = run("sudoku show --format puzzle", f_puzzles);
    for text in ["Grey Thursday", "Ada", "Normal rules."] {
        assert!(again.out.contains(text), "{}", again.out);
    }
    assert_eq!(again.err, "");
    let iss = run("sudoku show --format iss", puzzle);
    assert!(
        iss.err
            .contains("the format iss has no place for the title, the author, the rules in words"),
        "{}",
        iss.err
    );
}

/// Formats without a place for the texts say so once in a batch; JSON has them all.
#[test]
fn texts_candidates_and_givens_are_not_lost_in_answers() {
    let puzzle = "{\"title\":\"Grey Thursday\",\"author\":\"Ada\",\"ruleset\":\"Normal rules.\",\
                  \"rows\":4,\"columns\":4,\"boxes\":\"2x2\",\
                  \"givens\":[\"12..\",\"..12\",\"21..\",\"....\"],\"candidates\":{\"r4c4\":[1,3]}}\n";
    let unseen = "does not show the title, the author, the rules in words\n";
    for (command, expected) in [
        ("solve --format line", unseen),
        ("solve --format grid", unseen),
        ("show --format pretty", unseen),
        (
            "show --format svg",
            "does not show the author, the rules in words\n",
        ),
    ] {
        let run = run(&format!("sudoku {command}"), puzzle.repeat(3));
        assert_eq!(
            run.err.matches(expected).count(),
            1,
            "{command}: {}",
            run.err
        );
    }
    // A part that only a later puzzle has is reported, too.
    let caged = "{\"rows\":4,\"columns\":4,\"boxes\":\"2x2\",\"givens\":[\"12..\",\"..12\",\"21..\",\"....\"],\
                 \"rules\":[{\"type\":\"cage\",\"cells\":[\"r1c1\",\"r1c2\"],\"sum\":3}]}\n";
    let both = run("sudoku show --format line", format!("{puzzle}{caged}"));
    assert!(
        both.err.contains("does not show the rules\n"),
        "{}",
        both.err
    );
    for command in [
        "show",
        "solve",
        "count",
        "check",
        "explain",
        "minimize",
        "minimize --rules",
        "candidates",
    ] {
        let run = run(&format!("sudoku {command} --format json"), puzzle);
        for part in [
            "Grey Thursday",
            "Ada",
            "Normal rules.",
            "\"candidates\":{\"r4c4\":[1,3]}",
        ] {
            assert!(run.out.contains(part), "{command}: {}", run.out);
        }
        assert!(!run.err.contains("does not show"), "{}", run.err);
    }
    // Marks of a plain board are candidates, too.
    let marks = "1 2 34 34\n34 34 1 2\n2 1 34 34\n34 34 2 1\n";
    let json = run("sudoku show --format json", marks).out;
    assert!(json.contains("\"candidates\":{\"r1c3\":[3,4]"), "{json}");

    let grid = |text: &str| -> Vec<serde_json::Value> {
        let puzzle: serde_json::Value = serde_json::from_str(text).unwrap();
        let rows = puzzle["grid"].as_array().unwrap().iter();
        rows.flat_map(|row| row.as_array().unwrap().clone())
            .collect()
    };
    let asked = run("sudoku show --format f-puzzles", puzzle).out;
    let solved = run("sudoku solve --format f-puzzles", puzzle).out;
    for (asked, solved) in grid(&asked).iter().zip(grid(&solved)) {
        assert_eq!(asked["given"], solved["given"]);
        assert!(
            solved["value"].is_u64()
                && asked["given"].is_null() | (asked["value"] == solved["value"])
        );
    }
    let link = run("sudoku show --format link", puzzle).out;
    let solved = run("sudoku solve", link.clone()).out;
    assert_ne!(solved, link);
    assert_eq!(run("sudoku show --format link", solved).out, link);
    let own: serde_json::Value =
        serde_json::from_str(&run("sudoku solve --format puzzle", puzzle).out).unwrap();
    assert_eq!(own["givens"][0], "12..");
    assert_eq!(own["solution"].as_array().unwrap().len(), 4);
}

/// Two boards with titles, and one that breaks a rule.
const BOARDS: &str =
    "Grid 01\n1......2....3..4\n# a comment\n\n.1......2....3..\n11..............\n";

#[test]
fn boards_are_one_document_with_captions() {
    let svg = run("sudoku show --format svg", BOARDS);
    assert_eq!(svg.code, 2);
    assert_eq!(
        (
            svg.out.matches("xmlns").count(),
            svg.out.matches("<svg").count()
        ),
        (1, 4)
    );
    for caption in [">Grid 01<", ">2<", ">3: invalid<"] {
        assert!(svg.out.contains(caption), "{caption} in {}", svg.out);
    }
    // The two clashing cells are red.
    assert_eq!(svg.out.matches("#f9c0b8").count(), 2);
    let solved = run("sudoku --format svg", BOARDS);
    assert_eq!(solved.out.matches("<svg").count(), 4);
    assert!(solved.out.contains("fill=\"#2b5d9b\""));
    let one = run("sudoku show --format svg", "1......2....3..4\n");
    assert_eq!((one.code, one.out.matches("<svg").count()), (0, 1));
}

#[test]
fn names_of_columns_and_lines_of_dashes_are_no_titles() {
    let table = "puzzle,solution\n1......2....3..4,\n----------\n4......2....3..1,\n";
    let html = run("sudoku show --format html", table).out;
    for caption in ["<figcaption>1<", "<figcaption>2<"] {
        assert!(html.contains(caption), "{caption} in {html}");
    }
}

#[test]
fn boards_without_a_solution_and_invalid_boards_are_drawn_too() {
    let html = run(
        "sudoku --format html",
        "123....4........\n1234\n1...............\n",
    );
    assert_eq!(html.code, 2);
    assert_eq!(html.out.matches("<figure>").count(), 3);
    for caption in [
        "<figcaption>1: no solution<",
        "<figcaption>2: invalid board<",
        "<figcaption>3<",
    ] {
        assert!(html.out.contains(caption), "{caption} in {}", html.out);
    }
}

#[test]
fn puzzles_come_first_and_solutions_at_the_end() {
    for command in ["show", "solve"] {
        let boards = "1......2....3..4\n4......2....3..1\n";
        let html = run(
            &format!("sudoku {command} --format html --solutions"),
            boards,
        );
        assert_eq!(html.code, 0, "{}", html.err);
        let (puzzles, solutions) = html.out.split_once("<h1>Solutions</h1>").unwrap();
        let labels = |text: &str| text.matches("<text").count();
        assert_eq!((labels(puzzles), labels(solutions)), (8, 32));
    }
    let made = run(
        "sudoku generate -n 3 --seed 7 --shape 4x4 --solutions --format svg",
        "",
    );
    assert_eq!(made.code, 0, "{}", made.err);
    assert_eq!(made.out.matches(">seed 8").count(), 2);
    assert_eq!(made.out.matches("<svg").count(), 7);
    let easy = run(
        "sudoku generate --seed 1 --difficulty easy --format svg",
        "",
    );
    assert!(easy.out.contains(">seed 1, easy<"), "{}", easy.err);
    let many = format!(
        "sudoku show --solutions --format html --per-page {}",
        u64::MAX
    );
    let many = run(&many, "1......2....3..4\n4......2....3..1\n").out;
    assert_eq!(many.matches("<section>").count(), 2);
    let line = run("sudoku generate --solutions", "");
    assert_eq!(line.code, 2);
    assert!(
        line.err
            .contains("'--solutions' is for pages of pictures only"),
        "{}",
        line.err
    );
}

#[test]
fn boards_are_written_to_a_file() {
    let input = file("boards-in.txt", b"1......2....3..4\n");
    let output = file("boards-out.html", b"");
    let (input, output) = (input.display(), output.display());
    run(&format!("sudoku {input} -o {output}"), "").is(0, "", "");
    let html = std::fs::read_to_string(output.to_string()).unwrap();
    assert!(
        html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"),
        "{html}"
    );
    for command in ["solve", "show", "minimize", "dedup", "canonical"] {
        let same = run(&format!("sudoku {command} {input} -o {input}"), "");
        assert_eq!(same.code, 2, "{command}");
        if !matches!(command, "dedup" | "canonical") {
            assert!(
                same.err.contains("the output file is the input file"),
                "{}",
                same.err
            );
        }
    }
    let text = file("boards-out.txt", b"old");
    let show = format!("sudoku show {input} --format line -o {}", text.display());
    run(&show, "").is(0, "", "");
    assert_eq!(std::fs::read(&text).unwrap(), b"1......2....3..4\n");
}

#[test]
fn pencil_marks_are_drawn_small_and_letters_stay_letters() {
    let marks = "1 24 34 2\n34 12 1 34\n2 4 3 1\n3 1 2 4\n";
    let svg = run("sudoku show --format svg", marks);
    assert!(
        svg.out.contains("font-size=\"12\" fill=\"#555555\">3<"),
        "{}{}",
        svg.err,
        svg.out
    );
    let letters = format!("A{}P", ".".repeat(254));
    let svg = run("sudoku show --format svg", letters.clone());
    assert!(
        svg.out.contains(">A<") && svg.out.contains(">P<"),
        "{}",
        svg.err
    );
    let pretty = run("sudoku show", letters.clone()).out;
    assert!(pretty.contains(" A "), "{pretty}");
    run("sudoku show --format same", letters.clone()).is(0, &format!("{letters}\n"), "");
}

/// A file named like a picture never gets text.
#[test]
fn commands_without_pictures_refuse_files_of_pictures() {
    let path = super::file("words.svg", b"old");
    let board = "1......2....3..4\n";
    for command in [
        "count",
        "check",
        "rate",
        "explain",
        "canonical",
        "dedup",
        "candidates",
    ] {
        let run = super::run(&format!("sudoku {command} -o {}", path.display()), board);
        run.is(
            2,
            "",
            "quadrille: no pictures are drawn here, and the name of the file asks for SVG\n\
             help: 'quadrille sudoku show FILE -o' draws the boards\n",
        );
    }
    for command in [
        "sudoku minimize --list",
        "sudoku solve --format line",
        "sudoku show --format pretty",
        "sudoku solve --judge boj2580",
        "sudoku generate --format json",
        "solve --format text",
        "solve -n 0 --format text --ledger none.jsonl",
        "best --format json",
        "tile 2x2 domino* --format json",
    ] {
        let text = match command.starts_with("sudoku") {
            true => board,
            false => super::EXAMPLE,
        };
        let run = super::run(&format!("{command} -o {}", path.display()), text);
        run.is(
            2,
            "",
            "quadrille: no pictures are drawn here, and the name of the file asks for SVG\n\
             help: give '-o' a name with another ending\n",
        );
    }
    let run = super::run(
        &format!("convert --to json -o {}", path.display()),
        super::EXAMPLE,
    );
    assert_eq!((run.code, &*run.out), (2, ""));
    assert_eq!(std::fs::read(&path).unwrap(), b"old");
    let path = path.with_extension("json");
    super::run(&format!("sudoku count -o {}", path.display()), board).is(0, "", "");
    assert!(
        std::fs::read_to_string(path)
            .unwrap()
            .starts_with("{\"board\"")
    );
}

#[test]
fn one_of_several_solutions_on_a_page_is_noted() {
    let run = super::run(
        "sudoku show --solutions --format html",
        "1......2....3...\n",
    );
    assert_eq!(run.code, 0);
    let says = "note: <stdin>:1: several solutions; one is printed\n";
    assert!(run.err.starts_with(says), "{}", run.err);
}
