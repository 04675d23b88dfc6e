//! Accepts connections, and sends each to its place.

use std::io::{self, Read};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::{self, Builder, Scope};
use std::time::Duration;

use quadrille_core::parallel::cores;
use quadrille_core::{Budget, CancelToken, Limits};
use quadrille_page::Host;
use tungstenite::http::{Method, StatusCode};

use super::ask::{self, Answering};
use super::bridge::Bridge;
use super::connections::{Connection, Connections};
use super::door;
use super::files;
use super::head::{self, Head};
use super::listen::Listener;
use super::pool::Pool;
use super::questions::Questions;
use super::reply::{Reply, refuse, send};
use super::socket;

/// What a server may do.
#[derive(Clone, Debug)]
pub struct Options {
    /// What each question may use.
    pub host: Host,
    /// The pages that may use the bridge beside f-puzzles, such as `https://example.org`.
    pub allowed_origins: Vec<String>,
}

/// A server that only this computer reaches.
pub struct Server {
    shared: Shared,
    page: Listener,
    bridge: Option<Listener>,
}

/// What all threads share.
struct Shared {
    options: Options,
    answering: Arc<Answering>,
    connections: Connections,
    pool: Arc<Pool>,
    port: u16,
    stop: CancelToken,
}

/// Where a connection came in, and at which port.
#[derive(Clone, Copy)]
enum Entrance {
    Page(u16),
    Bridge(u16),
}

/// Where the page asks its questions.
const ASK: &str = "/ask";

/// The fewest threads that answer questions: a short question need not wait for two long ones.
const FEWEST_THREADS: usize = 4;

/// How often the server looks whether to stop.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// How long a client may take to read a response before its connection ends.
const LINGER: Duration = Duration::from_millis(250);

/// How much a client may still send in this time.
const LINGER_BYTES: u64 = 1 << 18;

impl Server {
    /// Binds a port of this computer for the page; port 0 is any free one. Each question uses half of
    /// the threads of the host.
    ///
    /// # Errors
    /// If the port is taken, or cannot be bound.
    pub fn bind(port: u16, mut options: Options) -> io::Result<Self> {
        // The page asks several questions at once, such as a count and the true candidates. With half of
        // the threads each, two long ones share the computer.
        options.host.threads = (options.host.threads / 2).max(1);
        let host = options.host;
        let answering = Arc::new(
            move |question: &str, cancel: &CancelToken, progress: Box<dyn FnMut(String) + Send>| {
                quadrille_page::answer(question, &host, cancel, progress)
            },
        );
        Self::with_answers(port, options, answering)
    }

    /// Binds a port for a page whose questions are answered by a function.
    ///
    /// # Errors
    /// As for [`bind`](Self::bind).
    pub fn with_answers(
        port: u16,
        options: Options,
        answering: Arc<Answering>,
    ) -> io::Result<Self> {
        let page = Listener::bind(port)?;
        Ok(Self {
            shared: Shared {
                options,
                answering,
                connections: Connections::default(),
                pool: Arc::new(Pool::new(cores().max(FEWEST_THREADS))),
                port: page.port,
                stop: CancelToken::new(),
            },
            page,
            bridge: None,
        })
    }

    /// Binds a port of this computer for the userscript of f-puzzles, and returns it; port 0 is any
    /// free one. The script looks for port 4545.
    ///
    /// # Errors
    /// As for [`bind`](Self::bind).
    pub fn open_bridge(&mut self, port: u16) -> io::Result<u16> {
        let listener = Listener::bind(port)?;
        Ok(self.bridge.insert(listener).port)
    }

    /// The port of the page.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.shared.port
    }

    /// The address of the page.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://localhost:{}/", self.shared.port)
    }

    /// Serves until the token is cancelled. All questions are then cancelled, too.
    ///
    /// # Errors
    /// If no threads can be started.
    pub fn run(&self, stop: &CancelToken) -> io::Result<()> {
        let shared = &self.shared;
        let mut listeners = vec![(&self.page, Entrance::Page(self.page.port))];
        let bridge = self.bridge.as_ref();
        listeners.extend(bridge.map(|bridge| (bridge, Entrance::Bridge(bridge.port))));
        thread::scope(|scope| {
            let start = || {
                for _ in 0..shared.pool.threads {
                    Builder::new().spawn_scoped(scope, || shared.pool.work())?;
                }
                for &(listener, entrance) in &listeners {
                    for socket in &listener.sockets {
                        let accept = move || shared.accept(scope, socket, entrance);
                        Builder::new().spawn_scoped(scope, accept)?;
                    }
                }
                Ok(())
            };
            let started = start();
            while started.is_ok() && !stop.is_cancelled() {
                thread::sleep(BETWEEN_LOOKS);
            }
            shared.stop.cancel();
            shared.connections.close();
            shared.pool.close();
            listeners.iter().for_each(|(listener, _)| listener.wake());
            started
        })
    }
}

