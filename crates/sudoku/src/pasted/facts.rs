//! Givens as facts: a row, a column and a value each, such as `given(1,1,5).`, `x[0][0] = 5;`, or
//! three numbers on each line. Above them may stand their number or the size of the board, or a
//! heading such as `row,col,value`, which says their order.

use super::cages::{self, Cage, FROM_ONE};
use super::fault::error;
use super::found::Pasted;
use super::words::{Word, lines};
use crate::format::{Puzzle, PuzzleError};

/// The fewest givens of a board with one solution.
const FEWEST: usize = 17;
/// Parts of the names that givens have.
const NAMES: [&str; 13] = [
    "given", "init", "clue", "cell", "sudoku", "board", "grid", "puzzle", "hint", "fix", "val",
    "num", "start",
];

/// A row, a column and a value.
type Fact<'a> = [Word<'a>; 3];

/// Says that nothing shows the order of the numbers of a fact.
const ORDER: &str =
    "the numbers of each given are taken as its row, its column and its value, in this order";

/// What stands above facts.
enum Head<'a> {
    Nothing,
    Number(Word<'a>),
    /// Where the row, the column and the value of a fact stand.
    Order([usize; 3]),
}

/// Reads facts, one or more on each line.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let mut lines = lines(text).take(1000).peekable();
    let head = head(lines.peek()?.word);
    if !matches!(head, Head::Nothing) {
        lines.next();
    }
    let (mut facts, mut end): (Vec<Fact<'_>>, usize) = (Vec::new(), 0);
    let mut form: Option<[String; 3]> = None;
    for line in lines {
        let Some((own, own_form)) = facts_of(line.word) else {
            break;
        };
        if *form.get_or_insert_with(|| own_form.clone()) != own_form {
            break;
        }
        facts.extend(own);
        end = line.end;
    }
    let [start, between, _] = form?;
    if let Head::Order(order) = head {
        for fact in &mut facts {
            *fact = order.map(|place| fact[place]);
        }
    }
    let is_named = NAMES.iter().any(|name| start.to_lowercase().contains(name));
    let is_ordered = is_sorted(&facts);
    let is_certain = match head {
        Head::Order(_) => is_valid(&facts),
        // Below their number, or nearly so, they are givens that may clash.
        Head::Number(_) if start.is_empty() && is_ordered => are_on_board(&facts),
        // Without any sign, in the order of cells, and not as growing numbers, which may be sets.
        _ if start.is_empty() => is_ordered && is_valid(&facts),
        _ if is_named => facts.len() >= 8,
        _ => !between.is_empty() && is_valid(&facts),
    };
    is_certain.then_some(())?;
    let pasted = Pasted::apart(end, puzzle(&facts, &head));
    let is_assumed = !is_ordered && !matches!(head, Head::Order(_));
    Some(if is_assumed {
        pasted.noted(ORDER)
    } else {
        pasted
    })
}

