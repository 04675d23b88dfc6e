//! Pages of other websites stay out.

use super::client::{Client, Running};

#[test]
fn only_names_of_this_computer_are_hosts() {
    let server = Running::start();
    let port = server.port;
    let get = |host: &str| server.send(format!("GET / HTTP/1.1\r\n{host}\r\n\r\n").as_bytes());
    for host in ["localhost", "LocalHost", "127.0.0.1", "[::1]"] {
        for host in [format!("Host: {host}"), format!("Host: {host}:{port}")] {
            let page = get(&host);
            assert!(page.starts_with("HTTP/1.1 200 "), "{host}: {page}");
        }
    }
    for host in [
        "Host: evil.example",
        &format!("Host: evil.example:{port}"),
        "Host: localhost:1",
        "Host: localhost.evil.example",
        "Host: 127.0.0.1.evil.example",
        "Host: 0.0.0.0",
        "Host: 192.168.0.1",
        "Host: ",
        "X: y",
    ] {
        let refused = get(host);
        assert!(refused.starts_with("HTTP/1.1 403 "), "{host}: {refused}");
        assert!(
            refused.contains("answers only programs on this computer"),
            "{refused}"
        );
    }
    let twice = get(&format!("Host: localhost:{port}\r\nHost: evil.example"));
    assert!(twice.starts_with("HTTP/1.1 400 "), "{twice}");
}

#[test]
fn a_foreign_host_opens_no_websocket() {
    let server = Running::start();
    for (port, path) in [(server.port, "/ask"), (server.bridge, "/")] {
        let head = format!("GET {path} HTTP/1.1\r\nHost: evil.example:{port}\r\n");
        let refused = Client::with_head(port, &head).err().unwrap();
        assert!(refused.starts_with("HTTP/1.1 403 "), "{refused}");
    }
}

#[test]
fn only_the_page_itself_asks() {
    let server = Running::start();
    let port = server.port;
    let open = |origin: &str| Client::open(port, "/ask", origin);
    for name in ["localhost", "127.0.0.1", "[::1]"] {
        assert!(open(&format!("http://{name}:{port}")).is_ok());
    }
    // A program that is no browser.
    assert!(open("").is_ok());
    for origin in [
        "https://evil.example",
        "http://localhost",
        &format!("http://localhost:{}", server.bridge),
        &format!("https://localhost:{port}"),
        &format!("http://evil.example:{port}"),
        "https://f-puzzles.com",
        "https://example.org",
        "null",
        "file://",
    ] {
        let refused = open(origin).err().expect(origin);
        assert!(refused.starts_with("HTTP/1.1 403 "), "{origin}: {refused}");
    }
    let own = format!("http://localhost:{port}");
    let head = format!(
        "GET /ask HTTP/1.1\r\nHost: localhost\r\nOrigin: {own}\r\nOrigin: https://evil.example\r\n"
    );
    let refused = Client::with_head(port, &head).err().unwrap();
    assert!(refused.starts_with("HTTP/1.1 400 "), "{refused}");
}

#[test]
fn only_f_puzzles_and_allowed_pages_use_the_bridge() {
    let server = Running::start();
    let open = |origin: &str| Client::open(server.bridge, "/", origin);
    for origin in [
        "https://f-puzzles.com",
        "https://www.f-puzzles.com",
        "https://example.org",
        "",
    ] {
        assert!(open(origin).is_ok(), "{origin}");
    }
    for origin in [
        "https://evil.example",
        "http://f-puzzles.com",
        "http://www.f-puzzles.com",
        "https://evil.f-puzzles.com",
        "https://f-puzzles.com.evil.example",
        &format!("http://localhost:{}", server.port),
        "null",
    ] {
        let refused = open(origin).err().expect(origin);
        assert!(refused.starts_with("HTTP/1.1 403 "), "{origin}: {refused}");
    }
}

#[test]
fn a_request_that_is_no_websocket_is_told_so() {
    let server = Running::start();
    let response = server.get("/ask");
    assert!(response.starts_with("HTTP/1.1 426 "), "{response}");
}
