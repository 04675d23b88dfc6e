//! `quadrille sudoku`: count, check, show, formats, and shapes.

use super::{Run, classic, file, program, run};

const WIKIPEDIA: &str = classic::BOARD.trim_ascii_end();
const WIKIPEDIA_SOLVED: &str = classic::SOLVED.trim_ascii_end();
const UNSOLVABLE: &str =
    ".23456789..........1............................................................1";

#[test]
fn a_board_that_breaks_a_rule_is_shown_all_the_same() {
    let clash = "11..............";
    let told =
        "quadrille: <stdin>:1:2: two 1s in row 1 at columns 1 and 2\n  11..............\n   ^\n";
    let pretty = "\
┌─────┬─────┐
│ 1 1 │ . . │
│ . . │ . . │
├─────┼─────┤
│ . . │ . . │
│ . . │ . . │
└─────┴─────┘
";
    run("sudoku show", clash).is(2, pretty, told);
    run("sudoku --format pretty", clash).is(2, pretty, told);
    let grid = "1 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    run("sudoku show --format grid", clash).is(2, grid, told);
    run("sudoku --format line", grid).is(
        2,
        "11..............\n",
        "quadrille: <stdin>:1:3: two 1s in row 1 at columns 1 and 2\n  1 1 0 0\n    ^\n",
    );
    for command in ["", "show", "check", "count"] {
        let out = run(&format!("sudoku {command} --format json"), clash).out;
        let expected = "{\"board\":\"11..............\",\"column\":2,\"line\":1,\"message\":\"two 1s in row 1 at \
                        columns 1 and 2\",\"verdict\":\"bad\"}\n";
        assert_eq!(out, expected, "{command}");
    }
}

#[test]
fn a_bad_board_is_one_line_where_boards_are_lines() {
    let half = run("sudoku --format line", "1...\n.2..\n...");
    assert_eq!((half.code, &*half.out), (2, "1... .2.. ...\n"));
}

#[test]
fn a_map_without_boards_is_reported_with_help() {
    let map = include_str!("../boards/shapes/jigsaw.txt");
    let told = run("sudoku", map);
    assert_eq!((told.code, &*told.out), (2, map));
    let help = "help: write the boards below the map, or read it with --shape jigsaw:FILE\n";
    assert!(told.err.ends_with(help), "{}", told.err);
}

#[test]
fn a_bad_first_board_spoils_no_other() {
    let good = "1...\n...2\n....\n3..4\n";
    let text = format!("1...\n..2.\n....\n\n{good}\n1x..\n....\n....\n....\n\n{good}");
    let solved = run("sudoku", text);
    let once = run("sudoku", good).out;
    assert_eq!(solved.code, 2);
    assert_eq!(
        solved.out,
        format!("1...\n..2.\n....\n\n{once}\n1x..\n....\n....\n....\n\n{once}")
    );
    let told: Vec<&str> = solved
        .err
        .lines()
        .filter(|line| line.starts_with("quadrille: "))
        .collect();
    assert_eq!(
        told,
        [
            "quadrille: <stdin>:3:5: incomplete board: 3 rows, expected 4",
            "quadrille: <stdin>:10:2: the board mixes two blanks, '.' and 'x'"
        ]
    );
}

/// A board that has one solution, and two without any of its givens.
const MINIMAL: &str = "1......2....3..4";

#[test]
fn count_prints_a_line_for_each_board() {
    let text = format!("# c\n{WIKIPEDIA}\n{UNSOLVABLE}\nx\n{WIKIPEDIA}\n");
    let counted = run("sudoku count", text.as_str());
    assert_eq!((counted.code, &*counted.out), (2, "1\n0\nbad\n1\n"));
    assert!(
        counted
            .err
            .starts_with("quadrille: <stdin>:4:1: 'x' is not a digit"),
        "{}",
        counted.err
    );
    run("sudoku count", "................").is(0, "288\n", "");
    run("sudoku count --limit 100", "................").is(0, "100\n", "");
    let help = "help: 'quadrille sudoku explain' finds the givens that clash\n";
    run("sudoku count", UNSOLVABLE).is(1, "0\n", help);
    let stopped = run("sudoku count --engine links --nodes 100", ".".repeat(81));
    assert_eq!(stopped.code, 3);
    assert!(stopped.out.starts_with("at least "), "{}", stopped.out);
    assert_eq!(stopped.err, "<stdin>:1: stopped by the node limit\n");
}

