//! One problem in many forms: all read as the same problem as its DLX text, with the number of
//! solutions that a naive search finds.

use std::fmt::Write;

use proptest::prelude::*;
use quadrille::text::{dlx, json, libexact, matrix, miniexact, rows, spp};
use quadrille::{Problem, Solver};

use super::{Read, view};

/// The number of sets of disjoint options that cover all items.
fn count(options: &[u32], covered: u32, all: u32) -> u64 {
    let Some((first, rest)) = options.split_first() else {
        return u64::from(covered == all);
    };
    let with = match covered & first {
        0 if *first != 0 => count(rest, covered | first, all),
        _ => 0,
    };
    with + count(rest, covered, all)
}

/// Texts of a problem with `items` items from 1 and these options, with their readers.
fn texts(items: usize, options: &[Vec<usize>]) -> Vec<(Read, String)> {
    let words = |option: &[usize]| -> Vec<String> { option.iter().map(usize::to_string).collect() };
    let all: Vec<usize> = (1..=items).collect();
    let number = options.len();
    let lines =
        |line: &dyn Fn(&Vec<usize>) -> String| -> String { options.iter().map(line).collect() };
    let digits = |option: &Vec<usize>| -> Vec<&str> {
        let digit = |item: &usize| if option.contains(item) { "1" } else { "0" };
        all.iter().map(digit).collect()
    };
    let lists = |start: &str, gap: &str, end: &str| -> String {
        let list = |option| format!("{start}{}{end}", digits(option).join(gap));
        options.iter().map(list).collect()
    };
    let sets: Vec<String> = options
        .iter()
        .map(|o| format!("[{}]", words(o).join(", ")))
        .collect();
    let counted = |option: &Vec<usize>| format!("{} {}\n", option.len(), words(option).join(" "));
    let spaced = lists("", " ", "\n");
    let mut texts: Vec<(Read, String)> = vec![
        (matrix::read, spaced.clone()),
        (matrix::read, lists("", ",", "\n")),
        (matrix::read, lists("[", ", ", "]\n")),
        (matrix::read, format!("[{}]", lists("[", " ", "]\n "))),
        (matrix::read, format!("[{}]\n", lists("[", ". ", ".]\n "))),
        (matrix::read, format!("[{}]", lists("[", ",\n", "],"))),
        (rows::read, format!("{number} {items}\n{}", lines(&counted))),
        (
            spp::read,
            format!(
                "{items} {number}\n{}",
                lines(&|o| format!("0 {}", counted(o)))
            ),
        ),
        (
            json::read,
            format!("{{\"universe\": {all:?}, \"sets\": [{}]}}", sets.join(",")),
        ),
        (
            json::read,
            format!(
                "{{\"universe_size\": {items}, \"subsets\": [{}]}}",
                sets.join(",")
            ),
        ),
    ];
    // "1 1" would be a row.
    if items + number > 2 {
        let text = format!("{number} {items}\n{}", lists("", "", "\n"));
        texts.push((matrix::read, text));
    }
    if items > 2 {
        texts.push((matrix::read, format!("{}\n{spaced}", words(&all).join(" "))));
    }
    let mut named = format!("{{\"universe\": {all:?}, \"sets\": {{");
    for (place, set) in sets.iter().enumerate() {
        let comma = if place > 0 { "," } else { "" };
        write!(named, "{comma}\"set {place}\": {set}").unwrap();
    }
    texts.push((json::read, named + "}}"));
    let mut exact: String = all.iter().map(|item| format!("r {item}\n")).collect();
    for column in 0..number {
        writeln!(exact, "c {}", 10 * column).unwrap();
    }
    // Entries row by row.
    for item in &all {
        for (column, option) in options.iter().enumerate() {
            if option.contains(item) {
                writeln!(exact, "e {item} {}", 10 * column).unwrap();
            }
        }
    }
    texts.push((libexact::read, exact));
    if options.iter().all(|option| !option.is_empty()) {
        let end = |end: &str| lines(&|o: &Vec<usize>| format!("{} {end}\n", words(o).join(" ")));
        texts.push((
            miniexact::read,
            format!("<{}>{}", words(&all).join(" "), end(";")),
        ));
        texts.push((miniexact::read, format!("p xc {items} 0\n{}", end("0"))));
    }
    texts
}

proptest! {
    #[test]
    fn all_forms_of_a_problem_are_the_same(
        (items, masks) in (1..6_usize)
            .prop_flat_map(|items| (Just(items), prop::collection::vec(0..1_u32 << items, 1..9))),
    ) {
        let option = |mask: &u32| (1..=items).filter(|item| mask >> (item - 1) & 1 == 1).collect();
        let options: Vec<Vec<usize>> = masks.iter().map(option).collect();
        let mut builder = Problem::builder();
        for item in 1..=items {
            builder.primary(item.to_string()).unwrap();
        }
        for option in &options {
            builder.option(option.iter().map(|item| item.to_string().into_boxed_str()).collect::<Vec<_>>().iter().map(|name| &**name)).unwrap();
        }
        let problem = builder.build();
        let solutions = count(&masks, 0, (1 << items) - 1);
        if options.iter().all(|option| !option.is_empty()) {
            let text = super::written(dlx::write, &problem).unwrap();
            prop_assert_eq!(view(&dlx::read(text.as_bytes()).unwrap()), view(&problem));
        }
        for (read, text) in texts(items, &options) {
            let read = match read(text.as_bytes()) {
                Ok(read) => read,
                Err(error) => return Err(TestCaseError::fail(format!("{text}: {error}"))),
            };
            prop_assert_eq!(view(&read), view(&problem), "{}", text);
            prop_assert_eq!(Solver::new(read).search().count().value, solutions, "{}", text);
        }
    }
}
