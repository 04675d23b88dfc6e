//! Matrices of zeros and ones.

use proptest::prelude::*;
use quadrille::text::matrix;

use super::{check_rejected, expected, view};

#[test]
fn matrices_are_read() {
    for (text, problem) in [
        ("0110\n1001\n", expected("1 2 3 4", "", "2 3;1 4")),
        ("0 1 1 0\n1\t0  0 1", expected("1 2 3 4", "", "2 3;1 4")),
        (
            "\u{FEFF}\r\n  01 \r\n\r\n1 1\r\n",
            expected("1 2", "", "2;1 2"),
        ),
        ("000\n111", expected("1 2 3", "", " ;1 2 3")),
        ("1", expected("1", "", "1")),
        ("0\n0\n", expected("1", "", " ; ;")),
        ("0,1,1,0\n1, 0,\t0 , 1", expected("1 2 3 4", "", "2 3;1 4")),
        ("[[0, 1], [1, 1]]", expected("1 2", "", "2;1 2")),
        ("[[0 1 1]\n [1 0 0]]\n", expected("1 2 3", "", "2 3;1")),
        ("[[0. 1.]\n [1.0 0.]]\n", expected("1 2", "", "2;1")),
        ("[0, 1]\n[1, 0]\n", expected("1 2", "", "2;1")),
        ("[ [0,\n 1,], [1, 0,],\n]", expected("1 2", "", "2;1")),
        ("[[1]]", expected("1", "", "1")),
        ("2 3\n010\n1 0 1\n", expected("1 2 3", "", "2;1 3")),
        ("2,2\n0,1\n1,0\n", expected("1 2", "", "2;1")),
        (
            "1 10\n0101010101",
            expected("1 2 3 4 5 6 7 8 9 10", "", "2 4 6 8 10"),
        ),
        ("1 2\n01\n10\n11", expected("1 2", "", "2;1;1 2")),
        ("0 1 2\n010\n101", expected("0 1 2", "", "1;0 2")),
        ("1 2 3\n010\n101", expected("1 2 3", "", "2;1 3")),
        (
            "a, b2, _c\n0,1,0\n1,0,1",
            expected("a b2 _c", "", "b2;a _c"),
        ),
        (
            "r1c1 r1c2\n0 1\n1 1\n",
            expected("r1c1 r1c2", "", "r1c2;r1c1 r1c2"),
        ),
    ] {
        match matrix::read(text.as_bytes()) {
            Ok(read) => assert_eq!(view(&read), problem, "{text:?}"),
            Err(error) => panic!("{text:?}: {error}"),
        }
    }
}

#[test]
fn a_matrix_does_not_fill_the_memory() {
    const COLUMNS: usize = 1 << 24;
    let text = "1".repeat(COLUMNS + 1);
    let place = (1, COLUMNS + 1, 1);
    let message = "the row has more than 16,777,216 columns";
    check_rejected(matrix::read, text.as_bytes(), place, message);
    let spaced = format!("0\n{}", "0 ".repeat(COLUMNS + 1));
    let place = (2, 2 * COLUMNS + 1, 1);
    check_rejected(matrix::read, spaced.as_bytes(), place, message);
}

