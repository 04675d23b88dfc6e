//! Judges with boards of their own kinds, and the layout of answers; each compared with a naive
//! solver.

use std::fmt::Write;

use super::naive::covers;
use super::run;

const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// Regions, and a board that has every digit once in each of them.
const MAP: &str =
    "AAABBBCCCAAABBBCCCAADBBBCCEADDDFFCEEDDDFFFEEEGDDFFFEEEGGIIFHHHHGGGIIIHHHGGGIIIIHH";
const SQUIGGLY: &str =
    "123456789456789123789123456912534678364278591678915342845362917291647835537891264";
/// Dominoes and single digits that cover a board.
const DOMINOES: [&str; 36] = [
    "6 A3 8 A2",
    "4 A4 5 B4",
    "1 A5 2 A6",
    "3 A8 9 A7",
    "5 A9 6 B9",
    "2 C1 4 B1",
    "5 C3 9 B3",
    "7 B5 8 B6",
    "1 B7 8 C7",
    "1 C2 9 D2",
    "3 C5 6 D5",
    "4 D6 9 C6",
    "1 D8 7 C8",
    "4 C9 7 D9",
    "3 D4 8 D3",
    "2 D7 6 E7",
    "3 E1 7 E2",
    "2 E4 9 E5",
    "1 F6 5 E6",
    "8 E9 9 F9",
    "1 G1 6 F1",
    "4 F2 6 G2",
    "2 F3 3 G3",
    "7 F4 9 G4",
    "4 G5 8 F5",
    "3 F7 5 F8",
    "6 H6 7 G6",
    "5 G7 7 H7",
    "2 G9 8 G8",
    "5 H2 8 H1",
    "1 H4 4 H3",
    "2 H5 5 I5",
    "6 I8 9 H8",
    "1 I9 3 H9",
    "2 I2 7 I3",
    "3 I6 4 I7",
];
const SINGLES: &str = "E3 B8 B2 E8 D1 C4 A1 I4 I1";
const COVERED: &str =
    "786412935439578126215639874598364217371295648642781359163947582854126793927853461";

type Board = Vec<u8>;

fn board(text: &str) -> Board {
    let digit = |byte: u8| if byte == b'.' { 0 } else { byte - b'0' };
    text.bytes().map(digit).collect()
}

/// A board with a blank in each cell that has one of these digits.
fn without(text: &str, digits: &[char]) -> Board {
    board(&text.replace(digits, "."))
}

/// A board with a blank in each fourth cell, which has one solution.
fn with_blanks(text: &str) -> Board {
    let cells = text.bytes().enumerate();
    let digit = |(cell, byte)| if cell % 4 == 0 { 0 } else { byte - b'0' };
    cells.map(digit).collect()
}

/// The rows of a board, with a text between cells.
fn rows(board: &[u8], separator: &str) -> String {
    let rows = board.chunks(board.len().isqrt()).map(|row| {
        let row: Vec<String> = row.iter().map(u8::to_string).collect();
        row.join(separator) + "\n"
    });
    rows.collect()
}

/// Digits in cells, and the items that they cover.
type Choice = (Vec<(usize, u8)>, Vec<usize>);

/// All solutions, sorted, by the list of all covers.
fn solutions(cells: usize, items: usize, options: &[Choice]) -> Vec<Board> {
    let each: Vec<Vec<usize>> = options.iter().map(|option| option.1.clone()).collect();
    let solution = |cover: Vec<usize>| {
        let mut solution = vec![0; cells];
        for &(cell, digit) in cover.iter().flat_map(|&option| &options[option].0) {
            solution[cell] = digit;
        }
        solution
    };
    let mut all: Vec<Board> = covers(items, |_| true, &each)
        .into_iter()
        .map(solution)
        .collect();
    all.sort_unstable();
    all
}

