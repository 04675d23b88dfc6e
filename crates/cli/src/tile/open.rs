//! Opens a board and its pieces in a browser.

use std::path::Path;

use quadrille_report::write_json;
use quadrille_tile::Gaps;
use serde::Serialize;

use super::arguments::Tile;
use super::input::{Input, file_of};
use crate::interrupt::Interrupt;
use crate::outcome::{Failure, Outcome};
use crate::serve;

/// What an address of the page holds.
#[derive(Serialize)]
struct Place<'a> {
    board: &'a str,
    grid: String,
    pieces: &'a [String],
    turning: &'static str,
    optional: bool,
    gaps: String,
}

impl Tile {
    /// Opens the board and the pieces in a browser.
    pub(super) fn open_in_browser(
        &self,
        input: &Input,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        let mut words = self
            .pieces
            .iter()
            .flat_map(|words| words.split([' ', ',', '\n']));
        let has_file = words.any(|word| word == "-" || Path::new(word).is_file())
            || file_of(&self.board).is_some();
        let ([case], false) = (&*input.cases, has_file) else {
            return Err(Failure::usage(
                "'--open' opens one board, and pieces that are named in words",
                "write drawings as words, such as 'xxx|.x.', or draw them in the page",
            ));
        };
        let turning = &self.turning;
        let turnings = [
            (turning.one_sided, "one-sided"),
            (turning.fixed, "fixed"),
            (turning.mirror, "mirror"),
        ];
        let place = Place {
            board: &self.board,
            grid: case.packing.board().grid().to_string(),
            pieces: &self.pieces,
            turning: turnings
                .iter()
                .find(|own| own.0)
                .map_or("free", |own| own.1),
            optional: self.optional,
            gaps: match &self.free.gaps {
                None | Some(Gaps::None) => String::new(),
                Some(Gaps::Any) => "..".to_owned(),
                Some(Gaps::Between(all)) => format!("{}..{}", all.start(), all.end()),
            },
        };
        let mut json = Vec::new();
        write_json(&place, &mut json).map_err(Failure::Write)?;
        serve::open(
            &format!("#tile={}", escaped(json.trim_ascii_end())),
            interrupt,
        )
    }
}

/// Bytes as a part of an address.
fn escaped(bytes: &[u8]) -> String {
    let escape = |&byte: &u8| {
        if byte.is_ascii_alphanumeric() || b"-_.~*".contains(&byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    };
    bytes.iter().map(escape).collect()
}
