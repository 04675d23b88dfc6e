//! Questions and their answers.

use std::collections::BTreeSet;
use std::io::Read;
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::Message;

use super::client::{LENGTH, LONG, Running};

#[test]
fn questions_are_answered_with_progress() {
    let server = Running::start();
    let mut client = server.open();
    let answer = client.ask(&json!({"id": 7, "ask": "echo", "text": "é"}));
    assert_eq!(answer["answer"]["text"], "é");
    let progress = client.ask(&json!({"id": "b", "ask": "report"}));
    assert_eq!(progress, json!({"id": "b", "progress": {"seconds": 1}}));
    assert_eq!(client.read(), json!({"id": "b", "answer": {}}));
}

#[test]
fn a_hundred_questions_at_once_are_answered() {
    let server = Running::start();
    let mut client = server.open();
    for id in 0..100 {
        client.send(&json!({"id": id, "ask": "report"}));
    }
    let mut ids = BTreeSet::new();
    while ids.len() < 100 {
        let message = client.read();
        assert!(message["error"].is_null(), "{message}");
        if !message["answer"].is_null() {
            ids.insert(message["id"].as_u64().unwrap());
        }
    }
}

#[test]
fn more_questions_are_refused_and_cancelled_ones_make_room() {
    let server = Running::start();
    let mut client = server.open();
    for id in 0..100 {
        client.send(&json!({"id": id, "ask": "endless"}));
    }
    let refused = client.ask(&json!({"id": 100, "ask": "echo"}));
    assert_eq!(refused["id"], 100);
    let message = &refused["error"]["message"];
    assert_eq!(message, "too many questions at once: at most 100");
    let again = client.ask(&json!({"id": 99, "cancel": true}));
    assert_eq!(again, json!({"id": 99, "cancelled": true}));
    for id in 0..99 {
        client.send(&json!({"id": id, "cancel": true}));
    }
    let mut ids = BTreeSet::new();
    while ids.len() < 99 {
        let message = client.read();
        assert_eq!(message["cancelled"], true, "{message}");
        assert!(ids.insert(message["id"].as_u64().unwrap()));
    }
    server.wait_for_busy(0);
    let answer = client.ask(&json!({"id": 100, "ask": "echo"}));
    assert_eq!(answer["answer"]["ask"], "echo");
}

#[test]
fn an_id_is_used_once_at_a_time() {
    let server = Running::start();
    let mut client = server.open();
    client.send(&json!({"id": 1, "ask": "endless"}));
    let refused = client.ask(&json!({"id": 1, "ask": "echo"}));
    assert_eq!(refused["error"]["message"], "another question has the id 1");
    let cancelled = client.ask(&json!({"id": 1, "cancel": true}));
    assert_eq!(cancelled, json!({"id": 1, "cancelled": true}));
    assert_eq!(client.ask(&json!({"id": 1, "ask": "echo"}))["id"], 1);
    // There is no such question any more.
    client.send(&json!({"id": 1, "cancel": true}));
    assert_eq!(client.ask(&json!({"id": 2, "ask": "echo"}))["id"], 2);
}

#[test]
fn a_panic_is_an_error_of_its_question_only() {
    let server = Running::start();
    let mut client = server.open();
    // More often than there are threads.
    for _ in 0..3 * most_of_one() {
        let failed = client.ask(&json!({"id": 1, "ask": "panic"}));
        let error =
            json!({"message": "internal error", "help": "please report this question as a bug"});
        assert_eq!(failed, json!({"id": 1, "error": error}));
    }
    assert_eq!(client.ask(&json!({"id": 1, "ask": "echo"}))["id"], 1);
}

/// How many questions of a connection run at a time: half of what the server can.
fn most_of_one() -> usize {
    std::thread::available_parallelism().map_or(4, |all| all.get().max(4)) / 2
}

#[test]
fn a_client_with_a_hundred_endless_questions_stops_nobody_else() {
    let server = Running::start();
    let mut greedy = server.open();
    for id in 0..100 {
        greedy.send(&json!({"id": id, "ask": "endless"}));
    }
    server.wait_for_busy(most_of_one());
    let mut client = server.open();
    for id in 0..20 {
        assert_eq!(client.ask(&json!({"id": id, "ask": "echo"}))["id"], id);
    }
    // Neither did it get more threads meanwhile.
    server.wait_for_busy(most_of_one());
}

#[test]
fn the_questions_of_a_client_that_leaves_end() {
    let server = Running::start();
    for says_goodbye in [false, true] {
        let mut client = server.open();
        for id in 0..20 {
            client.send(&json!({"id": id, "ask": "endless"}));
        }
        server.wait_for_busy(most_of_one());
        if says_goodbye {
            client.0.close(None).unwrap();
        }
        drop(client);
        server.wait_for_busy(0);
    }
}

#[test]
fn a_count_of_the_page_ends_when_nobody_waits_for_it() {
    let mut server = Running::with_answers_of_page();
    // There are far too many tilings to count.
    let count = json!({"id": 1, "ask": "tile.count", "board": "20x20", "pieces": ["tetrominoes*"]});
    let begin = |server: &Running| {
        let mut client = server.open();
        let progress = client.ask(&count);
        assert!(progress["progress"].is_object(), "{progress}");
        server.wait_for_busy(1);
        client
    };
    let mut client = begin(&server);
    client.send(&json!({"id": 1, "cancel": true}));
    let mut last = client.read();
    while last["progress"].is_object() {
        last = client.read();
    }
    assert_eq!(last, json!({"id": 1, "cancelled": true}));
    server.wait_for_busy(0);
    drop(begin(&server));
    server.wait_for_busy(0);
    let _client = begin(&server);
    server.stop();
    server.wait_for_busy(0);
}

#[test]
fn a_client_that_reads_nothing_stops_nobody_else() {
    let server = Running::start();
    let mut deaf = server.open();
    let text = "x".repeat(900_000);
    for id in 0..90 {
        let question = json!({"id": id, "ask": "echo", "text": text}).to_string();
        // Its connection may have ended.
        if deaf.0.send(Message::text(question)).is_err() {
            break;
        }
    }
    let mut client = server.open();
    let start = Instant::now();
    assert_eq!(client.ask(&json!({"id": 1, "ask": "echo"}))["id"], 1);
    assert!(start.elapsed() < LONG, "{:?}", start.elapsed());
}

#[test]
fn a_client_that_reads_slowly_loses_its_connection() {
    let server = Running::start();
    let mut slow = server.open();
    slow.send(&json!({"id": 1, "ask": "long"}));
    let stream = slow.0.get_mut();
    // Every part is read in time, but not the whole message.
    let (mut part, mut total) = (vec![0; 1 << 18], 0);
    let start = Instant::now();
    while let Ok(count @ 1..) = stream.read(&mut part) {
        total += count;
        if start.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(250));
        }
    }
    assert!(total < LENGTH, "{total} bytes");
}

#[test]
fn a_server_that_stops_ends_its_questions() {
    let mut server = Running::start();
    let mut client = server.open();
    client.send(&json!({"id": 1, "ask": "endless"}));
    server.wait_for_busy(1);
    let start = Instant::now();
    server.stop();
    assert!(start.elapsed() < LONG);
    server.wait_for_busy(0);
}