/// The items of a digit in a cell: the cell, and the digit in its row, column and region.
fn items_of(side: usize, region: usize, cell: usize, digit: u8) -> [usize; 4] {
    let (row, column) = (cell / side, cell % side);
    let unit = |kind: usize, unit: usize| side * side * kind + side * unit + usize::from(digit) - 1;
    [cell, unit(1, row), unit(2, column), unit(3, region)]
}

/// The box of a cell.
fn square(side: usize, cell: usize) -> usize {
    let base = side.isqrt();
    cell / side / base * base + cell % side / base
}

/// All solutions of a board with these regions.
fn solved(board: &[u8], region: impl Fn(usize) -> usize) -> Vec<Board> {
    let side = board.len().isqrt();
    let mut options = Vec::new();
    for (cell, &given) in board.iter().enumerate() {
        for digit in 1..=side as u8 {
            if given == 0 || given == digit {
                let items = items_of(side, region(cell), cell, digit);
                options.push((vec![(cell, digit)], items.to_vec()));
            }
        }
    }
    solutions(board.len(), 4 * board.len(), &options)
}

#[test]
fn answers_have_the_layout_of_the_judge_whatever_the_input_has() {
    let given = with_blanks(SOLVED);
    let solved = solved(&given, |cell| square(9, cell));
    let [solution] = &solved[..] else {
        panic!("{} solutions", solved.len());
    };
    let tight = rows(&given, "");
    let inputs = [
        tight.clone(),
        rows(&given, " "),
        rows(&given, " \t ").replace('\n', " \n"),
        format!("  {}", rows(&given, "  ").trim_end().replace('\n', "\n  ")),
        rows(&given, " ").replacen(' ', "", 20),
        rows(&given, " ").replace('\n', "\r\n"),
        tight.replace('\n', ""),
        rows(&given, " ").replace('\n', " "),
    ];
    for input in inputs {
        for (judge, separator) in [
            ("boj2580", " "),
            ("boj2239", ""),
            ("kattis-sudokunique", " "),
        ] {
            let expected = rows(solution, separator);
            run(&format!("sudoku --judge {judge}"), input.as_str()).is(0, &expected, "");
        }
        let unique = "Case 1: Unique.\n";
        run("sudoku --judge uva10957", input.as_str()).is(0, unique, "");
        let expected = rows(solution, " ");
        run("sudoku --judge uva989", format!("3\n{input}")).is(0, &expected, "");
        let minimal = "Not Minimal\n";
        let dots = input.replace('0', ".");
        run("sudoku --judge hdu3909", format!("3\n{dots}")).is(0, minimal, "");
    }
    let wide = format!(" {} \nend\n", tight.replace('\n', " "));
    let line = rows(solution, "").replace('\n', "") + "\n";
    run("sudoku --judge poj3074", wide).is(0, &line, "");
}

#[test]
fn spoj_sudoku_prints_letters_also_of_a_blank_board() {
    let blank = ("-".repeat(16) + "\n").repeat(16);
    let told = run("sudoku --judge spoj-sudoku", format!("1\n{blank}"));
    assert_eq!((told.code, &*told.err), (0, ""));
    let is_letter = |c: char| ('A'..='P').contains(&c);
    assert!(
        told.out
            .lines()
            .all(|row| row.len() == 16 && row.chars().all(is_letter))
    );
}

#[test]
fn uva989_the_smallest_solution_of_each_size() {
    let boards = [
        board("."),
        board("1......2....3..."),
        board("................"),
        board("12.....4..3...1."),
        board("11.............."),
        without(SOLVED, &['1', '2', '5']),
        board("1"),
    ];
    let (mut input, mut expected) = (Vec::new(), Vec::new());
    for board in &boards {
        let side = board.len().isqrt();
        input.push(format!("{}\n{}", side.isqrt(), rows(board, " ")));
        let all = solved(board, |cell| square(side, cell));
        expected.push(match all.first() {
            Some(smallest) => rows(smallest, " "),
            None => "NO SOLUTION\n".to_owned(),
        });
    }
    assert_eq!(
        expected
            .iter()
            .filter(|text| text.starts_with("NO"))
            .count(),
        2
    );
    for between in ["\n", "\n\n", ""] {
        let answer = run("sudoku --judge uva989", input.join(between));
        answer.is(0, &expected.join("\n"), "");
    }
    // A row that begins with zeros is not the size of another board.
    let tight = run("sudoku --judge uva989", "2\n1000\n0002\n0000\n3000\n");
    tight.is(0, &expected[1], "");
    let stopped = run("sudoku --judge uva989 --nodes 1", input[2].as_str());
    assert_eq!((stopped.code, &*stopped.out), (3, &*rows(&boards[2], " ")));
}

