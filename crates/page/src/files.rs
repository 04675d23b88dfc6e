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
        "main.js" "text/javascript; charset=utf-8"
        "host.js" "text/javascript; charset=utf-8"
        "socket.js" "text/javascript; charset=utf-8"
        "wasm.js" "text/javascript; charset=utf-8"
        "worker.js" "text/javascript; charset=utf-8"
    }
}
