//! The short form of SudokuPad's JSON: single quotes, keys without quotes, `t` and `f` for true and
//! false, colours without `#`, nothing for an empty object.

use std::borrow::Cow;

/// JSON for the short form; its keys stay short.
pub(in crate::format) fn lengthen(short: &str) -> String {
    let text = if short.contains('"') {
        short.to_owned()
    } else {
        // A quote in a text has a backslash before it.
        let pieces: Vec<String> = short
            .split("\\'")
            .map(|piece| piece.replace('\'', "\""))
            .collect();
        pieces.join("'")
    };
    let mut long = String::new();
    let mut rest = &text[..];
    // The character before, outside texts.
    let mut before = ' ';
    while let Some(next) = rest.chars().next() {
        let opens = matches!(before, ',' | '{' | '[');
        let word: &str = {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '#');
            &rest[..end.unwrap_or(rest.len())]
        };
        let after = rest[word.len()..].chars().next().unwrap_or(' ');
        let ends = matches!(after, ',' | '}' | ']');
        if next == '"' {
            let end = end_of_text(rest);
            long += &rest[..end];
            rest = &rest[end..];
            before = '"';
            continue;
        }
        if opens && !word.is_empty() && after == ':' {
            long += &format!("\"{word}\"");
        } else if matches!(before, ',' | '[') && matches!(next, ',' | ']') && !long.ends_with("[]")
        {
            // Nothing between two commas is an empty object; an empty list is a list.
            if !(before == '[' && next == ']') {
                long += "{}";
            }
            long.push(next);
            before = next;
            rest = &rest[next.len_utf8()..];
            continue;
        } else if before == ':' && ends && !word.is_empty() {
            long += &value(word);
        } else if word.is_empty() {
            long.push(next);
            before = next;
            rest = &rest[next.len_utf8()..];
            continue;
        } else {
            long += word;
        }
        before = word.chars().next_back().unwrap_or(' ');
        rest = &rest[word.len()..];
    }
    long
}

/// The value that a word stands for.
fn value(word: &str) -> Cow<'_, str> {
    let is_colour = word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    match word {
        "t" => "true".into(),
        "f" => "false".into(),
        "#0" => "\"#000000\"".into(),
        "#F" => "\"#FFFFFF\"".into(),
        word if is_colour => format!("\"#{word}\"").into(),
        word => word.into(),
    }
}

/// The end of a text in double quotes.
fn end_of_text(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !is_escaped => return at + 1,
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::lengthen;

    #[test]
    fn short_text_becomes_json() {
        for (short, long) in [
            ("{ce:[[,{v:1},]]}", r#"{"ce":[[{},{"v":1},{}]]}"#),
            (
                "{a:t,b:f,c:#F,d:12aF3e}",
                r##"{"a":true,"b":false,"c":"#FFFFFF","d":"#12aF3e"}"##,
            ),
            ("{t:'it\\'s',v:'a:b,c'}", r#"{"t":"it's","v":"a:b,c"}"#),
            (
                "{a:[],b:1.5,c:-2,'d e':[1,2]}",
                r#"{"a":[],"b":1.5,"c":-2,"d e":[1,2]}"#,
            ),
        ] {
            assert_eq!(lengthen(short), long);
        }
    }
}
