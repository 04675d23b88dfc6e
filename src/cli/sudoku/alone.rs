//! One thread: board after board is read, solved and written.

use std::io::{self, Read};

use quadrille::sudoku::Shape;
use quadrille::sudoku::text::{Content, Reader, Record};

use super::batch::Batch;
use super::question::Question;
use crate::cli::outcome::Failure;

/// Answers all boards. While the next one is waited for, nothing is held back.
pub(super) fn run(
    question: &Question,
    input: impl Read,
    batch: &mut Batch<'_>,
) -> Result<(), Failure> {
    let mut search = question.search();
    let mut reader = Reader::of(question.shape().clone(), input);
    let mut record = Record::new();
    while !batch.is_interrupted() && next(&mut reader, &mut record, batch)? {
        match record.content() {
            Content::Board(board) => batch.board(&record, board, |visit| {
                question.ask(&mut search, board, visit)
            })?,
            _ => batch.no_board(&record)?,
        }
    }
    Ok(())
}

/// Shows all boards.
pub(super) fn show(shape: Shape, input: impl Read, batch: &mut Batch<'_>) -> Result<(), Failure> {
    let mut reader = Reader::of(shape, input);
    let mut record = Record::new();
    while next(&mut reader, &mut record, batch)? {
        match record.content() {
            Content::Board(board) => batch.show(&record, board)?,
            _ => batch.no_board(&record)?,
        }
    }
    Ok(())
}

/// Whether there is another record.
fn next(
    reader: &mut Reader<impl Read>,
    record: &mut Record,
    batch: &mut Batch<'_>,
) -> Result<bool, Failure> {
    let mut flushed = Ok(());
    let next = reader.next_record_or_wait(record, || {
        flushed = batch.flush();
        match flushed {
            Ok(()) => Ok(()),
            Err(_) => Err(io::ErrorKind::Other.into()),
        }
    });
    flushed?;
    next.map_err(|error| batch.source().failed(error))
}
