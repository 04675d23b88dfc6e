//! Pictures of steps: what they show, against the certificates, and how they look, against
//! `figures/*.svg`. After a change of the pictures on purpose, write them anew with
//! `QUADRILLE_BLESS=1` and look at them.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use proptest::prelude::*;
use quadrille::steps::{Kind, Reason};
use quadrille::sudoku::{
    BoardPath, BoardSearch, CandidateRole, Grid, Puzzle, Route, Shape, StepFigure, Sudoku,
    Technique, text,
};
use quadrille::{ItemId, OptionId};

/// The picture of each file: a shape, a board, the kinds of arguments that are allowed, and the
/// technique of the step.
const PICTURES: [(&str, &str, &[Kind], Technique); 6] = [
    (
        "naked-pair",
        "14...........145..5.....3.2.1....6.3",
        &[],
        Technique::NakedPair,
    ),
    (
        "x-wing",
        "..2.6..1....4.6..2.....4........1.5.",
        &[],
        Technique::XWing,
    ),
    (
        "xy-wing",
        "14...........145..5.....3.2.1....6.3",
        &[],
        Technique::XyWing,
    ),
    (
        "chain",
        "2......4...1...4.....3.6.1......3.6.",
        &[Kind::Single, Kind::Chain],
        Technique::Chain,
    ),
    (
        "forcing",
        "2......4...1...4.....3.6.1......3.6.",
        &[Kind::Single, Kind::Forcing],
        Technique::Forcing,
    ),
    (
        "cases",
        "2......4...1...4.....3.6.1......3.6.",
        &[Kind::Single, Kind::Cases],
        Technique::Cases,
    ),
];

const KILLER: &str = r#"{"rows": 4, "columns": 4, "values": 4, "boxes": "2x2", "rules": [
    {"type": "cage", "cells": ["r1c1", "r2c1", "r2c2", "r3c1"], "sum": 10},
    {"type": "cage", "cells": ["r1c2", "r1c3", "r2c3", "r3c3"], "sum": 10},
    {"type": "cage", "cells": ["r1c4", "r2c4"], "sum": 7},
    {"type": "cage", "cells": ["r3c2", "r4c1", "r4c2", "r4c3"], "sum": 10},
    {"type": "cage", "cells": ["r3c4", "r4c4"], "sum": 3}
], "givens": ["..1.", "4...", "....", "...."]}"#;

/// The steps of a board and their figures.
fn path(search: &mut BoardSearch, board: &Grid, kinds: &[Kind]) -> (BoardPath, Vec<StepFigure>) {
    let path = search
        .steps(board, &Route::new().kinds(kinds.iter().copied()))
        .value;
    let figures = search.figures(board, &path).unwrap();
    assert_eq!(figures.len(), path.steps.len());
    (path, figures)
}

fn picture(shape: &Shape, board: &Grid, kinds: &[Kind], technique: Technique) -> String {
    let sudoku = Sudoku::new(shape.clone());
    let (path, figures) = path(&mut sudoku.search(), board, kinds);
    let mut steps = (1..).zip(path.steps.iter().zip(&figures));
    let found = steps.find(|(_, (step, _))| step.technique == technique);
    let (number, (step, figure)) = found.unwrap();
    let mut picture = shape.picture_of_step(figure, board, |value| value.to_string());
    step.write_below(&mut picture, Some(number), |value| value.to_string());
    picture.to_svg()
}

#[test]
fn pictures_of_steps_look_like_this() {
    let shape: Shape = "6x6".parse().unwrap();
    let six = PICTURES.iter().map(|&(name, board, kinds, technique)| {
        let board = text::read(&shape, board).unwrap();
        (name, picture(&shape, &board, kinds, technique))
    });
    let (killer, _) = Puzzle::read(KILLER).unwrap();
    let rule = picture(&killer.shape, &killer.board, &[], Technique::Rule);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sudoku/figures");
    for (name, found) in six.chain([("killer", rule)]) {
        let path = folder.join(format!("{name}.svg"));
        if env::var_os("QUADRILLE_BLESS").is_some() {
            fs::write(&path, &found).unwrap();
        }
        assert!(
            found == fs::read_to_string(&path).unwrap(),
            "{name} has changed"
        );
    }
}

/// The truths of a reason.
fn truths(reason: &Reason) -> Vec<ItemId> {
    let items = |choices: &[quadrille::steps::Choice]| -> Vec<ItemId> {
        choices.iter().map(|choice| choice.item).collect()
    };
    match reason {
        Reason::Locked { item } => vec![*item],
        Reason::Set { truths, .. } | Reason::Chain { truths } => truths.clone(),
        Reason::Forcing { choices, empty } => [items(choices), vec![*empty]].concat(),
        Reason::Cases { item, branches } => {
            let of_branches = branches
                .iter()
                .flat_map(|branch| items(&branch.choices).into_iter().chain(branch.empty));
            of_branches.chain([*item]).collect()
        }
        _ => Vec::new(),
    }
}

