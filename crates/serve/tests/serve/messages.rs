//! Messages that no page sends.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::Message;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};

use super::client::{LONG, Running};

#[test]
fn a_gigabyte_is_refused_by_its_head() {
    let server = Running::start();
    let mut client = server.open();
    // A text, masked, with a length of 64 bits. Not one byte of it follows.
    let mut head = vec![0x81, 0xFF];
    head.extend((1_u64 << 30).to_be_bytes());
    head.extend([1, 2, 3, 4]);
    // Otherwise the server would wait for the rest.
    client.0.get_mut().write_all(&head).unwrap();
    let (code, reason) = client.read_end();
    assert_eq!(code, 1009);
    assert!(
        reason.contains("expected at most 1048576 bytes"),
        "{reason}"
    );
}

#[test]
fn many_fragments_are_refused_when_they_are_too_long_together() {
    let server = Running::start();
    let mut client = server.open();
    let part = vec![b' '; 1 << 16];
    let mut sent = 0;
    for at in 0..1 << 14 {
        let data = if at == 0 { Data::Text } else { Data::Continue };
        let frame = Frame::message(part.clone(), OpCode::Data(data), false);
        if client.0.send(Message::Frame(frame)).is_err() {
            break;
        }
        sent += part.len();
    }
    // What the buffers of the system hold is sent, too.
    assert!(sent < 1 << 26, "{sent} bytes of a gigabyte");
    server.open();
}

#[test]
fn bytes_are_no_message() {
    let server = Running::start();
    let mut client = server.open();
    client.0.send(Message::binary(b"{}".to_vec())).unwrap();
    assert_eq!(client.read_end().0, 1003);
}

#[test]
fn bad_utf_8_is_no_message() {
    let server = Running::start();
    let mut client = server.open();
    let frame = Frame::message(vec![b'"', 0xFF, b'"'], OpCode::Data(Data::Text), true);
    client.0.send(Message::Frame(frame)).unwrap();
    assert_eq!(client.read_end().0, 1007);
}

#[test]
fn frames_without_a_mask_are_refused() {
    let server = Running::start();
    let mut client = server.open();
    client
        .0
        .get_mut()
        .write_all(&[0x81, 2, b'{', b'}'])
        .unwrap();
    assert_eq!(client.read_end().0, 1002);
}

#[test]
fn bad_json_is_an_error_and_the_next_message_is_answered() {
    let server = Running::start();
    let mut client = server.open();
    for bad in ["", "{", "7", "{}", "{\"id\":1,\"cancel\":3}"] {
        client.0.send(Message::text(bad)).unwrap();
        let error = client.read();
        let message = error["error"]["message"].as_str().unwrap();
        assert!(message.starts_with("invalid message: "), "{bad}: {message}");
    }
    let deep = "[".repeat(100_000);
    client
        .0
        .send(Message::text(format!("{{\"id\":{deep}")))
        .unwrap();
    assert!(client.read()["error"]["message"].is_string());
    let answer = client.ask(&json!({"id": 1, "ask": "echo"}));
    assert_eq!(answer["id"], 1);
}

#[test]
fn pings_are_answered() {
    let server = Running::start();
    let mut client = server.open();
    client.0.send(Message::Ping(vec![1].into())).unwrap();
    assert!(matches!(client.0.read().unwrap(), Message::Pong(_)));
}

#[test]
fn long_heads_are_refused() {
    let server = Running::start();
    let long = "a".repeat(20 << 10);
    let response = server.get(&format!("/{long}"));
    assert!(response.starts_with("HTTP/1.1 431 "), "{response}");
    let lines = "A: b\r\n".repeat(200);
    let response = server.send(format!("GET / HTTP/1.1\r\n{lines}\r\n").as_bytes());
    assert!(response.starts_with("HTTP/1.1 400 "), "{response}");
    for bad in ["\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"] {
        let response = server.send(bad.as_bytes());
        assert!(response.starts_with("HTTP/1.1 400 "), "{bad:?}: {response}");
    }
}

#[test]
fn a_slow_head_is_given_up() {
    let server = Running::start();
    let mut slow = server.connect();
    let start = Instant::now();
    // A byte now and then does not prolong the time.
    while slow.write_all(b"G").is_ok() {
        assert!(start.elapsed() < LONG, "the connection is still open");
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(start.elapsed() >= Duration::from_secs(4));
}
