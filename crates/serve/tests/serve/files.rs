//! The files of the page.

use super::client::Running;

fn header<'a>(response: &'a str, name: &str) -> &'a str {
    let head = response.split("\r\n\r\n").next().unwrap();
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    let found = lines.find(|line| line.0.eq_ignore_ascii_case(name));
    found.map_or("", |line| line.1)
}

#[test]
fn the_page_knows_its_host_and_is_safe() {
    let server = Running::start();
    let page = server.get("/");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(page.contains("<meta name=\"quadrille-host\" content=\"native\"><meta charset="));
    assert_eq!(header(&page, "content-type"), "text/html; charset=utf-8");
    assert_eq!(header(&page, "x-content-type-options"), "nosniff");
    assert_eq!(header(&page, "referrer-policy"), "no-referrer");
    assert_eq!(header(&page, "cache-control"), "no-cache");
    let policy = header(&page, "content-security-policy");
    assert!(policy.starts_with("default-src 'self'; "), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(server.get("/index.html"), page);
    assert_eq!(server.get("/?a=b"), page);
}

#[test]
fn a_known_file_is_not_sent_again() {
    let server = Running::start();
    let page = server.get("/");
    let (port, tag) = (server.port, header(&page, "etag"));
    let again = server.send(
        format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\nIf-None-Match: {tag}\r\n\r\n")
            .as_bytes(),
    );
    assert!(again.starts_with("HTTP/1.1 304 "), "{again}");
    assert!(again.ends_with("\r\n\r\n"), "{again}");
}

#[test]
fn only_get_and_head_are_answered() {
    let server = Running::start();
    let port = server.port;
    let send = |method: &str| {
        server.send(format!("{method} / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n").as_bytes())
    };
    let (page, head) = (send("GET"), send("HEAD"));
    let length = page.split("\r\n\r\n").next().unwrap().len() + 4;
    assert_eq!(head, page[..length]);
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "FOO"] {
        let refused = send(method);
        assert!(refused.starts_with("HTTP/1.1 405 "), "{refused}");
        assert_eq!(header(&refused, "allow"), "GET, HEAD");
    }
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = Running::start();
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/./index.html",
        "//etc/passwd",
        "/index.html/..",
        "/index.html%00",
        "/C:\\",
    ] {
        let refused = server.get(path);
        let status = refused.lines().next().unwrap_or_default();
        assert!(
            status.starts_with("HTTP/1.1 404 ") || status.starts_with("HTTP/1.1 400 "),
            "{path}: {refused}"
        );
    }
}
