//! The open connections: at most 64. If all places are taken, the oldest one that is no WebSocket
//! makes room, so that a thousand sockets that say nothing lock nobody out. A WebSocket keeps its
//! place.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most connections at a time.
const MOST: usize = 64;

#[derive(Debug, Default)]
pub(crate) struct Connections {
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    places: Vec<Place>,
    /// The number of connections so far.
    count: u64,
    is_closed: bool,
}

#[derive(Debug)]
struct Place {
    number: u64,
    stream: TcpStream,
    keeps: bool,
}

/// A connection that has a place, until it is dropped.
pub(crate) struct Connection<'a> {
    pub(crate) number: u64,
    pub(crate) stream: TcpStream,
    all: &'a Connections,
}

impl Connections {
    /// Gives a connection a place. Returns `None` if there is none.
    pub(crate) fn admit(&self, stream: &TcpStream) -> io::Result<Option<Connection<'_>>> {
        let (stream, own) = (stream.try_clone()?, stream.try_clone()?);
        let mut open = self.lock();
        if open.is_closed {
            return Ok(None);
        }
        if open.places.len() >= MOST {
            let oldest = open.places.iter().position(|place| !place.keeps);
            let Some(oldest) = oldest else {
                return Ok(None);
            };
            close(&open.places.remove(oldest).stream);
        }
        open.count += 1;
        let number = open.count;
        open.places.push(Place {
            number,
            stream,
            keeps: false,
        });
        Ok(Some(Connection {
            number,
            stream: own,
            all: self,
        }))
    }

    /// Closes all connections, and gives no more places.
    pub(crate) fn close(&self) {
        let mut open = self.lock();
        open.is_closed = true;
        for place in &open.places {
            close(&place.stream);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection<'_> {
    /// Keeps the place until the end of the connection.
    pub(crate) fn keep(&self) {
        let mut open = self.all.lock();
        let own = open
            .places
            .iter_mut()
            .find(|place| place.number == self.number);
        if let Some(own) = own {
            own.keeps = true;
        }
    }
}

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        close(&self.stream);
        let mut open = self.all.lock();
        open.places.retain(|place| place.number != self.number);
    }
}

/// Ends a connection. A thread that reads from it or writes to it goes on with an error.
pub(crate) fn close(stream: &TcpStream) {
    // It may have ended already.
    let _ = stream.shutdown(Shutdown::Both);
}