#[test]
fn kattis_sudokunique_the_only_solution() {
    let boards = [
        with_blanks(SOLVED),
        without(SOLVED, &['4', '6']),
        board(&SOLVED.replacen('5', "6", 1)),
        board(
            &SOLVED
                .replacen("534678912", "........2", 1)
                .replacen('6', "5", 1),
        ),
        board(SOLVED),
    ];
    let (mut input, mut expected) = (Vec::new(), Vec::new());
    for board in &boards {
        input.push(rows(board, " "));
        let all = solved(board, |cell| square(9, cell));
        expected.push(match &all[..] {
            [] => "Find another job\n".to_owned(),
            [only] => rows(only, " "),
            _ => "Non-unique\n".to_owned(),
        });
    }
    assert_eq!(
        expected.iter().filter(|text| text.starts_with('N')).count(),
        1
    );
    assert_eq!(
        expected.iter().filter(|text| text.starts_with('F')).count(),
        2
    );
    run("sudoku --judge kattis-sudokunique", input.join("\n")).is(0, &expected.join("\n"), "");
}

/// The numbers of a board with walls between the regions of a map.
fn walled(board: &[u8], map: &str) -> String {
    let map = map.as_bytes();
    let mut text = String::new();
    for (cell, &digit) in board.iter().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        let is_wall = |is_edge: bool, other: usize| is_edge || map[other] != map[cell];
        let walls = [
            (16, is_wall(row == 0, cell.saturating_sub(9))),
            (32, is_wall(column == 8, (cell + 1).min(80))),
            (64, is_wall(row == 8, (cell + 9).min(80))),
            (128, is_wall(column == 0, cell.saturating_sub(1))),
        ];
        let walls = walls.iter().filter(|wall| wall.1).map(|wall| wall.0);
        let number = u32::from(digit) + walls.sum::<u32>();
        let end = if column < 8 { " " } else { "\n" };
        write!(text, "{number}{end}").unwrap();
    }
    text
}

#[test]
fn hdu4069_regions_between_walls() {
    let squares: String = (0..81)
        .map(|cell| char::from(b'a' + square(9, cell) as u8))
        .collect();
    let mut clash = board(SQUIGGLY);
    clash[0] = 2;
    let mut none = without(SQUIGGLY, &['1']);
    none[1] = 0;
    none[4] = 2;
    let boards = [
        (with_blanks(SQUIGGLY), MAP),
        (without(SQUIGGLY, &['4', '7']), MAP),
        (with_blanks(SOLVED), &*squares),
        (clash, MAP),
        (none, MAP),
    ];
    let (mut input, mut expected) = (format!("{}\n", boards.len()), String::new());
    for (k, (board, map)) in boards.iter().enumerate() {
        input += &walled(board, map);
        let first = map.bytes().min().unwrap();
        let all = solved(board, |cell| usize::from(map.as_bytes()[cell] - first));
        let answer = match &all[..] {
            [] => "No solution\n".to_owned(),
            [only] => rows(only, ""),
            _ => "Multiple Solutions\n".to_owned(),
        };
        write!(expected, "Case {}:\n{answer}", k + 1).unwrap();
    }
    for word in ["No solution", "Multiple", "Case 1:\n123456789"] {
        assert!(expected.contains(word), "{word}: {expected}");
    }
    run("sudoku --judge hdu4069", input.as_str()).is(0, &expected, "");
    let wide = input.replace(' ', "   ").replace('\n', " \n");
    run("sudoku --judge hdu4069", wide).is(0, &expected, "");
    run("sudoku --judge hdu4069 --engine links", input).is(0, &expected, "");
}

