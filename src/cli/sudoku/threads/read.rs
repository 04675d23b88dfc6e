//! The thread that reads: it cuts the input into chunks.

use std::io::{self, Read};
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, SyncSender, channel};

use quadrille::sudoku::text::{Content, Reader, Record};
use quadrille::sudoku::{Grid, Shape};

use super::{Answers, Chunk, Task};

/// The bytes at which a chunk ends, however few its records.
const MOST_BYTES: usize = 1 << 14;

/// The records at which a chunk ends, however few of them are boards.
const MOST_RECORDS: usize = 256;

/// Reads to the end or to an error, which comes after all chunks.
pub(super) fn run(
    input: impl Read,
    shape: &Shape,
    chunks: &SyncSender<io::Result<Chunk>>,
    tasks: &Sender<Task>,
    pace: &AtomicUsize,
) {
    let mut reader = Reader::of(shape.clone(), input);
    let mut cut = Cut {
        records: Vec::new(),
        boards: Vec::new(),
        bytes: 0,
        chunks,
        tasks,
    };
    loop {
        let mut record = Record::new();
        let taken = match reader.next_record_or_wait(&mut record, || cut.hand_over()) {
            Ok(true) => cut.add(record, pace.load(Ordering::Relaxed)),
            Ok(false) => break,
            Err(error) => Err(error),
        };
        if let Err(error) = taken {
            // If nobody listens, the program is about to end.
            let _ = chunks.send(Err(error));
            return;
        }
    }
    let _ = cut.hand_over();
}

/// The chunk that is being cut.
struct Cut<'a> {
    records: Vec<Record>,
    boards: Vec<Grid>,
    bytes: usize,
    chunks: &'a SyncSender<io::Result<Chunk>>,
    tasks: &'a Sender<Task>,
}

impl Cut<'_> {
    /// Adds a record to the chunk, and hands it over if it has so many boards.
    fn add(&mut self, record: Record, most: usize) -> io::Result<()> {
        if let Content::Board(board) = record.content() {
            self.boards.push(board.clone());
        }
        self.bytes += record.raw().len();
        self.records.push(record);
        let few = self.boards.len() < most && self.records.len() < MOST_RECORDS;
        if few && self.bytes < MOST_BYTES {
            return Ok(());
        }
        self.hand_over()
    }

    /// Hands the chunk over, if there is any, and begins the next. Waits while there are too many
    /// under way.
    fn hand_over(&mut self) -> io::Result<()> {
        if self.records.is_empty() {
            return Ok(());
        }
        self.bytes = 0;
        let (working, done) = channel();
        let found = Answers::default();
        let boards = mem::take(&mut self.boards);
        let chunk = Chunk {
            records: mem::take(&mut self.records),
            found: found.clone(),
            done,
        };
        // Only an end of the program closes these channels.
        let closed = || io::ErrorKind::BrokenPipe.into();
        self.chunks.send(Ok(chunk)).map_err(|_| closed())?;
        if boards.is_empty() {
            return Ok(());
        }
        let task = Task {
            boards,
            found,
            _done: working,
        };
        self.tasks.send(task).map_err(|_| closed())
    }
}
