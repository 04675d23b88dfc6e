//! Random bytes for all readers. To run it for ten minutes:
//!
//! ```text
//! QUADRILLE_FUZZ_SECONDS=600 cargo test --release --features slow --test text fuzz -- --nocapture
//! ```

use quadrille::Problem;
use quadrille::text::solutions::{judge_json, judge_text};
use quadrille::text::{TextError, dlx};

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
];

/// Passes a text to all readers, and checks the properties of all errors.
pub(crate) fn probe(text: &[u8]) {
    for (_, read, _) in FORMS {
        if let Err(error) = read(text) {
            check_error(text, &error);
        }
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
        let checked = match json {
            true => judge_json(&problem, text, check),
            false => judge_text(&problem, text, check),
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
    use std::time::{Duration, Instant};

    use quadrille::sudoku::text::{Reader, Record};
    use rand::{Rng, RngCore, SeedableRng};
    use rand_pcg::Pcg64;

    use super::super::classic::BOARD;
    use super::super::{FORMS, written};
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
        ];
        for text in [all, plain] {
            let problem = dlx::read(text.as_bytes()).unwrap();
            for (_, _, write) in FORMS {
                corpus.extend(written(write, &problem).ok().map(String::into_bytes));
            }
        }
        corpus
    }

    /// A text of at most some tens of thousands of bytes.
    fn text(random: &mut Pcg64, corpus: &[Vec<u8>]) -> Vec<u8> {
        let piece = |random: &mut Pcg64| match random.random_range(0..10) {
            0 => vec![random.next_u32() as u8],
            _ => PIECES[random.random_range(0..PIECES.len())]
                .as_bytes()
                .to_vec(),
        };
        let some = 1 << random.random_range(0..10);
        match random.random_range(0..8) {
            0 => (0..some).map(|_| random.next_u32() as u8).collect(),
            1 => (0..some).flat_map(|_| piece(random)).collect(),
            // One piece repeated: deep nesting, and long lines.
            2 => piece(random).repeat(16 * some),
            _ => {
                let mut text = corpus[random.random_range(0..corpus.len())].clone();
                for _ in 0..random.random_range(1..6) {
                    let from = random.random_range(0..=text.len());
                    let to = text.len().min(from + random.random_range(0..9));
                    let new = match random.random_range(0..6) {
                        0 => text[from..].to_vec(),
                        1 => Vec::new(),
                        2 => {
                            text.truncate(from);
                            continue;
                        }
                        3 => {
                            let other = &corpus[random.random_range(0..corpus.len())];
                            other[random.random_range(0..=other.len())..].to_vec()
                        }
                        _ => piece(random),
                    };
                    text.splice(from..to, new);
                }
                text
            }
        }
    }

    #[test]
    fn random_bytes_never_panic() {
        let seconds = std::env::var("QUADRILLE_FUZZ_SECONDS");
        let seconds = seconds.map_or(10, |seconds| seconds.parse().expect("a number of seconds"));
        let corpus = corpus();
        let begun = Instant::now();
        let (mut seed, mut bytes) = (0, 0);
        while begun.elapsed() < Duration::from_secs(seconds) {
            let text = text(&mut Pcg64::seed_from_u64(seed), &corpus);
            let thrown = std::panic::catch_unwind(|| {
                probe(&text);
                let mut boards = Reader::new(&text[..]);
                let mut record = Record::default();
                while boards.next_record(&mut record).expect("a slice is read") {}
            });
            assert!(
                thrown.is_ok(),
                "seed {seed}: {:?}",
                text.escape_ascii().to_string()
            );
            seed += 1;
            bytes += text.len();
        }
        println!("{seed} texts, {bytes} bytes");
        // Readers may use only a small multiple of the size of their text.
        #[cfg(target_os = "linux")]
        {
            let status = std::fs::read_to_string("/proc/self/status").expect("it is there");
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB"));
            let peak: u64 = peak.expect("a size").parse().expect("a number");
            println!("at most {peak} kB");
            assert!(peak < 200_000, "{peak} kB");
        }
    }
}
