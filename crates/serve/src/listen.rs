//! Sockets on the loopback addresses.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpListener, TcpStream};
use std::time::Duration;

const ADDRESSES: [IpAddr; 2] = [
    IpAddr::V4(Ipv4Addr::LOCALHOST),
    IpAddr::V6(Ipv6Addr::LOCALHOST),
];

/// How often a free port is looked for that both addresses have.
const TRIES: usize = 20;

/// One port of both loopback addresses, or of the only one that this computer has.
#[derive(Debug)]
pub(crate) struct Listener {
    pub(crate) sockets: Vec<TcpListener>,
    pub(crate) port: u16,
}

impl Listener {
    /// Binds a port; port 0 is any free one.
    pub(crate) fn bind(port: u16) -> io::Result<Self> {
        let tries = if port == 0 { TRIES } else { 1 };
        let mut last = io::Error::from(io::ErrorKind::AddrInUse);
        for _ in 0..tries {
            match Self::bind_once(port) {
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => last = error,
                result => return result,
            }
        }
        Err(last)
    }

    /// Browsers try both addresses for `localhost`. So a port that another program has at one of them
    /// is taken: the browser might ask that program.
    fn bind_once(mut port: u16) -> io::Result<Self> {
        let mut sockets = Vec::new();
        let mut missing = None;
        for address in ADDRESSES {
            match TcpListener::bind((address, port)) {
                Ok(socket) => {
                    port = socket.local_addr()?.port();
                    sockets.push(socket);
                }
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Err(error),
                // This computer has no such address.
                Err(error) => missing = Some(error),
            }
        }
        match missing {
            Some(error) if sockets.is_empty() => Err(error),
            _ => Ok(Self { sockets, port }),
        }
    }

    /// Wakes the threads that wait for a connection.
    pub(crate) fn wake(&self) {
        for socket in &self.sockets {
            if let Ok(address) = socket.local_addr() {
                let _ = TcpStream::connect_timeout(&address, Duration::from_secs(1));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_is_taken_at_one_address_is_taken() {
        for address in ADDRESSES {
            // A computer may have no IPv6.
            if let Ok(taken) = TcpListener::bind((address, 0)) {
                let port = taken.local_addr().unwrap().port();
                let error = Listener::bind(port).unwrap_err();
                assert_eq!(error.kind(), io::ErrorKind::AddrInUse);
            }
        }
    }

    #[test]
    fn only_loopback_addresses_are_bound() {
        let listener = Listener::bind(0).unwrap();
        assert!(!listener.sockets.is_empty());
        for socket in &listener.sockets {
            let address = socket.local_addr().unwrap();
            assert!(address.ip().is_loopback());
            assert_eq!(address.port(), listener.port);
        }
    }
}
