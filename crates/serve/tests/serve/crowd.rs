//! Many connections at once.

use super::client::{Running, wait_until};

#[test]
fn a_thousand_silent_sockets_lock_nobody_out() {
    let server = Running::start();
    // The limit of open files may be lower.
    let mut silent = Vec::new();
    for _ in 0..1000 {
        silent.extend(std::net::TcpStream::connect(("127.0.0.1", server.port)));
    }
    assert!(silent.len() > 400, "{}", silent.len());
    assert!(server.get("/").starts_with("HTTP/1.1 200 "));
    server.open();
}

#[test]
fn too_many_pages_are_refused_at_once() {
    let server = Running::start();
    let pages: Vec<_> = (0..64).map(|_| server.open()).collect();
    let refused = server.get("/");
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    drop(pages);
    wait_until(
        || server.get("/").starts_with("HTTP/1.1 200 "),
        || "closed pages keep their places".to_owned(),
    );
}
