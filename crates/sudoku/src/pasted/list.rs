//! Lists and objects of programming languages, data languages and calculators, as a tree of words:
//! Python, Java, C, Matlab, MiniZinc, Prolog, numpy's print, JSON.

use super::words::{Word, line_end};

/// A word or a list.
#[derive(Clone, Debug)]
pub(super) enum Node<'a> {
    /// A word; between quotes it may be long or empty.
    Word(Word<'a>),
    List(Vec<Node<'a>>),
    /// A key and its value.
    Pair(Word<'a>, Box<Node<'a>>),
}

/// The values at the start of a text.
pub(super) struct Tree<'a> {
    /// Each value that follows the one before it, and where it ends.
    pub(super) items: Vec<(Node<'a>, usize)>,
}

/// The most bytes that are read, and the most lists inside each other.
const MOST: usize = 1 << 16;
const DEEPEST: usize = 9;
/// The most words, signs and spaces of a value: those of 40 boards in lists.
const LONGEST: usize = 12_000;

/// Reads the values that a text begins with, after the name before an equals sign.
pub(super) fn read(text: &str) -> Option<Tree<'_>> {
    let most = (0..=MOST.min(text.len()))
        .rev()
        .find(|&at| text.is_char_boundary(at));
    let head = &text[..most.unwrap_or_default()];
    let mut at = start(head)?;
    let mut items: Vec<(Node<'_>, usize)> = Vec::new();
    while let Some((node, end)) = value(head, at) {
        items.push((node, end));
        let rest = &head[end..];
        let between = rest.trim_start_matches(|c: char| c.is_whitespace() || ",+-\\".contains(c));
        at = head.len() - between.len();
        let is_next = between.starts_with(['[', '{', '(', '"', '\'']);
        if !is_next || items.len() > 40 || rest[..at - end].contains("\n\n") {
            break;
        }
    }
    (!items.is_empty()).then_some(Tree { items })
}

/// The end of the lines of a value that ends here: nothing but what closes it may follow.
pub(super) fn end_of_lines(text: &str, end: usize) -> Option<usize> {
    let line = line_end(text, end);
    let rest = text[end..line]
        .trim_start_matches(|c: char| c.is_whitespace() || ")]};,.+\\\"".contains(c));
    let is_end = ["", "#", "//", "%", "/*", "dtype="]
        .iter()
        .any(|start| rest.is_empty() || !start.is_empty() && rest.starts_with(start));
    if !is_end {
        return None;
    }
    let mut end = line;
    loop {
        let next = line_end(text, end);
        let line = text[end..next].trim();
        if line.is_empty() || !line.chars().all(|c| ")]};,|.\"".contains(c)) {
            return Some(end);
        }
        end = next;
    }
}

/// Where the first value begins.
fn start(text: &str) -> Option<usize> {
    let line = &text[..line_end(text, 0)];
    let is_name = |name: &str| {
        let name = name.trim_matches(['"', '\'', ' ']);
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_ []<>:*&.,".contains(c);
        name.len() < 80
            && name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(is_part)
    };
    let named = [":=", "=", "<-", ":"].iter().find_map(|sign| {
        let (name, _) = line.split_once(sign)?;
        is_name(name).then_some(name.len() + sign.len())
    });
    // A name of C++ stands before its list without a sign.
    let before = line
        .split('{')
        .next()
        .filter(|name| name.contains(' ') && is_name(name));
    let mut at = named.or(before.map(str::len)).unwrap_or(0);
    // A dash begins an item of YAML.
    at += text[at..].len() - text[at..].trim_start_matches(char::is_whitespace).len();
    at += if text[at..].starts_with("- ") { 2 } else { 0 };
    if text[at..].starts_with("new ") {
        at += text[at..].find('{')?;
    }
    let is_wrapper = |c: char| c.is_ascii_alphanumeric() || "_.!&".contains(c);
    let wrapper = text[at..].len() - text[at..].trim_start_matches(is_wrapper).len();
    at += wrapper;
    // The list in the parentheses of a function, beside its other arguments.
    let inside = text[at..].strip_prefix('(').map_or("", str::trim_start);
    if wrapper > 0 && inside.starts_with(['[', '{', '(']) {
        at = text.len() - inside.len();
    }
    let signs: &[char] = if wrapper == 0 {
        &['[', '{', '(', '"', '\'', '`']
    } else {
        &['[', '{', '(']
    };
    text[at..].starts_with(signs).then_some(at)
}

/// A list that is not closed yet.
struct Open<'a> {
    sign: u8,
    key: Option<Word<'a>>,
    rows: Vec<Node<'a>>,
    items: Vec<Node<'a>>,
    /// Whether nothing stands since the last comma or the start.
    is_empty: bool,
}

