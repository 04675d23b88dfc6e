//! Compares the kernels on every instruction set with those that use plain loops.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use super::kernel::{self, Next};
use super::lane::{Chunk, Lane};
use super::loops::Loops;
use super::sizes::Sizes;
use super::trail::Trail;
use super::{Kernels, Lanes};
use crate::engine::Vectors;
use crate::engine::bits::puzzles;
use crate::engine::contract::compiled;
use crate::policy::Policies;
use crate::problem::Problem;

const VECTORS: [Vectors; 3] = [Vectors::Portable, Vectors::Avx2, Vectors::Avx512];

/// What a kernel leaves behind.
#[derive(Debug, PartialEq)]
struct Left<L, const N: usize> {
    next: Next,
    /// At a dead end, what is left of a state differs.
    state: Option<Vec<Chunk<L, N>>>,
    trail: Vec<u32>,
}

/// A state and a trail for a kernel to write to.
struct Room<L: Lane, const N: usize> {
    state: Vec<Chunk<L, N>>,
    trail: Trail,
    none: u32,
}

impl<L: Lane, const N: usize> Room<L, N> {
    fn of(engine: &Lanes<L, N>) -> Self {
        let mut trail = Trail::default();
        trail.reserve(engine.tables.lanes());
        Self {
            state: engine.tables.root.clone(),
            trail,
            none: engine.tables.none(),
        }
    }

    fn left(self, next: Next) -> Left<L, N> {
        Left {
            next,
            state: (next != Next::Dead).then_some(self.state),
            trail: self.trail.options(self.trail.len, self.none),
        }
    }
}

/// Plays random options from the root, many times. Compares the outcome of every step.
fn play<L: Lane, const N: usize>(problem: &Problem, few: usize) {
    let rule = Some(Policies::default().bits);
    let engine: Lanes<L, N> = compiled(
        |problem, meter| Lanes::compile(problem, Kernels::new(None), rule, meter),
        problem,
    );
    let tables = &*engine.tables;
    let sizes = || {
        let mut sizes = Sizes::new(tables.len);
        sizes.weigh_above(few);
        sizes
    };
    let mut random = Pcg32::seed_from_u64(1);
    let mut steps = 0;
    for _ in 0..60 {
        let mut from = tables.root.clone();
        let mut options = [tables.none(); 2];
        loop {
            steps += 1;
            let [one, other] = options.map(|option| {
                let mut room = Room::of(&engine);
                let (state, trail) = (&mut room.state, &mut room.trail);
                let next = kernel::branch(Loops, tables, &from, option, state, &mut sizes(), trail);
                room.left(next)
            });
            for vectors in VECTORS.into_iter().filter(|vectors| vectors.is_available()) {
                let kernels = Kernels::new(Some(vectors));
                let mut room = Room::of(&engine);
                let (state, trail) = (&mut room.state, &mut room.trail);
                let next = kernels.branch(tables, &from, options[0], state, &mut sizes(), trail);
                assert_eq!(room.left(next), one, "{vectors}");
                let mut rooms = [Room::of(&engine), Room::of(&engine)];
                let [first, second] = &mut rooms;
                let states = [&mut first.state[..], &mut second.state];
                let trails = [&mut first.trail, &mut second.trail];
                let next = kernels.branch_two(tables, &from, options, states, &mut sizes(), trails);
                let [first, second] = rooms;
                assert_eq!(first.left(next[0]), one, "{vectors}");
                assert_eq!(second.left(next[1]), other, "{vectors}");
            }
            let (Next::Lane(lane), Some(state)) = (one.next, one.state) else {
                break;
            };
            let live = state[lane / N].0[lane % N].widen() ^ L::FLAG.widen();
            let bits: Vec<usize> = (0..63).filter(|bit| live >> bit & 1 == 1).collect();
            for option in &mut options {
                let bit = bits[random.random_range(0..bits.len())];
                *option = tables.option(lane * L::BITS as usize + bit);
            }
            from = state;
        }
    }
    assert!(steps > 60, "only dead ends");
}

#[test]
fn the_kernels_agree_with_plain_loops() {
    let puzzle = |problem: Result<Problem, _>| problem.expect("a puzzle");
    let hard = "000704005020010070000080002090006250600070008053200010400090000030060090200407000";
    let empty = "0".repeat(81);
    for few in [0, 96] {
        for board in [hard, &empty] {
            let problem = puzzle(puzzles::sudoku::sudoku(3, board));
            play::<u16, 32>(&problem, few);
            play::<u32, 16>(&problem, few);
            play::<u64, 8>(&problem, few);
        }
        let langford = puzzle(puzzles::langford::langford(8));
        play::<u32, 16>(&langford, few);
        play::<u64, 8>(&langford, few);
        let queens = puzzle(puzzles::queens::queens(9));
        play::<u16, 32>(&queens, few);
        play::<u32, 16>(&queens, few);
    }
}
