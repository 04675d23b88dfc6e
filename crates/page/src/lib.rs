//! A stand-in for the page, with the functions that its host calls.

use quadrille_core::CancelToken;

/// What a host lets each question use.
#[derive(Clone, Debug)]
pub struct Host {
    /// The seconds of a question.
    pub seconds: u64,
    /// The bytes of a question.
    pub memory: usize,
    /// The threads of a question.
    pub threads: usize,
}

/// A file that a browser loads.
#[derive(Debug)]
pub struct File {
    /// Its name, such as `index.html`.
    pub path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// What it holds.
    pub bytes: &'static [u8],
}

/// Answers one question: one JSON object in, one JSON object out.
pub fn answer(
    _question: &str,
    _host: &Host,
    _cancel: &CancelToken,
    _progress: impl FnMut(String) + Send + 'static,
) -> String {
    String::new()
}

/// The files that a browser loads.
#[must_use]
pub fn files() -> &'static [File] {
    &[File {
        path: "index.html",
        kind: "text/html; charset=utf-8",
        bytes: b"<!doctype html>\n<html lang=\"en\">\n<head>\n<title>Quadrille</title>\n</head>\n</html>\n",
    }]
}
