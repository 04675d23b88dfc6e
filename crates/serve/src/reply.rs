//! Responses of HTTP.

use std::borrow::Cow;
use std::io::{self, Write};
use std::net::TcpStream;
use std::time::Duration;

use tungstenite::handshake::server::write_response;
use tungstenite::http::header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE};
use tungstenite::http::{HeaderName, HeaderValue, Response, StatusCode};

/// How long a client may take for a part of a response.
pub(crate) const WRITE_TIME: Duration = Duration::from_secs(5);

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
    stream.set_write_timeout(Some(WRITE_TIME))?;
    stream.write_all(&text)
}
