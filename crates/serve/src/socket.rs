//! A WebSocket to which several threads write.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tungstenite::handshake::server::{create_response, write_response};
use tungstenite::http::StatusCode;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use super::connections::close;
use super::head::{Head, is_timeout};
use super::reply::{Reply, refuse, write_in_time};

/// The most bytes of a message.
const LONGEST: usize = 1 << 20;

/// A client that was silent for so long is asked whether it is still there. If it is silent for as
/// long again, it is not.
const SILENCE: Duration = Duration::from_secs(15);

/// The writing side.
#[derive(Clone)]
pub(crate) struct Outgoing(Arc<Mutex<WebSocket<Timely>>>);

/// A stream that ends if a client takes too long for a message.
struct Timely(TcpStream);

/// The stream of the reading side, which answers pings on the writing side.
struct Incoming {
    stream: TcpStream,
    outgoing: Outgoing,
}

/// Turns a connection into a WebSocket. If the request does not ask for that, the error is the
/// response.
pub(crate) fn open(head: &Head, stream: &TcpStream) -> Result<Outgoing, Option<Reply>> {
    let response = create_response(head)
        .map_err(|error| Some(refuse(StatusCode::UPGRADE_REQUIRED, error.to_string())))?;
    let mut text = Vec::new();
    let opened = write_response(&mut text, &response)
        .map_err(io::Error::other)
        .and_then(|()| {
            let mut stream = stream.try_clone()?;
            stream.set_read_timeout(Some(SILENCE))?;
            // Answers are short, and wait for nothing.
            stream.set_nodelay(true)?;
            write_in_time(&mut stream, &text)?;
            let config = Some(WebSocketConfig::default().read_buffer_size(0));
            Ok(WebSocket::from_raw_socket(
                Timely(stream),
                Role::Server,
                config,
            ))
        });
    let socket = opened.map_err(|_| None)?;
    Ok(Outgoing(Arc::new(Mutex::new(socket))))
}

/// Calls `take` for each text that arrives, until the connection ends. The bytes of `rest` have
/// arrived already.
pub(crate) fn listen(
    stream: TcpStream,
    rest: Vec<u8>,
    outgoing: &Outgoing,
    mut take: impl FnMut(&str),
) {
    let config = WebSocketConfig::default()
        .read_buffer_size(16 << 10)
        .max_frame_size(Some(LONGEST))
        .max_message_size(Some(LONGEST));
    let outgoing = outgoing.clone();
    let stream = Incoming { stream, outgoing };
    let mut socket = WebSocket::from_partially_read(stream, rest, Role::Server, Some(config));
    let mut is_silent = false;
    let (code, reason) = loop {
        match socket.read() {
            Ok(Message::Text(text)) => take(&text),
            Ok(Message::Binary(_)) => {
                break (CloseCode::Unsupported, "expected text, found bytes".into());
            }
            Ok(_) => {}
            Err(Error::Io(error)) if is_timeout(&error) && !is_silent => {
                is_silent = true;
                socket
                    .get_ref()
                    .outgoing
                    .write(Message::Ping(Vec::new().into()));
                continue;
            }
            // The length stands in the head of the message: the rest was not read.
            Err(Error::Capacity(_)) => {
                let reason = format!("the message is too long: expected at most {LONGEST} bytes");
                break (CloseCode::Size, reason);
            }
            Err(Error::Utf8(_)) => break (CloseCode::Invalid, "the text is not UTF-8".into()),
            Err(Error::Protocol(error)) => break (CloseCode::Protocol, error.to_string()),
            Err(_) => return,
        }
        is_silent = false;
    };
    let reason = reason.into();
    let frame = CloseFrame { code, reason };
    socket.get_ref().outgoing.write(Message::Close(Some(frame)));
}

impl Outgoing {
    /// Sends a text.
    pub(crate) fn send(&self, text: String) {
        self.write(Message::text(text));
    }

    /// Sends a message. A client that does not take it loses the connection.
    fn write(&self, message: Message) {
        let mut socket = self.lock();
        if socket.send(message).is_err() {
            close(&socket.get_ref().0);
        }
    }

    fn lock(&self) -> MutexGuard<'_, WebSocket<Timely>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Read for Timely {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

impl Write for Timely {
    /// Writes all bytes. A message comes here in one piece, so that its time is that of all parts.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write_in_time(&mut self.0, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Incoming {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.read(bytes)
    }
}

impl Write for Incoming {
    /// Writes all bytes at once, so that they come between two messages of other threads.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.outgoing.lock().get_mut().write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