/// A cell by its name in puzzles with dominoes.
fn cell(name: &str) -> usize {
    let [row, column]: [u8; 2] = name.as_bytes().try_into().unwrap();
    usize::from(row - b'A') * 9 + usize::from(column - b'1')
}

/// All boards that these dominoes, the single digits and the other dominoes cover.
fn covered(given: &[&str]) -> Vec<Board> {
    let digit = |word: &str| word.parse::<u8>().unwrap();
    let mut options = Vec::new();
    let mut pairs = Vec::new();
    for (digit, name) in (1..).zip(SINGLES.split(' ')) {
        options.push(vec![(cell(name), digit)]);
    }
    for domino in given {
        let words: Vec<&str> = domino.split(' ').collect();
        let (a, b) = (digit(words[0]), digit(words[2]));
        pairs.push((a.min(b), a.max(b)));
        options.push(vec![(cell(words[1]), a), (cell(words[3]), b)]);
    }
    let taken: Vec<usize> = options.iter().flatten().map(|placed| placed.0).collect();
    for one in (0..81).filter(|one| !taken.contains(one)) {
        let next = [
            (one % 9 < 8).then_some(one + 1),
            (one < 72).then_some(one + 9),
        ];
        for other in next
            .into_iter()
            .flatten()
            .filter(|other| !taken.contains(other))
        {
            for (a, b) in (1..=9).flat_map(|a| (1..=9).map(move |b| (a, b))) {
                if a != b && !pairs.contains(&(a.min(b), a.max(b))) {
                    options.push(vec![(one, a), (other, b)]);
                }
            }
        }
    }
    let items = |option: &Vec<(usize, u8)>| {
        let mut items: Vec<usize> = option
            .iter()
            .flat_map(|&(cell, digit)| items_of(9, square(9, cell), cell, digit))
            .collect();
        let digits: Vec<usize> = option.iter().map(|placed| usize::from(placed.1)).collect();
        items.push(match digits[..] {
            [a, b] => 324 + 10 * a.min(b) + a.max(b),
            _ => 324 + digits[0],
        });
        items
    };
    let named: Vec<Vec<usize>> = options.iter().map(items).collect();
    // Only the items that occur: 324 + 10 * a + b has gaps.
    let mut all: Vec<usize> = named.iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    let number = |item: &usize| all.binary_search(item).unwrap();
    let numbered = named.iter().map(|items| items.iter().map(number).collect());
    let options: Vec<_> = options.into_iter().zip(numbered).collect();
    assert_eq!(all.len(), 324 + 36 + 9);
    solutions(81, all.len(), &options)
}

#[test]
fn boj4574_dominoes() {
    let some: Vec<&str> = DOMINOES.iter().copied().step_by(2).collect();
    let most: Vec<&str> = DOMINOES[..30].to_vec();
    let (mut input, mut expected) = (String::new(), String::new());
    for (k, given) in [&most, &some, &DOMINOES.to_vec()].into_iter().enumerate() {
        if k != 1 {
            assert_eq!(covered(given), [board(COVERED)]);
        }
        writeln!(input, "{}\n{}\n{SINGLES}", given.len(), given.join("\n")).unwrap();
        write!(expected, "Puzzle {}\n{}", k + 1, rows(&board(COVERED), "")).unwrap();
    }
    let input = input + "0\n";
    run("sudoku --judge boj4574", input.as_str()).is(0, &expected, "");
    let wide = input.replace(' ', "\t ").replace('\n', " \r\n\r\n") + "nothing of this is read\n";
    run("sudoku --judge boj4574", wide).is(0, &expected, "");
    let tight: String = input.replacen("\n0\n", "\n", 1).replace(' ', "\n");
    run("sudoku --judge boj4574", tight).is(0, &expected, "");

    // No domino fits where two single digits are exchanged.
    let swapped = SINGLES.replace("E3 B8", "B8 E3");
    let none = format!("30\n{}\n{swapped}\n", most.join("\n"));
    let told = run("sudoku --judge boj4574", none.as_str());
    assert_eq!((told.code, told.out), (1, format!("Puzzle 1\n{none}")));
    assert!(
        told.err.starts_with("<stdin>:1: no solution\n"),
        "{}",
        told.err
    );
}

