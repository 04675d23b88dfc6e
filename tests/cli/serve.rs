//! `quadrille serve`. The tests of its crate attack the server; these start and stop the program.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command};

use super::process::end;
use super::{program, run};

/// Starts a server that opens no browser, and returns its port.
fn start(arguments: &str) -> (Child, u16) {
    let mut child = program(&format!("serve --no-open {arguments}"))
        .spawn()
        .unwrap();
    let mut address = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut address).unwrap();
    let port = address.strip_prefix("http://localhost:");
    let port = port.and_then(|port| port.strip_suffix("/\n"));
    (child, port.unwrap().parse().unwrap())
}

fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
}

#[cfg(unix)]
#[test]
fn it_serves_the_page_until_a_signal_comes() {
    for name in ["-INT", "-TERM"] {
        let (child, port) = start("--port 0 --no-bridge");
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream
            .write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .unwrap();
        let mut page = String::new();
        stream.read_to_string(&mut page).unwrap();
        assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
        signal(&child, name);
        let (status, err) = end(child);
        assert_eq!(
            (status.code(), &*err),
            (Some(0), "Ctrl-C stops the server\n")
        );
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
    let mut address = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut address).unwrap();
    signal(&child, "-INT");
    let (status, err) = end(child);
    let note =
        "Ctrl-C stops the server\nnote: cannot open a browser\nhelp: open the address yourself\n";
    assert_eq!((status.code(), &*err), (Some(0), note), "{address}");
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
    let (child, port) = start("--port 0 --no-bridge --threads 1");
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream
        .write_all(
            b"GET /ask HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n\
              Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
              Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        )
        .unwrap();
    let ask = r#"{"id":1,"ask":"cover.count","text":"a\na\na\n"}"#;
    // The mask of these bytes is zero.
    let mut frame = vec![0x81, 0x80 | ask.len() as u8, 0, 0, 0, 0];
    frame.extend(ask.as_bytes());
    stream.write_all(&frame).unwrap();
    let mut seen = Vec::new();
    let mut byte = [0];
    while !String::from_utf8_lossy(&seen).contains(r#""count":"2""#) {
        stream.read_exact(&mut byte).unwrap();
        seen.push(byte[0]);
    }
    assert!(String::from_utf8_lossy(&seen).contains(r#"{"host":{"kind":"native","threads":"#));
    signal(&child, "-INT");
    assert_eq!(end(child).0.code(), Some(0));
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
    let (mut first, _) = start("--port 0");
    let (mut second, _) = start("--port 0");
    second.kill().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    let err = end(second).1;
    let note = "note: f-puzzles cannot be answered: port 4545 is taken by another program\n";
    assert!(err.starts_with(note), "{err}");
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