/// What a line above facts says.
fn head(line: Word<'_>) -> Head<'_> {
    const PARTS: [&[&str]; 3] = [
        &["row", "rows", "r", "y"],
        &["column", "columns", "col", "c", "x"],
        &["value", "val", "v", "digit", "number", "num", "given"],
    ];
    let word = line.trim();
    if word.number().is_some() {
        return Head::Number(word);
    }
    let names = word.split(|c| c.is_whitespace() || ",;\t\"".contains(c));
    let place = |own: &[&str]| {
        let is_own = |name: &Word<'_>| own.contains(&&*name.text.to_lowercase());
        names.iter().position(is_own)
    };
    match PARTS.map(place) {
        [Some(row), Some(column), Some(value)] if names.len() == 3 => {
            Head::Order([row, column, value])
        }
        _ => Head::Nothing,
    }
}

/// The facts of a line, and what stands before each row, column and value.
fn facts_of(line: Word<'_>) -> Option<(Vec<Fact<'_>>, [String; 3])> {
    let numbers = line.split(|c| !c.is_ascii_digit());
    let is_all = !numbers.is_empty() && numbers.len().is_multiple_of(3);
    (is_all && numbers.iter().all(|number| number.number().is_some())).then_some(())?;
    let mut at = 0;
    let mut gap = |end: usize, next: usize| {
        let gap = line.text[at..end - line.at]
            .split_whitespace()
            .collect::<String>();
        at = next - line.at;
        gap
    };
    let gaps: Vec<String> = numbers
        .iter()
        .map(|number| gap(number.at, number.end()))
        .collect();
    let last = gap(line.end(), line.end());
    let [first, second, third] = [0, 1, 2].map(|at| gaps[at].as_str());
    let is_end = |text: &str| text.chars().all(|c| ")].,;".contains(c));
    let is_alike = gaps.chunks_exact(3).all(|gap| {
        let end = gap[0].strip_suffix(first);
        end.is_some_and(is_end) && gap[1] == second && gap[2] == third
    });
    let name = first.trim_end_matches(['(', '[']);
    let is_name = name.len() < 20 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_form = match (&first[name.len()..], second, third) {
        ("", "", "") | ("", "," | ";", "," | ";") => {
            first.is_empty() && last.is_empty() && numbers.len() == 3
        }
        ("(", ",", "," | ")=" | "):") => true,
        ("[", "," | "][", "]=" | "]:" | "]==") => true,
        _ => false,
    };
    let facts = numbers
        .chunks_exact(3)
        .map(|own| [own[0], own[1], own[2]])
        .collect();
    let form = [first, second, third].map(str::to_owned);
    (is_alike && is_name && is_form && is_end(&last)).then_some((facts, form))
}

fn numbers(fact: &Fact<'_>) -> [i64; 3] {
    fact.map(|word| word.number().unwrap_or_default())
}

fn is_sorted(facts: &[Fact<'_>]) -> bool {
    let is_growing = |fact: &Fact<'_>| numbers(fact).is_sorted_by(|one, two| one < two);
    facts.is_sorted_by(|one, two| numbers(one)[..2] < numbers(two)[..2])
        && !facts.iter().all(is_growing)
}

/// Whether facts are enough for a classic board, and break no rule of it.
fn is_valid(facts: &[Fact<'_>]) -> bool {
    let all: Vec<[i64; 3]> = facts.iter().map(numbers).collect();
    let base = i64::from(!all.iter().any(|own| own[..2].contains(&0)));
    let in_box = |own: &[i64; 3]| [(own[0] - base) / 3, (own[1] - base) / 3];
    let clashes = |one: &[i64; 3], two: &[i64; 3]| {
        let is_same = one[0] == two[0] || one[1] == two[1] || in_box(one) == in_box(two);
        one[2] == two[2] && is_same || one[..2] == two[..2]
    };
    let mut pairs = all
        .iter()
        .enumerate()
        .flat_map(|(at, one)| all[at + 1..].iter().map(move |two| (one, two)));
    are_on_board(facts) && !pairs.any(|(one, two)| clashes(one, two))
}

/// Whether facts are enough for a classic board, and within it.
fn are_on_board(facts: &[Fact<'_>]) -> bool {
    let is_fact = |own: [i64; 3]| own.iter().all(|&number| number <= 9) && own[2] > 0;
    (FEWEST..=81).contains(&facts.len()) && facts.iter().map(numbers).all(is_fact)
}

fn puzzle(facts: &[Fact<'_>], head: &Head<'_>) -> Result<Puzzle, PuzzleError> {
    let all: Vec<[i64; 3]> = facts.iter().map(numbers).collect();
    let places = || all.iter().flat_map(|fact| &fact[..2]).copied();
    let (least, most) = (
        places().min().unwrap_or_default(),
        places().max().unwrap_or_default(),
    );
    let base = i64::from(least > 0);
    let largest = all
        .iter()
        .map(|fact| fact[2])
        .max()
        .unwrap_or_default()
        .max(most - base + 1);
    // The usual sizes. Givens alone do not show that a board is smaller than the classic one.
    let mut sides = [9, 16, 25].into_iter().filter(|&side| largest <= side);
    let mut side = sides.clone().next().unwrap_or(9);
    if let Head::Number(word) = *head
        && let Some(number) = word.number()
        && usize::try_from(number) != Ok(all.len())
    {
        let expected = format!("{}, the number of givens below it", all.len());
        side = sides
            .find(|&side| side == number)
            .ok_or_else(|| error(word, "number of givens", &expected))?;
    }
    let mut cages = Vec::new();
    for (fact, &[row, column, value]) in facts.iter().zip(&all) {
        let last = side + base - 1;
        let ranges = [(row, base, last), (column, base, last), (value, 1, side)];
        for (&word, (number, least, most)) in fact.iter().zip(ranges) {
            if !(least..=most).contains(&number) {
                return Err(error(
                    word,
                    "given",
                    &format!("a number from {least} to {most}"),
                ));
            }
        }
        let cell = (row - base) * side + column - base;
        let (sum, cells, span) = (Some(value), vec![cell as usize], fact[0].at..fact[2].end());
        cages.push(Cage { sum, cells, span });
    }
    let mut puzzle = cages::puzzle(side as usize, None, None, cages)?;
    puzzle
        .notes
        .extend((base > 0 && most < side).then(|| FROM_ONE.to_owned()));
    Ok(puzzle)
}
