//! The files of the page.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher};

use quadrille_page::File;
use tungstenite::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
};
use tungstenite::http::{HeaderValue, Method, Response, StatusCode};

use super::head::Head;
use super::reply::{Reply, refuse};

/// The file that is the page.
const INDEX: &str = "index.html";

/// What tells the page that this server answers its questions.
const NATIVE: &str = "<meta name=\"quadrille-host\" content=\"native\">";

/// Answers a request for a file. The host is that of the request.
pub(crate) fn answer(head: &Head, host: &str) -> Reply {
    if ![Method::GET, Method::HEAD].contains(head.method()) {
        let mut reply = refuse(
            StatusCode::METHOD_NOT_ALLOWED,
            format!("cannot {}: expected GET or HEAD", head.method()),
        );
        let allowed = HeaderValue::from_static("GET, HEAD");
        reply.headers_mut().insert(ALLOW, allowed);
        return reply;
    }
    let path = head.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { INDEX } else { path };
    let mut files = quadrille_page::files().iter();
    match files.find(|file| file.path == path) {
        Some(file) => of_file(file, head, host),
        None => refuse(StatusCode::NOT_FOUND, "there is no such page"),
    }
}

fn of_file(file: &File, head: &Head, host: &str) -> Reply {
    let bytes = if file.path == INDEX {
        Cow::Owned(with_host(file.bytes))
    } else {
        Cow::Borrowed(file.bytes)
    };
    let tag = tag(&bytes);
    let known = head.headers().get(IF_NONE_MATCH);
    let is_known = known.is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let (status, bytes) = if is_known {
        (StatusCode::NOT_MODIFIED, Cow::default())
    } else {
        (StatusCode::OK, bytes)
    };
    let reply = Response::builder()
        .status(status)
        .header(CONTENT_TYPE, file.kind)
        .header(CONTENT_SECURITY_POLICY, policy(host))
        .header(CACHE_CONTROL, "no-cache")
        .header(ETAG, tag)
        .body(bytes);
    match reply {
        Ok(reply) => Box::new(reply),
        Err(error) => refuse(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
    }
}

/// The page loads everything from this server. It makes pictures and files for download itself, so
/// images may also be data. Older browsers do not count a WebSocket of the same host as 'self'.
fn policy(host: &str) -> String {
    format!(
        "default-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws://{host}; \
         object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// The page with the line that names its host, before its other lines of this kind.
fn with_host(page: &[u8]) -> Vec<u8> {
    let meta = b"<meta ";
    let found = page.windows(meta.len()).position(|part| part == meta);
    let (before, after) = page.split_at(found.unwrap_or(page.len()));
    [before, NATIVE.as_bytes(), after].concat()
}

/// A short text that changes with the file.
fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("\"{:016x}\"", hasher.finish())
}
