//! Texts of diagrams, right and wrong.

use quadrille::count::{Diagram, DiagramError, Named};
use quadrille::{Limits, Stop};

use super::{ids, solutions};

/// The line that is wrong, and why.
#[track_caller]
fn wrong(read: Result<Named, DiagramError>) -> (usize, String) {
    match read {
        Err(DiagramError::Line { line, message }) => (line, message),
        other => panic!("{other:?}"),
    }
}

#[test]
fn text_that_is_no_diagram_is_refused() {
    let no_head = "expected \"nnf LINES EDGES OPTIONS\"";
    for (text, line, message) in [
        ("", 1, no_head),
        ("L 1\n", 1, no_head),
        ("nnf 1 0\n", 1, no_head),
        (
            "nnf 1 0 16777217\nL 1\n",
            1,
            "expected at most 16777216 options",
        ),
        (
            "nnf 1 0 1\nL 2\n",
            2,
            "expected \"L\" and an option from 1 to 1",
        ),
        (
            "nnf 1 0 1\nL -1\n",
            2,
            "negative literal: leave out options that are not used",
        ),
        ("c x\nnnf 1 0 1\nA 1 0\n", 3, "line 0 is not defined yet"),
        (
            "nnf 1 0 1\nA 2 0\n",
            2,
            "expected \"A\", a count, and that many line numbers",
        ),
        (
            "nnf 1 0 1\nO 0\n",
            2,
            "expected \"O\", 0, a count, and that many line numbers",
        ),
        (
            "nnf 1 0 1\nX\n",
            2,
            "expected a line L, A or O, found \"X\"",
        ),
        (
            "nnf 1 0 1\nnnf 1 0 1\n",
            2,
            "expected a line L, A or O, found another header",
        ),
        (
            "nnf 1 0 1\nA x\n",
            2,
            "expected a whole number, found \"x\"",
        ),
        (
            "nnf 2 0 1\nA 0\n",
            2,
            "the header announces 2 lines; found 1",
        ),
        ("nnf 0 0 1\n", 1, "expected at least one line L, A or O"),
        (
            "nnf 2 5 1\nL 1\nA 1 0\n",
            3,
            "the header announces 5 edges; found 1",
        ),
        (
            "c option 1 a\nc option 2 b\nc option 1 a\nnnf 1 0 2\nL 1\n",
            3,
            "option 1 is named twice",
        ),
    ] {
        let found = wrong(Diagram::read_nnf(text, Limits::new()));
        assert_eq!(found, (line, message.to_owned()), "{text}");
    }
    let long = "9".repeat(1_000_000);
    let found = wrong(Diagram::read_nnf(
        &format!("nnf 1 0 1\nA {long}\n"),
        Limits::new(),
    ));
    let message = format!("expected a whole number, found \"{}…\"", "9".repeat(40));
    assert_eq!(found, (2, message));
}

/// A text whose counts would be wrong, or without bound, is refused at the line that is to blame.
#[test]
fn text_that_counts_wrongly_is_refused() {
    let together = |option| format!("the lines of this A have option {option} in common");
    let apart = |option| {
        format!("overlap: option {option} starts one line of this O and occurs in a later one")
    };
    let squares: String = (0..64).map(|line| format!("A 2 {line} {line}\n")).collect();
    for (text, line, message) in [
        ("nnf 2 2 1\nL 1\nA 2 0 0\n", 3, together(1)),
        ("nnf 2 2 1\nL 1\nO 0 2 0 0\n", 3, apart(1)),
        // 2 to the 2 to the 64 solutions, were it one.
        (
            &format!(
                "nnf 65 126 2\nL 1\nL 2\nO 0 2 0 1\nA 2 2 2\n{}",
                &squares.replace("A 2 0 0\nA 2 1 1\nA 2 2 2\n", "")
            ),
            5,
            together(1),
        ),
        // {1, 2} and {2}, and with them {1, 3}: 1 distinguishes them, except {1, 3}.
        (
            "nnf 6 6 3\nL 1\nL 2\nL 3\nA 2 0 1\nA 2 0 2\nO 0 2 3 4\n",
            7,
            apart(1),
        ),
        (
            "nnf 6 6 2\nL 1\nL 2\nO 0 1 0\nO 0 1 1\nA 1 3\nO 0 2 2 4\n",
            7,
            "overlap: two lines of this O start with no option".into(),
        ),
        // The option is deep below.
        (
            "nnf 7 7 3\nL 1\nL 2\nL 3\nA 2 0 1\nO 0 2 2 3\nA 2 4 2\nA 1 5\n",
            7,
            together(3),
        ),
    ] {
        let found = wrong(Diagram::read_nnf(text, Limits::new()));
        assert_eq!(found, (line, message), "{text}");
    }
}

