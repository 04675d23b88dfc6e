//! Errors as Python exceptions, with the words and the places of the command line.

use std::fmt::Display;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille::text::{Excerpt, TextError};
use quadrille::{BuildError, Stop};

use crate::search::name_of;

/// Where something is wrong, and the likely fix.
#[derive(Default)]
pub(crate) struct Details<'a> {
    pub(crate) file: Option<&'a str>,
    pub(crate) place: Option<(usize, usize)>,
    pub(crate) excerpt: Option<String>,
    pub(crate) help: Option<String>,
}

/// Makes a `BadProblem`.
pub(crate) fn bad(py: Python<'_>, what: impl Display, details: Details<'_>) -> PyErr {
    let make = || {
        let keywords = PyDict::new(py);
        keywords.set_item("file", details.file)?;
        if let Some((line, column)) = details.place {
            keywords.set_item("line", line)?;
            keywords.set_item("column", column)?;
        }
        keywords.set_item("excerpt", details.excerpt)?;
        keywords.set_item("help", details.help)?;
        let class = py.import("quadrille.errors")?.getattr("BadProblem")?;
        class.call((what.to_string(),), Some(&keywords))
    };
    make().map_or_else(|error| error, PyErr::from_value)
}

/// Makes a `BadProblem` that has no place.
pub(crate) fn with_help(py: Python<'_>, what: impl Display, help: Option<String>) -> PyErr {
    let details = Details {
        help,
        ..Details::default()
    };
    bad(py, what, details)
}

/// The error of a builder.
pub(crate) fn built(py: Python<'_>, error: &BuildError) -> PyErr {
    with_help(py, error, error.help().map(str::to_owned))
}

/// The error of a text. `file` is the name of its file.
pub(crate) fn in_text(py: Python<'_>, error: &TextError, file: Option<&str>) -> PyErr {
    let details = Details {
        file,
        place: Some((error.line(), error.column())),
        excerpt: shown(error.excerpt()),
        help: error.help().map(str::to_owned),
    };
    bad(py, error.message(), details)
}

/// A line with carets, unless the line is empty.
pub(crate) fn shown(excerpt: &Excerpt) -> Option<String> {
    (!excerpt.line().is_empty()).then(|| excerpt.to_string())
}

/// Makes a `Stopped`: a limit came before the answer.
pub(crate) fn stopped(py: Python<'_>, stop: Stop) -> PyErr {
    let make = || {
        let class = py.import("quadrille.errors")?.getattr("Stopped")?;
        class.call1((name_of(stop),))
    };
    make().map_or_else(|error| error, PyErr::from_value)
}
