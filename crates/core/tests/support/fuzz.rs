//! Random and mutated bytes for readers.

#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test may panic, and prints what it did"
)]

use std::time::{Duration, Instant};

use rand::{Rng, RngCore, SeedableRng};
use rand_pcg::Pcg64;

/// Passes mutated texts to a reader, for the seconds in `QUADRILLE_FUZZ_SECONDS`, otherwise ten.
/// Reports the seed of a text that makes it panic.
pub(crate) fn fuzz(
    corpus: &[Vec<u8>],
    pieces: &[&str],
    read: impl Fn(&[u8]) + std::panic::RefUnwindSafe,
) {
    let seconds = std::env::var("QUADRILLE_FUZZ_SECONDS");
    let seconds = seconds.map_or(10, |seconds| seconds.parse().expect("a number of seconds"));
    let begun = Instant::now();
    let (mut seed, mut bytes) = (0, 0);
    while begun.elapsed() < Duration::from_secs(seconds) {
        let text = text(&mut Pcg64::seed_from_u64(seed), corpus, pieces);
        let thrown = std::panic::catch_unwind(|| read(&text));
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

/// A text of at most some tens of thousands of bytes.
pub(crate) fn text(random: &mut Pcg64, corpus: &[Vec<u8>], pieces: &[&str]) -> Vec<u8> {
    let piece = |random: &mut Pcg64| match random.random_range(0..10) {
        0 => vec![random.next_u32() as u8],
        _ => pieces[random.random_range(0..pieces.len())]
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
