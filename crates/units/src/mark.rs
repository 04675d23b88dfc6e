//! Where the solutions of a record end.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The form in which solutions are written; see
/// [`text::solutions`](quadrille_core::text::solutions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum SolutionFormat {
    /// One option per line, blank lines between solutions.
    Text,
    /// One object per line.
    Json,
}

impl fmt::Display for SolutionFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Json => "json",
        })
    }
}

/// The end of the solutions of a record in their file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Mark {
    /// The name of the file.
    pub file: String,
    /// The form of the solutions.
    pub format: SolutionFormat,
    /// The length of the file up to here, in bytes.
    pub bytes: u64,
    /// A hash of the last bytes up to here, which shows whether the file was edited.
    #[serde(default)]
    pub tail: String,
}