/// Checks the figures of all steps of a board against the steps.
fn check(sudoku: &Sudoku, board: &Grid, kinds: &[Kind]) {
    let (path, figures) = path(&mut sudoku.search(), board, kinds);
    let problem = sudoku.solver().problem();
    let option = |(cell, value): (usize, u8)| -> OptionId { sudoku.encoding().option(cell, value) };
    for (number, (step, figure)) in path.steps.iter().zip(&figures).enumerate() {
        let of_role = |role: CandidateRole| -> Vec<(usize, u8)> {
            let marked = figure.marked.iter().filter(|marked| marked.role == role);
            marked.map(|marked| (marked.cell, marked.value)).collect()
        };
        let is_live = |&(cell, value): &(usize, u8)| {
            figure.values[cell] == 0 && figure.candidates[cell] >> (value - 1) & 1 == 1
        };
        let mut removed = step.removed.clone();
        removed.sort_unstable();
        assert_eq!(of_role(CandidateRole::Removed), removed);
        let placed: Vec<(usize, u8)> = step.placed.into_iter().collect();
        assert_eq!(of_role(CandidateRole::Placed), placed);
        let marked = figure.marked.iter();
        let marked: BTreeSet<(usize, u8)> =
            marked.map(|marked| (marked.cell, marked.value)).collect();
        assert_eq!(marked.len(), figure.marked.len(), "one role each");
        assert!(marked.iter().all(is_live));
        // The pattern is what is live of the truths.
        let deduction = step.deduction.as_ref().unwrap();
        let truths = truths(&deduction.reason);
        let supports = |&found: &(usize, u8)| {
            let items = problem.items_of(option(found));
            truths.iter().any(|truth| items.contains(truth))
        };
        let cells = 0..figure.values.len();
        let side = sudoku.shape().side() as u8;
        let all = cells.flat_map(|cell| (1..=side).map(move |value| (cell, value)));
        let live = all.filter(is_live).filter(supports);
        assert!(live.clone().all(|found| marked.contains(&found)));
        let pattern = [CandidateRole::Pattern, CandidateRole::Follows].map(of_role);
        assert!(pattern.concat().iter().all(supports));
        // Each link holds.
        for link in &figure.links {
            assert!(marked.contains(&link.from) && marked.contains(&link.to));
            let [from, to] = [link.from, link.to].map(option);
            if link.is_strong {
                let both = |truth: &&ItemId| {
                    [from, to]
                        .iter()
                        .all(|&one| problem.items_of(one).contains(truth))
                };
                assert!(truths.iter().any(|truth| both(&truth)));
            } else {
                assert!(problem.are_exclusive(from, to));
            }
        }
        // The next picture begins where this one ends.
        let Some(next) = figures.get(number + 1) else {
            continue;
        };
        let mut values = figure.values.clone();
        placed
            .iter()
            .for_each(|&(cell, value)| values[cell] = value);
        assert_eq!(next.values, values);
        for (cell, (&before, &after)) in figure.candidates.iter().zip(&next.candidates).enumerate()
        {
            let gone = removed.iter().filter(|found| found.0 == cell);
            let gone: u64 = gone.map(|found| 1 << (found.1 - 1)).sum();
            match placed.is_empty() {
                true => assert_eq!(after, before & !gone),
                false => assert_eq!(after & !before, 0),
            }
        }
    }
}

#[test]
fn figures_show_the_certificates() {
    let sudoku = Sudoku::new("6x6".parse().unwrap());
    for (_, board, kinds, _) in PICTURES {
        check(&sudoku, &text::read(sudoku.shape(), board).unwrap(), kinds);
    }
    let sudoku = Sudoku::new("6x6+anti-king".parse().unwrap());
    let board = ".4.........5.......1....56...2....4.";
    check(&sudoku, &text::read(sudoku.shape(), board).unwrap(), &[]);
}

#[test]
fn figures_of_rules_show_their_cells() {
    let (killer, _) = Puzzle::read(KILLER).unwrap();
    let sudoku = Sudoku::new(killer.shape.clone());
    let (path, figures) = path(&mut sudoku.search(), &killer.board, &[]);
    assert_eq!(path.steps[0].technique, Technique::Rule);
    // The cage at r1c4, which cannot hold a 2.
    let first = &figures[0];
    assert_eq!(first.cells, [3, 7]);
    assert_eq!(first.candidates[7] & 0b10, 0b10);
    let found = |number: usize| (first.marked[number].cell, first.marked[number].value);
    assert_eq!(
        (first.marked.len(), found(0), found(1)),
        (2, (3, 2), (7, 2))
    );
    assert_eq!(figures[1].candidates[7] & 0b10, 0);
    // A hint that says where to look gives nothing away.
    let hint = first.clone().without_argument();
    assert!(hint.marked.is_empty() && hint.links.is_empty() && hint.cells == first.cells);
}

/// A board with some cells of a solution, perhaps with several solutions.
fn any_board() -> impl Strategy<Value = Grid> {
    let solution = "541623362415156342234561613254425136";
    let shown = prop::collection::vec(prop::bool::weighted(0.3), 36);
    shown.prop_map(move |shown| {
        let cells = solution.bytes().zip(shown);
        let cells = cells.map(|(digit, shown)| if shown { digit - b'0' } else { 0 });
        Grid::new(cells.collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn figures_of_random_boards_show_the_certificates(board in any_board(), last in 0..Kind::ALL.len()) {
        let sudoku = Sudoku::new("6x6".parse().unwrap());
        let kinds = [Kind::Single, Kind::ALL[last]];
        check(&sudoku, &board, &kinds);
    }
}

#[test]
fn pencil_marks_are_what_the_givens_leave() {
    let shape: Shape = "4x4".parse().unwrap();
    let board = text::read(&shape, "1......2....3..4").unwrap();
    let marks = shape.pencil_marks(&board);
    assert_eq!(
        (marks[0], marks[1], marks[5]),
        (0, 0b1110, 0b1101 & !0b10 & !0b1)
    );
    let marked = Grid::from_marks(vec![0b1111; 16]);
    assert_eq!(shape.pencil_marks(&marked), [0b1111; 16]);
}
