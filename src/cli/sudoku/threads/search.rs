//! A thread that searches.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use quadrille::Answer;
use quadrille::sudoku::{BoardSearch, Grid};
use smallvec::SmallVec;

use super::super::question::{Question, Verdict};
use super::Task;

/// How long it should take to search a chunk: far longer than to hand it over, so short that all
/// threads end at about the same time.
const CHUNK: Duration = Duration::from_millis(1);
/// The most records of a chunk.
const MOST_RECORDS: u128 = 64;
/// The most solutions of a chunk.
const MOST_SOLUTIONS: usize = 1024;

/// What was found for a board.
pub(super) enum Found {
    /// All that was asked for.
    All(SmallVec<[Grid; 1]>, Answer<Verdict>),
    /// More solutions than may be held, after so much time.
    TooMany(Duration),
}

/// Takes on task after task until there are no more. Sets the pace: how many records a chunk
/// should have.
pub(super) fn run(question: &Question, tasks: &Mutex<Receiver<Task>>, pace: &AtomicUsize) {
    let mut search = None;
    while let Some(task) = next(tasks) {
        let search = search.get_or_insert_with(|| question.search());
        let begun = Instant::now();
        let boards = task.boards.len() as u128;
        answer(question, search, &task);
        let took = begun.elapsed().as_nanos().max(1);
        let fitting = (boards * CHUNK.as_nanos() / took).clamp(1, MOST_RECORDS);
        pace.store(fitting as usize, Ordering::Relaxed);
    }
}

fn next(tasks: &Mutex<Receiver<Task>>) -> Option<Task> {
    let tasks = tasks.lock().unwrap_or_else(PoisonError::into_inner);
    tasks.recv().ok()
}

/// Asks about the boards of a chunk, and hands over what it finds.
fn answer(question: &Question, search: &mut BoardSearch, task: &Task) {
    let mut room = MOST_SOLUTIONS;
    for board in &task.boards {
        let mut solutions = SmallVec::new();
        let answer = question.ask(search, board, &mut |solution| {
            if solutions.len() == room {
                return ControlFlow::Break(());
            }
            solutions.push(solution.clone());
            ControlFlow::Continue(())
        });
        let seen = match answer.value {
            Verdict::Solutions(seen) => seen,
            _ => 0,
        };
        task.found.add(if seen > solutions.len() as u64 {
            Found::TooMany(answer.stats.elapsed)
        } else {
            room -= solutions.len();
            Found::All(solutions, answer)
        });
    }
}