impl<'a> Open<'a> {
    fn push(&mut self, node: Node<'a>) {
        self.is_empty = false;
        self.items.push(match self.key.take() {
            Some(key) => Node::Pair(key, Box::new(node)),
            None => node,
        });
    }

    /// Ends a row of a list with signs between rows.
    fn end_row(&mut self) {
        let row = std::mem::take(&mut self.items);
        if !row.is_empty() {
            self.rows.push(Node::List(row));
        }
    }

    fn close(mut self) -> Node<'a> {
        if self.rows.is_empty() {
            return Node::List(self.items);
        }
        self.end_row();
        Node::List(self.rows)
    }
}

/// The value at a place, and where it ends.
fn value(text: &str, start: usize) -> Option<(Node<'_>, usize)> {
    let all = Word { at: 0, text };
    let bytes = text.as_bytes();
    let mut open: Vec<Open<'_>> = Vec::new();
    let (mut at, mut parts) = (start, 0);
    while let Some(&byte) = bytes.get(at) {
        parts += 1;
        if parts > LONGEST {
            return None;
        }
        let rest = &text[at..];
        let node = match byte {
            b'[' | b'{' | b'(' => {
                open.push(Open {
                    sign: byte,
                    key: None,
                    rows: Vec::new(),
                    items: Vec::new(),
                    is_empty: true,
                });
                if open.len() > DEEPEST {
                    return None;
                }
                at += 1;
                None
            }
            b']' | b'}' | b')' => {
                let own = open.pop()?;
                if !matches!((own.sign, byte), (b'[', b']') | (b'{', b'}') | (b'(', b')')) {
                    return None;
                }
                at += 1;
                Some(own.close())
            }
            b'"' | b'\'' | b'`' => {
                let triple = &rest[..1].repeat(3);
                let quote = if rest.starts_with(triple.as_str()) {
                    3
                } else {
                    1
                };
                let inside = &rest[quote..];
                let length = inside.find(&rest[..quote])?;
                if quote == 1 && byte != b'`' && inside[..length].contains('\n') {
                    return None;
                }
                at += 2 * quote + length;
                Some(Node::Word(all.part(&inside[..length])))
            }
            _ => {
                let own = open.last_mut()?;
                at += match byte {
                    b',' => {
                        if own.is_empty {
                            own.push(Node::Word(all.part(&text[at..at])));
                        }
                        own.is_empty = true;
                        1
                    }
                    b';' | b'|' => {
                        own.end_row();
                        1
                    }
                    b':' | b'=' => {
                        let Some(Node::Word(key)) = own.items.pop() else {
                            return None;
                        };
                        own.key = Some(key);
                        if rest.starts_with("=>") { 2 } else { 1 }
                    }
                    _ if rest.starts_with(char::is_whitespace) => {
                        rest.len() - rest.trim_start().len()
                    }
                    b'#' | b'%' => line_end(rest, 0),
                    b'/' if rest.starts_with("//") => line_end(rest, 0),
                    b'/' if rest.starts_with("/*") => rest.find("*/")? + 2,
                    b'.' if rest.starts_with("...") => 3,
                    _ => {
                        let is_end = |c: char| c.is_whitespace() || "[](){},;|:=\"'`#%".contains(c);
                        let length = rest.find(is_end).unwrap_or(rest.len());
                        let word = &rest[..length];
                        // The name of a function or a macro before its list says nothing.
                        let is_name = word.len() > 1 && rest[length..].starts_with(['[', '(', '{']);
                        if !is_name {
                            own.push(Node::Word(all.part(word)));
                        }
                        length
                    }
                };
                None
            }
        };
        if let Some(node) = node {
            match open.last_mut() {
                Some(own) => own.push(node),
                None => return Some((node, at)),
            }
        }
    }
    None
}

impl<'a> Node<'a> {
    pub(super) fn word(&self) -> Option<Word<'a>> {
        match self {
            Node::Word(word) => Some(*word),
            _ => None,
        }
    }

    pub(super) fn list(&self) -> &[Node<'a>] {
        match self {
            Node::List(nodes) => nodes,
            _ => &[],
        }
    }

    /// The words of a list of nothing but words.
    pub(super) fn words(&self) -> Option<Vec<Word<'a>>> {
        let nodes = self.list();
        let words: Option<Vec<Word<'a>>> = nodes.iter().map(Node::word).collect();
        words.filter(|words| !words.is_empty())
    }
}
