//! Addresses in a line of text: bare, in angle brackets, as a Markdown link, after a title, or
//! inside another address.

/// How addresses of puzzles begin, where they have no `://`.
const HOSTS: &[&str] = &[
    "www.",
    "f-puzzles.com",
    "sudokupad.app",
    "beta.sudokupad.app",
    "app.crackingthecryptic.com",
];

/// How addresses begin that are written as part of another one.
pub(super) const ENCODED: [&str; 2] = ["http%3a", "https%3a"];

/// An address in a text, and what is written before it.
#[derive(Clone, Copy)]
pub(super) struct Found<'a> {
    pub(super) address: &'a str,
    pub(super) title: &'a str,
}

/// Whether a text begins with an address.
pub(super) fn is_address(text: &str) -> bool {
    let head: String = text.chars().take(40).collect();
    let head = head.to_lowercase();
    let scheme = head.split_once("://").map(|(scheme, _)| scheme);
    let is_scheme = |scheme| matches!(scheme, "http" | "https" | "sudokupad");
    let mut starts = HOSTS.iter().chain(&ENCODED);
    scheme.is_some_and(is_scheme) || starts.any(|own| head.starts_with(own))
}

/// Whether a text begins with the name of a host and a slash, such as `sudoku.secuso.org/`.
fn has_host(text: &str) -> bool {
    let Some((host, _)) = text.split_once(['/', '?', '#']) else {
        return false;
    };
    let is_label = |label: &str| {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        !label.is_empty() && label.bytes().all(is_letter)
    };
    let is_top = |top: &str| top.len() > 1 && top.bytes().all(|byte| byte.is_ascii_alphabetic());
    let mut labels = host.rsplit('.');
    labels.next().is_some_and(is_top) && host.contains('.') && labels.all(is_label)
}

/// The addresses of a text, each with the title before it.
pub(super) fn addresses(text: &str) -> impl Iterator<Item = Found<'_>> {
    let is_edge = |c: char| c.is_whitespace() || "<>()[]\"|".contains(c);
    let starts = text.char_indices().scan(true, move |after_edge, (at, c)| {
        let starts = *after_edge && !is_edge(c);
        *after_edge = is_edge(c);
        Some(starts.then_some(at))
    });
    starts.flatten().filter_map(move |start| {
        let word = &text[start..];
        let end = word.find(is_edge).unwrap_or(word.len());
        let title =
            text[..start].trim_matches(|c: char| c.is_whitespace() || "<([])>:|*-–—".contains(c));
        let address = word[..end].trim_end_matches([',', ';']);
        (is_address(address) || has_host(address)).then_some(Found { address, title })
    })
}

/// The address that stands inside another one, with or without `%3A` for its colon.
pub(super) fn inner(address: &str) -> Option<&str> {
    let rest = address.get(8..)?;
    let start = ["http://", "https://", "http%3A", "https%3A"];
    let found = start.iter().filter_map(|start| rest.rfind(start)).min();
    found.map(|at| &rest[at..])
}

/// The website of an address.
pub(super) fn host(address: &str) -> &str {
    let (_, host) = address.split_once("://").unwrap_or(("", address));
    host.split(['/', '?', '#']).next().unwrap_or(host)
}

/// The parts of an address after its website: of the path, and each `key=value`.
pub(super) fn parts(address: &str) -> impl Iterator<Item = &str> {
    let (_, rest) = address.split_once("://").unwrap_or(("", address));
    rest.split(['/', '?', '#', '&'])
        .skip(1)
        .filter(|part| !part.is_empty())
}

/// Replaces `%2B` and the like by the characters that they stand for.
pub(super) fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match (byte, after) {
            (b'%', [high, low, after @ ..]) => {
                let digit = |byte: u8| char::from(byte).to_digit(16);
                bytes.push((16 * digit(*high)? + digit(*low)?) as u8);
                rest = after;
            }
            (b'%', _) => return None,
            (byte, _) => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok()
}
