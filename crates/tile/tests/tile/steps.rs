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
        // Nothing can be drawn wrongly enough to panic.
        let _ = packing.step_picture(steps.chosen(), &step).to_svg();
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
        if packing.problem().option_count() > 100 {
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
    let (steps, last) = texts("xx.|xxx|x..", "I3 L=xx|x.", Gaps::None);
    assert_eq!(
        steps,
        [
            "Locked: 5 placements of L would each leave no place for I3, so they are excluded.",
            "Single: L can only be at r1c2 r2c2-3.",
            "Single: I3 can only be at r1-3c1.",
        ]
    );
    assert_eq!(last, None);
    let (steps, last) = texts("??x|xx?", "I2 V=xx|x.", Gaps::None);
    assert_eq!(
        steps,
        [
            "Locked: I2 at r2c2-3, I2 at r1-2c2 and V at r1c2 r2c2-3 would each leave no piece for \
             r1c3, so they are excluded.",
            "Locked: I2 at r1c1-2 and V at r1c1-2 r2c2 would each leave no piece for r2c1, so they \
             are excluded.",
            "Locked: V at r1c1-2 r2c1 would leave no piece for r2c2, so it is excluded.",
        ]
    );
    let several = "No step is left: there are several tilings, and 9 placements are left.";
    assert_eq!(last.as_deref(), Some(several));
    let (steps, _) = texts("3x3", "I2*", Gaps::Between(1..=1));
    assert_eq!(
        steps[0],
        "Forcing: if r1c2 were free, then r1c1 would need I2 at r1-2c1, r1c3 would need I2 at \
         r1-2c3, r2c2 would need I2 at r2-3c2, and r3c1 would have no piece left. So r1c2 cannot \
         stay free."
    );
    let (steps, _) = texts("xxxxxx|xxxxxx|.xxx..|.xxxxx", "Z I P V", Gaps::None);
    assert_eq!(
        steps[5],
        "Locked: whatever covers r2c5 also covers r1c6, so nothing else does. So I cannot be at \
         r1c2-6."
    );
}
