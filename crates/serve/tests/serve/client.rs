//! A server that is running, and its clients.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quadrille_core::CancelToken;
use quadrille_page::Host;
use quadrille_serve::{Options, Server};
use serde_json::{Value, json};
use tungstenite::protocol::Role;
use tungstenite::{Message, WebSocket};

/// Longer than anything takes, even on a busy computer, and far shorter than what is endless.
pub(crate) const LONG: Duration = Duration::from_secs(30);

/// How long a question may take: what is endless ends only if it is cancelled.
const ENDLESS: u64 = 600;

/// A server with a page and a bridge, until it is dropped.
pub(crate) struct Running {
    pub(crate) port: u16,
    pub(crate) bridge: u16,
    /// The time limit of each question.
    seconds: f64,
    /// The number of questions that are being answered.
    pub(crate) busy: Arc<AtomicUsize>,
    stop: CancelToken,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn start() -> Self {
        Self::with_seconds(ENDLESS)
    }

    /// Starts a server that allows each question so many seconds.
    pub(crate) fn with_seconds(seconds: u64) -> Self {
        Self::with(seconds, answer)
    }

    /// Starts a server that gives the answers of the page.
    pub(crate) fn with_answers_of_page() -> Self {
        let host = Host {
            time: Duration::from_secs(ENDLESS),
            ..Host::default()
        };
        Self::with(ENDLESS, move |question, cancel, progress| {
            quadrille_page::answer(question, &host, cancel, progress)
        })
    }

    fn with(
        seconds: u64,
        answer: impl Fn(&str, &CancelToken, Box<dyn FnMut(String) + Send>) -> String
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let busy = Arc::<AtomicUsize>::default();
        let counter = Arc::clone(&busy);
        let host = Host {
            time: Duration::from_secs(seconds),
            memory: 1 << 28,
            threads: 2,
        };
        let options = Options {
            host,
            allowed_origins: vec!["https://example.org".to_owned()],
        };
        let answering =
            move |question: &str, cancel: &CancelToken, progress: Box<dyn FnMut(String) + Send>| {
                let _counted = Counted::new(&counter);
                answer(question, cancel, progress)
            };
        let mut server = Server::with_answers(0, options, Arc::new(answering)).unwrap();
        let bridge = server.open_bridge(0).unwrap();
        let port = server.port();
        let stop = CancelToken::new();
        let token = stop.clone();
        let thread = Some(thread::spawn(move || server.run(&token).unwrap()));
        Self {
            port,
            bridge,
            seconds: seconds as f64,
            busy,
            stop,
            thread,
        }
    }

    /// Stops the server, and waits until it has ended.
    pub(crate) fn stop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    /// Sends bytes, and returns all that comes back.
    pub(crate) fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        let _ = stream.write_all(bytes);
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        String::from_utf8(text).unwrap()
    }

    /// Asks for a path.
    pub(crate) fn get(&self, path: &str) -> String {
        let port = self.port;
        self.send(format!("GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n").as_bytes())
    }

    pub(crate) fn connect(&self) -> TcpStream {
        connect(self.port)
    }

    /// Opens a WebSocket of the page, and reads the greeting.
    pub(crate) fn open(&self) -> Client {
        let origin = format!("http://localhost:{}", self.port);
        let mut client = Client::open(self.port, "/ask", &origin).unwrap();
        let version = env!("CARGO_PKG_VERSION");
        let host =
            json!({"kind": "native", "threads": 2, "seconds": self.seconds, "version": version});
        assert_eq!(client.read(), json!({"host": host}));
        client
    }

    /// Opens a WebSocket of the bridge.
    pub(crate) fn open_bridge(&self) -> Client {
        Client::open(self.bridge, "/", "https://www.f-puzzles.com").unwrap()
    }

    /// Waits until so many questions are being answered.
    pub(crate) fn wait_for_busy(&self, count: usize) {
        let busy = || self.busy.load(Ordering::SeqCst);
        wait_until(
            || busy() == count,
            || format!("{} questions, expected {count}", busy()),
        );
    }
}

/// A question that is being answered, until it is dropped.
struct Counted<'a>(&'a AtomicUsize);

impl<'a> Counted<'a> {
    fn new(busy: &'a AtomicUsize) -> Self {
        busy.fetch_add(1, Ordering::SeqCst);
        Self(busy)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Waits until a condition holds.
pub(crate) fn wait_until(mut holds: impl FnMut() -> bool, what: impl FnOnce() -> String) {
    let start = Instant::now();
    while !holds() {
        if start.elapsed() > LONG {
            panic!("{}", what());
        }
        thread::sleep(Duration::from_millis(10));
    }
}

fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream
}

/// The length of a long answer: far more than the system keeps for a client.
pub(crate) const LENGTH: usize = 32 << 20;

/// What the tests ask: `echo` is answered at once, `report` after some progress, `endless` not
/// before it is cancelled, and `panic` never; the answer to `long` is long.
fn answer(
    question: &str,
    cancel: &CancelToken,
    mut progress: Box<dyn FnMut(String) + Send>,
) -> String {
    let question: Value = serde_json::from_str(question).unwrap();
    let id = &question["id"];
    match question["ask"].as_str() {
        Some("endless") => {
            while !cancel.is_cancelled() {
                thread::sleep(Duration::from_millis(1));
            }
            json!({"id": id, "cancelled": true}).to_string()
        }
        Some("long") => json!({"id": id, "answer": "x".repeat(LENGTH)}).to_string(),
        Some("panic") => panic!("a test"),
        Some("report") => {
            progress(json!({"id": id, "progress": {"seconds": 1}}).to_string());
            json!({"id": id, "answer": {}}).to_string()
        }
        _ => json!({"id": id, "answer": question}).to_string(),
    }
}

pub(crate) struct Client(pub(crate) WebSocket<TcpStream>);

impl Client {
    /// Opens a WebSocket. The error is the response.
    pub(crate) fn open(port: u16, path: &str, origin: &str) -> Result<Self, String> {
        let origin = match origin {
            "" => String::new(),
            origin => format!("Origin: {origin}\r\n"),
        };
        Self::with_head(
            port,
            &format!("GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n{origin}"),
        )
    }

    /// Opens a WebSocket with a head that lacks only the lines about WebSockets.
    pub(crate) fn with_head(port: u16, head: &str) -> Result<Self, String> {
        let mut stream = connect(port);
        let head = format!(
            "{head}Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut response = Vec::new();
        let mut byte = [0];
        while !response.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap() > 0 {
            response.push(byte[0]);
        }
        let mut response = String::from_utf8(response).unwrap();
        if response.starts_with("HTTP/1.1 101 ") {
            return Ok(Self(WebSocket::from_raw_socket(stream, Role::Client, None)));
        }
        stream.read_to_string(&mut response).unwrap();
        Err(response)
    }

    pub(crate) fn send(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    pub(crate) fn read(&mut self) -> Value {
        match self.0.read().unwrap() {
            Message::Text(text) => serde_json::from_str(&text).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    /// Sends a message, and reads the next one.
    pub(crate) fn ask(&mut self, message: &Value) -> Value {
        self.send(message);
        self.read()
    }

    /// Reads the end of the connection: its code and its reason.
    pub(crate) fn read_end(&mut self) -> (u16, String) {
        match self.0.read().unwrap() {
            Message::Close(Some(frame)) => (frame.code.into(), frame.reason.to_string()),
            other => panic!("{other:?}"),
        }
    }
}