#[test]
fn malformed_matrices_are_rejected() {
    let empty = "the text is empty; write rows of 0 and 1";
    let no_row = "no row after the first line; write rows of 0 and 1";
    let unclosed = "missing \"]\" at the end; check that the file is complete";
    let invalid = |c| format!("invalid character \"{c}\", expected 0 or 1");
    for (text, place, message) in [
        ("", (1, 1, 0), empty),
        ("\r\n \n", (3, 1, 0), empty),
        ("01\n02", (2, 2, 1), &invalid("2")),
        ("0 ü", (1, 3, 1), &invalid("ü")),
        ("| 0", (1, 1, 1), &invalid("|")),
        (
            "0;1",
            (1, 2, 1),
            &format!(
                "{}; separate digits by spaces or commas, and rows by line ends",
                invalid(";")
            ),
        ),
        (",1", (1, 1, 1), "missing digit before the comma"),
        ("0,,1", (1, 3, 1), "missing digit before the comma"),
        ("0, 1, ", (1, 6, 0), "missing digit after the comma"),
        ("0 1, 1", (1, 3, 1), "missing comma before the digit"),
        (
            "10,1,1",
            (1, 1, 2),
            "\"10\" in a row of separate digits, expected 0 or 1",
        ),
        ("0. 1.", (1, 2, 1), &invalid(".")),
        // Neither a row nor a line before the rows.
        ("2 1 0\n0 1 1", (1, 1, 1), &invalid("2")),
        ("0 2\n0 1", (1, 3, 1), &invalid("2")),
        ("2 0\n0 1", (1, 1, 1), &invalid("2")),
        ("0 1 O\n0 1 1", (1, 5, 1), &invalid("O")),
        ("a\n0", (1, 1, 1), &invalid("a")),
        ("# a b\n0 1", (1, 1, 1), &invalid("#")),
        (",a\n0,1", (1, 1, 1), "missing digit before the comma"),
        ("a b\n", (2, 1, 0), no_row),
        ("3 2\n", (2, 1, 0), no_row),
        (
            "a a\n0 1",
            (1, 3, 1),
            "item \"a\" is declared twice; rename or remove one of the two items",
        ),
        ("a b\n011", (2, 3, 1), "3 columns, expected 2 as on line 1"),
        ("2 3\n01\n", (2, 3, 0), "2 columns, expected 3 as on line 1"),
        (
            "1 3\n010\n 101 \n",
            (3, 2, 3),
            "too many rows, expected 1 as in the first line",
        ),
        (
            "3 3\n010\n",
            (3, 1, 0),
            "the text ends after 1 row, expected 3",
        ),
        // Lists in brackets.
        (
            "[[0, 1], [1]]",
            (1, 12, 0),
            "1 column, expected 2 as on line 1",
        ),
        (
            "[[0 1]\n [1 0 1]]",
            (2, 7, 1),
            "3 columns, expected 2 as on line 1",
        ),
        (
            "[[0 1 ... 0]]",
            (1, 7, 1),
            &format!(
                "{}; print the whole matrix: `numpy.set_printoptions(threshold=sys.maxsize)`",
                invalid(".")
            ),
        ),
        ("[[0.1 1]]", (1, 4, 1), &invalid(".")),
        (
            "[[01]]",
            (1, 3, 2),
            "\"01\" in a row of separate digits, expected 0 or 1",
        ),
        ("[[0 2]]", (1, 5, 1), &invalid("2")),
        ("[]", (1, 2, 0), "missing digits of a row"),
        ("[[0, 1], []]", (1, 11, 0), "missing digits of a row"),
        ("[[0, 1", (1, 7, 0), unclosed),
        ("[[0, 1],\n", (1, 9, 0), unclosed),
        ("[[[0, 1]]]", (1, 3, 1), "a list inside a row of digits"),
        (
            "[[0], 1]",
            (1, 7, 1),
            "unexpected \"1\", expected a row in brackets",
        ),
        (
            "[[0]] 1",
            (1, 7, 1),
            "unexpected \"1\", expected the end of the text",
        ),
        (
            "[0]\n01",
            (2, 1, 1),
            "unexpected \"0\", expected a row in brackets",
        ),
        (
            "0\0",
            (1, 2, 1),
            "control character U+0000, expected 0 or 1; check that this is a text file",
        ),
        (
            "010\n\n0101",
            (3, 4, 1),
            "4 columns, expected 3 as on line 1",
        ),
        (
            "\n0 1\n 0 1  0 1 \n",
            (3, 7, 3),
            "4 columns, expected 2 as on line 2",
        ),
        (
            "010\r\n 1\r\n",
            (2, 3, 0),
            "1 column, expected 3 as on line 1",
        ),
        (
            "0 1 0\n0 1 \n",
            (2, 4, 0),
            "2 columns, expected 3 as on line 1",
        ),
        (
            "1 10 11",
            (1, 3, 2),
            "\"10\" in a row of separate digits, expected 0 or 1",
        ),
    ] {
        check_rejected(matrix::read, text.as_bytes(), place, message);
    }
}

proptest! {
    #[test]
    fn matrices_read_as_the_same_options(
        rows in (1..70usize).prop_flat_map(|width| {
            prop::collection::vec(prop::collection::vec(any::<bool>(), width), 1..20)
        }),
        gap in prop::sample::select(vec!["", " ", "\t"]),
    ) {
        let digit = |&one: &bool| if one { "1" } else { "0" };
        let row = |row: &Vec<bool>| row.iter().map(digit).collect::<Vec<_>>().join(gap);
        let text = rows.iter().map(row).collect::<Vec<_>>().join("\n");
        let problem = matrix::read(text.as_bytes()).unwrap();
        prop_assert_eq!(problem.item_count(), rows[0].len());
        prop_assert_eq!(problem.option_count(), rows.len());
        for (option, row) in problem.options().zip(&rows) {
            let ones: Vec<usize> = (0..row.len()).filter(|&i| row[i]).collect();
            let items = problem.items_of(option).iter().map(|item| item.index());
            prop_assert_eq!(items.collect::<Vec<_>>(), ones);
        }
        for item in problem.items() {
            prop_assert!(problem.is_primary(item));
            prop_assert_eq!(problem.name(item), (item.index() + 1).to_string());
        }
    }
}