#[test]
fn what_these_judges_would_not_give_is_reported_in_its_place() {
    let puzzle = format!("36\n{}\n{SINGLES}\n", DOMINOES.join("\n"));
    let answer = rows(&board(COVERED), "");
    for (from, to, what) in [
        (
            "36\n",
            "37\n",
            "1: \"37\" is not the number of dominoes, from 10 to 36",
        ),
        ("6 A3", "0 A3", "2: \"0\" is not a digit from 1 to 9"),
        ("6 A3", "6 A0", "2: \"A0\" is not a place from A1 to I9"),
        (
            "6 A3 8 A2",
            "6 A3 8 A1",
            "2: the halves of 6+8 are not side by side",
        ),
        (
            "4 A4 5 B4",
            "4 A4 4 B4",
            "3: both halves are 4, expected two digits",
        ),
        ("4 A4 5 B4", "8 A4 6 B4", "3: the domino 6+8 occurs twice"),
        ("E3 B8", "A2 B8", "38: A2 is given twice"),
        (
            "I4 I1",
            "I4",
            "38: the puzzle ends, expected a place from A1 to I9",
        ),
        (
            "I4 I1",
            "I4 I1 7",
            "38: \"7\" after the place of 9, expected another puzzle",
        ),
    ] {
        let wrong = puzzle.replacen(from, to, 1);
        let told = run("sudoku --judge boj4574", format!("{wrong}{puzzle}0\n"));
        let expected = format!("Puzzle 1\n{wrong}Puzzle 2\n{answer}");
        told.is(2, &expected, &format!("<stdin>:{what}\n"));
    }

    let good = walled(&board(SQUIGGLY), MAP);
    let first = good.lines().next().unwrap().to_owned() + "\n";
    let answer = rows(&board(SQUIGGLY), "");
    let numbers = good.replacen("145", "159", 1);
    let walls = good.replacen("145", "177", 1);
    for (wrong, what) in [
        (
            numbers,
            "2: r1c1 is \"159\", expected a digit from 0 to 9 plus any of 16, 32, 64 and 128",
        ),
        (
            walls,
            "2: r1c1 has a wall towards r1c2, and r1c2 has none towards r1c1",
        ),
        (first.clone().repeat(2), "3: 2 rows, expected nine"),
        (format!("{first}1 2\n"), "3: 2 numbers, expected nine"),
        (
            "16 ".repeat(9) + "\n" + &"0 0 0 0 0 0 0 0 0\n".repeat(8),
            "2: the region of r1c1 has 81 cells, expected nine",
        ),
    ] {
        let told = run("sudoku --judge hdu4069", format!("2\n{wrong}\n{good}"));
        let expected = format!("Case 1:\n{wrong}Case 2:\n{answer}");
        told.is(2, &expected, &format!("<stdin>:{what}\n"));
    }
    for (judge, text, expected) in [
        (
            "boj4574",
            "0\n",
            "N, then N dominoes such as '6 B2 1 B3' and the places of 1 to 9",
        ),
        ("hdu4069", "", "the number of boards in the first line"),
        ("hdu4069", "0\n", "nine lines of nine numbers from 0 to 249"),
        ("uva989", "\n", "N, from 1 to 6, and N x N lines"),
        ("kattis-sudokunique", "", "nine lines of nine numbers"),
    ] {
        let told = format!("quadrille: no board in <stdin>, expected {expected}\n");
        run(&format!("sudoku --judge {judge}"), text).is(2, "", &told);
    }
}
