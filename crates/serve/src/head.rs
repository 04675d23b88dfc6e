//! The head of a request, within limits of size and time.

use std::io::Read;
use std::net::TcpStream;
use std::time::Duration;

use quadrille_core::{Budget, Limits};
use tungstenite::http::{Request, StatusCode};

use super::reply::{Reply, refuse};

/// The most bytes of a head.
const LONGEST: usize = 16 << 10;

/// The most lines of a head.
const MOST_LINES: usize = 100;

/// How long a head may take.
const TIME: Duration = Duration::from_secs(5);

pub(crate) type Head = Request<()>;

/// Reads a head, and what came with it. If it is wrong, the error is the response; if the client
/// left, there is none.
pub(crate) fn read(stream: &mut TcpStream) -> Result<(Head, Vec<u8>), Option<Reply>> {
    let budget = Budget::start(&Limits::new().time(TIME));
    let mut text = Vec::new();
    let mut part = [0; 4096];
    loop {
        let left = budget.time_left().filter(|left| !left.is_zero());
        let left = left.ok_or_else(slow)?;
        stream.set_read_timeout(Some(left)).map_err(|_| None)?;
        let count = match stream.read(&mut part) {
            Ok(0) => return Err(None),
            Ok(count) => count,
            Err(error) if is_timeout(&error) => return Err(slow()),
            Err(_) => return Err(None),
        };
        text.extend_from_slice(&part[..count]);
        if let Some(length) = length(&text)? {
            let rest = text.split_off(length);
            return Ok((parse(&text)?, rest));
        }
        if text.len() >= LONGEST {
            return Err(Some(refuse(
                StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
                format!("the head of the request is too long: expected at most {LONGEST} bytes"),
            )));
        }
    }
}

/// Whether an error says that nothing came in time.
pub(crate) fn is_timeout(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{TimedOut, WouldBlock};
    matches!(error.kind(), TimedOut | WouldBlock)
}

fn slow() -> Option<Reply> {
    let seconds = TIME.as_secs();
    Some(refuse(
        StatusCode::REQUEST_TIMEOUT,
        format!("the request was not complete after {seconds} seconds"),
    ))
}

fn invalid(what: impl std::fmt::Display) -> Option<Reply> {
    Some(refuse(
        StatusCode::BAD_REQUEST,
        format!("invalid request: {what}"),
    ))
}

/// The length of the head, if it is complete.
fn length(text: &[u8]) -> Result<Option<usize>, Option<Reply>> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_LINES];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(text) {
        Ok(httparse::Status::Complete(length)) => Ok(Some(length)),
        Ok(httparse::Status::Partial) => Ok(None),
        Err(error) => Err(invalid(error)),
    }
}

/// Parses a head that is complete.
fn parse(text: &[u8]) -> Result<Head, Option<Reply>> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_LINES];
    let mut request = httparse::Request::new(&mut headers);
    request.parse(text).map_err(invalid)?;
    let (method, path) = (request.method, request.path);
    let mut head = Request::builder()
        .method(method.unwrap_or_default())
        .uri(path.unwrap_or_default());
    for header in request.headers.iter() {
        head = head.header(header.name, header.value);
    }
    head.body(()).map_err(invalid)
}
