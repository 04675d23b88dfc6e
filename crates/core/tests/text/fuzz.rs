//! Random bytes for all readers. To run it for ten minutes:
//!
//! ```text
//! QUADRILLE_FUZZ_SECONDS=600 cargo test --release --workspace --features slow fuzz -- --nocapture
//! ```

use quadrille::Problem;
use quadrille::text::solutions::{judge_json, judge_text};
use quadrille::text::{Form, TextError, dlx};

use super::FORMS;

/// Pieces of text that have a meaning in some form, or break it.
pub(crate) const PIECES: &[&str] = &[
    "a",
    "b",
    "ä",
    " ",
    "\t",
    "\n",
    "\r\n",
    "|",
    ":",
    "0",
    "1",
    "\0",
    "\u{FEFF}",
    "日",
    "2|a",
    "1:3|b",
    "|5",
    "s:x",
    "p ec 3\n",
    "s 1 2",
    "c ",
    "3 2\n",
    "2 1 3",
    "9",
    "-",
    "99999999999",
    "cost 5",
    "\n\n",
    "{",
    "}",
    "[",
    "]",
    ",",
    "\"",
    "\\",
    "\"a\"",
    "\\u00e4",
    "null",
    "1e9",
    "\"primary\":",
    "\"secondary\":",
    "\"options\":",
    "\"item\":",
    "\"items\":",
    "\"colour\":",
    "\"multiplicity\":",
    "\"cost\":",
    "\"option\":",
    "\"universe\":",
    "\"subsets\":",
    "[[",
    "]]",
    "0,1",
    "1. ",
    "<",
    ">",
    ";",
    "$5",
    "r 1\n",
    "c 1\n",
    "e 1 1\n",
    "# ",
    "p xcc 2 1\n",
    "1 3 -1 0",
];

/// Passes a text to all readers, and checks the properties of all errors.
pub(crate) fn probe(text: &[u8]) {
    for (_, read, _) in FORMS {
        if let Err(error) = read(text) {
            check_error(text, &error);
        }
    }
    let guessed = Form::of_text(text);
    assert_eq!(guessed.of_file(text), guessed);
    if let Err(error) = guessed.read(text) {
        check_error(text, &guessed.suggest(error, text, 1 << 20));
    }
    let problem: Problem = dlx::read(b"a b | s\na s:x |5\nb\nb\nb s\ns\n").unwrap();
    for json in [false, true] {
        let mut line = 0;
        let check = |verdict: quadrille::text::solutions::Verdict| {
            // Several solutions in JSON may share a line.
            assert!(line < verdict.line + usize::from(json));
            line = verdict.line;
            for fault in verdict.faults {
                assert!(fault.line >= line);
                assert!(!fault.message.contains(char::is_control), "{fault:?}");
                assert!(fault.message.len() < 2000, "{fault:?}");
            }
        };
        let checked = if json {
            judge_json(&problem, text, check)
        } else {
            judge_text(&problem, text, check)
        };
        if let Err(error) = checked {
            check_error(text, &error);
        }
    }
}

fn check_error(text: &[u8], error: &TextError) {
    let line = text.split(|&byte| byte == b'\n').nth(error.line() - 1);
    let line = String::from_utf8_lossy(line.unwrap());
    let length = line.chars().count();
    assert!((1..=length + 1).contains(&error.column()), "{error}");
    assert!(error.column() + error.span() <= length + 1, "{error}");
    let prints = |c: char| !c.is_control();
    assert!(error.to_string().chars().all(prints), "{error}");
    assert!(error.excerpt().line().chars().all(prints), "{error}");
    assert_eq!(error.excerpt().to_string().lines().count(), 2);
}

#[cfg(feature = "slow")]
mod slow {
    use super::super::classic::BOARD;
    use super::super::{FORMS, random_bytes as random, written};
    use super::{PIECES, dlx, probe};

    /// The texts to mutate: problems in every form, and solutions.
    fn corpus() -> Vec<Vec<u8>> {
        let all = "a b 2|c 0:3|d | s t\na c s:red |5\nb c d\nc d s:red t |3 |1\na b c |1\nc\ns\n";
        let plain = "1 2 3 4 5 6 7\n3 5\n1 4 7\n2 3 6\n1 4\n2 7\n4 5 7\n";
        let mut corpus = vec![
            b"a c s:red\nb c d\ncost 5\n\nb\n".to_vec(),
            br#"{"options":[{"option":0,"items":["a",{"item":"s","colour":"x"}]}],"cost":5}"#
                .to_vec(),
            BOARD.into(),
            b"[[0 1 1]\n [1 0 0]]\n".to_vec(),
            b"a,b,c\n0,1,1\n1,0,0\n".to_vec(),
            br#"{"universe_size":4,"subsets":[[0,1],[2,3],[0],[1,2,3]]}"#.to_vec(),
            br#"{"A":[1,4],"B":[2,"x"]}"#.to_vec(),
            b"p xcc 2 1\n1 3 -1 0 2 $5 0\n".to_vec(),
        ];
        for text in [all, plain] {
            let problem = dlx::read(text.as_bytes()).unwrap();
            for (_, _, write) in FORMS {
                corpus.extend(written(write, &problem).ok().map(String::into_bytes));
            }
        }
        corpus
    }

    #[test]
    fn random_bytes_never_panic() {
        random::fuzz(&corpus(), PIECES, probe);
    }
}
