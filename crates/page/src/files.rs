//! The files that a browser loads.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its path, from the address of the page: `main.js`.
    pub path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// Its content.
    pub bytes: &'static [u8],
}

/// The files of the folder `web`, with their media types.
macro_rules! web {
    ($($path:literal $kind:literal)*) => {
        &[$(File {
            path: $path,
            kind: $kind,
            bytes: include_bytes!(concat!("../web/", $path)),
        }),*]
    };
}

/// Returns the files that a browser loads, beginning with `index.html`.
#[must_use]
pub fn files() -> &'static [File] {
    web! {
        "index.html" "text/html; charset=utf-8"
        "answers.js" "text/javascript; charset=utf-8"
        "asker.js" "text/javascript; charset=utf-8"
        "board-room.js" "text/javascript; charset=utf-8"
        "board.css" "text/css; charset=utf-8"
        "board.js" "text/javascript; charset=utf-8"
        "cover-dance.js" "text/javascript; charset=utf-8"
        "cover-examples.js" "text/javascript; charset=utf-8"
        "cover-matrix.js" "text/javascript; charset=utf-8"
        "cover-show.js" "text/javascript; charset=utf-8"
        "cover-tree.js" "text/javascript; charset=utf-8"
        "cover.css" "text/css; charset=utf-8"
        "cover.js" "text/javascript; charset=utf-8"
        "draw.js" "text/javascript; charset=utf-8"
        "editor.js" "text/javascript; charset=utf-8"
        "el.js" "text/javascript; charset=utf-8"
        "host.js" "text/javascript; charset=utf-8"
        "buttons.js" "text/javascript; charset=utf-8"
        "icon.svg" "image/svg+xml"
        "iss.js" "text/javascript; charset=utf-8"
        "key-help.js" "text/javascript; charset=utf-8"
        "keys.js" "text/javascript; charset=utf-8"
        "main.js" "text/javascript; charset=utf-8"
        "make.js" "text/javascript; charset=utf-8"
        "new-board.js" "text/javascript; charset=utf-8"
        "open.js" "text/javascript; charset=utf-8"
        "pad.js" "text/javascript; charset=utf-8"
        "puzzle.js" "text/javascript; charset=utf-8"
        "question.js" "text/javascript; charset=utf-8"
        "rooms.css" "text/css; charset=utf-8"
        "rules.js" "text/javascript; charset=utf-8"
        "socket.js" "text/javascript; charset=utf-8"
        "steps.js" "text/javascript; charset=utf-8"
        "store.js" "text/javascript; charset=utf-8"
        "style.css" "text/css; charset=utf-8"
        "tabs.js" "text/javascript; charset=utf-8"
        "theme.js" "text/javascript; charset=utf-8"
        "tiles-answers.js" "text/javascript; charset=utf-8"
        "tiles-draw.js" "text/javascript; charset=utf-8"
        "tiles-grid.js" "text/javascript; charset=utf-8"
        "tiles-pieces.js" "text/javascript; charset=utf-8"
        "tiles-solid.js" "text/javascript; charset=utf-8"
        "tiles-words.js" "text/javascript; charset=utf-8"
        "tiles.css" "text/css; charset=utf-8"
        "tiles.js" "text/javascript; charset=utf-8"
        "tools.js" "text/javascript; charset=utf-8"
        "wasm.js" "text/javascript; charset=utf-8"
        "work.js" "text/javascript; charset=utf-8"
        "worker.js" "text/javascript; charset=utf-8"
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn no_file_is_missing() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let there = fs::read_dir(folder).unwrap();
        let there = there.map(|file| file.unwrap().file_name().into_string().unwrap());
        let listed = files().iter().map(|file| file.path.to_owned());
        assert_eq!(
            listed.collect::<BTreeSet<_>>(),
            there.collect::<BTreeSet<_>>()
        );
        assert_eq!(files()[0].path, "index.html");
    }
}
