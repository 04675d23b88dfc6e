//! Who may come in. A page of another website can make a browser send requests to this computer.
//! Two headers, which no page can forge, keep it out:
//!
//! * `Host` is the name that the browser has asked for. A website whose name is pointed at this
//!   computer (DNS rebinding) has its own name there.
//! * `Origin` is the page that opens a WebSocket, whose answers it could read.
//!
//! A program that is no browser need not send an `Origin`. It runs on this computer and could start
//! quadrille itself.

use tungstenite::http::header::{HOST, ORIGIN};
use tungstenite::http::{HeaderMap, HeaderName, StatusCode};

use super::head::Head;
use super::reply::{Reply, refuse};

/// The names of this computer for itself.
const NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Where the userscript runs. Only `https`: anyone on the network could change a page that comes
/// without encryption.
const F_PUZZLES: [&str; 2] = ["https://f-puzzles.com", "https://www.f-puzzles.com"];

/// Checks the host, and returns it.
pub(crate) fn check_host(head: &Head, port: u16) -> Result<&str, Reply> {
    let host = only(head.headers(), &HOST)?.unwrap_or_default();
    let lower = host.to_ascii_lowercase();
    let is_own = |name: &str| lower == name || lower == format!("{name}:{port}");
    if NAMES.into_iter().any(is_own) {
        return Ok(host);
    }
    Err(refuse(
        StatusCode::FORBIDDEN,
        format!(
            "refused the host {host:?}: this server answers only programs on this computer; open \
             http://localhost:{port}/"
        ),
    ))
}

/// Checks that a WebSocket is opened by the page itself.
pub(crate) fn check_own_origin(head: &Head, port: u16) -> Result<(), Reply> {
    check_origin(head, |origin| {
        let host = origin.strip_prefix("http://");
        let is_own = |name: &str| {
            let is_default = port == 80 && host == Some(name);
            is_default || host.is_some_and(|host| host == format!("{name}:{port}"))
        };
        NAMES.into_iter().any(is_own)
    })
}

/// Checks that a WebSocket is opened by f-puzzles, or by a page that is allowed.
pub(crate) fn check_bridge_origin(head: &Head, allowed: &[String]) -> Result<(), Reply> {
    check_origin(head, |origin| {
        F_PUZZLES.contains(&origin) || allowed.iter().any(|own| own == origin)
    })
}

fn check_origin(head: &Head, is_allowed: impl FnOnce(&str) -> bool) -> Result<(), Reply> {
    match only(head.headers(), &ORIGIN)? {
        Some(origin) if !is_allowed(origin) => Err(refuse(
            StatusCode::FORBIDDEN,
            format!("refused a connection from a page of {origin:?}"),
        )),
        _ => Ok(()),
    }
}

/// The value of a header, of which there may be only one.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Reply> {
    let mut all = headers.get_all(name).iter();
    let (value, other) = (all.next(), all.next());
    match value.map(|value| value.to_str()) {
        None => Ok(None),
        Some(Ok(value)) if other.is_none() => Ok(Some(value)),
        _ => Err(refuse(
            StatusCode::BAD_REQUEST,
            format!("expected one header {name:?} of plain text"),
        )),
    }
}
