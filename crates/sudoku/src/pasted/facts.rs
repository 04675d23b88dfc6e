//! Givens as facts: a row, a column and a value each, such as `given(1,1,5).`, `x[0][0] = 5;`, or
//! three numbers on each line.

use super::cages::{Cage, killer};
use super::found::{Pasted, error};
use super::words::{Word, lines};
use crate::format::PuzzleError;

/// The fewest givens of a board with one solution.
const FEWEST: usize = 17;
const ASSUMED: &str = "rows and columns are numbered from 1, since none is 0 or 9";

/// Reads facts, one or more on each line.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let (mut facts, mut end): (Vec<[Word<'_>; 3]>, usize) = (Vec::new(), 0);
    let mut pattern: Option<String> = None;
    for line in lines(text).take(1000) {
        if line.is_blank() {
            break;
        }
        let Some((own, shape)) = facts_of(line.word) else {
            break;
        };
        if pattern.get_or_insert_with(|| shape.clone()) != &shape {
            break;
        }
        facts.extend(own);
        end = line.end;
    }
    let is_bare = pattern?.is_empty();
    if facts.len() < FEWEST && (is_bare || facts.len() < 8) {
        return None;
    }
    let puzzle = puzzle(&facts);
    if is_bare && !is_certain(&facts) {
        return None;
    }
    Some(Pasted::apart(end, puzzle))
}

/// The numbers of the facts of a line, and what stands between them; nothing if only spaces do.
fn facts_of(line: Word<'_>) -> Option<(Vec<[Word<'_>; 3]>, String)> {
    let is_digit = |c: char| c.is_ascii_digit();
    let numbers = line
        .text
        .split(|c: char| !is_digit(c))
        .filter(|number| !number.is_empty());
    let numbers: Vec<Word<'_>> = numbers.map(|number| line.part(number)).collect();
    if numbers.is_empty()
        || !numbers.len().is_multiple_of(3)
        || numbers.iter().any(|number| number.number().is_none())
    {
        return None;
    }
    let mut at = line.at;
    let gaps = numbers.iter().map(|number| {
        let gap = &line.text[at - line.at..number.at - line.at];
        at = number.end();
        gap.chars()
            .filter(|c| !c.is_whitespace())
            .collect::<String>()
    });
    let gaps: Vec<String> = gaps.collect();
    let last: String = line.text[at - line.at..]
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    let (first, second, third) = (gaps[0].as_str(), gaps[1].as_str(), gaps[2].as_str());
    let is_end = |text: &str| text.chars().all(|c| ")].,;".contains(c));
    let alike = gaps.chunks_exact(3).all(|gap| {
        let end = gap[0].strip_suffix(first);
        end.is_some_and(is_end) && gap[1] == second && gap[2] == third
    });
    let name = first.trim_end_matches(['(', '[']);
    let is_name = name.len() < 20 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_form = match (&first[name.len()..], second, third) {
        ("", "", "") => first.is_empty() && last.is_empty() && numbers.len() == 3,
        ("", "c" | "C", "=" | ":") => matches!(first, "r" | "R"),
        ("(", ",", "," | ")=" | "):") => true,
        ("[", "," | "][", "]=" | "]:" | "]==") => true,
        _ => false,
    };
    let facts = numbers
        .chunks_exact(3)
        .map(|own| [own[0], own[1], own[2]])
        .collect();
    let pattern = if first.is_empty() {
        String::new()
    } else {
        format!("{first} {second} {third}")
    };
    (alike && is_name && is_form && is_end(&last)).then_some((facts, pattern))
}

/// Whether numbers without any sign are facts: in the order of cells, each cell once, no clash, and
/// not lists of growing numbers, which may be sets.
fn is_certain(facts: &[[Word<'_>; 3]]) -> bool {
    let numbers = |fact: &[Word<'_>; 3]| fact.map(|word| word.number().unwrap_or_default());
    let all: Vec<[i64; 3]> = facts.iter().map(numbers).collect();
    let is_sorted = all.is_sorted_by(|one, two| one[..2] < two[..2]);
    let is_growing = all.iter().all(|own| own[0] < own[1] && own[1] < own[2]);
    let clashes = |one: &[i64; 3], two: &[i64; 3]| {
        let least = all
            .iter()
            .flat_map(|own| &own[..2])
            .min()
            .copied()
            .unwrap_or_default();
        let in_box = |own: &[i64; 3]| [(own[0] - least) / 3, (own[1] - least) / 3];
        one[2] == two[2] && (one[0] == two[0] || one[1] == two[1] || in_box(one) == in_box(two))
    };
    let is_small =
        all.iter().flatten().all(|&number| number <= 9) && all.iter().all(|own| own[2] > 0);
    let pairs = || {
        all.iter()
            .enumerate()
            .flat_map(|(at, one)| all[at + 1..].iter().map(move |two| (one, two)))
    };
    is_small
        && is_sorted
        && !is_growing
        && all.len() <= 81
        && !pairs().any(|(one, two)| clashes(one, two))
}

fn puzzle(facts: &[[Word<'_>; 3]]) -> Result<crate::format::Puzzle, PuzzleError> {
    let places = || {
        facts
            .iter()
            .flat_map(|fact| &fact[..2])
            .filter_map(|word| word.number())
    };
    let (least, most) = (
        places().min().unwrap_or_default(),
        places().max().unwrap_or_default(),
    );
    let values = facts.iter().filter_map(|fact| fact[2].number());
    let base = i64::from(least > 0);
    let largest = values.max().unwrap_or_default().max(most - base + 1);
    // The usual sizes; a smaller board than the classic one is not told from its givens.
    let side = [9, 16, 25]
        .into_iter()
        .find(|&side| largest <= side)
        .unwrap_or(9);
    let mut cages = Vec::new();
    for [row, column, value] in facts {
        for word in [row, column] {
            let place = word.number().unwrap_or(-1) - base;
            if !(0..side).contains(&place) {
                let expected = format!("a row or column from {base} to {}", side + base - 1);
                return Err(error(word.range(), "given", word.text, &expected));
            }
        }
        let place = |word: &Word<'_>| (word.number().unwrap_or_default() - base) as usize;
        let value_is = value.number().filter(|value| (1..=side).contains(value));
        let Some(sum) = value_is else {
            return Err(error(
                value.range(),
                "given",
                value.text,
                &format!("a value from 1 to {side}"),
            ));
        };
        cages.push(Cage {
            sum: Some(sum),
            cells: vec![place(row) * side as usize + place(column)],
            span: row.at..value.end(),
        });
    }
    let mut puzzle = killer(side as usize, None, None, cages)?;
    puzzle.notes.clear();
    if least > 0 && most < side {
        puzzle.notes.push(ASSUMED.to_owned());
    }
    Ok(puzzle)
}
