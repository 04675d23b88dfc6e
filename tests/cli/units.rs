//! `split`, `run`, `merge`, and `count --ledger`.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::help::{folder, shell};
use super::pairs;
use super::run;

/// What a shell line prints, and its exit code.
#[track_caller]
fn line(folder: &Path, line: &str) -> (String, i32) {
    let output = shell("sh", line, folder).unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    (out, output.status.code().unwrap_or(-1))
}

fn with_pairs(name: &str, people: usize) -> std::path::PathBuf {
    let folder = folder(name);
    fs::write(folder.join("p.dlx"), pairs(people)).unwrap();
    folder
}

#[test]
fn units_of_several_processes_add_up() {
    let folder = with_pairs("units-parts", 12);
    line(&folder, "quadrille split p.dlx --parts 30 -o u");
    for part in 0..4 {
        let run = format!("quadrille run p.dlx --units u --part {part}/4 --ledger l{part}");
        assert_eq!(line(&folder, &run), (String::new(), 0));
        let total = "quadrille merge p.dlx l?";
        let expected = if part < 3 { ("", 3) } else { ("10395\n", 0) };
        assert_eq!(line(&folder, total), (expected.0.to_owned(), expected.1));
    }
    // A job array may count from 0 or from 1.
    line(&folder, "quadrille run p.dlx --units u --part 4/4 > m4");
    let parts = |name: &str| -> Vec<String> {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let mut units: Vec<String> = text
            .lines()
            .map(|l| l.split(',').next().unwrap().into())
            .collect();
        units.sort();
        units
    };
    assert_eq!(parts("m4"), parts("l0"));
    // Confirmed by another engine.
    let confirm = "quadrille merge p.dlx l? --confirm 20 --seed 3 > c &&
        quadrille run p.dlx --units c --engine links > lc && quadrille merge p.dlx l? lc --stats 2>&1";
    let (out, code) = line(&folder, confirm);
    let confirmed = fs::read_to_string(folder.join("c"))
        .unwrap()
        .lines()
        .count();
    assert!(confirmed >= 6 && code == 0);
    assert!(
        out.contains("10395\n") && out.contains(&format!("confirmed units: {confirmed}\n")),
        "{out}"
    );
}

#[test]
fn missing_units_complete_the_total() {
    let folder = with_pairs("units-missing", 10);
    let script = "quadrille split p.dlx --parts 20 -o u && head -9 u | quadrille run p.dlx --units - > l
        quadrille merge p.dlx l --missing > m; echo $?
        quadrille run p.dlx --units m --ledger l && quadrille merge p.dlx l --missing && quadrille merge p.dlx l";
    assert_eq!(line(&folder, script), ("3\n945\n".to_owned(), 0));
}

#[test]
fn a_total_of_zero_is_printed() {
    let folder = folder("units-zero");
    fs::write(folder.join("p.dlx"), "a b\na\n").unwrap();
    let script =
        "quadrille split p.dlx | quadrille run p.dlx --units - > l && quadrille merge p.dlx l";
    assert_eq!(line(&folder, script), ("0\n".to_owned(), 1));
    let script = "quadrille count p.dlx --ledger l2";
    assert_eq!(line(&folder, script), ("0\n".to_owned(), 1));
}

#[test]
fn assumptions_and_methods_agree() {
    let folder = with_pairs("units-assume", 10);
    for (flags, total) in [("", "945"), ("--force 0", "105"), ("--forbid 0", "840")] {
        assert_eq!(
            line(&folder, &format!("quadrille count p.dlx {flags}"))
                .0
                .trim(),
            total
        );
        for method in ["walk", "memo", "auto"] {
            let script = format!(
                "quadrille split p.dlx --parts 9 {flags} | \
                 quadrille run p.dlx --units - --method {method} --threads 2 > l && quadrille merge p.dlx l"
            );
            assert_eq!(
                line(&folder, &script),
                (format!("{total}\n"), 0),
                "{script}"
            );
        }
    }
    // The counts of two questions in one ledger are not mixed up.
    let script =
        "for f in '' '--force 0' '--forbid 0' ''; do quadrille count p.dlx --ledger all $f; done";
    assert_eq!(
        line(&folder, script),
        ("945\n105\n840\n945\n".to_owned(), 0)
    );
}

