//! Responses of HTTP.

use std::borrow::Cow;
use std::io::{self, Write};
use std::net::TcpStream;
use std::time::Duration;

use quadrille_core::{Budget, Limits};
use tungstenite::handshake::server::write_response;
use tungstenite::http::header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE};
use tungstenite::http::{HeaderName, HeaderValue, Response, StatusCode};

/// How long a client may take for a whole response or message.
const WRITE_TIME: Duration = Duration::from_secs(5);

pub(crate) type Reply = Box<Response<Cow<'static, [u8]>>>;

/// What every response says.
const ALWAYS: [(HeaderName, HeaderValue); 4] = [
    (CONNECTION, HeaderValue::from_static("close")),
    (
        HeaderName::from_static("x-content-type-options"),
        HeaderValue::from_static("nosniff"),
    ),
    (
        HeaderName::from_static("referrer-policy"),
        HeaderValue::from_static("no-referrer"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// A response of plain text that says what is wrong.
pub(crate) fn refuse(status: StatusCode, what: impl Into<String>) -> Reply {
    let text = what.into() + "\n";
    let mut reply = Box::new(Response::new(Cow::Owned(text.into_bytes())));
    *reply.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    reply.headers_mut().insert(CONTENT_TYPE, kind);
    reply
}

/// Sends a response, without its text if only the head was asked for.
pub(crate) fn send(stream: &mut TcpStream, mut reply: Reply, is_head: bool) -> io::Result<()> {
    let length = HeaderValue::from(reply.body().len());
    let headers = reply.headers_mut();
    headers.insert(CONTENT_LENGTH, length);
    headers.extend(ALWAYS);
    let mut text = Vec::new();
    write_response(&mut text, &reply).map_err(io::Error::other)?;
    if !is_head {
        text.extend_from_slice(reply.body());
    }
    write_in_time(stream, &text)
}

/// Writes all bytes within the time for a message: a client that takes a byte now and then does not
/// prolong it.
pub(crate) fn write_in_time(stream: &mut TcpStream, mut bytes: &[u8]) -> io::Result<()> {
    let budget = Budget::start(&Limits::new().time(WRITE_TIME));
    while !bytes.is_empty() {
        let left = budget.time_left().filter(|left| !left.is_zero());
        let left = left.ok_or(io::ErrorKind::TimedOut)?;
        stream.set_write_timeout(Some(left))?;
        match stream.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
