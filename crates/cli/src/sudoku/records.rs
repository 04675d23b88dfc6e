//! The records of an input, as the source of a pool.

use std::io::{self, Read};
use std::ops::ControlFlow;

use quadrille_core::parallel::Source;
use quadrille_sudoku::text::{Content, Reader, Record};
use quadrille_sudoku::{Puzzle, PuzzleFormat, Shape};

use super::dominoes::Given;

/// A record on its way through a batch.
#[derive(Default)]
pub(super) struct Item {
    pub(super) record: Record,
    /// The number of boards before it in the input; not counted for a judge.
    pub(super) boards_before: u64,
    /// The puzzle, if it is not a plain board, and its format if it has one of those.
    pub(super) puzzle: Option<Box<(Puzzle, Option<PuzzleFormat>)>>,
    /// Its place in the input of a judge.
    pub(super) case: Option<Box<Case>>,
}

impl Item {
    /// The line of the input, given a line of the text that the record was read from, both from 1.
    pub(super) fn line(&self, line: u64) -> u64 {
        self.case.as_ref().map_or(0, |case| case.before as u64) + line
    }

    /// The shape of the puzzle, or else that of the boards.
    pub(super) fn shape_or<'a>(&'a self, boards: &'a Shape) -> &'a Shape {
        self.puzzle
            .as_ref()
            .map_or(boards, |puzzle| &puzzle.0.shape)
    }

    /// Whether it is a puzzle with rules of its own.
    pub(super) fn has_rules(&self) -> bool {
        self.puzzle.as_ref().is_some_and(|puzzle| {
            let shape = &puzzle.0.shape;
            !shape.cell_rules().is_empty() || !shape.rules().is_empty()
        })
    }
}

/// The place of a record in the input of a judge.
#[derive(Default)]
pub(super) struct Case {
    /// The lines before it.
    pub(super) before: usize,
    /// Its lines, each with a line feed; empty at the end of the input.
    pub(super) text: Vec<u8>,
    /// Rows and columns of a box of its board.
    pub(super) base: usize,
    /// What it gives, if its board is to be covered with dominoes.
    pub(super) dominoes: Option<Given>,
    /// The error, if its record is neither a board nor an invalid one.
    pub(super) message: String,
}

/// Records up to the end or to an error, which is the last item.
pub(super) struct Records<R> {
    reader: Reader<R>,
    /// The number of boards read, and of those to be read.
    boards: u64,
    most: u64,
    failed: bool,
}

impl<R> Records<R> {
    pub(super) fn new(reader: Reader<R>, most: u64) -> Self {
        Self {
            reader,
            boards: 0,
            most,
            failed: false,
        }
    }
}

impl<R: Read> Source for Records<R> {
    type Item = io::Result<Item>;

    fn next_item(
        &mut self,
        spare: Option<Self::Item>,
        before_wait: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self::Item> {
        if self.failed || self.boards == self.most {
            return None;
        }
        let mut item = Item {
            record: spare.and_then(Result::ok).unwrap_or_default().record,
            ..Item::default()
        };
        let mut broken = false;
        let next = self.reader.next_record_or_wait(&mut item.record, || {
            broken = before_wait().is_break();
            if broken {
                Err(io::ErrorKind::Other.into())
            } else {
                Ok(())
            }
        });
        match next {
            Ok(false) => None,
            Ok(true) => {
                item.puzzle = item.record.take_puzzle();
                item.boards_before = self.boards;
                self.boards += u64::from(matches!(item.record.content(), Content::Board(_)));
                Some(Ok(item))
            }
            Err(_) if broken => None,
            Err(error) => {
                self.failed = true;
                Some(Err(error))
            }
        }
    }

    fn weight(&self, item: &Self::Item) -> usize {
        1 + item.as_ref().map_or(0, |item| item.record.raw().len() / 64)
    }
}