#[test]
fn check_prints_a_word_for_each_board() {
    let full = WIKIPEDIA_SOLVED;
    let blank = ".".repeat(81);
    let text = format!("{full}\n{UNSOLVABLE}\n{blank}\n12\n");
    let checked = run("sudoku check", text.as_str());
    assert_eq!(
        (checked.code, &*checked.out),
        (2, "unique (not minimal)\nnone\nseveral\nbad\n")
    );
    run("sudoku check", MINIMAL).is(0, "unique\n", "");
    run("sudoku check", "11..............").is(
        2,
        "bad\n",
        "quadrille: <stdin>:1:2: two 1s in row 1 at columns 1 and 2\n  11..............\n   ^\n",
    );
    let stopped = run("sudoku check --time 0", WIKIPEDIA);
    assert_eq!((stopped.code, &*stopped.out), (3, "unknown\n"));
}

#[test]
fn show_changes_the_format_only() {
    let text = "1 0 0 0\n0 0 0 2\n0 0 0 0\n3 0 0 4\n";
    run("sudoku show --format line", text).is(0, "1......2....3..4\n", "");
    run("sudoku show --format grid", MINIMAL).is(0, text, "");
    run("sudoku show --format same", text).is(0, text, "");
    run("sudoku show --format json", MINIMAL).is(0, "{\"board\":\"1......2....3..4\"}\n", "");
    let pretty = "\
┌─────┬─────┐
│ 1 . │ . . │
│ . . │ . 2 │
├─────┼─────┤
│ . . │ . . │
│ 3 . │ . 4 │
└─────┴─────┘
";
    run("sudoku show", MINIMAL).is(0, pretty, "");
    // It is read again as what it was, and solved within its frame.
    run("sudoku show --format line", pretty).is(0, "1......2....3..4\n", "");
    let solved = run("sudoku", pretty);
    assert_eq!(
        (solved.code, &*solved.out),
        (0, &*run("sudoku --format pretty", MINIMAL).out)
    );
    let svg = run("sudoku show --format svg", MINIMAL).out;
    assert!(
        svg.starts_with("<svg xmlns") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    assert_eq!(svg.matches("<text").count(), 4);
}

#[test]
fn json_is_an_object_a_line() {
    let text = format!("{WIKIPEDIA}\n# c\n{UNSOLVABLE}\nxy\n");
    let lines = |arguments: &str| -> Vec<serde_json::Value> {
        let out = run(arguments, text.as_str()).out;
        out.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let solved = lines("sudoku --format json");
    assert_eq!(solved.len(), 3);
    let field =
        |value: &serde_json::Value, name: &str| value[name].as_str().unwrap_or("-").to_owned();
    assert_eq!(field(&solved[0], "board"), WIKIPEDIA);
    assert_eq!(field(&solved[0], "solution"), WIKIPEDIA_SOLVED);
    assert_eq!(field(&solved[0], "verdict"), "solved");
    assert_eq!(solved[0]["count"], 1);
    assert!(solved[0]["nodes"].is_u64() && solved[0]["microseconds"].is_u64());
    assert_eq!(field(&solved[1], "verdict"), "none");
    assert!(solved[1]["solution"].is_null());
    assert_eq!(
        (field(&solved[2], "verdict"), solved[2]["line"].as_u64()),
        ("bad".into(), Some(4))
    );

    let all = lines("sudoku -n 0 --format json");
    assert_eq!(all[0]["solutions"], serde_json::json!([WIKIPEDIA_SOLVED]));
    assert_eq!(all[1]["solutions"], serde_json::json!([]));
    assert_eq!(lines("sudoku count --format json")[0]["count"], 1);
    assert_eq!(
        field(&lines("sudoku check --format json")[1], "verdict"),
        "none"
    );
    let two = run("sudoku -n 2 --format json", "................").out;
    let two: serde_json::Value = serde_json::from_str(&two).unwrap();
    assert_eq!(two["solutions"].as_array().unwrap().len(), 2);
}

#[test]
fn a_shape_is_named_or_in_a_file() {
    let diagonals = ".".repeat(81);
    for shape in ["x", "classic+x", "9x9,x"] {
        let solved = run(&format!("sudoku --shape {shape}"), diagonals.as_str());
        assert_eq!(solved.code, 0, "{shape}: {}", solved.err);
        let cells = solved.out.as_bytes();
        let mut falling: Vec<u8> = (0..9).map(|row| cells[row * 10]).collect();
        falling.sort_unstable();
        assert_eq!(falling, b"123456789");
    }
    // Words without a size leave it to the first board.
    let blank = ".".repeat(16);
    run("sudoku count --shape 4x4+x", blank.as_str()).is(0, "48\n", "");
    run("sudoku count --shape x", blank.as_str()).is(0, "48\n", "");
    run("sudoku count", "0".repeat(16)).is(0, "288\n", "");
    let map = include_str!("../boards/shapes/jigsaw.txt");
    let map_file = file("map.txt", map.as_bytes());
    let shape_file = file(
        "shape.txt",
        format!("# a shape\nregions\n{map}x\n").as_bytes(),
    );
    let by_map = run(
        &format!("sudoku --shape x+jigsaw:{}", map_file.display()),
        diagonals.as_str(),
    );
    let by_file = run(
        &format!("sudoku --shape {}", shape_file.display()),
        diagonals.as_str(),
    );
    assert_eq!((by_map.code, &by_map.out), (0, &by_file.out));
    let words_last = run(
        &format!("sudoku --shape jigsaw:{}+x", map_file.display()),
        diagonals.as_str(),
    );
    assert_eq!((words_last.code, &words_last.out), (0, &by_file.out));
    let clash = format!("1.......1{}", ".".repeat(72));
    let told = run("sudoku --shape x", clash).err;
    assert!(
        told.starts_with("quadrille: <stdin>:1:9: two 1s in row 1 at columns 1 and 9\n"),
        "{told}"
    );
}

#[test]
fn no_file_takes_the_name_of_a_shape() {
    let folder = file("shapes-as-files.txt", b"").with_extension("folder");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("x"), "4x4+anti-king").unwrap();
    std::fs::write(folder.join("mine"), "4x4+x").unwrap();
    let count = |shape: &str| {
        let boards = file("sixteen.txt", ".".repeat(16).as_bytes());
        let mut command = program("sudoku count --shape");
        let run = command.arg(shape).arg(boards).current_dir(&folder);
        String::from_utf8(run.output().unwrap().stdout).unwrap()
    };
    assert_eq!(count("x"), "48\n");
    assert_eq!(count("./x"), count("4x4+anti-king"));
    assert_eq!(count("mine"), "48\n");
}

#[test]
fn a_line_has_the_values_of_the_shape_also_where_boards_overlap() {
    let shape = "18x18+at:r1c1+at:r1c19+at:r19c1+at:r19c19";
    let grid = " 1 18".to_owned() + &" 0".repeat(34) + "\n" + &(" 0".repeat(36) + "\n").repeat(35);
    let line = format!("1I{}", ".".repeat(36 * 36 - 2));
    run(
        &format!("sudoku show --format line --shape {shape}"),
        grid.as_str(),
    )
    .is(0, &format!("{line}\n"), "");
    run(&format!("sudoku show --format json --shape {shape}"), grid).is(
        0,
        &format!("{{\"board\":\"{line}\"}}\n"),
        "",
    );
}

#[test]
fn a_line_of_column_names_is_not_a_board() {
    let text = format!("puzzle,solution\n{WIKIPEDIA},{WIKIPEDIA_SOLVED}\n");
    let note = "note: <stdin>:1: skipped the column names \"puzzle,solution\"\n";
    for command in ["count", "count --threads 2"] {
        run(&format!("sudoku {command}"), text.as_str()).is(0, "1\n", note);
    }
    run("sudoku check", text.as_str()).is(0, "unique (not minimal)\n", note);
    let solved = format!("puzzle,solution\n{WIKIPEDIA_SOLVED},{WIKIPEDIA_SOLVED}\n");
    run("sudoku", text.as_str()).is(0, &solved, note);
    run("sudoku --format line", text.as_str()).is(0, &format!("{WIKIPEDIA_SOLVED}\n"), note);
    let form = run("sudoku canonical", WIKIPEDIA).out;
    run("sudoku canonical", text.as_str()).is(0, &form, note);
    // Only the first line has them.
    let second = run("sudoku count", format!("{WIKIPEDIA}\npuzzle,solution\n"));
    assert_eq!((second.code, &*second.out), (2, "1\nbad\n"));
}

#[test]
fn a_line_that_counts_the_columns_is_not_a_row() {
    let rows = |separator: &str| {
        let cells: Vec<&str> = WIKIPEDIA
            .split("")
            .filter(|cell| !cell.is_empty())
            .collect();
        let rows = cells.chunks(9).map(|row| row.join(separator) + "\n");
        rows.collect::<String>()
    };
    let grid = rows("");
    let solved = format!("{WIKIPEDIA_SOLVED}\n");
    for (header, separator) in [
        ("0,1,2,3,4,5,6,7,8", ","),
        ("1;2;3;4;5;6;7;8;9", ";"),
        ("123456789", ""),
    ] {
        let text = format!("{header}\n{}", rows(separator));
        run("sudoku --format line", text.as_str()).is(0, &solved, "");
    }
    // The first of ten rows is one if another board follows.
    let first = format!("123456789\n{}", ".........\n".repeat(8));
    let two = run("sudoku show --format line", first + &grid);
    let expected = format!("123456789{}\n{WIKIPEDIA}\n", ".".repeat(72));
    assert_eq!((two.code, &*two.out), (0, &*expected));
}

#[test]
fn a_title_that_names_a_rule_is_noted_once() {
    let note = "note: <stdin>:1: the text names a rule, 'killer', that the board does not have\n\
                help: name the rule with --shape, or use a format that holds rules\n";
    let text = format!("Killer 1\n{WIKIPEDIA}\nKiller 2\n{WIKIPEDIA}\n");
    run("sudoku count", text.as_str()).is(0, "1\n1\n", note);
    let named = |title: &str, command: &str| run(command, format!("{title}\n{WIKIPEDIA}\n")).err;
    for title in ["Sparrow 3", "Easy 1", "Symmetry: diagonal"] {
        assert_eq!(named(title, "sudoku count"), "", "{title}");
    }
    for text in [
        format!("# killer\n{WIKIPEDIA}\n"),
        format!("{WIKIPEDIA} Killer\n"),
        format!("{WIKIPEDIA}\n(a killer)\n"),
        format!("puzzle,variant\n{WIKIPEDIA},killer\n"),
    ] {
        assert!(
            run("sudoku count", text.as_str()).err.contains("'killer'"),
            "{text}"
        );
    }
    let ruleset = format!(
        r#"{{"rows": 9, "columns": 9, "ruleset": "Normal rules. Anti-knight.", "givens": [{}]}}"#,
        WIKIPEDIA
            .as_bytes()
            .chunks(9)
            .map(|row| format!("{:?}", str::from_utf8(row).unwrap().replace('0', ".")))
            .collect::<Vec<_>>()
            .join(", ")
    );
    assert!(run("sudoku count", ruleset).err.contains("'anti-knight'"));
    let other = "0".repeat(81);
    let windows = format!("Windoku\n{other}\n");
    run("sudoku show --shape windoku --format line", windows).is(
        0,
        &format!("{}\n", ".".repeat(81)),
        "",
    );
    let list = format!("thermo = \"{WIKIPEDIA}\"\n");
    assert!(run("sudoku count", list).err.contains("'thermo'"));
}

#[test]
fn an_invalid_shape_is_reported_with_its_place() {
    run("sudoku --shape 6x6+7x7", "").is(
        2,
        "",
        "quadrille: --shape:1:5: second size \"7x7\" after \"6x6\"\n  6x6+7x7\n      ^^^\n\
         help: leave out \"7x7\"\n",
    );
    let missing = run("sudoku --shape jigsaw:no/such", "").err;
    assert!(
        missing.starts_with("quadrille: cannot read no/such: "),
        "{missing}"
    );
    for (shape, place) in [("", "1:1"), ("+", "1:1"), (" , ", "1:1")] {
        let output = assert_cmd::cargo::cargo_bin_cmd!("quadrille")
            .args(["sudoku", "--shape", shape])
            .write_stdin("")
            .output()
            .unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        let expected =
            format!("quadrille: --shape:{place}: no shape, expected words such as 6x6 or x\n");
        assert!(
            output.status.code() == Some(2) && told.starts_with(&expected),
            "{told}"
        );
    }
    for path in ["missing.txt", "no/such"] {
        let told = run(&format!("sudoku --shape {path}"), "").err;
        assert!(
            told.starts_with(&format!("quadrille: cannot read {path}: ")),
            "{told}"
        );
    }
    let told = run("sudoku --shape x+jigsaw:", "").err;
    assert!(
        told.starts_with("quadrille: --shape:1:3: unknown shape \"jigsaw:\"\n")
            && told.ends_with("help: write jigsaw:FILE, where FILE holds a map of the regions\n"),
        "{told}"
    );
    let told = run("sudoku --shape boxes:0x1", "").err;
    assert!(
        told.starts_with("quadrille: --shape:1:1: a box of 0 x 1 has 0 cells, expected 1 to 36\n"),
        "{told}"
    );
    let map = file("one.txt", b"AAAA\nBBBB\nCCCC\nDDDE\n");
    let told = run(&format!("sudoku --shape jigsaw:{}", map.display()), "").err;
    assert!(
        told.contains(":1:1: region D has 3 cells, expected 4\n"),
        "{told}"
    );
    let map = file("bad-map.txt", b"AAAA\nBBBB\nCCCC\nDDDA\n");
    let told = run(&format!("sudoku --shape jigsaw:{}", map.display()), "").err;
    let expected = format!(
        "quadrille: {}:1:1: region A has 5 cells, expected 4\n",
        map.display()
    );
    assert!(told.starts_with(&expected), "{told}");
}

#[test]
fn the_first_board_decides_the_size() {
    for (name, side) in [
        ("4", 4),
        ("6", 6),
        ("12", 12),
        ("16-zero", 16),
        ("25-letters", 25),
    ] {
        let path = format!("{}/tests/boards/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let guessed = run(&format!("sudoku {path}"), "");
        assert_eq!((guessed.code, &*guessed.err), (0, ""), "{name}");
        let named = run(&format!("sudoku --shape {side}x{side} {path}"), "");
        assert_eq!(guessed.out, named.out);
    }
}

#[test]
fn a_jigsaw_is_a_bare_map_or_a_shape_file() {
    let map = include_str!("../boards/shapes/jigsaw.txt");
    let bare = file("bare-map.txt", map.as_bytes());
    let shape = file(
        "jigsaw-shape.txt",
        format!("# c\nregions\n{map}\n").as_bytes(),
    );
    let blank = ".".repeat(81);
    let solved = |argument: String| {
        let run = run(
            &format!("sudoku --order lex --shape {argument}"),
            blank.as_str(),
        );
        let note = "note: <stdin>:1: several solutions; one is printed\n";
        assert!(
            run.code == 0 && run.err.contains(note),
            "{argument}: {}",
            run.err
        );
        run.out
    };
    let expected = solved(format!("jigsaw:{}", bare.display()));
    assert_ne!(expected, run("sudoku --order lex", blank.as_str()).out);
    for argument in [
        bare.display().to_string(),
        shape.display().to_string(),
        format!("jigsaw:{}", shape.display()),
    ] {
        assert_eq!(solved(argument), expected);
    }
}

#[test]
fn a_map_of_regions_stands_above_its_boards() {
    let map = include_str!("../boards/shapes/jigsaw.txt");
    let blank = ".".repeat(81) + "\n";
    let bare = file("map-above.txt", map.as_bytes());
    let jigsaw = format!("sudoku --order lex --shape jigsaw:{}", bare.display());
    let solved = run(&jigsaw, blank.as_str()).out;
    let note = "note: <stdin>: the boards have the 9 regions of the map above them\n";
    let both = format!("# c\n{map}\n{blank}{blank}");
    let is = |run: Run, expected: &str| {
        assert_eq!((run.code, &*run.out), (0, expected));
        assert!(run.err.starts_with(note), "{}", run.err);
    };
    is(
        run("sudoku --order lex", both.as_str()),
        &format!("# c\n{map}\n{solved}{solved}"),
    );
    is(
        run("sudoku --order lex --format line", both),
        &solved.repeat(2),
    );
    let one_line = map.replace('\n', "") + "\n" + &blank;
    is(run("sudoku --order lex --format line", one_line), &solved);
    // Words of --shape are added.
    let diagonals = run(&format!("{jigsaw}+x"), blank.as_str()).out;
    let text = format!("{map}{blank}");
    is(
        run("sudoku --order lex --format line --shape x", text),
        &diagonals,
    );
    // Lines are counted from the map on.
    let invalid = run("sudoku --format line", format!("{map}{}y\n", &blank[2..81]));
    assert!(
        invalid.err.contains("quadrille: <stdin>:10:80: 'y' is not"),
        "{}",
        invalid.err
    );
    // A board of letters is not a map.
    let letters = include_str!("../boards/16-letters.txt");
    assert_eq!(
        run("sudoku count", format!("{letters}\n{letters}")).out,
        "1\n1\n"
    );
}

#[test]
fn a_shape_file_without_a_size_takes_that_of_the_boards() {
    let words = file("words-only.txt", b"# diagonals\nx\n");
    let shape = format!("sudoku count --shape {}", words.display());
    run(&shape, ".".repeat(16)).is(0, "48\n", "");
    run(&shape, "1,,,\n,,,\n,,,\n,,,\n").is(0, "12\n", "");
}

#[test]
fn show_keeps_letters_and_pencil_marks() {
    let letters = include_str!("../boards/16-letters.txt");
    let line: String = letters
        .split_whitespace()
        .collect::<String>()
        .replace('-', ".");
    run("sudoku show --format line", letters).is(0, &format!("{line}\n"), "");
    let rows = line.as_bytes().chunks(16).map(|row| {
        let cells: Vec<String> = row
            .iter()
            .map(|&byte| char::from(byte).to_string())
            .collect();
        cells.join(" ") + "\n"
    });
    run("sudoku show --format grid", letters).is(0, &rows.collect::<String>(), "");
    let pretty = run("sudoku show", letters).out;
    assert!(pretty.contains('P') && !pretty.contains("10"), "{pretty}");
    let pencil = include_str!("../boards/pencil.txt");
    let marks = include_str!("../boards/marks.txt");
    run("sudoku show --format line", pencil).is(0, marks, "");
    let grid = run("sudoku show --format grid", pencil).out;
    run("sudoku show --format line", grid).is(0, marks, "");
}
