//! Steps of tilings: each is proved, none loses a tiling, and each has plain words.

use std::collections::BTreeSet;

use quadrille::steps::{Deduction, End, Kind, Steps, check};
use quadrille::tile::{Gaps, Packing, boards, pieces};
use quadrille::{Assumptions, Budget, Limits, OptionId};

use crate::naive::Naive;
use crate::random::packing;

/// The steps of a packing, each with its words; the options that are left, and why no step follows.
struct Path {
    steps: Vec<(Deduction, String)>,
    left: BTreeSet<OptionId>,
    end: End,
    last: Option<String>,
}

/// Takes all steps, checks each of them, and draws it.
fn path(packing: &Packing, kinds: &[Kind]) -> Path {
    let budget = Budget::start(&Limits::new());
    let problem = packing.problem();
    let steps = Steps::new(problem.clone(), &Assumptions::new(), &budget);
    let mut steps = steps.unwrap().kinds(kinds.iter().copied());
    let mut all = Vec::new();
    while let Some(step) = steps.find(&budget).unwrap() {
        assert_eq!(check(problem, &steps.known(), &step), Ok(()), "{step:?}");
        let text = packing.step_text(&steps.live(), &step);
        assert!(text.ends_with('.') && !text.contains("  "), "{text}");
        packing.step_picture(steps.chosen(), &step).to_svg();
        steps.take(&step);
        all.push((step, text));
    }
    let end = steps.end().unwrap();
    let live = steps.live();
    let is_free = kinds.len() == Kind::ALL.len();
    Path {
        steps: all,
        last: packing.end_text(end, None, &live, is_free),
        left: live
            .into_iter()
            .chain(steps.chosen().iter().copied())
            .collect(),
        end,
    }
}

/// Every tiling by geometry consists of options that are left, and the end says how many there are.
#[test]
fn steps_lose_no_tiling() {
    for seed in 0..150 {
        let packing = packing(seed);
        if packing.problem().option_count() > 150 {
            continue;
        }
        let tilings = Naive::new(&packing).tilings();
        let path = path(&packing, &Kind::ALL);
        let numbered = |option: OptionId| {
            let placement = packing.placement(option)?;
            let mut pieces = packing.pieces().iter();
            let piece = pieces.position(|piece| piece == placement.piece)?;
            let cells = packing.board().cells().enumerate();
            let cells = cells.filter(|(_, (cell, _))| placement.cells.contains(cell));
            Some((piece, cells.map(|(number, _)| number).collect::<Vec<_>>()))
        };
        let left: BTreeSet<_> = path
            .left
            .iter()
            .filter_map(|&option| numbered(option))
            .collect();
        for tiling in &tilings {
            assert!(tiling.is_subset(&left), "seed {seed}: {tiling:?}");
        }
        let count = match path.end {
            End::Solved => "one",
            End::NoSolution => "none",
            End::Stuck => "several",
        };
        let expected = match tilings.len() {
            0 => "none",
            1 => "one",
            _ => "several",
        };
        assert_eq!(count, expected, "seed {seed}");
    }
}

fn texts(board: &str, named: &str, gaps: Gaps) -> (Vec<String>, Option<String>) {
    let board = boards(board, None).unwrap().remove(0).board;
    let packing = Packing::new(board, pieces(named, None).unwrap(), gaps).unwrap();
    let path = path(&packing, &Kind::ALL);
    let texts = path.steps.into_iter().map(|(_, text)| text).collect();
    (texts, path.last)
}

#[test]
fn steps_have_plain_words() {
    let (steps, last) = texts("xx.|xxx|x..", "I3 L3", Gaps::None);
    assert_eq!(
        steps,
        ["Single: r2c3 can only be covered by I3 at r2c1-3.",]
    );
    assert_eq!(last, None);
}
