//! Several threads: one reads, some search, and this one writes.
//!
//! The reader cuts the input into chunks. A chunk's boards go to the searchers, who take them as
//! they can; its records go to the writer, who takes them in their order, each chunk with the list to
//! which its answers are added. So the output is that of one thread, byte for byte.
//!
//! * Nobody waits with something in hand: the reader hands its chunk over before it waits for
//!   input, a searcher hands over each answer as it is found, and the writer looks for more every
//!   few milliseconds while a chunk is not done. To wake it for each answer would take longer than
//!   to find one.
//! * Memory is bounded: so many chunks are under way at most, each of so many records and bytes,
//!   with so many solutions. A board with more than that is asked about again by the writer when
//!   its turn has come, as one thread alone would do it.
//! * The threads are not waited for. If there is nothing more to write, because of Ctrl-C or a
//!   closed pipe, the program ends, even if the reader still waits for input.

mod read;
mod search;

use std::io::Read;
use std::mem;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc::{
    Receiver, RecvError, RecvTimeoutError, Sender, TryRecvError, channel, sync_channel,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Builder, JoinHandle};
use std::vec;

use quadrille::sudoku::Grid;
use quadrille::sudoku::text::{Content, Record};

use super::batch::Batch;
use super::question::Question;
use crate::cli::interrupt::Interrupt;
use crate::cli::outcome::Failure;
use crate::cli::output::PATIENCE;
use search::Found;

/// The most chunks under way: so many that the others go on for a while when one board is hard.
const WINDOW: u64 = 256;

/// Records that follow each other, on their way from the reader to the writer.
struct Chunk {
    records: Vec<Record>,
    /// What was found for its boards and not yet taken, in their order.
    found: Answers,
    /// Nothing comes here; it closes when all is found.
    done: Receiver<()>,
}

/// The answers on their way from a searcher to the writer.
#[derive(Clone, Default)]
struct Answers(Arc<Mutex<Vec<Found>>>);

impl Answers {
    fn add(&self, found: Found) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(found);
    }

    fn take(&self) -> Vec<Found> {
        mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The boards of a chunk, on their way from the reader to a searcher.
struct Task {
    boards: Vec<Grid>,
    found: Answers,
    /// Goes away with the task, when it is done.
    _done: Sender<()>,
}

/// How many threads run at the same time, as far as it is known.
pub(super) fn cores() -> u64 {
    thread::available_parallelism().map_or(1, |cores| cores.get() as u64)
}

/// How many threads search where there may be so many: more would find nothing to do. Two also on one core, so that
/// several threads are the same everywhere.
pub(super) fn useful(threads: u64) -> u64 {
    threads.min(cores().max(2)).min(WINDOW)
}

/// Answers all boards, on so many threads that search.
pub(super) fn run(
    question: &Arc<Question>,
    threads: u64,
    input: impl Read + Send + 'static,
    interrupt: &Interrupt,
    batch: &mut Batch<'_>,
) -> Result<(), Failure> {
    let (tasks, next_task) = channel();
    let next_task = Arc::new(Mutex::new(next_task));
    let pace = Arc::new(AtomicUsize::new(1));
    for _ in 0..threads {
        let (question, tasks, pace) = (question.clone(), next_task.clone(), pace.clone());
        start(move || search::run(&question, &tasks, &pace))?;
    }
    let (chunks, next_chunk) = sync_channel(WINDOW as usize);
    let asked = question.clone();
    let reader = start(move || read::run(input, asked.shape(), &chunks, &tasks, &pace))?;

    let idle = |chunks: &Receiver<_>| interrupt.wait(|| chunks.recv());
    while let Some(chunk) = receive(&next_chunk, batch, idle)? {
        let chunk = chunk.map_err(|error| batch.source().failed(error))?;
        write(question, chunk, batch)?;
        if batch.is_interrupted() {
            return Ok(());
        }
    }
    // The channel is closed: by the end of the input, or by a panic, which was told.
    reader.join().or_else(|panic| resume_unwind(panic))
}

/// Writes a chunk, as its answers come.
fn write(question: &Question, chunk: Chunk, batch: &mut Batch<'_>) -> Result<(), Failure> {
    let mut found = Vec::new().into_iter();
    for record in &chunk.records {
        let Content::Board(board) = record.content() else {
            batch.no_board(record)?;
            continue;
        };
        match next(&mut found, &chunk) {
            Found::All(solutions, answer) => batch.board(record, board, |visit| {
                let _ = solutions.iter().try_for_each(visit);
                answer
            })?,
            Found::TooMany(spent) => batch.board(record, board, |visit| {
                question.ask(&mut question.search_after(spent), board, visit)
            })?,
        }
        if batch.is_interrupted() {
            break;
        }
    }
    Ok(())
}

/// What was found for the next board.
fn next(found: &mut vec::IntoIter<Found>, chunk: &Chunk) -> Found {
    let mut is_done = false;
    loop {
        if let Some(found) = found.next() {
            return found;
        }
        *found = chunk.found.take().into_iter();
        if found.len() > 0 {
            continue;
        }
        if is_done {
            // A searcher leaves no board out, unless it panics, which was told.
            resume_unwind(Box::new("a searcher panicked"));
        }
        is_done = chunk.done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Disconnected);
    }
}

/// The next of a channel, or `None` if it is closed. While it is waited for, nothing is held back.
fn receive<T>(
    channel: &Receiver<T>,
    batch: &mut Batch<'_>,
    wait: impl FnOnce(&Receiver<T>) -> Result<T, RecvError>,
) -> Result<Option<T>, Failure> {
    match channel.try_recv() {
        Ok(next) => Ok(Some(next)),
        Err(TryRecvError::Disconnected) => Ok(None),
        Err(TryRecvError::Empty) => {
            batch.flush()?;
            Ok(wait(channel).ok())
        }
    }
}

fn start<T: Send + 'static>(
    act: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, Failure> {
    Builder::new().spawn(act).map_err(Failure::Thread)
}