/// Forms that no diagram of ours is written in, and that are sets of solutions all the same.
#[test]
fn other_texts_are_read_as_what_they_say() {
    for (text, expected) in [
        // Options alone, together, and in an order that puts none first.
        ("nnf 3 2 2\nL 1\nL 2\nA 2 0 1\n", vec![vec![0, 1]]),
        (
            "nnf 4 3 3\nL 3\nA 0\nL 1\nO 0 3 1 2 0\n",
            vec![vec![], vec![0], vec![2]],
        ),
        // What leads nowhere shares nothing.
        (
            "nnf 5 5 1\nL 1\nO 0 0\nA 2 0 1\nO 0 3 2 0 1\nA 0\n",
            vec![vec![]],
        ),
    ] {
        let diagram = Diagram::read_nnf(text, Limits::new()).unwrap().diagram;
        let expected: Vec<_> = expected.iter().map(|set| ids(set)).collect();
        assert_eq!(solutions(&diagram), expected, "{text}");
    }
    let text = "c option 2 b c\r\n5: (~2?1:1)\r\na: (~1?5:1)\r\nff: (~0?0:a)\r\n";
    let Named { diagram, names, .. } = Diagram::read_zdd(text, Limits::new()).unwrap();
    assert_eq!(solutions(&diagram), [ids(&[]), ids(&[0]), ids(&[1])]);
    assert_eq!(
        (diagram.option_count(), names),
        (2, vec![String::new(), "b c".into()])
    );
}

#[test]
fn text_that_is_no_zdd_is_refused() {
    let form = "expected \"X: (~OPTION?LOW:HIGH)\"";
    let end = "expected a last line \"X: (~0?0:ROOT)\"";
    for (text, line, message) in [
        ("", 1, end),
        ("2: (~1?0:1)\n", 1, end),
        ("2: 1 0 1\n", 1, form),
        ("2: (~1?0:1\n", 1, form),
        ("2: (~1?0:3)\n", 1, "node 3 is not defined yet"),
        (
            "g: (~1?0:1)\n",
            1,
            "expected a hexadecimal number, found \"g\"",
        ),
        (
            "2: (~x?0:1)\n",
            1,
            "expected an option from 0 to 16777216, found \"x\"",
        ),
        ("2: (~1?0:1)\n2: (~2?0:1)\n", 2, "there are two nodes 2"),
        ("1: (~1?0:1)\n", 1, "there are two nodes 1"),
        (
            "2: (~0?1:1)\n",
            1,
            "expected the root to be \"X: (~0?0:ROOT)\"",
        ),
        (
            "2: (~0?0:1)\n3: (~1?0:1)\n",
            2,
            "expected no line after the root",
        ),
        (
            "2: (~1?0:1)\n3: (~2?0:2)\n4: (~1?1:3)\n5: (~0?0:4)\n",
            3,
            "option 1 is tested twice on one path",
        ),
    ] {
        let found = wrong(Diagram::read_zdd(text, Limits::new()));
        assert_eq!(found, (line, message.to_owned()), "{text}");
    }
}

/// Nodes with more options than a block of the check has: right, or wrong at its far end.
#[test]
fn long_texts_are_checked_to_their_end() {
    // Each line is the one before and two ways to go on.
    let chain = |options: u32, wrong: Option<(u32, u32)>| {
        let mut text = String::new();
        let mut last = None;
        let (mut line, mut edges) = (0, 0);
        for pair in 0..options / 2 {
            let mut first = 2 * pair + 1;
            if let Some((at, option)) = wrong
                && at == pair
            {
                first = option;
            }
            text += &format!("L {first}\nL {}\nO 0 2 {line} {}\n", 2 * pair + 2, line + 1);
            (line, edges) = (line + 3, edges + 2);
            if let Some(last) = last {
                text += &format!("A 2 {} {last}\n", line - 1);
                (line, edges) = (line + 1, edges + 2);
            }
            last = Some(line - 1);
        }
        format!("nnf {line} {edges} {options}\n{text}")
    };
    let diagram = Diagram::read_nnf(&chain(3_000, None), Limits::new())
        .unwrap()
        .diagram;
    assert_eq!(diagram.count().to_string().len(), 452);
    for (at, option) in [(1_499, 1), (1_499, 2_000), (700, 513), (2, 2)] {
        let text = chain(3_000, Some((at, option)));
        let found = wrong(Diagram::read_nnf(&text, Limits::new()));
        let message = format!("the lines of this A have option {option} in common");
        assert_eq!(found, (4 * at as usize + 4, message));
    }
    let limits = Limits::new().time(std::time::Duration::ZERO);
    let stopped = |stop| Err(DiagramError::Stopped(stop));
    assert_eq!(
        Diagram::read_nnf(&chain(3_000, None), &limits),
        stopped(Stop::Time)
    );
    let within = |memory| Diagram::read_nnf(&chain(3_000, None), Limits::new().memory(memory));
    assert_eq!(within(100_000), stopped(Stop::Memory));
    assert!(within(10_000_000).is_ok());
}
