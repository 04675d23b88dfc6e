//! Why a question has no answer.

use std::fmt;

use quadrille_core::text::TextError;
use quadrille_core::{Stop, text::shorten};
use quadrille_sudoku::ShapeError;
use quadrille_sudoku::text::{BoardError, Record};
use quadrille_tile::TileError;
use serde::Serialize;

/// What is wrong, where, and the likely fix.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Fault {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    /// The line and the column, from 1, and the number of characters that are wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
}

impl Fault {
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Self {
            message: shorten(&message.to_string()),
            ..Self::default()
        }
    }

    pub(crate) fn with_help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }

    /// The fault of a question that is no question.
    pub(crate) fn of_question(error: &serde_json::Error) -> Self {
        Self::new(format_args!("invalid question: {error}"))
    }

    /// The fault of a board in a text.
    pub(crate) fn of_board(record: &Record, error: &BoardError) -> Self {
        let wrong = record.raw().get(error.span.clone()).unwrap_or_default();
        Self {
            message: error.reason.to_string(),
            help: error.reason.help().map(Into::into),
            line: Some(error.line),
            column: Some(error.column),
            length: Some(String::from_utf8_lossy(wrong).chars().count()),
        }
    }

    /// A question that was stopped before it could be asked.
    pub(crate) fn stopped(stop: Stop) -> Self {
        Self::new(format_args!("stopped by the {stop}"))
    }
}

impl From<TextError> for Fault {
    fn from(error: TextError) -> Self {
        Self {
            message: error.message().to_owned(),
            help: error.help().map(str::to_owned),
            line: Some(error.line() as u64),
            column: Some(error.column()),
            length: Some(error.span()),
        }
    }
}

impl From<ShapeError> for Fault {
    fn from(error: ShapeError) -> Self {
        Self {
            help: error.reason.help(),
            ..Self::new(&error.reason)
        }
    }
}

impl From<TileError> for Fault {
    fn from(error: TileError) -> Self {
        Self::new(error)
    }
}