impl Shared {
    /// Accepts connections until the server stops.
    fn accept<'s>(&'s self, scope: &'s Scope<'s, '_>, socket: &TcpListener, entrance: Entrance) {
        loop {
            let accepted = socket.accept();
            if self.stop.is_cancelled() {
                return;
            }
            let Ok((stream, _)) = accepted else {
                // Out of file descriptors: some connection will end.
                thread::sleep(BETWEEN_LOOKS);
                continue;
            };
            // The client left already, or there is no thread for it.
            let _ = self.admit(scope, stream, entrance);
        }
    }

    /// Serves a connection on a thread of its own, if there is a place.
    fn admit<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        mut stream: TcpStream,
        entrance: Entrance,
    ) -> io::Result<()> {
        let Some(connection) = self.connections.admit(&stream)? else {
            let full = refuse(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many connections: close some tabs with this page",
            );
            return send(&mut stream, full, false);
        };
        Builder::new().spawn_scoped(scope, move || self.serve(connection, entrance))?;
        Ok(())
    }

    fn serve(&self, mut connection: Connection<'_>, entrance: Entrance) {
        let (reply, is_head) = match head::read(&mut connection.stream) {
            Err(reply) => (reply, false),
            Ok((head, rest)) => {
                let reply = self.answer(&head, rest, &connection, entrance);
                (
                    reply.unwrap_or_else(|refused| refused),
                    head.method() == Method::HEAD,
                )
            }
        };
        if let Some(reply) = reply
            && send(&mut connection.stream, reply, is_head).is_ok()
        {
            linger(&connection.stream);
        }
    }

    /// Answers a request. The error is the response to a request that is refused. There is no
    /// response at the end of a WebSocket.
    fn answer(
        &self,
        head: &Head,
        rest: Vec<u8>,
        connection: &Connection<'_>,
        entrance: Entrance,
    ) -> Result<Option<Reply>, Option<Reply>> {
        let (Entrance::Page(port) | Entrance::Bridge(port)) = entrance;
        let host = door::check_host(head, port)?;
        match entrance {
            Entrance::Page(_) if head.uri().path() != ASK => {
                return Ok(Some(files::answer(head, host)));
            }
            Entrance::Page(port) => door::check_own_origin(head, port)?,
            Entrance::Bridge(_) => door::check_bridge_origin(head, &self.options.allowed_origins)?,
        }
        let outgoing = socket::open(head, &connection.stream)?;
        connection.keep();
        let stream = connection.stream.try_clone().map_err(|_| None)?;
        let pool = Arc::clone(&self.pool);
        let questions = Questions::new(connection.number, outgoing.clone(), pool);
        let host = self.options.host;
        match entrance {
            Entrance::Page(_) => {
                questions.send(host.greeting("native", None));
                socket::listen(stream, rest, &outgoing, |text| {
                    ask::take(text, &questions, &self.answering);
                });
            }
            Entrance::Bridge(_) => {
                let mut bridge = Bridge::new(Arc::clone(&questions), host);
                socket::listen(stream, rest, &outgoing, |text| bridge.take(text));
            }
        }
        questions.end();
        linger(&connection.stream);
        Ok(None)
    }
}

/// Waits until the client has read the response: a connection that ends while the client still sends
/// would lose it. What the client sends is dropped.
fn linger(stream: &TcpStream) {
    let budget = Budget::start(&Limits::new().time(LINGER));
    let _ = stream.shutdown(Shutdown::Write);
    let mut rest = stream.take(LINGER_BYTES);
    let mut part = [0; 4096];
    while let Some(left) = budget.time_left().filter(|left| !left.is_zero()) {
        let is_open = stream.set_read_timeout(Some(left)).is_ok();
        if !is_open || !matches!(rest.read(&mut part), Ok(1..)) {
            return;
        }
    }
}
