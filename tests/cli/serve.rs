//! `quadrille serve`. The tests of its crate attack the server; these start and stop the program.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStderr, Command};
use std::thread;
use std::time::{Duration, Instant};

use super::{program, run};

/// Far longer than a server takes to end.
const LONG: Duration = Duration::from_secs(60);

/// A server that is running. It ends at the latest when this is dropped: no test leaves one behind.
struct Served {
    child: Child,
    /// The address of the page.
    address: String,
    /// What it said on standard error until it was ready.
    said: String,
    rest: BufReader<ChildStderr>,
}

impl Served {
    /// Starts a server that opens no browser.
    fn start(arguments: &str) -> Self {
        let mut command = program(&format!("serve --no-open {arguments}"));
        Self::wait_for(command.spawn().unwrap())
    }

    /// Waits until a server is ready.
    fn wait_for(mut child: Child) -> Self {
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let rest = BufReader::new(child.stderr.take().unwrap());
        let mut served = Self {
            child,
            address: String::new(),
            said: String::new(),
            rest,
        };
        output.read_line(&mut served.address).unwrap();
        while !served.said.ends_with("Ctrl-C stops the server\n") {
            let count = served.rest.read_line(&mut served.said).unwrap();
            assert!(count > 0, "{}", served.said);
        }
        served
    }

    fn port(&self) -> u16 {
        let port = self.address.strip_prefix("http://localhost:");
        let port = port.and_then(|port| port.strip_suffix("/\n"));
        port.unwrap().parse().unwrap()
    }

    fn signal(&self, name: &str) {
        let kill = Command::new("kill")
            .args([name, &self.child.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
    }

    /// Waits for the end. Returns the exit code, and all of standard error.
    fn end(mut self) -> (Option<i32>, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < LONG, "the server does not end");
            thread::sleep(Duration::from_millis(5));
        };
        self.rest.read_to_string(&mut self.said).unwrap();
        (status.code(), std::mem::take(&mut self.said))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
#[test]
fn it_serves_the_page_until_a_signal_comes() {
    for name in ["-INT", "-TERM"] {
        let server = Served::start("--port 0 --no-bridge");
        let mut stream = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
        stream
            .write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .unwrap();
        let mut page = String::new();
        stream.read_to_string(&mut page).unwrap();
        assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
        server.signal(name);
        let end = server.end();
        assert_eq!(end, (Some(0), "Ctrl-C stops the server\n".to_owned()));
    }
}

/// Runs a command that opens a browser, where there is none. Returns the part of the address after its
/// port.
#[cfg(unix)]
fn place(arguments: &str, input: &str) -> String {
    let mut child = program(arguments).env("PATH", "/dev/null").spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let server = Served::wait_for(child);
    let address = server.address.clone();
    server.signal("-INT");
    let (code, err) = server.end();
    let note =
        "Ctrl-C stops the server\nnote: cannot open a browser\nhelp: open the address yourself\n";
    assert_eq!((code, &*err), (Some(0), note), "{address}");
    let (before, place) = address.trim_end().split_once("/#").unwrap();
    assert!(before.starts_with("http://localhost:"), "{before}");
    place.to_owned()
}

#[cfg(unix)]
#[test]
fn the_first_board_is_opened_in_the_page() {
    let own = run("sudoku show --format page", "1......2....3...\n").out;
    let own = own.trim_end().split_once("/#").unwrap().1;
    // Later boards are not read.
    let boards = "1......2....3...\n2......1....3...\n";
    assert_eq!(place("sudoku --open", boards), own);
    assert_eq!(place("sudoku solve --open", boards), own);
    let killer = place("sudoku --open", ".Cage~17~R1C1~R1C2\n");
    let counted = run(
        "sudoku show --format iss",
        format!("http://localhost:7878/#{killer}\n"),
    );
    assert_eq!(counted.out, ".Cage~17~R1C1~R1C2\n");
    let wrong = run("sudoku --open", "1......2....3..\n");
    assert_eq!((wrong.code, &*wrong.out), (2, ""), "{}", wrong.err);
}

#[cfg(unix)]
#[test]
fn a_tiling_is_opened_in_the_page() {
    let tiling = place("tile 6x10 pentominoes --open", "");
    let board = "%7B%22board%22%3A%226x10%22%2C%22grid%22%3A%22squares%22%2C%22pieces%22%3A%5B%22pentominoes%22%5D";
    assert!(tiling.starts_with(&format!("tile={board}")), "{tiling}");
    let cubes = place("tile 3x3x3 soma --open --mirror --gaps 1..2 --optional", "");
    for part in ["cubes", "mirror", "true", "1..2"] {
        assert!(cubes.contains(part), "{cubes}");
    }
}

#[cfg(unix)]
#[test]
fn a_question_ends_with_the_server() {
    // The count would take far longer than the tests may.
    let server = Served::start("--port 0 --no-bridge --time 1h");
    let mut stream = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
    stream
        .write_all(
            b"GET /ask HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n\
              Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
              Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        )
        .unwrap();
    let ask = r#"{"id":1,"ask":"tile.count","board":"20x20","pieces":["tetrominoes*"]}"#;
    // The mask of these bytes is zero.
    let mut frame = vec![0x81, 0x80 | ask.len() as u8, 0, 0, 0, 0];
    frame.extend(ask.as_bytes());
    stream.write_all(&frame).unwrap();
    let mut seen = Vec::new();
    let mut byte = [0];
    while !String::from_utf8_lossy(&seen).contains(r#"{"id":1,"progress":"#) {
        stream.read_exact(&mut byte).unwrap();
        seen.push(byte[0]);
    }
    let greeting = r#"{"host":{"kind":"native","#;
    assert!(String::from_utf8_lossy(&seen).contains(greeting));
    server.signal("-INT");
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn a_taken_port_is_an_error_and_a_taken_bridge_a_note() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    run(&format!("serve --no-open --port {port}"), "").is(
        2,
        "",
        &format!(
            "quadrille: port {port} is taken by another program\n\
             help: give another port with '--port', or '--port 0' for a free one\n"
        ),
    );
    // Whether the first one gets the bridge or another program has it: the second one does not.
    let _first = Served::start("--port 0");
    let second = Served::start("--port 0");
    let note = "note: f-puzzles cannot be answered: port 4545 is taken by another program\n";
    assert!(second.said.starts_with(note), "{}", second.said);
}

#[test]
fn origins_are_websites() {
    for wrong in [
        "example.org",
        "https://example.org/a",
        "null",
        "https://",
        "*",
    ] {
        let refused = run(&format!("serve --no-open --allow-origin {wrong}"), "");
        assert_eq!(refused.code, 2, "{wrong}");
        let expected = "expected a website without a path, such as https://example.org";
        assert!(refused.err.contains(expected), "{}", refused.err);
    }
}
