//! The page of quadrille on this computer: a web server that only this computer reaches, and the
//! bridge to f-puzzles.
//!
//! ```text
//! server       accepts connections, and sends each to its place
//! bridge       the messages of the userscript of f-puzzles
//! ask          the messages of the page
//! questions    the questions of a connection: begun, cancelled, answered
//! pool         the threads that answer questions
//! socket       a WebSocket to which several threads write
//! files        the files of the page
//! door         which Host and Origin may come in
//! reply        responses of HTTP
//! head         the head of a request
//! connections  at most 64 connections; those that say nothing make room
//! listen       sockets on the loopback addresses
//! ```
//!
//! The threads: one accepts the connections of each address, one reads each connection, and a few
//! answer the questions of all connections. Whoever has an answer writes it. docs/page.md lists what
//! the server refuses.

mod ask;
mod bridge;
mod connections;
mod door;
mod files;
mod head;
mod listen;
mod pool;
mod questions;
mod reply;
mod server;
mod socket;

pub use ask::Answering;
pub use server::{Options, Server};
