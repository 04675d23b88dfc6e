//! The forms `rows` and `spp`.

use quadrille::text::{rows, spp};

use super::{check_rejected, expected, view, written};

#[test]
fn set_partitioning_is_read_and_written() {
    let problem = expected("1 2 3", "", "1 2 |5;3 |4; |0;2 1 3 |-7");
    let text = "3 4\n5 2 1 2\n4 1 3\n0 0\n-7 3 2 1 3\n";
    let read = spp::read(text.as_bytes()).unwrap();
    assert_eq!(view(&read), problem);
    assert_eq!(written(spp::write, &read).unwrap(), text);
    let spaced = text.replace(' ', "  ").replace('\n', " \r\n\r\n");
    assert_eq!(view(&spp::read(spaced.as_bytes()).unwrap()), problem);
    let decimals = "1 2\n2.5 1 1\n-0.25 1 1\n";
    let read = spp::read(decimals.as_bytes()).unwrap();
    assert_eq!(
        written(spp::write, &read).unwrap(),
        "1 2\n2.5 1 1\n-0.25 1 1\n"
    );
}

#[test]
fn the_number_of_options_may_come_first() {
    let sets = expected("1 2 3 4", "", "1 4;2;2 3");
    let text = "3 4\n2 1 4\n1 2\n2 2 3\n";
    let read = rows::read(text.as_bytes()).unwrap();
    assert_eq!(view(&read), sets);
    assert_eq!(written(rows::write, &read).unwrap(), text);
}

#[test]
fn malformed_rows_are_rejected() {
    let announce = "begin each row with the number of its columns";
    for (text, place, message) in [
        (
            "",
            (1, 1, 0),
            "the text is empty; begin with the number of rows and the number of columns",
        ),
        (
            "2 3\n1 4\n",
            (2, 3, 1),
            "there is no item 4, expected a number from 1 to 3",
        ),
        (
            "1 3\n2 1\n",
            (2, 4, 0),
            &format!("1 item, expected 2; {announce}"),
        ),
        (
            "2 3\n1 1\n",
            (3, 1, 0),
            "the text ends after 1 option, expected 2",
        ),
    ] {
        check_rejected(rows::read, text.as_bytes(), place, message);
    }
}

#[test]
fn malformed_set_partitioning_is_rejected() {
    let help = "write each column as its cost, the number of its rows, and the rows";
    for (text, place, message) in [
        (
            "2 1\n5\n",
            (2, 2, 0),
            &*format!("missing number of items; {help}"),
        ),
        (
            "2 1\nx 1 1\n",
            (2, 1, 1),
            "invalid cost \"x\", expected a number such as 5, -3 or 2.25",
        ),
        (
            "2 1\n5 2 1\n",
            (2, 6, 0),
            &format!("1 item, expected 2; {help}"),
        ),
        (
            "2 1\n5 1 1 2\n",
            (2, 7, 1),
            &format!("2 items, expected 1; {help}"),
        ),
        (
            "2 1\n5 2 1 1\n",
            (2, 7, 1),
            "item \"1\" occurs twice in one option; remove one of the two",
        ),
        (
            "2 1\n5 1 0\n",
            (2, 5, 1),
            "there is no item 0, expected a number from 1 to 2",
        ),
        (
            "1 1\n5 1 1\n5 1 1\n",
            (3, 1, 5),
            "too many options, expected 1 as in the first line",
        ),
        (
            "1 2\n9223372036854775807 1 1\n1 1 1\n",
            (3, 1, 1),
            "the costs of all options, without signs and decimal points, add up to more than \
             9,223,372,036,854,775,807; use smaller costs: express them in a larger unit, and \
             round them if necessary",
        ),
    ] {
        check_rejected(spp::read, text.as_bytes(), place, message);
    }
}