#[test]
fn a_stopped_count_continues() {
    let folder = with_pairs("units-continue", 14);
    let mut codes = Vec::new();
    for round in 0..200 {
        let nodes = 2000 << (round / 4);
        let script = format!("quadrille count p.dlx --ledger l --nodes {nodes}");
        let (out, code) = line(&folder, &script);
        codes.push(code);
        if code == 0 {
            assert_eq!(out, "135135\n");
            break;
        }
        assert_eq!((&*out, code), ("", 3));
    }
    assert_eq!(codes.last(), Some(&0));
    assert!(codes.len() > 1);
}

/// Kills a process after a while, if it still runs.
#[cfg(unix)]
fn run_and_kill(folder: &Path, arguments: &str, signal: &str, after: Duration) -> Option<i32> {
    let mut command = super::program(arguments);
    let mut child = command
        .current_dir(folder)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdin.take());
    let start = Instant::now();
    while start.elapsed() < after {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        thread::sleep(Duration::from_millis(1));
    }
    let id = child.id().to_string();
    let killed = std::process::Command::new("kill")
        .args([signal, &id])
        .status();
    assert!(killed.is_ok());
    let sent = Instant::now();
    let status = child.wait().unwrap();
    assert!(sent.elapsed() < Duration::from_secs(2), "{signal}");
    status.code()
}

/// Kills runs at random moments, and resumes them: the total is right every time.
///
/// The environment variable `QUADRILLE_KILLS` sets the number of runs.
#[cfg(unix)]
#[test]
fn killed_runs_continue_from_their_ledgers() {
    let kills = std::env::var("QUADRILLE_KILLS").ok();
    let kills: u64 = kills.map_or(if cfg!(feature = "slow") { 100 } else { 4 }, |text| {
        text.parse().unwrap()
    });
    let folder = with_pairs("units-kill", 16);
    line(&folder, "quadrille split p.dlx --parts 40 -o u");
    let mut random = 1_u64;
    let mut next = |below: u64| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below
    };
    let _ = fs::remove_file(folder.join("l"));
    let (mut done, mut killed) = (0, 0);
    while killed < kills {
        let arguments = match next(2) {
            0 => "count p.dlx --ledger l --engine links",
            _ => "run p.dlx --units u --ledger l --engine links",
        };
        let signal = ["-KILL", "-TERM"][next(2) as usize];
        let after = Duration::from_millis(next(1500));
        match run_and_kill(&folder, arguments, signal, after) {
            Some(0) => {
                let (total, code) = line(&folder, "quadrille merge p.dlx l");
                assert_eq!((&*total, code), ("2027025\n", 0));
                fs::remove_file(folder.join("l")).unwrap();
                done += 1;
                killed += u64::from(done > 20);
            }
            Some(code) => {
                // SIGTERM: `run` has a rest, `count` has not finished. Very early it just ends.
                assert!([3, 85, 130].contains(&code), "{arguments}: {code}");
                killed += 1;
            }
            None => killed += 1,
        }
        // Sometimes the last line is torn.
        if next(4) == 0
            && let Ok(text) = fs::read(folder.join("l"))
        {
            let keep = text.len() - (next(200) as usize).min(text.len());
            fs::write(folder.join("l"), &text[..keep]).unwrap();
        }
    }
    let (total, code) = line(&folder, "quadrille count p.dlx --ledger l");
    assert_eq!((&*total, code), ("2027025\n", 0));
}

#[test]
fn a_unit_line_with_a_wrong_option_is_rejected_before_any_work() {
    let folder = with_pairs("units-bad", 6);
    line(
        &folder,
        "quadrille split p.dlx --parts 3 -o u && sed '2s/,\"name/ ,\"name/' u > bad",
    );
    let output = shell("sh", "quadrille run p.dlx --units bad --ledger l", &folder).unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.starts_with("quadrille: bad:2:"), "{err}");
    assert_eq!(output.status.code(), Some(2));
    assert!(!folder.join("l").exists());
    assert_eq!(run("run p.dlx", "").code, 2);
}
